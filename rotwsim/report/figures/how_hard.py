"""Figures of how hard the game is: scores as hills, win rates, points turn by turn."""

from collections.abc import Callable

from matplotlib.ticker import MaxNLocator

from rotwsim.report.arms import (
    arms_of,
    is_about_rebuilding,
    labelled,
    paired_by_barons,
    plain_arms,
    shown_arms,
    typical_player,
    without_doubles,
)
from rotwsim.report.figures import SERIES, Picture, marks, new_axes
from rotwsim.report.figures.marks import Series, forest, pale_bars, percent_axis, row_height
from rotwsim.report.plot import Hill, Range, ridge
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import games_span, level_in_words, percent, plain, rate_in_words
from rotwsim.scenario.rule_texts import tweak_words

STANDARD = "standard game"
WITHOUT, WITH = "without Duel Barons", "with Duel Barons"
MOST_HILLS = 16
READING = "Blue: won, orange: lost, line: target; hills are smoothed. At the right the share won."
MOST_ROWS = 24
SERIES_MARKS = {  # name, colour, shape and shift of the arms without and with Barons
    0: ("without Barons", SERIES[0], "o", -0.16),
    1: ("with Barons", SERIES[1], "s", 0.16),
}
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
    who = typical_player(arms)
    own = without_doubles(arms.where(player=who) if who else arms)
    column = "label"
    if len(own.kinds("board_title")) > 1:
        column = "board_title"
    elif len(own) <= 2:  # one map: all players
        own = labelled(arms)
        if len(own.kinds("player")) > 1:
            column = "player"
    ranges = _ranges(results, own, lambda arm: arm[column])
    return _drawn("scores-by-map", ranges, _who(own))


def scores_by_tweak(results: Results) -> list[Picture]:
    """Draw the scores with every single tweak, from the easiest to the hardest."""
    arms = _with_scores(results).where(lambda arm: "," not in arm.get("tweaks", ""))
    if len(arms.kinds("tweaks")) < 2:
        return []
    board = arms[0].get("board")
    who = typical_player(arms)
    own = arms.where(lambda arm: arm.get("board") == board and (not who or arm["player"] == who))

    def name(arm: Row) -> str:
        return tweak_words(arm["tweaks"]) if arm["tweaks"] else STANDARD  # the line has the target

    return _drawn("scores-by-tweak", _ranges(results, own, name), _who(own))


def scores_by_baron(results: Results) -> list[Picture]:
    """Draw the scores without Barons, with them, and with each single Baron in the row."""
    arms = plain_arms(_with_scores(results))
    if not {"variant", "barons"} <= {*results.tables} or not arms:
        return []
    who = typical_player(arms)
    own = arms.where(player=who) if who else arms
    hills = [_hill(results, arm, WITH if arm.get("barons") else WITHOUT, True) for arm in own]
    target = max(hill.target for hill in hills)
    single = results.rows("baron_results", "baron", "result", "games").by("baron")
    found = [
        Hill(name, rows.column("result"), rows.column("games"), target)
        for name, rows in single.items()
    ]
    found.sort(key=lambda hill: -hill.won)
    return _drawn("scores-by-baron", [Range([*hills, *found])], _who(own))


def _with_scores(results: Results) -> Rows:
    there = set(results.rows("result_counts", "arm").column("arm"))
    arms = arms_of(results).where(lambda arm: is_known(arm, "target") and arm["arm"] in there)
    return arms.where(lambda arm: "," not in str(arm.get("player", "")))  # no multiplayer seats


def _ranges(results: Results, arms: Rows, name: Callable[[Row], str]) -> list[Range]:
    """Make one panel without Barons and one with them, rows in the same order in both."""
    groups = {
        heading: own.once("row")
        for heading, barons in ((WITHOUT, False), (WITH, True))
        if (own := arms.where(lambda arm, b=barons: bool(arm.get("barons")) == b))
        if (own := own.assign(row=[name(arm) for arm in own]))
    }
    rates: dict[str, float] = {}
    for own in groups.values():
        for arm in own:
            rates.setdefault(arm["row"], arm["win_rate"])
    order = sorted(rates, key=lambda row: -rates[row])[:MOST_HILLS]
    return [
        Range(
            [
                _hill(results, arm, arm["row"], arm["row"] == STANDARD)
                for row in order
                for arm in own.where(row=row)
            ],
            f"{heading}{_other_person(results, groups) * (heading == WITH)}" * (len(groups) > 1),
        )
        for heading, own in groups.items()
    ]


def _other_person(results: Results, groups: dict[str, Rows]) -> str:
    """Say that with Barons it is another person: one who wins as often with them."""
    scenarios = {arm.get("arm"): arm.get("scenario") or {} for arm in results.arms}
    of_arms = [[scenarios.get(arm["arm"], {}) for arm in own] for own in groups.values()]
    knobs = [{scenario.get("knob") for scenario in own} - {None} for own in of_arms]
    if len(knobs) < 2 or not all(knobs) or knobs[0] & knobs[1]:
        return ""
    return f": a person\nwho wins {of_arms[1][0].get('wins', 0):g} % with them"


def _hill(results: Results, arm: Row, label: str, is_standard: bool) -> Hill:
    counts = results.rows("result_counts", "arm", "result", "games").where(arm=arm["arm"])
    return Hill(label, counts.column("result"), counts.column("games"), arm["target"], is_standard)


def _who(arms: Rows) -> str:
    """Say for whom the scores hold: one player, and one board if all have the same."""
    kinds = [arms.kinds(column) for column in ("player", "board_title")]
    return ", ".join(str(own[0]) for own in kinds if len(own) == 1)


def _drawn(name: str, ranges: list[Range], who: str) -> list[Picture]:
    hills = [hill for each in ranges for hill in each.hills]
    if not hills:
        return []
    low, high = min(hills, key=lambda hill: hill.won), max(hills, key=lambda hill: hill.won)
    title = f"{percent(low.won, 0)} won: {low.label}; {percent(high.won, 0)}: {high.label}"
    if len(hills) == 1:
        title = f"{percent(low.won, 0)} of the games are won"
    games = games_span([sum(hill.games) for hill in hills])
    caption = f"{who[:1].upper()}{who[1:]}{', ' if who else ''}{games} a hill. {READING}"
    alt = "Scores, share won: " + "; ".join(
        f"{each.heading} {hill.label}: {percent(hill.won, 0)}".strip()
        for each in ranges
        for hill in each.hills
    )
    return [Picture(name, title, caption, alt, ridge(ranges))]


def win_rates(results: Results) -> list[Picture]:
    """Draw the win rate of every arm; arms with and without Barons share a row."""
    arms = arms_of(results)
    several = [len(arms.kinds(column)) > 1 for column in ("board_title", "player", "tweaks")]
    if not arms or sum(several) > 1 or several[-1]:
        return []  # maps and skills have a heat map, tweaks a ridge plot and a ranked chart
    rows = paired_by_barons(arms)
    groups = rows.by("row")
    order = sorted(groups, key=lambda row: -sum(groups[row].column("win_rate")) / len(groups[row]))
    shown = order if len(order) <= MOST_ROWS else order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]
    places = rows.by("row", "series")
    both = len(rows.kinds("series")) > 1
    series = [
        Series(
            [places[row, number][0] if (row, number) in places else {} for row in shown],
            marks.same_marks(len(shown), colour, shape),
            "win_rate",
            name,
            shift if both else 0.0,
        )
        for number, (name, colour, shape, shift) in SERIES_MARKS.items()
        if number in rows.kinds("series")
    ]
    figure = forest(
        shown,
        series,
        lambda axes: percent_axis(axes, "games won, %"),
        [_rates(groups[row]) for row in shown],
        room=1,
        row=row_height(shown),
    )
    few = f" Shown are the {len(shown)} outermost of {len(order)} rows." if shown != order else ""
    caption = (
        f"{games_in_words(results, arms)}; bars are {level_in_words(results.confidence)} intervals "
        f"of the win rate{pale_bars(rows)}.{few}"
    )
    alt = "Win rates with intervals: " + "; ".join(
        f"{arm['label']} {rate_in_words(arm)}" for arm in arms
    )
    return [Picture("win-rates", _rates_title(arms), caption, alt, figure)]


def _rates(arms: Rows) -> str:
    """Write the win rates of a row, without Barons first."""
    rates = [percent(arm["win_rate"]) for arm in arms.ordered("series")]
    return " / ".join([*(rate.rstrip("%").rstrip() for rate in rates[:-1]), rates[-1]])


def _rates_title(arms: Rows) -> str:
    low, high = arms.smallest("win_rate"), arms.ordered("win_rate")[-1]
    if len(arms) == 1:
        return f"{percent(low['win_rate'], 0)} of the games are won"
    return (
        f"From {percent(low['win_rate'], 0)}, {low['label']}, "
        f"to {percent(high['win_rate'], 0)}, {high['label']}"
    )


def games_in_words(results: Results, arms: Rows) -> str:
    """Count the games of the arms shown: "20,000 games", or what each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    all_arms = len(arms_of(results))
    part = ""
    if len(arms) < all_arms:
        part = f"; shown are {len(arms)} of {all_arms} arms"
    return f"{games_span(arms.column('games'))}{each}{part}"


def points_over_turns(results: Results) -> list[Picture]:
    """Draw the points after each turn: median, and the band that holds eight games of ten."""
    drawn = turns_of_arms(results)
    if not drawn:
        return []
    figure, axes = new_axes(8)
    marks.draw_curves(axes, [*drawn.items()], ("turn", "q10", "q50", "q90"), 0.16, linewidth=1.8)
    axes.set(xlabel="turn", ylabel="points")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    if len(drawn) > 1:
        axes.legend(loc="upper left")
    label, own = next(iter(drawn.items()))
    half = min(row["turn"] for row in own if row["q50"] >= own[-1]["q50"] / 2)
    title = (
        f"Half of the final points are scored by turn {half:.0f} of {own[-1]['turn']:.0f}"
        f"{f' ({label})' if len(drawn) > 1 else ''}"
    )
    arms = _few_curves(results)
    caption = (
        f"{games_in_words(results, arms)}. Lines are medians, bands hold the middle 80 % of games; "
        "bonds are not deducted yet. A game that has ended no longer counts."
    )
    alt = "Points after each turn: " + "; ".join(
        f"{name}: median {plain(rows[-1]['q50'], 0)} after turn {rows[-1]['turn']:.0f}"
        for name, rows in drawn.items()
    )
    return [Picture("points-by-turn", title, caption, alt, figure)]


def turns_of_arms(results: Results) -> dict[str, Rows]:
    """Find the points of the arms to draw after each turn that enough games reach, by label."""
    columns = ("arm", "turn", "games", "q10", "q50", "q90")
    turns = results.rows("points_by_turn", *columns).by("arm")
    found = {}
    for arm in _few_curves(results):
        if own := turns.get(arm["arm"]):
            least = LONE_TURNS * max(own.column("games"))
            found[arm["label"]] = own.ordered("turn").where(
                lambda row, least=least: row["games"] >= least
            )
    return found


def _few_curves(results: Results) -> Rows:
    """Choose as many arms as an eye can follow: those of the first board before others."""
    arms = shown_arms(results, "points_by_turn", MOST_ARMS)
    if len(arms) > MOST_CURVES and arms.has("board"):
        first = arms.where(board=arms[0]["board"])
        arms = first if len(first) > 1 else arms
    return Rows(arms[:MOST_CURVES])
