"""Draws weighed by what the rulebook says, on invented games whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace

import numpy as np
import pytest

from experiments.measured.ranges import measure_ranges, save_ranges
from experiments.validity.box_ranges import coverage, hide
from rotwsim.analysis.boxes import ranges as answering
from rotwsim.analysis.boxes.known_ranges import plausible_range, stored_ranges
from rotwsim.analysis.boxes.play import Boxes, Variant, play_boxes, with_each_tweak
from rotwsim.analysis.boxes.ranges import (
    Answered,
    Question,
    answer_with_enough,
    evidence_but,
    fulfilment,
    load_evidence,
    soft_step,
    weigh,
)
from rotwsim.analysis.boxes.tables import (
    known_table,
    parameters_of,
    ranges_table,
    values_table,
)
from rotwsim.analysis.boxes.unknowns import Setting
from rotwsim.analysis.pool import Games
from rotwsim.analysis.questions import assumptions as assuming
from rotwsim.runner.run import simulate
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

TARGET = 125
EVEN = 0.5


def invented(rates, effects, by_markers=0.2, games=2_000, seed=1) -> Boxes:
    """Boxes in which draw f wins rates[f] of its games and a tweak moves it by effects[f]."""
    luck = np.random.default_rng(seed).random((len(rates), games))
    draws = with_rising_exhaust(len(rates))
    sides = {tweak.name: 1 if tweak.side == "easier" else -1 for tweak in load_rulebook().tweaks}
    variants = [*with_each_tweak(), Variant(True)]
    results = {}
    for variant in variants:
        moved = sum(sides[name] for name in variant.tweaks) * np.asarray(effects)
        won = luck < (np.asarray(rates) + moved)[:, None]
        results["club", variant] = np.where(won, TARGET, 0)
    targets = dict.fromkeys(variants, TARGET)
    ended = {arm: luck < by_markers for arm in results}
    for name in ("target-110", "target-135"):  # counted from the standard games in earnest
        results["club", Variant(False, (name,))] = results["club", Variant()]
        targets[Variant(False, (name,))] = TARGET
    as_played = {variant: variant.played_as(Scenario.of()) for variant in variants}
    return Boxes(draws, results, ended, targets, as_played)


@lru_cache
def with_rising_exhaust(count: int) -> tuple[Setting, ...]:
    standard, exhausts = Scenario.of(), np.linspace(2, 6, count).round().astype(int)
    by_exhaust = {
        e: Setting("", standard.varied(settings={"base_exhaust": int(e)})) for e in exhausts
    }
    return tuple(by_exhaust[exhaust] for exhaust in exhausts)


def item(name):
    return next(each for each in load_evidence() if each.name == name)


def test_a_tweak_that_does_what_the_rulebook_says_fulfils_its_item_and_its_opposite_does_not():
    boxes = invented([EVEN] * 3, [0.08, 0.0, -0.08])
    for name in ("cash", "exhaust+1", "cards-2", "markers-1"):
        as_told, nothing, opposite = fulfilment(boxes, item(name))
        assert as_told > 0.95 and nothing < 0.35 and opposite < 0.01, name


def test_noise_is_no_evidence():
    """Few games leave a tweak that did nothing in them undecided; many would rule it out."""
    few, many = (
        fulfilment(invented([EVEN], [-0.01], games=n), item("cash"))[0] for n in (20, 20_000)
    )
    assert few > 0.25 > 0.15 > many
    assert soft_step(np.array(-0.05), 0.01, np.array(10.0)) == pytest.approx(0.5, abs=0.01)


def test_both_ends_and_a_win_rate_between_hopeless_and_trivial_weigh_more():
    weights = weigh(invented([0.01, 0.5, 0.99], [0.05] * 3), evidence_but()).weights
    assert weights.sum() == pytest.approx(1) and weights.argmax() == 1 and weights[1] > 0.8
    never, often, always = (
        fulfilment(invented([EVEN], [0.05], by_markers=share), item("both-ends"))[0]
        for share in (0.0, 0.3, 1.0)
    )
    assert often > 0.95 and never < 0.3 and always < 0.01


def test_no_single_item_rules_a_draw_out():
    boxes = invented([0.5, 0.95], [0.05, 0.05])
    for each in load_evidence():
        assert fulfilment(boxes, each).min() > 1e-3, each.name


def test_an_item_that_is_switched_off_does_not_count():
    boxes = invented([0.02, 0.5], [0.05, 0.05], games=200)
    whole, less = (
        weigh(boxes, evidence_but(ignored)) for ignored in ((), ("worth-playing", "barons-alike"))
    )
    assert "worth-playing" in whole.fulfilled and "worth-playing" not in less.fulfilled
    assert less.weights[0] > whole.weights[0]
    with pytest.raises(DataError, match='did you mean "cash"'):
        evidence_but(("cahs",))


@pytest.fixture(scope="module")
def answered() -> Answered:
    rates = np.linspace(0.3, 0.9, 40)
    boxes = invented(rates, [0.05] * 40, games=400)
    return Answered(boxes, weigh(boxes, evidence_but()))


def test_the_range_over_boxes_is_nine_of_ten_and_chance_hardly_widens_that_of_a_tweak(answered):
    table = ranges_table(answered, with_each_tweak()).set_index("tweak")
    assert 0.25 < table.loc["", "low"] < 0.4 and 0.8 < table.loc["", "high"] < 0.95
    assert table.loc["", "difference_low"] == table.loc["", "difference_high"] == 0
    cash = table.loc["cash"]  # the same five points in every box
    assert 0.02 < cash["difference_low"] < 0.05 < cash["difference_high"] < 0.08
    assert table.loc["exhaust+1", "difference_high"] < 0


def test_T2_a_lower_target_never_loses_a_game_over_any_box(answered):
    lower = replace(
        answered.boxes, targets={**answered.boxes.targets, Variant(False, ("target-110",)): 0}
    )
    low, high = replace(answered, boxes=lower).gap_range("club", Variant(False, ("target-110",)))
    assert 0 <= low < 0.25 and 0.55 < high < 0.8  # all games that were lost


def test_the_win_rate_as_assumed_is_that_of_the_games_of_other_answers(answered, monkeypatch):
    monkeypatch.setattr(assuming, "answer_of", lambda games, question: answered)
    played = SimpleNamespace(all=lambda arms, count: [SimpleNamespace(wins=1882, games=count)])
    question = Question(Scenario.of(player="club"), 40, 400, players=["club"])
    found = assuming.plausible(played, question, 3000)
    assert found.tables["box_ranges"]["assumed"].tolist() == [1882 / 3000]
    assert found.alerts[0].startswith("club: 63 % won (61 to 64) as assumed; 3")
    assert "to know Base Exhaust would narrow the answer most" in found.alerts[1]


def test_the_parameter_that_decides_is_the_one_to_look_up(answered):
    scenario = Scenario.of(player="club")
    known = known_table(answered, scenario, Variant()).set_index("name")
    assert list(known.index) == ["Base Exhaust"]  # nothing else differs among these draws
    exhaust = known.loc["Base Exhaust"]
    assert exhaust["narrows"] > 0.85 and exhaust["spread_known"] < 0.4 * exhaust["spread"]
    assert exhaust["now"] == parameters_of(scenario)["Base Exhaust"]
    values = values_table(answered)
    assert values["drawn"].sum() == pytest.approx(1) == values["weighed"].sum()


@pytest.fixture(scope="module")
def novices() -> list[Setting]:
    scenario = Scenario.of("portugal", player="novice")
    exhausting = scenario.varied(settings={"base_exhaust": 4})
    return [Setting("", scenario), Setting("", exhausting)]


@pytest.mark.slow
def test_variants_of_a_draw_share_its_seeds_whatever_the_number_of_jobs(novices):
    found = []
    for jobs in (1, 2):
        with Games(seed=3, jobs=jobs) as games:
            found.append(play_boxes(games, novices, ["novice"], [Variant(), Variant(True)], 8))
    for arm, results in found[0].results.items():
        assert (results == found[1].results[arm]).all()
    for place, draw in enumerate(novices):  # games of its own: 0 to 7, then 8 to 15
        own = simulate(draw.scenario, games=16, seed=3)["result"].iloc[8 * place :][:8]
        assert found[0].results["novice", Variant()][place].tolist() == own.tolist()


def test_draws_go_on_where_they_were_stopped(novices, tmp_path):
    told = []

    def stop(watched):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Games(3, tmp_path, watch=stop, jobs=1) as games:
        play_boxes(games, novices, ["novice"], [Variant()], 8)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npz")}
    assert kept
    with Games(3, tmp_path, watch=lambda watched: told.append(watched.now), jobs=1) as games:
        again = play_boxes(games, novices, ["novice"], [Variant()], 8)
    assert told[-1].startswith("2 of 2 draws, ") and told[-1].endswith("kept from before")
    assert all(path.stat().st_mtime_ns == then for path, then in kept.items())
    next(iter(kept)).write_bytes(b"damaged")  # is played again
    with Games(3, tmp_path, jobs=1) as games:
        mended = play_boxes(games, novices, ["novice"], [Variant()], 8)
        assert games.counted == 2 * 8
    assert (mended.results["novice", Variant()] == again.results["novice", Variant()]).all()


@pytest.mark.parametrize("player", ["casual", "club", "expert"])
def test_another_target_counts_the_same_games_otherwise(player):
    """Draws are not played again for T2 and T7, which is right for who aims at points."""
    harder = Variant(False, ("target-135",))
    assert harder.played_as(Scenario.of()) == Variant()
    plain, other = (simulate(v.of(Scenario.of(), player), games=4) for v in (Variant(), harder))
    assert plain["result"].tolist() == other["result"].tolist()


def test_who_aims_at_the_target_plays_again_for_another_one():
    """The draws of a target out of reach are others than those of the printed one."""
    far = Variant(False, ("target-135",))
    standard = Scenario.of(player="expert", aim="win", settings={"target": 190})
    assert far.played_as(standard) == far
    with Games(3, jobs=1) as games:
        boxes = play_boxes(games, [Setting("", standard)], ["expert"], [Variant(), far], 8)
    plain, other = (boxes.results["expert", variant] for variant in (Variant(), far))
    assert plain.tolist() != other.tolist()
    assert boxes.won("expert", far).tolist() == (other >= boxes.targets[far]).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 2), (12, 1)], ids=["any rate", "mostly won"])
def test_the_range_holds_a_hidden_box_in_nine_of_ten_trials(shape):
    """The rulebook's statements are true of the hidden box, whose win rate is known here."""
    random = np.random.default_rng(2)
    held = []
    for trial in range(10):
        rates = random.beta(*shape, 60)
        boxes = invented(rates, random.normal(0.04, 0.03, 60), games=30, seed=trial)
        answered = Answered(boxes, weigh(boxes, evidence_but()))
        hidden = hide(answered, 10, seed=trial)
        held.append(coverage(answered, "club", hidden, rates[hidden]).value)
    assert 0.85 <= np.mean(held) <= 0.95


def test_more_draws_are_drawn_until_the_evidence_leaves_enough(monkeypatch):
    numbers = []

    def play_boxes(games, draws, players, variants, count, first, stage):
        """In three of four draws tweaks do the opposite of what the rulebook says."""
        numbers.append((first, len(draws)))
        effects = np.where(np.arange(len(draws)) % 4 == 0, 0.1, -0.1)
        return invented([EVEN] * len(draws), effects, games=400, seed=first)

    monkeypatch.setattr(answering, "random_draws", lambda scenario, count, random: [None] * count)
    monkeypatch.setattr(answering, "play_boxes", play_boxes)
    enough = answer_with_enough(None, Question(Scenario.of(), 40, 400))
    assert enough.is_enough and numbers == [(0, 40), (40, 20), (60, 20), (80, 20)]
    assert len(enough.boxes.draws) == len(enough.weights) == 100
    assert not answer_with_enough(None, Question(Scenario.of(), 10, 400)).is_enough
    assert numbers[4:] == [(0, 10), (10, 20), (30, 20)]


def test_ranges_are_kept_by_board_and_read_again(answered, tmp_path):
    path, table = tmp_path / "win_rate_ranges.toml", ranges_table(answered, with_each_tweak())
    save_ranges(path, "sweden", table.assign(low=0.1))
    save_ranges(path, "eastern-us", table)
    save_ranges(path, "sweden", table)
    assert len(stored_ranges(path)) == 2 * len(table)
    found = plausible_range(Scenario.of("sweden", player="club", tweaks=["cash"]), path)
    row = table[table["tweak"] == "cash"].iloc[0]
    assert (found.low, found.high) == (round(row["low"], 4), round(row["high"], 4))
    assert found.draws == 40 and not found.stale


def test_ranges_are_kept_only_of_boards_as_printed_and_of_enough_draws():
    with Games(seed=1) as games:
        with pytest.raises(DataError, match="as printed or with the Barons"):
            measure_ranges(games, Scenario.of(tweaks=["cash"]), 40, 1)
        with pytest.raises(DataError, match="19 draws are too few"):
            measure_ranges(games, Scenario.of(), 19, 1)
