"""Sentences on when games are decided, and by what: luck, errors, which card."""

from __future__ import annotations

from rotwsim.report.findings.arms import board_or_none
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import count, listed, percent, plain, pp
from rotwsim.scenario.rule_texts import tweak_words

STANDARD = "standard"
EVEN = 0.5
NAMED = 3  # causes and cards
MEASURES = {  # what is said of tweaks above and below the standard game
    "decided_share": (
        "Games are decided later with",
        "Games are decided earlier with",
        "by {:.0f} % of the turns",
    ),
    "luck_share": (
        "Luck makes more of the gap with",
        "Luck makes less of the gap with",
        "by {:.0f} pp",
    ),
}


def point_of_no_return(results: Results) -> list[str]:
    """Say when the typical game is decided, and how many are from the deal on."""
    row = standard_arm(results)
    if not row:
        return []
    rows = in_standard_game(results, "decisive")
    turn, turns = row["decided_turn"], row["turns_mean"]
    games = results.rows("decisive", "board", "tweak", "decided_low", "decided_high")
    is_of_maps = len(games.kinds("board")) > 1
    board = f"On {game_words(row, games.where(tweak=STANDARD))}, for" if is_of_maps else "For"
    said = (
        f"{board} {who(row)}, half of the games are decided by turn {turn:.0f} of {turns:.0f}: "
        "after it the chance to win stays below 10 or above 90 %."
    )
    from_deal = (
        f"{share_words(row['hopeless_from_deal'])} of these games are hopeless from the deal, "
        f"{share_words(row['safe_from_deal']).lower()} are safe; the lead changes "
        f"{plain(row['lead_changes'])} times a game."
    )
    found = [said, from_deal]
    least, most = rows.smallest("decided_turn"), rows.largest("decided_turn")
    if least["decided_turn"] != most["decided_turn"]:
        found.append(
            f"For {who(least)} half are decided by turn {least['decided_turn']:.0f}, for "
            f"{who(most)} by turn {most['decided_turn']:.0f}."
        )
    if is_of_maps:
        maps = games.where(tweak=STANDARD, standard_wins=row["standard_wins"])
        found.append(f"{earliest_and_latest(maps)}.")
    return found


def earliest_and_latest(rows: Rows) -> str:
    """Name the games that are decided earliest and latest, if chance does not explain it."""
    first, last = rows.smallest("decided_share"), rows.largest("decided_share")
    if first["decided_high"] >= last["decided_low"]:
        where = "on all maps" if len(rows.kinds("board")) > 1 else "with all tweaks"
        return f"Games are decided about equally late {where}"
    return (
        f"Games are decided earliest {in_game(first, rows)}, latest {in_game(last, rows)}: after "
        f"{percent(first['decided_share'], 0)} and {percent(last['decided_share'], 0)} of the turns"
    )


def luck_or_errors(results: Results) -> list[str]:
    """Say what sets lost games apart from won ones."""
    row = standard_arm(results)
    rows = results.rows("causes_of_defeat", "cause_of", "cause", "gap_share")
    if not row or not rows:
        return []
    causes = rows.where(arm=row["arm"]).ordered("gap_share", descending=True)
    named = [
        f"{'luck with' if one['cause_of'] == 'luck' else 'errors in'} {spoken(one['cause'])} "
        f"{percent(one['gap_share'], 0)}"
        for one in causes[:NAMED]
    ]
    return [
        f"Luck makes {percent(row['luck_share'], 0)} of the gap between won and lost games, errors "
        f"the rest; most comes from {listed(named)}."
    ]


def what_tweaks_change(results: Results) -> list[str]:
    """Say which tweaks decide games earlier or later, and where luck weighs more."""
    row, rows = standard_arm(results), results.rows("decisive_changes", "tweak", "difference")
    rows = rows.where(standard_wins=row["standard_wins"]) if row else Rows()
    if not rows:
        return []
    said = []
    for measure, (*starts, unit) in MEASURES.items():
        own = rows.where(decisive_measure=measure)
        for start, is_clear in zip(starts, (is_above_zero, is_below_zero), strict=True):
            if clear := own.where(is_clear):
                named = (
                    f"{tweak_words(one['tweak'])} ({unit.format(100 * abs(one['difference']))})"
                    for one in clear
                )
                said.append(f"{start} {listed(named)}.")
    if said:
        return said
    top = rows.where(decisive_measure="luck_share").farthest("difference")
    needed = (
        row["judged"] * ((top["high"] - top["low"]) / 2 / max(abs(top["difference"]), 0.01)) ** 2
    )
    return [
        "No tweak clearly changes when games are decided or how much luck weighs; about "
        f"{count(needed)} games each would show whether luck weighs more with "
        f"{tweak_words(top['tweak'])}."
    ]


def is_above_zero(row: Row) -> bool:
    return row["low"] > 0


def is_below_zero(row: Row) -> bool:
    return row["high"] < 0


def largest_swings(results: Results) -> list[str]:
    """Name the cards that move the chance to win most when they come up."""
    rows = swings_of(results)[:NAMED]
    if not rows:
        return []
    named = [f"{event_words(row)} {pp(row['swing'])}" for row in rows]
    return [f"What swings the chance to win most when it comes up: {listed(named)}."]


def standard_arm(results: Results) -> Row:
    """Find the standard game of the person who wins about half of it; nothing without one."""
    rows = in_standard_game(results, "decisive")
    return min(rows, key=lambda row: abs(row["standard_wins"] - EVEN)) if rows else {}


def in_standard_game(results: Results, table: str) -> Rows:
    """List the rows of a table without a tweak, of its first board."""
    rows = results.rows(table, "arm", "board", "tweak", "standard_wins").where(tweak=STANDARD)
    return rows.where(board=rows[0]["board"]) if rows else rows


def swings_of(results: Results) -> Rows:
    """List what comes up in the standard game, the largest swing first."""
    row = standard_arm(results)
    rows = results.rows("swings", "arm", "event", "swing", "low", "high")
    return Rows(sorted(rows.where(arm=row.get("arm")), key=lambda one: -abs(one["swing"])))


def event_words(row: Row) -> str:
    """Name what came up; a card of several cities by its first and its last."""
    first, *others = row["event"].split(" / ")
    return f"{first} … {others[-1]}" if others else first


def share_words(share: float) -> str:
    return "None" if round(100 * share) == 0 else percent(share, 0)


def game_words(row: Row, among: Rows) -> str:
    """Name a game by what differs among the rows: the map, the tweak."""
    tweak = "the standard game" if row["tweak"] == STANDARD else tweak_words(row["tweak"])
    boards, tweaks = (len(among.kinds(name)) > 1 for name in ("board", "tweak"))
    board = board_or_none(row["board"])
    title = board.title if board else row["board"]
    return f"{title}, {tweak}" if boards and tweaks else title if boards else tweak


def in_game(row: Row, among: Rows) -> str:
    """Say where a game is played: on a map, with a tweak."""
    name = game_words(row, among)
    is_of_maps = len(among.kinds("board")) > 1
    return (
        f"on {name}" if is_of_maps else f"in {name}" if row["tweak"] == STANDARD else f"with {name}"
    )


def who(row: Row) -> str:
    return f"a person who wins {percent(row['standard_wins'], 0)}"


def whose(results: Results) -> str:
    """Name the person of the standard game, and the map if there are several."""
    row, rows = standard_arm(results), results.rows("decisive", "board", "tweak")
    is_of_maps = len(rows.kinds("board")) > 1
    where = f" on {game_words(row, rows.where(tweak=STANDARD))}" if is_of_maps else ""
    return f"{who(row)}{where}"


def spoken(cause: str) -> str:
    """Name a cause within a sentence."""
    spoken = {"opening": "the opening", "debt": "borrowing"}
    return spoken.get(cause, f"the {cause}" if cause.endswith("deck") else cause)
