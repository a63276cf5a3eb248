"""Findings: the first answers the question, and every number in them agrees with the tables."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rotwsim.report.findings.multiplayer import changes_for_whom
from rotwsim.report.findings.sentences import Finding, findings_of
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


def pct(value: float) -> str:
    return f"{100 * value:.1f} %"


def whole_pct(value: float) -> str:
    return f"{100 * value:.0f} %"


def whole_pp(value: float) -> str:
    text = f"{100 * value:+.0f}".replace("-", "−")
    return f"{text[1:] if float(text[1:]) == 0 else text} pp"


@pytest.mark.parametrize("baseline", ["plain", "barons"])
def test_the_first_sentence_says_what_the_hardest_and_the_easiest_tweak_do(
    whole, findings, baseline
):
    rows = table(whole, "compare").query("baseline == @baseline")
    assert findings[0].section == "tweaks"
    start = "With Barons, " if baseline == "barons" else "Without Barons, "
    text = next(f.text for f in findings if f.text.startswith(start)).replace("\u00a0", " ")
    for verdict, extreme, top in (
        ("harder", "hardest: ", "idxmin"),
        ("easier", "easiest, ", "idxmax"),
    ):
        decided = rows[rows["verdict"] == verdict]
        row = rows.loc[getattr(decided["difference"], top)()]
        after = whole_pct(row["win_rate"])
        name = plain_name(row["name"])[1:]  # which may begin a sentence
        assert f"{name} is the {extreme}{after}" in text
    assert f" won instead of {whole_pct(row['baseline_win_rate'])}. " in text


def test_no_sentence_has_more_than_one_bracket_of_numbers(findings):
    for finding in findings:
        for sentence in finding.text.split(". "):
            assert len(re.findall(r"\([^)]*\d to [^)]*\)", sentence)) <= 1, sentence


def test_tweaks_that_contradict_the_rulebook_are_named(whole, findings):
    rows = table(whole, "compare")
    opposite = {"easier": "harder", "harder": "easier"}
    odd = rows[rows["verdict"] == rows["side"].map(opposite)]
    assert len(odd)
    text = said(findings, "tweaks")
    for row in odd.itertuples():
        assert f"{plain_name(row.name)} is meant to be {row.side} and is {row.verdict}, " in text
        assert f"{pp(row.difference)} pp" in text


def test_the_win_rates_of_the_plain_arms_are_named_where_they_are_the_answer(whole, findings):
    arms = table(whole, "arms").query("tweaks == ''")
    asked = replace(whole, manifest=whole.manifest | {"analyses": ["arms"]})
    text = said(findings_of(asked), "how-hard")
    for arm in arms.itertuples():
        assert whole_pct(arm.win_rate) in text
    assert not said(findings, "how-hard")  # the tweaks answer


def test_effects_and_interactions_agree_with_their_table(whole, findings):
    rows = table(whole, "interactions")
    pairs = rows[rows["term"].str.contains(" × ")]
    single = rows[~rows["term"].str.contains(" × ")]
    text = said(findings, "tweaks")
    top = single.loc[single["difference"].abs().idxmax()]
    assert (
        f"{plain_name(top['term'])} counts most: {100 * top['difference']:+.0f}".replace("-", "−")
        in text
    )
    # Holm by hand: the smallest p-value times their number, the next times one less, never falling.
    steps = pairs["p_value"].sort_values().to_numpy() * np.arange(len(pairs), 0, -1)
    clear = (np.maximum.accumulate(steps) < 0.05).sum()
    assert (f"{clear} of" if clear else "none of") + f" {len(pairs)} pairs" in text


def test_tweaks_that_all_do_what_the_rulebook_says_are_praised(tmp_path):
    tables = all_tables(200)
    rows = tables["compare"]
    sided = rows[rows["side"].isin(["easier", "harder"])]
    tables["compare"] = sided.assign(verdict=sided["side"])
    write_folder(tmp_path, manifest_of(tables, 200), tables)
    text = said(findings_of(read_results(tmp_path)), "tweaks")
    assert "Every tweak does what the rulebook says." in text


def test_an_open_question_says_how_many_games_would_answer_it(tmp_path):
    tables = all_tables(200)
    rows = tables["compare"].head(1)
    far = rows.assign(verdict="undecided", difference=0.04, games=200, more_games=600)
    tables["compare"] = far
    del tables["variant"]
    write_folder(tmp_path, manifest_of(tables, 200), tables)
    text = said(findings_of(read_results(tmp_path)), "tweaks")
    assert "about 800 games an arm would decide it" in text  # 600 more


def test_the_duel_barons_as_a_whole_and_one_by_one(whole, findings):
    text = said(findings, "barons")
    variant = table(whole, "variant").iloc[0]
    before, after = whole_pct(variant["win_rate_without"]), whole_pct(variant["win_rate_with"])
    assert f"take you from {before} to {after} won" in text
    rows = table(whole, "barons").sort_values("difference")
    best, worst = rows.iloc[-1], rows.iloc[0]
    assert f"{best['baron']} helps most, {whole_pp(best['difference'])}: " in text
    assert f"{worst['baron']} hurts most, {whole_pp(worst['difference'])}: " in text
    # By their intervals alone several could; none can once all twelve are looked at.
    assert ((rows["low"] > 0) | (rows["high"] < 0)).any() and (rows["p_adjusted"] > 0.05).all()
    assert re.search(r"Not yet sure: about [\d,]+ games a Baron would settle ", text)


def test_the_targets_that_are_fair_and_the_dearest_effects_are_named(whole, findings):
    text = said(findings, "barons")
    assert "132 for a person who wins 25 %" in text
    dearest = table(whole, "barons").sort_values("effect_wins").iloc[-1]
    assert f"{dearest['baron']} ({dearest['opponent_effect']}) costs most: 3.1 pp" in text


def test_what_makes_no_difference_is_never_called_the_hardest(tmp_path):
    tables = all_tables(400)
    rows = tables["compare"].query("baseline == 'plain'")
    hardest = rows["difference"].idxmin()
    tables["compare"] = rows.assign(
        verdict=rows["verdict"].where(rows.index != hardest, "equivalent")
    )
    write_folder(tmp_path, manifest_of(tables, 400), tables)
    text = said(findings_of(read_results(tmp_path)), "tweaks")
    name = plain_name(rows.loc[hardest, "name"])[1:]
    assert f"{name} is the hardest" not in text and " is the hardest" in text


def test_skill_luck_and_assumptions_agree_with_their_tables(whole, findings):
    skill = table(whole, "skill").query("slip == 0").sort_values("win_rate")
    text = said(findings, "skill")
    low, high = skill["win_rate"].iloc[0], skill["win_rate"].iloc[-1]
    assert f"rise from {whole_pct(low)} to {whole_pct(high)}" in text
    first = table(whole, "luck").iloc[0]
    share = whole_pct(first["share"])
    assert f"{first['term'].capitalize()} explains {share} of the differences in result" in text
    text = said(findings, "assumptions")
    rows = table(whole, "assumptions")
    top = rows.loc[rows["influence"].idxmax()]
    side = max("low", "high", key=lambda end: abs(top[f"difference_{end}"]))
    assert f"The biggest single unknown is {top['name']}: " in text
    assert whole_pp(top[f"difference_{side}"]) in text
    beyond = [
        (rows[f"{side}_low"] > 0.01) | (rows[f"{side}_high"] < -0.01) for side in ("low", "high")
    ]
    matter = int((beyond[0] | beyond[1]).sum())
    assert matter < (rows["influence"] > 0.01).sum()  # estimates alone promise more
    assert f"{matter} of {len(rows)} guesses clearly change it by more than 1 pp" in text
    assert "expert 45 % to 84 % (70 % as assumed) and club 21 % to 84 % (70 % as assumed)" in text
    assert "40 random guesses" in text and "count as 21 equal ones" in text
    assert "Look up Empty City trigger first" in text
    assert "from ±20.0 to ±14.0 pp" in text


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
    assert whole_pct(low) in second.replace("\u00a0", " ")


def test_a_multiplayer_answer_says_whether_it_holds_for_others_and_in_which_folder(tmp_path):
    groups = {
        "multiplayer": ("expert", ["more", "less"]),
        "multiplayer-persons": ("person", ["more", "undecided"]),
    }
    for name, (player, verdicts) in groups.items():
        rows = {"board": "Nowhere", "name": ["rotors", "mines"], "measure": "score"}
        own = pd.DataFrame({**rows, "difference": 2.0, "verdict": verdicts})
        (tmp_path / name / "tables").mkdir(parents=True)
        own.to_csv(tmp_path / name / "tables" / "modules.csv", index=False)
        manifest = {"arms": [{"scenario": {"seats": [player] * 4, "wins": 50}}]}
        (tmp_path / name / "manifest.json").write_text(json.dumps(manifest))
    assert changes_for_whom(read_results(tmp_path / "multiplayer"), "modules") == [
        "In results for other players, the same holds for 1 of 2 clear differences among four "
        "equal people who win 50 % of their solo games (multiplayer-persons)."
    ]
