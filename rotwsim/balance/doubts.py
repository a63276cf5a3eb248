"""What can be doubted: each assumed figure or ruling with its other plausible settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rotwsim.balance import fillings
from rotwsim.balance.fillings import Random
from rotwsim.rules.check import NOT_IN_PLAY_DISCS
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.provenance import ASSUMED, kind_of
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import Board

LEAST_EXHAUST, MOST_EXHAUST = 2, 4  # the solo rulebook: at least 2; more than 4 empties the board
LEAST_MARKERS, MOST_MARKERS = 2, 24  # the box has 24
MARKER_STEP = 2
ICON_STEP = 2
RULING = "ruling"


@dataclass(frozen=True)
class Setting:
    """A scenario in which something assumed is otherwise, and how in words."""

    words: str
    scenario: Scenario


@dataclass(frozen=True)
class Doubt:
    """Something assumed, by the keys of its figures, and how else it may be.

    `ends` gives its lowest and highest plausible setting, or just the other one; a doubt without
    ends is drawn at random. `draw` gives any plausible setting.
    """

    name: str
    keys: tuple[str, ...]
    now: Callable[[Scenario], str]
    draw: Callable[[Scenario, Random], Setting]
    ends: Callable[[Scenario], list[Setting]] | None = None
    origin: str = ASSUMED

    def is_open(self, scenario: Scenario) -> bool:
        """Whether this board assumes it; what a box has confirmed is not doubted."""
        if self.origin == RULING:
            return True
        figures = scenario.board.figures
        return any(f.origin == ASSUMED and kind_of(f.key) in self.keys for f in figures)

    def settings(self, scenario: Scenario, draws: int, random: Random) -> list[Setting]:
        """The ends, or as many random settings as told."""
        if self.ends:
            return self.ends(scenario)
        return [
            replace(setting, words=f"draw {number}: {setting.words}" if setting.words else "")
            for number, setting in enumerate(
                (self.draw(scenario, random) for _ in range(draws)), start=1
            )
        ]


def open_doubts(scenario: Scenario) -> list[Doubt]:
    """All that can be doubted in a scenario."""
    rulings = [
        _switch(ruling) for ruling in load_rulebook().rulings if ruling.name in scenario.switches
    ]
    doubts = [*FIGURES, *rulings]
    if not scenario.barons:
        doubts = [doubt for doubt in doubts if "railbot.cards.baron" not in doubt.keys]
    return [doubt for doubt in doubts if doubt.is_open(scenario)]


def filled(scenario: Scenario, random: Random) -> Setting:
    """Everything that can be doubted drawn at once."""
    told = []
    for doubt in open_doubts(scenario):
        setting = doubt.draw(scenario, random)
        scenario = setting.scenario
        told.append(setting.words)
    return Setting("; ".join(words for words in told if words), scenario)


def _with_figure(scenario: Scenario, key: str, value: int, words: str) -> Setting:
    settings = {**dict(scenario.settings), key: value}
    return Setting(words.format(value), scenario.varied(settings=settings))


def _with_board(scenario: Scenario, board: Board, words: str) -> Setting:
    return Setting(words, scenario.varied(board=board))


def _exhaust(scenario: Scenario, value: int) -> Setting:
    return _with_figure(scenario, "base_exhaust", value, "Base Exhaust {}")


def _exhaust_now(scenario: Scenario) -> int:
    return dict(scenario.settings).get("base_exhaust", scenario.board.base_exhaust)


def _exhaust_ends(scenario: Scenario) -> list[Setting]:
    now = _exhaust_now(scenario)
    values = {max(LEAST_EXHAUST, now - 1), now + 1} - {now}
    return [_exhaust(scenario, value) for value in sorted(values)]


def _markers(scenario: Scenario, value: int) -> Setting:
    value = int(np.clip(value, LEAST_MARKERS, MOST_MARKERS))
    return _with_figure(scenario, "empty_city_trigger", value, "{} markers")


def _markers_now(scenario: Scenario) -> int:
    return dict(scenario.settings).get("empty_city_trigger", scenario.board.empty_city_trigger)


def _marker_ends(scenario: Scenario) -> list[Setting]:
    now = _markers_now(scenario)
    return [_markers(scenario, now - MARKER_STEP), _markers(scenario, now + MARKER_STEP)]


def _draw_cards(scenario: Scenario, random: Random) -> Setting:
    board = fillings.with_random_cards(scenario.board, random)
    return _with_board(scenario, board, f"{board.railbot_cards[0].name}, …")


def _draw_slots(scenario: Scenario, random: Random) -> Setting:
    board = fillings.with_random_slots(scenario.board, random)
    cards = (*board.railbot_cards, *board.common_cards)
    right = [card.name for card in cards if card.slot == "right"]
    return _with_board(scenario, board, f"right: {right[0]}, …")


def _draw_fewer_cities(scenario: Scenario, random: Random) -> Setting:
    discs = int(random.integers(1, NOT_IN_PLAY_DISCS + 1))
    board = fillings.with_fewer_cities(scenario.board, random, discs)
    out = [*board.cities_not_in_play, *board.lines_not_in_play]
    return _with_board(scenario, board, f"{len(out)} not in play: {', '.join(out[:2])}, …")


def _point_ends(scenario: Scenario) -> list[Setting]:
    return [
        _with_board(scenario, fillings.with_points(scenario.board, lambda step=step: step), words)
        for step, words in ((-1, "each one less"), (1, "each one more"))
    ]


def _draw_points(scenario: Scenario, random: Random) -> Setting:
    board = fillings.with_points(scenario.board, lambda: int(random.integers(-1, 2)))
    return _with_board(scenario, board, "")


def _icons(icon: str, title: str) -> Doubt:
    def count(board: Board) -> int:
        return sum(getattr(card, icon) for card in board.railbot_cards)

    def with_count(scenario: Scenario, number: int, random: Random) -> Setting:
        board = fillings.with_icons(scenario.board, icon, number, random)
        return _with_board(scenario, board, f"{count(board)} {title} icons")

    def ends(scenario: Scenario) -> list[Setting]:
        now = count(scenario.board)
        random = np.random.default_rng(now)
        return [with_count(scenario, now + step, random) for step in (-ICON_STEP, ICON_STEP)]

    def draw(scenario: Scenario, random: Random) -> Setting:
        step = int(random.integers(-ICON_STEP, ICON_STEP + 1))
        return with_count(scenario, count(scenario.board) + step, random)

    return Doubt(
        f"{title} icons on map cards",
        (f"railbot.cards.{icon}",),
        now=lambda scenario: f"{count(scenario.board)} {title} icons",
        draw=draw,
        ends=ends,
    )


def _common_ends(scenario: Scenario) -> list[Setting]:
    changes = (
        ("taxation", "deadhead", "a Taxation is a Deadhead"),
        ("deadhead", "taxation", "a Deadhead is a Taxation"),
    )
    return [
        _with_board(scenario, fillings.with_common(scenario.board, effect, instead), words)
        for effect, instead, words in changes
    ]


def _draw_common(scenario: Scenario, random: Random) -> Setting:
    chosen = int(random.integers(0, 3))
    return [*_common_ends(scenario), Setting("", scenario)][chosen]


def _switch(ruling) -> Doubt:
    """A ruling that is a switch; its other choices are settings."""

    def chosen(scenario: Scenario, choice: str) -> Setting:
        rulings = {**dict(scenario.rulings), ruling.name: choice}
        return Setting(f"{ruling.name} {choice}", scenario.varied(rulings=rulings))

    def ends(scenario: Scenario) -> list[Setting]:
        now = scenario.switches[ruling.name]
        return [chosen(scenario, choice) for choice in ruling.choices if choice != now]

    return Doubt(
        f"{ruling.name} ({ruling.rule})",
        (f"rulings.{ruling.name}",),
        now=lambda scenario: f"{ruling.name} {scenario.switches[ruling.name]}",
        draw=lambda scenario, random: chosen(scenario, str(random.choice(ruling.choices))),
        ends=ends,
        origin=RULING,
    )


FIGURES: Sequence[Doubt] = (
    Doubt(
        "Base Exhaust",
        ("solo.base_exhaust",),
        now=lambda scenario: f"Base Exhaust {_exhaust_now(scenario)}",
        draw=lambda s, random: _exhaust(s, int(random.integers(LEAST_EXHAUST, MOST_EXHAUST + 1))),
        ends=_exhaust_ends,
    ),
    Doubt(
        "Empty City trigger",
        ("solo.empty_city_trigger",),
        now=lambda scenario: f"{_markers_now(scenario)} markers",
        draw=lambda s, random: _markers(
            s, _markers_now(s) + int(random.integers(-MARKER_STEP, MARKER_STEP + 1))
        ),
        ends=_marker_ends,
    ),
    Doubt(
        "cities and lines not in play",
        ("solo.cities_not_in_play", "solo.lines_not_in_play"),
        now=lambda scenario: f"{len(scenario.board.cities_not_in_play)} not in play",
        draw=_draw_fewer_cities,
    ),
    Doubt(
        "map cards",
        ("railbot.cards.cities",),
        now=lambda scenario: "14 cards as assumed",
        draw=_draw_cards,
    ),
    _icons("major_line", "Major Line"),
    _icons("baron", "Baron"),
    Doubt(
        "slots of the cards",
        ("railbot.cards.slot", "railbot.common.slot"),
        now=lambda scenario: "as assumed",
        draw=_draw_slots,
    ),
    Doubt(
        "common cards",
        ("railbot.common.taxation", "railbot.common.deadhead", "railbot.common.exhaust"),
        now=lambda scenario: "as assumed",
        draw=_draw_common,
        ends=_common_ends,
    ),
    Doubt(
        "points of bounties and lines",
        ("operations.cards.points", "lines.list.points"),
        now=lambda scenario: "as assumed",
        draw=_draw_points,
        ends=_point_ends,
    ),
)
