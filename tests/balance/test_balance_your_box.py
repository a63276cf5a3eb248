"""What `board check` says a box changes: on the same seeds, with the range over what is open."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rotwsim.balance import your_box
from rotwsim.balance.doubts import Setting
from rotwsim.balance.games import Games
from rotwsim.cli import main
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import DataError

BOX = 'extends = "eastern-us"\n[your_box]\nbase_exhaust = 4\n'


@pytest.fixture
def plain_fillings(monkeypatch):
    """Two boxes that differ in their target alone, so that little is searched and played."""

    def drawn(scenario, random):
        target = int(random.choice([5, 100]))
        return Setting("", scenario.varied(settings={"target": target}))

    monkeypatch.setattr(your_box, "filled", drawn)


def test_the_effect_of_a_box_is_paired_and_has_a_range_for_either_side(plain_fillings):
    ours = Scenario.of(player="novice")
    yours = ours.varied(settings={"target": 5})
    with Games(jobs=1) as games:
        effect = your_box.effect_of(games, ours, yours, 60, filling_count=20)
    assert effect.pair.n == 60 and effect.pair.only_baseline == 0
    assert effect.pair.variant.value > effect.pair.baseline.value
    assert effect.ours == effect.yours, "the same draws for both, and here nothing else differs"
    assert (effect.ours.low, effect.ours.n) == (0, 20) and effect.ours.high > 0.5
    assert str(effect).startswith("your figures move the novice's win rate from 0.0 to ")
    with pytest.raises(DataError, match="at least 20 fillings"):
        your_box.effect_of(games, ours, yours, 60, fillings=19)


def test_board_check_plays_a_box_beside_the_board_it_extends(plain_fillings, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(BOX, encoding="utf-8")
    words = ["board", "check", str(path), "--player", "novice", "--games", "10", "--quiet"]
    told = CliRunner().invoke(main, [*words, "--filling-games", "2", "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert "solo.base_exhaust" not in [each["key"] for each in found["assumed"]]
    assert found["effect"]["games"] == 10 and found["effect"]["range_yours"]["n"] == 20
    alone = CliRunner().invoke(main, [*words[:3], "--no-games", "--json"])
    assert json.loads(alone.stdout) == found | {"effect": None}


def test_a_sheet_with_nothing_filled_in_needs_no_games(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(BOX.replace("4", '"?"'), encoding="utf-8")
    told = CliRunner().invoke(main, ["board", "check", str(path)])
    assert "Nothing is filled in: the figures are those of Eastern US." in told.stdout
