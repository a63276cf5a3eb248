"""Digests of the kernels' sources: what the code does counts, docstrings and comments do not."""

import ast
import hashlib
import json
import os
import tempfile
from functools import cache
from pathlib import Path

from rotwsim.core.jit.cache_folder import kernels_folder

PACKAGE = Path(__file__).resolve().parents[2]
FOLDERS = ("core", "players")  # where all kernels are
LETTERS = 16
DIGESTS = "sources.json"  # syntax trees by the bytes of their file: a parse takes milliseconds


def sources_digest() -> str:
    """Change with any code in core/ or players/."""
    files = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return _hashed(f"{_name_of(path)} {_described(path)['digest']}" for path in files)


@cache
def module_digest(name: str) -> str:
    """Change with the code of a module and of every module of the package that it imports.

    numba's own cache does not see edits in other files.
    """
    known, waiting = set(), [name]
    while waiting:
        module = waiting.pop()
        if module not in known and _path_of(module).is_file():
            known.add(module)
            waiting += _described(_path_of(module))["imports"]
    return _hashed(f"{module} {_described(_path_of(module))['digest']}" for module in sorted(known))


def _hashed(lines) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:LETTERS]


def _name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def _path_of(module: str) -> Path:
    return PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


@cache
def _described(path: Path) -> dict:
    """The digest of a file's syntax tree and the modules of the package that it imports."""
    content = path.read_bytes()
    key = hashlib.sha256(content).hexdigest()[: 2 * LETTERS]
    kept = _kept()
    if key not in kept:
        tree = ast.parse(content)
        kept[key] = {"digest": _hashed([_dumped(tree)]), "imports": _imports(tree)}
        _keep(kept)
    return kept[key]


def _dumped(tree: ast.Module) -> str:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(
            node, clean=False
        ):
            del node.body[0]
    return ast.dump(tree)


def _imports(tree: ast.Module) -> list[str]:
    """Names after `import` may be modules or what is in them; a file decides later."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return sorted(name for name in found if name.startswith(f"{PACKAGE.name}."))


@cache
def _kept() -> dict[str, dict]:
    try:
        found = json.loads((kernels_folder() / DIGESTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _keep(described: dict[str, dict]) -> None:
    """Write the file in one step; where that fails the sources are parsed again next time."""
    try:
        handle, name = tempfile.mkstemp(dir=kernels_folder())
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(described, file)
        os.replace(name, kernels_folder() / DIGESTS)
    except OSError:
        return
