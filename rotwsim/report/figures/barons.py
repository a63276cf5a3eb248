"""Figures of the Barons: their causal worth, who claims them and when, pairs, Rail Barons."""

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
    texts = [_goal_and_effect(row) for row in rows]
    row = THREE_LINES + marks.LINE * max(text.count("\n") - 1 for text in texts)
    heights = [ROOM + high * len(rows) for high in (row, marks.TWO_LINES if is_narrow() else row)]
    figure, panels = figures.panels_beside(heights[: 1 + bool(costs)])
    first = panels[0]
    marks.draw_zero(first, results.margin)
    marks.label_rows_with(first, rows.column("baron"), texts, row)
    marks.draw_intervals(first, rows, marks.verdict_marks(verdicts_of(results, rows)), "difference")
    write_values(first, [signed(100 * row["difference"], 0) for row in rows])
    percent_axis(first, "won with it in the row less without, pp", signed=True)
    first.set_title("Worth to you", **HEADING)
    grid(first)
    if costs:
        _draw_costs(panels[1], rows, costs)
    caption = (
        f"{games_span(rows.column('games'))} per Baron, with it in the row and without, on the "
        f"same deals. Lines are {level_in_words(results.confidence)} intervals; ▲ easier, "
        f"▼ harder, ■ no difference above {wording.margin_in_words(results.margin)}, ○ undecided."
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
    signs = marks.verdict_marks(["less" if cost["high"] < 0 else "" for cost in costs])
    marks.draw_intervals(axes, costs, signs)
    write_values(axes, [signed(100 * row["value"], 0) for row in costs])
    percent_axis(axes, "won with the effect less without, pp", signed=True)
    axes.set_title("Opponent Effect", **HEADING)
    grid(axes)


def _cost(row: Row) -> Row:
    """Turn what an effect costs into a change of the win rate."""
    low, high = -row["effect_wins_high"], -row["effect_wins_low"]
    return {"value": -row["effect_wins"], "low": low, "high": high}


def _goal_and_effect(row: Row) -> str:
    """Say what a Baron asks for and what it does for the Railbot, in two lines."""
    texts = barons_and_skill.with_goals(Rows([row]))[0]
    lines = (texts["goal"], f"Railbot: {texts['opponent_effect']}" * bool(texts["opponent_effect"]))
    return "\n".join(marks.wrapped(line, 30 if is_narrow() else 52) for line in lines if line)


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
        lambda axes: percent_axis(axes, "won with it in the row less without, pp", signed=True),
        row=marks.TWO_LINES,
        margin=results.margin,
        room=1,
    )
    best = {own[0]["baron"]: wins for wins, own in skills.items()}
    named = [f"{baron} at {percent(wins, 0)}" for baron, wins in best.items()]
    title = f"{', '.join(named)}: the most helpful Baron by skill"
    if len(best) == 1:
        title = f"{next(iter(best))} helps most, however often the person wins"
    rows = next(iter(skills.values()))
    caption = (
        f"{games_span(rows.column('games'))} per Baron and person, who wins that share of games "
        f"without Barons. Lines are {level_in_words(results.confidence)} intervals."
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
        f"You claim {most['baron']} most often, in {percent(most['own_claims'], 0)} of games; "
        f"the Railbot gets the rest"
    )
    figure, axes = new_axes(len(rows) + 1)
    marks.label_rows(axes, rows.column("baron"))
    places, own = range(len(rows)), rows.column("own_claims")
    axes.barh(places, own, height=0.62, color=OWN, label="the player")
    look = {"color": RAILBOT, "alpha": 0.75, "label": "the Railbot"}
    axes.barh(places, rows.column("railbot_claims"), left=own, height=0.62, **look)
    claims = [f"{percent(r['own_claims'], 0)} / {percent(r['railbot_claims'], 0)}" for r in rows]
    write_values(axes, claims)
    percent_axis(axes, "claimed, % of the games with the Baron in the row")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    grid(axes)
    games = games_span(rows.column("games"))
    caption = (
        f"{games} with each Baron in the row. Where a bar ends before 100 %, nobody claims it."
    )
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
            f"You claim {first['baron']} in turn {first['value']:.0f}, {last['baron']} in turn "
            f"{last['value']:.0f} (medians)"
        )
    caption = (
        f"{wording.counted(int(sum(rows.column('games'))), 'claim')}. Marks are medians; lines "
        "hold the middle half of the claims, not an uncertainty."
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
        f"Best pair: {best['first']} and {best['second']}, {wording.pp(best['difference'], 0)}; "
        f"worst: {worst['first']} and {worst['second']}, {wording.pp(worst['difference'], 0)}"
    )
    names, cells = cells_of(rows)
    figure, axes = new_axes(len(names) + 2)
    marks.draw_cells(axes, [surname(name) for name in names], cells)
    caption = (
        f"{games_span(rows.column('games'))} per pair. Each cell: pp of win rate beside the "
        f"average row. With {len(rows)} pairs the extremes are partly chance; the table has "
        "intervals."
    )
    alt = f"Win rate by pair of Barons. {title}"
    return [Picture("baron-pairs", title, caption, alt, figure)]


def surname(name: str) -> str:
    """Shorten a name for a narrow axis: "B. P. Kranz"."""
    words = name.split()
    return " ".join([*(f"{word[0]}." for word in words[:-1]), words[-1]]) if words else name
