"""The bidding styles, and the options of a table, against each other on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.results import Answer
from rotwsim.analysis.seat_results import Seated, at_table, check_sample, in_words, style_arms
from rotwsim.analysis.style_measures import UNFAIRNESS, measures_table
from rotwsim.runner.workload import Batch
from rotwsim.scenario.multiplayer_schema import MODULES, MULTIPLAYER_BARONS
from rotwsim.scenario.player_weights import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

PRINTED = "as printed"
STRONGER, WEAKER = ("expert", "casual"), ("club", "novice")  # the first of each that can sit


def styles(
    games: Games,
    scenario: Scenario,
    count: int,
    chosen: Sequence[str] = (),
    boards: Sequence[str] = (),
) -> Answer:
    """Every style against the scenario's own, measure by measure, on each board."""
    check_sample(count)
    games.expect(style_batches(scenario, count, chosen, boards))
    answer = Answer()
    for arms in arms_by_board(scenario, chosen, boards):
        base, *others = games.all(arms, count)
        if not others:
            raise DataError("there is one bidding style; name another to compare it with")
        part = Answer({"styles": measures_table(base, others)}, [base, *others])
        part.alerts += fairest(part)
        answer.add(part)
    return answer


def style_batches(
    scenario: Scenario, count: int, chosen: Sequence[str] = (), boards: Sequence[str] = ()
) -> list[Batch]:
    """What `styles` will play."""
    groups = arms_by_board(scenario, chosen, boards)
    return [Batch([arm.scenario for arm in arms], count) for arms in groups]


def arms_by_board(
    scenario: Scenario, chosen: Sequence[str], boards: Sequence[str]
) -> list[list[Arm]]:
    """The styles on each board."""
    tables = [at_table(scenario.varied(board=board)) for board in boards or [scenario.board]]
    return [
        style_arms(table, chosen, table.board.title if len(boards) > 1 else "") for table in tables
    ]


def fairest(answer: Answer) -> list[str]:
    """Which style treats places most alike, and whether that is more than chance."""
    table = answer.tables["styles"]
    rows = table[table["measure"] == UNFAIRNESS].sort_values("mean")
    first, last = rows.iloc[0], rows.iloc[-1]
    where = first["board"]
    return [
        f"{where}: {first['name']} treats places most alike, by {100 * first['mean']:.1f} points "
        f"({100 * first['mean_low']:.1f} to {100 * first['mean_high']:.1f}) from equal shares; "
        f"{last['name']} least, by {100 * last['mean']:.1f} ({100 * last['mean_low']:.1f} to "
        f"{100 * last['mean_high']:.1f})"
    ]


def options(
    games: Games,
    scenario: Scenario,
    count: int,
    has_skill: bool = True,
    better: str = "",
    worse: str = "",
) -> Answer:
    """Every option and kind of Rail Barons against the table without options.

    Skill is the share of wins of one better player among worse ones, on as many deals.
    """
    check_sample(count)
    games.expect(option_batches(scenario, count, has_skill, better, worse))
    arms, mixed = option_arms(scenario), mixed_arms(scenario, better, worse)
    played = games.all(arms, count)
    skill = skill_shares(played, games.all(mixed, count)) if has_skill else None
    answer = Answer({"options": measures_table(played[0], played[1:], skill)}, played)
    answer.alerts += striking(answer)
    return answer


def option_batches(
    scenario: Scenario, count: int, has_skill: bool = True, better: str = "", worse: str = ""
) -> list[Batch]:
    """What `options` will play."""
    arms = option_arms(scenario) + (mixed_arms(scenario, better, worse) if has_skill else [])
    return [Batch([arm.scenario for arm in arms], count)]


def option_arms(scenario: Scenario) -> list[Arm]:
    """The table as printed, each option by itself, and the other kinds of Rail Barons."""
    table = at_table(scenario)
    if table.modules:
        raise DataError(
            "every option is compared with the table as printed; leave out module "
            + ", ".join(table.modules)
        )
    arms = [Arm(PRINTED, table, label=PRINTED)]
    for option in MODULES:
        if option != "rotors" or table.board.multiplayer.rotor_cities:
            arms.append(Arm(in_words(option), table.varied(modules=[option])))
    for barons in MULTIPLAYER_BARONS:
        if barons != table.barons:
            arms.append(Arm(f"Rail Barons: {barons}", table.varied(barons=barons)))
    return arms


def mixed_arms(scenario: Scenario, better: str, worse: str) -> list[Arm]:
    """The same with one better player among worse ones."""
    better, worse = better or sits(STRONGER), worse or sits(WEAKER)
    return [
        Arm(f"{arm.name}, one {better}", one_among(arm.scenario, better, worse))
        for arm in option_arms(scenario)
    ]


def one_among(table: Scenario, better: str, worse: str, seat: int = 0) -> Scenario:
    """The same table with a better player in one seat and worse ones in the others."""
    others = len(table.seats) - 1
    return table.varied(seats=[*[worse] * seat, better, *[worse] * (others - seat)])


def skill_shares(arms: Sequence[ArmGames], mixed: Sequence[ArmGames]) -> dict:
    """By arm, the better player's share of the win; it has the first seat, the start is drawn."""
    return {arm.name: Seated(own).wins[:, 0] for arm, own in zip(arms, mixed, strict=True)}


def sits(names: Sequence[str]) -> str:
    """The first of these players that can sit at a table."""
    return next(name for name in names if name in multiplayer_players())


def striking(answer: Answer) -> list[str]:
    """The largest sure change of every option, in the words of its measure."""
    table = answer.tables["options"].dropna(subset=["difference"])
    told = []
    for name, rows in table.groupby("name", sort=False):
        sure = rows[rows["verdict"].isin([stats.MORE, stats.LESS])]
        if sure.empty:
            told.append(f"{name}: no measure surely changes")
            continue
        width = (sure["high"] - sure["low"]).clip(lower=1e-9)
        row = sure.loc[(sure["difference"].abs() / width).idxmax()]
        scale = 100 if row["unit"] == "share" else 1
        unit = "points" if row["unit"] == "share" else row["unit"]
        told.append(
            f"{name}: {row['measure']} {scale * row['difference']:+.1f} {unit} "
            f"({scale * row['low']:+.1f} to {scale * row['high']:+.1f})"
        )
    return told
