"""`rotwsim report` and `rotwsim explore`: the pages that show what experiments found."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example

PAGE, RESULTS = "report.html", "results"


@click.command(
    epilog=example(
        "rotwsim report results/tweaks",
        "rotwsim report experiments/barons.toml -o barons.html --open",
        "rotwsim report --all",
    )
)
@click.argument("wanted", metavar="[DIR_OR_EXPERIMENT]", required=False)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Every report below DIR, and their home.  [default DIR: results]",
)
@click.option("--figures", is_flag=True, help="All figures as PNG and SVG beside the page, too.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"Where the page goes.  [default: {PAGE} in the results folder]",
)
@click.option("--open", "open_it", is_flag=True, help="Open the page in a browser.")
def report(
    wanted: str | None, every: bool, figures: bool, output: Path | None, open_it: bool
) -> None:
    """One page of what an experiment found, or all pages with their home.

    A single HTML file that needs no network: findings, alerts, figures, tables, and how to get the
    same numbers again. The figure that shows the answer is beside it as PNG.
    """
    if every and (output or figures):
        raise click.UsageError("--all writes every page in its folder; leave out -o and --figures.")
    file = _write_all(Path(wanted or RESULTS)) if every else _write_one(wanted, output, figures)
    if open_it:
        click.launch(str(file))


def _write_one(wanted: str | None, output: Path | None, figures: bool) -> Path:
    from rotwsim.cli.progress import progress
    from rotwsim.report.page.report import write_report
    from rotwsim.report.results import find_results, read_results

    if wanted is None:
        raise click.UsageError("name a results folder or an experiment, or give --all")
    results = read_results(find_results(wanted))
    file = output or results.folder / PAGE
    expected = 2 * len(results.tables)
    with progress() as advance:
        written = write_report(
            results,
            file,
            lambda done: advance(done, expected, lambda: f"{done} files written"),
            figures=figures,
        )
    click.echo(f"Report: {file} ({file.stat().st_size / 1e6:.1f} MB)")
    click.echo(f"Figures: {len(written) - 1} files in {file.parent / 'figures'}")
    return file


def _write_all(folder: Path) -> Path:
    from rotwsim.cli.progress import progress
    from rotwsim.report.page.home import write_all

    with progress() as advance:
        *pages, home = write_all(
            folder, lambda done: advance(done, done + 1, lambda: f"{done} reports written")
        )
    for page in pages:
        click.echo(f"Report: {page}")
    click.echo(f"Home: {home}")
    return home


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
    """Compare ways to play in a browser, from the games that are stored.

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
