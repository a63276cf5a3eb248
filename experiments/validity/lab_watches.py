"""How often is the lab's live verdict false? Watches of two sides that do not differ.

`python -m experiments.validity.lab_watches` simulates watches at several shares of flips and
looks after every block, as the page does; `--real` plays games of a person against the same person
whose random errors are those of a later game: the same skill, other games.
"""

from __future__ import annotations

import argparse

import numpy as np

from rotwsim import stats

LOOK = 25  # pairs between two looks; the page looks less often
LONGEST = 10_000  # pairs of a simulated watch
SHARES = (0.02, 0.10, 0.25, 0.50)  # of games that only one side wins
NEVER = 2.2  # standard errors below which no interval excludes 0: not looked at, to save time


def main() -> None:
    """Print the share of watches that ever called one side easier."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--watches", type=int, default=500)
    given.add_argument("--pairs", type=int, default=LONGEST)
    given.add_argument("--real", action="store_true", help="play games instead")
    asked = given.parse_args()
    print("| flipped | watches | pairs of each | false verdicts | share |")
    print("| --- | --- | --- | --- | --- |")
    for name, watches in real(asked) if asked.real else simulated(asked):
        false = sum(is_ever_called_different(*watch) for watch in watches)
        share = f"{100 * false / len(watches):.1f} %"
        print(f"| {name} | {len(watches)} | {asked.pairs:,} | {false} | {share} |", flush=True)


def simulated(asked):
    """Yield watches drawn from pairs that flip to either side with the same chance."""
    for place, share in enumerate(SHARES):
        draws = np.random.default_rng(100 + place)
        chances = [share / 2, 1 - share, share / 2]
        watches = []
        for _ in range(asked.watches):
            pairs = draws.choice(np.array([-1, 0, 1], np.int8), asked.pairs, p=chances)
            watches.append((pairs < 0, pairs > 0))
        yield f"{share:.0%}", watches


def real(asked):
    """Yield watches of games: both sides are the same person who errs by other chances."""
    from rotwsim.runner.run import run_games
    from rotwsim.scenario.scenario import Scenario

    games = asked.watches * asked.pairs
    a = Scenario.of("eastern-us", wins=50.0)
    b = a.varied(stream_shift={"player": 1_000_000})
    won = [run_games(side, games, 33, jobs=1, columns=("won",)).outcomes["won"] for side in (a, b)]
    won_a, won_b = (column.reshape(asked.watches, asked.pairs) != 0 for column in won)
    flipped = f"{np.mean(won_a != won_b):.0%}, played"
    yield flipped, [(a & ~b, ~a & b) for a, b in zip(won_a, won_b, strict=True)]


def is_ever_called_different(only_a: np.ndarray, only_b: np.ndarray) -> bool:
    """Look at a watch after every block until a verdict."""
    b, c = np.cumsum(only_a), np.cumsum(only_b)
    for n in range(LOOK, len(b) + 1, LOOK):
        counts = int(b[n - 1]), int(c[n - 1])
        if abs(counts[1] - counts[0]) > NEVER * sum(counts) ** 0.5:
            difference = stats.anytime_difference(*counts, n)
            if stats.verdict(difference, stats.MARGIN) in (stats.EASIER, stats.HARDER):
                return True
    return False


if __name__ == "__main__":
    main()
