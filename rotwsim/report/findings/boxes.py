"""Sentences on what the box probably says: the range, the figure to look up, the evidence."""

from __future__ import annotations

from rotwsim.report.results import Results
from rotwsim.report.rows.boxes import figures_to_look_up, ranges_by_player
from rotwsim.report.wording import listed, percent, plain
from rotwsim.stats.weighted import WORTH_KNOWING


def boxes(results: Results) -> list[str]:
    """The range of each player over plausible boxes, and what would narrow it."""
    rows = ranges_by_player(results)
    if rows.empty:
        return []
    told = [
        f"{row.player} {percent(row.low, 0)} to {percent(row.high, 0)} ({percent(row.assumed, 0)} "
        f"as assumed)"
        for row in rows.drop_duplicates("player").itertuples()
    ]
    first = rows.iloc[0]
    sentences = [
        f"In nine of ten plausible boxes the games won are: {listed(told)}. That is over "
        f"{int(first['fillings'])} random fillings of what nobody here has seen, which the "
        f"evidence of the rulebook leaves worth {first['effective']:.0f}."
    ]
    figures = figures_to_look_up(results)
    if len(figures):
        top = figures.iloc[0]
        if top["narrows"] < WORTH_KNOWING:
            return [*sentences, "No single figure, once known, would narrow that much."]
        known = top["spread"] * (1 - top["narrows"]) ** 0.5
        sentences.append(
            f"Whoever has the box should look up {top['name']} first: to know it would take the "
            f"spread of the win rate from {plain(100 * top['spread'])} to {plain(100 * known)} "
            "points."
        )
    return sentences
