"""What `check` says a box changes: on the same seeds, with the range over what is open."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from rotwsim.analysis.boxes import ranges
from rotwsim.analysis.boxes import tables as your_box
from rotwsim.analysis.boxes.known_ranges import PlausibleRange
from rotwsim.analysis.boxes.play import Boxes, Variant
from rotwsim.analysis.boxes.tables import BoxRange
from rotwsim.analysis.boxes.unknowns import Setting
from rotwsim.analysis.pool import Games
from rotwsim.cli import main
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

BOX = 'extends = "eastern-us"\n[your_box]\nbase_exhaust = 4\n'


def invented_boxes(games, draws, players, variants, count, first, stage) -> Boxes:
    """Draw f wins about f / n of its games; only in the upper half do tweaks do as told."""
    random, rows = np.random.default_rng(1), len(draws)
    rates = np.linspace(0.02, 0.98, rows)[:, None]
    moves = {variant: 0.15 * (rates > 0.5) for variant in variants if variant.tweaks}
    sides = {"cash": 1, "target-110": 1, "exhaust-1": 1}
    results = {
        (player, variant): 1
        * (
            random.random((rows, count))
            < rates + sides.get("".join(variant.tweaks), -1) * moves.get(variant, 0)
        )
        for player in players
        for variant in variants
    }
    ended = {arm: random.random((rows, count)) < 0.3 for arm in results}
    each_its_own = {variant: variant for variant in variants}
    return Boxes(tuple(draws), results, ended, dict.fromkeys(variants, 1), each_its_own)


@pytest.fixture
def plain_draws(monkeypatch):
    """Boxes that are neither drawn nor played in earnest."""

    def drawn(scenario, count, random):
        return [Setting("", scenario)] * count

    monkeypatch.setattr(ranges, "random_draws", drawn)
    monkeypatch.setattr(ranges, "play_boxes", invented_boxes)
    monkeypatch.setattr(Variant, "played_as", lambda variant, scenario: variant)


def test_the_effect_of_a_box_is_paired_and_has_a_range_for_either_side(plain_draws):
    ours = Scenario.of(player="novice")
    yours = ours.varied(settings={"target": 5})
    with Games(jobs=1) as games:
        effect = your_box.effect_of(games, ours, yours, 60, 40, 20)
    assert effect.pair.n == 60 and effect.pair.only_baseline == 0
    assert effect.pair.variant.value > effect.pair.baseline.value
    assert effect.ours == effect.yours, "the same draws for both, and here nothing else differs"
    assert str(effect).startswith("your parameters move the novice's win rate from 0.0 to ")
    with pytest.raises(DataError, match="at least 20 draws"):
        your_box.effect_of(games, ours, yours, 60, 19, 20)


def test_the_boxes_are_weighed_by_the_evidence_as_those_of_the_headlines(plain_draws):
    club = Scenario.of(player="club")
    found = your_box.range_of(None, club, your_box.question_of(club, 60, 40, "boxes"))
    alike = np.quantile(np.linspace(0.02, 0.98, 60), (0.05, 0.95))
    assert found.is_enough and found.effective < 50
    assert found.low > alike[0] + 0.1, "boxes in which tweaks do nothing count little"


def test_our_own_range_is_the_stored_one_if_it_is_of_today(plain_draws, monkeypatch):
    known = PlausibleRange(0.45, 0.84, 0, 0, 80, 33.0, 30, stale=False)
    monkeypatch.setattr(your_box, "plausible_range", lambda scenario: known)
    assert your_box.stored_range(Scenario.of()) == BoxRange(0.45, 0.84, 80, 33.0, stored=True)
    monkeypatch.setattr(your_box, "plausible_range", lambda scenario: replace(known, stale=True))
    assert your_box.stored_range(Scenario.of()) is None


def test_a_range_of_too_few_boxes_is_said_to_be_unknown():
    assert str(BoxRange(0.45, 0.84, 80, 33.0)) == "45–84 %"
    assert str(BoxRange(0.1, 0.2, 160, 12.0)).startswith("not known (of 160 boxes")


@pytest.mark.slow
def test_board_check_plays_a_box_beside_the_board_it_extends(plain_draws, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(BOX, encoding="utf-8")
    words = ["check", str(path), "--player", "novice", "--games", "10", "--quiet"]
    told = CliRunner().invoke(main, [*words, "--draw-games", "2", "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert "solo.base_exhaust" not in [each["key"] for each in found["assumed"]]
    assert found["effect"]["games"] == 10 and found["effect"]["range_yours"]["draws"] == 40
    alone = CliRunner().invoke(main, [*words[:2], "--no-games", "--json"])
    assert json.loads(alone.stdout) == found | {"effect": None}


def test_a_sheet_with_nothing_filled_in_needs_no_games(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(BOX.replace("4", '"?"'), encoding="utf-8")
    told = CliRunner().invoke(main, ["check", str(path)])
    assert "Nothing is filled in: the parameters are those of Eastern US." in told.stdout
