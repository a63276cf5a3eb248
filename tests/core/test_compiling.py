"""How numba compiles the kernels here: each once, and with numba's own answers got faster."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from llvmlite.binding import Linkage
from numba.core import ir, types
from numba.core.compiler import run_frontend
from numba.core.runtime import _nrt_python, rtsys
from numba.np import linalg

from rotwsim.core.jit import code_libraries, kernel_cache
from rotwsim.core.jit.decorators import count_bits, fast_kernel, kernel, lowest_bit, stack_array
from rotwsim.core.jit.numba_speedups import is_counted
from rotwsim.core.play.turn_actions import ACTION, LEGAL_ACTIONS, legal_actions
from rotwsim.core.state import decisions, layout
from rotwsim.players import blocks
from rotwsim.players.registry import EXPERT

from .builder import Table

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")

STATE = numba.typeof(np.zeros(1, layout.STATE)).dtype


@pytest.mark.parametrize(
    "given",
    [
        (types.int8,),
        (types.literal(3), types.int64),
        (types.int32, types.int64, types.literal(5)),
        (types.int64, types.int64, types.Omitted(0)),
    ],
    ids=["one narrow number", "two numbers", "three numbers", "a default"],
)
def test_a_kernel_has_one_form_whatever_numbers_it_is_given(given):
    decisions.enter.get_call_template((STATE, *given), {})
    forms = decisions.enter.for_kernels().signatures
    assert forms == [(STATE, types.int64, types.int64, types.int64)]


def test_numba_still_sees_every_variable_of_an_instruction():
    found = {var.name for block in _blocks() for each in block.body for var in each.list_vars()}
    assert {"first", "second", "third", "pair", "table", "key"} <= found
    calls = [each.value for block in _blocks() for each in block.find_insts(ir.Assign)]
    built = [value for value in calls if isinstance(value, ir.Expr) and value.op == "build_tuple"]
    assert [[var.name for var in value.list_vars()] for value in built] == [["first", "second"]]


def _blocks():
    return run_frontend(_all_kinds).blocks.values()


def _all_kinds(first, second, third):
    pair = (first, second)
    table = {first: third}
    for key in table:
        third[key] = pair[0]
    return third


def test_arrays_are_counted_and_numbers_and_fields_of_records_are_not():
    context = decisions.enter.targetctx
    of_its_own, field = types.Array(types.int64, 1, "C"), STATE.typeof("streams")
    assert is_counted(context, of_its_own)
    assert is_counted(context, types.UniTuple(of_its_own, 2))
    assert isinstance(field, types.NestedArray)
    assert not any(is_counted(context, kind) for kind in (field, types.int64, STATE))


def before(numbers, place):
    return numbers[place - 1]


def test_only_a_kernel_takes_an_index_below_zero_as_it_is():
    """Other code of the same process still counts it from the end."""
    numbers = np.arange(4)
    assert numba.njit(before)(numbers[1:], 0) == 3
    assert kernel(before)(numbers[1:], 0) == 0


new_pair = stack_array((2, 3), np.int32)
new_zeros = stack_array(5, np.int64, zeros=True)


@kernel
def use_the_stack(first, second):
    pair, total = new_pair(), 0
    for row in range(2):
        for column in range(3):
            pair[row, column] = first * row + second * column
    zeros = new_zeros()
    for place in range(5):
        total += zeros[place]
        zeros[place] = 1
    return total + sum_of(pair)


@kernel
def sum_of(numbers):
    total = 0
    for row in range(numbers.shape[0]):
        for column in range(numbers.shape[1]):
            total += numbers[row, column]
    return total


def test_an_array_on_the_stack_is_as_any_other_and_allocates_nothing():
    numbers = [5 * row + 7 * column for row in range(2) for column in range(3)]
    assert use_the_stack(5, 7) == use_the_stack(5, 7) == sum(numbers)
    assert allocations(lambda: use_the_stack(5, 7)) == 0


def allocations(function) -> int:
    """Arrays that kernels allocate on the heap in a call."""
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats().mi_alloc
    function()
    return rtsys.get_allocation_stats().mi_alloc - before


@kernel
def borrow(numbers, other):
    if other > 0:
        numbers = numbers[1:]  # a variable that holds more than its argument is counted
    return numbers[0] + other


@pytest.mark.parametrize("other", [0, 1])
def test_a_borrowed_array_lives_on(other):
    numbers = np.arange(3)
    count = sys.getrefcount(numbers)
    assert borrow(numbers, other) == 2 * other
    assert sys.getrefcount(numbers) == count and numbers.tolist() == [0, 1, 2]


def test_other_code_of_the_process_still_calls_its_own_functions():
    inner = numba.njit(lambda number: number + 1)
    assert numba.njit(lambda number: inner(number) * 2)(3) == 8


@pytest.mark.parametrize("bits", [1, 2, 0b1011000, 1 << 63, (1 << 64) - 1])
def test_bits_are_counted_and_found_as_in_plain_python(bits):
    word = np.uint64(bits)
    assert ask_bits(word) == (bin(bits).count("1"), bin(bits)[::-1].index("1"))


@kernel
def ask_bits(word):
    return count_bits(word), lowest_bit(word)


@kernel
def third(number):
    return number / 3.0 + 0.1


def sum_of_thirds(count):
    total = 0.0
    for number in range(count):
        total += third(number)
    return total


at_once, fast = kernel(sum_of_thirds), fast_kernel(sum_of_thirds)


def test_both_ways_in_from_python_give_the_same_to_the_last_bit():
    assert at_once(1000) == fast(1000) == sum_of_thirds(1000)


@pytest.mark.parametrize("entry", [at_once, fast], ids=["at once", "fast"])
def test_what_is_below_a_way_in_is_seen_by_no_other_kernel(entry):
    """A block of games that is loaded later would call it, as it has the same name; and what nobody
    else sees is optimised for its callers.
    """
    entry(3)
    functions = entry.overloads[(types.int64,)].library._get_module_for_linking().functions
    seen = [each.name for each in functions if each.linkage is not Linkage.internal]
    assert any("sum_of_thirds" in name for name in seen)
    assert not any("third_in_kernels" in name for name in seen)


def test_a_kernel_links_nothing_that_only_kernels_call():
    third.for_kernels().compile((types.int64,))  # a way in from the cache asks for no other form
    below = third.for_kernels().overloads[(types.int64,)].library
    own = [each.name for each in below._final_module.functions if not each.is_declaration]
    assert len(own) == 1 and "third_in_kernels" in own[0]
    outer = kernel(sum_of_thirds).for_kernels()
    outer.compile((types.int64,))
    library = outer.overloads[(types.int64,)].library
    defined = [each.name for each in library.get_defined_functions()]
    assert not any("third_in_kernels" in name for name in defined if "sum_of" not in name)
    assert below.name in [each.name for each in library._all_below()]


def test_a_kernel_whose_code_is_lost_or_damaged_is_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "kernels_folder", lambda: tmp_path)
    place = kernel_cache.keep_code(b"as it was")
    assert kernel_cache.code_at(place) == b"as it was"
    (tmp_path / kernel_cache.CODE / place).write_bytes(b"as it is")
    for _ in range(2):  # damaged, then lost
        with pytest.raises(kernel_cache.LostCode):
            kernel_cache.code_at(place)
    cache = kernel_cache.KernelCacheImpl(third.py_func)
    lost = (("third", code_libraries.IN_PARTS, place), *[None] * 6, (), ())
    assert cache.rebuild(third.targetctx, lost) is None


def test_no_kernel_of_a_game_brings_texts_with_it():
    """Numba's texts of errors take two seconds to compile; a slice that takes an array has them."""
    types_of_game = tuple(map(numba.typeof, (np.zeros(1, layout.STATE), np.zeros(1, layout.RULES))))
    choices = blocks.kernels_for(EXPERT, False).choices
    choices.for_kernels().compile(types_of_game)
    library = choices.for_kernels().overloads[types_of_game].library
    names = [each.name for each in library._all_below()]
    assert len(names) > 300
    assert not [name for name in names if "raise_with_shape" in name]


def test_numba_still_finds_blas_for_whoever_multiplies_matrices():
    linalg.ensure_blas()
    assert "scipy.linalg.cython_blas" in sys.modules


FIND = (
    "import sys; from tests.core.test_compiling import actions_in; print(actions_in(sys.argv[1]))"
)


def actions_in(folder: str | Path) -> str:
    """The legal actions of all positions in a folder, as a hash."""
    rules = np.fromfile(Path(folder, "RULES"), layout.RULES)
    states = np.fromfile(Path(folder, "STATE"), layout.STATE)
    legal, digest = np.zeros((LEGAL_ACTIONS, ACTION), np.int64), hashlib.sha256()
    for place in range(len(states)):
        found = legal_actions(states[place], rules[0], 0, legal)
        digest.update(legal[:found].tobytes())
    return digest.hexdigest()


@pytest.mark.slow
def test_without_our_speed_ups_numba_finds_the_same_actions(tmp_path):
    """Whole games take minutes to compile, and are compared by the workflow on GitHub."""
    table = Table(board="eastern-us", player="random", barons=True)
    with (tmp_path / "RULES").open("wb") as rules, (tmp_path / "STATE").open("wb") as states:
        rules.write(table.rules.tobytes())
        for game in range(20):
            table.deal(1, game)
            for _ in range(game % 10):
                table.play_turn()
            states.write(table.state.tobytes())
    done = subprocess.run(
        [sys.executable, "-c", FIND, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "ROTWSIM_PLAIN_NUMBA": "1"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == actions_in(tmp_path), done.stderr
