"""Compiled kernels are those of the sources at hand, whether the cache can be written to or not."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

import rotwsim
from rotwsim.cli.dev import examined
from rotwsim.core.jit import cache_folder, kernel_cache
from rotwsim.core.jit.kernel_cache import KernelFile

from ..conftest import run_apart

pytestmark = pytest.mark.slow  # processes that read kernels

FIRST_WORD = """
import numpy as np
from rotwsim.core.state import layout, streams
from rotwsim.core.jit.cache_folder import COMPILING
steps = []
COMPILING.begin, COMPILING.end = lambda: steps.append("begin"), lambda: steps.append("end")
states = np.zeros(1, layout.STATE)
cache, word = streams.draw_word._cache, streams.draw_word(states[0], 0)
hits = sum(streams.draw_word.stats.cache_hits.values())
print(word, cache.cache_path, cache._impl.filename_base, hits, "-".join(steps) or "silence")
"""


@dataclass(frozen=True)
class Drawn:
    """The first random word that a copy of the package draws, and the kernel that drew it."""

    word: str
    folder: Path
    kernel: str
    from_cache: bool
    said: str
    compiling: str


def first_word(package: Path, **environment: str) -> Drawn:
    done = run_apart(FIRST_WORD, cwd=package, NUMBA_DISABLE_JIT="0", **environment)
    assert done.returncode == 0, done.stderr
    word, folder, kernel, hits, steps = done.stdout.split()
    return Drawn(word, Path(folder), kernel, hits == "1", done.stderr, steps)


@pytest.fixture
def package(tmp_path) -> Path:
    """A folder with a copy of the package, free to be edited."""
    ignore = shutil.ignore_patterns("__pycache__", "data", "templates")
    shutil.copytree(Path(rotwsim.__file__).parent, tmp_path / "copy" / "rotwsim", ignore=ignore)
    (tmp_path / "copy" / "rotwsim" / "__init__.py").write_text("")
    return tmp_path / "copy"


@pytest.fixture
def unwritable(tmp_path) -> str:
    """A cache that even the administrator cannot write to: it is a file."""
    (tmp_path / "a file").write_text("")
    return str(tmp_path / "a file")


def test_with_an_unwritable_cache_an_edit_is_seen_at_once(package, unwritable):
    before = first_word(package, ROTWSIM_CACHE=unwritable)
    edit(package, "log", "0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB")
    after = first_word(package, ROTWSIM_CACHE=unwritable)
    assert before.word != after.word
    assert not list(package.rglob("*.nbi")), "no kernel is kept beside the sources"
    assert not before.folder.exists(), "what one process kept is gone with it"


def edit(package: Path, module: str, old: str, new: str) -> None:
    path = next((package / "rotwsim" / "core").rglob(f"{module}.py"))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_edit_in_an_imported_module_is_seen_at_once(package, tmp_path):
    given = {"ROTWSIM_CACHE": str(tmp_path / "c")}
    before = first_word(package, **given)
    edit(package, "log", "0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB")
    after = first_word(package, **given)
    assert (before.word, before.kernel) != (after.word, after.kernel)
    assert not after.from_cache


def test_docstrings_comments_and_other_modules_leave_a_kernel_in_the_cache(package, tmp_path):
    given = {"ROTWSIM_CACHE": str(tmp_path / "c")}
    before = first_word(package, **given)
    edit(package, "streams", '"""', '"""Edited.\n\n')
    edit(package, "log", '"""', '"""Edited. ')
    edit(package, "log", "import", "# a comment\nimport")
    edit(package, "money_engine_insurance", "BOND", "OTHER_BOND")  # no word rests on money
    (package / "rotwsim" / "players" / "bold.py").write_text('"""A player."""\n')
    after = first_word(package, **given)
    assert (before.word, before.kernel) == (after.word, after.kernel)
    assert after.from_cache and not before.from_cache
    assert (before.compiling, after.compiling) == ("begin-end", "silence")


def test_numba_cannot_be_told_to_keep_kernels_beside_the_sources(package, tmp_path):
    drawn = first_word(
        package, ROTWSIM_CACHE=str(tmp_path / "c"), NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator"
    )
    assert drawn.folder.is_relative_to(tmp_path / "c" / "kernels")


DAMAGE = {
    "half of the machine code": ("nbc", lambda content: content[: len(content) // 2]),
    "one byte of the machine code": ("nbc", lambda content: content[:-999] + b"?" + content[-998:]),
    "another index": ("nbi", lambda content: b"not an index"),
    "an empty index": ("nbi", lambda content: b""),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_kernel_is_compiled_again_and_said_in_one_line(package, tmp_path, damage):
    given = {"ROTWSIM_CACHE": str(tmp_path / "c")}
    before, (form, spoil) = first_word(package, **given), DAMAGE[damage]
    for path in (tmp_path / "c").rglob(f"*.{form}"):
        path.write_bytes(spoil(path.read_bytes()))
    after = first_word(package, **given)
    folder = tmp_path / "c" / "kernels"
    assert (after.word, after.from_cache) == (before.word, False)
    assert after.said == f"compiled kernels in {folder} are damaged; they are compiled again\n"
    again = first_word(package, **given)
    assert again.from_cache and again.said == ""


def test_a_damaged_kernel_is_not_called_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "kernels_folder", lambda: tmp_path)
    module = "rotwsim.players.blocks"
    digest = kernel_cache.module_digest(module)
    kept = KernelFile(str(tmp_path / module), f"blocks.play_block-{digest}.py311", digest)
    (tmp_path / module).mkdir()
    kept.save("key", "machine code")
    assert kept.load("key") == "machine code"
    assert kernel_cache.kept_kernel(module, "play_block") and not kernel_cache.damaged_kernels()
    data = next((tmp_path / module).glob("*.nbc"))
    data.write_bytes(data.read_bytes()[:10])
    assert kernel_cache.kept_kernel(module, "play_block") is None
    assert kernel_cache.damaged_kernels() == [data]
    assert "damaged files: 1" in examined()["machine"]["kernels"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_named(tmp_path, monkeypatch):
    full = Path("/dev/full")
    monkeypatch.setattr(KernelFile, "_open_for_write", lambda self, path: full.open("wb"))
    with pytest.raises(OSError) as refused:
        KernelFile(str(tmp_path), "games", "digest").save("key", "machine code")
    assert refused.value.filename == str(tmp_path)


def test_a_user_without_a_home_has_a_passing_cache(monkeypatch):
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("ROTWSIM_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(Path, "home", nowhere)
    folder = cache_folder.kernels_folder.__wrapped__()
    try:
        assert folder.is_dir() and cache_folder.cache_folder() == folder.parent
    finally:
        shutil.rmtree(cache_folder.cache_folder())
