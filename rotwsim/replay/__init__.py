"""One game told turn by turn: as a story of plain data, as text and for a page."""

from rotwsim.replay.story import story_of
from rotwsim.replay.text import text_of

__all__ = ["story_of", "text_of"]
