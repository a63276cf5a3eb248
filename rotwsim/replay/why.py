"""Why an action was taken: the best ones by the player's own judgement, and the chance to win."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.replay.judgement import Considered, Judged
from rotwsim.replay.names import PLACES, Names

SHOWN = 3  # best actions
TURNING_POINTS = 3
NOISE = 2.0  # standard errors that a change of the chance must exceed


def add_judgement(story: dict, names: Names, judged: list[Judged], rollouts: int = 0) -> None:
    """Puts into the story what was thought at each of its actions, and its turning points."""
    actions = [part for turn in story["turns"] for part in turn["parts"] if _is_action(part)]
    for part, one in zip(actions, judged, strict=True):
        part["why"] = _best_ones(one, names)
        if rollouts:
            part["chances"] = [wins / rollouts for wins in one.wins]
    if rollouts:
        story["rollouts"] = rollouts
        for place in turning_points([part["chances"] for part in actions], rollouts):
            actions[place]["turning"] = True


def turning_points(chances: list[list[float]], rollouts: int) -> list[int]:
    """The actions after which the chance of somebody moved most, if by more than noise."""
    moved = []
    for place in range(1, len(chances)):
        for before, after in zip(chances[place - 1], chances[place], strict=True):
            spread = before * (1 - before) + after * (1 - after)
            if abs(after - before) > NOISE * (spread / rollouts) ** 0.5:
                moved.append((abs(after - before), place))
    places = dict.fromkeys(place for _, place in sorted(moved, reverse=True))
    return sorted([*places][:TURNING_POINTS])


def action_words(action: tuple[int, ...], card: int | None, names: Names) -> str:
    """An action as somebody would say that it could be done."""
    kind, first, second, third, *_ = action
    if kind == codes.BUILD:
        return f"Build from {names.city(first)} towards {names.city(second)}"
    if kind == codes.DELIVER:
        way = f"from {names.city(first)} to {names.city(third)}"
        return f"Deliver a {names.colour(second)} cube {way}"
    if kind == codes.URBANIZE:
        return f"Urbanize {names.city(first)} in {names.colour(second)}"
    if kind == codes.TAKE_CARD:
        return f"Take {names.operations_card(card)}"
    if kind == codes.INSURE:
        return f"Insure the {PLACES[first]} card of the row"
    if kind in PLACED:
        return PLACED[kind].format(names.city(first))
    return {codes.PASS: "Pass", codes.UPGRADE: "Upgrade the engine"}[kind]


PLACED = {codes.WESTERN_LINK: "Buy the Western Link at {}", codes.MINE: "Mine {}"}


def _is_action(part: dict) -> bool:
    return part["part"] == "action"


def _best_ones(one: Judged, names: Names) -> list[dict]:
    """Those that differ in words: two ways to lay the same track are one action to a reader."""
    by_words: dict[str, dict] = {}
    for considered in one.best:
        words = _words_of(considered, one, names)
        known = by_words.setdefault(words["action"], words)
        known["chosen"] = known["chosen"] or words["chosen"]
    return list(by_words.values())[:SHOWN]


def _words_of(considered: Considered, one: Judged, names: Names) -> dict:
    # A delivery at a table names owners once it is chosen: what it moves is compared.
    same = 4 if considered.action[0] == codes.DELIVER else None
    return {
        "action": action_words(considered.action, considered.card, names),
        "worth": round(considered.worth, 1),
        "chosen": considered.action[:same] == one.chosen[:same],
    }
