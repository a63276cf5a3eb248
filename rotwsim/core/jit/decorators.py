# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# The reason: numba describes neither its options nor its dispatchers.
"""Compile kernels: the decorators, and what numba lacks (bit sets in a word, stack arrays)."""

import os
import types as types_of_python
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj, numpy_support

from rotwsim.core.jit.code_libraries import AT_ONCE, FAST, IN_KERNELS, install_kernel_libraries
from rotwsim.core.jit.kernel_cache import KernelCache, sources_digest
from rotwsim.core.jit.numba_speedups import KernelCompiler, patch_numba

KERNEL_DIGEST = sources_digest()
# The way out should a new numba not bear our speed-ups: it compiles minutes instead of seconds.
IS_PLAIN_NUMBA = os.environ.get("ROTWSIM_PLAIN_NUMBA", "0") != "0"
if not IS_PLAIN_NUMBA:
    install_kernel_libraries()
    patch_numba()


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
    made = function.__code__, function.__globals__, function.__name__
    twin = types_of_python.FunctionType(*made, function.__defaults__, function.__closure__)
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


def _as_the_processor_can(plain) -> Any:
    """Take the instruction of the same name; the plain form where nothing is compiled."""
    return plain if numba.config.DISABLE_JIT else intrinsic(INSTRUCTIONS[plain.__name__])


def _count(typing_context, bits):
    def write(context, builder, signature, given):
        return builder.ctpop(given[0])

    return types.int64(types.uint64), write


def _lowest(typing_context, bits):
    def write(context, builder, signature, given):
        return builder.cttz(given[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), write


INSTRUCTIONS = {"count_bits": _count, "lowest_bit": _lowest}


@_as_the_processor_can
def count_bits(bits):
    """How many bits of a word are set."""
    return int(bits).bit_count()


@_as_the_processor_can
def lowest_bit(bits):
    """The place of the lowest bit that is set; one is."""
    return (int(bits) & -int(bits)).bit_length() - 1


def stack_array(shape, dtype, zeros=False) -> Any:
    """Make the function by which a kernel makes such an array, empty or full of zeros."""
    shape, dtype = (shape,) if isinstance(shape, int) else shape, np.dtype(dtype)
    if numba.config.DISABLE_JIT:
        return (lambda: np.zeros(shape, dtype)) if zeros else (lambda: np.empty(shape, dtype))
    kind = types.Array(numpy_support.from_dtype(dtype), len(shape), "C")

    def write(context, builder, signature, arguments):
        size = int(np.prod(shape)) * dtype.itemsize
        with builder.goto_entry_block():
            room = builder.alloca(ir.ArrayType(ir.IntType(8), size))
            room.align = 64
        array = arrayobj.make_array(kind)(context, builder)
        data = builder.bitcast(room, array.data.type)
        if zeros:
            cgutils.memset(builder, data, context.get_constant(types.intp, size), 0)
        strides = [int(np.prod(shape[axis + 1 :])) * dtype.itemsize for axis in range(len(shape))]
        arrayobj.populate_array(
            array,
            data=data,
            shape=[context.get_constant(types.intp, extent) for extent in shape],
            strides=[context.get_constant(types.intp, stride) for stride in strides],
            itemsize=context.get_constant(types.intp, dtype.itemsize),
            meminfo=None,
        )
        return array._getvalue()

    def make(typing_context):
        return kind(), write

    return intrinsic(make)
