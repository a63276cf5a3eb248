"""Sentences on tweaks and other variants: what they do, alone and in all combinations."""

from rotwsim import stats
from rotwsim.report.arms import labels_of
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, count, counted, listed, percent, pp
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED

OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
MOST_GAMES = 1_000_000  # beyond it, more games are no advice
TIMES = " × "  # between the parts of an interaction


def tweaks(results: Results) -> list[str]:
    """Say per baseline which variant is the hardest and which the easiest, and what they do."""
    if "map_skill" in results.tables:
        return []  # the chapter of maps says it
    groups = by_baseline(results, compared(results))
    return [" ".join(map(capital, _extremes(name, rows))) for name, rows in groups]


def _extremes(baseline: str, rows: Rows) -> list[str]:
    """Write sentences: "Cash is the hardest: 31 % won instead of 54 %."."""
    start, decided = f"{baseline}, " if baseline else "", rows.by("verdict")
    found = [
        (word, getattr(decided[clear], end)("difference"))
        for word, clear, end in (("hardest", HARDER, "smallest"), ("easiest", EASIER, "largest"))
        if clear in decided
    ]
    if found:
        (word, first), *others = found
        which = f" is the {word}" * (len(rows) > 1)
        said = [f"{row['name']} is the {word}, {_won(row)[0]}." for word, row in others]
        return [f"{start}{first['name']}{which}: {' won instead of '.join(_won(first))}.", *said]
    nearest = min(rows, key=games_to_decide)
    what = "clearly easier or harder" if EQUIVALENT in decided else "decided"
    text, named = f"none of {len(rows)} is {what}", nearest["name"]
    if len(rows) == 1:
        text, named = f"{named} is {nearest['verdict']}", "it"
    if nearest["verdict"] == UNDECIDED:
        games = games_to_decide(nearest)
        need = f"about {count(games)} games an arm" if games < MOST_GAMES else "no number of games"
        text += f"; {need} would decide {named}"
    return [f"{start}{text}."]


def _won(row: Row) -> list[str]:
    if not is_known(row, "baseline_win_rate"):
        return [pp(row["difference"], 0)]
    return [percent(row[name], 0) for name in ("win_rate", "baseline_win_rate")]


def games_to_decide(row: Row) -> int:
    """Say how many games an arm needs until its verdict is clear, as the analysis forecasts."""
    more = row["more_games"] if is_known(row, "more_games") else MOST_GAMES
    return int(min(MOST_GAMES, round(row["games"] + more, -2)))


def prices(results: Results) -> list[str]:
    """Say which tweaks are worth the same on every map, to every skill and kind of error."""
    rows = results.rows("prices", "tweak", "difference", "holds")
    if not rows:
        return []
    kept = rows.where(lambda row: row["holds"])
    names = [f"{row['tweak']} {pp(row['difference'], 0)}" for row in kept or rows]
    start = "No tweak has one price for all maps and people; on average"
    if kept:
        number = f"{len(kept)} of {counted(len(rows), 'tweak')}"
        start = f"{number} are worth the same on every map and to everybody"
    return [f"{start}: {listed(names, most=len(rows))}."]


def against_the_rulebook(results: Results) -> list[str]:
    """Name tweaks that do the opposite of what the rulebook says, or nothing that matters."""
    rows = compared(results).where(lambda row: row.get("side") in OPPOSITE)
    odd = rows.where(lambda row: row["verdict"] == OPPOSITE[row["side"]])
    said = []
    for name, own in by_baseline(results, odd):
        pieces = (
            f"{r['name']} is meant to be {r['side']} and is {r['verdict']}, {pp(r['difference'])}"
            for r in own
        )
        said.append(f"Against the rulebook{f' ({name})' if name else ''}: {'; '.join(pieces)}.")
    if idle := rows.where(verdict=EQUIVALENT):
        names = dict.fromkeys(distinct_names(idle))
        said.append(f"No difference that matters: {listed(names, most=len(idle))}.")
    if rows and all(row["verdict"] == row["side"] for row in rows):
        said.append("Every tweak does what the rulebook says.")
    return said


def compared(results: Results) -> Rows:
    """List the variants with a difference and a verdict, the easiest first."""
    if is_about_barons(results):
        return Rows()
    rows = results.rows("compare", "name", "difference", "low", "high", "verdict")
    rows = rows.ordered("difference", descending=True)
    known = (EASIER, HARDER, EQUIVALENT)
    verdicts = [word if word in known else UNDECIDED for word in rows.column("verdict")]
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
    names = []
    for row in rows:
        base = str(row.get("baseline", ""))
        own = [word for word in row["name"].split(", ") if word not in base.split(", ")]
        barons = "duel barons" in base.lower() and "without" not in base.lower()
        names.append(plain_name(", ".join(own) or row["name"], barons))
    return names


def plain_name(name: str, barons: bool = False) -> str:
    """Write a tweak in plain words, followed by its short name; any other name as it is."""
    words = tweak_words(name, barons)
    return name if words == name else f"{words} ({name})"


def short(row: Row) -> str:
    """Name a variant by its short name, as commands take it."""
    return row["name"].rpartition("(")[2].rstrip(")") if "(" in row["name"] else row["name"]


def by_baseline(results: Results, rows: Rows) -> list[tuple[str, Rows]]:
    """Group the rows by baseline, with its words; no words if there is only one.

    One and the same variant of several baselines is one group, and its rows are the baselines.
    """
    groups = rows.by("baseline") if rows.has("baseline") else {}
    if len(groups) <= 1:
        return [("", rows)] if rows else []
    arms = results.rows("arms", "arm").once("arm")
    order = arms.column("arm")
    names = sorted(groups, key=lambda name: order.index(name) if name in order else 0)
    if len(rows.kinds("name")) == 1 and len(names) == len(rows):
        return [(rows[0]["name"], rows.assign(name=rows.column("baseline")))]
    known = Rows(arms[order.index(name)] for name in names if name in order)
    labels = labels_of(known) if len(known) == len(names) else names
    return [(label, groups[name]) for label, name in zip(labels, names, strict=True)]


def family_sizes(results: Results, rows: Rows) -> set[int]:
    """Count how many variants each baseline of these rows has in the whole table."""
    if not rows.has("baseline"):
        return {len(results.rows("compare", "name", "verdict"))}
    families = results.rows("compare", "baseline", "verdict").by("baseline")
    return {len(families[name]) for name in rows.kinds("baseline")}


def interactions(results: Results) -> list[str]:
    pairs = pair_effects(results)
    clear, counts = pairs.where(clear=True), counted(len(pairs), "pair")
    if not clear:
        return [f"Tweaks add up: none of {counts} differs from the sum of both."] if pairs else []
    top = clear.farthest("difference")
    side, gap = EASIER if top["difference"] > 0 else HARDER, pp(abs(top["difference"]), 0)
    return [
        f"Tweaks do not just add up: {top['first']} and {top['second']} together are "
        f"{gap.lstrip('+')} {side} than the sum of both. {len(clear)} of {counts} clearly differ."
    ]


def effects(results: Results) -> list[str]:
    single = single_effects(results)
    if not single:
        return []
    top = single.farthest("difference")
    return [
        f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
        f"{pp(top['difference'], 0)}."
    ]


def single_effects(results: Results) -> Rows:
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
        clear = [bool(p < 1 - results.confidence) for p in stats.holm(rows.column("p_value"))]
    first, second = ([term.split(TIMES)[part] for term in rows.column("term")] for part in (0, 1))
    return rows.assign(first=first, second=second, clear=clear)
