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
    from rotwsim.runner.roster import about

    heads = ["player", "how it thinks"]
    heads += ["mean result", "won", "games/s and core"] if games else []
    measured, gains = measure_all(games, seed) if games else ({}, [])
    rows = [[name, about(name), *measured.get(name, [])] for name in NUMBERS]
    show_table("Players, weakest first", rows, heads, ("player", "how it thinks"))
    if games:
        click.echo()
        heads = ["board", "games", "club", "won", "expert", "won ", "gain"]
        show_table("The expert over club, on the same games", gains, heads, ("board",))


def measure_all(games: int, seed: int) -> tuple[dict[str, list[str]], list[list[str]]]:
    """The cells of every player, and of the expert beside club on every board."""
    from rotwsim.cli.costs import tell_cost
    from rotwsim.cli.progress import progress
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.roster import ELSEWHERE, gained, games_elsewhere, measure

    ahead = games_ahead(games)
    tell_cost(ahead, seed, jobs=1, quiet=False)
    measured, gains, wanted = {}, [], ahead.wanted
    with progress() as tell:

        def count(name: str) -> None:
            ahead.enough(name)
            done = wanted - sum(part.left for part in ahead.parts.values())
            tell(done, wanted, lambda: f"{done:,} of {wanted:,} games")

        for name in NUMBERS:
            measured[name] = skill_cells(measure(name, games, seed))
            count(name)
        for where in ELSEWHERE:
            gains.append(gain_row(gained(*where, games_elsewhere(games), seed)))
            count(f"{where} club")
            count(f"{where} expert")
    return measured, gains


def games_ahead(games: int):
    """All that is to be measured."""
    from rotwsim.balance.ahead import Ahead
    from rotwsim.players.registry import NUMBERS
    from rotwsim.rules.scenario import Scenario
    from rotwsim.runner.roster import ELSEWHERE, games_elsewhere, games_of

    ahead = Ahead()
    for name in NUMBERS:
        ahead.want(name, Scenario.of("eastern-us", player=name), games_of(name, games))
    for board, barons in ELSEWHERE:
        for player in ("club", "expert"):
            scenario = Scenario.of(board, barons=barons, player=player)
            ahead.want(f"{(board, barons)} {player}", scenario, games_elsewhere(games))
    return ahead


def skill_cells(measured) -> list[str]:
    """How strong and how fast a player is, as cells."""
    return [
        f"{measured.mean:.1f} ± {measured.half_width:.1f}",
        f"{100 * measured.win_rate:.0f} %",
        f"{measured.speed:,.0f}" if measured.speed >= 10 else f"{measured.speed:.1f}",
    ]


def gain_row(found) -> list[str]:
    """What the expert gains, as cells."""
    club, expert = (f"{100 * share:.0f} %" for share in found.win_rates)
    gain = f"{found.expert - found.club:+.1f} ± {found.half_width:.1f}"
    means = f"{found.club:.1f}", f"{found.expert:.1f}"
    return [found.title, f"{found.games:,}", means[0], club, means[1], expert, gain]
