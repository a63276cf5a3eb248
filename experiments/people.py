"""Put people of ours beside real multiplayer games: `python -m experiments.people`.

There is no public record of solo scores. What players have written down are multiplayer games. This
seats people of several kinds and strengths at the same maps and numbers of seats, counts the same
figures, and writes the table and the picture of docs/people.md. It takes a few minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.questions.seats_and_bidding import ratio
from rotwsim.analysis.seat_results import Seated
from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

ROOT = Path(__file__).parents[1]
PAGE, PICTURE = ROOT / "docs" / "people.md", ROOT / "docs" / "figures" / "people.svg"
BEGIN, END = "<!-- people: python -m experiments.people -->", "<!-- end of the people -->"
SEED, GAMES = 970_031, 20
WINS = (10.0, 25.0, 50.0, 75.0, 90.0)  # % of the standard solo games of Eastern US
ON = "eastern-us"
REAL = (  # map and final scores, as docs/rules.md and its sources quote them (RULES, section 5)
    ("eastern-us", (101, 88, 81, 64, 61)),
    ("eastern-us", (74, 72, 56, 50, 50)),
    ("eastern-us", (120, 115, 105, 94)),
    ("eastern-us", (92, 79, 63)),
    ("europe", (72, 59, 54, 36)),
    ("europe", (75, 55, 53, 40)),
    ("europe", (74, 67, 53, 49)),
    ("europe", (110, 108, 86)),
    ("europe", (67, 50, 49, 42, 11)),
    ("mexico", (53, 44, 43, 36)),
    ("mexico", (92, 88)),
    ("sweden", (68, 67, 56, 47)),
)


@dataclass(frozen=True)
class Figure:
    """What real games say of one figure: the middle, and how far it may be off."""

    name: str
    low: float
    high: float
    digits: int = 0
    is_ratio: bool = True  # distances count by ratio, not by difference
    counts: bool = True  # towards who comes nearest

    def distance(self, value: float) -> float:
        """How far a value is outside the range of real games, in half widths of that range."""
        scale = np.log if self.is_ratio else float
        low, high, own = (float(scale(max(each, 0.05))) for each in (self.low, self.high, value))
        return max(0.0, low - own, own - high) / max((high - low) / 2, 1e-9)


def real_figures() -> tuple[Figure, ...]:
    """The figures of real games; of table scores the range is that of a mean of so many games."""
    shares = [max(scores) / np.mean(scores) for _, scores in REAL]
    margins = [sorted(scores)[-1] - sorted(scores)[-2] for _, scores in REAL]
    lasts = [min(scores) / np.mean(scores) for _, scores in REAL]
    return (
        Figure("points, % of real", 90, 110),
        Figure("winner ÷ mean", *_range(shares), digits=2),
        Figure("last ÷ mean", *_range(lasts), digits=2, is_ratio=False),
        Figure("margin", *_range(margins), digits=1, is_ratio=False),
        Figure("bonds", 3, 6, digits=1),
        Figure("$ of the first place", 3, 5, digits=1),
        Figure("$ with an Executive", 17, 22),
        Figure("longest delivery", 4, 7, digits=1),
        Figure("turns", 8, 14, digits=1, counts=False),  # stated nowhere: worked out
    )


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Two standard errors to either side of the mean."""
    error = 2 * np.std(values, ddof=1) / np.sqrt(len(values))
    return float(np.mean(values) - error), float(np.mean(values) + error)


@dataclass(frozen=True)
class People:
    """People of one kind and strength, and what their games give."""

    name: str
    values: tuple[float, ...]

    def distance(self, figures: Sequence[Figure]) -> float:
        """The root mean square distance over the figures that count."""
        pairs = zip(figures, self.values, strict=True)
        found = [figure.distance(value) for figure, value in pairs if figure.counts]
        return float(np.sqrt(np.mean(np.square(np.minimum(found, FAR)))))


FAR = 5.0  # a figure that is off by this counts no more: else one of them decides everything


def people_of(games: Games, count: int) -> list[People]:
    """Play every kind and strength, and the expert, at the maps and sizes of the real games."""
    found = []
    for errs in ERRORS:
        for wins in WINS:
            try:
                with_knob(Scenario.of(ON, player=PERSON, errs=errs, wins=wins))
            except DataError:  # a kind that never wins so much
                continue
            options = {"errs": errs, "wins": wins, "on": ON}
            found.append(played(games, f"{errs} {wins:g} %", PERSON, count, **options))
            print(found[-1], flush=True)
    return [*found, played(games, "expert", "expert", count)]


def played(games: Games, name: str, player: str, count: int, **options) -> People:
    """Seat the same person at every table of the real games, and count."""
    sizes = dict.fromkeys((board, len(scores)) for board, scores in REAL)
    arms = {}
    for board, seats in sizes:
        scenario = with_knob(Scenario.of(board, seats=[f"{seats}*{player}"], **options))
        arms[board, seats] = games.of(Arm(scenario.title(), scenario), count)
    tables = [figures_of(arms[board, len(scores)], scores) for board, scores in REAL]
    return People(name, tuple(float(np.nanmean(column)) for column in zip(*tables, strict=True)))


def figures_of(arm: ArmGames, real: Sequence[int]) -> list[float]:
    """Count the figures of one map and size, beside one real game of it."""
    table, scores = arm.table, np.sort(Seated(arm).scores, axis=1)
    means = np.maximum(scores.mean(axis=1), 1)
    turns, executive = table["turns"].to_numpy(), table["executive_turns"].to_numpy()
    extra = table["executive_price"].to_numpy()
    paid = table[[name for name in table if name.startswith("first_price_")]].to_numpy()
    seats = range(scores.shape[1])
    return [
        100 * scores.mean() / np.mean(real),
        float(np.median(scores[:, -1] / means)),
        float(np.median(scores[:, 0] / means)),
        float(np.median(scores[:, -1] - scores[:, -2])),
        float(np.mean([arm.of_seat("bonds", seat).mean() for seat in seats])),
        ratio(np.nansum(paid, axis=1) - extra, turns - executive),
        ratio(extra, executive),
        float(np.mean([arm.of_seat("longest_delivery", seat).mean() for seat in seats])),
        float(turns.mean()),
    ]


def markdown(figures: Sequence[Figure], people: Sequence[People]) -> str:
    """Write the table: real games, then ours, the nearest first; italics are outside the range."""
    heads = ["", *(figure.name for figure in figures), "distance"]
    spans = [f"**{f.low:.{f.digits}f} to {f.high:.{f.digits}f}**" for f in figures]
    real = ["**real games**", *spans]
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", f"| {' | '.join(real)} | |"]
    for one in sorted(people, key=lambda each: each.distance(figures)):
        cells = [
            f"{value:.{f.digits}f}" if not f.distance(value) else f"*{value:.{f.digits}f}*"
            for f, value in zip(figures, one.values, strict=True)
        ]
        lines.append(f"| {one.name} | {' | '.join(cells)} | {one.distance(figures):.1f} |")
    return "\n".join(lines)


def findings(figures: Sequence[Figure], people: Sequence[People]) -> str:
    """Say who comes nearest, and which figures nobody matches."""
    own = [one for one in people if one.name != "expert"]
    order = sorted(own, key=lambda each: each.distance(figures))
    unmatched = [
        figure.name
        for place, figure in enumerate(figures)
        if all(figure.distance(one.values[place]) > 0 for one in people)
    ]
    nobody = f"nobody matches {'; '.join(unmatched)}" if unmatched else "somebody matches each"
    near = [f"{one.name} ({one.distance(figures):.1f})" for one in (*order[:3], order[-1])]
    return (
        f"Nearest to real games are {near[0]}, {near[1]} and {near[2]}; the farthest is {near[3]}. "
        f"The number in brackets is the distance. Of the columns, {nobody}."
    )


def draw(figures: Sequence[Figure], people: Sequence[People]) -> None:
    """Draw a panel for each figure: a mark for every kind and strength, real games pale."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Drawing

    from rotwsim.report.figures import EDGE, INK, PAPER, SERIES, in_style

    shown = [place for place, figure in enumerate(figures) if figure.counts]
    with in_style():
        drawing = Drawing(figsize=(8.6, 4.6), layout="constrained")
        FigureCanvasAgg(drawing)
        panels = drawing.subplots(2, (len(shown) + 1) // 2).ravel()
        for axes, place in zip(panels, shown, strict=False):
            figure = figures[place]
            axes.axhspan(figure.low, figure.high, color=EDGE, alpha=0.6, linewidth=0)
            for errs, colour, mark in zip(ERRORS, SERIES, "osv^", strict=False):
                own = [one for one in people if one.name.startswith(errs)]
                wins = [float(one.name.split()[1]) for one in own]
                values = [one.values[place] for one in own]
                axes.plot(wins, values, marker=mark, markersize=4, color=colour, label=errs)
            expert = next(one for one in people if one.name == "expert")
            star = {"marker": "*", "color": INK, "linewidth": 0, "label": "expert"}
            axes.plot([98], [expert.values[place]], **star)
            axes.set_title(figure.name, fontsize=9.5)
            axes.set_xticks([10, 25, 50, 75, 90])
            axes.set_ylim(bottom=min(0, axes.get_ylim()[0]) if figure.low < 20 else None)
        for axes in panels[len(shown) :]:
            axes.set_visible(False)
        drawing.supxlabel("% of the standard solo games won; pale: real games", fontsize=9.5)
        drawing.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=5)
        PICTURE.parent.mkdir(exist_ok=True)
        drawing.savefig(PICTURE, facecolor=PAPER, metadata={"Date": None})


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=GAMES, help="of each map and size")
    given.add_argument("--runs", type=Path, default=None)
    given.add_argument("--jobs", type=int, default=None)
    asked = given.parse_args()
    figures = real_figures()
    with Games(SEED, asked.runs, jobs=asked.jobs) as games:
        people = people_of(games, asked.games)
    draw(figures, people)
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    middle = f"{BEGIN}\n{findings(figures, people)}\n\n{markdown(figures, people)}\n{END}"
    PAGE.write_text(f"{before}{middle}{rest.split(END)[1]}", encoding="utf-8")
    print(findings(figures, people))


if __name__ == "__main__":
    main()
