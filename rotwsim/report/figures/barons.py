"""Figures of the Barons: their causal worth, who claims them and when, pairs."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from rotwsim.report import figures
from rotwsim.report.figures import OWN, RAILBOT, SERIES, Picture, is_narrow, marks, picture
from rotwsim.report.figures.marks import Series, percent_axis, same_marks, write_values
from rotwsim.report.findings.barons_and_skill import barons_by_worth, with_goals
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import counted, percent, signed

CLAIMANTS = {  # name, colour, shape, and shift of the mark in its row
    "own": ("the player", OWN, "o", -0.17),
    "railbot": ("the Railbot", RAILBOT, "s", 0.17),
}
SHAPES = ("v", "o", "^")  # of skills, the weakest first
THREE_LINES = 0.52  # inches of a row with three lines
ROOM = 0.85  # inches of the heading and the axis of a panel


def baron_worth(results: Results) -> list[Picture]:
    """Draw what each Baron is worth, and beside it what its Opponent Effect costs."""
    rows = barons_by_worth(results)
    if not rows.has("effect_wins", "effect_wins_low", "effect_wins_high"):
        return []
    texts = list(map(_goal_and_effect, with_goals(rows)))
    row = THREE_LINES + marks.LINE * max(text.count("\n") - 1 for text in texts)
    heights = [ROOM + high * len(rows) for high in (row, marks.TWO_LINES if is_narrow() else row)]
    figure, (worth, effect) = figures.panels_beside(heights)
    marks.draw_zero(worth, results.margin)
    marks.label_rows_with(worth, rows.column("baron"), texts, row)
    signs = marks.interval_marks(rows, results.margin)
    _draw_panel(worth, rows, signs, "Worth to you", "it in the row")
    marks.draw_zero(effect)
    marks.label_rows(effect, [surname(row["baron"]) if is_narrow() else "" for row in rows])
    ends = {"difference": "effect_wins", "low": "effect_wins_high", "high": "effect_wins_low"}
    costs = Rows({end: -row[name] for end, name in ends.items()} for row in rows)  # to the left
    signs = marks.verdict_marks(["less" if cost["high"] < 0 else "" for cost in costs])
    _draw_panel(effect, costs, signs, "Opponent Effect", "the effect")
    return picture("baron-worth", results, rows, figure)


def _draw_panel(axes: Axes, rows: Rows, signs: Sequence[marks.Mark], title: str, what: str) -> None:
    marks.draw_intervals(axes, rows, signs, "difference")
    write_values(axes, [signed(100 * row["difference"], 0) for row in rows])
    marks.grid(axes)
    axes.set_title(title, **marks.PANEL_TITLE)
    percent_axis(axes, f"won with {what} less without, pp", signed=True)


def _goal_and_effect(row: Row) -> str:
    effect = f"Railbot: {row['opponent_effect']}" if row["opponent_effect"] else ""
    return marks.wrapped(f"{row['goal']}\n{effect}", 30 if is_narrow() else 52)


def baron_skill_order(results: Results) -> list[Picture]:
    """Draw the worth of each Baron for several skills, in the order of the one in the middle."""
    rows = results.rows("baron_skills", "standard_wins", "order", "baron", "difference")
    skills = {wins: own.ordered("order") for wins, own in rows.by("standard_wins").items()}
    if not skills:
        return []
    order = list(skills.values())[len(skills) // 2].column("baron")
    shapes = zip(skills.items(), SERIES, SHAPES, strict=False)
    series = [
        Series(
            [{row["baron"]: row for row in own}.get(baron, {}) for baron in order],
            same_marks(len(order), colour, shape),
            "difference",
            name=f"wins {percent(wins, 0)}",
            shift=0.26 * (place - (len(skills) - 1) / 2),
        )
        for place, ((wins, own), colour, shape) in enumerate(shapes)
    ]
    figure = marks.forest(
        order,
        series,
        "won with it in the row less without, pp",
        row=marks.TWO_LINES,
        margin=results.margin,
        room=1,
    )
    best = {own[0]["baron"]: f"{own[0]['baron']} at {percent(w, 0)}" for w, own in skills.items()}
    title = f"{', '.join(best.values())}: the most helpful Baron by skill"
    if len(best) == 1:
        title = f"{next(iter(best))} helps most for all {len(skills)} persons"
    first = next(iter(skills.values()))
    said = (f"{percent(wins, 0)}: {', '.join(own.column('baron'))}" for wins, own in skills.items())
    return picture("baron-skills", results, first, figure, said, title=title)


def baron_claims(results: Results) -> list[Picture]:
    """Draw bars: how often player and Railbot claim a Baron in the row."""
    rows = results.rows("barons", "baron", "own_claims", "railbot_claims")
    rows = rows.ordered("own_claims", descending=True)
    if not rows:
        return []
    figure, axes = figures.new_axes(len(rows) + 1)
    marks.label_rows(axes, rows.column("baron"))
    own, bot = rows.column("own_claims"), rows.column("railbot_claims")
    axes.barh(range(len(rows)), own, height=0.62, color=OWN, label="the player")
    look: dict = {"color": RAILBOT, "label": "the Railbot", "alpha": 0.75}
    axes.barh(range(len(rows)), bot, left=own, height=0.62, **look)
    claims = [f"{percent(r['own_claims'], 0)} / {percent(r['railbot_claims'], 0)}" for r in rows]
    write_values(axes, claims)
    percent_axis(axes, "claimed, % of the games with the Baron in the row")
    axes.legend(**marks.ABOVE)
    marks.grid(axes)
    return picture("baron-claims", results, rows, figure)


def baron_timing(results: Results) -> list[Picture]:
    """Draw when a Baron is claimed: median turn and the middle half of the claims."""
    turns = results.rows("baron_turns", "baron", "owner", "turn", "games").where(
        lambda row: row["turn"] > 0 and row["games"] > 0 and row["owner"] in CLAIMANTS
    )
    if not turns:
        return []
    made = {
        (baron, owner): own[0] | _quartiles(own.ordered("turn")) | {"who": CLAIMANTS[owner][0]}
        for (baron, owner), own in sorted(turns.by("baron", "owner").items())
    }
    rows = Rows(made.values())
    own = rows.where(owner="own").ordered("value")
    order = list(dict.fromkeys([*own.column("baron"), *rows.column("baron")]))
    series = [
        Series(
            [made.get((baron, owner), {}) for baron in order],
            same_marks(len(order), colour, shape),
            name=name,
            shift=shift,
        )
        for owner, (name, colour, shape, shift) in CLAIMANTS.items()
    ]
    figure = marks.forest(order, series, lambda axes: axes.set_xlabel("turn of the claim"), room=1)
    title = "Only the Railbot claims Barons"
    if own:
        first, last = (f"{row['baron']} in turn {row['value']:.0f}" for row in (own[0], own[-1]))
        title = f"You claim {first}, {last} (medians)"
    claims = counted(int(sum(rows.column("games"))), "claim")
    return picture("baron-turns", results, rows, figure, title=title, claims=claims)


def _quartiles(turns: Rows) -> Row:
    """Find the turns by which a quarter, half and three quarters of the claims were made."""
    made = np.cumsum(turns.column("games"))
    places = np.searchsorted(made, made[-1] * np.array([0.25, 0.5, 0.75]))
    ends = (turns[place]["turn"] for place in places)
    return dict(zip(("low", "value", "high"), ends, strict=True), games=made[-1])


def surname(name: str) -> str:
    """Shorten a name for a narrow axis: "B. P. Kranz"."""
    *first, last = name.split() or [name]
    return " ".join([*(f"{word[0]}." for word in first), last])
