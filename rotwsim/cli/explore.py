"""`rotwsim explore`: one page to choose ways to play and compare their results."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example

FOLDER = Path("results")


@click.command(
    epilog=example("rotwsim explore", "rotwsim explore demo results -o my-explorer.html")
)
@click.argument(
    "places", nargs=-1, metavar="[DIR]...", type=click.Path(path_type=Path, file_okay=False)
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=FOLDER / "explore.html",
    show_default=True,
    metavar="FILE",
    help="Where the page goes.",
)
@click.option("--open", "open_it", is_flag=True, help="Open the page in a browser.")
def explore(places: tuple[Path, ...], output: Path, open_it: bool) -> None:
    """Compare ways to play in a browser, from the games at hand.

    Choose board, Barons, tweak and player twice, move the target, see the hill of results and the
    chance to win. One file, no server; nothing is simulated.
    """
    from rotwsim.report.page.home import HOME, explorer_page, folders_below
    from rotwsim.scenario.files import write_whole

    home = HOME if (output.parent / HOME).is_file() else ""
    page, ways = explorer_page(folders_below(list(places) or [FOLDER]), home)
    output.parent.mkdir(parents=True, exist_ok=True)
    write_whole(output, page)
    click.echo(f"Explorer: {output} ({ways} ways to play, {output.stat().st_size / 1e6:.1f} MB)")
    if open_it:
        click.launch(str(output))
