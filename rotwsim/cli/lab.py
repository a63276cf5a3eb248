"""`rotwsim lab`: a page on this machine on which games are played as soon as a rule changes."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from rotwsim.cli.frame import Refusal, example


@click.command(epilog=example("rotwsim lab", "rotwsim lab --port 9000 --no-browser"))
@click.option("--port", type=click.IntRange(1, 65535), help="[default: 8017, or the next free one]")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="Cores that play.  [default: all]")
def lab(port: int | None, no_browser: bool, jobs: int | None) -> None:
    """Change a rule and watch the win rate converge, in a page on this machine.

    Two sides play the same seeds; every change starts games at once. Own boards and what is saved
    are below this folder. The server answers only this machine; Ctrl-C ends it.
    """
    if not (find_spec("starlette") and find_spec("uvicorn")):
        raise Refusal('the lab needs two more packages: make lab, or pip install "rotwsim[lab]"')
    from rotwsim.web.server import serve

    serve(Path.cwd(), port, not no_browser, jobs, click.echo)
