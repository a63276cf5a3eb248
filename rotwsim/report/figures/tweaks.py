"""Figures of what tweaks do: differences of win rates and results, effects and interactions."""

from rotwsim.report import wording
from rotwsim.report.figures import FAINT, SMALL, Picture, marks, new_axes, picture
from rotwsim.report.figures.marks import Series, forest, percent_axis, row_height, verdict_marks
from rotwsim.report.findings import tweaks
from rotwsim.report.findings.tweaks import by_baseline, short
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import difference_in_words, games_span, signed
from rotwsim.stats import EASIER, HARDER

BANDS = ("boxes_difference_low", "boxes_difference_high", "kinds_low", "kinds_high")
MOST_ROWS = 30


def tweak_differences(results: Results) -> list[Picture]:
    """Draw what each variant does to the win rate, the hardest on top; with Barons in the same row.

    Baselines that do not differ in the Barons alone have a figure each.
    """
    groups = by_baseline(results, tweaks.compared(results))
    names = [{*map(short, rows)} for _, rows in groups]
    together = [groups] if len(groups) == 2 and names[0] == names[1] else [[own] for own in groups]
    return [_ranked(results, own, place) for place, own in enumerate(together, 1)]


def _ranked(results: Results, groups: list[tuple[str, Rows]], place: int) -> Picture:
    first = Rows(strongest(groups[0][1], "difference")[::-1])  # the hardest on top
    names, several = first.column("name"), len(groups) > 1
    figure, axes = new_axes(len(names) + several, row=max(row_height(names), 0.34))
    marks.draw_zero(axes, results.margin)
    marks.label_rows(axes, names)
    changes = []
    for (_, own), shift in zip(groups, (-0.17, 0.17) if several else (0.0,), strict=True):
        rows = {short(row): row for row in _with_boxes(own)}
        kept = [rows.get(short(row), {}) for row in first]
        signs = verdict_marks([row.get("verdict", "") for row in kept])
        marks.draw_stems(axes, Series(kept, signs, "difference", shift=shift))
        marks.draw_intervals(axes, kept, signs, "difference", shift)
        changes.append(map(_change_of, kept))
    marks.write_values(axes, list(map(" / ".join, zip(*changes, strict=True))))
    percent_axis(axes, "change of the games won, percentage points", signed=True)
    marks.grid(axes)
    if several:
        key = "Upper mark and first number: {}\nLower mark and second number: {}"
        key = key.format(*(name for name, _ in groups))
        figure.suptitle(key, fontsize=SMALL, color=FAINT, x=0.99, ha="right")
    ends = [f"{row['name']} {_change_of(row)} pp" for row in (first[0], first[-1])]
    said = (
        f"{_start(name)}{row['name']} {difference_in_words(row)}, {row['verdict']}"
        for name, own in groups
        for row in own
    )
    bands = marks.pale_bars(_with_boxes(first))
    if bands and any(is_known(row, "kinds_low") for row in first):
        bands = "; pale bands: people who err otherwise, and if our guesses are wrong"
    texts = {
        "start": "" if several else _start(groups[0][0]),
        "ends": ", ".join(ends[: len(first)]),
    }
    texts |= {"rests": _rests(results, first), "bands": bands, "caveats": _caveats(results, first)}
    return picture(f"tweaks-{place}", results, first, figure, said, **texts)[0]


def strongest(rows: Rows, column: str) -> Rows:
    """Choose as many rows as a figure takes, sorted from easiest to hardest."""
    kept = rows.ordered(lambda row: -abs(row[column]))[:MOST_ROWS]
    return Rows(kept).ordered(column, descending=True)


def _change_of(row: Row) -> str:
    return signed(100 * row["difference"], 0) if "difference" in row else ""


def _with_boxes(rows: Rows) -> Rows:
    """Give each row the range over unknown boxes and kinds of error, for the pale bands."""
    known = [[row[name] for name in BANDS if is_known(row, name)] or [None] for row in rows]
    return rows.assign(boxes_low=list(map(min, known)), boxes_high=list(map(max, known)))


def result_shift(results: Results) -> list[Picture]:
    rows = results.rows("compare", "name", "result_difference", "result_low", "result_high")
    if tweaks.is_about_barons(results):
        return []
    groups = by_baseline(results, rows.assign(name=tweaks.short_names(rows)))
    return [_shift(results, own, place, name) for place, (name, own) in enumerate(groups, 1)]


def _shift(results: Results, rows: Rows, place: int, baseline: str) -> Picture:
    rows = strongest(rows, "result_difference")
    ends = {"value": "result_difference", "low": "result_low", "high": "result_high"}
    shifts = [{end: row[name] for end, name in ends.items()} for row in rows]
    verdicts = [EASIER if row["low"] > 0 else HARDER if row["high"] < 0 else "" for row in shifts]
    figure = forest(
        rows.column("name"),
        [Series(shifts, verdict_marks(verdicts))],
        lambda axes: axes.set_xlabel("change of the mean score, points"),
        list(map(signed, rows.column("result_difference"))),
        margin=0.0,
        row=row_height(rows.column("name")),
    )
    texts = {"start": _start(baseline), "rests": _rests(results, rows)}
    top = rows.farthest("result_difference")
    return picture(f"result-shift-{place}", results, rows, figure, top=top, **texts)[0]


def main_effects(results: Results) -> list[Picture]:
    """Draw the forest of a factorial experiment: each tweak, over all settings of the rest."""
    rows = strongest(tweaks.single_effects(results), "difference")
    if not rows:
        return []
    figure = forest(
        rows.column("term"),
        [Series(rows, marks.interval_marks(rows, results.margin), "difference")],
        "effect on the win rate, pp",
        [signed(100 * value) for value in rows.column("difference")],
        margin=results.margin,
        row=row_height(rows.column("term")),
    )
    return picture("effects", results, rows, figure, top=rows.farthest("difference"))


def interactions(results: Results) -> list[Picture]:
    """Draw a heat map of how two tweaks together differ from the sum of both."""
    rows = tweaks.pair_effects(results)
    if not rows:
        return []
    title = f"None of {wording.counted(len(rows), 'pair')} clearly differs from the sum of both"
    if clear := rows.where(clear=True):
        largest = clear.farthest("difference")
        words = wording.pp(largest["difference"], 0)
        title = f"{largest['term']} together differ most from the sum of both: {words}"
    figure = marks.draw_pairs(rows)
    return picture("interactions", results, rows, figure, title=title, clear=len(clear))


def _rests(results: Results, rows: Rows) -> str:
    games = games_span(rows.column("games"))
    return f"{games} a row, on the deals of the baseline; thin lines are {results.level} intervals"


def _caveats(results: Results, rows: Rows) -> str:
    """Say for how many variants of the same baseline these verdicts are corrected; then caveats."""
    families, said = tweaks.family_sizes(results, rows), list(results.caveats)
    if rows.has("p_adjusted"):
        sizes = " or ".join(str(size) for size in sorted(families))
        corrected = f"verdicts are corrected for {sizes} tests"
        said.insert(0, "each row is judged alone" if families == {1} else corrected)
    return "".join(f"; {caveat}" for caveat in said)


def _start(baseline: str) -> str:
    return f"{baseline}: " if baseline else ""
