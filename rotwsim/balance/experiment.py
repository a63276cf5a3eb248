"""An experiment from its file to its results: plays all arms, answers every analysis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rotwsim.balance.assumptions import DRAWS, FILLING_GAMES, FILLINGS, assumptions
from rotwsim.balance.barons import barons
from rotwsim.balance.compare import answer_of
from rotwsim.balance.experiment_file import Experiment, Planned
from rotwsim.balance.factorial import factorial
from rotwsim.balance.fairness import seats
from rotwsim.balance.games import ArmGames, Games
from rotwsim.balance.rail_barons import rail_barons
from rotwsim.balance.results import Answer, Asked, check_folder, write_results
from rotwsim.balance.seated import at_table
from rotwsim.balance.skill import LADDER, SLIPS, skill
from rotwsim.balance.styles import options as table_options
from rotwsim.balance.styles import styles
from rotwsim.balance.table_skill import table_skill
from rotwsim.rules.option import NOTHING

RESULTS = Path("results")


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
    answer = Answer()
    if experiment.arms:
        told("arms")
        answer.add(played_arms(experiment, games))
    for analysis in analyses:
        if analysis != "compare":
            told(analysis)
            answer.add(PARTS[analysis](games, experiment))
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


def _barons(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("barons")
    if experiment.scenario.seats:
        return rail_barons(games, experiment.scenario, options["games"], experiment.margin)
    pair_games = options.get("pair_games", 0)
    return barons(games, experiment.scenario, options["games"], pair_games, experiment.margin)


def _skill(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("skill")
    if experiment.scenario.seats:
        return table_skill(games, experiment.scenario, options["games"], options.get("players", ()))
    return skill(
        games,
        experiment.scenario,
        options["games"],
        options.get("players", LADDER),
        options.get("slips", SLIPS),
        options.get("stream_games", options["games"]),
    )


def _assumptions(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("assumptions")
    return assumptions(
        games,
        experiment.scenario,
        options["games"],
        options.get("draws", DRAWS),
        options.get("fillings", FILLINGS),
        options.get("filling_games", FILLING_GAMES),
        options.get("ignore", ()),
    )


def _factorial(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("factorial")
    return factorial(games, experiment.scenario, options.get("tweaks", ()), options["games"])


def _seats(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("seats")
    chosen = (options.get(key, ()) for key in ("styles", "sizes", "boards"))
    table, margin = at_table(experiment.scenario), experiment.margin
    return seats(games, table, options["games"], *chosen, margin=margin)


def _styles(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("styles")
    chosen = (options.get(key, ()) for key in ("styles", "boards"))
    return styles(games, at_table(experiment.scenario), options["games"], *chosen)


def _options(games: Games, experiment: Experiment) -> Answer:
    options = experiment.options("options")
    return table_options(
        games,
        at_table(experiment.scenario),
        options["games"],
        options.get("skill", True),
        options.get("better", ""),
        options.get("worse", ""),
    )


PARTS = {
    "seats": _seats,
    "styles": _styles,
    "options": _options,
    "barons": _barons,
    "skill": _skill,
    "assumptions": _assumptions,
    "factorial": _factorial,
}
