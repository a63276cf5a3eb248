"""The learning curve of the expert: its mean result on the boards that decide, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rotwsim.report.figures.style import EASIER, HARDER, Picture, in_style, new_axes

ROWS = 7  # height


def save_learning_curve(training: Mapping, path: Path) -> Picture:
    """Draws the curve into a file and returns it."""
    with in_style():
        picture = learning_curve(training)
        picture.figure.savefig(path, metadata={"Date": None})
    return picture


def learning_curve(training: Mapping) -> Picture:
    """From the table `training` of a file of learned points."""
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
