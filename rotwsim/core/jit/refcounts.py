"""How a kernel becomes instructions: what numba asks at run time, and no kernel needs, is left out.

Users are counted of arrays, and of what holds arrays, and of nothing else. numba asked for every
variable, and wrote down for each where its use begins and ends. Arguments are borrowed: the caller
keeps them, so nothing is counted. An index is taken as it is: numba asked at each access whether it
was meant from the end. numba's other users keep all of that.
"""

from collections import Counter

from numba.core import ir, types
from numba.core.lowering import Lower
from numba.core.runtime.context import NRTContext
from numba.np import arrayobj


class KernelLower(Lower):
    """Writes the instructions of a kernel."""

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        self.builder.counts_from_zero = True
        self.borrowed = set()  # variables that hold an argument from beginning to end
        self.assignments = Counter(
            each.target.name
            for block in self.blocks.values()
            for each in block.find_insts(ir.Assign)
        )

    def lower_assign(self, kind, instruction):
        value, name = instruction.value, instruction.target.name
        if isinstance(value, ir.Arg) and self.assignments[name] == 1:
            given = self.typeof("arg." + value.name)
            if not isinstance(given, types.Omitted) and given == kind:
                self.borrowed.add(name)
                return self.fnargs[value.index]
        return super().lower_assign(kind, instruction)

    def storevar(self, value, name, argidx=None):
        kind = self.typeof(name)
        if argidx is not None or is_counted(self.context, kind):
            super().storevar(value, name, argidx)
            return
        self._alloca_var(name, kind)
        if name in self._singly_assigned_vars and not self._disable_sroa_like_opt:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name):
        if name not in self.borrowed and is_counted(self.context, self.typeof(name)):
            super().delvar(name)


def count_only_arrays() -> None:
    """From now on numba counts who still uses a value only where it could be freed."""
    count = NRTContext._call_incref_decref

    def count_arrays(runtime, builder, kind, value, function):
        if is_counted(runtime._context, kind):
            count(runtime, builder, kind, value, function)

    NRTContext._call_incref_decref = count_arrays


def is_counted(context, kind) -> bool:
    """A number has nothing to be freed, and a field of a record belongs to the record's array."""
    if isinstance(kind, types.NestedArray):
        return False
    return context.data_model_manager[kind].contains_nrt_meminfo()


def count_indices_from_zero() -> None:
    """From now on a kernel takes an index as it is; -1 is an error there, not the last place.

    `python -m tests.core.extremes` shows with checks on that no kernel has such an index.
    """
    from_the_end_too = arrayobj.fix_integer_index

    def as_it_is(context, builder, kind, index, size):
        if not getattr(builder, "counts_from_zero", False):
            return from_the_end_too(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is
