# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# The reason: numba describes neither its options nor its dispatchers.
"""The decorators of all kernels."""

import os
import types as types_of_python
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba.core import types

from rotwsim.core.jit.kernel_cache import KernelCache, sources_digest
from rotwsim.core.jit.numba_speedups import (
    AT_ONCE,
    FAST,
    IN_KERNELS,
    KernelCompiler,
    keep_kernels_so,
    spare_bookkeeping,
)

KERNEL_DIGEST = sources_digest()
# The way out should a new numba not bear our speed-ups: it compiles minutes instead of seconds.
IS_PLAIN_NUMBA = os.environ.get("ROTWSIM_PLAIN_NUMBA", "0") != "0"
if not IS_PLAIN_NUMBA:
    keep_kernels_so()
    spare_bookkeeping()


def kernel(function) -> Any:
    """Compiles a function of the game, in one form for Python and in another for other kernels.

    numba would compile it anew for each constant and each width of integer that kernels call it
    with (345 compilations instead of 130 for the whole game), and each time with two wrappers that
    only Python needs. The form for kernels knows one width and has no wrappers.

    The form for Python is made to be ready at once: a caller who asks for one step of the game is
    slower than the step. Where Python leaves more to one call, see `fast_kernel`.

    A record does not keep its array alive. After `record = records[0]` the array is freed at once,
    unless it is used again later: make it in one kernel, hand the whole array to the next one and
    take the record there. A kernel cannot call itself.
    """
    return _in_two_forms(function, _compiled(_named_apart(function, AT_ONCE)))


def fast_kernel(function) -> Any:
    """A kernel that Python leaves much to, as a block of games: all below it is optimised together.

    It takes five times as long to compile, and runs two to three times as fast. This is said by a
    decorator and not by the caller, because the form is kept in the cache for all callers.
    """
    return _in_two_forms(function, _compiled(_named_apart(function, FAST)))


def kernel_for(home: str, ending: str = "", compiled: Callable = kernel) -> Callable:
    """Compile a function that is made several times, each under the module it is made for.

    The function may use other kernels as variables of the function around it. Module and ending
    are its name in the cache: they must differ where these kernels differ.
    """

    def named(function: Callable) -> Any:
        function.__module__, function.__qualname__ = home, function.__name__ + ending
        return compiled(function)

    return named


def _in_two_forms(function, for_python):
    if numba.config.DISABLE_JIT or IS_PLAIN_NUMBA:
        return for_python
    for_kernels = cache(
        lambda: _compiled(
            _named_apart(function, IN_KERNELS), no_cpython_wrapper=True, no_cfunc_wrapper=True
        )
    )

    def template_for_kernels(args, kws):
        _, args = for_kernels().fold_argument_types(args, kws)
        return for_kernels().get_call_template([_widened(arg) for arg in args], {})

    for_python.for_kernels = for_kernels
    for_python.get_call_template = template_for_kernels
    for_python.get_overload = lambda signature: for_kernels().get_overload(signature)
    return for_python


def _compiled(function, **options):
    if not IS_PLAIN_NUMBA:
        options["pipeline_class"] = KernelCompiler
    compiled = numba.njit(function, nogil=True, error_model="numpy", **options)
    if not (numba.config.DISABLE_JIT or IS_PLAIN_NUMBA):
        compiled._cache = KernelCache(function)
    return compiled


def _named_apart(function, ending):
    """The same function under another name, by which its library is kept."""
    twin = types_of_python.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    twin.__qualname__ = function.__qualname__ + ending
    twin.__module__ = function.__module__
    return twin


def _widened(argument):
    """One type for whole numbers of all widths, written out or left to their default."""
    if isinstance(argument, types.Omitted) and type(argument.value) is int:
        return types.int64
    argument = types.unliteral(argument)
    if isinstance(argument, types.Integer) and argument.signed:
        return types.int64
    return argument
