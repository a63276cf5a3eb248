"""`rotwsim players`: who can play, how strong and how fast they are, and what they consider."""

from __future__ import annotations

import click

from rotwsim.cli.forms import form_options
from rotwsim.cli.frame import example

MOST_GAMES = 1_000_000  # of one player; they are held in memory


@click.command("players", epilog=example("rotwsim players --games 200"))
@click.option(
    "--games",
    type=click.IntRange(0, MOST_GAMES),
    default=0,
    help="Measure skill and speed on so many games of Eastern US, half of them elsewhere.",
)
@form_options
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
def players(games: int, seed: int) -> None:
    """List the players with what they consider; with --games, measure them on this machine."""
    from rotwsim.cli.tables import show_table
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.roster import ELSEWHERE, about, gained, measure

    heads = ["player", "how it thinks"]
    heads += ["mean result", "won", "games/s and core"] if games else []
    rows = []
    for name in NUMBERS:
        cells = [name, about(name)]
        if games:
            measured = measure(name, games, seed)
            cells += [
                f"{measured.mean:.1f} ± {measured.half_width:.1f}",
                f"{100 * measured.win_rate:.0f} %",
                f"{measured.speed:,.0f}" if measured.speed >= 10 else f"{measured.speed:.1f}",
            ]
        rows.append(cells)
    show_table("Players, weakest first", rows, heads, ("player", "how it thinks"))
    if games:
        click.echo()
        rows = [gain_row(gained(*where, max(2, games // 2), seed)) for where in ELSEWHERE]
        heads = ["board", "games", "club", "won", "expert", "won ", "gain"]
        show_table("The expert over club, on the same games", rows, heads, ("board",))


def gain_row(found) -> list[str]:
    """What the expert gains, as cells."""
    club, expert = (f"{100 * share:.0f} %" for share in found.win_rates)
    gain = f"{found.expert - found.club:+.1f} ± {found.half_width:.1f}"
    means = f"{found.club:.1f}", f"{found.expert:.1f}"
    return [found.title, f"{found.games:,}", means[0], club, means[1], expert, gain]
