"""Figures of how hard the game is: scores as hills, points turn by turn."""

from collections.abc import Callable

from matplotlib.ticker import MaxNLocator

from rotwsim.report.arms import arms_of, is_about_rebuilding, plain_arms, shown_arms, typical_arms
from rotwsim.report.figures import Picture, marks, new_axes, picture
from rotwsim.report.plot import Hill, ridge
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, games_span, percent, plain
from rotwsim.scenario.rule_texts import tweak_words

STANDARD = "standard game"
WITHOUT, WITH = "without Duel Barons", "with Duel Barons"
MOST_HILLS = 16
MOST_CURVES, MOST_ARMS = 4, 100
LONE_TURNS = 0.05  # a turn that fewer games reach is not drawn


def scores_of_maps(results: Results) -> list[Picture]:
    """Draw the scores of the same person on every map."""
    return _by_map(results) if "map_skill" in results.tables else []


def scores_by_map(results: Results) -> list[Picture]:
    """Draw the scores of every map, without and with Barons beside each other."""
    return [] if "map_skill" in results.tables else _by_map(results)


def _by_map(results: Results) -> list[Picture]:
    all_arms = _with_scores(results)
    arms = plain_arms(all_arms)
    elsewhere = len(all_arms.kinds("tweaks")) > 1 and not is_about_rebuilding(arms)
    if not arms or elsewhere or "variant" in results.tables:
        return []  # the chapters of tweaks and of Barons show them
    own, column = typical_arms(arms), "label"
    if len(own.kinds("board_title")) > 1:
        column = "board_title"
    elif len(own) <= 2:  # one map: all players
        own = arms
        column = "player" if len(own.kinds("player")) > 1 else "label"
    ranges = _ranges(results, own, lambda arm: arm[column])
    return _drawn(results, "scores-by-map", ranges, own)


def scores_by_tweak(results: Results) -> list[Picture]:
    """Draw the scores with every single tweak, from the easiest to the hardest."""
    arms = _with_scores(results).where(lambda arm: "," not in arm.get("tweaks", ""))
    if len(arms.kinds("tweaks")) < 2:
        return []
    own = typical_arms(arms.where(lambda arm: arm.get("board") == arms[0].get("board")))

    def name(arm: Row) -> str:
        return tweak_words(arm["tweaks"]) if arm["tweaks"] else STANDARD  # the line has the target

    return _drawn(results, "scores-by-tweak", _ranges(results, own, name), own)


def scores_by_baron(results: Results) -> list[Picture]:
    """Draw the scores without Barons, with them, and with each single Baron in the row."""
    arms = plain_arms(_with_scores(results))
    if not {"variant", "barons"} <= {*results.tables} or not arms:
        return []
    own = typical_arms(arms)
    hills = [_hill(results, arm, WITH if arm.get("barons") else WITHOUT, True) for arm in own]
    target = max(hill.target for hill in hills)
    single = results.rows("baron_results", "baron", "result", "games").by("baron")
    found = [Hill(who, o.column("result"), o.column("games"), target) for who, o in single.items()]
    found.sort(key=lambda hill: -hill.won)
    return _drawn(results, "scores-by-baron", {"": [*hills, *found]}, own)


def _with_scores(results: Results) -> Rows:
    """Find the arms of solo games whose results are counted."""
    there = results.rows("result_counts", "arm").kinds("arm")
    arms = arms_of(results).where(lambda arm: is_known(arm, "target") and arm["arm"] in there)
    return arms.where(lambda arm: "," not in str(arm.get("player", "")))


def _ranges(results: Results, arms: Rows, name: Callable[[Row], str]) -> dict[str, list[Hill]]:
    """Make one panel without Barons and one with them, rows in the same order in both."""
    barons = [bool(arm.get("barons")) for arm in arms]
    arms = arms.assign(row=list(map(name, arms)), barons=barons).ordered("barons")
    arms, several = arms.once("row", "barons"), len({*barons}) > 1
    order = arms.once("row").ordered("win_rate", descending=True).column("row")[:MOST_HILLS]
    headings = (WITHOUT, f"{WITH}{_other_person(results, arms)}") if several else ("", "")
    return {
        headings[is_with]: [
            _hill(results, arm, row, row == STANDARD) for row in order for arm in own.where(row=row)
        ]
        for is_with, own in arms.by("barons").items()
    }


def _other_person(results: Results, arms: Rows) -> str:
    """Say that with Barons it is another person: one who wins as often with them."""
    scenarios = {arm.get("arm"): arm.get("scenario") or {} for arm in results.arms}
    people = {
        b: [scenarios.get(arm["arm"], {}) for arm in own] for b, own in arms.by("barons").items()
    }
    plain, raised = people[False], people[True]
    knobs, others = ({each.get("knob") for each in own} - {None} for own in (plain, raised))
    if not knobs or not others or knobs & others:
        return ""
    return f": a person\nwho wins {raised[0].get('wins', 0):g} % with them"


def _hill(results: Results, arm: Row, label: str, is_standard: bool) -> Hill:
    counts = results.rows("result_counts", "arm", "result", "games").where(arm=arm["arm"])
    return Hill(label, counts.column("result"), counts.column("games"), arm["target"], is_standard)


def _drawn(results: Results, name: str, ranges: dict[str, list[Hill]], arms: Rows) -> list[Picture]:
    hills = [hill for own in ranges.values() for hill in own]
    if not hills:
        return []
    low, high = min(hills, key=lambda hill: hill.won), max(hills, key=lambda hill: hill.won)
    title = f"{percent(low.won, 0)} won: {low.label}; {percent(high.won, 0)}: {high.label}"
    if len(hills) == 1:
        title = f"{percent(low.won, 0)} of the games are won"
    # For whom the scores hold: one player, and one board if all have the same.
    same = [kinds[0] for kinds in map(arms.kinds, ("player", "board_title")) if len(kinds) == 1]
    games = games_span([sum(hill.games) for hill in hills])
    said = (
        f"{heading} {hill.label}: {percent(hill.won, 0)}".strip()
        for heading, own in ranges.items()
        for hill in own
    )
    texts = {"title": title, "whose": capital(", ".join([*map(str, same), games]))}
    return picture(name, results, arms, ridge(ranges), said, words="scores", **texts)


def games_in_words(results: Results, arms: Rows) -> str:
    """Count the games of the arms shown: "20,000 games", or what each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    known = len(arms_of(results))
    part = f"; shown are {len(arms)} of {known} arms" if len(arms) < known else ""
    return f"{games_span(arms.column('games'))}{each}{part}"


def points_over_turns(results: Results) -> list[Picture]:
    """Draw the points after each turn: median, and the band that holds eight games of ten."""
    arms = _few_curves(results)
    columns = ("arm", "turn", "games", "q10", "q50", "q90")
    turns = results.rows("points_by_turn", *columns).by("arm")
    known = arms.where(lambda arm: arm["arm"] in turns)
    drawn = {arm["label"]: often_played(turns[arm["arm"]], LONE_TURNS) for arm in known}
    if not drawn:
        return []
    figure, axes = new_axes(8)
    marks.draw_curves(axes, drawn, columns[1:2] + columns[3:], 0.16, "upper left", linewidth=1.8)
    axes.set(xlabel="turn", ylabel="points")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    label, own = next(iter(drawn.items()))
    half = min(row["turn"] for row in own if row["q50"] >= own[-1]["q50"] / 2)
    said = (
        f"{name}: median {plain(rows[-1]['q50'], 0)} after turn {rows[-1]['turn']:.0f}"
        for name, rows in drawn.items()
    )
    texts = {"half": half, "each": games_in_words(results, arms)}
    texts["whose"] = f" ({label})" if len(drawn) > 1 else ""
    return picture("points-by-turn", results, own, figure, said, **texts)


def often_played(turns: Rows, share: float) -> Rows:
    """Sort the turns, and leave out those that too small a share of the games reaches."""
    least = share * max(turns.column("games"))
    return turns.ordered("turn").where(lambda row: row["games"] >= least)


def _few_curves(results: Results) -> Rows:
    """Choose as many arms as an eye can follow: those of the first board before others."""
    arms = shown_arms(results, "points_by_turn", MOST_ARMS)
    first = arms.where(board=arms[0].get("board")) if len(arms) > MOST_CURVES else arms
    return Rows((first if len(first) > 1 else arms)[:MOST_CURVES])
