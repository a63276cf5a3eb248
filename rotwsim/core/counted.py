"""Which values numba counts the users of: arrays, and what holds arrays.

It asked for every variable, and wrote down for each where its use begins and ends.
"""

from numba.core import types
from numba.core.lowering import Lower
from numba.core.runtime.context import NRTContext


def count_only_arrays() -> None:
    """From now on numba counts who still uses a value only where it could be freed."""
    count, store, delete = NRTContext._call_incref_decref, Lower.storevar, Lower.delvar

    def count_arrays(runtime, builder, kind, value, function):
        if is_counted(runtime._context, kind):
            count(runtime, builder, kind, value, function)

    def store_variable(lower, value, name, argidx=None):
        kind = lower.typeof(name)
        if argidx is not None or is_counted(lower.context, kind):
            store(lower, value, name, argidx)
            return
        lower._alloca_var(name, kind)
        if name in lower._singly_assigned_vars and not lower._disable_sroa_like_opt:
            lower._blk_local_varmap[name] = value
        else:
            lower.builder.store(value, lower.getvar(name))

    def delete_variable(lower, name):
        if is_counted(lower.context, lower.typeof(name)):
            delete(lower, name)

    NRTContext._call_incref_decref = count_arrays
    Lower.storevar, Lower.delvar = store_variable, delete_variable


def is_counted(context, kind) -> bool:
    """A number has nothing to be freed, and a field of a record belongs to the record's array."""
    if isinstance(kind, types.NestedArray):
        return False
    return context.data_model_manager[kind].contains_nrt_meminfo()
