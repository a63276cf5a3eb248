"""numba's file cache for kernels, by the digest of what a kernel is compiled from."""

from pathlib import Path

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from rotwsim.core.cache import kernels_folder
from rotwsim.core.sources import module_digest


def kept_kernel(module: str, name: str) -> Path | None:
    """Find the index of a kernel in the cache, if it was compiled from this code."""
    folder, base = kernels_folder() / module, f"{module.split('.')[-1]}.{name}"
    return next(folder.glob(f"{base}-{module_digest(module)}.*.nbi"), None)


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


class KernelCache(FunctionCache):
    """The cache of one kernel."""

    _impl_class = KernelCacheImpl

    def _index_key(self, sig, codegen):
        """The digest in the file name covers the code, which numba would compare by its bytes."""
        return sig, codegen.magic_tuple()
