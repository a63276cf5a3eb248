"""`rotwsim skill`: the difficulty curve over players and slips, and skill against luck."""

from __future__ import annotations

import click

from rotwsim.analysis.sizes import SKILL_GAMES
from rotwsim.cli.analysis import answer, check_count, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options


@click.command(
    epilog=example(
        "rotwsim skill --games 4000",
        "rotwsim skill --barons --players novice,expert --slips 0.1,0.3 --stream-games 2000",
        'rotwsim skill --seats "4*casual" --players novice,casual --games 500',
    )
)
@scenario_options
@click.option("--players", default="", metavar="NAMES", help="Of the ladder, comma separated.")
@click.option("--slips", default="", metavar="SHARES", help="Of --player, comma separated.")
@games_option(SKILL_GAMES)
@click.option(
    "--stream-games",
    type=int,
    help="Games that show what each random stream decides; 0 leaves it out.  [default: --games]",
)
@request_options
def skill(scenario, players, slips, games, stream_games, request) -> None:
    """Who wins how often, and how much of that is skill.

    The ladder of players, and slips of the one named by --player. Then the spread of results is
    split: between who plays and chance, and chance between its streams, by playing the same games
    with one stream at a time taken from another game.

    With --seats each player sits once in every seat among others of the rung below: how often it
    wins, after how many games it leads, and how much is seat, deal and skill.
    """
    from rotwsim.analysis.questions.multiplayer_skill import table_skill
    from rotwsim.analysis.questions.skill import LADDER, SLIPS
    from rotwsim.analysis.questions.skill import skill as analyse
    from rotwsim.runner.block_plan import MOST_GAMES, check_games

    count = check_games(games)
    if scenario.seats:
        answer(
            request,
            "skill",
            f"How much does skill decide at a table on {scenario.board.title}?",
            lambda played: table_skill(played, scenario, count, names_in(players)),
            lambda found: show_at_table(found, scenario, count),
            main_table="table_skill",
        )
        return
    streams = count if stream_games is None else stream_games
    check_count("--stream-games", streams, most=MOST_GAMES)
    who, shares = names_in(players) or LADDER, shares_in(slips, SLIPS)
    answer(
        request,
        "skill",
        f"How much does skill decide on {scenario.board.title}?",
        lambda played: analyse(played, scenario, count, who, shares, streams),
        lambda found: show(found, scenario, count),
    )


def names_in(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def shares_in(text: str, default) -> list[float]:
    """The slips of a command line."""
    from rotwsim.scenario.schema import DataError

    try:
        return [float(part) for part in names_in(text)] if text else list(default)
    except ValueError:
        raise DataError(f'--slips "{text}" must be numbers such as 0.05,0.1') from None


def show(found, scenario, games: int) -> None:
    """The curve, and the splits of the spread."""
    from rotwsim.cli.tables import (
        HEAD,
        boxes,
        notes_on_boxes,
        plain,
        share_between,
        show_notes,
        show_table,
    )

    rows = [
        (
            row.player,
            f"{row.slip:g}" if row.slip else "",
            share_between(row.win_rate, row.low, row.high),
            boxes(row),
            plain(row.result_mean),
        )
        for row in found.tables["skill"].itertuples()
    ]
    title = f"{scenario.board.title}, {games:,} games each"
    show_table(title, rows, ("player", "slip", "won % (95 %)", HEAD, "result"), ("player",))
    show_notes(notes_on_boxes(found.tables["skill"]))
    show_luck(found)


def show_at_table(found, scenario, games: int) -> None:
    """One better player among others, and the splits of the spread."""
    from rotwsim.cli.tables import share_between, show_table, signed

    rows = [
        (
            f"one {row.player} among {row.others}",
            share_between(row.win_rate, row.low, row.high),
            signed(row.score_difference),
            f"{row.games_to_lead:,.0f}",
        )
        for row in found.tables["table_skill"].itertuples()
    ]
    seats = len(scenario.seats)
    title = f"{scenario.board.title}, {seats} seats, {games:,} deals, each from every seat"
    heads = ("who", "won % (95 %)", "score", "games to lead")
    show_table(title, rows, heads, ("who",))
    show_luck(found)


def show_luck(found) -> None:
    from rotwsim.cli.tables import percent, share_between, show_notes, show_table

    for name, what in (("luck", "the result"), ("luck_wins", "winning")):
        table = found.tables.get(name)
        if table is None:
            continue
        rows = [
            (
                row.scope,
                row.term,
                share_between(row.share, row.low, row.high),
                percent(row.total),
            )
            for row in table.itertuples()
        ]
        heads = ("spread", "source", "alone % (95 %)", "in all %")
        show_table(f"What decides {what}", rows, heads, ("spread", "source"))
    show_notes(found.alerts)
