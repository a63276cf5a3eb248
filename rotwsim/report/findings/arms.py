"""Sentences on single arms: how hard they are, where points come from, Links and cities."""

from rotwsim.report.arms import (
    arms_of,
    is_about_rebuilding,
    main_arm,
    plain_arms,
    shown_arms,
    typical_player,
    without_doubles,
)
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import SPACE, boxes_in_words, capital, listed, percent, pp
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.schema import Board, DataError

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
MOST_BOARDS = 1  # maps of Links would fill the page


def how_hard(results: Results) -> list[str]:
    """Say the win rate of the one arm, or which map or player wins most and least."""
    arms = plain_arms(arms_of(results)).ordered("win_rate", descending=True)
    if not arms or "map_skill" in results.tables:
        return []  # the chapter of maps says it
    if len(arms.kinds("board_title")) > 1:
        return _by_map(results, arms)
    high, low = arms[0], arms[-1]
    said = [f"{described(high)} wins {percent(high['win_rate'], 0)} of the games."]
    if len(arms) == 1:
        ends = boxes_in_words(high)
        said += [f"If our guesses about unseen cards are wrong: {ends}{SPACE}%."] if ends else []
    elif len(arms.kinds("player")) < 2:
        pieces = [f"{arm['label']} {percent(arm['win_rate'], 0)}" for arm in arms]
        said = [f"Games won: {listed(pieces)}."]
    else:
        said = [
            f"{capital(high['label'])} wins most, {percent(high['win_rate'], 0)}; "
            f"{low['label']} least, {percent(low['win_rate'], 0)}."
        ]
    return said


def same_person(results: Results) -> list[str]:
    """Say on which map a person who wins half elsewhere wins least and most."""
    arms = plain_arms(arms_of(results)) if "map_skill" in results.tables else Rows()
    return _by_map(results, arms) if len(arms.kinds("board_title")) > 1 else []


def _by_map(results: Results, arms: Rows) -> list[str]:
    """Compare the maps for the player who wins about half, and what the Barons do there."""
    who = typical_player(arms)
    own = without_doubles(arms.where(player=who) if who else arms)
    plain_game = own.where(lambda arm: not arm.get("barons")) or own
    maps = plain_game.once("board_title").ordered("win_rate")
    low, high = maps[0], maps[-1]
    if is_about_rebuilding(arms):
        printed, rebuilt = maps.ordered("board_title")
        return [
            f"Rebuilt from geography, {printed['board_title']} is won "
            f"{percent(rebuilt['win_rate'], 0)} instead of {percent(printed['win_rate'], 0)} "
            "of the time. Expect an error of this size on every rebuilt map."
        ]
    said = [
        f"{low['board_title']} is the hardest map: {with_article(who)}{measured_on(results)} wins "
        f"{percent(low['win_rate'], 0)} there. {high['board_title']} is the easiest, "
        f"{percent(high['win_rate'], 0)}."
    ]
    raised = {arm["board_title"]: arm for arm in own.where(lambda arm: arm.get("barons"))}
    changes = {
        arm["board_title"]: raised[arm["board_title"]]["win_rate"] - arm["win_rate"]
        for arm in maps
        if arm["board_title"] in raised and not arm.get("barons")
    }
    if len(changes) > 1:
        worst, best = min(changes, key=changes.__getitem__), max(changes, key=changes.__getitem__)
        said.append(
            f"The Duel Barons and their higher target hurt most on {worst}, "
            f"{pp(changes[worst], 0)}, and least on {best}, {pp(changes[best], 0)}."
        )
    return said


def described(arm: Row) -> str:
    """Say who plays what, as the start of a sentence."""
    player = arm.get("player") or "the player"
    board = arm.get("board_title") or arm.get("board") or "this board"
    barons = " with the Duel Barons" if arm.get("barons") else ""
    tweaks = f", {tweak_words(arm['tweaks'])}," if arm.get("tweaks") else ""
    return f"On {board}{barons}{tweaks} {with_article(player)}"


def measured_on(results: Results) -> str:
    """Name the map that a person's skill is measured on, if it is one for all arms."""
    found = {str((arm.get("scenario") or {}).get("on", "")) for arm in results.arms} - {""}
    board = board_or_none(found.pop()) if len(found) == 1 else None
    return f" on {board.title}" if board else ""


def with_article(player: str) -> str:
    """Write "a person who wins 50 %", "the expert"."""
    return f"{'a' if player.startswith('person') else 'the'} {player or 'player'}"


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
    found = sorted(largest, key=lambda loss: -largest[loss])
    return arms, rows, [loss for loss in found if largest[loss] > 0]


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
