"""What rebuilding does to the answers: read from an experiment, kept as data, quoted by reports."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from experiments.boards.outcome import PRINTED, REBUILT, markdown, outcome_table, save
from rotwsim.analysis.boxes.known_ranges import REBUILDING, load_rebuilding
from rotwsim.scenario.rulebook import MEASURED


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    """Two boards, two tweaks: one pulls the same way on both, the other does not."""
    arms = pd.DataFrame(
        {
            "arm": ["A", "A, cash", "A, cards-2", "B", "B, cash", "B, cards-2"],
            "board": [PRINTED] * 3 + [REBUILT] * 3,
            "tweaks": [None, "cash", "cards-2"] * 2,
            "games": 1000,
            "wins": [700, 800, 400, 760, 740, 500],
            "result_mean": [135.0, 139.0, 120.0, 138.5, 138.0, 125.0],
            "turns_mean": [19.0, 19.0, 17.0] * 2,
        }
    )
    arms = arms.assign(win_rate=arms["wins"] / 1000)
    arms = arms.assign(low=arms["win_rate"] - 0.03, high=arms["win_rate"] + 0.03)
    compare = pd.DataFrame(
        {
            "baseline": ["A", "A", "B", "B"],
            "name": ["cash", "cards-2"] * 2,
            "difference": [0.10, -0.30, -0.02, -0.26],
        }
    )
    compare = compare.assign(low=compare["difference"] - 0.03, high=compare["difference"] + 0.03)
    signed = [{"arm": arm, "signature": f"of {arm}"} for arm in arms["arm"]]
    (tmp_path / "tables").mkdir()
    arms.to_csv(tmp_path / "tables" / "arms.csv", index=False)
    compare.to_csv(tmp_path / "tables" / "compare.csv", index=False)
    (tmp_path / "manifest.json").write_text(json.dumps({"arms": signed}))
    return tmp_path


def test_the_table_sets_both_boards_side_by_side(experiment):
    text = markdown(outcome_table(experiment)[0])
    assert "| win rate, % | 70.0 (67.0 to 73.0) | 76.0 (73.0 to 79.0) | +6.0 (+2.1 to" in text
    assert "| mean result | 135.0 | 138.5 | +3.5 |" in text
    assert "| effect of cash, pp | +10.0 (+7.0 to +13.0) | -2.0 (-5.0 to +1.0) | -12.0 |" in text


def test_the_error_counts_signs_and_names_the_worst_tweak(experiment, tmp_path):
    error = outcome_table(experiment)[1]
    assert (error.games, error.tweaks, error.same_sign) == (1000, 2, 1)
    assert (error.farthest_tweak, error.farthest) == ("cash", -0.12)
    assert error.low < error.difference == 0.06 < error.high
    save(error, tmp_path / REBUILDING)
    assert error.signatures == ("of A", "of B")
    assert load_rebuilding(tmp_path / REBUILDING) == error


def test_the_package_holds_an_error_measured_by_many_games():
    assert (MEASURED / REBUILDING).exists()
    error = load_rebuilding()
    assert error.games >= 2000 and error.tweaks == 11
