"""The bidding styles against each other, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

from rotwsim.analysis.pool import Arm, Games
from rotwsim.analysis.question import FILE, PYTHON, Analysis, Chapter, Method, games_of, names_of
from rotwsim.analysis.results import Answer
from rotwsim.analysis.seat_results import (
    UNFAIRNESS,
    check_sample,
    measures_table,
    seated_scenario,
    style_arms,
)
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

STYLES = names_of("styles", "bidding", "Bidding styles.  [default: all]")
BOARDS = names_of("boards", "board", "Boards.  [default: --board]", places=(PYTHON, FILE))


def bidding(
    games: Games,
    scenario: Scenario,
    count: int,
    styles: Sequence[str] = (),
    boards: Sequence[str] = (),
) -> Answer:
    """Compare every style with the scenario's own, measure by measure, on each board."""
    check_sample(count)
    answer = Answer()
    for arms in arms_by_board(scenario, styles, boards):
        base, *others = games.all(arms, count)
        if not others:
            raise DataError("there is one bidding style; name another to compare it with")
        part = Answer({"bidding": measures_table(base, others)}, [base, *others])
        part.alerts += fairest(part)
        answer.add(part)
    return answer


def batches(
    scenario: Scenario, count: int, styles: Sequence[str] = (), boards: Sequence[str] = ()
) -> list[Batch]:
    """Say what `bidding` will play."""
    groups = arms_by_board(scenario, styles, boards)
    return [Batch([arm.scenario for arm in arms], count) for arms in groups]


def arms_by_board(
    scenario: Scenario, styles: Sequence[str], boards: Sequence[str]
) -> list[list[Arm]]:
    """List the styles on each board."""
    seated = [seated_scenario(scenario.varied(board=board)) for board in boards or [scenario.board]]
    return [
        style_arms(each, styles, each.board.title if len(boards) > 1 else "") for each in seated
    ]


def fairest(answer: Answer) -> list[str]:
    """Say which style treats places most evenly, and whether that is more than chance."""
    table = answer.tables["bidding"]
    rows = table.loc[table["measure"] == UNFAIRNESS].sort_values("mean")
    first, last = rows.iloc[0], rows.iloc[-1]
    where = first["board"]
    return [
        f"{where}: {first['name']} treats places most evenly, by {100 * first['mean']:.1f} pp "
        f"({100 * first['mean_low']:.1f} to {100 * first['mean_high']:.1f}) from equal shares; "
        f"{last['name']} least, by {100 * last['mean']:.1f} ({100 * last['mean_low']:.1f} to "
        f"{100 * last['mean_high']:.1f})"
    ]


QUESTION = Analysis(
    """Scores, how far apart they are, comebacks (games whose leader at half time loses), length,
    money for bids, and how unlike the places are. The first style is the one of --bidding, and the
    others are compared with it; verdicts are corrected for the number of styles and measures.""",
    (games_of(2_000), STYLES, BOARDS),
    multiplayer=Method(
        "What do the bidding styles do on {board}?",
        bidding,
        batches,
        ("bidding",),
        Chapter(
            "bidding",
            "Bidding styles",
            ("bidding",),
            "Every style is played on the same deals, so a difference is its doing.",
        ),
        "{board}, {players}, {games:,} games each",
    ),
    examples=(
        'rotwsim multiplayer bidding --seats "4*casual" --games 2000',
        "rotwsim multiplayer bidding --board sweden --styles traditional,first_to_pass --json",
    ),
    python="""
    >>> found = rotwsim.bidding(rotwsim.Scenario.of("sweden", seats=["2*passive"]), games=4)
    >>> found.tables["bidding"].name.nunique()
    4
    """,
)
