"""An experiment from its file to its results: plays all arms, answers every analysis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rotwsim.analysis.experiment_file import Experiment, Planned
from rotwsim.analysis.pool import ArmGames, Games
from rotwsim.analysis.question import FILE, Analysis
from rotwsim.analysis.questions.compare import answer_of
from rotwsim.analysis.registry import QUESTIONS
from rotwsim.analysis.results import Answer, Asked, check_folder, write_results
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import NOTHING

RESULTS = Path("results")


def run_experiment(
    experiment: Experiment,
    out: Path,
    games: Games,
    command: str,
    begin: Callable[[str], None] = lambda part: None,
) -> Answer:
    """Plays what is not in the folder of the games yet, and writes the results folder.

    `begin` is called with the name of each part.
    """
    check_folder(out)
    analyses = tuple(experiment.analyses)
    asked = Asked(
        question=experiment.question,
        name=experiment.name,
        command=command,
        experiment=experiment.content,
        analyses=analyses or ("arms",),
        margin=experiment.margin,
    )
    parts = [QUESTIONS[name] for name in analyses if name != "compare"]
    asked_of = {
        part.name: (part.prepared(experiment.scenario), values_of(experiment, part))
        for part in parts
    }
    arms = Batch([planned.arm.scenario for planned in experiment.arms], experiment.games)
    games.expect([arms, *(each for part in parts for each in part.batches(*asked_of[part.name]))])
    answer = Answer()
    if experiment.arms:
        begin("arms")
        answer.add(played_arms(experiment, games))
    for part in parts:
        begin(part.name)
        answer.add(part.answer(games, *asked_of[part.name]))
    answer.games = games.counted
    write_results(out, asked, answer)
    return answer


def played_arms(experiment: Experiment, games: Games) -> Answer:
    """All arms, and the comparisons across one dimension if the file asks for them."""
    played = games.all([planned.arm for planned in experiment.arms], experiment.games)
    answer = Answer(arms=played)
    if "compare" in experiment.analyses:
        across = experiment.analyses["compare"]["across"]
        for baseline, variants in groups_across(experiment.arms, played, across):
            answer.add(answer_of(baseline, variants, margin=experiment.margin))
    return answer


def groups_across(
    planned: list[Planned], played: list[ArmGames], across: str
) -> list[tuple[ArmGames, list[ArmGames]]]:
    """Arms that differ in one dimension alone; the first value of it is the baseline."""
    groups: dict[tuple, list[ArmGames]] = {}
    for plan, arm in zip(planned, played, strict=True):
        others = tuple(value for key, value in plan.place.items() if key != across)
        labelled = replace(arm.arm, label=plan.place[across] or NOTHING)
        groups.setdefault(others, []).append(replace(arm, arm=labelled))
    return [(members[0], members[1:]) for members in groups.values() if len(members) > 1]


def values_of(experiment: Experiment, analysis: Analysis) -> dict:
    """The parameters of an analysis as the file gives them; one margin holds for all of it."""
    values = analysis.settled(experiment.options(analysis.name), FILE)
    return values | ({"margin": experiment.margin} if "margin" in values else {})
