"""`rotwsim report`: the page that tells what an experiment found."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example

PAGE = "report.html"


@click.command(
    epilog=example(
        "rotwsim report results/tweaks",
        "rotwsim report experiments/barons.toml -o barons.html --open",
    )
)
@click.argument("wanted", metavar="DIR_OR_EXPERIMENT")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"Where the page goes.  [default: {PAGE} in the results folder]",
)
@click.option("--open", "open_it", is_flag=True, help="Open the page in a browser.")
def report(wanted: str, output: Path | None, open_it: bool) -> None:
    """One page of what an experiment found.

    A single HTML file that needs no network: findings, alerts, figures, tables, and how to get the
    same numbers again. The figures lie beside it in figures/ as PNG and SVG.
    """
    from rotwsim.cli.progress import progress
    from rotwsim.report.page.report import write_report
    from rotwsim.report.results import find_results, read_results

    results = read_results(find_results(wanted))
    file = output or results.folder / PAGE
    expected = 2 * len(results.tables)
    with progress() as tell:
        written = write_report(
            results, file, lambda done: tell(done, expected, lambda: f"{done} files of figures")
        )
    click.echo(f"Report: {file} ({file.stat().st_size / 1e6:.1f} MB)")
    click.echo(f"Figures: {len(written) - 1} files in {file.parent / 'figures'}")
    if open_it:
        click.launch(str(file))
