"""Commands that make pages: `rotwsim experiment`, `rotwsim report`; `rotwsim lab` serves one."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli import Refusal, command
from rotwsim.cli.options import (
    QUIET,
    RUNS,
    TERMINAL,
    form,
    form_options,
    machine_options,
    option,
)
from rotwsim.cli.questions import balance_games, command_line
from rotwsim.cli.tables import notes_on_boxes, show_frame, show_notes
from rotwsim.scenario.reading import describe, suggest
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.report.results import Results

FOLDER = Path("experiments")


@command(
    "rotwsim experiment experiments/tweaks.toml",
    "rotwsim experiment demo",
    "rotwsim experiment mine.toml --out results/mine --games 500",
)
@click.argument("file", metavar="FILE.toml|NAME", type=click.Path(path_type=Path))
@option("--out DIR", "Where the results go.  [default: results/<name>]")
@RUNS
@option("--games N", "Play only this many games of everything, to test the file.")
@machine_options
@form_options
@QUIET
def experiment(
    file: Path, out: Path | None, runs: Path, games: int | None, quiet: bool, **machines
) -> None:
    """Answer the question of an experiment file.

    The file's first line is the question. Then come the arms (boards × Barons × tweaks × players),
    the games or a precision, a seed, and the analyses. Stored games are not played again. The
    results are tables in CSV and Parquet, and a manifest.
    """
    from rotwsim.analysis.experiment import RESULTS, read_experiment, run_experiment, with_games
    from rotwsim.analysis.tables import arms_table
    from rotwsim.report.results import read_results

    asked = read_experiment(found_experiment(file))
    if games is not None:
        asked = with_games(asked, games)
    folder = out or RESULTS / asked.name
    with balance_games(asked.seed, runs, quiet, **machines) as played:
        begin = (lambda part: None) if quiet else (lambda part: click.echo(f"{part} …", err=True))
        answer = run_experiment(asked, folder, played, command_line(), begin)
    arms = arms_table(answer.arms)
    show_frame("arms", arms, asked.question)
    show_notes(notes_on_boxes(arms))
    if any(arm.scenario.seats for arm in answer.arms):
        show_notes(["with --seats won and result are those of the first seat"])
    show_notes([*answer.alerts, f"written to {folder}, {played.played:,} games played now"])
    if "compare" in answer.tables:
        say_what_to_do(read_results(folder))


def say_what_to_do(results: Results) -> None:
    """Close with the advice that the comparison gives to a player, if it gives one."""
    from rotwsim.report.findings.sentences import closing

    if form() == TERMINAL and (advice := closing(results)):
        click.secho(f"\n{advice}", bold=True)


def found_experiment(file: Path) -> Path:
    """Give a file, or by its name one of the folder experiments/; a folder is neither."""
    named = FOLDER / f"{file}.toml"
    if file.suffix or file.is_file() or len(file.parts) > 1:
        return file
    if not named.is_file():
        known = [path.stem for path in FOLDER.glob("*.toml")]
        where = suggest(str(file), known) if known else "; rotwsim new experiment FILE begins one"
        raise DataError(f"no experiment is called {describe(str(file))}{where}")
    return named


PAGE, RESULTS = "report.html", "results"


@command(
    "rotwsim report results/tweaks",
    "rotwsim report experiments/barons.toml -o barons.html --open",
    "rotwsim report --all",
)
@click.argument("wanted", metavar="[DIR_OR_EXPERIMENT]", required=False)
@option(
    "--all",
    "Write every report below DIR, the explorer and the home page.  [default DIR: results]",
    "every",
)
@option("--figures", "Also write all figures as PNG and SVG beside the page.")
@option("-o --output FILE", f"Where the page goes.  [default: {PAGE} in the results folder]")
@option("--open", "Open the page in a browser.", "open_it")
def report(
    wanted: str | None, every: bool, figures: bool, output: Path | None, open_it: bool
) -> None:
    """Write the page of an experiment, or all pages with a home page.

    The page is one HTML file and needs no network. It has findings, alerts, figures, tables, and
    the command that gives the same numbers again. Wide figures of the answer are also written as
    PNG beside it. The explorer compares boards, Barons, tweaks, players and targets; it uses stored
    games and plays none.
    """
    if every and (output or figures):
        raise click.UsageError("--all writes every page in its folder; leave out other options.")
    file = _write_all(Path(wanted or RESULTS)) if every else _write_one(wanted, output, figures)
    if open_it:
        click.launch(str(file))


def _write_one(wanted: str | None, output: Path | None, figures: bool) -> Path:
    from rotwsim.report.page.report import compose, write_report
    from rotwsim.report.results import find_results, read_results

    if wanted is None:
        raise click.UsageError("name a results folder or an experiment, or give --all")
    results = read_results(find_results(wanted))
    file = output or results.folder / PAGE
    written = write_report(compose(results), file, figures=figures)
    click.echo(f"Report: {file} ({file.stat().st_size / 1e6:.1f} MB)")
    click.echo(f"Figures: {len(written) - 1} files in {file.parent / 'figures'}")
    return file


def _write_all(folder: Path) -> Path:
    from rotwsim.cli.progress import counted, progress
    from rotwsim.report.page.home import write_all

    with progress() as advance:
        *pages, home = write_all(folder, counted(advance, "{} reports written"))
    for page in pages:
        click.echo(f"Report: {page}")
    click.echo(f"Home: {home}")
    return home


@command("rotwsim lab", "rotwsim lab --port 9000 --no-browser")
@option(
    "--port N",
    "Port of the page.  [default: 8017, or the next free]",
    type=click.IntRange(1, 65535),
)
@option("--no-browser", "Only print the address.")
@option("--jobs N", "Cores that play.  [default: all]", type=click.IntRange(1, 1024))
def lab(port: int | None, no_browser: bool, jobs: int | None) -> None:
    """Change a rule and watch the win rate settle, in your browser.

    Both sides play the same deals. Every change starts games at once. The lab finds your boards in
    this folder and saves your work there. Nobody but this machine can open it; Ctrl-C ends it.
    """
    if not (find_spec("starlette") and find_spec("uvicorn")):
        raise Refusal('the lab needs two more packages: make lab, or pip install "rotwsim[lab]"')
    from rotwsim.web.server import serve

    serve(Path.cwd(), port, not no_browser, jobs, click.echo)
