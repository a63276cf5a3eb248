"""Arrays of a fixed size on the stack: nothing is allocated, and no users are counted.

A kernel may pass such an array on to the kernels it calls. It must never return it.
"""

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj, numpy_support


def stack_array(shape, dtype, zeros=False):
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
