"""How good somebody is, by the scores: a place on the ladder, and the chance to win each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.analysis.ladder import (
    RUNGS,
    STANDARD,
    board_on_ladder,
    ladder_of,
    read_ladder,
    target_of,
)
from rotwsim.analysis.scores import Score, read_scores, scores_in, unaided
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.stats import Estimate
from rotwsim.stats.placing import Placing, games_for, place

NEAR = 0.15  # of a rung: as good as that player
UNLIKELY = 0.01  # of the sets of such a player: these scores fit no skill
DOUBTFUL = 0.2  # from here on nothing needs to be said
MORE = (2, 3, 5, 8, 13)  # times the scores, in search of how many would tell
WIDTHS = (2.0, 1.0, 0.5, 0.25)  # rungs of the interval that more games would bring


@dataclass(frozen=True)
class Chance:
    """The chance to win one game: the standard one, with a tweak, or with another target."""

    name: str
    target: int
    rate: Estimate


@dataclass(frozen=True)
class Standing:
    """What scores say: skill in rungs from 0, chances on the board asked for."""

    board: str
    barons: bool
    placing: Placing
    chances: tuple[Chance, ...]
    likeliest: int  # the score in the middle for such a player in the standard game
    width: float  # in rungs, that `games_more` would bring the interval to
    games_more: int
    tells_after: int | None  # scores like these until no skill fits; None if nothing hints at it

    @property
    def skill(self) -> Estimate:
        return self.placing.skill

    @property
    def fits(self) -> bool:
        return self.placing.fit >= UNLIKELY


def me(
    scores: Sequence[int | Score] | Path | str,
    board: str = "",
    *,
    barons: bool | None = None,
    tweaks: Sequence[str] = (),
) -> Standing:
    """Place a person on the ladder of our players, by final scores or a CSV file of games.

    Plain scores were made on `board` (Eastern US unless named), with these Barons and tweaks; a
    file says so for each game, and games with hints or undos do not count. Chances are those on
    `board`, or where most games were played. This plays no game.

    >>> found = rotwsim.me([98, 110, 131])
    >>> found.chances[0].name, 1 < found.skill.value < 3
    ('standard', True)
    """
    if isinstance(scores, Path | str):
        given = unaided(read_scores(Path(scores)))
    elif scores and isinstance(scores[0], Score):
        given = list(scores)
    else:
        text = ",".join(map(str, scores))
        given = scores_in(text, board or "eastern-us", bool(barons), tweaks)
    (most_board, most_barons), _ = Counter((s.board, s.barons) for s in given).most_common(1)[0]
    where = board_on_ladder(board) if board else most_board
    return standing(given, where, most_barons if barons is None else barons)


def standing(scores: Sequence[Score], board: str, barons: bool) -> Standing:
    """Places all scores together, whatever they were played on, and tells chances on a board."""
    placing = place(groups_of(scores))
    ladder = ladder_of(board, barons)
    width = next((w for w in WIDTHS if w < placing.skill.high - placing.skill.low), WIDTHS[-1])
    return Standing(
        board,
        barons,
        placing,
        tuple(chances(placing, board, barons)),
        middle_of(ladder.chances[int(np.argmax(placing.weights))]),
        width,
        max(1, games_for(ladder, placing, width) - len(scores)),
        tells_after(scores, placing),
    )


def groups_of(scores: Sequence[Score], times: int = 1) -> list[tuple]:
    """The scores of each way to play, with its ladder."""
    return [
        (ladder_of(*game), np.repeat([s.score for s in scores if s.game == game], times))
        for game in Counter(score.game for score in scores)
    ]


def chances(placing: Placing, board: str, barons: bool) -> list[Chance]:
    """The standard game first, then every measured tweak, the easiest first."""
    known = read_ladder(board).measured
    named = [tweak.name for tweak in load_rulebook().tweaks if known(barons, tweak.name)]
    games = [(STANDARD, ()), *((name, (name,)) for name in named)]
    found = []
    for name, tweaks in games:
        target = target_of(board, barons, tweaks)
        rates = ladder_of(board, barons, tweaks).at_least(target)
        found.append(Chance(name, target, placing.average(rates)))
    return [found[0], *sorted(found[1:], key=lambda chance: -chance.rate.value)]


def nearest(found: Standing, wanted: float) -> Chance:
    """Of the standard game and the tweaks that with the chance nearest to the wanted one."""
    return min(found.chances, key=lambda chance: abs(chance.rate.value - wanted))


def nearest_target(found: Standing, wanted: float) -> Chance:
    """The target score that brings the standard game nearest to the wanted chance."""
    ladder = ladder_of(found.board, found.barons)
    rates = {t: float(ladder.at_least(t) @ found.placing.weights) for t in range(1, 301)}
    target = min(rates, key=lambda each: abs(rates[each] - wanted))
    return Chance(f"target {target}", target, found.placing.average(ladder.at_least(target)))


def tells_after(scores: Sequence[Score], placing: Placing) -> int | None:
    """How many scores like these would show that no skill fits, if something hints at it."""
    if not UNLIKELY <= placing.fit < DOUBTFUL:
        return None
    for times in MORE:
        if place(groups_of(scores, times)).fit < UNLIKELY:
            return times * len(scores)
    return None


def middle_of(chances_of_results: np.ndarray) -> int:
    from rotwsim.stats.placing import LOWEST

    return LOWEST + int(np.searchsorted(np.cumsum(chances_of_results), 0.5))


def in_words(skill: float) -> str:
    """A place on the ladder: "as good as club", "40 % of the way from club to expert"."""
    rung = round(skill)
    if abs(skill - rung) <= NEAR:
        return f"as good as {RUNGS[rung]}"
    below = int(skill)
    share = 10 * round(10 * (skill - below))
    return f"{share} % of the way from {RUNGS[below]} to {RUNGS[below + 1]}"
