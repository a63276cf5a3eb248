"""An experiment from its file to its results: plays all arms, answers every analysis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rotwsim.analysis import sizes
from rotwsim.analysis.experiment_file import Experiment, Planned
from rotwsim.analysis.pool import ArmGames, Games
from rotwsim.analysis.questions import (
    assumptions,
    barons,
    factorial,
    multiplayer_skill,
    rail_barons,
    seats,
    skill,
)
from rotwsim.analysis.questions import bidding as tables
from rotwsim.analysis.questions.compare import answer_of
from rotwsim.analysis.results import Answer, Asked, check_folder, write_results
from rotwsim.analysis.seat_results import at_table
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import NOTHING

RESULTS = Path("results")


@dataclass(frozen=True)
class Part:
    """An analysis of the file: what answers it, what that will play, and what both are given."""

    analyse: Callable[..., Answer]
    batches: Callable[..., list[Batch]]
    given: Sequence

    def ahead(self) -> list[Batch]:
        return self.batches(*self.given)

    def answer(self, games: Games) -> Answer:
        return self.analyse(games, *self.given)


def run_experiment(
    experiment: Experiment,
    out: Path,
    games: Games,
    command: str,
    told: Callable[[str], None] = lambda part: None,
) -> Answer:
    """Plays what is not in the folder of the games yet, and writes the results folder.

    `told` hears which part begins.
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
    parts = {name: PARTS[name](experiment) for name in analyses if name != "compare"}
    arms = Batch([planned.arm.scenario for planned in experiment.arms], experiment.games)
    games.expect([arms, *(batch for part in parts.values() for batch in part.ahead())])
    answer = Answer()
    if experiment.arms:
        told("arms")
        answer.add(played_arms(experiment, games))
    for name, part in parts.items():
        told(name)
        answer.add(part.answer(games))
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
    """Arms that are alike but for one dimension; the first value of it is the baseline."""
    groups: dict[tuple, list[ArmGames]] = {}
    for plan, arm in zip(planned, played, strict=True):
        alike = tuple(value for key, value in plan.place.items() if key != across)
        labelled = replace(arm.arm, label=plan.place[across] or NOTHING)
        groups.setdefault(alike, []).append(replace(arm, arm=labelled))
    return [(members[0], members[1:]) for members in groups.values() if len(members) > 1]


def _barons(experiment: Experiment) -> Part:
    options, scenario = experiment.options("barons"), experiment.scenario
    if scenario.seats:
        given = scenario, options["games"], experiment.margin
        return Part(rail_barons.rail_barons, rail_barons.batches, given)
    given = scenario, options["games"], options.get("pair_games", 0), experiment.margin
    return Part(barons.barons, barons.batches, given)


def _skill(experiment: Experiment) -> Part:
    options, scenario = experiment.options("skill"), experiment.scenario
    if scenario.seats:
        given = scenario, options["games"], options.get("players", ())
        return Part(multiplayer_skill.table_skill, multiplayer_skill.batches, given)
    given = (
        scenario,
        options["games"],
        options.get("players", skill.LADDER),
        options.get("slips", skill.SLIPS),
        options.get("stream_games", options["games"]),
    )
    return Part(skill.skill, skill.batches, given)


def _assumptions(experiment: Experiment) -> Part:
    options = experiment.options("assumptions")
    given = (
        experiment.scenario,
        options["games"],
        options.get("draws", sizes.DRAWS),
        options.get("fillings", sizes.FILLINGS),
        options.get("filling_games", sizes.FILLING_GAMES),
        options.get("ignore", ()),
    )
    return Part(assumptions.assumptions, assumptions.batches, given)


def _factorial(experiment: Experiment) -> Part:
    options = experiment.options("factorial")
    given = experiment.scenario, options.get("tweaks", ()), options["games"]
    return Part(factorial.factorial, factorial.batches, given)


def _seats(experiment: Experiment) -> Part:
    options = experiment.options("seats")
    chosen = (options.get(key, ()) for key in ("styles", "sizes", "boards"))
    given = at_table(experiment.scenario), options["games"], *chosen, experiment.margin
    return Part(seats.seats, seats.batches, given)


def _styles(experiment: Experiment) -> Part:
    options = experiment.options("styles")
    chosen = (options.get(key, ()) for key in ("styles", "boards"))
    given = at_table(experiment.scenario), options["games"], *chosen
    return Part(tables.styles, tables.style_batches, given)


def _options(experiment: Experiment) -> Part:
    options = experiment.options("options")
    given = (
        at_table(experiment.scenario),
        options["games"],
        options.get("skill", True),
        options.get("better", ""),
        options.get("worse", ""),
    )
    return Part(tables.options, tables.option_batches, given)


PARTS = {
    "seats": _seats,
    "styles": _styles,
    "options": _options,
    "barons": _barons,
    "skill": _skill,
    "assumptions": _assumptions,
    "factorial": _factorial,
}
