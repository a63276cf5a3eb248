"""The folder of a run: continued, never counted twice, never mixed up, never half-written.

Longer than a chapter: whatever can befall a folder is tried on copies of the same one.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pandas as pd
import pytest

import rotwsim
from rotwsim.runner import run as run_module
from rotwsim.runner import store as store_module
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import run_games
from rotwsim.runner.store import block_files, read_manifest, read_run
from rotwsim.runner.workload import Block
from rotwsim.scenario import player_numbers
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.schema import DataError

from .conftest import GAMES, SEED

pytestmark = pytest.mark.slow  # many runs

BLOCK = 300


@pytest.fixture(scope="module")
def finished(tmp_path_factory, scenario) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    run_games(scenario, GAMES, SEED, out=folder, block=BLOCK)
    return folder


@pytest.fixture
def folder(finished, tmp_path) -> Path:
    """A finished run of six blocks, free to be spoiled."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def files_of(folder: Path) -> list[Path]:
    return list(block_files(folder).values())


def test_the_manifest_says_what_was_played_and_with_what(folder, scenario, plain_run):
    manifest = read_manifest(folder)
    assert manifest["scenario"] == scenario.describe()
    assert (manifest["seed"], manifest["games"]) == (SEED, GAMES)
    assert manifest["digest"] == plain_run.digest
    assert manifest["command"].startswith("rotwsim run --board eastern-us --barons ")
    assert {"rotwsim", "python", "numpy", "numba"} <= set(manifest["versions"])
    assert {"behaviour", "kernel_digest", "provenance", "started", "finished"} <= set(manifest)


def test_a_stored_run_can_be_read_back_and_by_pandas_too(folder, plain_run):
    run = read_run(folder)
    pd.testing.assert_frame_equal(run.table, plain_run.table)
    assert (run.traffic == plain_run.traffic).all()
    assert run.digest == plain_run.digest and not run.missing and not run.damaged
    by_pandas = pd.read_parquet(folder / "games").sort_values("game", ignore_index=True)
    assert by_pandas["won"].dtype == bool
    for column in ("game", "result", "points_after_24"):
        assert (by_pandas[column] == plain_run.table[column]).all()
    assert (by_pandas["trigger"].astype(str) == plain_run.table["trigger"].astype(str)).all()


def test_the_same_run_again_plays_nothing(folder, scenario, plain_run):
    run = run_games(scenario, GAMES, SEED, out=folder)
    assert run.played == 0 and run.games_per_second == 0
    assert run.digest == plain_run.digest


def test_missing_blocks_are_played_and_no_others(folder, scenario, plain_run):
    for path in files_of(folder)[1::2]:
        path.unlink()
    run = run_games(scenario, GAMES, SEED, out=folder, block=77)
    assert run.played == GAMES // 2
    assert run.digest == plain_run.digest
    pd.testing.assert_frame_equal(run.table, plain_run.table)


def flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut_off_the_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def exchange_with_another_block(path: Path) -> None:
    other = sorted(path.parent.iterdir())[0]
    path.write_bytes(other.read_bytes())


def give_it_the_name_of_other_games(path: Path) -> None:
    path.rename(path.parent / path.name.replace(path.name[:12], "000000009000"))


@pytest.mark.parametrize(
    "spoil",
    [
        flip_a_bit,
        cut_off_the_end,
        empty,
        exchange_with_another_block,
        give_it_the_name_of_other_games,
        Path.unlink,
    ],
)
def test_a_damaged_block_is_noticed_and_played_again(folder, scenario, plain_run, spoil):
    spoil(files_of(folder)[3])
    report = read_run(folder)
    assert report.missing == BLOCK and len(report.table) == GAMES - BLOCK
    run = run_games(scenario, GAMES, SEED, out=folder)
    assert run.played == BLOCK
    assert run.digest == plain_run.digest
    assert read_run(folder).digest == plain_run.digest


@pytest.mark.parametrize(
    "spoil, told",
    [
        (flip_a_bit, "is changed or belongs to another run; its games are played again"),
        (cut_off_the_end, "is cut off; its games are played again"),
        (empty, "is cut off; its games are played again"),
        (exchange_with_another_block, "is changed or belongs to another run"),
        (give_it_the_name_of_other_games, "does not hold these games (ValueError)"),
    ],
)
def test_a_damaged_block_is_named_and_kept_aside(folder, scenario, caplog, spoil, told):
    spoil(files_of(folder)[3])
    spoiled = {path.name: path.read_bytes() for path in (folder / "games").iterdir()}
    run_games(scenario, GAMES, SEED, out=folder)
    [line] = caplog.messages
    [kept] = (folder / "aside").iterdir()
    assert told in line and kept.name in line and line.endswith(f"it is kept in {folder / 'aside'}")
    assert kept.read_bytes() == spoiled[kept.name]
    caplog.clear()
    run_games(scenario, GAMES, SEED, out=folder)
    assert not caplog.messages, "and told once"


def test_files_among_the_blocks_that_do_not_count_are_named_and_kept_aside(
    folder, scenario, plain_run, caplog
):
    doubled = files_of(folder)[0]
    for games in ("-299-", "-3000-"):  # before and behind the true one in the order of names
        shutil.copy(doubled, doubled.with_name(doubled.name.replace(f"-{BLOCK}-", games)))
    (folder / "games" / "mine.parquet").write_text("mine")
    run = run_games(scenario, GAMES, SEED, out=folder)
    assert run.digest == plain_run.digest and run.played == 0, "the true one is found"
    assert [line.partition("games/")[2].partition(" ")[2][:30] for line in caplog.messages] == [
        "does not hold these games (Val",
        "holds games that another block",
        "is no block of games; it is ke",
    ]
    assert (folder / "aside" / "mine.parquet").read_text() == "mine"
    assert sum(block.games for block in block_files(folder)) == GAMES


def test_a_block_of_another_run_never_counts(folder, scenario, plain_run, tmp_path, caplog):
    run_games(scenario, BLOCK, SEED + 1, out=tmp_path / "foreign", block=BLOCK)
    [foreign] = files_of(tmp_path / "foreign")
    files_of(folder)[0].unlink()
    shutil.copy(foreign, folder / "games")
    run = run_games(scenario, GAMES, SEED, out=folder)
    assert run.digest == plain_run.digest and run.played == BLOCK
    assert "is changed or belongs to another run" in caplog.text


def test_a_digest_edited_in_the_manifest_is_named(folder, scenario, plain_run, caplog):
    manifest = read_manifest(folder)
    (folder / "manifest.json").write_text(json.dumps(manifest | {"digest": "0" * 16}))
    assert run_games(scenario, GAMES, SEED, out=folder).digest == plain_run.digest
    assert f"names digest {'0' * 16}, its blocks give {plain_run.digest}" in caplog.text
    assert read_manifest(folder)["digest"] == plain_run.digest


def test_overlapping_blocks_are_never_counted_twice(folder, scenario, plain_run, tmp_path):
    run_games(scenario, GAMES, SEED, out=tmp_path / "other", block=450)
    for path in files_of(tmp_path / "other"):
        shutil.copy(path, folder / "games")
    assert sum(block.games for block in block_files(folder)) <= GAMES
    run = run_games(scenario, GAMES, SEED, out=folder)
    assert run.games == GAMES and run.digest == plain_run.digest


def test_what_a_killed_run_left_half_written_is_cleared(folder, scenario):
    half = folder / "games" / f"{store_module.UNFINISHED}000000000000-1-0.parquet"
    half.write_bytes(b"half")
    run_games(scenario, GAMES, SEED, out=folder)
    assert not half.exists()


def test_a_run_can_be_made_longer_but_not_shorter(folder, scenario):
    longer = run_games(scenario, GAMES + 100, SEED, out=folder)
    assert longer.played == 100
    with pytest.raises(DataError, match="ask for at least as many"):
        run_games(scenario, GAMES, SEED, out=folder)


def test_a_finished_run_that_is_being_made_longer_is_not_called_finished(folder, scenario):
    seen = []

    def look(progress) -> None:
        manifest = read_manifest(folder)
        seen.append((manifest["games"], manifest["finished"], manifest["digest"]))

    longer = run_games(scenario, GAMES + 100, SEED, out=folder, watch=look)
    assert set(seen) == {(GAMES + 100, None, None)}
    manifest = read_manifest(folder)
    assert manifest["finished"] and manifest["digest"] == longer.digest


def unchanged(folder: Path) -> dict:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    "changes, told",
    [
        ({"tweaks": ["exhaust+1"]}, 'tweaks .* there, \\["exhaust\\+1"\\] here'),
        ({"barons": False}, "barons true there, false here"),
        ({"player": "passive"}, '"random" there, "passive" here'),
        ({"board": "mexico"}, '"eastern-us" there, "mexico" here'),
    ],
)
def test_a_folder_of_other_rules_is_refused_and_left_alone(folder, scenario, changes, told):
    before = unchanged(folder)
    with pytest.raises(DataError, match=f"holds games of another run: .*{told}"):
        run_games(scenario.varied(**changes), GAMES, SEED, out=folder)
    assert unchanged(folder) == before


def test_a_folder_of_another_seed_is_refused(folder, scenario):
    with pytest.raises(DataError, match=f"seed {SEED} there, 6 here"):
        run_games(scenario, GAMES, 6, out=folder)


def test_other_code_that_plays_the_same_games_goes_on_in_the_folder(folder, scenario, monkeypatch):
    monkeypatch.setattr(run_module, "KERNEL_DIGEST", "0123456789abcdef")
    assert run_games(scenario, GAMES + 10, SEED, out=folder).played == 10
    assert read_manifest(folder)["kernel_digest"] == "0123456789abcdef"


def test_other_code_that_plays_other_games_is_refused(folder, scenario, monkeypatch):
    monkeypatch.setattr(run_module, "KERNEL_DIGEST", "0123456789abcdef")
    changed = scenario.varied(settings={"start_cash": 20})
    monkeypatch.setattr(run_module, "rules_of", lambda _: rules_of(changed))
    before = unchanged(folder)
    with pytest.raises(DataError, match="the players now play otherwise"):
        run_games(scenario, GAMES, SEED, out=folder)
    assert unchanged(folder) == before


def test_a_player_with_another_signature_begins_another_folder(folder, scenario, monkeypatch):
    monkeypatch.setattr(player_numbers, "recorded_signature", lambda *players: "of another day")
    with pytest.raises(DataError, match="the rules or the player have changed since"):
        run_games(scenario, GAMES, SEED, out=folder)


def test_a_figure_changed_in_a_data_file_is_refused(folder, scenario):
    from dataclasses import replace

    city = scenario.board.cities[0]
    cities = (replace(city, cubes=city.cubes + 1), *scenario.board.cities[1:])
    changed = scenario.varied(board=replace(scenario.board, cities=cities))
    with pytest.raises(DataError, match=r"data .* there, .* here"):
        run_games(changed, GAMES, SEED, out=folder)


def test_a_folder_with_other_files_is_refused_and_left_alone(scenario, tmp_path):
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(DataError, match="holds other files and no run"):
        run_games(scenario, 10, SEED, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 2}', "null"])
def test_a_damaged_manifest_is_told(folder, scenario, text):
    (folder / "manifest.json").write_text(text)
    with pytest.raises(DataError, match=r"manifest\.json is damaged"):
        run_games(scenario, GAMES, SEED, out=folder)


@pytest.mark.parametrize("key", ["finished", "scenario", "games", "seed", "digest"])
@pytest.mark.parametrize("value", ["gone", [], -1.5])
def test_a_manifest_without_one_of_its_facts_is_told(folder, scenario, key, value):
    manifest = read_manifest(folder)
    if value == "gone":
        del manifest[key]
    else:
        manifest[key] = value
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for read in (lambda: run_games(scenario, GAMES, SEED, out=folder), lambda: read_run(folder)):
        with pytest.raises(DataError, match=r"manifest\.json is damaged"):
            read()


def test_a_manifest_of_a_later_version_is_told(folder, scenario):
    manifest = read_manifest(folder)
    (folder / "manifest.json").write_text(json.dumps(manifest | {"format": 99}))
    with pytest.raises(DataError, match="has format 99; this version reads 2"):
        run_games(scenario, GAMES, SEED, out=folder)


def test_a_folder_without_a_run_cannot_be_read(tmp_path):
    with pytest.raises(DataError, match="holds no run"):
        read_run(tmp_path)


def full_disk_after(blocks: int, monkeypatch) -> None:
    """The file system has room for the manifest and so many blocks."""
    writes = iter(range(blocks + 1))
    usual = store_module.write_whole

    def write(path, content, lasting):
        if next(writes, None) is None:
            (path.parent / f"{store_module.UNFINISHED}x").write_bytes(content[:10])
            (path.parent / f"{store_module.UNFINISHED}x").unlink()
            raise OSError(28, "No space left on device")
        usual(path, content, lasting)

    monkeypatch.setattr(store_module, "write_whole", write)


def test_a_full_disk_ends_the_run_and_keeps_whole_blocks(
    scenario, plain_run, tmp_path, monkeypatch
):
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        full_disk_after(2, patch)
        with pytest.raises(DataError, match="No space left on device; complete blocks are kept"):
            run_games(scenario, GAMES, SEED, jobs=2, out=folder, block=BLOCK)
    assert len(files_of(folder)) == 2
    assert not list(folder.rglob(f"{store_module.UNFINISHED}*"))
    run = run_games(scenario, GAMES, SEED, out=folder)
    assert run.played == GAMES - 2 * BLOCK and run.digest == plain_run.digest


def test_a_disk_that_is_full_from_the_start_leaves_no_folder(scenario, tmp_path, monkeypatch):
    full_disk_after(-1, monkeypatch)
    with pytest.raises(DataError, match="No space left on device"):
        run_games(scenario, 10, SEED, out=tmp_path / "new" / "run")
    assert not (tmp_path / "new").exists()


def test_a_file_is_whole_or_not_there_at_all(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store_module.os, "replace", fail)
    with pytest.raises(OSError) as refused:
        write_whole(tmp_path / "x", b"content", lasting=True)
    assert refused.value.filename == str(tmp_path / "x"), "the disk is named"
    assert not list(tmp_path.iterdir())


def test_a_page_may_hold_the_name_of_a_folder_that_is_not_utf_8(tmp_path):
    write_whole(tmp_path / "page.html", f"<h1>{os.fsdecode(bytes([0x65, 0xE9]))}</h1>")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "<h1>e?</h1>"


def test_a_pipe_and_a_link_stay_what_they_are(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "text"
    write_whole(Path(os.devnull), "text")
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("block", [-1, 0, "", 1.5])
def test_a_block_without_games_is_refused(scenario, block):
    with pytest.raises(DataError, match="the block is "):
        rotwsim.simulate(scenario, games=10, block=block)


def test_blocks_are_found_in_order_and_strangers_ignored(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    key = "0123456789abcdef"
    for name in (f"000000000500-10-{key}", f"000000000000-500-{key}", f"12-5-{key}", "notes"):
        (games / f"{name}.parquet").write_bytes(b"")
    assert list(block_files(tmp_path)) == [Block(0, 500), Block(500, 10)]
