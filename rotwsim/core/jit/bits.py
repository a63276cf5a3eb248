"""Bit sets in one word, asked as a processor can: how many bits are set, where the first is."""

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def _as_the_processor_can(plain):
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
