"""The committed results: of this code, in agreement with each other and with README, and small."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from experiments import readme
from experiments.boards.outcome import markdown, outcome_table
from rotwsim.analysis.boxes.known_ranges import FILE as RANGES
from rotwsim.analysis.boxes.known_ranges import load_rebuilding, ranges_digest, stored_ranges
from rotwsim.analysis.person_scores import MAKE, is_current
from rotwsim.report.findings.alerts import DAMAGE, alerts_of
from rotwsim.report.results import read_results
from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.player_numbers import (
    has_current_signature,
    recorded_signature,
)
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "results"
# What `make results` plays; `rotwsim experiment demo` may have left a folder beside these.
LIST = re.search(r"for file in ([^;]+);", (ROOT / "Makefile").read_text(encoding="utf-8"))[1]
FOLDERS = [RESULTS / name for name in sorted(LIST.replace("\\", " ").split())]
BESIDES = ("board", "difficulty.csv", "difficulty.html", "explore.html", "index.html")
LARGEST = 8_000_000  # bytes of all results
DIFFICULTY = RESULTS / "difficulty.csv"
SHARED = ("seed", "games")  # of all experiments, so that the same games answer all of them


def committed_files() -> list[Path]:
    names = {*BESIDES, *(folder.name for folder in FOLDERS)}
    files = [path for path in sorted(RESULTS.rglob("*")) if path.is_file()]
    return [path for path in files if path.relative_to(RESULTS).parts[0] in names]


read_once = cache(read_results)


def rates_by_scenario(folders: list[Path]) -> dict[str, dict[str, tuple]]:
    """What each folder says of a scenario: by scenario and folder, games and win rate."""
    said: dict[str, dict[str, tuple]] = defaultdict(dict)
    for folder in folders:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        rows = read_once(folder).tables["arms"].set_index("arm")
        for arm in manifest["arms"]:
            scenario = json.dumps(arm["scenario"], sort_keys=True)
            row = rows.loc[arm["arm"]]
            said[scenario][folder.name] = (int(row["games"]), round(row["win_rate"], 9))
    return said


def disagreeing(folders: list[Path]) -> list[dict[str, tuple]]:
    """Where two folders quote different figures of one scenario."""
    return [by for by in rates_by_scenario(folders).values() if len(set(by.values())) > 1]


def test_one_scenario_has_one_win_rate_in_all_results():
    assert FOLDERS and disagreeing(FOLDERS) == []


def test_the_difficulty_page_quotes_the_same_figures():
    told = pd.read_csv(DIFFICULTY, keep_default_na=False)
    cells = told.set_index(["board", "barons", "tweaks", "standard_wins"])
    shared, differing = 0, []
    for scenario, by in rates_by_scenario(FOLDERS).items():
        place = in_difficulty(json.loads(scenario))
        if place in cells.index:
            cell = cells.loc[place]
            figure = (int(cell["games"]), round(cell["win_rate"], 9))
            shared += 1
            differing += [(place, figure, by)] * (set(by.values()) != {figure})
    assert shared >= 12 and differing == [], "rotwsim difficulty"


def in_difficulty(scenario: dict) -> tuple | None:
    """The cell of a scenario; none if it differs from the cell's in anything else."""
    board, barons, tweaks = (scenario[key] for key in ("board", "barons", "tweaks"))
    is_other = scenario.get("seats") or not scenario.get("wins") or len(tweaks) > 1
    if not isinstance(board, str) or is_other:
        return None
    person = Scenario.of(board, barons=barons, wins=scenario["wins"], tweaks=tuple(tweaks))
    now = json.loads(json.dumps(with_knob(person).describe()))
    same = {**now, "data": ""} == {**scenario, "data": ""}  # a mended text changes no game
    return (board, barons, ", ".join(tweaks), scenario["wins"] / 100) if same else None


def test_two_figures_of_one_scenario_are_found(tmp_path):
    folders = []
    for name, rate in (("one", 0.772), ("two", 0.784)):
        folder = tmp_path / name
        (folder / "tables").mkdir(parents=True)
        arms = [{"arm": name, "scenario": {"board": "eastern-us", "player": "expert"}}]
        (folder / "manifest.json").write_text(json.dumps({"arms": arms}))
        table = pd.DataFrame({"arm": [name], "games": [6000], "win_rate": [rate]})
        table.to_csv(folder / "tables" / "arms.csv", index=False)
        folders.append(folder)
    assert disagreeing(folders) == [{"one": (6000, 0.772), "two": (6000, 0.784)}]
    assert disagreeing(folders[:1]) == []


def test_all_experiments_share_their_seed_and_number_of_games():
    files = [ROOT / "experiments" / f"{folder.name}.toml" for folder in FOLDERS]
    shared = {tuple(tomllib.loads(f.read_text())[key] for key in SHARED) for f in files}
    assert len(shared) == 1


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_committed_results_were_played_by_the_code_of_this_tree(folder):
    arms = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["arms"]
    assert [arm["arm"] for arm in arms if not has_current_signature(arm)] == [], "make results"
    assert all("signature" in arm for arm in arms)


def test_everything_measured_rests_on_games_that_are_played_so_today():
    assert [board for board in board_names() if not is_current(board)] == [], MAKE
    ranges = stored_ranges(MEASURED / RANGES).values()
    stale = [row for row in ranges if row["digest"] != ranges_digest(row["board"], row["player"])]
    assert stale == [] != list(ranges), "make ranges"
    boards = ("eastern-us", "eastern-us-rebuilt")
    players = tuple(recorded_signature(board, ("person",)) for board in boards)
    assert load_rebuilding().signatures == players, "make results"
    influence = tomllib.loads((MEASURED / "influence.toml").read_text(encoding="utf-8"))["measured"]
    assert influence["signature"] == players[0], "make results"


def test_the_error_of_rebuilding_is_that_of_the_committed_tables():
    rows, measured = outcome_table(ROOT / "results" / "rebuilt")
    assert measured == load_rebuilding(), "python -m experiments.boards.outcome results/rebuilt"
    assert markdown(rows) in (ROOT / "experiments" / "boards" / "README.md").read_text("utf-8")


def test_no_page_may_load_anything():
    forbidden = "Content-Security-Policy\" content=\"default-src 'none'; "
    pages = [path for path in committed_files() if path.suffix == ".html"]
    assert [page for page in pages if forbidden not in page.read_text("utf-8")] == [] != pages


def test_the_results_stay_small():
    assert sum(path.stat().st_size for path in committed_files()) < LARGEST


def test_a_table_is_there_in_one_form():
    tables = [path.with_suffix("") for path in committed_files() if path.parent.name == "tables"]
    assert len(tables) == len(set(tables))


def test_every_folder_of_the_results_is_made_by_make_results():
    """`git` knows what is committed; where it is missing, so is the history."""
    listed = subprocess.run(
        ["git", "ls-files", "results/*/manifest.json"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("no git repository")
    assert {ROOT / Path(line).parent for line in listed.stdout.split()} == set(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_committed_result_calls_itself_damaged(folder):
    results = read_once(folder)
    assert [alert.text for alert in alerts_of(results) if alert.kind == DAMAGE] == []
    assert "Damaged or missing" not in (folder / "report.html").read_text("utf-8")


def test_the_committed_results_name_no_folder_of_a_machine():
    """Commands, in manifests, tables and pages, name files as seen from the clone."""
    named = re.compile(r"""rotwsim [\w-]+ [^<>"\n]*?((?:(?<=[\s='])/|\.\./)[^\s<>"']*)""")
    assert named.findall("rotwsim experiment tweaks.toml --runs /tmp/runs --quiet") == ["/tmp/runs"]
    texts = [path for path in committed_files() if path.suffix in (".json", ".csv", ".html", ".md")]
    found = {path.name: named.findall(path.read_text("utf-8")) for path in texts}
    assert {name: places for name, places in found.items() if places} == {}


def test_readme_quotes_the_results(monkeypatch):
    monkeypatch.setattr(readme, "read_results", read_once)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.with_answers(text) == text, "python -m experiments.readme"
