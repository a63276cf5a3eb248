"""What a reader must know before trusting the numbers: few games, open questions, thin ground."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rotwsim.analysis.boxes.known_ranges import load_rebuilding
from rotwsim.report.arms import arms_of
from rotwsim.report.findings import sentences
from rotwsim.report.findings.assumptions import kind_assumptions
from rotwsim.report.findings.tweaks import MOST_GAMES, distinct_names, games_to_decide
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, count, counted, listed, plain, pp, signed
from rotwsim.report.wording import margin_in_words as margin
from rotwsim.scenario.files import DATA
from rotwsim.scenario.player_numbers import has_current_signature
from rotwsim.scenario.reading import one_line, read_toml
from rotwsim.stats import UNDECIDED

DAMAGE, CAUTION, NOTE = "damage", "caution", "note"
FEW_GAMES = 1_000
FAR_OUT = 5.0  # standard deviations of a result that is worth a look
ROWS_NAMED, ODD_NAMED = 6, 3
HOW_WRONG = "How far our guesses could be wrong"
REPLAY = "replay.html"  # the page of the first odd game, beside the report
KNOWN = read_toml(DATA / "alerts.toml", "alerts.toml")


class Alert(NamedTuple):
    """One warning; `kind` is damage, caution or note. `commands` reproduce or resolve it."""

    kind: str
    text: str
    commands: tuple[str, ...] = ()
    place: str = ""  # the id of the table that has it
    replay: str = ""  # the address of the page of the first game that it names


def alerts_of(results: Results) -> list[Alert]:
    """Find all alerts, the worst first."""
    found = [Alert(DAMAGE, f"{fault.rstrip('.')}.") for fault in results.faults]
    for kind, *finders in (
        (DAMAGE, _missing),
        (CAUTION, _few_games, _caveats, _undecided, _boxes),
        (CAUTION, kind_assumptions, _rebuilt, _other_code),
        (NOTE, _odd_games, _own),
    ):
        said = [one for find in finders for one in find(results)]
        found += [Alert(kind, one) if isinstance(one, str) else one for one in said]
    return list(dict.fromkeys(found))


def _missing(results: Results) -> list[str]:
    """Name what the manifest promises and the folder does not have."""
    there = {path.stem for path in (results.folder / "tables").glob("*.*")}
    lost = [name for name in results.listed("tables", str) if one_line(name) not in there]
    said = [f"The manifest has no {k}." for k in ("question", "arms") if k not in results.manifest]
    said += [f"A table that the manifest names is not there: {name}." for name in lost]
    for name in sentences.analyses_of(results):
        tables = KNOWN["traces"].get(sentences.ANSWERED_BY.get(name, ""), ())
        if tables and not any(table in results.tables for table in tables):
            said.append(f"The analysis {name} left no table: the experiment is unfinished.")
    played = {row["arm"]: row["games"] for row in results.rows("arms", "arm", "games")}
    short, absent = [], []
    for arm in results.arms if played else ():
        name, wanted = arm.get("arm"), arm.get("games")
        if name in played and isinstance(wanted, int) and played[name] < wanted:
            short.append(f"{name} ({count(played[name])} of {count(wanted)})")
        elif name is not None and name not in played:
            absent.append(str(name))
    if short:
        said.append(f"Fewer games than planned in {listed(short)}.")
    if absent:
        said.append(f"No games of {listed(absent)}: the experiment is unfinished.")
    return said


def _few_games(results: Results) -> Iterator[str]:
    arms = arms_of(results)
    if few := arms.where(lambda arm: arm["games"] < FEW_GAMES):
        widest = max(arm["high"] - arm["low"] for arm in few) / 2
        where = "this arm" if len(arms) == 1 else f"{len(few)} of {counted(len(arms), 'arm')}"
        fewest = count(min(few.column("games")))
        yield f"Few games: {fewest} in {where}; chance alone leaves ±{plain(100 * widest)} pp."


def _caveats(results: Results) -> Iterator[str]:
    yield from (f"{capital(caveat)}." for caveat in results.caveats)


def _undecided(results: Results) -> Iterator[Alert]:
    rows = results.rows("compare", "name", "verdict", "low", "high")
    undecided = rows.where(verdict=UNDECIDED)
    if not undecided:
        return
    named, most = {}, 0
    for name, games in zip(distinct_names(undecided), map(games_to_decide, undecided), strict=True):
        needs = f" (needs about {count(games)} games an arm)" * (games < MOST_GAMES)
        named[f"{name}{needs}"] = True
        most = max(most, games) if needs else most
    command = results.text("command").partition(" --")[0]
    text = (
        f"Undecided: {len(undecided)} of {counted(len(rows), 'comparison')}, with a margin of "
        f"{margin(results.margin)}: {listed(named, most=ROWS_NAMED)}."
    )
    how = (f"{command} --games {most}",) if most and command else ()
    yield Alert(CAUTION, text, how, "table-compare")


def _boxes(results: Results) -> Iterator[str]:
    """Say where the range over plausible boxes is missing, or older than the code."""
    arms = arms_of(results)
    same = {arm.get("arm") for arm in results.arms if _wins_as_often_in_every_box(arm)}
    lacking = arms.where(lambda arm: not is_known(arm, "boxes_low"))
    without = lacking.where(lambda arm: arm["arm"] not in same)
    if without:
        names = dict.fromkeys(map(_played, without))
        yield (
            f"We have not seen some printed cards. {HOW_WRONG} was not measured for "
            f"{len(without)} of {counted(len(arms), 'arm')}: {listed(names, most=ROWS_NAMED)}."
        )
    parts = [words for table, words in KNOWN["without_boxes"].items() if table in results.tables]
    if parts and len(without) < len(arms):
        yield f"{HOW_WRONG} was not measured for {listed(parts)}."
    if any(arms.column("boxes_stale")):
        yield (
            f"{HOW_WRONG} was measured before the last change of the rules, the players or the "
            "assumed parameters."
        )


def _wins_as_often_in_every_box(arm: dict) -> bool:
    """Ask whether a person plays who errs as much as --wins takes, whatever the box says."""
    scenario = arm.get("scenario") or {}
    return bool(scenario.get("wins") and not scenario.get("on") and not scenario.get("seats"))


def _played(arm: Row) -> str:
    """Name board, variant and player of an arm: "Sweden with Barons (expert)"."""
    barons = " with Barons" if arm.get("barons") else ""
    board = arm.get("board_title") or arm.get("board") or arm["arm"]
    seats = str(arm.get("player") or "the player").split(", ")
    who = [counted(len([*own]), name) for name, own in groupby(sorted(seats))]
    return f"{board}{barons} ({listed(who) if len(seats) > 1 else seats[0]})"


def _rebuilt(results: Results) -> Iterator[str]:
    """Give the error bar of every rebuilt map, measured where the printed one is known."""
    rebuilt = results.rows("arms", "board", "rebuilt").where(rebuilt=True)
    if titles := rebuilt.kinds("board_title") or rebuilt.kinds("board"):
        error = load_rebuilding()
        interval = f"{signed(100 * error.low)} to {signed(100 * error.high)}"
        yield (
            "Rebuilt from geography, not read off the printed board: "
            f"{listed(titles, most=ROWS_NAMED)}. "
            "How wrong can that be? Rebuilding Eastern US changed a person's win rate by "
            f"{pp(error.difference)} ({interval}) and the mean score by {signed(error.result)}. "
            f"{error.same_sign} of {error.tweaks} tweaks pull the same way on both boards; "
            f"{error.farthest_tweak} differs most, by {pp(error.farthest)}. "
            f"That took {count(error.games)} games a board and tweak."
        )


def _other_code(results: Results) -> Iterator[str]:
    if changed := [arm["arm"] for arm in results.arms if not has_current_signature(arm)]:
        yield (
            "The rules or the players have changed since these games were played, so a replay may "
            f"show another game: {listed(changed)}."
        )


def _odd_games(results: Results) -> Iterator[Alert]:
    odd = odd_games_of(results)
    said, commands = [], []
    for row in odd[:ODD_NAMED]:
        seat = " for seat 1" if "--seats" in row["command"] else ""
        points, mean = (plain(row[name], 0) for name in ("result", "result_mean"))
        said.append(
            f"{row['arm']}, game {row['game']:.0f}: {points} points{seat} instead of {mean}"
        )
        commands.append(f"{row['command']} --html odd.html")
    said += [f"{len(odd) - ODD_NAMED} more in the table"] * (len(odd) > ODD_NAMED)
    if odd:
        text = f"Odd games, worth a look: {'; '.join(said)}."
        there = REPLAY if (results.folder / REPLAY).is_file() else ""
        yield Alert(NOTE, text, tuple(commands), "table-odd_games", there)


def odd_games_of(results: Results) -> Rows:
    """List the games whose result is far from the mean of their arm, with that arm's numbers."""
    arms = results.rows("arms", "arm", "win_rate", "result_mean", "result_sd")
    played = {arm["arm"]: arm for arm in arms if arm["result_sd"] > 0 and arm["win_rate"] > 0}
    games = results.rows("odd_games", "arm", "kind", "seed", "game", "result", "command")
    games = games.where(lambda row: row["arm"] in played).once("arm", "seed", "game")
    games = Rows(played[row["arm"]] | row for row in games)
    return games.where(
        lambda row: abs(row["result"] - row["result_mean"]) > FAR_OUT * row["result_sd"]
    )


def _own(results: Results) -> Iterator[str]:
    shown = [pattern for table, pattern in KNOWN["shown_by"].items() if table in results.tables]
    answered = re.compile("|".join(shown) or "$^", re.IGNORECASE)
    if not sentences.said_by_itself(results):
        yield from (text for text in sentences.own_sentences(results) if not answered.match(text))
