"""What is ahead: the whole cost once at the start, and progress over all stages of an analysis.

Every arm gets the same few games here: what is counted is how many were announced and asked for.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from rotwsim.analysis import pool
from rotwsim.analysis.boxes import play
from rotwsim.analysis.boxes.play import DrawGames
from rotwsim.analysis.boxes.unknowns import Setting
from rotwsim.analysis.experiment import read_experiment, run_experiment
from rotwsim.analysis.pool import Arm, Games
from rotwsim.analysis.questions.compare import until_decided
from rotwsim.runner.run import Progress, run_games
from rotwsim.runner.workload import Batch, Workload
from rotwsim.scenario.scenario import Scenario

from .written import ask

MOST = 8  # games of an arm
DRAWS = 6  # of a box
SOLO = Scenario.of("portugal", player="novice", settings={"cards_removed": 12, "target": 11})
TABLE = Scenario.of("portugal", seats=["2*passive"])
EXPERIMENT = """\
# Is everything counted before it begins?
games = 4
[scenario]
board = "portugal"
player = "novice"
[arms]
tweaks = [[], ["cash"]]
[factorial]
tweaks = ["cash", "exhaust+1"]
[skill]
players = ["casual"]
slips = [0.1]
"""


@pytest.fixture(scope="module")
def played():
    """Real games, one sort each: solo with Barons, and a table."""
    return {
        sort: run_games(scenario, MOST, jobs=1)
        for sort, scenario in ((False, SOLO.varied(barons=True)), (True, TABLE))
    }


@pytest.fixture
def watched(played, monkeypatch, tmp_path):
    """Games that are taken from those, and what was said and shown of them."""

    order: dict[Scenario, int] = {}

    def taken(scenario, games, seed, *, watch, **machines):
        run = played[bool(scenario.seats)]
        watch(Progress(games, games, 0, games, 1.0))
        shift = order.setdefault(scenario, len(order)) % 2  # every second arm plays otherwise
        numbers = np.arange(games)
        table = run.table.iloc[(numbers + shift) % MOST].assign(game=numbers)
        table["won"] = (numbers + shift) % 3 == 0
        same = {"digest": run.digest, "traffic": run.traffic, "interrupted": ""}
        return SimpleNamespace(table=table, games=games, played=games, **same)

    def no_game(rules, seed, first, count, folder):
        return DrawGames(np.zeros((len(rules), 2, count), np.int32), kept=False)

    monkeypatch.setattr("rotwsim.runner.run.run_games", taken)
    monkeypatch.setattr(pool, "folder_name", lambda one, seed: f"{hash((one, seed))}")
    monkeypatch.setattr(play, "games_of_draw", no_game)

    def other_exhaust(scenario, random):
        exhaust = int(random.integers(2, 6))
        return Setting("", scenario.varied(settings={"base_exhaust": exhaust}))

    monkeypatch.setattr(play, "filled", other_exhaust)
    said, seen = [], []
    with Games(
        1, tmp_path, jobs=1, begin=lambda ahead: said.append(ahead.wanted), watch=seen.append
    ) as games:
        yield games, said, seen


TWO_STYLES = ["traditional", "whole_order"]
ANALYSES = {
    "barons and pairs": ("barons", SOLO, {"pair_games": 2}),
    "skill with streams": (
        "skill",
        SOLO,
        {"players": ["casual"], "slips": [0.1], "stream_games": 3},
    ),
    "assumptions with draws": (
        "assumptions",
        SOLO,
        {"card_sets": 2, "draws": 20, "draw_games": 2},
    ),
    "styles on two boards": (
        "bidding",
        TABLE,
        {"styles": TWO_STYLES, "boards": ["portugal", "sweden"]},
    ),
    "modules with skill": ("modules", TABLE, {"better": "novice", "worse": "passive"}),
    "multiplayer skill": ("skill", TABLE, {"players": ["passive", "novice", "casual"]}),
    "Rail Barons": ("barons", TABLE, {}),
    "seats": ("seats", TABLE, {"styles": ["traditional"], "sizes": [2, 3]}),
    "factorial": ("factorial", SOLO, {"tweaks": ["cash", "exhaust+1"]}),
    "compare": ("compare", SOLO, {"all_tweaks": True}),
    "difficulty": ("difficulty", SOLO, {"boards": ["portugal"], "skills": [25.0, 50.0]}),
}


@pytest.mark.slow
@pytest.mark.parametrize("asked", ANALYSES.values(), ids=ANALYSES.keys())
def test_all_stages_are_announced_once_and_counted_by_one_bar(asked, watched):
    games, said, seen = watched
    name, scenario, given = asked
    ask(games, name, scenario, games=4, **given)
    assert said == [games.counted]
    assert {one.wanted for one in seen} == {games.counted}
    done = [one.done for one in seen]
    assert done == sorted(done) and done[-1] == games.counted


def test_what_a_search_will_confirm_is_counted_before_it_is_known(watched):
    games, said, seen = watched
    ask(games, "design", SOLO, games=4, win_rate=0.5, fresh_games=6)
    assert len(said) == 1 and said[0] == seen[0].wanted == games.counted
    assert seen[-1].done == seen[-1].wanted == games.counted


def test_an_experiment_announces_its_arms_and_all_its_analyses_together(watched, tmp_path):
    games, said, seen = watched
    file = tmp_path / "asked.toml"
    file.write_text(EXPERIMENT, encoding="utf-8")
    run_experiment(read_experiment(file), tmp_path / "out", games, "")
    assert said == [games.counted] and seen[-1].done == games.counted
    assert {one.wanted for one in seen} == {games.counted}


def test_a_variant_that_is_decided_leaves_the_bar(watched):
    games, said, seen = watched
    variants = [Arm("other", SOLO.varied(slip=0.1)), Arm("same", SOLO.varied(slip=0.2))]
    until_decided(games, Arm("baseline", SOLO), variants, margin=0.02, cap=3000)
    assert said == [3 * 3000] and games.ahead.is_most
    assert seen[0].wanted == 3 * 3000 and seen[-1].wanted == games.counted == 2 * 3000 + 1000


def test_games_that_are_there_cost_no_time():
    ahead = Workload()
    ahead.time(SOLO, 10.0)
    ahead.want("a", SOLO, 100, held=60)
    ahead.want_stage(Batch([SOLO] * 2, 50, "later"))
    assert ahead.wanted == 200 and ahead.seconds_left(jobs=2) == (40 + 100) / 20
    ahead.begin_stage("later")
    ahead.want("b", replace(SOLO, slip=0.1), 30)
    assert ahead.wanted == 130 and not (ahead.needs_announcement() and ahead.needs_announcement())
