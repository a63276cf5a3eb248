"""A range over plausible boxes is quoted for the scenario that it was measured on, and no other."""

from __future__ import annotations

import pytest

from rotwsim.analysis.boxes.known_ranges import (
    FEWEST_DRAWS,
    plausible_difference,
    plausible_range,
    ranges_digest,
    stored_ranges,
)
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

STANDARD = {"tweak": "", "low": 0.45, "high": 0.84, "difference_low": 0.0, "difference_high": 0.0}
CASH = {"tweak": "cash", "low": 0.5, "high": 0.9, "difference_low": 0.01, "difference_high": 0.12}


def written(folder, *rows: dict):
    """A file of ranges of the expert on Eastern US."""
    always = {"board": "eastern-us", "barons": False, "player": "expert"}
    always |= {"draws": 200, "effective": 60.5, "games": 100}
    always |= {"digest": ranges_digest("eastern-us", "expert")}
    lines = []
    for row in rows:
        lines.append("[[range]]")
        for key, value in (always | row).items():
            shown = str(value).lower() if isinstance(value, bool) else repr(value)
            lines.append(f"{key} = {shown}")
    path = folder / "win_rate_ranges.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_range_is_found_by_board_barons_player_and_tweaks(tmp_path):
    path = written(tmp_path, STANDARD, CASH, CASH | {"tweak": "exhaust+1+cash", "low": 0.2})
    standard = Scenario.of(player="expert")
    assert plausible_range(standard, path).high == 0.84
    assert plausible_range(standard.varied(tweaks=["cash"]), path).low == 0.5
    assert plausible_range(standard.varied(tweaks=["cash", "exhaust+1"]), path).low == 0.2
    assert not plausible_range(standard, path).stale


@pytest.mark.parametrize(
    "otherwise",
    [
        {"barons": True},
        {"player": "casual"},
        {"tweaks": ["exhaust+1"]},
        {"slip": 0.1},
        {"settings": {"base_exhaust": 5}},
        {"without": ["insurance"]},
        {"board": "sweden"},
        {"seats": ["2*casual"]},
    ],
    ids=str,
)
def test_any_other_scenario_has_none(tmp_path, otherwise):
    path = written(tmp_path, STANDARD)
    assert plausible_range(Scenario.of(**{"player": "expert", **otherwise}), path) is None


def test_a_board_of_ones_own_under_our_name_has_none(tmp_path):
    path = written(tmp_path, STANDARD)
    own = tmp_path / "eastern-us.toml"
    own.write_text(
        'extends = "eastern-us"\n[solo]\norigin = "printed: mine"\nbase_exhaust = 6\n',
        encoding="utf-8",
    )
    assert plausible_range(Scenario.of(own, player="expert"), path) is None


def test_a_range_of_other_code_or_parameters_is_stale(tmp_path):
    path = written(tmp_path, STANDARD | {"digest": "of another day"})
    assert plausible_range(Scenario.of(player="expert"), path).stale


def test_a_range_that_the_evidence_leaves_fewer_than_twenty_draws_is_never_quoted(tmp_path):
    path = written(tmp_path, STANDARD | {"effective": FEWEST_DRAWS - 0.5})
    assert FEWEST_DRAWS >= 20
    assert plausible_range(Scenario.of(player="expert"), path) is None


def test_a_difference_is_that_of_added_tweaks_alone(tmp_path):
    path = written(tmp_path, STANDARD, CASH)
    standard = Scenario.of(player="expert")
    cash = standard.varied(tweaks=["cash"])
    assert plausible_difference(standard, cash, path).difference_high == 0.12
    for other in (cash.varied(barons=True), cash.varied(player="club"), cash.varied(slip=0.1)):
        assert plausible_difference(standard, other, path) is None
    assert plausible_difference(cash, standard, path) is None


def test_a_row_without_its_board_is_refused_in_one_line(tmp_path):
    path = tmp_path / "win_rate_ranges.toml"
    path.write_text("[[range]]\nlow = 0.5\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"win_rate_ranges\.toml.*board"):
        plausible_range(Scenario.of(player="expert"), path)


def test_without_a_file_there_is_no_range(tmp_path):
    assert plausible_range(Scenario.of(), tmp_path / "none.toml") is None


def test_the_ranges_of_the_package_are_possible():
    known = {"", *(tweak.name for tweak in load_rulebook().tweaks)}
    for (board, _, player, tweak), row in stored_ranges(MEASURED / "win_rate_ranges.toml").items():
        assert board in board_names() and player in ("casual", "club", "expert")
        assert tweak in known or all(part in known for part in tweak.split("+", 1))
        assert 0 <= row["low"] <= row["high"] <= 1
        assert -1 <= row["difference_low"] <= row["difference_high"] <= 1
        assert 0 < row["effective"] <= row["draws"] and row["games"] > 0
