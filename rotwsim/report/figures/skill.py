"""Figures of skill and luck: players by strength, slips, splits of the spread, training."""

import math
from collections.abc import Mapping
from pathlib import Path

from matplotlib.axes import Axes

from rotwsim.report import figures, wording
from rotwsim.report.figures import EASIER, FAINT, HARDER, SERIES, THIRD, Picture, marks, new_axes
from rotwsim.report.figures.marks import TWO_LINES, Series, forest, grid, percent_axis, same_marks
from rotwsim.report.findings import barons_and_skill
from rotwsim.report.findings.barons_and_skill import luck_by_scope, players_by_strength
from rotwsim.report.findings.multiplayer import better_among_others
from rotwsim.report.results import Results, Rows, is_known
from rotwsim.report.wording import capital, games_span, level_in_words, percent, pp, rate_in_words

ROWS = 7  # height


def better_player(results: Results) -> list[Picture]:
    """Draw the wins of one better player among others, against an equal share."""
    rows = better_among_others(results)
    if not rows:
        return []
    labels = [f"one {row['player']} among {row['others']}s" for row in rows]
    top = rows.largest("win_rate")
    leads = [row.get("games_to_lead", math.nan) for row in rows]

    def dressed(axes: Axes) -> None:
        axes.axvline(1 / rows[0]["seats"], color=FAINT, linewidth=0.9, zorder=0)
        percent_axis(axes, "share of wins, %; the line is an equal share")

    figure = forest(
        labels,
        [Series(rows, same_marks(len(rows), EASIER), "win_rate")],
        dressed,
        [wording.counted(int(n), "game") if math.isfinite(n) else "never" for n in leads],
        row=TWO_LINES,
    )
    title = f"One {top['player']} among {top['others']}s wins {percent(top['win_rate'], 0)}"
    caption = (
        f"{games_span(rows.column('games')).replace('game', 'deal')} a row, each played from every "
        "seat. At the right: games until the better player leads with a chance of 95 %."
    )
    alt = "Wins of one better player: " + "; ".join(
        f"{label} {percent(row['win_rate'])}" for label, row in zip(labels, rows, strict=True)
    )
    return [Picture("better-player", title, caption, alt, figure)]


def ladder(results: Results) -> list[Picture]:
    """Draw the win rate of each player without slips, from the strongest to the weakest."""
    rows = Rows(players_by_strength(results)[::-1])
    if len(rows) < 2:
        return []
    high, low = rows[0], rows[-1]
    title = (
        f"From {low['player']} to {high['player']} the win rate rises by "
        f"{pp(high['win_rate'] - low['win_rate']).lstrip('+')}"
    )
    figure = forest(
        rows.column("player"),
        [Series(rows, same_marks(len(rows), EASIER), "win_rate")],
        lambda axes: percent_axis(axes, "games won, %"),
        [percent(rate) for rate in rows.column("win_rate")],
    )
    alt = "Win rate per player: " + "; ".join(
        f"{row['player']} {rate_in_words(row)}" for row in rows
    )
    return [Picture("ladder", title, _caption(results, rows), alt, figure)]


def slips(results: Results) -> list[Picture]:
    """Draw the win rate against the share of decisions that are made as a novice would."""
    rows = barons_and_skill.slipping_players(results)
    if not rows:
        return []
    figure, axes = new_axes(8)
    drawn = [(player, own.ordered("slip")) for player, own in rows.by("player").items()]
    drawn = drawn[: len(SERIES)]
    columns = ("slip", "low", "win_rate", "high")
    marks.draw_curves(axes, drawn, columns, 0.2, marker="o", markersize=4)
    percent_axis(axes, "share of decisions made as a novice, %")
    percent_axis(axes, "games won, %", along="y")
    axes.set_ylim(bottom=0)
    if len(drawn) > 1:
        axes.legend()
    player, own = drawn[0]
    title = (
        f"Slips in {percent(own[-1]['slip'], 0)} of decisions bring the {player} from "
        f"{percent(own[0]['win_rate'], 0)} to {percent(own[-1]['win_rate'], 0)}"
    )
    alt = "Win rate over slips: " + "; ".join(
        f"{player} at {percent(row['slip'], 0)} slips {rate_in_words(row)}"
        for player, own in drawn
        for row in own
    )
    return [Picture("slips", title, _caption(results, rows), alt, figure)]


def luck(results: Results) -> list[Picture]:
    """Draw bars with intervals per scope: what the spread of the results comes from."""
    return [
        _shares(results, scope, rows, place)
        for place, (scope, rows) in enumerate(luck_by_scope(results))
    ]


def _shares(results: Results, scope: str, rows: Rows, place: int) -> Picture:
    top = rows[0]
    where = f" ({scope})" if scope else ""
    ties = f", {percent(top['total'], 0)} together with others" if is_known(top, "total") else ""
    what = top["term"].rpartition(": ")[2]
    title = f"{capital(what)} decides {percent(top['share'], 0)} alone{ties}{where}"
    figure, axes = new_axes(len(rows) + 1, row=marks.row_height(rows.column("term")))
    marks.label_rows(axes, rows.column("term"))
    places, shares = range(len(rows)), rows.column("share")
    axes.barh(places, shares, height=0.5, color=EASIER, alpha=0.85, label="alone")
    axes.hlines(places, rows.column("low"), rows.column("high"), color=FAINT, linewidth=1.2)
    diamonds = ""
    if any(is_known(row, "total") for row in rows):
        totals = rows.column("total")
        axes.plot(totals, places, "D", color=THIRD, markersize=4.5, label="together with others")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        diamonds = " Diamonds include what a part does together with others."
    marks.write_values(axes, [percent(share) for share in shares])
    percent_axis(axes, "share of the variance of results, %")
    grid(axes)
    caption = (
        f"{games_span(rows.column('n'))}. Shares of the variance of the result, with "
        f"{level_in_words(results.confidence)} intervals.{diamonds}"
    )
    alt = f"Shares of the variance{where}: " + "; ".join(
        f"{row['term']} {percent(row['share'])}" for row in rows
    )
    return Picture(f"luck-{place + 1}", title, caption, alt, figure)


def _caption(results: Results, rows: Rows) -> str:
    level = level_in_words(results.confidence)
    games = games_span(rows.column("games"))
    bars = f"lines are {level} intervals"
    return f"{games} each; {bars}{marks.pale_bars(rows)}."


def save_learning_curve(training: Mapping, path: Path) -> Picture:
    """Draw the learning curve of a trained player into a file, and return it."""
    with figures.in_style():
        picture = learning_curve(training)
        picture.figure.savefig(path, metadata={"Date": None})
    return picture


def learning_curve(training: Mapping) -> Picture:
    """Draw the learning curve from the table `training` of a file of learned points."""
    means, best = training["validation"], training["round"]
    boards = training.get("validation_boards") or [training["validation_board"]]
    board = boards[0] if len(boards) == 1 else f"{len(boards)} boards"
    figure, axes = new_axes(ROWS)
    axes.plot(range(len(means)), means, "o-", color=EASIER, markersize=4)
    axes.plot([best], [means[best]], "s", color=HARDER, markersize=7, label="the player kept")
    axes.set_xlabel("round of training")
    axes.set_ylabel(f"mean result on {board}")
    axes.set_xticks(range(len(means)))
    axes.legend(loc="lower right")
    gain = means[best] - means[0]
    return Picture(
        name="learning",
        title=f"Training gains {gain:.0f} points until round {best}, then no more",
        caption=f"{training['validation_games']:,} games of {board} a round.",
        alt="Mean result by round: " + ", ".join(f"{mean:.1f}" for mean in means),
        figure=figure,
    )
