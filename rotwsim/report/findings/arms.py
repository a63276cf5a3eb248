"""Sentences on single arms: how hard they are, alone and map by map."""

from rotwsim.report.arms import arms_of, is_about_rebuilding, plain_arms, typical_arms
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import SPACE, boxes_in_words, capital, listed, percent, pp
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.schema import Board, DataError


def how_hard(results: Results) -> list[str]:
    """Say the win rate of the one arm, or which map or player wins most and least."""
    arms = plain_arms(arms_of(results)).ordered("win_rate", descending=True)
    if not arms or "map_skill" in results.tables:
        return []  # the chapter of maps says it
    if len(arms.kinds("board_title")) > 1:
        return _by_map(results, arms)
    rates = [percent(arm["win_rate"], 0) for arm in arms]
    if len(arms) == 1:
        said = [f"{described(arms[0])} wins {rates[0]} of the games."]
        ends = boxes_in_words(arms[0])
        return said + [f"If our guesses about unseen cards are wrong: {ends}{SPACE}%."] * bool(ends)
    labels = arms.column("label")
    if len(arms.kinds("player")) < 2:
        return [f"Games won: {listed(map(' '.join, zip(labels, rates, strict=True)))}."]
    return [f"{capital(labels[0])} wins most, {rates[0]}; {labels[-1]} least, {rates[-1]}."]


def same_person(results: Results) -> list[str]:
    """Say on which map a person who wins half elsewhere wins least and most."""
    arms = plain_arms(arms_of(results)) if "map_skill" in results.tables else Rows()
    return _by_map(results, arms) if len(arms.kinds("board_title")) > 1 else []


def _by_map(results: Results, arms: Rows) -> list[str]:
    """Compare the maps for the player who wins about half, and what the Barons do there."""
    own = typical_arms(arms)
    plain_game = own.where(lambda arm: not arm.get("barons")) or own
    maps = plain_game.once("board_title").ordered("win_rate")
    if is_about_rebuilding(arms):
        printed, rebuilt = (arm["win_rate"] for arm in maps.ordered("board_title"))
        return [
            f"Rebuilt from geography, {min(maps.kinds('board_title'))} is won "
            f"{percent(rebuilt, 0)} instead of {percent(printed, 0)} of the time. Expect an error "
            "of this size on every rebuilt map."
        ]
    low, high = maps[0], maps[-1]
    who = f"{with_article(own[0].get('player', ''))}{measured_on(results)}"
    said = [
        f"{low['board_title']} is the hardest map: {who} wins {percent(low['win_rate'], 0)} there. "
        f"{high['board_title']} is the easiest, {percent(high['win_rate'], 0)}."
    ]
    raised = own.where(lambda arm: arm.get("barons")).by("board_title")
    changes = Rows(
        {"map": title, "change": raised[title][-1]["win_rate"] - arm["win_rate"]}
        for arm in maps.where(lambda arm: not arm.get("barons"))
        if (title := arm["board_title"]) in raised
    )
    if len(changes) > 1:
        worst, best = changes.smallest("change"), changes.largest("change")
        said.append(
            f"The Duel Barons and their higher target hurt most on {worst['map']}, "
            f"{pp(worst['change'], 0)}, and least on {best['map']}, {pp(best['change'], 0)}."
        )
    return said


def described(arm: Row) -> str:
    board = arm.get("board_title") or arm.get("board") or "this board"
    barons = " with the Duel Barons" if arm.get("barons") else ""
    tweaks = f", {tweak_words(arm['tweaks'])}," if arm.get("tweaks") else ""
    return f"On {board}{barons}{tweaks} {with_article(arm.get('player', ''))}"


def measured_on(results: Results) -> str:
    """Name the map that a person's skill is measured on, if it is one for all arms."""
    found = {str((arm.get("scenario") or {}).get("on", "")) for arm in results.arms} - {""}
    board = board_or_none(found.pop()) if len(found) == 1 else None
    return f" on {board.title}" if board else ""


def with_article(player: str) -> str:
    """Write "a person who wins 50 %", "the expert"."""
    return f"{'a' if player.startswith('person') else 'the'} {player or 'player'}"


def board_or_none(name: str) -> Board | None:
    """Load a board by its name, if this installation has it."""
    try:
        return load_board(name)
    except (DataError, OSError):
        return None
