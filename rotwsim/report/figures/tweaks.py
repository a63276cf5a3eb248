"""Figures of what tweaks do: differences of win rates and results, effects and interactions."""

from rotwsim.report import wording
from rotwsim.report.figures import Picture, marks, new_axes
from rotwsim.report.figures.marks import Series, forest, percent_axis, row_height, verdict_marks
from rotwsim.report.findings import tweaks
from rotwsim.report.findings.tweaks import by_baseline, short
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, difference_in_words, games_span, itemised, signed
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
    series = []
    for (_, own), shift in zip(groups, (-0.17, 0.17) if several else (0.0,), strict=True):
        rows = {short(row): row for row in _with_boxes(own)}
        kept = [rows.get(short(row), {}) for row in first]
        signs = verdict_marks([row.get("verdict", "") for row in kept])
        series.append(Series(kept, signs, "difference", shift=shift))
    figure, axes = new_axes(len(names) + several, row=max(row_height(names), 0.34))
    marks.draw_zero(axes, results.margin)
    marks.label_rows(axes, names)
    for each in series:
        marks.draw_stems(axes, each)
        marks.draw_intervals(axes, each.rows, each.marks, each.value, each.shift)
    changes = zip(*(map(_change_of, each.rows) for each in series), strict=True)
    marks.write_values(axes, list(map(" / ".join, changes)))
    percent_axis(axes, "change of the games won, percentage points", signed=True)
    marks.grid(axes)
    start = _start(groups[0][0]) if not several else ""
    ends = [f"{row['name']} {_change_of(row)} pp" for row in (first[0], first[-1])]
    title = f"{start}{', '.join(ends[: len(first)])}"
    alt = itemised(
        "Differences in win rate",
        (
            f"{_start(name)}{row['name']} {difference_in_words(row)}, {row['verdict']}"
            for name, own in groups
            for row in own
        ),
    )
    caption = _caption(results, first)
    if several:
        caption = f"Upper mark: {groups[0][0]}; lower mark: {groups[1][0]}. {caption}"
    return Picture(f"tweaks-{place}", capital(title), caption, alt, figure)


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
    """Draw a forest per baseline: what each variant does to the result."""
    rows = results.rows("compare", "name", "result_difference", "result_low", "result_high")
    if tweaks.is_about_barons(results):
        return []
    groups = by_baseline(results, rows.assign(name=tweaks.short_names(rows)))
    return [
        _shift(results, strongest(own, "result_difference"), place, name)
        for place, (name, own) in enumerate(groups, 1)
    ]


def _shift(results: Results, rows: Rows, place: int, baseline: str) -> Picture:
    names = rows.column("name")
    shifts = [
        {"value": row["result_difference"], "low": row["result_low"], "high": row["result_high"]}
        for row in rows
    ]
    verdicts = [EASIER if row["low"] > 0 else HARDER if row["high"] < 0 else "" for row in shifts]
    figure = forest(
        names,
        [Series(shifts, verdict_marks(verdicts))],
        lambda axes: axes.set_xlabel("difference in result, points of the game"),
        list(map(signed, rows.column("result_difference"))),
        margin=0.0,
        row=row_height(names),
    )
    start, largest = _start(baseline), _shift_of(rows.farthest("result_difference"))
    title = f"{start}largest shift of the result: {largest}"
    said = (_shift_of(row, between=" ") for row in rows)
    alt = itemised(f"{start}differences in result", said)
    caption = _caption(results, rows, of_results=True)
    return Picture(f"result-shift-{place}", capital(title), caption, alt, figure)


def _shift_of(row: Row, between: str = ", ") -> str:
    change, low, high = (signed(row[f"result_{end}"]) for end in ("difference", "low", "high"))
    return f"{row['name']}{between}{change} ({low} to {high})"


def main_effects(results: Results) -> list[Picture]:
    """Draw the forest of a factorial experiment: each tweak, over all settings of the rest."""
    rows = strongest(tweaks.single_effects(results), "difference")
    if not rows:
        return []
    largest, terms = rows.farthest("difference"), rows.column("term")
    title = f"Over all combinations {largest['term']} counts most: {difference_in_words(largest)}"
    figure = forest(
        terms,
        [Series(rows, marks.interval_marks(rows, results.margin), "difference")],
        lambda axes: percent_axis(axes, "effect on the win rate, pp", signed=True),
        [signed(100 * value) for value in rows.column("difference")],
        margin=results.margin,
        row=row_height(terms),
    )
    caption = (
        f"{games_span(rows.column('n'))} per row. Each effect is averaged over all settings of "
        f"the other tweaks; bars are {results.level} intervals."
    )
    alt = itemised("Main effects", (f"{row['term']} {difference_in_words(row)}" for row in rows))
    return [Picture("effects", title, caption, alt, figure)]


def interactions(results: Results) -> list[Picture]:
    """Draw a heat map of how two tweaks together differ from the sum of both."""
    rows = tweaks.pair_effects(results)
    if not rows:
        return []
    clear = rows.where(clear=True)
    title = f"None of {wording.counted(len(rows), 'interaction')} is clear of chance"
    if clear:
        largest = clear.farthest("difference")
        words = difference_in_words(largest)
        title = f"{largest['term']} differs most from the sum of both: {words}"
    caption = (
        f"{games_span(rows.column('n'))} per row. Pp of win rate beyond the sum of the two single "
        f"effects. {len(clear)} of {len(rows)} are clear of chance."
    )
    alt = itemised("Interactions", (f"{row['term']} {difference_in_words(row)}" for row in rows))
    return [Picture("interactions", title, caption, alt, marks.draw_pairs(rows, 1))]


def _caption(results: Results, rows: Rows, of_results: bool = False) -> str:
    games = games_span(rows.column("games"))
    caption = (
        f"{games} a row, on the deals of the baseline; thin lines are {results.level} intervals"
    )
    if of_results:
        return f"{caption}, ▲ above zero, ▼ below, ○ neither."
    boxes = marks.pale_bars(_with_boxes(rows))
    if boxes and any(is_known(row, "kinds_low") for row in rows):
        boxes = "; pale bands: people who err otherwise, and if our guesses are wrong"
    said = "".join(f"; {caveat}" for caveat in (*_correction(results, rows), *results.caveats))
    key = f"▲ easier, ▼ harder, ■ less than {wording.margin_in_words(results.margin)}, ○ undecided."
    return f"{caption}{boxes}{said}. {key}"


def _correction(results: Results, rows: Rows) -> list[str]:
    """Say for how many variants of the same baseline these verdicts are corrected."""
    families = tweaks.family_sizes(results, rows)
    if not rows.has("p_adjusted"):
        return []
    if families == {1}:
        return ["each row is judged by itself"]
    sizes = " or ".join(str(size) for size in sorted(families))
    return [f"verdicts are corrected for the {sizes} variants of a baseline"]


def _start(baseline: str) -> str:
    return f"{baseline}: " if baseline else ""
