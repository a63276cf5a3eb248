"""Figures of the Barons: their causal worth, who claims them and when, pairs, Rail Barons."""

import textwrap
from typing import Any

from matplotlib.axes import Axes

from rotwsim.report import figures, wording
from rotwsim.report.figures import OWN, RAILBOT, SERIES, SMALL, Picture, is_narrow, marks, new_axes
from rotwsim.report.figures.marks import Series, grid, percent_axis, same_marks, write_values
from rotwsim.report.findings import barons_and_skill
from rotwsim.report.findings.barons_and_skill import baron_skills, barons_by_claims, barons_by_worth
from rotwsim.report.findings.tweaks import cells_of, verdicts_of
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import difference_in_words, games_span, level_in_words, percent, signed

CLAIMANTS = {  # name, colour, shape, and shift of the mark in its row
    "own": ("the player", OWN, "o", -0.17),
    "railbot": ("the Railbot", RAILBOT, "s", 0.17),
}
SHAPES = ("v", "o", "^")  # of skills, the weakest first
THREE_LINES = 0.52  # inches of a row with three lines
ROOM = 0.85  # inches of the heading and the axis of a panel
HEADING: dict[str, Any] = {"loc": "left", "fontsize": SMALL + 1, "fontweight": "bold"}


def baron_worth(results: Results) -> list[Picture]:
    """Draw what each Baron is worth, and beside it what its Opponent Effect costs."""
    rows = barons_by_worth(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    title = (
        f"{best['baron']} helps most, {wording.pp(best['difference'], 0)}; "
        f"{worst['baron']} hurts most, {wording.pp(worst['difference'], 0)}"
    )
    costs = [_cost(row) for row in rows] if rows.has("effect_wins") else []
    height = ROOM + THREE_LINES * len(rows)
    heights = [height, ROOM + (marks.TWO_LINES if is_narrow() else THREE_LINES) * len(rows)]
    figure, panels = figures.panels_beside(heights[: 1 + bool(costs)])
    first = panels[0]
    marks.draw_zero(first, results.margin)
    marks.label_rows_with(first, rows.column("baron"), [_goal_and_effect(row) for row in rows])
    marks.draw_intervals(first, rows, marks.verdict_marks(verdicts_of(results, rows)), "difference")
    write_values(first, [signed(100 * row["difference"], 0) for row in rows])
    percent_axis(first, "in the row less out of it, pp", signed=True)
    first.set_title("What the Baron is worth to you", **HEADING)
    grid(first)
    if costs:
        _draw_costs(panels[1], rows, costs)
    caption = (
        f"{games_span(rows.column('games'))} per Baron, in the row and out of it, on the same "
        f"seeds. Lines are {level_in_words(results.confidence)} intervals; ▲ easier, ▼ harder, "
        f"■ no difference above {wording.margin_in_words(results.margin)}, ○ undecided."
    )
    alt = "Worth of the Barons: " + "; ".join(
        f"{row['baron']} {difference_in_words(row)}"
        + (f", effect {signed(100 * row['effect_wins'])} pp" if costs else "")
        for row in rows
    )
    return [Picture("baron-worth", title, caption, alt, figure)]


def _draw_costs(axes: Axes, rows: Rows, costs: list[Row]) -> None:
    """Draw what the Opponent Effects cost, to the left as everything that costs."""
    marks.draw_zero(axes)
    marks.label_rows(axes, [surname(row["baron"]) if is_narrow() else "" for row in rows])
    marks.draw_intervals(axes, costs, same_marks(len(rows), RAILBOT, "s"))
    write_values(axes, [signed(100 * row["value"], 0) for row in costs])
    percent_axis(axes, "with the effect less without it, pp", signed=True)
    axes.set_title("What its Opponent Effect does", **HEADING)
    grid(axes)


def _cost(row: Row) -> Row:
    """Turn what an effect costs into a change of the win rate."""
    low, high = -row["effect_wins_high"], -row["effect_wins_low"]
    return {"value": -row["effect_wins"], "low": low, "high": high}


def _goal_and_effect(row: Row) -> str:
    """Say what a Baron asks for and what it does for the Railbot, in two lines."""
    texts = barons_and_skill.with_goals(Rows([row]))[0]
    lines = (texts["goal"], f"Railbot: {texts['opponent_effect']}" * bool(texts["opponent_effect"]))
    return "\n".join(shortened(line, 30 if is_narrow() else 44) for line in lines if line)


def shortened(text: str, letters: int) -> str:
    """Cut a text at a word, if it is longer than there is room for."""
    return textwrap.shorten(text, letters, placeholder=" …")


def baron_skill_order(results: Results) -> list[Picture]:
    """Draw the worth of each Baron for several skills, in the order of the one in the middle."""
    skills = baron_skills(results)
    if not skills:
        return []
    order = list(skills.values())[len(skills) // 2].column("baron")
    steps = (len(skills) - 1) / 2
    shapes = zip(skills.items(), SERIES, SHAPES, strict=False)
    series = [
        Series(
            [{row["baron"]: row for row in own}.get(baron, {}) for baron in order],
            same_marks(len(order), colour, shape),
            "difference",
            name=f"wins {percent(wins, 0)}",
            shift=0.26 * (place - steps),
        )
        for place, ((wins, own), colour, shape) in enumerate(shapes)
    ]
    figure = marks.forest(
        order,
        series,
        lambda axes: percent_axis(axes, "win rate in the row less out of it, pp", signed=True),
        row=marks.TWO_LINES,
        margin=results.margin,
        room=1,
    )
    best = [f"{own[0]['baron']} at {percent(wins, 0)}" for wins, own in skills.items()]
    title = f"Most helpful for a person who wins so much without Barons: {', '.join(best)}"
    rows = next(iter(skills.values()))
    caption = (
        f"{games_span(rows.column('games'))} per Baron and person; the person is measured by the "
        f"game without Barons. Bars are {level_in_words(results.confidence)} intervals."
    )
    alt = "Worth of the Barons by skill: " + "; ".join(
        f"{percent(wins, 0)}: {', '.join(own.column('baron'))}" for wins, own in skills.items()
    )
    return [Picture("baron-skills", title, caption, alt, figure)]


def baron_claims(results: Results) -> list[Picture]:
    """Draw bars: how often player and Railbot claim a Baron in the row."""
    rows = barons_by_claims(results)
    if not rows:
        return []
    most = rows[0]
    title = (
        f"{most['baron']} is claimed most often by the player: in "
        f"{percent(most['own_claims'])} of games, by the Railbot in "
        f"{percent(most['railbot_claims'])}"
    )
    figure, axes = new_axes(len(rows) + 1)
    marks.label_rows(axes, rows.column("baron"))
    places, own = range(len(rows)), rows.column("own_claims")
    axes.barh(places, own, height=0.62, color=OWN, label="the player")
    look = {"color": RAILBOT, "alpha": 0.75, "label": "the Railbot"}
    axes.barh(places, rows.column("railbot_claims"), left=own, height=0.62, **look)
    claims = [f"{percent(r['own_claims'], 0)} / {percent(r['railbot_claims'], 0)}" for r in rows]
    write_values(axes, claims)
    percent_axis(axes, "claimed in % of the games with the Baron in the row")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    grid(axes)
    games = games_span(rows.column("games"))
    caption = f"{games} with each Baron in the row; what is left to 100 % nobody claims."
    alt = "Claims by player and Railbot: " + "; ".join(
        f"{row['baron']} {percent(row['own_claims'])} and {percent(row['railbot_claims'])}"
        for row in rows
    )
    return [Picture("baron-claims", title, caption, alt, figure)]


def baron_timing(results: Results) -> list[Picture]:
    """Draw when a Baron is claimed: median turn and the middle half of the claims."""
    rows = barons_and_skill.claim_turns(results)
    if not rows:
        return []
    own = rows.where(owner="own").ordered("value")
    order = [*own.column("baron"), *sorted({*rows.column("baron")} - {*own.column("baron")})]
    claims = rows.by("baron", "owner")
    series = [
        Series(
            [claims[baron, owner][0] if (baron, owner) in claims else {} for baron in order],
            same_marks(len(order), colour, shape),
            name=name,
            shift=shift,
        )
        for owner, (name, colour, shape, shift) in CLAIMANTS.items()
    ]
    figure = marks.forest(order, series, lambda axes: axes.set_xlabel("turn of the claim"), room=1)
    title = "Only the Railbot claims Barons"
    if own:
        first, last = own[0], own[-1]
        title = (
            f"The player's median claim comes between turn {first['value']:.0f} ({first['baron']}) "
            f"and turn {last['value']:.0f} ({last['baron']})"
        )
    caption = (
        f"{wording.counted(int(sum(rows.column('games'))), 'claim')}. Marks are medians, bars hold "
        "the middle half of the claims; they are no intervals of uncertainty."
    )
    alt = "Median turn of claims: " + "; ".join(
        f"{row['baron']} by {CLAIMANTS[row['owner']][0]} turn {row['value']:.0f}" for row in rows
    )
    return [Picture("baron-turns", title, caption, alt, figure)]


def baron_pairs(results: Results) -> list[Picture]:
    """Draw a heat map: the win rate with two Barons in the row against the average row."""
    rows = results.rows("baron_pairs", "first", "second", "difference", "low", "high")
    if not rows:
        return []
    best, worst = rows.largest("difference"), rows.smallest("difference")
    title = (
        f"Best pair: {best['first']} and {best['second']}, {difference_in_words(best)}; "
        f"worst: {worst['first']} and {worst['second']}, {difference_in_words(worst)}"
    )
    names, cells = cells_of(rows)
    figure, axes = new_axes(len(names) + 2)
    marks.draw_cells(axes, [surname(name) for name in names], cells)
    caption = (
        f"{games_span(rows.column('games'))} per pair; pp of win rate against the average "
        f"row. With {len(rows)} pairs the extremes are partly chance: the table has the intervals."
    )
    alt = f"Win rate by pair of Barons. {title}"
    return [Picture("baron-pairs", title, caption, alt, figure)]


def surname(name: str) -> str:
    """Shorten a name for a narrow axis: "B. P. Kranz"."""
    words = name.split()
    return " ".join([*(f"{word[0]}." for word in words[:-1]), words[-1]]) if words else name
