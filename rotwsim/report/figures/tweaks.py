"""Figures of what tweaks do: differences of win rates and results, effects and interactions."""

from rotwsim.report import wording
from rotwsim.report.figures import FAINT, SMALL, Picture, marks, new_axes
from rotwsim.report.figures.marks import Series, forest, percent_axis, row_height, verdict_marks
from rotwsim.report.findings import tweaks
from rotwsim.report.findings.tweaks import by_baseline, cells_of, compared, short, strongest
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, difference_in_words, games_span, level_in_words, signed
from rotwsim.stats import EASIER, HARDER, UNDECIDED

BANDS = ("boxes_difference_low", "boxes_difference_high", "kinds_low", "kinds_high")


def tweak_differences(results: Results) -> list[Picture]:
    """Draw what each variant does to the win rate, the hardest on top; with Barons in the same row.

    Baselines that do not differ in the Barons alone have a figure each.
    """
    groups = by_baseline(results, compared(results))
    names = [{*map(short, rows)} for _, rows in groups]
    if len(groups) == 2 and names[0] == names[1]:
        return [_ranked(results, groups, 0)]
    return [_ranked(results, [group], place) for place, group in enumerate(groups)]


def _ranked(results: Results, groups: list[tuple[str, Rows]], place: int) -> Picture:
    first = Rows(strongest(groups[0][1], "difference")[::-1])  # the hardest on top
    names, several = first.column("name"), len(groups) > 1
    rows = {name: {short(row): row for row in _with_boxes(own)} for name, own in groups}
    series = []
    shifts = (-0.17, 0.17) if several else (0.0,)
    for own, shift in zip(rows.values(), shifts, strict=True):
        kept = [own.get(short(row), {}) for row in first]
        signs = verdict_marks([row.get("verdict", "") for row in kept])
        series.append(Series(kept, signs, "difference", shift=shift))
    figure, axes = new_axes(len(names) + several, row=max(row_height(names), 0.34))
    marks.draw_zero(axes, results.margin)
    marks.label_rows(axes, names)
    for each in series:
        marks.draw_stems(axes, each)
        marks.draw_intervals(axes, each.rows, each.marks, each.value, each.shift)
    words = [" / ".join(_change_of(each.rows[row]) for each in series) for row in range(len(names))]
    marks.write_values(axes, words)
    if several:
        key = "Upper mark and first number: {}\nLower mark and second number: {}"
        figure.suptitle(key.format(*rows), fontsize=SMALL, color=FAINT, x=0.99, ha="right")
    percent_axis(axes, "change of the games won, percentage points", signed=True)
    marks.grid(axes)
    hardest, easiest = first[0], first[-1]
    start = _start(groups[0][0]) if not several else ""
    title = f"{start}{hardest['name']} {_change_of(hardest)} pp"
    if len(first) > 1:
        title += f", {easiest['name']} {_change_of(easiest)} pp"
    alt = "Differences in win rate: " + "; ".join(
        f"{_start(name)}{row['name']} {difference_in_words(row)}, {row['verdict']}"
        for name, own in groups
        for row in own
    )
    caption = _caption(results, first)
    return Picture(f"tweaks-{place + 1}", capital(title), caption, alt, figure)


def _change_of(row: Row) -> str:
    return signed(100 * row["difference"], 0) if "difference" in row else ""


def _with_boxes(rows: Rows) -> Rows:
    """Give each row the range over unknown boxes and kinds of error, for the pale bands."""
    return Rows(row | _band(row) for row in rows)


def _band(row: Row) -> Row:
    known = [row[name] for name in BANDS if is_known(row, name)]
    ends = (min(known), max(known)) if known else (None, None)
    return dict(zip(("boxes_low", "boxes_high"), ends, strict=True))


def result_shift(results: Results) -> list[Picture]:
    """Draw a forest per baseline: what each variant does to the result."""
    return [
        _shift(results, strongest(own, "result_difference"), place, name)
        for place, (name, own) in enumerate(by_baseline(results, tweaks.shifted(results)))
    ]


def _shift(results: Results, rows: Rows, place: int, baseline: str) -> Picture:
    largest, names = rows.farthest("result_difference"), rows.column("name")
    points = signed(largest["result_difference"])
    title = f"{_start(baseline)}{largest['name']} changes the score most, {points} points"
    shifts = [
        {"value": row["result_difference"], "low": row["result_low"], "high": row["result_high"]}
        for row in rows
    ]
    verdicts = [
        EASIER if row["low"] > 0 else HARDER if row["high"] < 0 else UNDECIDED for row in shifts
    ]
    figure = forest(
        names,
        [Series(shifts, verdict_marks(verdicts))],
        lambda axes: axes.set_xlabel("change of the mean score, points"),
        [signed(row["value"]) for row in shifts],
        margin=0.0,
        row=row_height(names),
    )
    alt = f"{_start(baseline)}differences in result: " + "; ".join(
        _shift_of(row, between=" ") for row in rows
    )
    caption = _caption(results, rows, of_results=True)
    return Picture(f"result-shift-{place + 1}", capital(title), caption, alt, figure)


def _shift_of(row: Row, between: str = ", ") -> str:
    change, low, high = (signed(row[f"result_{end}"]) for end in ("difference", "low", "high"))
    return f"{row['name']}{between}{change} ({low} to {high})"


def main_effects(results: Results) -> list[Picture]:
    """Draw the forest of a factorial experiment: each tweak, over all settings of the rest."""
    rows = strongest(tweaks.single_effects(results), "difference")
    if not rows:
        return []
    largest, terms = rows.farthest("difference"), rows.column("term")
    change = wording.pp(largest["difference"], 0)
    title = f"Over all combinations {largest['term']} counts most: {change}"
    figure = forest(
        terms,
        [Series(rows, verdict_marks(tweaks.verdicts_of(results, rows)), "difference")],
        lambda axes: percent_axis(axes, "effect on the win rate, pp", signed=True),
        [signed(100 * value) for value in rows.column("difference")],
        margin=results.margin,
        row=row_height(terms),
    )
    caption = (
        f"{games_span(rows.column('n'))} per row. Each effect is averaged over all settings of "
        f"the other tweaks; bars are {level_in_words(results.confidence)} intervals."
    )
    alt = "Main effects: " + "; ".join(f"{row['term']} {difference_in_words(row)}" for row in rows)
    return [Picture("effects", title, caption, alt, figure)]


def interactions(results: Results) -> list[Picture]:
    """Draw a heat map of how two tweaks together differ from the sum of both."""
    rows = tweaks.pair_effects(results)
    if not rows:
        return []
    clear = rows.where(clear=True)
    if clear:
        largest = clear.farthest("difference")
        words = wording.pp(largest["difference"], 0)
        title = f"{largest['term']} together differ most from the sum of both: {words}"
    else:
        title = f"None of {wording.counted(len(rows), 'pair')} clearly differs from the sum of both"
    names, cells = cells_of(rows)
    figure, axes = new_axes(len(names) + 1)
    marks.draw_cells(axes, names, cells)
    caption = (
        f"{games_span(rows.column('n'))}. Each cell: pp of win rate beyond the sum of the two "
        f"single effects. {len(clear)} of {len(rows)} clearly differ."
    )
    alt = "Interactions: " + "; ".join(f"{row['term']} {difference_in_words(row)}" for row in rows)
    return [Picture("interactions", title, caption, alt, figure)]


def _caption(results: Results, rows: Rows, of_results: bool = False) -> str:
    games, level = games_span(rows.column("games")), level_in_words(results.confidence)
    caption = f"{games} a row, on the deals of the baseline; thin lines are {level} intervals"
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
    if not rows.has("p_adjusted") or not families:
        return []
    if families == {1}:
        return ["each row is judged alone"]
    sizes = " or ".join(str(size) for size in sorted(families))
    return [f"verdicts are corrected for {sizes} tests"]


def _start(baseline: str) -> str:
    return f"{baseline}: " if baseline else ""
