# Longer than most: the files of kernels and the digests in their names belong together.
"""Keep compiled kernels in files, by the digest of the sources a kernel is compiled from.

Only what the code does counts for a digest; docstrings and comments do not.
"""

import ast
import hashlib
import json
import logging
import os
import pickle
import sys
import tempfile
import zlib
from contextlib import suppress
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.core.serialize import dumps

from rotwsim.core.jit.cache_folder import COMPILING, kernels_folder

CHECKSUM_BYTES = 4
CODE = "code"  # a folder: what kernels that call the same kernels share
LOG = logging.getLogger("rotwsim")


def kept_kernel(module: str, name: str) -> Path | None:
    """Find the index of a kernel in the cache, if it was compiled from this code and is whole."""
    folder, base = kernels_folder() / module, f"{module.split('.')[-1]}.{name}"
    for index in folder.glob(f"{base}-{module_digest(module)}.*.nbi"):
        if all(map(is_whole, [index, *folder.glob(f"{index.stem}.*.nbc")])):
            return index
    return None


def damaged_kernels() -> list[Path]:
    """Find files of this code's kernels that are not as they were written."""
    return [
        path
        for folder in sorted(kernels_folder().iterdir())
        for path in folder.glob(f"*-{module_digest(folder.name)}.*.nb[ci]")
        if not is_whole(path)
    ]


def is_whole(path: Path) -> bool:
    return _unsealed(path.read_bytes()) is not None


def _sealed(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CHECKSUM_BYTES, "big") + content


def _unsealed(content: bytes) -> bytes | None:
    inner = content[CHECKSUM_BYTES:]
    return inner if _sealed(inner) == content else None


class LostCode(Exception):
    """The code of a kernel is not where it was kept, or damaged."""


def keep_code(content: bytes) -> str:
    """Write code under the digest of its content, in one step; return the digest."""
    place = hashlib.blake2b(content, digest_size=LETTERS).hexdigest()
    path = kernels_folder() / CODE / place
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        _write_at_once(path, content)
    return place


def _write_at_once(path: Path, content: bytes) -> None:
    """Write a file in one step: others see all of it or nothing."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(name, path)


def code_at(place: str) -> bytes:
    """Read code that is as it was written."""
    try:
        content = (kernels_folder() / CODE / place).read_bytes()
    except OSError:
        raise LostCode(place) from None
    if hashlib.blake2b(content, digest_size=LETTERS).hexdigest() != place:
        os.unlink(kernels_folder() / CODE / place)
        _report_damage(kernels_folder())
        raise LostCode(place)
    return content


class KernelLocator(_CacheLocator):
    """A folder for each module; the digest of the code is in the names of its files."""

    def __init__(self, function) -> None:
        self._py_file = function.__code__.co_filename  # numba names it in a warning
        self._module = function.__module__

    def get_cache_path(self) -> str:
        return str(kernels_folder() / self._module)

    def get_source_stamp(self) -> str:
        return self.get_disambiguator()

    def get_disambiguator(self) -> str:
        return module_digest(self._module)


class KernelCacheImpl(CompileResultCacheImpl):
    """numba's own way to store a kernel, with our locator whatever its settings say."""

    def __init__(self, function) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelLocator(function)
        name = f"{function.__module__.split('.')[-1]}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, "")

    def reduce(self, cres):
        """Leave out the source with its types written beside it, which nobody reads."""
        return super().reduce(cres._replace(type_annotation=""))

    def rebuild(self, target_context, payload):
        try:
            return super().rebuild(target_context, payload)
        except LostCode:
            return None


class KernelFile(IndexDataCacheFile):
    """The files of a kernel, each behind a checksum: what is damaged is compiled again."""

    def load(self, key):
        name = self._load_index().get(key)
        content = self._read(self._data_path(name)) if name else None
        return None if content is None else pickle.loads(content)

    def _load_index(self) -> dict:
        content = self._read(self._index_path)
        stamp, overloads = pickle.loads(content) if content else (None, {})
        return overloads if stamp == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict) -> None:
        self._write(self._index_path, ((self._version, self._source_stamp), overloads))

    def _save_data(self, name: str, data) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> bytes | None:
        try:
            content = _unsealed(Path(path).read_bytes())
        except FileNotFoundError:
            return None
        if content is None:
            _report_damage(Path(path).parent.parent)
        return content

    def _write(self, path: str, data) -> None:
        try:
            with self._open_for_write(path) as file:
                file.write(_sealed(dumps(data)))
        except OSError as error:  # a full disk does not say which
            raise OSError(error.errno, error.strerror, self._cache_path) from error


@cache
def _report_damage(folder: Path) -> None:
    LOG.warning("compiled kernels in %s are damaged; they are compiled again", folder)


class KernelCache(FunctionCache):
    """The cache of one kernel."""

    _impl_class = KernelCacheImpl

    def __init__(self, function) -> None:
        super().__init__(function)
        stamp, base = self._impl.locator.get_source_stamp(), self._impl.filename_base
        self._cache_file = KernelFile(self.cache_path, base, stamp)

    def load_overload(self, sig, target_context):
        found = super().load_overload(sig, target_context)
        if found is None:
            COMPILING.enter()
        return found

    def save_overload(self, sig, data) -> None:
        try:
            super().save_overload(sig, data)
        finally:
            COMPILING.leave()

    def _index_key(self, sig, codegen):
        """The digest in the file name covers the code, which numba would compare by its bytes."""
        return sig, codegen.magic_tuple()


PACKAGE = Path(__file__).resolve().parents[2]
FOLDERS = ("core", "players")  # where all kernels are
LETTERS = 16
DIGESTS = "sources.json"  # syntax trees by the bytes of their file: a parse takes milliseconds


def sources_digest() -> str:
    """Change with any code in core/ or players/."""
    files = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return joined_digest(
        *(f"{path.relative_to(PACKAGE)} {_described(path)['digest']}" for path in files)
    )


@cache
def module_digest(name: str) -> str:
    """Change with the code of a module and of what it imports of rotwsim or its package.

    numba's own cache does not see edits in other files.
    """
    known, waiting = set(), [name]
    rooms = {PACKAGE.name, name.partition(".")[0]}
    while waiting:
        module = waiting.pop()
        if module not in known and _path_of(module).is_file():
            known.add(module)
            found = _described(_path_of(module))["imports"]
            absolute = [resolve_name(each, module.rpartition(".")[0]) for each in found]
            waiting += [each for each in absolute if each.partition(".")[0] in rooms]
    return joined_digest(
        *(f"{module} {_described(_path_of(module))['digest']}" for module in sorted(known))
    )


def file_digest(path: Path) -> str:
    """Change with the code of one file, also while this process runs."""
    return _described.__wrapped__(path)["digest"]


def joined_digest(*lines: str) -> str:
    """Change with any of these lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:LETTERS]


def _path_of(module: str) -> Path:
    """Find the file of a module; one outside the package is loaded."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if module.partition(".")[0] != PACKAGE.name and file:
        return Path(file)
    return PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


@cache
def _described(path: Path) -> dict:
    """The digest of a file's syntax tree and the modules of the package that it imports."""
    content = path.read_bytes()
    key = hashlib.sha256(content).hexdigest()[: 2 * LETTERS]
    kept = _kept()
    if key not in kept:
        tree = ast.parse(content)
        kept[key] = {"digest": joined_digest(_dumped(tree)), "imports": _imports(tree)}
        with suppress(OSError):  # the sources are parsed again next time
            _write_at_once(kernels_folder() / DIGESTS, json.dumps(kept).encode())
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
        if isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            dot = "." if node.module else ""
            found |= {module, *(f"{module}{dot}{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return sorted(found)


@cache
def _kept() -> dict[str, dict]:
    try:
        found = json.loads((kernels_folder() / DIGESTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
