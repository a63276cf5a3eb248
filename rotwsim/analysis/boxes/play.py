"""Plausible boxes played: random draws of a board, each with the tweaks, on different seeds."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from rotwsim.analysis.boxes.unknowns import Setting, filled
from rotwsim.analysis.pool import Games, Interrupted
from rotwsim.runner.person_calibration import curve_of, standard_game
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.scenario import Scenario

TARGET = "target"  # the group of the tweaks that only count the same games otherwise
OF_BARONS = ("barons_in", "barons_out", "barons_harmless")


@dataclass(frozen=True)
class Variant:
    """The standard game or that with Duel Barons, as printed or with tweaks."""

    barons: bool = False
    tweaks: tuple[str, ...] = ()

    def of(self, scenario: Scenario, player: str) -> Scenario:
        """Give this variant of a scenario; a choice of Barons counts only where they are used."""
        changes = {} if self.barons else dict.fromkeys(OF_BARONS, ())
        return scenario.varied(player=player, barons=self.barons, tweaks=self.tweaks, **changes)

    def played_as(self, scenario: Scenario) -> Variant:
        """Give the variant whose games these are too: only who aims at the target looks at it."""
        if scenario.aims_at_target:
            return self
        groups = tweak_groups()
        return replace(self, tweaks=tuple(t for t in self.tweaks if groups[t] != TARGET))


PlayedBy = tuple[str, Variant]


@dataclass(frozen=True)
class Boxes:
    """The games of many draws: a row per draw, a column per game, by player and variant."""

    draws: tuple[Setting, ...]
    results: dict[PlayedBy, np.ndarray]
    by_markers: dict[PlayedBy, np.ndarray]
    targets: dict[Variant, int]
    played_as: dict[Variant, Variant]  # whose games a variant has

    @property
    def games(self) -> int:
        return next(iter(self.results.values())).shape[1]

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(player for player, _ in self.results))

    def won(self, player: str, variant: Variant) -> np.ndarray:
        results = self.results[player, self.played_as[variant]]
        return (results >= self.targets[variant]).astype(float)

    def joined(self, others: Boxes) -> Boxes:
        pairs = (self.results, others.results), (self.by_markers, others.by_markers)
        results, by_markers = (
            {arm: np.concatenate([one[arm], two[arm]]) for arm in one} for one, two in pairs
        )
        draws = self.draws + others.draws
        return Boxes(draws, results, by_markers, self.targets, self.played_as)


def tweak_groups() -> dict[str, str]:
    return {tweak.name: tweak.group for tweak in load_rulebook().tweaks}


def with_each_tweak(barons: bool = False) -> list[Variant]:
    return [Variant(barons), *(Variant(barons, (name,)) for name in tweak_groups())]


def random_draws(scenario: Scenario, count: int, random: np.random.Generator) -> list[Setting]:
    """Random draws of everything unseen, the Baron icons too."""
    with_barons = scenario.varied(barons=True, tweaks=())
    return [filled(with_barons, random) for _ in range(count)]


def play_boxes(
    games: Games,
    draws: Sequence[Setting],
    players: Sequence[str],
    variants: Sequence[Variant],
    count: int,
    first: int = 0,
    stage: str = "boxes",
) -> Boxes:
    """`count` games of every draw, player and variant; a draw is one job.

    Each draw has its own numbers of games, from its place on, `first` for the first, so that
    no deal moves all of them together; its players and variants share them. What the folder of
    the games holds is not played again.
    """
    from rotwsim.runner.game_columns import TRIGGERS

    some = draws[0].scenario
    arms = arms_of(some, players, variants)
    for player in players:
        games.ready(arms[0][1].of(some, player))
    ahead = boxes_ahead(some, len(draws), arms, count, f"{stage} from {first}")
    games.expect([ahead])
    numbered = {first + place: draw.scenario for place, draw in enumerate(draws)}
    results, triggers = np.moveaxis(_play_all(games, numbered, arms, count, ahead), (2, 1), (0, 1))
    return Boxes(
        tuple(draws),
        dict(zip(arms, results, strict=True)),
        dict(zip(arms, triggers == TRIGGERS.index("markers"), strict=True)),
        {variant: variant.of(some, players[0]).parameters["target"] for variant in variants},
        {variant: variant.played_as(some) for variant in variants},
    )


def arms_of(
    scenario: Scenario, players: Sequence[str], variants: Sequence[Variant]
) -> list[PlayedBy]:
    """Say who plays which variant; those that only count the same games otherwise are left out."""
    played = dict.fromkeys(variant.played_as(scenario) for variant in variants)
    return [*product(players, played)]


def boxes_ahead(
    scenario: Scenario, draws: int, arms: Sequence[PlayedBy], count: int, stage: str
) -> Batch:
    played = [variant.of(scenario, player) for player, variant in arms]
    return Batch(played, draws * count, stage)


def _play_all(
    games: Games, draws: dict[int, Scenario], arms: Sequence[PlayedBy], count: int, ahead: Batch
) -> np.ndarray:
    """Play the games of all draws, by number; Ctrl-C ends them, and what is played stays."""
    from rotwsim.runner.play import rules_of
    from rotwsim.runner.run_totals import stopped_by_interrupt

    found: dict[int, DrawGames] = {}

    def play(number: int) -> DrawGames:
        parts = []
        for player in dict.fromkeys(player for player, _ in arms):
            own = [variant.of(draws[number], player) for who, variant in arms if who == player]
            rules = [rules_of(scenario) for scenario in own]
            parts.append(games_of_draw(rules, games.seed, number * count, count, games.folder))
        numbers = np.concatenate([part.numbers for part in parts])
        return DrawGames(numbers, kept=all(part.kept for part in parts))

    with stopped_by_interrupt() as stopped, ThreadPoolExecutor(games.jobs) as pool:
        waiting = {pool.submit(play, number): number for number in draws}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            if stopped.by:
                pool.shutdown(wait=False, cancel_futures=True)
                raise Interrupted(f"stopped by {stopped.by} after {len(found)} draws")
            for name in ahead.names:
                games.ahead.count(name, count * len(found))
            kept = sum(one.kept for one in found.values())
            before = f", {kept} of them kept from before" if kept else ""
            games.report(f"{len(found)} of {len(draws)} draws{before}")
    return np.stack([found[number].numbers for number in draws])


FOLDER = "draws"  # below the folder of all games
IDENTITY_LETTERS = 16


@dataclass(frozen=True)
class DrawGames:
    """Results and triggers, an array of arms × 2 × games, and whether they were there already."""

    numbers: np.ndarray
    kept: bool


def games_of_draw(
    rules: Sequence[np.ndarray], seed: int, first: int, count: int, folder: Path | None
) -> DrawGames:
    """Games `first` to `first + count` - 1 under each of the compiled rules."""
    from rotwsim.core.state.log import no_log
    from rotwsim.runner.play import new_outcomes, play_games

    path = folder / FOLDER / f"{_identity(rules, seed, first, count)}.npz" if folder else None
    numbers = np.zeros((len(rules), 2, count), np.int32)
    found = _read(path, numbers.shape) if path else None
    if found is not None:
        return DrawGames(found, kept=True)
    for place, each in enumerate(rules):
        outcomes = new_outcomes(each, count)
        play_games(each, seed, first, outcomes, no_log())
        numbers[place] = outcomes["result"], outcomes["trigger"]
    if path:
        content = io.BytesIO()
        np.savez_compressed(content, numbers=numbers)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content.getvalue())
    return DrawGames(numbers, kept=False)


def _identity(rules: Sequence[np.ndarray], seed: int, first: int, count: int) -> str:
    from rotwsim.core.jit.decorators import KERNEL_DIGEST

    identity = hashlib.sha256(f"{seed} {first} {count} {KERNEL_DIGEST}".encode())
    for each in rules:
        identity.update(each.tobytes())
    return identity.hexdigest()[:IDENTITY_LETTERS]


def _read(path: Path, shape: tuple[int, ...]) -> np.ndarray | None:
    """Read the numbers of a file; a missing or damaged one is played again."""
    try:
        with np.load(path) as content:
            numbers = content["numbers"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return numbers if numbers.shape == shape else None


TRIED_WINS = (0.85, 0.65, 0.5, 0.35, 0.15)  # of the printed board, at whose knobs a box is tried
TRIAL_GAMES = 30  # of a box at each of these knobs
SHIFTS = np.linspace(-4, 4, 401)  # of the log odds in a box
PRIOR = 1.5  # standard deviation of the shift
TRIAL_SEED = 1_000_003


def person_in_box(box: Scenario, printed: Scenario, number: int, folder: Path | None) -> Scenario:
    """Find the person who wins as often in a box as `printed` says, mostly half.

    A few games at knobs from easy to hard show by how much the log odds of the box are moved.
    """
    from rotwsim.runner.play import rules_of

    curve = curve_of(standard_game(printed))
    tried = [share for share in TRIED_WINS if curve.least < share < curve.most]
    scenarios = [replace(box, knob=curve.knob_for(share)) for share in tried]
    rules = [rules_of(one) for one in scenarios]
    first = number * TRIAL_GAMES
    results = games_of_draw(rules, TRIAL_SEED, first, TRIAL_GAMES, folder).numbers[:, 0]
    wins = (results >= box.parameters["target"]).sum(axis=1)[:, None]
    odds = np.log(np.array(tried) / (1 - np.array(tried)))[:, None] + SHIFTS
    chances = 1 / (1 + np.exp(-odds))
    logs = (wins * np.log(chances) + (TRIAL_GAMES - wins) * np.log(1 - chances)).sum(axis=0)
    weights = np.exp((logs - SHIFTS**2 / PRIOR**2 / 2) - logs.max())
    shift = (weights * SHIFTS).sum() / weights.sum()
    wanted = printed.wins / 100
    share = 1 / (1 + np.exp(shift) * (1 - wanted) / wanted)  # of the printed board
    return replace(box, knob=round(curve.knob_for(float(share)), 4))
