"""Show a game on both sides beside each other, and save a comparison as a results folder."""

from __future__ import annotations

import html
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlencode

from rotwsim.replay import Story, replay
from rotwsim.replay.story import SoloResult
from rotwsim.replay.text import Step, steps_of
from rotwsim.scenario.reading import describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.web.setting import Question

STORIES_KEPT = 8
FOLDER = "lab"  # below the working folder
MOST_SAVED = 50_000  # games of each side


def beside_page(question: Question, game: int, asked: Mapping[str, str]) -> str:
    """Write the page with the replays of both sides, each at the first step that differs."""
    question = question.calibrated(lambda done, wanted: None)
    a, b = story_of(question.a, question.seed, game), story_of(question.b, question.seed, game)
    step = first_difference(a, b)
    given = {key: asked[key] for key in ("token", "q") if key in asked} | {"game": str(game)}
    frames = "\n".join(
        f'<section aria-label="Side {side.upper()}"><h2>{side.upper()}: {_outcome(story)}</h2>'
        f"<p>{html.escape(_happens(story, step))}</p>"
        f'<iframe title="Game {game} of side {side.upper()}" '
        f'src="/game?{html.escape(urlencode(given | {"side": side}))}#step={step}"></iframe>'
        "</section>"
        for side, story in (("a", a), ("b", b))
    )
    where = steps_of(a)[min(step, len(steps_of(a)) - 1)]
    return PAGE.format(
        game=game,
        seed=question.seed,
        frames=frames,
        where=f"They differ from turn {where.turn} on, step {step}." if step else "They are equal.",
    )


def game_page(question: Question, side: str, game: int) -> str:
    """Write the replay of one side."""
    from rotwsim.report.page.replay import replay_page

    if side not in ("a", "b"):
        raise DataError(f'there is no side "{side}"; legal: a, b')
    question = question.calibrated(lambda done, wanted: None)
    scenario = question.a if side == "a" else question.b
    return replay_page(story_of(scenario, question.seed, game), scenario)


@lru_cache(maxsize=STORIES_KEPT)
def story_of(scenario: Scenario, seed: int, game: int) -> Story:
    return replay(scenario, seed, game)


def first_difference(a: Story, b: Story) -> int:
    """Find the first step at which two games of one seed differ; 0 where none does."""
    one, other = steps_of(a), steps_of(b)
    for left, right in zip(one[1:], other[1:], strict=False):
        if _seen(left) != _seen(right):
            return left.number
    return 0 if len(one) == len(other) else min(len(one), len(other)) - 1


def _seen(step: Step) -> tuple:
    return step.turn, step.label, step.text, step.texts, step.after


def _happens(story: Story, step: int) -> str:
    """Say what a side does at a step."""
    steps = steps_of(story)
    now = steps[min(step, len(steps) - 1)]
    return f"{now.label}: {'; '.join([now.text, *now.texts]).strip('; ')}"


def _outcome(story: Story) -> str:
    result = story.result
    assert isinstance(result, SoloResult)  # the lab plays the solo game
    word = "won" if result.won else "lost"
    return f"{word}, {result.result} points of {result.target}, {result.turns} turns"


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Game {game}: A beside B</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/colours.css">
<link rel="stylesheet" href="/static/lab.css">
</head>
<body class="beside">
<header><h1>Game {game} of seed {seed}, on both sides</h1><p>{where}</p></header>
<main>
{frames}
</main>
</body>
</html>
"""


def save_folder(question: Question, games: object, home: Path) -> str:
    """Play the comparison as the command does and write its folder; give its name."""
    from rotwsim.analysis.comparison import compare
    from rotwsim.analysis.pool import Games
    from rotwsim.analysis.results import Asked, write_results

    if not question.change:
        raise DataError("A and B are the same: there is nothing to compare")
    if not isinstance(games, int) or not 1 <= games <= MOST_SAVED:
        raise DataError(f"games is {describe(games)}; legal are 1 to {MOST_SAVED:,}")
    question = question.calibrated(lambda done, wanted: None)
    number = 1
    while (home / FOLDER / f"{number:03d}").exists():
        number += 1
    name = f"{FOLDER}/{number:03d}"
    title = f"What does {question.change.partition(': ')[2]} do to {question.a.title()}?"
    asked = Asked(
        title, name, question.command(games), analyses=("compare",), margin=question.margin
    )
    with Games(question.seed, home / name / "games") as played:
        answer = compare(
            question.a, [question.change], games=games, margin=question.margin, using=played
        ).answer
        answer.games = played.counted
    write_results(home / name, asked, answer)
    return name
