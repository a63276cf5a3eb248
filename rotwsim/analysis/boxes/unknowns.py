"""What is unknown: each assumed parameter or ruling with its other plausible settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rotwsim.analysis.boxes import draws
from rotwsim.analysis.boxes.draws import Random, mix_of, plausible_mixes, with_mix
from rotwsim.scenario.board_check import NOT_IN_PLAY_DISCS
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.provenance import ASSUMED, Range, is_unseen, kind_of, ranges_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Board

RULING = "ruling"


@dataclass(frozen=True)
class Setting:
    """A scenario in which something assumed is otherwise, and how in words."""

    words: str
    scenario: Scenario


@dataclass(frozen=True)
class Unknown:
    """Something assumed, by the keys of its parameters, and how else it may be.

    `ends` gives its lowest and highest plausible setting, or just the other one; an unknown without
    ends is drawn at random. `draw` gives any plausible setting.
    """

    name: str
    keys: tuple[str, ...]
    now: Callable[[Scenario], str]
    draw: Callable[[Scenario, Random], Setting]
    ends: Callable[[Scenario], list[Setting]] | None = None
    origin: str = ASSUMED

    def is_open(self, scenario: Scenario) -> bool:
        """Say whether this board assumes it; what a box has confirmed is known."""
        if self.origin == RULING:
            return True
        parameters = scenario.board.provenance
        return any(is_unseen(f) and kind_of(f.key) in self.keys for f in parameters)

    def settings(self, scenario: Scenario, card_sets: int, random: Random) -> list[Setting]:
        if self.ends:
            return self.ends(scenario)
        drawn = [self.draw(scenario, random) for _ in range(card_sets)]
        return [
            replace(one, words=f"draw {number}: {one.words}" if one.words else "")
            for number, one in enumerate(drawn, start=1)
        ]


def open_unknowns(scenario: Scenario) -> list[Unknown]:
    rulings = [
        _switch(ruling) for ruling in load_rulebook().rulings if ruling.name in scenario.switches
    ]
    return [
        unknown
        for unknown in (*PARAMETERS, *rulings)
        if unknown.is_open(scenario)
        and (scenario.barons or "railbot.cards.baron" not in unknown.keys)
    ]


def filled(scenario: Scenario, random: Random) -> Setting:
    notes = []
    for unknown in open_unknowns(scenario):
        setting = unknown.draw(scenario, random)
        scenario = setting.scenario
        notes += [setting.words] * bool(setting.words)
    return Setting("; ".join(notes), scenario)


def _range(scenario: Scenario, key: str) -> Range:
    return ranges_of(scenario.board)[key]


def _drawn(scenario: Scenario, key: str, random: Random) -> int:
    span = _range(scenario, key)
    return int(random.integers(span.low, span.high + 1))


def _with_board(scenario: Scenario, board: Board, words: str) -> Setting:
    return Setting(words, scenario.varied(board=board))


def _parameter(name: str, title: str, words: str) -> Unknown:
    """Give a single parameter of the solo game, such as Base Exhaust."""
    key = f"solo.{name}"

    def now(scenario: Scenario) -> int:
        # tweaks come on top of what is assumed
        return {name: getattr(scenario.board, name), **dict(scenario.settings)}[name]

    def with_value(scenario: Scenario, value: int) -> Setting:
        settings = {**dict(scenario.settings), name: value}
        return Setting(words.format(value), scenario.varied(settings=settings))

    def ends(scenario: Scenario) -> list[Setting]:
        span = _range(scenario, key)
        others = sorted({span.low, span.high} - {now(scenario)})
        return [with_value(scenario, end) for end in others]

    return Unknown(
        title,
        (key,),
        now=lambda scenario: words.format(now(scenario)),
        draw=lambda scenario, random: with_value(scenario, _drawn(scenario, key, random)),
        ends=ends,
    )


def _draw_cards(scenario: Scenario, random: Random) -> Setting:
    fours = _drawn(scenario, "railbot.cards.cities", random)
    nearest = _drawn(scenario, "railbot.cards.neighbours", random)
    board = draws.with_random_cards(scenario.board, random, fours, nearest)
    return _with_board(scenario, board, f"{board.railbot_cards[0].name}, …")


def _draw_slots(scenario: Scenario, random: Random) -> Setting:
    board = draws.with_random_slots(scenario.board, random)
    cards = (*board.railbot_cards, *board.common_cards)
    right = [card.name for card in cards if card.slot == "right"]
    return _with_board(scenario, board, f"right: {right[0]}, …")


def _draw_fewer_cities(scenario: Scenario, random: Random) -> Setting:
    lines = _drawn(scenario, "solo.lines_not_in_play", random)
    cities = min(_drawn(scenario, "solo.cities_not_in_play", random), NOT_IN_PLAY_DISCS - lines)
    nearest = _drawn(scenario, "railbot.cards.neighbours", random)
    board = draws.with_fewer_cities(scenario.board, random, cities, lines, nearest)
    out = [*board.cities_not_in_play, *board.lines_not_in_play]
    named = f": {', '.join(out[:2])}, …" if out else ""
    return _with_board(scenario, board, f"{len(out)} not in play{named}")


def _with_points(scenario: Scenario, pick: Callable[[Range], int], words: str) -> Setting:
    ranges = ranges_of(scenario.board)

    def of(key: str) -> Callable[[int], int]:
        span = ranges[key]
        return lambda points: pick(span) + (points if span.around else 0)

    board = draws.with_points(
        scenario.board, of("lines.list.points"), of("operations.cards.points")
    )
    return _with_board(scenario, board, words)


def _icons(icon: str, title: str) -> Unknown:
    key = f"railbot.cards.{icon}"

    def count(board: Board) -> int:
        return sum(getattr(card, icon) for card in board.railbot_cards)

    def with_count(scenario: Scenario, number: int, random: Random) -> Setting:
        board = draws.with_icons(scenario.board, icon, number, random)
        return _with_board(scenario, board, f"{count(board)} {title} icons")

    def ends(scenario: Scenario) -> list[Setting]:
        span, random = _range(scenario, key), np.random.default_rng(count(scenario.board))
        found = [with_count(scenario, end, random) for end in (span.low, span.high)]
        return [setting for setting in found if setting.scenario != scenario]

    return Unknown(
        f"{title} icons on map cards",
        (key,),
        now=lambda scenario: f"{count(scenario.board)} {title} icons",
        draw=lambda scenario, random: with_count(scenario, _drawn(scenario, key, random), random),
        ends=ends,
    )


def _with_mix(scenario: Scenario, place: int, random: Random) -> Setting:
    mixes = plausible_mixes(scenario.board, ranges_of(scenario.board))
    board = with_mix(scenario.board, mixes[place], random)
    if not draws.can_set_up(board):
        board = draws.with_random_slots(board, random)
    return _with_board(scenario, board, str(mix_of(board.common_cards)))


def _common_ends(scenario: Scenario) -> list[Setting]:
    """Give the mixes with the fewest and the most Exhaust cards."""
    random = np.random.default_rng(0)
    found = [_with_mix(scenario, place, random) for place in (0, -1)]
    now = str(mix_of(scenario.board.common_cards))
    return [setting for setting in found if setting.words != now] or found[:1]


def _draw_common(scenario: Scenario, random: Random) -> Setting:
    mixes = plausible_mixes(scenario.board, ranges_of(scenario.board))
    return _with_mix(scenario, int(random.integers(len(mixes))), random)


def _switch(ruling) -> Unknown:
    def chosen(scenario: Scenario, choice: str) -> Setting:
        rulings = {**dict(scenario.rulings), ruling.name: choice}
        return Setting(f"{ruling.name} {choice}", scenario.varied(rulings=rulings))

    def ends(scenario: Scenario) -> list[Setting]:
        now = scenario.switches[ruling.name]
        return [chosen(scenario, choice) for choice in ruling.choices if choice != now]

    return Unknown(
        f"{ruling.name} ({ruling.rule})",
        (f"rulings.{ruling.name}",),
        now=lambda scenario: f"{ruling.name} {scenario.switches[ruling.name]}",
        draw=lambda scenario, random: chosen(scenario, str(random.choice(ruling.choices))),
        ends=ends,
        origin=RULING,
    )


PARAMETERS: Sequence[Unknown] = (
    _parameter("base_exhaust", "Base Exhaust", "Base Exhaust {}"),
    _parameter("empty_city_trigger", "Empty City trigger", "{} markers"),
    Unknown(
        "cities and lines not in play",
        ("solo.cities_not_in_play", "solo.lines_not_in_play"),
        now=lambda scenario: f"{len(scenario.board.cities_not_in_play)} not in play",
        draw=_draw_fewer_cities,
    ),
    Unknown(
        "map cards",
        ("railbot.cards.cities",),
        now=lambda scenario: "14 cards as assumed",
        draw=_draw_cards,
    ),
    _icons("major_line", "Major Line"),
    _icons("baron", "Baron"),
    Unknown(
        "common cards",
        ("railbot.common.taxation", "railbot.common.deadhead", "railbot.common.exhaust"),
        now=lambda scenario: str(mix_of(scenario.board.common_cards)),
        draw=_draw_common,
        ends=_common_ends,
    ),
    Unknown(
        "slots of the cards",
        ("railbot.cards.slot", "railbot.common.slot"),
        now=lambda scenario: "as assumed",
        draw=_draw_slots,
    ),
    Unknown(
        "points of bounties and lines",
        ("operations.cards.points", "lines.list.points"),
        now=lambda scenario: "as assumed",
        draw=lambda scenario, random: _with_points(
            scenario, lambda span: int(random.integers(span.low, span.high + 1)), "other points"
        ),
        ends=lambda scenario: [
            _with_points(scenario, lambda span: span.low, "the lowest"),
            _with_points(scenario, lambda span: span.high, "the highest"),
        ],
    ),
)
