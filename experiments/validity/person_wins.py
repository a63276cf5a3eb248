"""Check `--wins` on fresh seeds: `python -m experiments.validity.person_wins`.

Prints a row per board, with and without Barons, for each kind of error, and the cells that miss.
"""

from __future__ import annotations

import click

from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.run import run_games
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario

FRESH_SEED = 3_000_017
ALLOWED = 2.5  # pp


@click.command(help=__doc__.partition("\n\n")[2])
@click.option("--errs", multiple=True, default=("noisy", "careless"), show_default=True)
@click.option("--wins", multiple=True, type=float, default=(25.0, 50.0, 75.0), show_default=True)
@click.option("--board", "boards", multiple=True, help="By default all.")
@click.option("--games", default=4_000, show_default=True, help="Of each cell.")
@click.option("--jobs", type=int)
def main(errs, wins, boards, games, jobs) -> None:
    missed, cells, farthest = [], 0, 0.0
    click.echo(f"| board | Barons | errs | {' | '.join(f'wins {one:g} %' for one in wins)} |")
    for kind in errs:
        for board in boards or board_names():
            for barons in (False, True):
                shown = []
                for share in wins:
                    scenario = Scenario.of(board, wins=share, errs=kind, barons=barons)
                    run = run_games(with_knob(scenario), games, FRESH_SEED, columns=(), jobs=jobs)
                    off = 100 * run.wins / run.games - share
                    shown.append(f"{share + off:.1f}")
                    cells, farthest = cells + 1, max(farthest, abs(off), key=abs)
                    if abs(off) > ALLOWED:
                        missed.append(f"{scenario.title()}: {share + off:.1f} %")
                click.echo(f"| {board} | {barons} | {kind} | {' | '.join(shown)} |")
    click.echo(f"{cells - len(missed)} of {cells} within {ALLOWED} pp, farthest {farthest:.1f} pp")
    for line in missed:
        click.echo(line)


if __name__ == "__main__":
    main()
