"""Findings: the first answers the question, and every number in them agrees with the tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rotwsim.report.findings.sentences import Finding, findings_of, leading
from rotwsim.report.findings.tweaks import plain_name
from rotwsim.report.results import Results, read_results

from .synthetic import all_tables, manifest_of, write_folder


@pytest.fixture(scope="module")
def findings(whole) -> list[Finding]:
    return findings_of(whole)


def table(whole: Results, name: str) -> pd.DataFrame:
    """The table as anyone would read it."""
    return pd.read_csv(whole.folder / "tables" / f"{name}.csv", keep_default_na=False)


def said(findings: list[Finding], section: str) -> str:
    return " ".join(f.text for f in findings if f.section == section).replace("\u00a0", " ")


def pp(value: float) -> str:
    """A difference in points as it should be written, computed here once more."""
    text = f"{100 * value:+.1f}".replace("-", "−")
    return text[1:] if float(f"{100 * value:.1f}") == 0 else text


def boxed(row) -> str:
    """The range of a difference over plausible boxes."""
    ends = [f"{100 * row[f'boxes_difference_{end}']:+.0f}" for end in ("low", "high")]
    return f"{' to '.join(ends)} over plausible boxes".replace("-", "−")


def pct(value: float) -> str:
    return f"{100 * value:.1f} %"


def test_the_first_sentence_answers_the_question_with_a_number_and_an_interval(whole, findings):
    rows = table(whole, "compare").query("baseline == 'plain'")
    hardest = rows.loc[rows["difference"].idxmin()]
    first = findings[0].text.replace("\u00a0", " ")
    assert findings[0].section == "tweaks"
    assert (
        f"hardest is {plain_name(hardest['name'])}: {pp(hardest['difference'])} pp "
        f"({pp(hardest['low'])} to {pp(hardest['high'])}; {boxed(hardest)})" in first
    )
    assert "95 % interval" in first


@pytest.mark.parametrize("baseline", ["plain", "barons"])
def test_the_verdicts_are_counted_per_baseline(whole, findings, baseline):
    rows = table(whole, "compare").query("baseline == @baseline")
    words = {"easier": "easier", "harder": "harder", "undecided": "undecided"}
    title = "Eastern US, with Barons" if baseline == "barons" else "Eastern US, without Barons"
    text = next(f.text for f in findings if f.text.startswith(title))
    for verdict, number in rows["verdict"].value_counts().items():
        if verdict in words:
            assert f"{number} " in text and words[verdict] in text
    assert f"of {len(rows)} comparisons" in text


def test_tweaks_that_contradict_the_rulebook_are_named(whole, findings):
    rows = table(whole, "compare")
    opposite = {"easier": "harder", "harder": "easier"}
    odd = rows[rows["verdict"] == rows["side"].map(opposite)]
    assert len(odd)
    text = said(findings, "tweaks")
    for row in odd.itertuples():
        assert f"{plain_name(row.name)} is meant to be {row.side} and is {row.verdict}, " in text
        assert f"{pp(row.difference)} pp ({pp(row.low)} to {pp(row.high)}; " in text


def test_the_win_rates_of_the_plain_arms_are_told(whole, findings):
    arms = table(whole, "arms").query("tweaks == ''")
    text = said(findings, "how-hard")
    for arm in arms.itertuples():
        boxes = f"{100 * arm.boxes_low:.0f} to {100 * arm.boxes_high:.0f} over plausible boxes"
        ends = f"{100 * arm.low:.1f} to {100 * arm.high:.1f}"
        assert f"{pct(arm.win_rate)} ({ends}; {boxes})" in text
    plain = arms.iloc[0]
    assert f"ends at {plain['result_mean']:.1f} points on average" in text
    assert pct(plain["close_share"]) in text


def test_the_shared_seeds_are_praised_with_the_right_numbers(whole, findings):
    rows = table(whole, "compare")
    text = said(findings, "tweaks")
    assert pct(rows["flipped"].max()) in text and pct(rows["flipped"].min()) in text
    assert f"leave {100 * rows['variance_ratio'].median():.0f} % of the variance" in text


def test_effects_and_interactions_agree_with_their_table(whole, findings):
    rows = table(whole, "interactions")
    pairs = rows[rows["term"].str.contains(" × ")]
    single = rows[~rows["term"].str.contains(" × ")]
    text = said(findings, "tweaks")
    top = single.loc[single["difference"].abs().idxmax()]
    assert f"{plain_name(top['term'])} counts most: {pp(top['difference'])} pp" in text
    # Holm by hand: the smallest p-value times their number, the next times one less, never falling.
    steps = pairs["p_value"].sort_values().to_numpy() * np.arange(len(pairs), 0, -1)
    clear = (np.maximum.accumulate(steps) < 0.05).sum()
    assert f"{clear} of {len(pairs)} interactions are clear of chance" in text


def test_tweaks_that_agree_with_the_rulebook_are_told_so(tmp_path):
    tables = all_tables(200)
    rows = tables["compare"]
    opposite = {"easier": "harder", "harder": "easier"}
    agreeing = rows[rows["verdict"] != rows["side"].map(opposite)]
    tables["compare"] = agreeing
    write_folder(tmp_path, manifest_of(tables, 200), tables)
    text = said(findings_of(read_results(tmp_path)), "tweaks")
    sided = agreeing["side"].isin(opposite).sum()
    assert f"None of {sided} tweaks does the opposite of what the rulebook says" in text


def test_the_duel_barons_as_a_whole_and_one_by_one(whole, findings):
    text = said(findings, "barons")
    variant = table(whole, "variant").iloc[0]
    assert pct(variant["win_rate_with"]) in text and pct(variant["win_rate_without"]) in text
    assert f"is harder: {pct(variant['win_rate_with'])}" in text
    rows = table(whole, "barons")
    for place in (rows["difference"].idxmax(), rows["difference"].idxmin()):
        row = rows.loc[place]
        assert f"{row['baron']} " in text
        assert f"{pp(row['difference'])} pp ({pp(row['low'])} to {pp(row['high'])})" in text
    assert f"by the player in {pct(rows['own_claims'].mean())}" in text
    # By their intervals alone several could; none can once all twelve are looked at.
    assert ((rows["low"] > 0) | (rows["high"] < 0)).any() and (rows["p_adjusted"] > 0.05).all()
    assert "0 of the effects are clear of chance" in text


def test_the_first_words_on_the_barons_are_the_targets_that_are_fair(whole, findings):
    text = said(findings, "barons")
    assert text.startswith("With the Duel Barons a target of 132, 134 and 136 is as hard")
    dearest = table(whole, "barons").sort_values("effect_wins").iloc[-1]
    assert f"{dearest['baron']} ({dearest['opponent_effect']}) 3.1 pp" in text
    assert "at 25 %;" in text and "at 75 %." in text


def test_what_makes_no_difference_is_never_called_the_hardest(tmp_path):
    tables = all_tables(400)
    rows = tables["compare"].query("baseline == 'plain'")
    hardest = rows["difference"].idxmin()
    tables["compare"] = rows.assign(
        verdict=rows["verdict"].where(rows.index != hardest, "equivalent")
    )
    write_folder(tmp_path, manifest_of(tables, 400), tables)
    text = said(findings_of(read_results(tmp_path)), "tweaks")
    assert f"hardest is {rows.loc[hardest, 'name']}" not in text and "hardest is " in text


def test_sources_of_points_add_up(whole, findings):
    rows = table(whole, "sources").query("arm == 'plain'")
    gained = rows.loc[rows["points"] > 0, "points"].sum()
    lost = -rows.loc[rows["points"] < 0, "points"].sum()
    text = said(findings, "points")
    assert f"Of {gained:.1f} points gained per game" in text and f"{lost:.1f} are lost" in text
    cubes = table(whole, "losses").query("arm == 'plain' and loss.str.startswith('cubes')")
    assert f"takes {cubes['mean'].sum():.1f} cubes per game" in text


def test_links_and_cities_agree_with_their_tables(whole, findings):
    links = table(whole, "links").query("arm == 'plain'")
    text = said(findings, "board")
    for column in ("player_share", "railbot_share"):
        top = links.loc[links[column].idxmax()]
        assert f"{top['first']}–{top['second']}, in {pct(top[column])}" in text
    cities = table(whole, "cities").query("arm == 'plain'")
    top = cities.loc[cities["received"].idxmax()]
    assert f"{top['city']} receives {top['received']:.1f} cubes per game" in text


def test_skill_luck_and_assumptions_agree_with_their_tables(whole, findings):
    skill = table(whole, "skill").query("slip == 0").sort_values("win_rate")
    text = said(findings, "skill")
    gap = skill["win_rate"].iloc[-1] - skill["win_rate"].iloc[0]
    assert f"skill is worth {100 * gap:.1f} pp" in text
    luck = table(whole, "luck")
    first = luck.iloc[0]
    ends = f"{100 * first['low']:.0f} to {100 * first['high']:.0f}"
    assert f"Of the spread of results, {100 * first['share']:.0f} % ({ends}" in text
    assert f"is {first['term']}" in text
    text = said(findings, "assumptions")
    rows = table(whole, "assumptions")
    top = rows.loc[rows["influence"].idxmax()]
    assert top["name"] in text and pp(top["difference_low"]) in text
    assert pp(top["difference_high"]) in text
    beyond = [
        (rows[f"{side}_low"] > 0.01) | (rows[f"{side}_high"] < -0.01) for side in ("low", "high")
    ]
    matter = int((beyond[0] | beyond[1]).sum())
    assert matter < (rows["influence"] > 0.01).sum()  # estimates alone promise more
    assert f"{matter} of {len(rows)} assumptions surely move" in text
    assert "expert 45 % to 84 % (70 % as assumed) and club 21 % to 84 % (70 % as assumed)" in text
    assert "40 random draws" in text and "leaves worth 21" in text
    assert "With the box open, look up Empty City trigger first" in text
    assert "spread of the win rate from 20.0 to 14.0 pp" in text
    rates = table(whole, "draws")["win_rate"]
    assert f"from {pct(rates.min())} to {pct(rates.max())}" in text
    assert f"chance included, is {100 * rates.std():.1f} pp" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "analysis, section",
    [
        ("barons", "barons"),
        ("skill", "skill"),
        ("assumptions", "assumptions"),
        ("arms", "how-hard"),
        ("unknown", "assumptions"),
    ],
)
def test_the_section_of_the_experiments_analysis_leads(whole, analysis, section):
    asked = replace(whole, manifest=whole.manifest | {"analyses": [analysis]})
    assert findings_of(asked)[0].section == section


def test_the_top_of_the_page_has_the_answer_first_and_a_word_on_every_section(findings):
    top = leading(findings)
    assert top[0] == findings[0]
    assert {finding.section for finding in top} == {finding.section for finding in findings}
    assert len(top) < len(findings)


def test_other_numbers_give_other_sentences(tmp_path):
    """Nothing in the findings is fixed text: swapping two arms swaps what is said of them."""
    tables = all_tables(400)
    arms = tables["arms"]
    write_folder(tmp_path / "a", manifest_of(tables, 400), {"arms": arms})
    turned = arms.assign(win_rate=1 - arms["win_rate"], low=1 - arms["high"], high=1 - arms["low"])
    write_folder(tmp_path / "b", manifest_of(tables, 400), {"arms": turned})
    first, second = (findings_of(read_results(tmp_path / name))[0].text for name in "ab")
    assert first != second
    low = np.sort(turned.query("tweaks == ''")["win_rate"])[0]
    assert f"is between {100 * low:.1f}" in second.replace("\u00a0", " ")
