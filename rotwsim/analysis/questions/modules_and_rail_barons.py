"""What the modules change in the multiplayer game, and what each Rail Baron is worth.

The worth is causal: on the same deals the first seat is dealt, and keeps, one Baron after the
other. A Baron is worth what the seat wins with it less what it wins with the average one. Where the
first seat takes a Baron that was dealt to another, that seat gets the first seat's card for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rotwsim import stats
from rotwsim.analysis import questions, seat_results
from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.analysis.questions import Analysis, Method, Parameter, flag_of, games_of
from rotwsim.analysis.results import Answer, Table, ends, frame, rows_of, tabled
from rotwsim.analysis.seat_results import Seated, check_sample, in_words
from rotwsim.scenario.options import OPTION
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import MODULES, MULTIPLAYER_BARONS, DataError, RailBaron
from rotwsim.stats import MARGIN

PRINTED = "as printed"
STRONGER, WEAKER = ("expert", "casual"), ("club", "novice")  # the first of each that can sit


def modules(played: Sequence[ArmGames]) -> Answer:
    """Compare every module and kind of Rail Barons with the game as printed."""
    check_sample(played)
    whole = [arm for arm in played if arm.arm.label]
    mixed = [arm for arm in played if not arm.arm.label]
    pairs = zip(whole, mixed, strict=True) if mixed else ()
    shares = {arm.name: Seated(own).wins[:, 0] for arm, own in pairs}  # of the better player
    table = seat_results.measures_table(whole[0], whole[1:], shares or None)
    return Answer({"modules": table}, whole, largest_changes(table))


def all_arms(scenario: Scenario, skill: bool, better: str, worse: str) -> list[Arm]:
    arms = module_arms(scenario)
    if not skill:
        return arms
    better = better or first_multiplayer_player(STRONGER)
    worse = worse or first_multiplayer_player(WEAKER)
    mixed = [seat_results.mixed_seats(arm.scenario, better, worse) for arm in arms]
    named = zip(arms, mixed, strict=True)
    return arms + [Arm(f"{arm.name}, one {better}", scenario) for arm, scenario in named]


def module_arms(scenario: Scenario) -> list[Arm]:
    """List the game as printed, each module by itself, and the other kinds of Rail Barons."""
    seated = seat_results.seated_scenario(scenario)
    if seated.modules:
        raise DataError(
            "every module is compared with the game as printed; leave out module "
            + ", ".join(seated.modules)
        )
    board = seated.board.multiplayer
    can_turn = board and board.rotor_cities
    changes = {
        in_words(module): {"modules": [module]}
        for module in MODULES
        if module != "rotors" or can_turn
    }
    others = [barons for barons in MULTIPLAYER_BARONS if barons != seated.barons]
    changes |= {f"Rail Barons: {barons}": {"barons": barons} for barons in others}
    arms = [Arm(name, seated.varied(**change), label=name) for name, change in changes.items()]
    return [Arm(PRINTED, seated, label=PRINTED), *arms]


def first_multiplayer_player(names: Sequence[str]) -> str:
    return next(name for name in names if name in multiplayer_players())


def largest_changes(table: Table) -> list[str]:
    """Say the largest sure change of every module, in the words of its measure."""
    notes = []
    for name, rows in table.dropna(subset=["difference"]).groupby("name", sort=False):
        sure = rows.loc[rows["verdict"].isin([stats.MORE, stats.LESS])]
        if sure.empty:
            notes.append(f"{name}: no measure clearly changes")
            continue
        width = (sure["high"] - sure["low"]).clip(lower=1e-9)
        row = sure.loc[(sure["difference"].abs() / width).idxmax()]
        scale, unit = (100, "pp") if row["unit"] == "share" else (1, row["unit"])
        unit = "" if unit == row["measure"] else f" {unit}"
        notes.append(
            f"{name}: {row['measure']} {scale * row['difference']:+.1f}{unit} "
            f"({scale * row['low']:+.1f} to {scale * row['high']:+.1f})"
        )
    return notes


def player_of(name: str) -> Parameter:
    return Parameter(replace(OPTION["player"], name=name, word=name, default=""), metavar="PLAYER")


THE_MODULES = Analysis(
    parameters=(
        games_of(2_000),
        flag_of("skill", True),
        player_of("better"),
        player_of("worse"),
    ),
    multiplayer=Method.of(modules, all_arms),
)


FREE = "as dealt and chosen"
BALANCED = {stats.FAIR: "balanced", stats.UNFAIR: "unbalanced"}


def rail_barons(played: Sequence[ArmGames], scenario: Scenario, margin: float) -> Answer:
    """Give the worth of every Rail Baron, how often it is fulfilled, and the deck as a whole."""
    check_sample(played)
    free, *kept = played
    wins = np.stack([Seated(arm).wins[:, 0] for arm in kept], axis=1)
    fair = stats.fairness(wins)  # Barons take the place of seats in the test
    (found,) = stats.fair_verdicts([wins], margin)
    deck = {"games": len(wins), **ends("unfairness", fair.unfairness), "p_value": fair.p_value}
    deck["verdict"] = BALANCED.get(found.verdict, found.verdict)
    tables = {
        "rail_barons": worth_table(scenario.rail_barons, free, kept, wins, margin),
        "deck": frame([deck]),
    }
    return Answer(tables, [free], findings(tables))


def kept_arms(scenario: Scenario) -> list[Arm]:
    """Give the game as it is dealt, and the first seat with one Baron after the other."""
    scenario = scenario.varied(rail_baron="")
    if not scenario.rail_barons:
        raise DataError("the game is played without Rail Barons; give barons map or universal")
    names = [baron.name for baron in scenario.rail_barons]
    forced = (Arm(f"{name} kept", scenario.varied(rail_baron=name)) for name in names)
    return [Arm(FREE, scenario), *forced]


@tabled("difference")
def worth_table(
    barons: Sequence[RailBaron],
    free: ArmGames,
    kept: Sequence[ArmGames],
    wins: np.ndarray,
    margin: float,
) -> Iterator[dict]:
    """Give one row per Baron, the most valuable first."""
    scores = np.stack([Seated(arm).scores[:, 0] for arm in kept], axis=1)
    gaps = [stats.paired_means(wins.mean(axis=1), own, margin) for own in wins.T]
    for number, (baron, gap, judged) in enumerate(
        zip(barons, gaps, stats.mean_verdicts(gaps), strict=True)
    ):
        result = stats.mean(scores[:, number] - scores.mean(axis=1))
        yield {
            "baron": baron.name,
            "rule": baron.rule,
            "games": len(wins),
            "win_rate": float(wins[:, number].mean()),
            **ends("difference", gap.estimate.within(-1, 1)),
            "p_value": gap.p_value,
            "p_adjusted": judged[1],
            "verdict": judged[0],
            **ends("result_difference", result, "result_"),
            **fulfilment(kept[number], free, number),
        }


def fulfilment(kept: ArmGames, free: ArmGames, number: int) -> dict:
    """Say how often the goal is reached: kept by force, and by who chose it."""
    paid = Seated(kept).of("baron_points")[:, 0]
    forced, seated = stats.mean(paid > 0).within(0, 1), Seated(free)
    chosen = seated.of("baron") == number
    points = seated.of("baron_points")[chosen]
    return {
        **ends("fulfilled", forced, "fulfilled_"),
        "points_paid": float(paid.mean()),
        "kept_share": float(chosen.any(axis=1).mean()),
        "fulfilled_by_choice": float((points > 0).mean()) if len(points) else np.nan,
    }


def findings(tables: dict[str, Table]) -> list[str]:
    (deck,), barons = rows_of(tables["deck"]), tables["rail_barons"]
    best, worst = barons.iloc[0], barons.iloc[-1]
    notes = [
        f"the deck is {deck.verdict}: with {best['baron']} the seat wins "
        f"{100 * best['win_rate']:.1f} %, with {worst['baron']} {100 * worst['win_rate']:.1f} %; "
        f"Barons differ by {100 * deck.unfairness:.1f} pp ({100 * deck.low:.1f} to "
        f"{100 * deck.high:.1f})"
    ]
    never = barons[barons["fulfilled"] == 0]["baron"]
    return notes + ([f"never reached: {', '.join(never)}"] if len(never) else [])


METHOD = Method.of(rail_barons, kept_arms)
RAIL_BARONS = Analysis(
    parameters=(games_of(4_000), questions.pp_of("margin", MARGIN, places=())),
    multiplayer=METHOD,
)
QUESTIONS = {"modules": THE_MODULES, "rail_barons": RAIL_BARONS}
