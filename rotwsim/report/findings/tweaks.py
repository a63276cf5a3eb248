"""Sentences on tweaks and other variants: what they do, alone and in all combinations.

Longer than most: figures choose their rows with the same functions.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from rotwsim.report.arms import labels_of
from rotwsim.report.findings.arms import loss_name
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import (
    SPACE,
    capital,
    count,
    counted,
    listed,
    percent,
    plain,
    pp,
    signed,
)
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.stats import (
    EASIER,
    EQUIVALENT,
    HARDER,
    UNDECIDED,
    Estimate,
    critical_value,
    holm,
    simultaneous_level,
    verdict,
)

NAMED_CAUSES = 3
OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
VERDICTS = (EASIER, HARDER, EQUIVALENT, UNDECIDED)
MOST_ROWS = 30
MOST_GAMES = 1_000_000  # beyond it, more games are no advice
TIMES = " × "  # between the parts of an interaction


def tweaks(results: Results) -> list[str]:
    """Say per baseline which variant is the hardest and which the easiest, and what they do."""
    return [
        _on_tweaks(results, name, rows) for name, rows in by_baseline(results, compared(results))
    ]


def _on_tweaks(results: Results, baseline: str, rows: Rows) -> str:
    start, groups = f"{baseline}: " if baseline else "", rows.by("verdict")
    if len(rows) == 1:
        return capital(f"{start}{_change(rows[0])}{_unless_decided(results, rows[0])}.")
    said = []
    if HARDER in groups:
        said.append(f"hardest is {_change(groups[HARDER].smallest('difference'))}")
    if EASIER in groups:
        said.append(f"easiest is {_change(groups[EASIER].largest('difference'))}")
    if said:
        return capital(f"{start}{'; '.join(said)}.")
    nearest = min(rows, key=lambda row: games_to_decide(results, row))
    what = "is clearly easier or harder" if EQUIVALENT in groups else "is decided"
    return capital(f"{start}none of {len(rows)} {what}{_unless_decided(results, nearest, True)}.")


def _change(row: Row) -> str:
    """Write what a variant does: "cash, from 54 to 61 % won"."""
    if not is_known(row, "baseline_win_rate"):
        return f"{row['name']}, {pp(row['difference'], 0)}"
    before = percent(row["baseline_win_rate"], 0).removesuffix(f"{SPACE}%")
    return f"{row['name']}, from {before} to {percent(row['win_rate'], 0)} won"


def _unless_decided(results: Results, row: Row, named: bool = False) -> str:
    """Add what would decide a row that is open."""
    if row["verdict"] != UNDECIDED:
        return "" if named else f": {row['verdict']}"
    games = games_to_decide(results, row)
    of = f" {row['name']}" if named else " it"
    need = f"about {count(games)} games an arm" if games < MOST_GAMES else "no number of games here"
    return f"; {need} would decide{of}"


def games_to_decide(results: Results, row: Row, family: int = 0) -> int:
    """Estimate the games an arm needs until its verdict is clear, if the difference is as found."""
    if "more_games" in row:  # the analysis has counted them
        more = row["more_games"] if is_known(row, "more_games") else MOST_GAMES
        return int(min(MOST_GAMES, round(row["games"] + more, -2)))
    half = (row["high"] - row["low"]) / 2
    family = family or max(family_sizes(results, Rows([row])), default=1)
    wider = critical_value(simultaneous_level(family, results.confidence))
    half *= wider / critical_value(results.confidence)
    far = abs(row["difference"])
    away = far if far > results.margin else results.margin - far
    needed = row["games"] * (half / max(away, 1e-9)) ** 2 if is_known(row, "games") else MOST_GAMES
    digits = max(0, len(str(int(needed))) - 2)
    return int(min(MOST_GAMES, -(-needed // 10**digits) * 10**digits))


def prices(results: Results) -> list[str]:
    """Say which tweaks are worth the same on every map, to every skill and kind of error."""
    rows = results.rows("prices", "tweak", "difference", "holds")
    if not rows:
        return []
    kept = rows.where(lambda row: row["holds"])
    names = listed(
        [f"{row['tweak']} {pp(row['difference'], 0)}" for row in kept or rows], most=len(rows)
    )
    if not kept:
        return [f"No tweak has one price for all maps and people; on average: {names}."]
    where = "on every map and to everybody"
    return [f"{len(kept)} of {counted(len(rows), 'tweak')} are worth the same {where}: {names}."]


def against_the_rulebook(results: Results) -> list[str]:
    """Name tweaks that do the opposite of what the rulebook says, or nothing that matters."""
    rows = compared(results).where(lambda row: row.get("side") in OPPOSITE)
    odd = rows.where(lambda row: row["verdict"] == OPPOSITE[row["side"]])
    said = []
    for name, own in by_baseline(results, odd):
        pieces = [
            f"{row['name']} is meant to be {row['side']} and is {row['verdict']}, "
            f"{pp(row['difference'])}{_why(results, row)}"
            for row in own
        ]
        start = f"Against the rulebook ({name})" if name else "Against the rulebook"
        said.append(f"{start}: {'; '.join(pieces)}.")
    if idle := rows.where(verdict=EQUIVALENT):
        names = listed(dict.fromkeys(distinct_names(idle)), most=len(idle))
        said.append(f"No difference that matters: {names}.")
    if rows and all(row["verdict"] == row["side"] for row in rows):
        said.append("Every tweak does what the rulebook says.")
    return said


def _why(results: Results, variant: Row) -> str:
    """Say what a variant changes most, in parts of what it is without it."""
    columns = ("baseline", "arm", "column", "baseline_mean", "difference", "low", "high")
    if not is_known(variant, "arm"):
        return ""
    own = results.rows("causes", *columns).where(
        lambda row: row["baseline_mean"] > 0 and (row["low"] > 0 or row["high"] < 0),
        arm=variant["arm"],
        baseline=variant["baseline"],
    )
    top = sorted(own, key=lambda row: -abs(row["difference"] / row["baseline_mean"]))
    pieces = [
        f"{loss_name(row['column'])} {signed(row['difference'], 2)}" for row in top[:NAMED_CAUSES]
    ]
    return f" (per game {listed(pieces)})" if pieces else ""


def pairing(results: Results) -> list[str]:
    """Say how many games change hands, and what playing the same deals saves."""
    rows = results.rows("compare", "name", "flipped", "variance_ratio")
    rows = rows.where(lambda row: row["flipped"] > 0)
    if not rows:
        return []
    top = rows.assign(name=distinct_names(rows)).largest("flipped")
    kept = statistics.median(rows.column("variance_ratio"))
    worth = f" Playing the same deals is worth {plain(1 / kept)} times as many games." * (kept > 0)
    return [capital(f"{top['name']} turns most games: {percent(top['flipped'], 0)}.{worth}")]


def compared(results: Results) -> Rows:
    """List the variants with a difference and a verdict, the easiest first."""
    if is_about_barons(results):
        return Rows()
    rows = results.rows("compare", "name", "difference", "low", "high", "verdict")
    rows = rows.ordered("difference", descending=True)
    verdicts = [word if word in VERDICTS else UNDECIDED for word in rows.column("verdict")]
    return rows.assign(name=short_names(rows), verdict=verdicts)


def distinct_names(rows: Rows) -> list[str]:
    """Write short names, with the baseline where several variants have the same name."""
    names = short_names(rows)
    return [
        f"{name} ({row['baseline']})" if "baseline" in row and names.count(name) > 1 else name
        for name, row in zip(names, rows, strict=True)
    ]


def is_about_barons(results: Results) -> bool:
    """Ask whether the only comparison is that of the game with Barons to the one without."""
    return "variant" in results.tables and len(results.tables.get("compare", ())) == 1


def short_names(rows: Rows) -> list[str]:
    """Write the names of variants in plain words, without what their baseline is called too."""
    bases = [str(row.get("baseline", "")) for row in rows]
    return [
        plain_name(name_beside(base, row["name"]), with_barons(base))
        for base, row in zip(bases, rows, strict=True)
    ]


def with_barons(baseline: str) -> bool:
    """Ask whether a baseline is a game with Duel Barons, by its name."""
    return "duel barons" in baseline.lower() and "without" not in baseline.lower()


def plain_name(name: str, barons: bool = False) -> str:
    """Write a tweak in plain words, followed by its short name; any other name as it is."""
    words = tweak_words(name, barons)
    return name if words == name else f"{words} ({name})"


def by_baseline(results: Results, rows: Rows) -> list[tuple[str, Rows]]:
    """Group the rows by baseline, with its words; no words if there is only one.

    One and the same variant of several baselines is one group, and its rows are the baselines.
    """
    groups = rows.by("baseline") if rows.has("baseline") else {}
    if len(groups) <= 1:
        return [("", rows)] if rows else []
    order = results.rows("arms", "arm").column("arm")
    names = sorted(groups, key=lambda name: order.index(name) if name in order else 0)
    if len(rows.kinds("name")) == 1 and len(names) == len(rows):
        return [(rows[0]["name"], rows.assign(name=rows.column("baseline")))]
    arms = Rows(row for name in names for row in results.rows("arms", "arm").where(arm=name)[:1])
    labels = labels_of(arms) if len(arms) == len(names) else names
    return [(label, groups[name]) for label, name in zip(labels, names, strict=True)]


def family_sizes(results: Results, rows: Rows) -> set[int]:
    """Count how many variants each baseline of these rows has in the whole table."""
    if not rows.has("baseline"):
        return {len(results.rows("compare", "name", "verdict"))}
    families = results.rows("compare", "baseline", "verdict").by("baseline")
    return {len(families[name]) for name in rows.kinds("baseline")}


def name_beside(baseline: str, name: str) -> str:
    """Keep what a variant's name says and the name of its baseline does not."""
    known = baseline.split(", ")
    return ", ".join(word for word in name.split(", ") if word not in known) or name


def shifted(results: Results) -> Rows:
    """List the variants whose difference in result is known."""
    if is_about_barons(results):
        return Rows()
    rows = results.rows("compare", "name", "result_difference", "result_low", "result_high")
    return rows.assign(name=short_names(rows))


def strongest(rows: Rows, column: str) -> Rows:
    """Choose as many rows as a figure takes, sorted from easiest to hardest."""
    kept = sorted(rows, key=lambda row: -abs(row[column]))[:MOST_ROWS]
    return Rows(kept).ordered(column, descending=True)


def verdicts_of(results: Results, rows: Rows) -> list[str]:
    """Say what the interval of each row means by itself."""
    return [
        verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
        for row in rows
    ]


def cells_of(rows: Rows) -> tuple[Sequence[str], dict[tuple[int, int], float]]:
    """Arrange the differences of pairs, `first` and `second`, as the lower half of a square.

    The names are those of rows and columns; a cell has its row and its column.
    """
    names = list(dict.fromkeys([*rows.column("first"), *rows.column("second")]))
    cells = {}
    for row in rows:
        early, late = sorted((names.index(row["first"]), names.index(row["second"])))
        if early != late:
            cells[late - 1, early] = row["difference"]
    return names, cells


def short(row: Row) -> str:
    """Name a variant by its short name, as commands take it."""
    return row["name"].rpartition("(")[2].rstrip(")") if "(" in row["name"] else row["name"]


def interactions(results: Results) -> list[str]:
    """Say whether tweaks add up in a factorial experiment."""
    pairs = pair_effects(results)
    if not pairs:
        return []
    clear = pairs.where(clear=True)
    if not clear:
        return [f"Tweaks add up: none of {counted(len(pairs), 'pair')} does more or less together."]
    top = clear.farthest("difference")
    return [
        f"Tweaks do not just add up: {top['term']} together differ by {pp(top['difference'])} from "
        f"the sum of both; {len(clear)} of {counted(len(pairs), 'pair')} differ clearly."
    ]


def effects(results: Results) -> list[str]:
    """Name the strongest single effect of a factorial experiment."""
    single = single_effects(results)
    if not single:
        return []
    top = single.farthest("difference")
    return [
        f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
        f"{pp(top['difference'])}."
    ]


def single_effects(results: Results) -> Rows:
    """List the effects of each tweak alone."""
    rows = results.rows("interactions", "term", "difference", "low", "high")
    rows = rows.where(lambda row: TIMES not in row["term"])
    return rows.assign(term=[plain_name(term) for term in rows.column("term")])


def pair_effects(results: Results) -> Rows:
    """List the interactions of two: their parts as `first` and `second`, and which are `clear`.

    Clear is what remains after correction for their number; without p-values, an interval off zero.
    """
    rows = results.rows("interactions", "term", "difference", "low", "high")
    rows = rows.where(lambda row: row["term"].count(TIMES) == 1)
    clear = [row["low"] > 0 or row["high"] < 0 for row in rows]
    if rows and all(is_known(row, "p_value") for row in rows):
        clear = [bool(p < 1 - results.confidence) for p in holm(rows.column("p_value"))]
    first, second = ([term.split(TIMES)[part] for term in rows.column("term")] for part in (0, 1))
    return rows.assign(first=first, second=second, clear=clear)
