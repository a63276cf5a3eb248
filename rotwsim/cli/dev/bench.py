"""`rotwsim dev bench`: how fast the game is on this machine, and whether it became slower."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import JSON, QUIET, form_options
from rotwsim.cli.tables import show_frame, show_lines
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.schema import DataError

SLOWER = 0.9  # of the former speed: the share below which a comparison fails
TRIES = 3  # until a speed counts as slower: other programs only ever take speed away
FAILED = 1  # exit code


@click.command(
    epilog=example(
        "rotwsim dev bench --save bench.json",
        "rotwsim dev bench --quick --player random --against bench.json",
        'rotwsim dev bench --quick --seats "4*casual" --board eastern-us',
    )
)
@click.option(
    "--player", "players", multiple=True, help="Repeatable.  [default: all, with --seats none]"
)
@click.option("--seats", "tables", multiple=True, help="Who plays, as 4*casual; repeatable.")
@click.option("--board", "boards", multiple=True, help="Repeatable.  [default: all]")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    default=0.3,
    show_default=True,
    help="Play at least this long for each player on each board.",
)
@click.option("--quick", is_flag=True, help="Leave out compilation and memory.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the numbers for a later --against.",
)
@click.option(
    "--against",
    "former_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Exit code 1 if a player became more than 10 % slower on a board.",
)
@form_options
@JSON
@QUIET
@click.pass_context
def bench(
    context: click.Context,
    players: Sequence[str],
    tables: Sequence[str],
    boards: Sequence[str],
    seconds: float,
    quick: bool,
    save: Path | None,
    former_file: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """How fast games are played here, and whether that became slower.

    Speeds are games per second of one core, in processor time: other programs on the machine
    hardly matter. Only the lines about jobs and start-up are in real time.
    """
    from rotwsim.runner.bench import bench as measure
    from rotwsim.runner.bench import machine

    former = read_bench(former_file, machine()) if former_file else None
    say = (lambda what: None) if quiet else (lambda what: click.echo(f"{what} …", err=True))
    found = measure(players, boards, seats=tables, seconds=seconds, quick=quick, watch=say)
    ratios = speed_ratios(former, found, seconds) if former else {}
    if save:
        save.parent.mkdir(parents=True, exist_ok=True)
        write_whole(save, json.dumps(found, indent=2) + "\n")
    click.echo(json.dumps(found, indent=2)) if as_json else show_bench(found)
    if ratios and not as_json:
        show_comparison(ratios)
    slower = [what for what, ratio in ratios.items() if ratio < SLOWER]
    if slower:
        click.echo(f"More than 10 % slower than before: {', '.join(slower)}", err=True)
        context.exit(FAILED)


def read_bench(path: Path, here: str) -> dict:
    """Read the numbers of a former run on the same machine."""
    try:
        former = json.loads(path.read_text(encoding="utf-8"))
        there, speeds = former["machine"], former["games_per_second"]
        is_whole = all(speed > 0 for by_board in speeds.values() for speed in by_board.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_whole = False
    if not is_whole:
        raise DataError(f"{path} holds no numbers of rotwsim dev bench")
    if there != here:
        raise DataError(f"{path} was measured on another machine ({there}; here {here})")
    return former


def speed_ratios(former: dict, found: dict, seconds: float) -> dict[str, float]:
    """Compare each player on each board with before; what seems slower is tried again, and the
    best one counts.
    """
    from rotwsim.runner.bench import scenario_of, speed

    ratios = {}
    for who, by_board in found["games_per_second"].items():
        before = former["games_per_second"].get(who, {})
        for board in set(by_board) & set(before):
            for _ in range(TRIES - 1):
                if by_board[board] < SLOWER * before[board]:
                    again = speed(scenario_of(board, who), seconds)
                    by_board[board] = max(by_board[board], again)
            ratios[f"{who} on {board}"] = by_board[board] / before[board]
    return dict(sorted(ratios.items()))


def show_bench(found: dict) -> None:
    """Print all speeds and what is known of the machine."""
    import pandas as pd

    speeds = pd.DataFrame(found["games_per_second"]).rename_axis("board").reset_index()
    show_frame("", speeds, "Games per second and core")
    show_lines("The machine", machine_lines(found))


def machine_lines(found: dict) -> dict[str, str]:
    """Write everything but the speeds by player and board."""
    by_jobs = found["games_per_second_by_jobs"]
    lines = {
        "machine": f"{found['machine']}, Python {found['python']}",
        "start-up": f"{found['start_up_seconds']:.1f} s to the first game",
    }
    for jobs, speed in by_jobs.items():
        times = f", {speed / by_jobs['1']:.2f} times one" if jobs != "1" else ""
        lines[f"{jobs} job{'s' if jobs != '1' else ''}"] = f"{speed:,.0f} games a second{times}"
    if found.get("compile_seconds"):
        lines["compilation"] = f"{found['compile_seconds']:.0f} s, once"
    if found.get("megabytes_per_million_games"):
        lines["memory"] = f"{found['megabytes_per_million_games']:.0f} MB for a million games"
    signatures = {f"signature of {name}": value for name, value in found["signatures"].items()}
    return lines | signatures | {"kernels": found["kernel_digest"]}


def show_comparison(ratios: dict[str, float]) -> None:
    """Print how fast each player is on each board against the former run."""
    lines = {what: f"{ratio:.2f} times as fast" for what, ratio in ratios.items()}
    show_lines("Against the former run", lines)
