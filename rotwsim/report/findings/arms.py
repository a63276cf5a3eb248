"""Sentences on single arms: how hard they are, where points come from, Links and cities."""

from __future__ import annotations

from rotwsim.report.arms import arms_of, label_of, main_arm, plain_arms, shown_arms
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import (
    count,
    headline,
    how_often,
    level_in_words,
    listed,
    percent,
    plain,
    rate_in_words,
)
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.schema import Board, DataError

NAMED_SOURCES = 3
MOST_BARS, MOST_ARMS = 10, 3  # arms whose sources, whose losses are shown
LOSS_NAMES = {
    "cubes_lost_to_links": "cubes lost to Railbot Links",
    "cubes_lost_to_exhaust": "cubes lost to Exhaust",
    "taxation_paid": "Taxation paid",
    "deadheads": "Deadheads",
    "insurance_bought": "Insurance bought",
    "insurance_used": "Insurance used",
    "railbot_links": "Railbot Links built",
    "bonds": "bonds taken",
    "points_lost": "points lost to Railbot Links",
}
# What shares an axis, and what the axis says; other losses are plain numbers.
UNITS = {
    "cubes per game": ("cubes_lost_to_links", "cubes_lost_to_exhaust"),
    "$1,000 per game": ("taxation_paid",),
    "Links per game": ("railbot_links",),
    "points per game": ("points_lost",),
}
NUMBERS = "times per game"
SOURCE_NAMES = {
    "bounties": "Service Bounties",
    "lines": "Major Lines",
    "barons": "Duel Barons",
    "removals": "cubes removed over own Links",
    "lost": "Railbot Links used",
}
MOST_BOARDS = 8


def how_hard(results: Results) -> list[str]:
    """Say the win rate of each plain arm, or of the extremes if there are many."""
    arms = plain_arms(arms_of(results)).ordered("win_rate", descending=True)
    if not arms:
        return []
    level = level_in_words(results.confidence)
    first, last = arms[0], arms[-1]
    if len(arms) == 1:
        return [
            f"{described(first)} wins {headline(first)} ({count(first['games'])} games, "
            f"{level} interval)."
        ]
    gap = first["low"] > last["high"]
    sure = "far enough apart that chance does not explain it" if gap else "their intervals overlap"
    return [
        f"The win rate is between {rate_in_words(last)}, {last['label']}, and "
        f"{rate_in_words(first)}, {first['label']} ({level} intervals, at least "
        f"{count(min(arms.column('games')))} games per arm): {sure}."
    ]


def ranking(results: Results) -> list[str]:
    """Rank the boards from the hardest on for the strongest player, with Barons or not."""
    arms = plain_arms(arms_of(results))
    if len(arms.kinds("board_title")) < 3:
        return []
    several = len(arms.kinds("player")) > 1
    said = []
    for barons in sorted({bool(arm.get("barons")) for arm in arms}):
        own = arms.where(lambda arm, barons=barons: bool(arm.get("barons")) == barons)
        who = f" for the {own[0]['player']}" if several else ""
        boards = own.once("board_title").ordered("win_rate")
        pieces = [f"{row['board_title']} {rate_in_words(row)}" for row in boards]
        variant = "with Barons" if barons else "without Barons"
        said.append(f"From the hardest board {variant}{who}: {listed(pieces, most=len(pieces))}.")
    return said


def how_close(results: Results) -> list[str]:
    """Describe a typical result, the length and the end of a game in the main arm."""
    arms = results.rows("arms", "arm", "result_mean", "target", "turns_mean")
    for row in arms.where(arm=main_arm(results, "arms"))[:1]:
        words = [
            f"A game of {label_of(results, row['arm'])} ends at {plain(row['result_mean'])} points "
            f"on average against a target of {plain(row['target'], 0)}, after "
            f"{plain(row['turns_mean'])} turns"
        ]
        if is_known(row, "close_share"):
            words.append(f"{percent(row['close_share'])} end within 3 points of the target")
        if is_known(row, "markers_share"):
            words.append(f"{percent(row['markers_share'])} are ended by Empty City Markers")
        return ["; ".join(words) + "."]
    return []


def sources(results: Results) -> list[str]:
    """Say which sources the points of the main arm come from, and what is lost."""
    rows = results.rows("sources", "arm", "source", "points")
    points = _sums(rows.where(arm=main_arm(results, "sources")), "source", "points")
    gains = sorted(((v, s) for s, v in points.items() if v > 0), key=lambda one: -one[0])
    lost = sorted(((v, s) for s, v in points.items() if v < 0), key=lambda one: one[0])
    if not gains:
        return []
    total = sum(value for value, _ in gains)
    named = [
        f"{source_name(source)} {plain(value)} ({percent(value / total, 0)})"
        for value, source in gains[:NAMED_SOURCES]
    ]
    said = f"Of {plain(total)} points gained per game, most come from {listed(named)}"
    if lost:
        pieces = [f"{source_name(source)} {plain(-value)}" for value, source in lost]
        said += f"; {plain(-sum(value for value, _ in lost))} are lost: {listed(pieces)}"
    return [f"{said}."]


def losses(results: Results) -> list[str]:
    """Say what the Railbot costs the main arm, and what else a game takes."""
    rows = results.rows("losses", "arm", "loss", "mean", "low", "high")
    own = rows.where(arm=main_arm(results, "losses")).once("loss")
    cubes = own.where(lambda row: row["loss"].startswith("cubes_lost"))
    others = own.where(lambda row: row not in cubes).ordered("mean", descending=True)
    said = []
    if cubes:
        taken = plain(sum(cubes.column("mean")))
        said.append(f"The Railbot takes {taken} cubes per game: {listed(map(_loss, cubes))}.")
    if others:
        said.append(f"Means per game: {listed(map(_loss, others), most=len(others))}.")
    return said


def _loss(row: Row) -> str:
    ends = f"({plain(row['low'])} to {plain(row['high'])})"
    return f"{loss_name(row['loss'])} {plain(row['mean'])} {ends}"


def links(results: Results) -> list[str]:
    """Name the Links that player and Railbot build most often."""
    arm = main_arm(results, "links")
    pairs = by_pair(links_of(results, arm))
    if not pairs:
        return []
    own, bot = pairs.largest("player_share"), pairs.largest("railbot_share")
    return [
        f"The player's most frequent Link is {own['first']}–{own['second']}, "
        f"{how_often(own['player_share'])}; the Railbot's is {bot['first']}–{bot['second']}, "
        f"{how_often(bot['railbot_share'])} ({label_of(results, arm)})."
    ]


def cities(results: Results) -> list[str]:
    """Name the cities that receive and send most cubes."""
    rows = cities_of(results, main_arm(results, "cities"))
    if not rows:
        return []
    to, source = rows[0], rows.largest("sent")
    return [
        f"{to['city']} receives {plain(to['received'])} cubes per game, more than any other city; "
        f"{source['city']} sends most, {plain(source['sent'])}."
    ]


def described(arm: Row) -> str:
    """Say who plays what, as the start of a sentence."""
    player = arm.get("player") or "the player"
    board = arm.get("board_title") or arm.get("board") or "this board"
    barons = " with the Duel Barons" if arm.get("barons") else ""
    tweaks = f", {tweak_words(arm['tweaks'])}," if arm.get("tweaks") else ""
    return f"On {board}{barons}{tweaks} the {player}"


def points_of_arms(results: Results) -> tuple[Rows, dict[str, list[float]]]:
    """Choose the arms to show, and their points by source, the largest source first."""
    rows = results.rows("sources", "arm", "source", "points")
    arms = shown_arms(results, "sources", MOST_BARS)
    points = [_sums(rows.where(arm=arm), "source", "points") for arm in arms.column("arm")]
    table = {source: [own.get(source, 0.0) for own in points] for source in rows.kinds("source")}
    return arms, dict(sorted(table.items(), key=lambda one: -sum(map(abs, one[1]))))


def _sums(rows: Rows, name: str, value: str) -> dict[str, float]:
    return {key: sum(own.column(value)) for key, own in rows.by(name).items()}


def losses_of_arms(results: Results) -> tuple[Rows, Rows, list[str]]:
    """Choose the arms to show, their losses, and the kinds of loss, the largest first."""
    arms = shown_arms(results, "losses", MOST_ARMS)
    there = arms.column("arm")
    rows = results.rows("losses", "arm", "loss", "mean", "low", "high")
    rows = rows.where(lambda row: row["arm"] in there)
    largest = {loss: max(own.column("mean")) for loss, own in rows.by("loss").items()}
    return arms, rows, sorted(largest, key=lambda loss: -largest[loss])


def by_unit(losses: list[str]) -> list[tuple[str, list[str]]]:
    """Group the losses by what they are counted in."""
    groups = [(unit, [loss for loss in losses if loss in own]) for unit, own in UNITS.items()]
    known = {loss for own in UNITS.values() for loss in own}
    groups.append((NUMBERS, [loss for loss in losses if loss not in known]))
    return [(unit, own) for unit, own in groups if own]


def source_name(source: str) -> str:
    """Name a source of points."""
    name = source.removeprefix("points_").replace("_", " ")
    return SOURCE_NAMES.get(name, name)


def loss_name(loss: str) -> str:
    """Name a kind of loss."""
    return LOSS_NAMES.get(loss, loss.replace("_", " "))


def drawn_boards(results: Results) -> list[tuple[Board, str]]:
    """Find the boards whose Links are known, each with its main arm."""
    there = set(results.rows("links", "arm").column("arm"))
    arms = results.rows("arms", "arm", "board").where(lambda row: row["arm"] in there)
    main = main_arm(results, "links")
    first = Rows(sorted(arms, key=lambda row: row["arm"] != main)).once("board")
    boards = [(board_or_none(row["board"]), row["arm"]) for row in first[:MOST_BOARDS]]
    return [(board, arm) for board, arm in boards if board]


def board_or_none(name: str) -> Board | None:
    """Load a board by its name, if this installation has it."""
    try:
        return load_board(name)
    except (DataError, OSError):
        return None


def by_pair(links: Rows) -> Rows:
    """Add up the shares of all routes between two cities."""
    return Rows(
        own[0] | {share: sum(own.column(share)) for share in ("player_share", "railbot_share")}
        for own in links.by("first", "second").values()
    )


def links_of(results: Results, arm: str) -> Rows:
    """Find the routes of an arm that became a Link, and how often whose."""
    rows = results.rows("links", "arm", "first", "second", "player_share", "railbot_share")
    return rows.where(arm=arm)


def cities_of(results: Results, arm: str) -> Rows:
    """List the cities of an arm, the one that receives most first."""
    rows = results.rows("cities", "arm", "city", "sent", "received")
    return rows.where(arm=arm).ordered("received", descending=True)
