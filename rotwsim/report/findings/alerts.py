"""What a reader must know before trusting the numbers: few games, open questions, thin ground."""

import re
from dataclasses import dataclass
from itertools import groupby

from rotwsim.analysis.boxes.known_ranges import load_rebuilding
from rotwsim.report import wording
from rotwsim.report.arms import arms_of
from rotwsim.report.findings.arms import board_or_none
from rotwsim.report.findings.assumptions import kind_assumptions
from rotwsim.report.findings.sentences import ANSWERED_BY, analyses_of
from rotwsim.report.findings.tweaks import MOST_GAMES, distinct_names, games_to_decide
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import MINUS, capital, count, counted, listed, plain, pp, signed
from rotwsim.scenario.player_numbers import has_current_signature
from rotwsim.scenario.reading import one_line
from rotwsim.stats import UNDECIDED

DAMAGE, CAUTION, NOTE = "damage", "caution", "note"
FEW_GAMES = 1_000
RESULT = ("result_mean", "result_sd")
ODD = ("arm", "kind", "seed", "game", "result", "command")
FAR_OUT = 5.0  # standard deviations of a result that is worth a look
ROWS_NAMED, ODD_NAMED = 6, 3
REPLAY = "replay.html"  # the page of the first odd game, beside the report
WITHOUT_BOXES = {  # tables of differences that no range is measured for
    "barons": "single Barons",
    "baron_pairs": "pairs of Barons",
    "interactions": "combinations of tweaks",
}
# The tables that an analysis leaves behind, by the section it answers.
TRACES = {
    "tweaks": ("compare", "interactions"),
    "barons": ("barons", "variant", "rail_barons"),
    "skill": ("skill", "luck", "multiplayer_skill"),
    "assumptions": ("assumptions", "draws"),
}


# What an analysis notes for the terminal, and the table whose figure shows it on a page.
SHOWN_BY = {
    "variant": "At the printed target",
    "assumptions": "Most depends on |To know ",
    "box_ranges": r".* as assumed; .* over nine of ten plausible boxes",
    "interactions": ".* × .*: together ",
    "modules": r".*: (no measure \w+ changes|[\w ]+ [+−][\d.]+)",
    "bidding": ".* (treats places most evenly|is the fairest style)",
    "prices": r"\d+ of \d+ tweaks are worth about",
    "multiplayer_skill": "One .* wins .* and leads ",
    "luck": "Of the luck, ",
}


@dataclass(frozen=True)
class Alert:
    """One warning; `kind` is damage, caution or note. `commands` reproduce or resolve it."""

    kind: str
    text: str
    commands: tuple[str, ...] = ()
    place: str = ""  # the id of the table that has it
    replay: str = ""  # the address of the page of the first game that it names


def alerts_of(results: Results) -> list[Alert]:
    """Find all alerts, the worst first."""
    raised = [Alert(DAMAGE, f"{fault.rstrip('.')}.") for fault in results.faults]
    raised += [
        Alert(kind, said) if isinstance(said, str) else said
        for kind, *writers in (
            (DAMAGE, _missing),
            (
                CAUTION,
                _few_games,
                _caveats,
                _undecided,
                _boxes,
                kind_assumptions,
                _rebuilt,
                _other_code,
            ),
            (NOTE, _odd_games, _no_map, _own),
        )
        for write in writers
        for said in write(results)
    ]
    return list(dict.fromkeys(raised))


def _missing(results: Results) -> list[str]:
    """Name what the manifest promises and the folder does not have."""
    said = [
        f"The manifest has no {key}." for key in ("question", "arms") if key not in results.manifest
    ]
    said += [f"A table that the manifest names is not there: {name}." for name in _lost(results)]
    for name in analyses_of(results):
        tables = TRACES.get(ANSWERED_BY.get(name, ""), ())
        if tables and not any(table in results.tables for table in tables):
            said.append(f"The analysis {name} left no table: the experiment is unfinished.")
    played = {row["arm"]: row["games"] for row in results.rows("arms", "arm", "games")}
    short = [
        f"{arm['arm']} ({count(played[arm['arm']])} of {count(arm['games'])})"
        for arm in results.arms
        if arm.get("arm") in played
        and isinstance(arm.get("games"), int)
        and played[arm["arm"]] < arm["games"]
    ]
    absent = [
        str(arm["arm"])
        for arm in results.arms
        if played and arm.get("arm") not in played | {None: 0}
    ]
    if short:
        said.append(f"Fewer games than planned in {listed(short)}.")
    if absent:
        said.append(f"No games of {listed(absent)}: the experiment is unfinished.")
    return said


def _lost(results: Results) -> list[str]:
    """Name the tables that were written once and are gone; a damaged one is a fault."""
    named = results.manifest.get("tables")
    names = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
    there = results.folder / "tables"
    forms = (".csv", ".parquet")
    return [n for n in names if not any((there / f"{one_line(n)}{f}").exists() for f in forms)]


def _few_games(results: Results) -> list[str]:
    arms = arms_of(results)
    few = arms.where(lambda arm: arm["games"] < FEW_GAMES)
    if not few:
        return []
    widest = max(arm["high"] - arm["low"] for arm in few) / 2
    where = "this arm" if len(arms) == 1 else f"{len(few)} of {counted(len(arms), 'arm')}"
    return [
        f"Few games: {count(min(few.column('games')))} in {where}; chance alone leaves "
        f"±{plain(100 * widest)} pp."
    ]


def _caveats(results: Results) -> list[str]:
    return [f"{capital(caveat)}." for caveat in results.caveats]


def _undecided(results: Results) -> list[Alert]:
    rows = results.rows("compare", "name", "verdict", "low", "high")
    open_rows = rows.where(verdict=UNDECIDED)
    if not open_rows:
        return []
    needed = [games_to_decide(results, row) for row in open_rows]
    named = [
        f"{name} (needs about {count(games)} games an arm)" if games < MOST_GAMES else name
        for name, games in zip(distinct_names(open_rows), needed, strict=True)
    ]
    able = [games for games in needed if games < MOST_GAMES]
    command = results.text("command").partition(" --")[0]
    how = (f"{command} --games {max(able)}",) if able and command else ()
    text = (
        f"Undecided: {len(open_rows)} of {counted(len(rows), 'comparison')}, with a margin of "
        f"{wording.margin_in_words(results.margin)}: "
        f"{listed(dict.fromkeys(named), most=ROWS_NAMED)}."
    )
    return [Alert(CAUTION, text, how, "table-compare")]


def _boxes(results: Results) -> list[str]:
    """Say where the range over plausible boxes is missing, or older than the code."""
    arms = arms_of(results)
    if not arms:
        return []
    said = []
    homes = {arm.get("arm") for arm in results.arms if _wins_as_often_anywhere(arm)}
    known = arms.where(lambda arm: is_known(arm, "boxes_low") or arm["arm"] in homes)
    if without := arms.where(lambda arm: arm not in known):
        names = dict.fromkeys(map(_played, without))
        said.append(
            "We have not seen some printed cards. How far our guesses could be wrong was not "
            f"measured for {len(without)} of {counted(len(arms), 'arm')}: "
            f"{listed(names, most=ROWS_NAMED)}."
        )
    parts = [words for table, words in WITHOUT_BOXES.items() if table in results.tables]
    if parts and len(without) < len(arms):
        said.append(f"How far our guesses could be wrong was not measured for {listed(parts)}.")
    if any(arms.column("boxes_stale")):
        said.append(
            "How far our guesses could be wrong was measured before the last change of the rules, "
            "the players or the assumed parameters."
        )
    return said


def _wins_as_often_anywhere(arm: dict) -> bool:
    """Ask whether a person plays who wins as often in every box, as --wins says."""
    scenario = arm.get("scenario") or {}
    return bool(scenario.get("wins") and not scenario.get("on") and not scenario.get("seats"))


def _played(arm: Row) -> str:
    """Name board, variant and player of an arm: "Sweden with Barons (expert)"."""
    barons = " with Barons" if arm.get("barons") else ""
    board = arm.get("board_title") or arm.get("board") or arm["arm"]
    seats = str(arm.get("player") or "the player").split(", ")
    who = listed(counted(len([*own]), name) for name, own in groupby(sorted(seats)))
    return f"{board}{barons} ({who if len(seats) > 1 else seats[0]})"


def _rebuilt(results: Results) -> list[str]:
    rebuilt = results.rows("arms", "board", "rebuilt").where(rebuilt=True)
    if not rebuilt:
        return []
    titles = rebuilt.kinds("board_title") or rebuilt.kinds("board")
    return [
        f"Rebuilt from geography, not read off the printed board: "
        f"{listed(titles, most=ROWS_NAMED)}. {_error_of_rebuilding()}"
    ]


def _error_of_rebuilding() -> str:
    """Write the error bar of every rebuilt map, measured where the printed one is known."""
    error = load_rebuilding()
    interval = f"{signed(100 * error.low)} to {signed(100 * error.high)}"
    return (
        "How wrong can that be? Rebuilding Eastern US changed a person's win rate by "
        f"{pp(error.difference)} ({interval}) and the mean score by {signed(error.result)}. "
        f"{error.same_sign} of {error.tweaks} tweaks pull the same way on both boards; "
        f"{error.farthest_tweak} differs most, by {pp(error.farthest)}. "
        f"That took {count(error.games)} games a board and tweak."
    )


def _other_code(results: Results) -> list[str]:
    changed = [arm["arm"] for arm in results.arms if not has_current_signature(arm)]
    if not changed:
        return []
    return [
        "The rules or the players have changed since these games were played, so a replay may show "
        f"another game: {listed(changed)}."
    ]


def _odd_games(results: Results) -> list[Alert]:
    """Name single games so far out that a rule or a player may have gone wrong in them."""
    if not (odd := odd_games_of(results)):
        return []
    said = [
        f"{row['arm']}, game {row['game']:.0f}: {plain(row['result'], 0)} points"
        f"{' for seat 1' if '--seats' in row['command'] else ''} instead of "
        f"{plain(row['result_mean'], 0)}"
        for row in odd[:ODD_NAMED]
    ]
    more = [f"{len(odd) - ODD_NAMED} more in the table"] * (len(odd) > ODD_NAMED)
    commands = tuple(f"{row['command']} --html odd.html" for row in odd[:ODD_NAMED])
    text = f"Odd games, worth a look: {'; '.join([*said, *more])}."
    there = REPLAY if (results.folder / REPLAY).is_file() else ""
    return [Alert(NOTE, text, commands, "table-odd_games", there)]


def odd_games_of(results: Results) -> Rows:
    """List the games whose result is far from the mean of their arm, with that arm's numbers."""
    arms = {
        arm["arm"]: arm
        for arm in results.rows("arms", "arm", "win_rate", *RESULT)
        if arm["result_sd"] > 0 and arm["win_rate"] > 0
    }
    games = results.rows("odd_games", *ODD).where(lambda row: row["arm"] in arms)
    games = Rows(arms[row["arm"]] | row for row in games.once("arm", "seed", "game"))
    return games.where(
        lambda row: abs(row["result"] - row["result_mean"]) > FAR_OUT * row["result_sd"]
    )


def _no_map(results: Results) -> list[str]:
    boards = results.rows("arms", "board").kinds("board") if "links" in results.tables else []
    unknown = [name for name in boards if name and board_or_none(name) is None]
    return [f"No map is drawn of {listed(unknown)}: no such board here."] if unknown else []


def _own(results: Results) -> list[str]:
    """Pass on what the analysis itself wants to say."""
    alerts = results.manifest.get("alerts")
    if not isinstance(alerts, list):
        return []
    texts = [re.sub(r"(?<![\w.])-(?=\d)", MINUS, one_line(text)) for text in alerts]
    shown = [pattern for table, pattern in SHOWN_BY.items() if table in results.tables]
    answered = re.compile("|".join(shown) or "$^", re.IGNORECASE)
    return [f"{capital(text.rstrip('.'))}." for text in texts if not answered.match(text)]
