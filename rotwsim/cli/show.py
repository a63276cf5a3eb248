"""`rotwsim rules`, `tweaks`, `glossary` and `players`: what ids, names and terms mean."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import form_options

IDS = "`rotwsim rules ID` shows a rule; all stand in docs/rules.md"


@click.command(epilog=example("rotwsim rules S22", "rotwsim rules --write docs/rules.md"))
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write all rules as a page in Markdown.",
)
@form_options
def rules(ids: tuple[str, ...], write: Path | None) -> None:
    """The rules that are played, by their ids; name some ids to see those alone."""
    from rotwsim.cli.tables import show_table
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.rule_texts import rule_text, rule_texts, rules_page

    if write:
        write_whole(write, rules_page())
        click.echo(f"Written: {write}")
        return
    wanted = [rule_text(rule) for rule in ids] if ids else rule_texts()
    for section in dict.fromkeys(text.section for text in wanted):
        rows = [
            (text.rule, " ".join([text.text, *(f"Ruling: {said}" for said in text.rulings)]))
            for text in wanted
            if text.section == section
        ]
        show_table(section, rows, ("id", "rule"), ("id", "rule"))


@click.command(epilog=example("rotwsim tweaks"))
@form_options
def tweaks() -> None:
    """The difficulty tweaks of the solo rulebook: id, name, what each does."""
    from rotwsim.cli.tables import show_notes, show_table
    from rotwsim.scenario.board_file import load_rulebook

    rows = [(tweak.rule, tweak.name, tweak.side, tweak.text) for tweak in load_rulebook().tweaks]
    heads = ("rule", "name", "meant to be", "what changes")
    show_table("Tweaks, for --tweak NAME", rows, heads, heads)
    show_notes([IDS])


@click.command(epilog=example("rotwsim glossary"))
@form_options
def glossary() -> None:
    """The terms of pages and commands, one sentence each."""
    from rotwsim.cli.tables import show_table
    from rotwsim.scenario.rule_texts import glossary as terms

    show_table("Terms", list(terms().items()), ("term", "what it means"), ("term", "what it means"))


MOST_GAMES = 1_000_000  # of one player; they are held in memory


@click.command("players", epilog=example("rotwsim players --games 200"))
@click.option(
    "--games",
    type=click.IntRange(0, MOST_GAMES),
    default=0,
    help="Measure skill and speed on this number of games of Eastern US, half of them elsewhere.",
)
@form_options
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
def players(games: int, seed: int) -> None:
    """List the players with what they consider; with --games, measure them on this machine."""
    from rotwsim.cli.tables import show_table
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.player_overview import about

    heads = ["player", "how it thinks"]
    heads += ["mean result", "won", "games/s and core"] if games else []
    measured, gains = measure_all(games, seed) if games else ({}, {})
    rows = [[name, about(name), *measured.get(name, [])] for name in NUMBERS]
    show_table("Players, weakest first", rows, heads, ("player", "how it thinks"))
    for (weaker, stronger), found in gains.items():
        click.echo()
        heads = ["board", "games", weaker, "won", stronger, "won ", "gain", f"{weaker}'s share"]
        show_table(f"The {stronger} over {weaker}, on the same games", found, heads, ("board",))


def measure_all(games: int, seed: int) -> tuple[dict[str, list[str]], dict[tuple, list]]:
    """The cells of every player, and of each two that are compared on every board."""
    from rotwsim.cli.progress import announce_cost, progress
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.player_overview import ELSEWHERE, PAIRS, gained, games_elsewhere, measure

    ahead = games_ahead(games)
    announce_cost(ahead, seed, jobs=1, quiet=False)
    measured, gains, wanted = {}, {}, ahead.wanted
    with progress() as advance:

        def count(*name: str) -> None:
            ahead.enough(" ".join(name))
            done = wanted - sum(part.left for part in ahead.parts.values())
            advance(done, wanted, lambda: f"{done:,} of {wanted:,} games")

        for name in NUMBERS:
            measured[name] = skill_cells(measure(name, games, seed))
            count(name)
        for players in PAIRS:
            gains[players] = []
            for board, barons in ELSEWHERE:
                number = games_elsewhere(players, games)
                gains[players].append(gain_row(gained(players, board, barons, number, seed)))
                for player in players:
                    count(*players, board, str(barons), player)
    return measured, gains


def games_ahead(games: int):
    """All that is to be measured."""
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.player_overview import ELSEWHERE, PAIRS, games_elsewhere, games_of
    from rotwsim.runner.workload import Workload
    from rotwsim.scenario.scenario import Scenario

    ahead = Workload()
    for name in NUMBERS:
        ahead.want(name, Scenario.of("eastern-us", player=name), games_of(name, games))
    for players in PAIRS:
        for board, barons in ELSEWHERE:
            for player in players:
                scenario = Scenario.of(board, barons=barons, player=player)
                name = " ".join((*players, board, str(barons), player))
                ahead.want(name, scenario, games_elsewhere(players, games))
    return ahead


def skill_cells(measured) -> list[str]:
    """How strong and how fast a player is, as cells."""
    return [
        f"{measured.mean:.1f} ± {measured.half_width:.1f}",
        f"{100 * measured.win_rate:.0f} %",
        f"{measured.speed:,.0f}" if measured.speed >= 10 else f"{measured.speed:.1f}",
    ]


def gain_row(found) -> list[str]:
    """What the stronger player gains, as cells."""
    weaker, stronger = (
        (f"{mean:.1f}", f"{100 * share:.0f} %")
        for mean, share in zip(found.means, found.win_rates, strict=True)
    )
    mean, better = found.means
    gain = f"{better - mean:+.1f} ± {found.half_width:.1f}"
    share = f"{100 * mean / better:.1f} %" if better > 0 else "–"
    return [found.title, f"{found.games:,}", *weaker, *stronger, gain, share]
