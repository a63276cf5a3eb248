"""Barons, skill, assumptions, target and factorial at a small size: do the figures fit?"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from experiments.measured.ranges import save_order
from rotwsim.analysis.pool import Arm
from rotwsim.analysis.questions.barons import fair_target, pair_arms, pairs_table, people_of
from rotwsim.analysis.questions.design import design
from rotwsim.analysis.questions.skill import split_by_player, swapped_games
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.run import simulate
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

from .written import ask

pytestmark = pytest.mark.slow  # plays every analysis


@pytest.fixture(scope="module")
def worth(games, scenario):
    return ask(games, "barons", scenario, games=60)


def test_each_baron_has_its_worth(worth):
    table = worth.tables["barons"].set_index("baron")
    assert set(table.index) == {baron.name for baron in load_rulebook().barons}
    assert np.allclose(table["difference"], table["win_in"] - table["win_out"])
    assert ((table["own_claims"] + table["railbot_claims"]) <= 1).all()
    paid = table["points_when_claimed"].dropna()
    assert (paid >= 1).all() and table.loc[table["own_claims"] == 0, "mean_turn_own"].isna().all()
    turns = worth.tables["baron_turns"]
    own = turns[turns["owner"] == "own"].groupby("baron")["games"].sum() / 60
    assert np.allclose(own, table["own_claims"][own.index])


def test_the_variant_is_judged_at_three_targets(worth):
    table = worth.tables["variant"]
    assert table["name"].str.startswith("at ").all() and len(table) == 3
    assert table["win_rate_with"].iloc[0] <= table["win_rate_with"].iloc[1]
    without, dealt = worth.arms
    plain, raised = (arm.scenario.parameters["target"] for arm in (without, dealt))
    assert raised == plain + 15
    fair = fair_target(without, dealt)
    for place, needed in enumerate((raised, plain, fair)):
        assert str(needed) in table["name"].iloc[place]
        won = (dealt.table["result"] >= needed).mean()
        assert table["win_rate_with"].iloc[place] == pytest.approx(won)
        assert table["difference"].iloc[place] == pytest.approx(won - without.wins / without.games)
    # No other target leaves the win rate more alike.
    results = dealt.table["result"]
    gaps = [abs((results >= needed).sum() - without.wins) for needed in range(-300, 300)]
    assert abs((results >= fair).sum() - without.wins) == min(gaps)


def test_the_fair_target_of_the_same_games_is_their_own(worth):
    without, _ = worth.arms
    assert fair_target(without, without) == without.scenario.parameters["target"]


def test_a_person_is_measured_without_barons_and_the_order_is_given_for_every_skill(games):
    person = Scenario.of("eastern-us", wins=50, barons=True)
    found = ask(games, "barons", person, games=20, skills=[25.0]).tables
    knobs = [one.knob for _, one in people_of(person, [25.0])]
    assert knobs[0] == with_knob(Scenario.of("eastern-us", wins=50)).knob < knobs[1]
    orders = found["baron_skills"].groupby("standard_wins")["order"].apply(sorted)
    assert {wins: list(own) for wins, own in orders.items()} == {
        0.25: list(range(1, 13)),
        0.5: list(range(1, 13)),
    }
    fair = found["fair_targets"]
    assert (fair["fair_low"] <= fair["fair_target"]).all()
    assert (fair["fair_target"] <= fair["fair_high"]).all() and (fair["target"] == 140).all()
    table = found["barons"]
    assert np.allclose(table["effect_wins"], table["win_harmless"] - table["win_in"])
    assert table["goal"].str.contains(": ").all() and (table["opponent_effect"] != "").all()


def test_a_skill_that_a_person_never_reaches_is_left_out():
    person = Scenario.of("western-us", errs="habit", wins=5)
    assert [wins for wins, _ in people_of(person, [95.0])] == [5]


def test_pairs_of_barons_are_forced_into_the_row_together(games, scenario):
    names = [baron.name for baron in load_rulebook().barons[:3]]
    with_barons = scenario.varied(barons=True)
    pairs = pairs_table(games, with_barons, names, 60)
    assert pairs["difference"].is_monotonic_decreasing
    told = {frozenset(pair) for pair in zip(pairs["first"], pairs["second"], strict=True)}
    assert told == {frozenset(pair) for pair in combinations(names, 2)}
    for arm in pair_arms(with_barons, names):
        forced = sum(1 << names.index(name) for name in arm.scenario.barons_in)
        rows = games.of(arm, 60).table["barons_in_row"].to_numpy()
        assert forced.bit_count() == 2 and (rows & forced == forced).all()


def test_a_forced_baron_is_in_the_row_or_out_of_it(games, scenario):
    name = load_rulebook().barons[7].name
    for option, share in (("barons_in", 1), ("barons_out", 0)):
        forced = scenario.varied(barons=True, **{option: [name]})
        table = games.of(Arm("forced", forced), 80).table
        assert (table["barons_in_row"].to_numpy() >> 7 & 1).mean() == share


def test_a_harmless_baron_only_ever_helps_by_its_missing_effect(games, scenario):
    """D10: Taxation by Benjamin P. Kranz costs money; made harmless, nothing is paid for him."""
    name = load_rulebook().barons[0].name
    forced = scenario.varied(barons=True, barons_in=[name])
    harmful, harmless = games.all(
        [Arm("a", forced), Arm("b", forced.varied(barons_harmless=[name]))], 200
    )
    given = (harmful.table["barons_railbot"].to_numpy() & 1).astype(bool)
    kept = harmful.table["result"].to_numpy() == harmless.table["result"].to_numpy()
    assert kept[~given].all() and not kept[given].all()
    assert harmless.table["taxation_paid"].mean() < harmful.table["taxation_paid"].mean()


@pytest.fixture(scope="module")
def ladder(games, scenario):
    players = ["random", "novice", "casual"]
    given = {"players": players, "slips": [0.3], "games": 400, "stream_games": 400}
    return ask(games, "skill", scenario, **given)


def test_the_ladder_has_a_row_per_player_and_slip(ladder):
    table = ladder.tables["skill"]
    assert set(zip(table["player"], table["slip"], strict=True)) == {
        ("random", 0.0),
        ("novice", 0.0),
        ("casual", 0.0),
        ("novice", 0.3),
    }
    assert table["win_rate"].is_monotonic_increasing


def test_the_split_by_player_adds_up_to_one(ladder):
    for name in ("luck", "luck_wins"):
        table = ladder.tables[name]
        split = table[table["scope"].str.startswith("over ")]
        assert split["share"].sum() == pytest.approx(1, abs=0.02)
        assert "random" not in split["scope"].iloc[0]


def test_streams_alone_and_together_frame_the_whole_spread(ladder):
    """Shares alone add up to at most 1, shares with everything to at least 1, but for chance."""
    luck = ladder.tables["luck"]
    streams = luck[luck["scope"].str.startswith("luck of")]
    assert set(streams["term"]) >= {"cubes drawn", "Railbot deck"}
    assert streams["share"].sum() <= 1.2 and streams["total"].sum() >= 0.8
    assert (streams["total"] >= streams["share"] - 0.15).all()


def test_two_equal_players_differ_by_luck_alone(games, scenario):
    one, two = games.all([Arm("a", scenario), Arm("b", scenario.varied(slip=0.0))], 300)
    table = two.table.assign(result=two.table["result"])
    other = type(two)(
        Arm("b", scenario.varied(player="passive")), 1, table, "", two.traffic, 300, ""
    )
    split = split_by_player([one, other], "result").set_index("term")["share"]
    assert split["luck: the same for every player"] == pytest.approx(1)


def test_a_shifted_stream_is_that_of_the_later_game(games, scenario):
    """All streams shifted by n give game n + g; one stream shifted changes only its own part."""
    streams = ("goods", "railbot", "operations", "barons", "player")
    all_shifted = scenario.varied(barons=True, stream_shift=dict.fromkeys(streams, 50))
    plain = simulate(scenario.varied(barons=True), games=100, jobs=2)
    moved = simulate(all_shifted, games=50, jobs=2)
    assert moved["result"].tolist() == plain["result"].tolist()[50:]
    base, _, by_stream = swapped_games(games, scenario.varied(barons=True), 60)
    row = base["barons_in_row"].to_numpy()
    for stream, table in by_stream.items():
        assert (table["barons_in_row"].to_numpy() == row).all() == (stream != "barons"), stream


@pytest.fixture(scope="module")
def assumed(games, scenario):
    given = {"games": 120, "card_sets": 2, "draws": 2, "draw_games": 2}
    return ask(games, "assumptions", scenario, **given)


def test_the_tornado_has_every_unknown_by_influence(assumed):
    table = assumed.tables["assumptions"]
    assert table["influence"].is_monotonic_decreasing
    assert {"Base Exhaust", "Empty City trigger", "map cards", "slots of the cards"} <= set(
        table["name"]
    )
    assert {"railbot_path (S23)", "removed_cubes (B24)"} <= set(table["name"])
    exhaust = table.set_index("name").loc["Base Exhaust"]
    assert (exhaust["low_setting"], exhaust["high_setting"]) == ("Base Exhaust 2", "Base Exhaust 6")
    path = table.set_index("name").loc["railbot_path (S23)"]  # only one other choice
    assert path["low_setting"] == "railbot_path reuse"
    assert path["difference_low"] == path["low_low"] == path["low_high"] == 0


def test_random_ends_are_found_by_one_half_and_measured_by_the_other(assumed):
    table = assumed.tables["assumptions"].set_index("name")
    assert table.loc["map cards", "games"] == 60 and table.loc["Base Exhaust", "games"] == 120


def test_too_few_draws_give_no_range(assumed):
    draws = assumed.tables["draws"]
    assert len(draws) == 2 and draws["what"].str.contains("Base Exhaust").all()
    assert draws["weight"].sum() == pytest.approx(1)
    assert "2 draws, by the evidence worth 2, are too few for a range" in assumed.alerts[0]
    assert "box_ranges" not in assumed.tables


def test_the_order_of_influence_is_saved_with_how_it_was_found(assumed, tmp_path):
    path = tmp_path / "order.toml"
    save_order(path, assumed.tables["assumptions"], assumed.arms[0])
    saved = read_toml(path, "order.toml")
    influences = [entry["influence"] for entry in saved["order"]]
    assert influences == sorted(influences, reverse=True)
    assert {"command", "when", "signature"} <= set(saved["measured"])
    assert not any(key.startswith("rulings") for entry in saved["order"] for key in entry["keys"])


def test_a_target_score_is_found_and_confirmed_on_fresh_seeds(games, scenario):
    answer = design(games, scenario, 0.3, count=600, fresh_count=600, fresh_seed=77)
    table = answer.tables["design"].set_index("name")
    assert set(table["kind"]) == {"as it is", "tweak", "two tweaks", "target score"}
    scores = table[table["kind"] == "target score"]
    assert len(scores) == 3 and np.allclose(scores["promised"], scores["win_rate"], atol=0.08)
    assert all(arm.seed == 77 for arm in answer.arms)
    # The first 300 fresh games rank, the other 300 tell.
    ranked = sorted(answer.arms, key=lambda arm: abs(arm.table["won"].iloc[:300].mean() - 0.3))
    assert table.index.tolist() == [arm.name for arm in ranked] and (table["games"] == 300).all()
    for arm in ranked:
        assert table.loc[arm.name, "win_rate"] == arm.table["won"].iloc[300:].mean()
    assert table.index[0] in answer.alerts[0] and "pp off" in answer.alerts[0]


def test_a_target_score_counts_what_the_barons_add(games, scenario):
    answer = design(games, scenario.varied(barons=True), 0.5, 100, 100, fresh_seed=78)
    for arm in answer.arms:
        if arm.name.startswith("target "):
            assert arm.scenario.parameters["target"] == int(arm.name.removeprefix("target "))


@pytest.mark.parametrize("wanted", [0.0, 1.0, 1.5])
def test_an_impossible_win_rate_is_refused(games, scenario, wanted):
    with pytest.raises(DataError, match="the wanted win rate is"):
        design(games, scenario, wanted, 10, 10, 5)


def test_a_factorial_shows_effects_and_interactions(games, scenario):
    tweaks = ["cash", "display-3", "markers-2"]
    answer = ask(games, "factorial", scenario, tweaks=tweaks, games=400)
    table = answer.tables["interactions"].set_index("term")
    assert len(answer.arms) == 8 and len(table) == 6
    by_name = {arm.name: arm.table["won"].mean() for arm in answer.arms}
    with_cash = np.mean([rate for name, rate in by_name.items() if "cash" in name])
    without = np.mean([rate for name, rate in by_name.items() if "cash" not in name])
    assert table.loc["cash", "difference"] == pytest.approx(with_cash - without, abs=0.01)
    assert "cash × display-3" in table.index


def test_where_a_combination_never_wins_effects_are_plain_differences(games, scenario):
    tweaks = ["cash", "target-135"]
    answer = ask(games, "factorial", scenario, tweaks=tweaks, games=100)
    assert answer.tables["interactions"]["odds_ratio"].isna().all()
    assert answer.alerts[0].startswith("effects are plain differences")


@pytest.mark.parametrize("tweaks", [[], ["cash"], ["exhaust+1", "exhaust-1"], ["cash", "cash"]])
def test_a_factorial_needs_tweaks_that_go_together(games, scenario, tweaks):
    with pytest.raises(DataError):
        ask(games, "factorial", scenario, tweaks=tweaks, games=10)
