"""`rotwsim me`: how much of the standard games you win, and what would make the game even."""

import click

from rotwsim.cli import command
from rotwsim.cli.options import JSON, TERMINAL, form, form_options, option
from rotwsim.cli.tables import show_json, show_notes, show_rows
from rotwsim.scenario.schema import DataError

WIDTH = 48  # letters of the line
LITTLE = 0.005  # a chance that is shown as less than one percent
NEAR = 0.1  # a tweak within this of the wanted chance brings it
HOW = {  # people err, in the words of the answer
    "noisy": "by misjudging a little everywhere",
    "careless": "by slips",
    "habit": "by habits",
    "hasty": "by haste",
}


@command(
    "rotwsim me --scores 98,110,131 --board eastern-us",
    "rotwsim me --record 3/8 --barons",
    "rotwsim me --scores 121,140,133 --barons --win-rate 40",
    "rotwsim me --log my-games.csv --board mexico --json",
)
@option("--scores NUMBERS", "Your final scores, comma separated.")
@option("--record WON/PLAYED", "Games won and played, such as 3/8.")
@option(
    "--log FILE",
    "A CSV with board and score; date, barons, tweaks may follow.  [default: the log of play]",
)
@option("--board NAME", "Where you played; the chances are for this board.")
@option("--barons", "You played with the Duel Barons.", default=None)
@option(
    "--tweak NAME", "A tweak that you played --scores or --record with.", "tweaks", multiple=True
)
@option(
    "--win-rate PERCENT",
    "Find the tweak or target that comes nearest to this win rate.",
    "wanted",
    type=float,
    default=50.0,
)
@option("--helped", "Also count games of the log with hints or undos.")
@JSON
@form_options
def me(scores, record, log, board, barons, tweaks, wanted, helped, as_json) -> None:
    """How often do you win?

    Give your scores, or games won and played. We compare them with people who err in four ways.
    You learn how many standard games you win, with a 90 % interval, your chance with each tweak,
    and what comes nearest to 50 %. This plays no games.
    """
    from rotwsim.analysis.me import in_games, unaided
    from rotwsim.analysis.me import me as place_me

    if not 0 < wanted < 100:
        raise DataError(f"--win-rate is {wanted:g} pp; legal: above 0 and below 100")
    share = wanted / 100
    if sum(given is not None for given in (scores, record, log)) > 1:
        raise DataError("--scores, --record and --log: only one of them can be given")
    if record is not None:
        found = place_me((), board or "", barons=barons, tweaks=tweaks, record=record or " ")
        every = given = []
    else:
        every = given_scores(scores, log, board, barons, tweaks)
        given = every if helped else unaided(every)
        found = place_me(given, board or "", barons=barons)
    left_out = len(every) - len(given)
    if as_json:
        show_json({**as_data(found, share), "left_out": left_out})
    else:
        show(found, given, share)
        if left_out:
            games = in_games(left_out)
            show_notes([f"left out: {games} with hints or undos; --helped counts them"])


def given_scores(scores, log, board, barons, tweaks) -> list:
    from rotwsim.analysis.me import read_scores, scores_in
    from rotwsim.session.game import log_file

    if scores is not None:
        return scores_in(scores, board or "eastern-us", bool(barons), tweaks)
    if tweaks:
        raise DataError("--tweak goes with --scores; a log names the tweaks of each game")
    if log is None and not log_file().is_file():
        raise DataError(
            "give your --scores 98,110,131, a --record 3/8 or a --log; "
            "rotwsim play has kept none yet"
        )
    return read_scores(log or log_file())


def show(found, given, wanted: float) -> None:
    """Give the answer, the line, the chances, and what a reader must not miss."""
    from rotwsim.scenario.board_file import load_board
    from rotwsim.scenario.rule_texts import tweak_label

    if not found.fits:  # an answer would only mislead
        show_notes(notes_on(found, given))
        return
    barons = " with Duel Barons" if found.barons else ""
    where = f"{load_board(found.board).title}{barons}"
    show_notes([answer(found, given, where)])
    if form() == TERMINAL:
        click.echo("\n" + "\n".join(line_of(found.win_rate)) + "\n")
    title = f"Your chance to win {where}, 90 % interval in brackets, and means by kind of error"
    rows = [
        {"name": tweak_label(c.name, found.barons), "target": c.target, "chance": c.rate.value}
        | {"chance_low": c.rate.low, "chance_high": c.rate.high}
        | {"errs_low": c.kinds_low, "errs_high": c.kinds_high}
        for c in found.chances
    ]
    show_rows("chances", rows, title)
    show_notes([advice(found, wanted), *notes_on(found, given)])


def answer(found, given, where: str) -> str:
    """Write "you win about 41 % of standard games (90 % interval 22 to 63)"."""
    rate, number = found.win_rate, found.placing.results
    unit = "score" if given else "game"
    by = f"{number:,} {unit}s" if number > 1 else f"one {unit}"
    value = "less than 1" if rate.value < LITTLE else f"{100 * rate.value:.0f}"
    ends = f"{100 * rate.low:.0f} to {100 * rate.high:.0f}"
    return f"you win about {value} % of standard games (90 % interval {ends}), by {by}: {where}"


def advice(found, wanted: float) -> str:
    """Name the tweak that brings the wanted chance, or the target that would."""
    from rotwsim.analysis.me import nearest, nearest_target
    from rotwsim.scenario.rule_texts import tweak_label

    best, score = nearest(found, wanted), nearest_target(found, wanted)
    name = tweak_label(best.name, found.barons)
    if best.name == "standard":
        name = "the standard game as it is"
    nearest_one = f"nearest to {100 * wanted:g} %: {name}, {chance_words(best.rate)} %"
    target = f"target {score.target}, {chance_words(score.rate)} %"
    if abs(best.rate.value - wanted) > NEAR:
        return f"no tweak brings {100 * wanted:g} %; {target}, would; {nearest_one}"
    return f"{nearest_one}; or the standard game with {target}"


def line_of(rate) -> list[str]:
    """Shares from none to all as a line, and beneath it where somebody is."""
    quarter = WIDTH // 4
    names = "".join(f"{each:<{quarter}}" for each in ("0 %", "25", "50", "75")) + "100 %"
    rule = ("|" + "-" * (quarter - 1)) * 4 + "|"
    low, middle, high = (round(WIDTH * share) for share in (rate.low, rate.value, rate.high))
    marks = [" "] * low + ["="] * (high - low + 1)
    marks[low], marks[high], marks[middle] = "(", ")", "*"
    return [names, rule, "".join(marks)]


def chance_words(rate) -> str:
    """Give a chance in whole percent with its interval: more digits would promise too much."""
    value, low, high = (f"{100 * share:.0f}" for share in (rate.value, rate.low, rate.high))
    return f"{'<1' if rate.value < LITTLE else value} ({low} to {high})"


def notes_on(found, given) -> list[str]:
    from rotwsim.analysis.me import in_games
    from rotwsim.analysis.person_scores import MAKE, is_current
    from rotwsim.scenario.board_file import load_rulebook

    notes = []
    if not found.fits:
        notes.append(
            "these scores fit no person that we know, so no answer is given: at most "
            f"{100 * found.placing.fit:.1f} % of the sets of such a person fit as badly. Another "
            "edition, other parameters in your box, a house rule? rotwsim "
            f"new box {found.board} writes a sheet for your parameters"
        )
        return notes
    if found.games_to_doubt:
        notes.append(
            f"these scores fit rather badly ({100 * found.placing.fit:.0f} % of such sets fit no "
            f"better); if they go on so, about {in_games(found.games_to_doubt)} more would show "
            "that your box has other parameters"
        )
    if found.disagree:
        kinds = sorted(found.possible, key=lambda kind: kind.win_rate)
        said = ", ".join(f"{100 * k.win_rate:.0f} % if you err {HOW[k.errs]}" for k in kinds)
        notes.append(f"kinds of error disagree: you win {said}")
    if found.reviewed:
        of_games = in_games(found.reviewed)
        before, now = (100 * (one.high - one.low) for one in (found.by_results, found.win_rate))
        notes.append(
            f"the decisions of {of_games} that you reviewed count too: the interval is "
            f"{now:.0f} pp wide, by scores alone {before:.0f}"
        )
    games, width = in_games(found.games_more), 100 * found.next_width
    notes.append(f"about {games} more would narrow the interval to {width:.0f} pp")
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
        notes.append(f"players or parameters are newer than the scores of {', '.join(old)}: {MAKE}")
    return notes


def as_data(found, wanted: float) -> dict:
    from dataclasses import asdict

    from rotwsim.analysis.me import nearest, nearest_target
    from rotwsim.analysis.person_scores import is_current

    def plain(chance) -> dict:
        ends = {"kinds_low": chance.kinds_low, "kinds_high": chance.kinds_high}
        return {"game": chance.name, "target": chance.target, **chance.rate.as_dict(), **ends}

    return {
        "board": found.board,
        "barons": found.barons,
        "games": found.placing.results,
        "win_rate": found.win_rate.as_dict(),
        "reviewed": found.reviewed,
        "win_rate_by_scores": found.by_results.as_dict(),
        "kinds": [asdict(kind) for kind in found.kinds],
        "kinds_disagree": found.disagree,
        "fit": found.placing.fit,
        "fits": found.fits,
        "chances": [plain(chance) for chance in found.chances],
        "nearest": plain(nearest(found, wanted)),
        "nearest_target": plain(nearest_target(found, wanted)),
        "games_more": found.games_more,
        "width_then": found.next_width,
        "scores_are_current": is_current(found.board),
    }
