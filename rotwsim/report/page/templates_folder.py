"""Where the templates of the pages lie."""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
