"""Sentences on tweaks and other variants: what they do, alone and in all combinations."""

from collections.abc import Sequence

from rotwsim import stats
from rotwsim.report.arms import labels_of
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, count, counted, listed, percent, pp
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED, Estimate, critical_value, holm

OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
VERDICTS = (EASIER, HARDER, EQUIVALENT, UNDECIDED)
MOST_ROWS = 30
MOST_GAMES = 1_000_000  # beyond it, more games are no advice
TIMES = " × "  # between the parts of an interaction


def tweaks(results: Results) -> list[str]:
    """Say per baseline which variant is the hardest and which the easiest, and what they do."""
    if "map_skill" in results.tables:
        return []  # the chapter of maps says it
    groups = by_baseline(results, compared(results))
    return [_extremes(results, name, rows) for name, rows in groups]


def _extremes(results: Results, baseline: str, rows: Rows) -> str:
    start, decided = f"{baseline}, " if baseline else "", rows.by("verdict")
    found = [
        (word, getattr(decided[clear], end)("difference"))
        for word, clear, end in (("hardest", HARDER, "smallest"), ("easiest", EASIER, "largest"))
        if clear in decided
    ]
    if found and len(rows) > 1:
        (word, first), *others = found
        said = [f"{start}{_won(first, f' is the {word}')}."]
        said += [f"{row['name']} is the {word}, {_won(row)}." for word, row in others]
        return " ".join(map(capital, said))
    if found:
        return capital(f"{start}{_won(rows[0], '')}.")
    nearest = min(rows, key=lambda row: games_to_decide(results, row))
    what = "clearly easier or harder" if EQUIVALENT in decided else "decided"
    text = f"{start}none of {len(rows)} is {what}"
    if len(rows) == 1:
        text = f"{start}{nearest['name']} is {nearest['verdict']}"
    if nearest["verdict"] == UNDECIDED:
        games = games_to_decide(results, nearest)
        need = f"about {count(games)} games an arm" if games < MOST_GAMES else "no number of games"
        text += f"; {need} would decide {nearest['name'] if len(rows) > 1 else 'it'}"
    return capital(f"{text}.")


def _won(row: Row, which: str | None = None) -> str:
    """Write what a variant does: "cash is the easiest: 61 % won instead of 54 %", or the rate."""
    name = "" if which is None else f"{row['name']}{which}: "
    if not is_known(row, "baseline_win_rate"):
        return f"{name}{pp(row['difference'], 0)}"
    before, after = percent(row["baseline_win_rate"], 0), percent(row["win_rate"], 0)
    return f"{name}{after} won instead of {before}" if name else after


def games_to_decide(results: Results, row: Row, family: int = 0) -> int:
    """Estimate the games an arm needs until its verdict is clear, if the difference is as found."""
    if "more_games" in row:  # the analysis has counted them
        more = row["more_games"] if is_known(row, "more_games") else MOST_GAMES
        return int(min(MOST_GAMES, round(row["games"] + more, -2)))
    half = (row["high"] - row["low"]) / 2
    family = family or max(family_sizes(results, Rows([row])), default=1)
    wider = critical_value(stats.simultaneous_level(family, results.confidence))
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
            f"{pp(row['difference'])}"
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
        stats.verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
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
        return [
            f"Tweaks add up: none of {counted(len(pairs), 'pair')} differs from the sum of both."
        ]
    top = clear.farthest("difference")
    side = "easier" if top["difference"] > 0 else "harder"
    gap = pp(abs(top["difference"]), 0).lstrip("+")
    return [
        f"Tweaks do not just add up: {top['first']} and {top['second']} together are {gap} {side} "
        f"than the sum of both. {len(clear)} of {counted(len(pairs), 'pair')} clearly differ."
    ]


def effects(results: Results) -> list[str]:
    """Name the strongest single effect of a factorial experiment."""
    single = single_effects(results)
    if not single:
        return []
    top = single.farthest("difference")
    return [
        f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
        f"{pp(top['difference'], 0)}."
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
