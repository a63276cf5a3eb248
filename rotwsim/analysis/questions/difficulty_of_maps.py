"""How hard every map is: with every tweak for people of several skills, and for one same person."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of, folder_name
from rotwsim.analysis.questions import Analysis, Method, count_of, games_of, names_of
from rotwsim.analysis.questions.compare import answer_of
from rotwsim.analysis.results import Answer, board_facts, ends, nearest_target, table_of, tabled
from rotwsim.runner.person_calibration import same_person, with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

SKILLS = (10.0, 25.0, 50.0, 75.0, 90.0)  # per cent of the standard games that a person wins
REBUILT_TWICE = "eastern-us-rebuilt"  # a map we have as printed
TARGET = "target"  # the group of tweaks that change nothing but who has won
EVEN = 0.5


def all_maps() -> list[str]:
    return [name for name in board_names() if name != REBUILT_TWICE]


def difficulty(
    games: Games,
    boards: Sequence[str],
    skills: Sequence[float],
    count: int,
    quoted: Mapping[str, int] | None = None,
) -> Answer:
    """Give the win rate of every cell over the first `count` games of its arm.

    `quoted` is the number of games of other results, by the folder of the games: such a cell
    rests on exactly those.
    """
    played = play_each(games, cell_arms(boards, skills), count, quoted or {})
    table = table_of(rows_of, played, lambda arm: {})
    return Answer({"difficulty": table}, played, games=games.counted)


def play_each(
    games: Games, arms: Sequence[Arm], count: int, quoted: Mapping[str, int]
) -> list[ArmGames]:
    """Play as many games of each arm as are quoted elsewhere, `count` where none are."""
    wanted = [quoted.get(folder_name(arm.scenario, games.seed), count) for arm in arms]
    found: dict[str, ArmGames] = {}
    for size in sorted(set(wanted), reverse=True):
        same_size = [arm for arm, own in zip(arms, wanted, strict=True) if own == size]
        found |= {arm.name: arm for arm in games.all(same_size, size)}
    return [found[arm.name] for arm in arms]


def cell_arms(boards: Sequence[str], skills: Sequence[float]) -> list[Arm]:
    """Say what has to be played: the standard game and every tweak that changes it."""
    tweaks = [(), *((t.name,) for t in load_rulebook().tweaks if t.group != TARGET)]
    maps = dict.fromkeys(boards or all_maps())
    found = []
    for board, barons, wins in product(maps, (False, True), sorted(set(skills or SKILLS))):
        for person in known_person(board, barons, wins):
            found += [person.varied(tweaks=tweak) for tweak in tweaks]
    return [Arm(one.title(), one) for one in found]


def known_person(board: str, barons: bool, wins: float, errs: str = ERRORS[0]) -> list[Scenario]:
    """Give the scenario of a person; none of one who never wins so often there."""
    asked = Scenario.of(board, barons=barons, player=PERSON, wins=wins, errs=errs)
    with suppress(DataError):
        return [with_knob(asked)]
    return []


def rows_of(arm: ArmGames) -> Iterator[dict]:
    """Give the cell of an arm; the standard game gives those of the targets too."""
    if arm.scenario.tweaks:
        yield cell(arm, arm.scenario)
        return
    yield cell(arm, arm.scenario, nearest_target(arm.table["result"], EVEN * arm.games))
    for tweak in load_rulebook().tweaks:
        if tweak.group == TARGET:
            yield cell(arm, arm.scenario.varied(tweaks=(tweak.name,)))


def cell(arm: ArmGames, scenario: Scenario, even_target: float = math.nan) -> dict:
    """Say how often the games of an arm reach the target of a scenario."""
    target = scenario.parameters["target"]
    rate = stats.wilson(int((arm.table["result"].to_numpy() >= target).sum()), arm.games)
    return {
        **board_facts(scenario),
        "tweaks": ", ".join(scenario.tweaks),
        "standard_wins": scenario.wins / 100,
        "target": target,
        "games": arm.games,
        **ends("win_rate", rate),
        "even_target": even_target,
    }


DIFFICULTY = Analysis(
    parameters=(
        games_of(1_000),
        names_of("boards", "board"),
        names_of("skills", "wins", metavar="NUMBERS"),
    ),
    solo=Method.of(difficulty, cell_arms),
)


MAP_SKILLS = (25.0, 50.0, 75.0)  # per cent of the standard games of the board that `wins` counts
EXPERT, MASTER = "expert", "master"  # the ceiling


def maps(
    games: Games, played: Sequence[ArmGames], boards: Sequence[str], master_count: int
) -> Answer:
    """Play every map as the same person, who keeps the knob, and as the players at the ceiling."""
    slow = games.all(ceiling(boards, MASTER), master_count) if master_count else []
    arms = [*played, *slow]
    pairs = list(zip(arms[::2], arms[1::2], strict=True))
    answer = Answer({"map_skill": map_table(pairs)}, arms)
    for without, dealt in pairs:
        answer.add(answer_of(without, [dealt]))
    return answer


def map_arms(
    scenario: Scenario, boards: Sequence[str], skills: Sequence[float], master_count: int
) -> Sequence[Arm | Batch]:
    arms = [arm for wins in skills for arm in person_arms(scenario, boards, wins)]
    slow = [batch_of(ceiling(boards, MASTER), master_count)] if master_count else []
    return [*arms, *ceiling(boards, EXPERT), *slow]


def person_arms(scenario: Scenario, boards: Sequence[str], wins: float) -> list[Arm]:
    """List every map as one person plays it, without Barons and with them."""
    home = scenario.on or scenario.board.name
    person = {"player": PERSON, "errs": scenario.errs, "wins": wins, "on": home}
    found, name = [], f"wins {wins:g} % on {Scenario.of(home).board.title}"
    for board in boards or all_maps():
        plain = with_knob(Scenario.of(board, **person))
        dealt = same_person(plain.varied(barons=True), plain)
        found += with_and_without(plain, dealt, name)
    return found


def with_and_without(plain: Scenario, dealt: Scenario, name: str) -> list[Arm]:
    title = plain.board.title
    return [Arm(f"{title}, {name}", plain), Arm(f"{title}, Duel Barons, {name}", dealt)]


def ceiling(boards: Sequence[str], player: str) -> list[Arm]:
    """List every map as a player at the ceiling plays it, without Barons and with them."""
    found = []
    for board in boards or all_maps():
        plain = Scenario.of(board, player=player)
        found += with_and_without(plain, plain.varied(barons=True), player)
    return found


@tabled()
def map_table(pairs: Sequence[tuple[ArmGames, ArmGames]]) -> Iterator[dict]:
    """Give the win rate of each map, Barons and skill; the ceiling has no skill."""
    for arm, wins in ((arm, pair[0].scenario.wins) for pair in pairs for arm in pair):
        row = board_facts(arm.scenario) | {"player": arm.scenario.player}
        row |= {"standard_wins": wins / 100 if wins else math.nan, "games": arm.games}
        yield row | ends("win_rate", stats.wilson(arm.wins, arm.games))


MAPS = Analysis(
    parameters=(
        games_of(1_000),
        names_of("boards", "board"),
        names_of("skills", "wins", default=MAP_SKILLS, metavar="PERCENT"),
        count_of("master_games", 0, least=0),
    ),
    solo=Method.of(maps, map_arms),
)
QUESTIONS = {"difficulty": DIFFICULTY, "maps": MAPS}
