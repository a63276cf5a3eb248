"""Sentences on causes: tweaks, Barons, skill and luck, and what rests on assumptions."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.figures_assumptions import assumptions_by_influence, fillings_by_rate
from rotwsim.report.figures_barons import barons_by_worth
from rotwsim.report.figures_points import loss_name
from rotwsim.report.figures_skill import luck_by_scope, players_by_strength
from rotwsim.report.figures_tweaks import (
    by_baseline,
    compared,
    pair_effects,
    short_names,
    single_effects,
)
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    chance,
    count,
    counted,
    difference_in_words,
    level_in_words,
    listed,
    margin_in_words,
    percent,
    plain,
    points,
    rate_in_words,
    signed,
)
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED, Estimate, verdict

NAMED_PARTS = 3
NAMED_CAUSES = 3
OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
VERDICT_WORDS = {
    EASIER: ("makes the game easier", "make the game easier"),
    HARDER: ("makes it harder", "make it harder"),
    EQUIVALENT: ("makes no difference that matters", "make no difference that matters"),
    UNDECIDED: ("stays undecided", "stay undecided"),
}


def tweaks(results: Results) -> list[str]:
    """Per baseline: how many variants do what, and which do most to either side."""
    return [
        _on_tweaks(results, name, rows) for name, rows in by_baseline(results, compared(results))
    ]


def _on_tweaks(results: Results, baseline: str, rows: pd.DataFrame) -> str:
    numbers = rows["verdict"].value_counts()
    pieces = [
        f"{numbers[word]} {VERDICT_WORDS[word][int(numbers[word] > 1)]}"
        for word in VERDICT_WORDS
        if word in numbers
    ]
    ends = [(HARDER, rows["difference"].idxmin()), (EASIER, rows["difference"].idxmax())]
    told = [_extreme(rows.loc[place], word) for word, place in ends if _is(rows.loc[place], word)]
    start = f"{baseline}: of" if baseline else "Of"
    extremes = "".join(f"; {extreme}" for extreme in told)
    return (
        f"{start} {counted(len(rows), 'variant')}, {listed(pieces)}{extremes} "
        f"({level_in_words(results.confidence)} intervals)."
    )


def _is(row: pd.Series, word: str) -> bool:
    return row["difference"] < 0 if word == HARDER else row["difference"] > 0


def _extreme(row: pd.Series, word: str) -> str:
    """The variant that does most to one side, with the win rates before and after."""
    rates = ""
    if _known(row, "baseline_win_rate") and _known(row, "win_rate"):
        rates = f", from {percent(row['baseline_win_rate'])} to {percent(row['win_rate'])} won"
    sure = f", {chance(row['p_adjusted'])}" if _known(row, "p_adjusted") else ""
    most = "hardest" if word == HARDER else "easiest"
    return f"{most} is {row['name']}: {difference_in_words(row)}{rates}{sure}"


def against_the_rulebook(results: Results) -> list[str]:
    """Tweaks that do the opposite of what the rulebook says, and what else they change."""
    rows = compared(results)
    if "side" not in rows:
        return []
    odd = rows[rows["verdict"] == rows["side"].map(OPPOSITE)]
    told = []
    for name, own in by_baseline(results, odd):
        pieces = [
            f"{row['name']} is meant to be {row['side']} and is {row['verdict']}, "
            f"{difference_in_words(row)}{_why(results, row)}"
            for _, row in own.iterrows()
        ]
        start = f"Against the rulebook ({name})" if name else "Against the rulebook"
        told.append(f"{start}: {'; '.join(pieces)}.")
    return told


def _why(results: Results, variant: pd.Series) -> str:
    """What a variant changes most, in parts of what it is without it."""
    columns = ("baseline", "arm", "column", "baseline_mean", "difference", "low", "high")
    rows = results.rows("causes", *columns)
    if rows.empty or not _known(variant, "arm"):
        return ""
    own = rows[(rows["arm"] == variant["arm"]) & (rows["baseline"] == variant["baseline"])]
    own = own[(own["baseline_mean"] > 0) & ((own["low"] > 0) | (own["high"] < 0))]
    relative = (own["difference"] / own["baseline_mean"]).abs()
    top = own.loc[relative.sort_values(ascending=False).index[:NAMED_CAUSES]]
    pieces = [f"{loss_name(r['column'])} {signed(r['difference'], 2)}" for _, r in top.iterrows()]
    return f" (per game {listed(pieces)})" if pieces else ""


def pairing(results: Results) -> list[str]:
    """How many games change hands, and what the shared seeds save."""
    rows = results.rows("compare", "name", "flipped", "variance_ratio")
    rows = rows[rows["flipped"] > 0].assign(name=lambda shown: short_names(shown))
    if rows.empty:
        return []
    low, high = (rows.loc[i] for i in (rows["flipped"].idxmin(), rows["flipped"].idxmax()))
    return [
        f"Between {percent(low['flipped'])} ({low['name']}) and {percent(high['flipped'])} "
        f"({high['name']}) of games change their winner; shared seeds leave "
        f"{100 * rows['variance_ratio'].median():.0f} % of the variance of separate runs (median)."
    ]


def effects(results: Results) -> list[str]:
    """The strongest single effect and interaction of a factorial experiment."""
    single, pairs = single_effects(results), pair_effects(results)
    told = []
    if len(single):
        top = single.loc[single["difference"].abs().idxmax()]
        told.append(
            f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
            f"{difference_in_words(top)} ({level_in_words(results.confidence)} interval)."
        )
    if len(pairs):
        clear = pairs[(pairs["low"] > 0) | (pairs["high"] < 0)]
        start = f"{len(clear)} of {counted(len(pairs), 'interaction')} can be told from chance"
        if len(clear):
            top = clear.loc[clear["difference"].abs().idxmax()]
            start += f", the largest is {top['term']}: {difference_in_words(top)}"
        told.append(f"{start}.")
    return told


def variant(results: Results) -> list[str]:
    """What the Duel Barons as a whole do, at each target that was tried."""
    rows = results.rows("variant", "win_rate_without", "win_rate_with", "difference", "low", "high")
    told = []
    for _, row in rows.iterrows():
        word = verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
        outcome = {
            EASIER: "easier",
            HARDER: "harder",
            EQUIVALENT: f"as hard, to within {margin_in_words(results.margin)}",
        }.get(word, "perhaps easier, perhaps harder: that is not decided")
        start = f"{capital(row['name'])}, the" if row.get("name") else "The"
        games = f", {count(row['games'])} games" if _known(row, "games") else ""
        told.append(
            f"{start} game with the Duel Barons is {outcome}: {percent(row['win_rate_with'])} of "
            f"games are won, without them {percent(row['win_rate_without'])}, "
            f"{difference_in_words(row)} ({level_in_words(results.confidence)} interval{games})."
        )
    return told


def barons(results: Results) -> list[str]:
    """The Barons worth most and least to the player."""
    rows = barons_by_worth(results)
    if rows.empty:
        return []
    best, worst = rows.iloc[0], rows.iloc[-1]
    clear = rows[(rows["low"] > 0) | (rows["high"] < 0)]
    return [
        f"Of {counted(len(rows), 'Baron')} in the row, {best['baron']} changes the win rate by "
        f"{difference_in_words(best)} and {worst['baron']} by {difference_in_words(worst)} "
        f"({level_in_words(results.confidence)} intervals); {len(clear)} of the effects can be "
        "told from chance."
    ]


def baron_claims(results: Results) -> list[str]:
    """Who claims Barons, and how often nobody does."""
    rows = results.rows("barons", "baron", "own_claims", "railbot_claims")
    if rows.empty:
        return []
    own, bot = rows["own_claims"].mean(), rows["railbot_claims"].mean()
    most, least = (rows.loc[i] for i in (rows["own_claims"].idxmax(), rows["own_claims"].idxmin()))
    return [
        f"A Baron in the row is claimed by the player in {percent(own)} of games and by the "
        f"Railbot in {percent(bot)}; the player claims {most['baron']} most often "
        f"({percent(most['own_claims'])}), {least['baron']} least ({percent(least['own_claims'])})."
    ]


def skill(results: Results) -> list[str]:
    """The difficulty curve from the weakest to the strongest player."""
    rows = players_by_strength(results)
    if rows.empty:
        return []
    low, high = rows.iloc[0], rows.iloc[-1]
    level = level_in_words(results.confidence)
    if len(rows) == 1:
        return [f"The {high['player']} wins {rate_in_words(high)} ({level} interval)."]
    gap = high["win_rate"] - low["win_rate"]
    return [
        f"The {high['player']} wins {rate_in_words(high)} of games, the {low['player']} player "
        f"{rate_in_words(low)} ({level} intervals): skill is worth {points(gap).lstrip('+')}."
    ]


def luck(results: Results) -> list[str]:
    """What the spread of results comes from, a sentence per split."""
    told = []
    for scope, rows in luck_by_scope(results):
        pieces = [
            f"{row['term']} {percent(row['share'], 0)} ({100 * row['low']:.0f} to "
            f"{100 * row['high']:.0f})"
            for _, row in rows.head(NAMED_PARTS).iterrows()
        ]
        where = f" ({scope})" if scope else ""
        told.append(f"Shares of the spread of results{where}: {listed(pieces)}.")
    return told


def assumptions(results: Results) -> list[str]:
    """Which assumption moves the answer most, and how many matter."""
    rows = assumptions_by_influence(results)
    if rows.empty:
        return []
    top = rows.iloc[0]
    matter = int((rows["influence"] > results.margin).sum())
    origin = f" ({top['origin']})" if top["origin"] else ""
    ends = " and ".join(
        f"{signed(100 * top[f'difference_{side}'])} points"
        + (
            f" ({signed(100 * top[f'{side}_low'])} to {signed(100 * top[f'{side}_high'])})"
            if pd.notna(top[f"{side}_low"])
            else ""
        )
        + (f" at {top[f'{side}_setting']}" if top[f"{side}_setting"] else "")
        for side in ("low", "high")
    )
    return [
        f"The answer rests most on {top['name']}{origin}: {ends} "
        f"({level_in_words(results.confidence)} intervals); {matter} of "
        f"{counted(len(rows), 'assumption')} can move the win rate by more than "
        f"{margin_in_words(results.margin)}."
    ]


def fillings(results: Results) -> list[str]:
    """How far the win rate spreads over what the box might contain."""
    rows = fillings_by_rate(results)
    if len(rows) < 2:
        return []
    rates = rows["win_rate"]
    return [
        f"Over {len(rows)} random plausible fillings of what is assumed, the win rate runs from "
        f"{percent(rates.min())} to {percent(rates.max())}, half of them between "
        f"{percent(rates.quantile(0.25))} and {percent(rates.quantile(0.75))}; "
        f"the spread is {plain(100 * rates.std())} points (standard deviation)."
    ]


def _known(row: pd.Series, column: str) -> bool:
    return column in row and pd.notna(row[column])
