"""Figures of skill and luck: players by strength, slips, splits of the spread, training."""

import math
from collections.abc import Mapping
from pathlib import Path

from matplotlib.axes import Axes

from rotwsim.report import figures, wording
from rotwsim.report.figures import EASIER, FAINT, HARDER, THIRD, Picture, marks, new_axes, picture
from rotwsim.report.figures.marks import Series, forest, percent_axis, same_marks
from rotwsim.report.findings.barons_and_skill import luck_by_scope, players_by_strength
from rotwsim.report.findings.multiplayer import better_among_others
from rotwsim.report.results import Results, Rows, is_known
from rotwsim.report.wording import percent, pp


def better_player(results: Results) -> list[Picture]:
    """Draw the wins of one better player among others, against an equal share."""
    rows = better_among_others(results)
    if not rows:
        return []
    labels = [f"one {row['player']} among {row['others']}s" for row in rows]
    leads = [row.get("games_to_lead", math.nan) for row in rows]

    def dressed(axes: Axes) -> None:
        marks.draw_zero(axes, at=1 / rows[0]["seats"])
        percent_axis(axes, "share of wins, %; the line is an equal share")

    figure = forest(
        labels,
        [Series(rows, same_marks(len(rows), EASIER), "win_rate")],
        dressed,
        [wording.counted(int(n), "game") if math.isfinite(n) else "never" for n in leads],
        row=marks.TWO_LINES,
    )
    deals = wording.games_span(rows.column("games")).replace("game", "deal")
    top = rows.largest("win_rate")
    return picture("better-player", results, rows, figure, top=top, deals=deals)


def ladder(results: Results) -> list[Picture]:
    """Draw the win rate of each player without slips, from the strongest to the weakest."""
    rows = Rows(players_by_strength(results)[::-1])
    if len(rows) < 2:
        return []
    figure = forest(
        rows.column("player"),
        [Series(rows, same_marks(len(rows), EASIER), "win_rate")],
        "games won, %",
        list(map(percent, rows.column("win_rate"))),
    )
    rise = pp(rows[0]["win_rate"] - rows[-1]["win_rate"]).lstrip("+")
    return picture("ladder", results, rows, figure, rise=rise, bands=marks.pale_bars(rows))


def slips(results: Results) -> list[Picture]:
    """Draw the win rate against the share of decisions that are made as a novice would."""
    players = results.rows("skill", "player", "slip", "win_rate", "low", "high").by("player")
    curves = {who: o.ordered("slip") for who, o in players.items() if len(o.kinds("slip")) > 1}
    if not curves:
        return []
    figure, axes = new_axes(8)
    columns = ("slip", "low", "win_rate", "high")
    marks.draw_curves(axes, curves, columns, 0.2, marker="o", markersize=4)
    percent_axis(axes, "share of decisions made as a novice, %")
    percent_axis(axes, "games won, %", along="y")
    axes.set_ylim(bottom=0)
    rows = Rows(row for own in curves.values() for row in own)
    own, bands = next(iter(curves.values())), marks.pale_bars(rows)
    return picture("slips", results, rows, figure, begin=own[0], end=own[-1], bands=bands)


def luck(results: Results) -> list[Picture]:
    """Draw bars with intervals per scope: what the spread of the results comes from."""
    scopes = enumerate(luck_by_scope(results), 1)
    return [_shares(results, scope, rows, place) for place, (scope, rows) in scopes]


def _shares(results: Results, scope: str, rows: Rows, place: int) -> Picture:
    figure, axes = new_axes(len(rows) + 1, row=marks.row_height(rows.column("term")))
    marks.label_rows(axes, rows.column("term"))
    places, shares = range(len(rows)), rows.column("share")
    axes.barh(places, shares, height=0.5, color=EASIER, alpha=0.85, label="alone")
    axes.hlines(places, rows.column("low"), rows.column("high"), color=FAINT, linewidth=1.2)
    top, diamonds, ties = rows[0], "", ""
    if any(is_known(row, "total") for row in rows):
        totals = rows.column("total")
        axes.plot(totals, places, "D", color=THIRD, markersize=4.5, label="together with others")
        axes.legend(**marks.ABOVE)
        diamonds = " Diamonds include what a part does together with others."
        ties = f", {percent(top['total'], 0)} together with others"
    marks.write_values(axes, list(map(percent, shares)))
    percent_axis(axes, "share of the variance of results, %")
    marks.grid(axes)
    texts = {"what": top["term"].rpartition(": ")[2], "ties": ties, "diamonds": diamonds}
    texts["where"] = f" ({scope})" if scope else ""
    return picture(f"luck-{place}", results, rows, figure, **texts)[0]


def save_learning_curve(training: Mapping, path: Path) -> None:
    """Draw the learning curve from the table `training` of a file of learned points."""
    means, best = training["validation"], training["round"]
    boards = training.get("validation_boards") or [training["validation_board"]]
    board = boards[0] if len(boards) == 1 else f"{len(boards)} boards"
    with figures.in_style():
        figure, axes = new_axes(7)
        axes.plot(range(len(means)), means, "o-", color=EASIER, markersize=4)
        axes.plot([best], [means[best]], "s", color=HARDER, markersize=7, label="the player kept")
        axes.set(xlabel="round of training", ylabel=f"mean result on {board}")
        axes.set_xticks(range(len(means)))
        axes.legend(loc="lower right")
        figure.savefig(path, metadata={"Date": None})
