"""Two sides that played the same games: their difference, its test, its verdict, as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rotwsim import stats
from rotwsim.analysis.boxes import known_ranges
from rotwsim.analysis.pool import ArmGames
from rotwsim.analysis.results import Table, board_facts, ends, frame, rows_of, tabled
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import MARGIN, Estimate, PairedDifference

MOST_WORTH_PLAYING = 1_000_000  # games


@dataclass(frozen=True)
class Side:
    """A table of games that nobody described, as one side of a comparison."""

    name: str
    table: Table
    label: str = ""
    side: str = ""
    scenario: Scenario | None = None


Played = ArmGames | Side


def verdict_table(
    baseline: Played,
    variants: Sequence[Played],
    margin: float = MARGIN,
    words: Sequence[str] | None = None,
    at_precision: bool = False,
) -> Table:
    """Give the table of a comparison; that any of its verdicts is false has a chance of 5 % in all.

    Words of a sequential test, where the games ended by it, take the place of the verdicts, and
    intervals that allow for a stop, where the games ended at a precision, that of the plain ones.
    """
    if not variants:
        raise DataError("there is no variant to compare")
    check_names([baseline.name, *(variant.name for variant in variants)])
    pairs = [pair_of(baseline, variant) for variant in variants]
    verdicts = stats.family_verdicts([flips_of(pair) for pair in pairs], margin)
    words = words or [found.verdict for found in verdicts]
    level = stats.simultaneous_level(len(variants))
    rows = []
    for variant, pair, found, word in zip(variants, pairs, verdicts, words, strict=True):
        is_sided = word in (stats.EASIER, stats.HARDER)
        if is_sided and abs(pair.difference.value) <= margin:  # a sequential test may stop there
            word = stats.UNDECIDED
        row = row_of(baseline, variant, pair, found.p_adjusted, word)
        if at_precision:
            row |= ends("difference", stats.difference_at_stop(*flips_of(pair)))
        is_open = word == stats.UNDECIDED
        row["more_games"] = more_games(pair, margin, level) if is_open else math.nan
        if sure := side_of_target(baseline.scenario, variant.scenario):
            # The same games by another target: every flip is to one side, so its sign is known.
            end, limit = ("low", max) if sure == stats.EASIER else ("high", min)
            row |= {end: limit(0.0, row[end]), "more_games": math.nan}
            row["verdict"] = sure if word == stats.UNDECIDED else word
        rows.append(row)
    table = frame(rows)
    return table.sort_values(["difference", "result_difference"], ascending=False, kind="stable")


def pair_of(baseline: Played, variant: Played) -> PairedDifference:
    """Compare the wins, game by game; a variant may have stopped before its baseline."""
    check_same_games(baseline, variant)
    n = len(variant.table)
    return stats.paired_difference(baseline.table["won"].iloc[:n], variant.table["won"])


def result_change(baseline: Played, variant: Played) -> Estimate:
    """Compare the results, game by game; a variant may have stopped before its baseline."""
    before = baseline.table["result"].iloc[: len(variant.table)]
    return stats.paired_mean_difference(before, variant.table["result"])


def flips_of(pair: PairedDifference) -> tuple[int, int, int]:
    """Count pairs that only the baseline won, that only the variant won, and all."""
    return pair.only_baseline, pair.only_variant, pair.n


def row_of(
    baseline: Played, variant: Played, pair: PairedDifference, p_adjusted: float, word: str
) -> dict:
    return {
        "baseline": baseline.name,
        "arm": variant.name,
        "name": variant.label or variant.name,
        "side": variant.side,
        "games": pair.n,
        "baseline_win_rate": pair.baseline.value,
        "win_rate": pair.variant.value,
        **ends("difference", pair.difference),
        "p_value": pair.p_value,
        "p_adjusted": p_adjusted,
        "verdict": word,
        **known_ranges.boxes_between(baseline.scenario, variant.scenario),
        **known_ranges.bands_between(baseline.scenario, variant.scenario),
        "flipped": pair.flipped.value,
        "variance_ratio": pair.variance_ratio,
        **ends("result_difference", result_change(baseline, variant), "result_"),
    }


def more_games(pair: PairedDifference, margin: float, level: float) -> float:
    wanted = stats.pairs_to_decide(pair, margin, level)
    return max(1.0, wanted - pair.n) if wanted <= MOST_WORTH_PLAYING else math.inf


def side_of_target(baseline: Scenario | None, variant: Scenario | None) -> str:
    """Say what a variant does that changes nothing but the target; nothing for any other."""
    if baseline is None or variant is None or baseline.seats or variant.seats:
        return ""
    if baseline.aims_at_target or variant.aims_at_target:
        return ""
    needed, now = baseline.parameters, variant.parameters
    same = replace(variant, tweaks=baseline.tweaks, settings=baseline.settings) == baseline
    if not same or {**now, "target": 0} != {**needed, "target": 0}:
        return ""
    step = now["target"] - needed["target"]
    return "" if not step else stats.HARDER if step > 0 else stats.EASIER


def surprises(table: Table) -> list[str]:
    """Give a sentence for each variant that does the opposite of what the rulebook says."""
    opposite = {stats.EASIER: stats.HARDER, stats.HARDER: stats.EASIER}
    return [
        f"{row.arm}: the rulebook says {row.side}, the games say {row.verdict}, by "
        f"{100 * abs(row.difference):.1f} points ({100 * row.low:.1f} to {100 * row.high:.1f})"
        for row in rows_of(table)
        if row.side and row.verdict == opposite[row.side]
    ]


EFFECTS = (
    *("board", "board_title", "barons", "tweak", "target", "standard_wins", "games", "win_rate"),
    *("difference", "low", "high", "kinds_low", "kinds_high", "boxes_difference_low"),
    *("boxes_difference_high", "all_low", "all_high", "result_difference", "result_low"),
    *("result_high", "verdict", "more_games"),
)


@tabled(columns=EFFECTS)
def effects_table(baseline: ArmGames, variants: Sequence[ArmGames], table: Table) -> Iterator[dict]:
    """List what each tweak does to a person: chance, kinds of error, boxes, and points."""
    scenario = baseline.scenario
    is_of_people = scenario.has_person and not scenario.seats
    found = {row["arm"]: row for row in table.to_dict("records")}
    for variant in variants if is_of_people else ():
        own, row = variant.scenario, found[variant.name]
        added = set(own.tweaks) - set(scenario.tweaks)
        if len(added) != 1 or replace(own, tweaks=scenario.tweaks) != scenario:
            continue
        bands = ("", "kinds_", "boxes_difference_")
        ends_of = [(row[f"{of}low"], row[f"{of}high"]) for of in bands]
        low, high = known_ranges.together(row["difference"], *ends_of)
        row |= board_facts(scenario) | {"tweak": added.pop(), "target": own.parameters["target"]}
        row |= {"all_low": low, "all_high": high}
        yield row | {"standard_wins": scenario.wins / 100 or row["baseline_win_rate"]}


def check_names(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise DataError(f'two sides of the comparison are called "{name}"')


def check_same_games(baseline: Played, variant: Played) -> None:
    """Pairs are pairs only on the same seeds."""
    for side in (baseline, variant):
        missing = [key for key in ("game", "won", "result") if key not in side.table]
        if missing or not len(side.table):
            what = f"no column {', '.join(missing)}" if missing else "no games"
            raise DataError(f'the table of "{side.name}" has {what}')
    n = len(variant.table)
    games = baseline.table["game"].to_numpy()[:n]
    seeds = {side.table.attrs.get("seed") for side in (baseline, variant)} - {None}
    if len(seeds) > 1 or len(games) != n or (games != variant.table["game"].to_numpy()).any():
        raise DataError(
            f'"{variant.name}" does not hold the same games of the same seed as "{baseline.name}"'
        )
