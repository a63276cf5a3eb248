"""Imports point one way: each room knows only the rooms it may know."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

import rotwsim

PACKAGE = Path(rotwsim.__file__).parent
ROOT = PACKAGE.parent

# What each room may import of rotwsim besides itself. Modules named with a dot are allowed alone.
ROOMS = {
    "core": (),
    "scenario": ("core",),
    "players": ("core",),
    "reference": ("scenario", "core.state.codes", "core.state.log"),
    "runner": ("scenario", "core", "players", "reference"),
    "training": ("scenario", "core", "players", "runner"),
    "stats": (),
    "analysis": ("scenario", "core", "runner", "stats"),
    "replay": ("scenario", "core", "players", "reference", "runner"),
    "env": ("scenario", "core", "runner", "replay", "session", "report"),
    "session": ("scenario", "core", "players", "runner", "replay"),
    "report": ("scenario", "stats", "runner", "analysis", "replay"),
    "web": ("scenario", "core", "stats", "runner", "analysis", "replay", "report"),
    "cli": (
        "scenario",
        "core",
        "players",
        "reference",
        "runner",
        "training",
        "stats",
        "analysis",
        "replay",
        "session",
        "report",
        "web",
    ),
}
# What a room may import from outside, beyond the standard library; rooms not named are free.
OUTSIDE = {"core": {"numpy", "numba", "llvmlite"}, "players": {"numpy", "numba"}}
HEAVY = {"matplotlib", "pandas", "scipy", "numpy", "numba", "joblib", "pyarrow", "dask"}
# The rooms whose sources the kernel digest covers; see core/jit/decorators.py.
UNDER_THE_DIGEST = ("core", "players")
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}
# Decorators that compile: the project's own and those of numba.
COMPILING = re.compile(
    r"\b(kernel|kernel_for|step|rung|n?jit|vectorize|guvectorize|generated_jit|cfunc|stencil)\b"
)
MODULES = sorted(PACKAGE.rglob("*.py"))
# Folders inside a room that hold what is chosen or said, and must not draw.
DRAWS_NOTHING = ("report/findings",)
LONGEST_FILE = 300  # lines
REASON = "Longer than most:"  # begins the comment of a file that is longer, with why


def room_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


in_each_room = pytest.mark.parametrize("room", [*ROOMS, ""], ids=lambda room: room or "rotwsim")


def files_of(room: str) -> list[Path]:
    return [path for path in MODULES if room_of(path) == room]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imports_of(path: Path, top_level_only: bool = False) -> set[str]:
    """The modules that a file imports, with what is taken from them: `rotwsim.scenario.schema`."""
    nodes = top_level(tree_of(path)) if top_level_only else nodes_of(path)
    package = list(path.relative_to(ROOT).with_suffix("").parts[:-1])
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def top_level(tree: ast.Module) -> list[ast.stmt]:
    """Statements that run on import; the body of `if TYPE_CHECKING` does not."""
    found, waiting = [], list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        found.append(node)
        waiting += list(ast.iter_child_nodes(node))
    return found


def is_within(module: str, allowed: str) -> bool:
    return module == allowed or module.startswith(f"{allowed}.")


@pytest.mark.parametrize("room", ROOMS)  # rotwsim/__init__.py gives the public names of all rooms
def test_a_room_imports_only_the_rooms_it_may_know(room):
    allowed = [f"rotwsim.{name}" for name in (room, *ROOMS[room])]
    for path in files_of(room):
        for module in imports_of(path):
            if is_within(module, "rotwsim"):
                assert any(is_within(module, name) for name in allowed), (
                    f"{module_of(path)} imports {module}; legal: {', '.join(allowed)}"
                )


@pytest.mark.parametrize("room", OUTSIDE)
def test_a_room_imports_only_the_packages_it_may_use(room):
    for path in files_of(room):
        for module in imports_of(path):
            package = module.split(".")[0]
            if package != "rotwsim" and package not in sys.stdlib_module_names:
                assert package in OUTSIDE[room], f"{module_of(path)} imports {package}"


def test_commands_import_heavy_packages_only_when_they_run():
    for path in files_of("cli"):
        heavy = {module.split(".")[0] for module in imports_of(path, top_level_only=True)} & HEAVY
        assert not heavy, f"{module_of(path)} imports {heavy} at its top"


@in_each_room
def test_every_kernel_lies_under_the_kernel_digest(room):
    for path in files_of(room) if room not in UNDER_THE_DIGEST else ():
        compiled = {name for name in decorators_of(path) if COMPILING.search(name)}
        compiled |= {
            name for name in imports_of(path) if is_within(name, "rotwsim.core.jit.decorators")
        }
        compiled -= {"rotwsim.core.jit.decorators.KERNEL_DIGEST"}
        assert not compiled, f"{module_of(path)} compiles outside the digest: {compiled}"


def decorators_of(path: Path) -> set[str]:
    return {
        ast.unparse(decorator)
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        for decorator in node.decorator_list
    }


@pytest.mark.parametrize("room", ["cli", "report", "session", "web"])
def test_a_file_of_a_user_is_written_whole(room):
    """On a full disk `write_text` leaves an empty file in place of a page."""
    for path in files_of(room):
        calls = {node.attr for node in nodes_of(path) if isinstance(node, ast.Attribute)}
        assert not calls & {"write_text", "write_bytes"}, f"{module_of(path)}: use write_whole"


def test_the_reference_finds_its_own_track():
    for path in files_of("reference"):
        shared = {name for name in imports_of(path) if is_within(name, "rotwsim.scenario.compile")}
        assert not shared, f"{module_of(path)} shares {shared} with core, which leaves it unchecked"


def test_every_folder_of_the_package_is_a_room_of_the_house():
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == {*ROOMS, "data"}


def test_data_holds_no_code():
    assert not list((PACKAGE / "data").rglob("*.py"))


@pytest.mark.parametrize("folder", ["rotwsim", "experiments", "tests"])
def test_no_file_is_a_drawer_for_everything(folder):
    for path in (ROOT / folder).rglob("*.py"):
        assert path.stem not in FORBIDDEN_NAMES, f"{path} needs a name that says what it is about"


@in_each_room
def test_every_file_begins_with_a_sentence_about_itself(room):
    for path in files_of(room):
        empty = not path.stat().st_size
        assert empty or ast.get_docstring(tree_of(path)), f"{module_of(path)} has no first line"


@pytest.mark.parametrize("folder", DRAWS_NOTHING)
def test_what_is_chosen_and_said_does_not_depend_on_what_is_drawn(folder):
    for path in (PACKAGE / folder).rglob("*.py"):
        for module in imports_of(path):
            assert not is_within(module, "matplotlib"), f"{module_of(path)} imports {module}"
            assert not is_within(module, "rotwsim.report.figures"), module_of(path)


def test_every_file_that_is_no_code_goes_into_the_installed_package():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["rotwsim"]
    shipped = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".pyc", ".nbi", ".nbc"):
            assert path in shipped, f"{path.relative_to(PACKAGE)} is not in package-data"
    for pattern in patterns:
        assert list(PACKAGE.glob(pattern)), f"package-data has {pattern}, which nothing matches"


def test_every_folder_with_code_is_a_package():
    for path in MODULES:
        assert (path.parent / "__init__.py").exists(), f"{path.parent} has no __init__.py"


@in_each_room
def test_a_file_is_a_chapter_or_says_why_it_is_longer(room):
    for path in files_of(room):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= LONGEST_FILE or REASON in text, module_of(path)


# Words that DESIGN section 5 bans from English text and names; `search.tell` is a library's method.
BANNED = re.compile(
    r"(?<!search\.)\b(told|tells?|telling|held for|so many|of its own|alike|lies|stands|made anew"
    r"|a try|at hand|of today|whoever)\b",
    re.IGNORECASE,
)


@in_each_room
def test_no_file_uses_a_banned_word(room):
    for path in files_of(room):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            found = BANNED.search(line.replace("_", " "))
            assert not found, f"{module_of(path)}:{number} has {found[0]!r}"


# Words that no docstring of a function begins with: DESIGN section 5 asks for a verb.
NO_VERBS = re.compile(
    r"(a|all|also|an|any|as|both|by|each|every|everybody|everything|for|from|how|if|in|it|its|more"
    r"|most|no|nothing|of|on|once|one|only|other|so|the|these|this|those|two|what|when|where"
    r"|whether|which|who|whose|why)\b",
    re.IGNORECASE,
)
VERB_FIRST = ("analysis", "cli", "reference", "runner", "stats")  # the other rooms follow


@pytest.mark.parametrize("room", VERB_FIRST)
def test_the_docstring_of_a_function_begins_with_a_verb(room):
    for path in files_of(room):
        for node in nodes_of(path):
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if is_function and not is_command(node) and (text := ast.get_docstring(node)):
                found = NO_VERBS.match(text)
                assert not found, f"{module_of(path)}: {node.name} begins {text[:40]!r}"


def is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether click shows the docstring as help, which may begin with a noun."""
    decorators = " ".join(map(ast.unparse, node.decorator_list))
    return bool(re.search(r"\b(command|group)\b", decorators))
