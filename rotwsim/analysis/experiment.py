# Longer than most: a file is read, checked, played and written in one chapter.
"""An experiment: a file with its question in the first line, played, analysed and written."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of
from rotwsim.analysis.questions import FILE, MOST_ARMS, PP, QUESTIONS, count_of, option_of
from rotwsim.analysis.questions.compare import answer_of
from rotwsim.analysis.results import Answer, Asked, check_folder, write_results
from rotwsim.runner.person_calibration import same_person, with_knob
from rotwsim.runner.workload import LARGEST_SEED, check_games
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.options import (
    LIST,
    NOTHING,
    ONE,
    OPTION,
    PERSON,
    PERSON_OPTIONS,
    SCENARIO_OPTIONS,
    Span,
    tweak_called,
)
from rotwsim.scenario.reading import describe, one_line, read_toml, suggest
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import all_tweaks, variant_of, with_tweak
from rotwsim.stats import MARGIN, games_for_precision

RESULTS = Path("results")
ALL = "all"
VARIANT = "variant"
# An arm's name in order: what has one value, then lists, then variants in words.
DIMENSIONS = [
    *(option.name for option in SCENARIO_OPTIONS if option.shape == ONE),
    *(option.name for option in SCENARIO_OPTIONS if option.shape == LIST),
    VARIANT,
]
GAMES = count_of("games", 1_000).option
SEED = count_of("seed", 1, least=0, most=LARGEST_SEED).option
PRECISION = option_of("precision", float, None, legal=lambda: Span(0.001, 49.999))  # in pp
ANALYSES = {  # table of the file: its keys
    name: tuple(parameter.option for parameter in QUESTIONS[name].parameters_of(FILE))
    for name in QUESTIONS.at(FILE)
}
TOP = ("seed", "games", "precision", "scenario", "arms", *ANALYSES)


@dataclass(frozen=True)
class Planned:
    """An arm and its place in the design: its value in each dimension, as text."""

    arm: Arm
    place: dict[str, str]

    def others(self, across: str) -> tuple[str, ...]:
        """Give the place in all dimensions but one."""
        return tuple(value for key, value in self.place.items() if key != across)


@dataclass(frozen=True)
class Experiment:
    name: str
    question: str
    seed: int
    games: int
    scenario: Scenario
    arms: list[Planned]
    analyses: dict[str, dict]
    content: dict = field(repr=False)

    @property
    def margin(self) -> float:
        """Return the difference of win rates that matters: that of the first question with one."""
        for name in ("compare", "seats"):
            if name in self.analyses:
                return QUESTIONS[name].settled(self.analyses[name], FILE)["margin"]
        return MARGIN

    def values(self, analysis: str) -> dict:
        """Settle the parameters of an analysis; games and margin of the file hold for all."""
        given = {"games": self.games, **self.analyses[analysis]}
        values = QUESTIONS[analysis].settled(given, FILE)
        return values | ({"margin": self.margin} if "margin" in values else {})


def run_experiment(
    experiment: Experiment,
    out: Path,
    games: Games,
    command: str,
    begin: Callable[[str], None] = lambda part: None,
) -> Answer:
    """Play what is not in the folder of the games yet, and write the results folder."""
    check_folder(out)
    experiment = with_known_persons(experiment)
    analyses = tuple(experiment.analyses)
    asked = Asked(
        experiment.question,
        experiment.name,
        command,
        experiment.content,
        analyses or ("arms",),
        experiment.margin,
    )
    parts = [
        (QUESTIONS[name], QUESTIONS[name].prepared(experiment.scenario), experiment.values(name))
        for name in analyses
        if name != "compare"
    ]
    arms = [planned.arm for planned in experiment.arms]
    announced = [each for part, own, values in parts for each in part.batches(own, values)]
    games.expect([batch_of(arms, experiment.games), *announced])
    answer = Answer()
    if experiment.arms:
        begin("arms")
        answer.add(played_arms(experiment, games))
    for part, own, values in parts:
        begin(part.name)
        answer.add(part.answer(games, own, values))
    answer.games = games.counted
    write_results(out, asked, answer)
    return answer


def with_known_persons(experiment: Experiment) -> Experiment:
    """Find how much each person errs; arms that are compared have the person of their baseline."""
    across = experiment.analyses.get("compare", {}).get("across", "")
    if across in ("player", *PERSON_OPTIONS):
        across = ""  # who plays is the question
    known: dict[tuple, Scenario] = {}
    arms = []
    for planned in experiment.arms:
        scenario = planned.arm.scenario
        person = tuple(getattr(scenario, name) for name in PERSON_OPTIONS)
        group = planned.others(across), person
        if not across or group not in known:
            known[group] = with_knob(scenario)
        baseline = known[group]
        found = same_person(replace(scenario, knob=baseline.knob), baseline)
        arms.append(replace(planned, arm=replace(planned.arm, scenario=found)))
    return replace(experiment, arms=arms)


def played_arms(experiment: Experiment, games: Games) -> Answer:
    """Play all arms, and make the comparisons across one dimension if the file asks for them."""
    played = games.all([planned.arm for planned in experiment.arms], experiment.games)
    answer = Answer(arms=played)
    across = experiment.analyses.get("compare", {}).get("across")
    if across is None:
        return answer
    # Arms that differ in one dimension alone; the first value of it is the baseline.
    groups: dict[tuple, list[ArmGames]] = {}
    for plan, arm in zip(experiment.arms, played, strict=True):
        labelled = replace(arm.arm, label=plan.place[across] or NOTHING)
        groups.setdefault(plan.others(across), []).append(replace(arm, arm=labelled))
    for baseline, *variants in groups.values():
        if variants:
            answer.add(answer_of(baseline, variants, margin=experiment.margin))
    return answer


def read_experiment(path: Path | str) -> Experiment:
    path = Path(path)
    content = read_toml(path, str(path))
    first = path.read_text(encoding="utf-8-sig").partition("\n")[0].strip()
    question = first.removeprefix("#").strip()
    if not first.startswith("#") or not question:
        raise DataError(f"{path}: the first line must be the question, as a comment: # How hard …?")
    with named(f"{path}: "):
        return experiment_of(path.stem, question, content)


def with_games(experiment: Experiment, games: int) -> Experiment:
    """Give the experiment with this many games instead of every number of games in its file."""
    games = check_games(games)
    analyses = {
        name: {key: games if key.endswith("games") else value for key, value in options.items()}
        for name, options in experiment.analyses.items()
    }
    return replace(experiment, games=games, analyses=analyses)


def experiment_of(name: str, question: str, content: dict) -> Experiment:
    check_keys("", content, TOP)
    analyses = {key: table_of(content, key) for key in ANALYSES if key in content}
    for key, options in analyses.items():
        check_analysis(key, options)
    is_solo = "arms" in content or any(QUESTIONS[key].solo for key in analyses)
    scenario = scenario_of(table_of(content, "scenario"), is_solo)
    arms = planned_arms(scenario, table_of(content, "arms")) if "arms" in content else []
    if not arms and not set(analyses) - {"compare"}:
        raise DataError("it has neither arms nor an analysis; legal: arms, " + ", ".join(ANALYSES))
    if "compare" in analyses:
        check_across(analyses["compare"].get("across"), arms)
    seed, games = SEED.settled(content.get("seed", 1)), GAMES.settled(content.get("games", 1_000))
    if "precision" in content:
        if "games" in content:
            raise DataError("give games or precision, not both")
        games = games_for_precision(PRECISION.settled(content["precision"]) * PP)
    return Experiment(name, question, seed, games, scenario, arms, analyses, content)


def scenario_of(options: dict, is_solo: bool = True) -> Scenario:
    """Make the scenario of a file; a person plays solo games if nobody is named."""
    check_keys("scenario.", options, list(OPTION))
    default = {"player": PERSON} if is_solo and not options.get("seats") else {}
    return Scenario.of(**default | options)


def planned_arms(scenario: Scenario, dimensions: dict) -> list[Planned]:
    """Give every combination of the listed values; the first ones change slowest."""
    check_keys("arms.", dimensions, DIMENSIONS)
    lists = {key: values_of(key, dimensions[key], scenario) for key in dimensions}
    number = math.prod(map(len, lists.values()))
    if number > MOST_ARMS:
        raise DataError(f"the lists of arms make {number:,} combinations; legal are {MOST_ARMS:,}")
    arms = []
    for values in product(*lists.values()):
        planned, place, side = scenario, {}, ""
        for key, value in zip(lists, values, strict=True):
            planned, place[key], said = changed(planned, key, value)
            side = said or side
        varying = [place[key] for key in DIMENSIONS if key in lists and len(lists[key]) > 1]
        name = ", ".join(word for word in varying if word) or "baseline"
        arms.append(Planned(Arm(name, planned, side), place))
    for name, times in Counter(planned.arm.name for planned in arms).items():
        if times > 1:
            raise DataError(f"two arms are called {describe(name)}")
    return arms


def values_of(key: str, given: object, scenario: Scenario) -> list:
    if given == ALL and key == "board":
        return board_names()
    if given == ALL and key == "tweaks":
        return [NOTHING, *(variant.name for variant in all_tweaks(scenario))]
    if not isinstance(given, list) or not given:
        raise DataError(f"arms.{key} is {describe(given)}; it must be a list of values")
    return given


def changed(scenario: Scenario, key: str, value: object) -> tuple[Scenario, str, str]:
    """Give the scenario with a value of a dimension, the value in words, the rulebook's side."""
    if key == VARIANT:
        if not isinstance(value, str):
            raise DataError(f"arms.variant has {describe(value)}; it must be text")
        if value == NOTHING:
            return scenario, "", ""
        variant = variant_of(value, scenario)
        return variant.scenario, variant.name, variant.side
    if key == "tweaks":
        return with_tweaks(scenario, value)
    option = OPTION[key]
    if option.shape == LIST:
        value = [] if value == NOTHING else value if isinstance(value, list) else [value]
    with named(f"arms.{key}: "):
        option.settled(value, scenario.book)
    planned = scenario.varied(**{key: value})
    shown = planned.board.title if key == "board" else getattr(planned, key)
    return planned, " and ".join(option.in_title(shown)), ""


def with_tweaks(scenario: Scenario, value: object) -> tuple[Scenario, str, str]:
    names: list[Any] = value if isinstance(value, list) else [value]
    sides = {variant.name: variant.side for variant in all_tweaks(scenario)}
    for name in names:
        if not isinstance(name, str):
            raise DataError(f"arms.tweaks has {describe(name)}; it must be text")
        scenario = with_tweak(scenario, name)
    shown = [tweak_called(name, scenario.book) for name in names if name != NOTHING]
    found = {sides.get(name, "") for name in shown}
    return scenario, " and ".join(shown), found.pop() if len(found) == 1 else ""


def table_of(content: dict, key: str) -> dict:
    table = content.get(key, {})
    if not isinstance(table, dict):
        raise DataError(f"{key} is {describe(table)}; it must be a table, [{key}]")
    return table


def check_keys(where: str, table: dict, legal: Sequence[str]) -> None:
    for key in table:
        if key not in legal:
            raise DataError(f"unknown key {describe(where + key)}{suggest(key, legal)}")


def check_analysis(name: str, options: dict) -> None:
    check_keys(f"{name}.", options, [option.name for option in ANALYSES[name]])
    for option in ANALYSES[name]:
        if option.name in options:
            with named(f"{name}: "):
                option.settled(options[option.name])


@contextmanager
def named(where: str) -> Iterator[None]:
    """Put the place in front of what is wrong there."""
    try:
        yield
    except DataError as error:
        raise DataError(one_line(f"{where}{error}")) from None


def check_across(across: object, arms: list[Planned]) -> None:
    if not arms:
        raise DataError("compare needs arms")
    known = list(arms[0].place)
    if across not in known:
        raise DataError(f"compare.across is {describe(across)}{suggest(across, known)}")
    if len(arms) < 2:
        raise DataError("compare needs at least two arms")
