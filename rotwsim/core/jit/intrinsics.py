# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# The reason: numba sets its options at run time.
"""Give kernels what numba lacks: bit sets in one word, and small arrays on the stack."""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj, numpy_support


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
