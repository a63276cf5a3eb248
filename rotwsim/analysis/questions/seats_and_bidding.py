"""Is the multiplayer game fair? Wins and scores by seat, from the first bidder on, by first order.

A seat as such can mean nothing, for the first bidder is drawn (M1): its row is a check. How far a
seat sits from the first bidder is chance too, so what it is worth is the doing of the bidding
style. The order of the first turn is bought: who values it most, or overpays, is first.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from rotwsim import stats
from rotwsim.analysis import questions, seat_results
from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.analysis.questions import Analysis, Method, Parameter, games_of, names_of
from rotwsim.analysis.results import Answer, Table, ends, rows_of, table_of, tabled
from rotwsim.analysis.seat_results import Seated, by_place, check_sample, seated_scenario
from rotwsim.scenario.options import Span
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

STYLES = names_of("styles", "bidding")
BOARDS = names_of("boards", "board", places=(questions.PYTHON, questions.FILE))
SIZES = questions.listed("sizes", kind=int, legal=lambda: Span(2, 6))
SEAT, FROM_FIRST_BIDDER, FIRST_ORDER = "seat", "from the first bidder", "first order"
SCOPES = (FROM_FIRST_BIDDER, SEAT, FIRST_ORDER)
GROUP = 5  # points of a group of scores
MARGIN = 0.02  # shares of wins within this of the others are fair
FEWEST_PRICES = 10  # games that must have reached a turn for its price to be shown


def seats(played: Sequence[ArmGames], margin: float) -> Answer:
    """Fairness for each bidding style, number of seats and board asked for."""
    check_sample(played)
    tables = {
        "fairness": fairness_table(played, margin),
        "places": table_of(places, played, facts_of),
        "score_counts": table_of(score_counts, played),
        "first_prices": table_of(first_prices, played, facts_of),
        "bids": table_of(bids, played, facts_of),
    }
    table = tables["fairness"]
    unfair = table.loc[(table["scope"] == SEAT) & (table["verdict"] == stats.UNFAIR)]
    alerts = [
        f"{row.arm}: the seats differ (p {row.p_adjusted:.3f}), though the first bidder is drawn "
        "at random; this must be chance or a fault"
        for row in rows_of(unfair)
    ]
    return Answer(tables, [*played], alerts)


def seat_arms(
    scenario: Scenario, styles: Sequence[str], sizes: Sequence[int], boards: Sequence[str]
) -> list[Arm]:
    """Give every board, number of seats and style; what does not vary is not in the names."""
    arms = []
    for board, size in product(boards or [scenario.board], sizes or [0]):
        seated = seated_scenario(scenario.varied(board=board), size)
        name = [seated.board.title] * (len(boards) > 1)
        name += [f"{len(seated.seats)} seats"] * (len(sizes) > 1)
        arms += seat_results.style_arms(seated, styles, ", ".join(name))
    return arms


def scopes_of(seated: Seated) -> dict[str, np.ndarray]:
    """Give the place of every seat in each sense; seats as such only if one player has all."""
    places = {FROM_FIRST_BIDDER: seated.clockwise}
    if len(set(seated.arm.scenario.seats)) == 1:
        places[SEAT] = np.broadcast_to(np.arange(len(seated.seats)), seated.clockwise.shape)
    return places | {FIRST_ORDER: seated.first_order}


@tabled()
def fairness_table(played: Sequence[ArmGames], margin: float) -> Iterator[dict]:
    """Give a row per arm and sense of place; verdicts hold together for all rows of one sense."""
    seated = [(one, scopes_of(one)) for one in map(Seated, played)]
    for scope in SCOPES:
        own = [(one, places[scope]) for one, places in seated if scope in places]
        wins = [by_place(one.wins, places) for one, places in own]
        verdicts = stats.fair_verdicts(wins, margin) if wins else []
        for (one, places), won, found in zip(own, wins, verdicts, strict=True):
            fair, means = stats.fairness(won), won.mean(axis=0)
            scores = stats.fairness(by_place(one.scores, places))
            yield {
                **facts_of(one.arm),
                "scope": scope,
                "games": len(won),
                **ends("unfairness", fair.unfairness),
                "best_place": int(means.argmax()) + 1,
                "best_share": float(means.max()),
                "worst_place": int(means.argmin()) + 1,
                "worst_share": float(means.min()),
                "p_value": fair.p_value,
                "p_adjusted": found.p_adjusted,
                "verdict": found.verdict,
                "score_unfairness": scores.unfairness.value,
            }


def places(arm: ArmGames) -> Iterator[dict]:
    """Give wins and scores of every place; the intervals of one arm and sense hold together."""
    seated = Seated(arm)
    for scope, at in scopes_of(seated).items():
        wins = stats.fairness(by_place(seated.wins, at)).places
        scores = stats.fairness(by_place(seated.scores, at)).places
        for place, (won, score) in enumerate(zip(wins, scores, strict=True), 1):
            row = {"scope": scope, "place": place, "games": arm.games}
            row |= ends("win_rate", won.within(0, 1)) | {"win_rate": won.value}
            yield row | ends("score", score, "score_")


def score_counts(arm: ArmGames) -> Iterator[dict]:
    seated = Seated(arm)
    groups = (np.floor(seated.scores / GROUP) * GROUP).astype(int)
    pairs = np.stack([seated.of("place").ravel(), groups.ravel()], axis=1)
    for (place, score), games in zip(*np.unique(pairs, axis=0, return_counts=True), strict=True):
        yield {"place": place, "score": score, "games": games}


def first_prices(arm: ArmGames) -> Iterator[dict]:
    """Say what the first place of each turn cost, over the games that reached the turn."""
    for turn in range(1, int(arm.table["turns"].to_numpy().max()) + 1):
        prices = arm.table.loc[arm.table["turns"] >= turn, f"first_price_{turn:02d}"]
        if len(prices) >= min(FEWEST_PRICES, arm.games):
            row = {"turn": turn, "games": len(prices), **ends("mean", stats.mean(prices))}
            yield row | {"bid_share": (prices > 0).mean()}


def bids(arm: ArmGames) -> Iterator[dict]:
    """Say what bids add up to, what an Executive adds to them, how often the first bidder wins."""
    table, seated = arm.table, Seated(arm)
    turns, executive = table["turns"].to_numpy(), table["executive_turns"].to_numpy()
    extra = table["executive_price"].to_numpy()
    first = stats.mean(by_place(seated.wins, seated.clockwise)[:, 0]).within(0, 1)
    paid = table[[name for name in table if name.startswith("first_price_")]].to_numpy()
    yield {
        "games": arm.games,
        **ends("money_bid", stats.mean(table["money_bid"])),
        "price_ordinary": ratio(paid.sum(axis=1) - extra, turns - executive),
        "price_executive": ratio(extra, executive),
        "executive_share": ratio(executive, turns),
        **ends("first_bidder_wins", first, "first_bidder_"),
    }


def ratio(part: np.ndarray, whole: np.ndarray) -> float:
    """Give the part of all games together; nothing is known of a whole that never was."""
    return float(part.sum() / whole.sum()) if whole.sum() else np.nan


def facts_of(arm: ArmGames) -> dict:
    return {
        "arm": arm.name,
        "board": arm.scenario.board.title,
        "seats": len(arm.scenario.seats),
        "bidding": arm.scenario.bidding,
    }


def bidding(played: Sequence[ArmGames]) -> Answer:
    """Compare every style with the scenario's own, measure by measure, on each board."""
    check_sample(played)
    answer = Answer()
    for board in dict.fromkeys(arm.scenario.board.name for arm in played):
        base, *others = [arm for arm in played if arm.scenario.board.name == board]
        if not others:
            raise DataError("there is one bidding style; name another to compare it with")
        table = seat_results.measures_table(base, others)
        answer.add(Answer({"bidding": table}, [base, *others], [fairest(table)]))
    return answer


def bidding_arms(scenario: Scenario, styles: Sequence[str], boards: Sequence[str]) -> list[Arm]:
    return seat_arms(scenario, styles, (), boards)


def fairest(table: Table) -> str:
    """Say which style treats places most evenly, and whether that is more than chance."""
    rows = table.loc[table["measure"] == seat_results.UNFAIRNESS].sort_values("mean")
    first, last = rows.iloc[0], rows.iloc[-1]
    return (
        f"{first['board']}: {first['name']} is the fairest style, {100 * first['mean']:.1f} pp "
        f"({100 * first['mean_low']:.1f} to {100 * first['mean_high']:.1f}) from equal shares of "
        f"wins; {last['name']} is the least fair, {100 * last['mean']:.1f} pp "
        f"({100 * last['mean_low']:.1f} to {100 * last['mean_high']:.1f})"
    )


BIDDING = Analysis(
    parameters=(games_of(2_000), STYLES, BOARDS),
    multiplayer=Method.of(bidding, bidding_arms),
)

SEATS = Analysis(
    parameters=(
        games_of(2_000),
        STYLES,
        Parameter(SIZES, metavar="NUMBERS"),
        BOARDS,
        questions.pp_of("margin", MARGIN),
    ),
    multiplayer=Method.of(seats, seat_arms),
)

QUESTIONS = {"seats": SEATS, "bidding": BIDDING}
