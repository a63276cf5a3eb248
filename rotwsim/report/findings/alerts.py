"""What a reader must know before trusting the numbers: few games, open questions, thin ground."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import pandas as pd

from rotwsim.analysis.rebuilding import load_rebuilding
from rotwsim.report.arms import arms_of
from rotwsim.report.findings.arms import board_or_none
from rotwsim.report.findings.sentences import ANSWERED_BY, analyses_of
from rotwsim.report.findings.tweaks import distinct_names
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    MINUS,
    capital,
    count,
    counted,
    listed,
    margin_in_words,
    plain,
    points,
    signed,
)
from rotwsim.scenario.reading import one_line
from rotwsim.scenario.signatures import has_current_signature
from rotwsim.stats import UNDECIDED

DAMAGE, CAUTION, NOTE = "damage", "caution", "note"
FEW_GAMES = 1_000
RESULT = ("result_mean", "result_sd")
ODD = ("arm", "kind", "seed", "game", "result", "command")
FAR_OUT = 5.0  # standard deviations of a result that is worth a look
ROWS_NAMED = 6
WITHOUT_BOXES = {  # tables of differences that no range is measured for
    "barons": "single Barons",
    "baron_pairs": "pairs of Barons",
    "effects": "combinations of tweaks",
}
# The tables that an analysis leaves behind, by the section it answers.
TRACES = {
    "tweaks": ("compare", "effects"),
    "barons": ("barons", "variant", "rail_barons"),
    "skill": ("skill", "luck", "table_skill"),
    "assumptions": ("assumptions", "fillings"),
}


@dataclass(frozen=True)
class Alert:
    """One warning; `kind` is damage, caution or note."""

    kind: str
    text: str


def alerts_of(results: Results) -> list[Alert]:
    """All alerts, the worst first."""
    raised = [Alert(DAMAGE, f"{fault.rstrip('.')}.") for fault in results.faults]
    raised += [Alert(DAMAGE, text) for text in _missing(results)]
    raised += [Alert(CAUTION, text) for text in _few_games(results)]
    raised += [Alert(CAUTION, f"{capital(caveat)}.") for caveat in results.caveats]
    raised += [Alert(CAUTION, text) for text in _undecided(results)]
    raised += [Alert(CAUTION, text) for text in _boxes(results)]
    raised += [Alert(CAUTION, text) for text in _rebuilt(results)]
    raised += [Alert(CAUTION, text) for text in _other_code(results)]
    raised += [Alert(NOTE, text) for text in _odd_games(results)]
    raised += [Alert(NOTE, text) for text in _no_map(results)]
    raised += [Alert(NOTE, text) for text in _own(results)]
    return list(dict.fromkeys(raised))


def _missing(results: Results) -> list[str]:
    """What the manifest promises and the folder does not have."""
    said = [
        f"The manifest has no {key}." for key in ("question", "arms") if key not in results.manifest
    ]
    said += [f"A table that the manifest names is not there: {name}." for name in _lost(results)]
    for name in analyses_of(results):
        tables = TRACES.get(ANSWERED_BY.get(name, ""), ())
        if tables and not any(table in results.tables for table in tables):
            said.append(f"The analysis {name} left no table: the experiment is unfinished.")
    played = dict(results.rows("arms", "arm", "games")[["arm", "games"]].itertuples(index=False))
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
    """Tables that were written once; a damaged one is named as such."""
    named = results.manifest.get("tables")
    names = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
    there = results.folder / "tables"
    forms = (".csv", ".parquet")
    return [n for n in names if not any((there / f"{one_line(n)}{f}").exists() for f in forms)]


def _few_games(results: Results) -> list[str]:
    arms = arms_of(results)
    few = arms[arms["games"] < FEW_GAMES]
    if few.empty:
        return []
    widest = float((few["high"] - few["low"]).max()) / 2
    where = "this arm" if len(arms) == 1 else f"{len(few)} of {counted(len(arms), 'arm')}"
    return [
        f"Few games: {count(few['games'].min())} in {where}; chance alone leaves "
        f"±{plain(100 * widest)} points."
    ]


def _undecided(results: Results) -> list[str]:
    rows = results.rows("compare", "name", "verdict", "low", "high")
    open_rows = rows[rows["verdict"] == UNDECIDED]
    if open_rows.empty:
        return []
    names = listed(dict.fromkeys(distinct_names(open_rows)), most=ROWS_NAMED)
    return [
        f"{len(open_rows)} of {counted(len(rows), 'comparison')} undecided at a margin of "
        f"{margin_in_words(results.margin)}: {names}. More games would decide them."
    ]


def _boxes(results: Results) -> list[str]:
    """Where the range over plausible boxes is missing, or older than the code."""
    arms = arms_of(results)
    if arms.empty:
        return []
    ends = arms.get("boxes_low", pd.Series(math.nan, index=arms.index))
    without = arms[ends.isna()]
    said = []
    if len(without):
        names = dict.fromkeys(map(_played, without.to_dict("records")))
        said.append(
            "Some figures of the game are assumed, and no range over plausible boxes is stored for "
            f"{len(without)} of {counted(len(arms), 'arm')}, of {listed(names, most=ROWS_NAMED)}: "
            "the intervals there cover chance alone."
        )
    parts = [words for table, words in WITHOUT_BOXES.items() if table in results.tables]
    if parts:
        said.append(f"No range over plausible boxes is measured for {listed(parts)}.")
    if "boxes_stale" in arms and arms["boxes_stale"].any():
        said.append(
            "The ranges over plausible boxes were measured before the rules, the players or the "
            "assumed figures changed for the last time."
        )
    return said


def _played(arm: dict) -> str:
    """Board, variant and player of an arm: "Sweden with Barons (expert)"."""
    barons = " with Barons" if arm.get("barons") else ""
    board = arm.get("board_title") or arm.get("board") or arm["arm"]
    return f"{board}{barons} ({arm.get('player') or 'the player'})"


def _rebuilt(results: Results) -> list[str]:
    said = []
    rebuilt = results.rows("arms", "board", "rebuilt")
    if len(rebuilt) and rebuilt["rebuilt"].any():
        names = rebuilt[rebuilt["rebuilt"]]
        titles = names["board_title"] if "board_title" in names else names["board"]
        said.append(
            f"Rebuilt from geography, not read off the printed board: "
            f"{listed(dict.fromkeys(titles), most=ROWS_NAMED)}. {_error_of_rebuilding()}"
        )
    return said


def _error_of_rebuilding() -> str:
    """The error bar of every rebuilt map, measured where the printed one is known."""
    error = load_rebuilding()
    interval = f"{signed(100 * error.low)} to {signed(100 * error.high)}"
    return (
        "Their error bar: rebuilding Eastern US moved the expert's win rate by "
        f"{points(error.difference)} ({interval}) and the mean result by {signed(error.result)}; "
        f"{error.same_sign} of {error.tweaks} tweaks pull the same way on both boards, "
        f"{error.farthest_tweak} differs most, by {points(error.farthest)} "
        f"({count(error.games)} games a board and tweak)."
    )


def _other_code(results: Results) -> list[str]:
    changed = [arm["arm"] for arm in results.arms if not has_current_signature(arm)]
    if not changed:
        return []
    return [
        "The rules or the players have changed since these games were played, so a replay may show "
        f"another game: {listed(changed)}."
    ]


def _odd_games(results: Results) -> list[str]:
    """Single games so far out that a rule or a player may have gone wrong in them."""
    games = results.rows("odd_games", *ODD)
    arms = results.rows("arms", "arm", "win_rate", *RESULT)
    if games.empty or arms.empty:
        return []
    able = arms.loc[(arms["result_sd"] > 0) & (arms["win_rate"] > 0), ["arm", *RESULT]]
    games = able.merge(games[[*ODD]].drop_duplicates(["arm", "seed", "game"]), on="arm")
    away = (games["result"] - games["result_mean"]).abs() / games["result_sd"]
    odd = list(games[away > FAR_OUT].itertuples())
    if not odd:
        return []
    said = [
        f"{row.arm}, {row.kind}: {plain(row.result, 0)} points"
        f"{' for seat 1' if '--seats' in row.command else ''}, "
        f"{plain(row.result_mean, 0)} on average ({row.command})"
        for row in odd[:ROWS_NAMED]
    ]
    more = [f"{len(odd) - ROWS_NAMED} more below"] * (len(odd) > ROWS_NAMED)
    return [
        f"Odd games, more than {FAR_OUT:g} standard deviations from the mean of their arm: "
        f"{'; '.join([*said, *more])}."
    ]


def _no_map(results: Results) -> list[str]:
    if "links" not in results.tables:
        return []
    boards = dict.fromkeys(results.rows("arms", "board")["board"])
    unknown = [name for name in boards if name and board_or_none(name) is None]
    return [f"No map is drawn of {listed(unknown)}: no such board here."] if unknown else []


def _own(results: Results) -> list[str]:
    """What the analysis itself wants to say."""
    alerts = results.manifest.get("alerts")
    if not isinstance(alerts, list):
        return []
    texts = [re.sub(r"(?<![\w.])-(?=\d)", MINUS, one_line(text)) for text in alerts]
    return [f"{capital(text.rstrip('.'))}." for text in texts if text]
