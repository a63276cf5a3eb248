"""numba's bookkeeping made cheap: half of the time to compile the game went into it.

Each of these answers as before; only how long numba took for it is no longer kept.
"""

import importlib
import pickle
from contextlib import nullcontext
from functools import cache

from numba.core import event, ir, types, utils
from numba.core.cpu import CPUContext
from numba.core.serialize import dumps
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.types.functions import BaseFunction
from numba.np import linalg

from rotwsim.core.jit.refcounts import count_indices_from_zero, count_only_arrays

# What an instruction of numba holds besides variables and other instructions.
WITHOUT_VARIABLES = frozenset((ir.Loc, ir.Scope, str, int, bool, float, type(None)))


def spare_bookkeeping() -> None:
    """From now on numba compiles faster; what it compiles is the same."""
    # The state of a game has hundreds of fields, and every pass of the compiler writes them out.
    types.Record.__repr__ = lambda record: record.name
    types.Record.__reduce__ = _written_once(types.Record.__reduce__)
    # The flags of a compilation are a key of every call; all were compared, also those not set.
    TargetConfig.__hash__ = lambda flags: hash(tuple(sorted(flags._values)))
    TargetConfig.__eq__ = _have_same_values
    # Kernels compile those below them: each clock that is started ticks for all above it.
    event.install_timer = lambda kind, callback: nullcontext()
    # Every call of LLVM was announced, twice, and nobody listens.
    event.start_event = event.end_event = lambda kind, data=None, exc_details=None: None
    # Each sum and comparison was looked for among all that have the same sign.
    BaseFunction.get_call_type = _asked_once(BaseFunction.get_call_type)
    # How numba's own functions take their arguments was looked up at every use.
    utils.pysignature = cache(utils.pysignature)
    # Nine passes ask each instruction for its variables.
    ir.Stmt.list_vars = lambda statement: _variables(statement.__dict__.values())
    ir.Expr.list_vars = lambda expression: _variables(expression._kws.values())
    # Each use of an array asked first whether it is more than an array, in all registries.
    CPUContext.get_function = _of_plain_arrays(CPUContext.get_function)
    count_only_arrays()
    count_indices_from_zero()
    _look_for_blas_later()


def _written_once(reduce):
    """Every file of the cache names the records, field by field."""

    @cache
    def content(record) -> bytes:
        return dumps(reduce(record))

    return lambda record: (_record_of, (content(record),))


@cache
def _record_of(content: bytes):
    rebuild, given = pickle.loads(content)
    return rebuild(*given)


def _have_same_values(flags, others) -> bool:
    return isinstance(others, TargetConfig) and flags._values == others._values


def _asked_once(get_call_type):
    """The same function of the same types has the same signature and the same code."""
    answers = {}

    def answer(function, context, args, kws):
        flags = ConfigStack.top_or_none()
        question = function, context, tuple(args), tuple(kws.items()), flags
        if question not in answers:
            signature = get_call_type(function, context, args, kws)
            answers[question] = signature, function._impl_keys[signature.args]
        signature, function._impl_keys[signature.args] = answers[question]
        return signature

    return answer


def _variables(values) -> list:
    found = []
    for value in values:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind in WITHOUT_VARIABLES:
            continue
        elif kind is list or kind is tuple:
            found += _variables(value)
        elif kind is dict:
            found += _variables(value.values())
        elif isinstance(value, ir.Inst):
            found += value.list_vars()
    return found


def _of_plain_arrays(get_function):
    def find(context, function, signature, _firstcall=True):
        return get_function(context, function, signature, _firstcall and function != "__array__")

    return find


def _look_for_blas_later() -> None:
    """Whoever multiplies matrices still finds it; here nobody does, and scipy took long to load."""
    look = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    importlib.import_module("numba.np.arraymath")
    linalg.ensure_blas = look
