"""Count what an experienced player would call a mistake, in games of 2 to 6.

    python -m experiments.validity.multiplayer_play "4*expert" --games 500 --seed 9100000
    python -m experiments.validity.multiplayer_play expert --among club --games 1000

Executives left open, first places paid for without taking one, open track removed, seats with few
Links or much money at the end, bonds, what the auctions cost. With --among, which may be a file:
how often one player wins among three others, in every seat in turn.
"""

import argparse

import numpy as np

from rotwsim.core.state import log as events
from rotwsim.core.state.codes import DECIDE_ACTION, EXECUTIVE, PAID_BID, TAKE_CARD
from rotwsim.core.state.log import FIRST, IN_USE, new_log, no_log
from rotwsim.runner.play import new_outcomes, play_games, rules_of
from rotwsim.scenario.scenario import Scenario

FEW_LINKS, MUCH_MONEY, DEAR = 6, 40, 25
SEATS = 4


def count_mistakes(scenario: Scenario, games: int, seed: int) -> dict[str, float]:
    """Play games with their logs and count."""
    rules, seats = rules_of(scenario), len(scenario.seats)
    outcomes = new_outcomes(rules, games)
    total = np.zeros(5, np.int64)
    for game in range(games):
        log = new_log()
        play_games(rules, seed, game, outcomes[game : game + 1], log)
        total += count_in_log(rules[0], log[1 : log[0, IN_USE]])
    open_seen, left, paid, unused, removed = map(int, total)
    scores = outcomes["score"][:, :seats]
    is_played = np.arange(outcomes["first_price"].shape[1]) < outcomes["turns"][:, None]
    prices = outcomes["first_price"][is_played]
    return {
        "total points": scores.sum(axis=1).mean(),
        "standard error": scores.sum(axis=1).std() / games**0.5,
        "winner over mean": float(np.median(scores.max(axis=1) / scores.mean(axis=1))),
        "decisions with an Executive open": open_seen,
        "% left": 100 * left / max(1, open_seen),
        "first places paid for with one open": paid,
        "% without taking it": 100 * unused / max(1, paid),
        "open track removed": removed,
        "% seats with 6 Links or fewer": 100 * (outcomes["links"][:, :seats] <= FEW_LINKS).mean(),
        "% seats with $40 or more": 100 * (outcomes["money"][:, :seats] >= MUCH_MONEY).mean(),
        "bonds": outcomes["bonds"][:, :seats].mean(),
        "% auctions at $25 or more": 100 * (prices >= DEAR).mean(),
        "price of the first place": prices.mean(),
        "price in turn 1": outcomes["first_price"][:, 0].mean(),
        "price with an Executive": outcomes["executive_price"].sum()
        / max(1, outcomes["executive_turns"].sum()),
        "turns": outcomes["turns"].mean(),
    }


def count_in_log(rules, log: np.ndarray) -> np.ndarray:
    """Count decisions with an Executive open, those that leave it, first places paid for with one
    open, those that do not take it at once, and open track removed.
    """
    is_executive = rules.operation_kind == EXECUTIVE
    executives = seen = left = paid = unused = removed = 0
    display: list[int] = []
    payer = first = -1
    for row in log:
        event, seat, given = row[1], row[2], row[FIRST:]
        if event == events.CARD_ADDED:
            display.append(given[0])
            executives += is_executive[given[0]]
        elif event == events.CARD_GONE and given[0] in display:
            display.remove(given[0])
            executives -= is_executive[given[0]]
        elif event == events.ORDER and given[0] == 0:
            first, payer = seat, -1
        elif event == events.PAID and given[2] == PAID_BID and seat == first and executives:
            payer, paid = seat, paid + 1
        elif event == events.TRACK_REMOVED:
            removed += 1
        elif event == events.DECISION and given[0] == DECIDE_ACTION:
            takes = given[3] == TAKE_CARD and is_executive[display[given[4]]]
            if executives:
                seen, left = seen + 1, left + (not takes)
            if payer == seat:
                unused, payer = unused + (not takes), -1
    return np.array([seen, left, paid, unused, removed])


def wins_among(board: str, player: str, others: str, games: int, seed: int) -> tuple[float, float]:
    """Measure the share of wins of one player among three others, with its standard error."""
    shares = []
    for seat in range(SEATS):
        seats = [*[others] * seat, player, *[others] * (SEATS - 1 - seat)]
        rules = rules_of(Scenario.of(board, seats=seats))
        outcomes = new_outcomes(rules, games // SEATS)
        play_games(rules, seed, seat * len(outcomes), outcomes, no_log())
        sharing = outcomes["sharing"][:, seat]
        shares.append(np.where(sharing > 0, 1 / np.maximum(sharing, 1), 0.0))
    share = np.concatenate(shares)
    return float(share.mean()), float(share.std() / len(share) ** 0.5)


def main() -> None:
    """Print the counts of one scenario, or the wins of one player among others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seats")
    parser.add_argument("--board", default="eastern-us")
    parser.add_argument("--bidding", default="traditional")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=9_100_000)
    parser.add_argument("--among", help="player of the three other seats")
    given = parser.parse_args()
    if given.among:
        for board in given.board.split(","):
            won, error = wins_among(board, given.seats, given.among, given.games, given.seed)
            print(f"{board}: {100 * won:.1f} ± {100 * error:.1f} % of {given.games} games")
        return
    scenario = Scenario.of(given.board, seats=[given.seats], bidding=given.bidding)
    for name, value in count_mistakes(scenario, given.games, given.seed).items():
        print(f"{name:40s}{value:10.2f}")


if __name__ == "__main__":
    main()
