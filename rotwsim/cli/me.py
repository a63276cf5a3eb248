"""`rotwsim me`: how good you are, by your scores, and what would make the game even for you."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.analysis import as_fraction
from rotwsim.cli.frame import example
from rotwsim.cli.options import JSON, TERMINAL, form, form_options
from rotwsim.cli.tables import as_json as as_text
from rotwsim.cli.tables import show_notes, show_rows
from rotwsim.scenario.schema import DataError

RUNG_WIDTH = 12  # letters between two rungs of the line
RUNGS_IN_WORDS = {2: "two rungs", 1: "one rung", 0.5: "half a rung", 0.25: "a quarter of a rung"}
LITTLE = 0.005  # a chance that is shown as less than one percent


@click.command(
    epilog=example(
        "rotwsim me --scores 98,110,131 --board eastern-us",
        "rotwsim me --scores 121,140,133 --barons --win-rate 50",
        "rotwsim me --log my-games.csv --board mexico --json",
    )
)
@click.option("--scores", metavar="NUMBERS", help="Your final scores, comma separated.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A CSV with board and score, if you like date, barons, tweaks.  [default: that of play]",
)
@click.option("--board", metavar="NAME", help="Where you played, and what chances are about.")
@click.option("--barons", is_flag=True, default=None, help="With the Duel Barons.")
@click.option(
    "--tweak", "tweaks", multiple=True, help="A tweak that the --scores were played with."
)
@click.option(
    "--win-rate", "wanted", type=float, metavar="PERCENT", help="Find what comes nearest to it."
)
@click.option("--helped", is_flag=True, help="Count games of the log with hints or undos too.")
@JSON
@form_options
def me(scores, log, board, barons, tweaks, wanted, helped, as_json) -> None:
    """How good are you?

    Your scores are held against the results of our players, from novice to master: your
    place between them, with an interval; your chance to win the standard game and with each
    tweak; and what comes nearest to a chance that you name. No games are played.
    """
    from rotwsim.analysis.skill_placement import in_games, unaided
    from rotwsim.analysis.skill_placement import me as place_me

    share = as_fraction("--win-rate", wanted) if wanted is not None else None
    every = given_scores(scores, log, board, barons, tweaks)
    given = every if helped else unaided(every)
    left_out = len(every) - len(given)
    found = place_me(given, board or "", barons=barons)
    if as_json:
        click.echo(as_text({**as_data(found, share), "left_out": left_out}))
    else:
        show(found, given, share)
        if left_out:
            games = in_games(left_out)
            show_notes([f"left out: {games} with hints or undos; --helped counts them"])


def given_scores(scores, log, board, barons, tweaks) -> list:
    """The scores of the command line or of a file."""
    from rotwsim.analysis.skill_placement import read_scores, scores_in
    from rotwsim.session.game import log_file

    if scores is not None and log is not None:
        raise DataError("--scores and --log cannot be given both")
    if scores is not None:
        return scores_in(scores, board or "eastern-us", bool(barons), tweaks)
    if tweaks:
        raise DataError("--tweak goes with --scores; a log names the tweaks of each game")
    if log is None and not log_file().is_file():
        raise DataError("give your --scores 98,110,131 or a --log; rotwsim play has kept none yet")
    return read_scores(log or log_file())


def show(found, given, wanted: float | None) -> None:
    """The line, the chances, and what a reader must not miss."""
    from rotwsim.analysis.skill_placement import in_words, nearest, nearest_target
    from rotwsim.scenario.board_file import load_board

    if not found.fits:  # a place or a chance would only mislead
        show_notes(notes_on(found, given))
        return
    if form() == TERMINAL:
        click.echo("\n".join(line_of(found.skill)) + "\n")
    count = f"{len(given)} scores" if len(given) > 1 else "one score"
    low, high = in_words(found.skill.low), in_words(found.skill.high)
    place = in_words(found.skill.value)
    show_notes([f"by {count} you are {place}; nine in ten: from {low} to {high}"])
    barons = " with Duel Barons" if found.barons else ""
    where = f"{load_board(found.board).title}{barons}"
    title = f"Your chance to win {where} as assumed here, nine in ten in brackets"
    rows = [
        {"name": c.name, "target": c.target, "chance": c.rate.value, "low": c.rate.low}
        | {"high": c.rate.high}
        for c in found.chances
    ]
    show_rows("chances", rows, title)
    notes = []
    if wanted is not None:
        best, score = nearest(found, wanted), nearest_target(found, wanted)
        notes.append(
            f"nearest to {100 * wanted:g} %: {best.name}, {chance_words(best.rate)} %; or the "
            f"standard game to a target of {score.target}, {chance_words(score.rate)} %"
        )
    show_notes([*notes, *notes_on(found, given)])


def line_of(skill) -> list[str]:
    """The ladder as a line, and beneath it where somebody is."""
    from rotwsim.analysis.ladder import RUNGS

    names = "".join(f"{name:<{RUNG_WIDTH}}" for name in RUNGS).rstrip()
    rule = ("|" + "-" * (RUNG_WIDTH - 1)) * (len(RUNGS) - 1) + "|"
    low, middle, high = (round(RUNG_WIDTH * s) for s in (skill.low, skill.value, skill.high))
    marks = [" "] * low + ["="] * (high - low + 1)
    marks[low], marks[high], marks[middle] = "(", ")", "*"
    return [names, rule, "".join(marks)]


def chance_words(rate) -> str:
    """A chance in whole percent with its interval: more digits would promise too much."""
    value, low, high = (f"{100 * share:.0f}" for share in (rate.value, rate.low, rate.high))
    return f"{'<1' if rate.value < LITTLE else value} ({low} to {high})"


def notes_on(found, given) -> list[str]:
    """Sentences that a reader must not miss."""
    from rotwsim.analysis.ladder import MAKE, RUNGS, is_current
    from rotwsim.analysis.skill_placement import in_games
    from rotwsim.scenario.board_file import load_rulebook

    skill, notes = found.skill, []
    if not found.fits:
        notes.append(
            "these scores fit no skill on this ladder, so no place is given: at most "
            f"{100 * found.placing.fit:.1f} % of the sets of such a player fit as badly. Another "
            "edition, other parameters in your box, a house rule? rotwsim "
            f"new box {found.board} writes a sheet for your parameters"
        )
        return notes
    if found.decided_after:
        more = found.decided_after - len(given)
        notes.append(
            f"these scores fit the ladder rather badly ({100 * found.placing.fit:.0f} % of such "
            f"sets fit no better); if they go on so, about {more} more games would show that "
            "your box has other parameters"
        )
    if skill.high >= len(RUNGS) - 1:
        notes.append("the ladder ends with master: you may be better than that")
    if skill.low <= 0:
        notes.append("the ladder begins with novice: scores below it count as that")
    games = "one more game" if found.games_more == 1 else f"{found.games_more:,} more games"
    notes.append(f"about {games} would narrow your place to {RUNGS_IN_WORDS[found.width]}")
    boards = {score.board for score in given}
    if len(boards) > 1:
        notes.append(f"scores of {len(boards)} boards are used together")
    helped = sum(score.is_helped for score in given)
    if helped:
        notes.append(f"counted too: {in_games(helped)} with hints or undos")
    known = {chance.name for chance in found.chances}
    unmeasured = [tweak.name for tweak in load_rulebook().tweaks if tweak.name not in known]
    if unmeasured:
        notes.append(f"not measured yet: {', '.join(unmeasured)}: {MAKE}")
    old = sorted(board for board in {*boards, found.board} if not is_current(board))
    if old:
        notes.append(f"players or parameters are newer than the ladder of {', '.join(old)}: {MAKE}")
    return notes


def as_data(found, wanted: float | None) -> dict:
    """All of it as plain data; skill counts rungs, the novice is 0."""
    from rotwsim.analysis.ladder import RUNGS, is_current
    from rotwsim.analysis.skill_placement import in_words, nearest, nearest_target

    def plain(chance) -> dict:
        return {"game": chance.name, "target": chance.target, **chance.rate.as_dict()}

    return {
        "board": found.board,
        "barons": found.barons,
        "scores": found.placing.results,
        "ladder": list(RUNGS),
        "skill": found.skill.as_dict(),
        "in_words": in_words(found.skill.value),
        "fit": found.placing.fit,
        "fits": found.fits,
        "chances": [plain(chance) for chance in found.chances],
        "nearest": plain(nearest(found, wanted)) if wanted is not None else None,
        "nearest_target": plain(nearest_target(found, wanted)) if wanted is not None else None,
        "games_more": found.games_more,
        "width_then": found.width,
        "ladder_is_current": is_current(found.board),
    }
