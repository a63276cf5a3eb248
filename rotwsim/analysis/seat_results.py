"""What the seats of multiplayer games did, game by game, and measures of variants side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.analysis.results import Table, ends, frame
from rotwsim.runner.game_columns import win_shares
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BIDDING, DataError
from rotwsim.stats import Estimate
from rotwsim.stats.means_and_quantiles import Difference

SEATS = 4
FEWEST_GAMES = 2
SITTING = "casual"  # who sits down where the scenario's own player cannot


def seated_scenario(scenario: Scenario, seats: int = 0) -> Scenario:
    """Seat the scenario's player `seats` times; without a number its own seats stay."""
    if scenario.seats and not seats:
        return scenario
    alone = scenario.player if scenario.player in multiplayer_players() else SITTING
    players = set(scenario.seats) or {alone}
    if len(players) > 1:
        raise DataError("several numbers of seats need the same player in all seats")
    solo = {} if scenario.seats else {"player": Scenario.__dataclass_fields__["player"].default}
    return scenario.varied(seats=[f"{seats or SEATS}*{players.pop()}"], **solo)


def check_sample(played: Sequence[ArmGames]) -> None:
    games = min(arm.games for arm in played)
    if games < FEWEST_GAMES:
        raise DataError(f"{games} game is no sample; seats need at least {FEWEST_GAMES}")


def style_arms(scenario: Scenario, styles: Sequence[str] = (), name: str = "") -> list[Arm]:
    """Play each bidding style, its own one first; all styles unless some are named."""
    begin = f"{name}, " if name else ""
    named = {in_words(style): style for style in styles or [scenario.bidding, *BIDDING]}
    return [
        Arm(f"{begin}{label}", scenario.varied(bidding=style), label=label)
        for label, style in named.items()
    ]


def mixed_seats(scenario: Scenario, better: str, worse: str, seat: int = 0) -> Scenario:
    others = len(scenario.seats) - 1
    return scenario.varied(seats=[*[worse] * seat, better, *[worse] * (others - seat)])


def in_words(name: str) -> str:
    return name.replace("_", " ")


@dataclass(frozen=True)
class Seated:
    """The multiplayer games of an arm; arrays hold a row per game and a column per seat."""

    arm: ArmGames

    def of(self, field: str) -> np.ndarray:
        return np.stack([self.arm.of_seat(field, seat) for seat in self.seats], axis=1)

    @property
    def seats(self) -> range:
        return range(len(self.arm.scenario.seats))

    @cached_property
    def wins(self) -> np.ndarray:
        """Give the share of the win of each seat (M42)."""
        return win_shares(self.of("sharing"))

    @cached_property
    def scores(self) -> np.ndarray:
        return self.of("score").astype(float)

    @cached_property
    def clockwise(self) -> np.ndarray:
        """Say how far each seat sits from the first bidder of the game, from 0 on (M1)."""
        first = self.of("bids_first").argmax(axis=1)
        return (np.arange(len(self.seats)) - first[:, None]) % len(self.seats)

    @cached_property
    def first_order(self) -> np.ndarray:
        """Give the place of each seat in the order of the first turn, from 0 on."""
        return self.of("first_order") - 1

    @property
    def wins_by_place(self) -> np.ndarray:
        """Give the shares of the win from the first bidder on."""
        return by_place(self.wins, self.clockwise)

    @cached_property
    def comebacks(self) -> np.ndarray:
        """Give the share of the win that goes to seats that did not lead at half time."""
        half = self.of("half_score")
        leads = half == half.max(axis=1, keepdims=True)
        return 1 - (self.wins * leads).sum(axis=1)


def by_place(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Give the values of the seats of each game, put into the order of their places."""
    return np.take_along_axis(values, np.argsort(places, axis=1, kind="stable"), axis=1)


SHARE, POINTS, DOLLARS, TURNS = "share", "points", "$", "turns"  # units


@dataclass(frozen=True)
class Measure:
    """A number of every game, its unit, and the difference that does not matter."""

    unit: str
    margin: float
    of_game: Callable[[Seated], np.ndarray]


def _of_table(column: str) -> Callable[[Seated], np.ndarray]:
    return lambda seated: seated.arm.table[column].to_numpy(float)


UNFAIRNESS, SKILL = "unfairness", "skill"
UNFAIR_MARGIN = SKILL_MARGIN = 0.02
MEASURES = {
    "score": Measure(POINTS, 1.0, lambda seated: seated.scores.mean(axis=1)),
    "winning score": Measure(POINTS, 1.0, lambda seated: seated.scores.max(axis=1)),
    "spread": Measure(POINTS, 1.0, lambda seated: seated.scores.std(axis=1)),
    "margin": Measure(POINTS, 1.0, _of_table("margin")),
    "comebacks": Measure(SHARE, 0.02, lambda seated: seated.comebacks),
    "turns": Measure(TURNS, 0.25, _of_table("turns")),
    "money bid": Measure(DOLLARS, 2.0, _of_table("money_bid")),
    "bonds": Measure("bonds", 0.5, lambda seated: seated.of("bonds").mean(axis=1)),
}
Skills = Mapping[str, np.ndarray]  # of an arm: the better player's share of the win in each game


def measures_table(
    baseline: ArmGames, variants: Sequence[ArmGames], skill: Skills | None = None
) -> Table:
    """Give every measure of the baseline, then every difference; verdicts hold together for all."""
    before = levels(baseline, skill)
    rows = [row_of(baseline, name, *level) for name, level in before.items()]
    compared = [differences(baseline, variant, skill) for variant in variants]
    gaps = [gap for of_variant in compared for gap in of_variant.values()]
    verdicts = iter(stats.mean_verdicts(gaps) if gaps else [])
    for variant, of_variant in zip(variants, compared, strict=True):
        for name, level in levels(variant, skill).items():
            gap, (verdict, p_adjusted) = of_variant[name], next(verdicts)
            rows.append(
                row_of(variant, name, *level)
                | {"baseline_mean": before[name][1].value, **ends("difference", gap.estimate)}
                | {"p_value": gap.p_value, "p_adjusted": p_adjusted, "verdict": verdict}
            )
    table = frame(rows)
    table.insert(0, "baseline", baseline.label)
    return table


def row_of(arm: ArmGames, measure: str, unit: str, own: Estimate) -> dict:
    row = {"arm": arm.name, "name": arm.label, "board": arm.scenario.board.title}
    row |= {"measure": measure, "unit": unit, "games": arm.games}
    return row | ends("mean", own, "mean_")


def measured(
    arm: ArmGames, skill: Skills | None
) -> tuple[Seated, dict[str, tuple[str, float, np.ndarray]]]:
    """Give the unit, the margin and the numbers of games of every measure."""
    seated = Seated(arm)
    found = {name: (one.unit, one.margin, one.of_game(seated)) for name, one in MEASURES.items()}
    if skill is not None:
        found[SKILL] = SHARE, SKILL_MARGIN, skill[arm.name]
    return seated, found


def levels(arm: ArmGames, skill: Skills | None) -> dict[str, tuple[str, Estimate]]:
    """Give the unit and the estimate of every measure of an arm."""
    seated, numbers = measured(arm, skill)
    found = {}
    for name, (unit, _, values) in numbers.items():
        own = stats.mean(values)
        found[name] = unit, own.within(0, 1) if unit == SHARE else own
    return found | {UNFAIRNESS: (SHARE, stats.fairness(seated.wins_by_place).unfairness)}


def differences(
    baseline: ArmGames, variant: ArmGames, skill: Skills | None
) -> dict[str, Difference]:
    """Give what the variant does to every measure, in the order of `levels`."""
    (base, before), (other, after) = (measured(arm, skill) for arm in (baseline, variant))
    found = {
        name: stats.paired_means(values, after[name][2], margin)
        for name, (_, margin, values) in before.items()
    }
    gap, p_value = stats.unfairness_difference(base.wins_by_place, other.wins_by_place)
    return found | {UNFAIRNESS: Difference(gap, p_value, UNFAIR_MARGIN)}
