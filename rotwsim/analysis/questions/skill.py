"""Skill and luck: win rates over players and slips, and where the spread of results comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from rotwsim import stats
from rotwsim.analysis import questions
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.questions import Analysis, Method, count_of, multiplayer_skill, names_of
from rotwsim.analysis.results import Answer, Table, ends, frame, stacked
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import STREAMS
from rotwsim.scenario.scenario import Scenario

SLIPS = (0.05, 0.1, 0.2, 0.4, 0.8)
LADDER = ("random", "novice", "casual", "club", "expert")
STREAM_NAMES = {  # in the words of the game
    "goods": "cubes drawn",
    "railbot": "Railbot deck",
    "operations": "Operations deck",
    "barons": "row of Barons",
    "player": "the player's own errors",
}
PLAYER, CHANCE = "player", "chance"
TERMS = {  # of the split over players and games
    "player": "skill: who plays",
    "chance": "luck: the same for every player",
    "player × chance": "luck: differs from player to player",
}
BLUNDERING = ("random", "passive")  # who does not try to win says nothing about skill


def skill(
    games: Games,
    scenario: Scenario,
    count: int,
    players: Sequence[str] = (),
    slips: Sequence[float] = (),
    stream_count: int = 0,
) -> Answer:
    """Give the difficulty curve, and how the spread splits into skill and luck.

    `stream_count` games show what each random stream decides for the scenario's own player; 0
    leaves that out. It is at most the number of games.
    """
    played = games.all(ladder_arms(scenario, players, slips), count)
    answer = Answer(arms=played, tables={"skill": skill_table(played)})
    steady = [  # who tries to win and does not slip
        arm for arm in played if arm.scenario.slip == 0 and arm.scenario.player not in BLUNDERING
    ]
    swapped = swapped_games(games, scenario, min(stream_count, count)) if stream_count else None
    for table, outcome in (("luck", "result"), ("luck_wins", "won")):
        parts = []
        if len(steady) > 1 and any(varies(arm.table, outcome) for arm in steady):
            parts.append(split_by_player(steady, outcome))
        if swapped and varies(swapped.base, outcome) and varies(swapped.other, outcome):
            parts.append(split_by_stream(swapped, outcome))
        if parts:
            answer.tables[table] = stacked(parts)
    answer.alerts += findings(answer.tables)
    return answer


def plays(
    scenario: Scenario,
    count: int,
    players: Sequence[str],
    slips: Sequence[float],
    stream_count: int,
) -> Sequence[Arm | Batch]:
    """Say what `skill` will play."""
    found: list[Arm | Batch] = [*ladder_arms(scenario, players, slips)]
    if stream_count:
        stream_count = min(stream_count, count)
        swapped = swapped_scenarios(scenario, stream_count)
        found += [Batch([scenario], 2 * stream_count), Batch(list(swapped.values()), stream_count)]
    return found


def ladder_arms(scenario: Scenario, players: Sequence[str], slips: Sequence[float]) -> list[Arm]:
    """Give each player without slips, and the scenario's own, or the expert, with each of them.

    A person errs already.
    """
    named = list(dict.fromkeys([*(players or LADDER), scenario.player]))
    arms = [Arm(name_of(player, 0), scenario.varied(player=player, slip=0.0)) for player in named]
    slipping = LADDER[-1] if scenario.has_person else scenario.player
    return arms + [
        Arm(name_of(slipping, slip), scenario.varied(player=slipping, slip=slip))
        for slip in slips
        if slip
    ]


def name_of(player: str, slip: float) -> str:
    return f"{player}, slip {slip:g}" if slip else player


def skill_table(played: Sequence[ArmGames]) -> Table:
    """Give one row per player and slip, the weakest first."""
    rows = []
    for arm in played:
        rate, result = stats.wilson(arm.wins, arm.games), stats.mean(arm.table["result"])
        row = {"player": arm.scenario.player, "slip": arm.scenario.slip, "games": arm.games}
        row |= ends("win_rate", rate) | boxes_of(arm.scenario)
        rows.append(row | ends("result_mean", result, "result_"))
    return frame(rows).sort_values(["win_rate", "result_mean"], ignore_index=True)


def varies(table: Table, outcome: str) -> bool:
    return len(set(table[outcome])) > 1


def split_by_player(played: Sequence[ArmGames], outcome: str) -> Table:
    """Split the spread over players and games into the player, the game, and both together."""
    parts = [
        {CHANCE: arm.table["game"], outcome: arm.table[outcome].astype(float)}
        | {PLAYER: arm.scenario.player}
        for arm in played
    ]
    split = stats.variance_split(stacked(parts), [PLAYER], outcome, CHANCE)
    split["term"] = [TERMS[term] for term in split["term"]]
    return split.assign(scope=f"over {', '.join(arm.scenario.player for arm in played)}")


@dataclass(frozen=True)
class Swapped:
    """Games of one player, as many others, and the first ones with one stream of the others."""

    player: str
    base: Table
    other: Table
    by_stream: dict[str, Table]


def swapped_games(games: Games, scenario: Scenario, count: int) -> Swapped:
    """Games 0 to count - 1 with no stream, every stream and each single one of game + count."""
    own = name_of(scenario.player, scenario.slip)
    twice = games.of(Arm(own, scenario), 2 * count).table
    changed = swapped_scenarios(scenario, count)
    arms = [
        Arm(f"{own}, {STREAM_NAMES[stream]} of another game", scenario)
        for stream, scenario in changed.items()
    ]
    swapped = zip(changed, games.all(arms, count), strict=True)
    return Swapped(
        own, twice.iloc[:count], twice.iloc[count:], {stream: arm.table for stream, arm in swapped}
    )


def swapped_scenarios(scenario: Scenario, count: int) -> dict[str, Scenario]:
    """Give by stream the scenario with that stream of the game `count` numbers on."""
    streams = [stream for stream in STREAMS if stream != "barons" or scenario.barons]
    return {stream: scenario.varied(stream_shift={stream: count}) for stream in streams}


def split_by_stream(swapped: Swapped, outcome: str) -> Table:
    """Say what each stream decides by itself, and with everything it takes part in."""
    base = swapped.base[outcome].to_numpy(float)
    changed = {
        STREAM_NAMES[stream]: table[outcome].to_numpy(float)
        for stream, table in swapped.by_stream.items()
        if (table["result"].to_numpy() != swapped.base["result"].to_numpy()).any()
    }
    split = stats.sobol_indices(base, swapped.other[outcome].to_numpy(float), changed)
    split.columns = ["term", "share", "low", "high", "total", "total_low", "total_high", "n"]
    return split.assign(scope=f"luck of {swapped.player}")


def findings(tables: dict[str, Table]) -> list[str]:
    """Say what a reader must not miss."""
    notes = []
    best = tables["skill"].iloc[-1]
    if best["win_rate"] == 0:
        notes.append(
            f"nobody on this ladder wins a game; the best mean is {best['result_mean']:.0f}"
        )
    luck = tables.get("luck")
    if luck is not None:
        chance = luck.loc[luck["scope"].str.startswith("luck of")]
        if len(chance):
            top = chance.sort_values("total").iloc[-1]
            notes.append(
                f"of the luck, {100 * top['total']:.0f} % ({100 * top['total_low']:.0f} to "
                f"{100 * top['total_high']:.0f}) involves the largest source: {top['term']}"
            )
    return notes


QUESTION = Analysis(
    """Every player plays, from worst to best. Then --player makes slips, or the expert if --player
    is a person. How much of the differences in result comes from who plays, and how much from
    chance? And from which chance: the same games are played again with one source of luck taken
    from another game.

    With --seats each player sits once in every seat, among players one rung lower. How often does
    it win? After how many games does it lead? How much comes from seat, deal and skill?""",
    (
        questions.games_of(4_000),
        names_of("players", "player", "Who plays, from worst to best, comma separated."),
        names_of(
            "slips",
            "slip",
            "How often --player slips, as shares, comma separated.",
            SLIPS,
            metavar="SHARES",
        ),
        count_of(
            "stream_games",
            0,
            "Games for each source of luck; 0 leaves this out.  [default: --games]",
            least=0,
            same_as="games",
        ),
    ),
    solo=Method(
        "How much does skill decide on {board}?", skill, plays, "skill", multiplayer_skill.CHAPTER
    ),
    multiplayer=multiplayer_skill.METHOD,
    examples=(
        "rotwsim skill --games 4000",
        "rotwsim skill --barons --players novice,expert --slips 0.1,0.3 --stream-games 2000",
        'rotwsim skill --seats "4*casual" --players novice,casual --games 500',
    ),
    python="""
    >>> scenario = rotwsim.Scenario.of(player="club")
    >>> found = rotwsim.skill(scenario, players=["casual"], slips=[], games=20)
    >>> sorted(found.tables["skill"].player)
    ['casual', 'club']
    """,
)
