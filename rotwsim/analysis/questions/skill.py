"""Skill and luck: win rates over players and slips, and where the spread of results comes from."""

from collections.abc import Sequence

from rotwsim import stats
from rotwsim.analysis import questions
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.questions import Analysis, Method, multiplayer_skill, names_of
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
    games: Games, played: Sequence[ArmGames], scenario: Scenario, count: int, stream_count: int
) -> Answer:
    """Give the difficulty curve, and how the spread splits into skill and luck."""
    tables = {"skill": skill_table(played)}
    steady = [  # who tries to win and does not slip
        arm for arm in played if arm.scenario.slip == 0 and arm.scenario.player not in BLUNDERING
    ]
    swapped = swapped_games(games, scenario, min(stream_count, count)) if stream_count else None
    for table, outcome in (("luck", "result"), ("luck_wins", "won")):
        parts = []
        if len(steady) > 1 and any(varies(arm.table, outcome) for arm in steady):
            parts.append(split_by_player(steady, outcome))
        if swapped and all(varies(part, outcome) for part in swapped[:2]):
            split = split_by_stream(*swapped, outcome)
            name = name_of(scenario.player, scenario.slip)
            parts.append(split.assign(scope=f"luck of {name}"))
        if parts:
            tables[table] = stacked(parts)
    return Answer(tables, [*played], findings(tables))


def plays(
    scenario: Scenario,
    count: int,
    players: Sequence[str],
    slips: Sequence[float],
    stream_count: int,
) -> list[Arm | Batch]:
    """Give each player without slips, and the scenario's own, or the expert, with each of them."""
    named = dict.fromkeys([*(players or LADDER), scenario.player])
    slipping = LADDER[-1] if scenario.has_person else scenario.player
    wanted = [(player, 0.0) for player in named] + [(slipping, slip) for slip in slips if slip]
    found: list[Arm | Batch] = [
        Arm(name_of(player, slip), scenario.varied(player=player, slip=slip))
        for player, slip in wanted
    ]
    if stream_count:
        stream_count = min(stream_count, count)
        changed = swapped_scenarios(scenario, stream_count)
        found += [Batch([scenario], 2 * stream_count), Batch([*changed.values()], stream_count)]
    return found


def name_of(player: str, slip: float) -> str:
    return f"{player}, slip {slip:g}" if slip else player


def skill_table(played: Sequence[ArmGames]) -> Table:
    """Give one row per player and slip, the weakest first."""
    rows = (
        {
            "player": arm.scenario.player,
            "slip": arm.scenario.slip,
            "games": arm.games,
            **ends("win_rate", stats.wilson(arm.wins, arm.games)),
            **boxes_of(arm.scenario),
            **ends("result_mean", stats.mean(arm.table["result"]), "result_"),
        }
        for arm in played
    )
    return frame(rows).sort_values(["win_rate", "result_mean"], ignore_index=True)


def varies(table: Table, outcome: str) -> bool:
    return len(set(table[outcome])) > 1


def split_by_player(played: Sequence[ArmGames], outcome: str) -> Table:
    """Split the spread over players and games into the player, the game, and both together."""
    parts = [
        arm.table[["game", outcome]].astype(float).assign(player=arm.scenario.player)
        for arm in played
    ]
    split = stats.variance_split(
        stacked(parts).rename(columns={"game": CHANCE}), [PLAYER], outcome, CHANCE
    )
    scope = f"over {', '.join(arm.scenario.player for arm in played)}"
    return split.assign(term=split["term"].replace(TERMS), scope=scope)


def swapped_games(
    games: Games, scenario: Scenario, count: int
) -> tuple[Table, Table, dict[str, Table]]:
    """Play as many games, as many others, and the first ones with each stream of the others."""
    own = name_of(scenario.player, scenario.slip)
    twice = games.of(Arm(own, scenario), 2 * count).table
    changed = swapped_scenarios(scenario, count)
    arms = [
        Arm(f"{own}, {STREAM_NAMES[stream]} of another game", one)
        for stream, one in changed.items()
    ]
    tables = [arm.table for arm in games.all(arms, count)]
    return twice.iloc[:count], twice.iloc[count:], dict(zip(changed, tables, strict=True))


def swapped_scenarios(scenario: Scenario, count: int) -> dict[str, Scenario]:
    """Give by stream the scenario with that stream of the game `count` numbers on."""
    streams = [stream for stream in STREAMS if stream != "barons" or scenario.barons]
    return {stream: scenario.varied(stream_shift={stream: count}) for stream in streams}


def split_by_stream(base: Table, other: Table, by_stream: dict[str, Table], outcome: str) -> Table:
    """Say what each stream decides by itself, and with everything it takes part in."""
    changed = {
        STREAM_NAMES[stream]: table[outcome].to_numpy(float)
        for stream, table in by_stream.items()
        if (table["result"].to_numpy() != base["result"].to_numpy()).any()
    }
    before, others = (side[outcome].to_numpy(float) for side in (base, other))
    split = stats.sobol_indices(before, others, changed)
    split.columns = ["term", "share", "low", "high", "total", "total_low", "total_high", "n"]
    return split


def findings(tables: dict[str, Table]) -> list[str]:
    notes = []
    best = tables["skill"].iloc[-1]
    if best["win_rate"] == 0:
        notes.append(
            f"nobody on this ladder wins a game; the best mean is {best['result_mean']:.0f}"
        )
    luck = tables.get("luck", frame([], ["scope", "total"]))
    chance = luck.loc[[scope.startswith("luck of") for scope in luck["scope"]]]
    if len(chance):
        top = chance.sort_values("total").iloc[-1]
        notes.append(
            f"of the luck, {100 * top['total']:.0f} % ({100 * top['total_low']:.0f} to "
            f"{100 * top['total_high']:.0f}) involves the largest source: {top['term']}"
        )
    return notes


QUESTION = Analysis(
    parameters=(
        questions.games_of(4_000),
        names_of("players", "player"),
        names_of("slips", "slip", default=SLIPS, metavar="SHARES"),
        questions.count_of("stream_games", 0, least=0, same_as="games"),
    ),
    solo=Method.of(skill, plays),
    multiplayer=multiplayer_skill.METHOD,
)
