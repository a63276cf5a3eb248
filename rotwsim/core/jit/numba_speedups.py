# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportAssignmentType=false
# The reason: numba's own classes are changed here.
"""Make numba compile kernels faster, and have them count and check less.

`patch_numba` makes numba's own bookkeeping cheap; half of the time to compile the game went
into it. `KernelLower` counts users of arrays only, borrows arguments, and takes an index as it is.
`KernelCompiler` leaves out passes that no kernel needs. Other users of numba keep what they had.
"""

import importlib
from collections import Counter
from functools import cache

from numba.core import event, ir, typed_passes, types, untyped_passes, utils
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj, linalg

# What an instruction of numba holds besides variables and other instructions.
WITHOUT_VARIABLES = frozenset((ir.Loc, ir.Scope, str, int, bool, float, type(None)))


def patch_numba() -> None:
    """From now on numba compiles faster; what it compiles is the same."""
    # The state of a game has hundreds of fields, and every pass of the compiler writes them out.
    types.Record.__repr__ = lambda record: record.name
    # Every call of LLVM was announced, twice, and nobody listens.
    event.start_event = event.end_event = lambda kind, data=None, exc_details=None: None
    # Each sum and comparison was looked for among all that have the same sign.
    BaseFunction.get_call_type = _asked_once(BaseFunction.get_call_type)
    # How numba's own functions take their arguments was looked up at every use.
    utils.pysignature = cache(utils.pysignature)
    # Nine passes ask each instruction for its variables.
    ir.Stmt.list_vars = lambda statement: _variables(statement.__dict__.values())
    ir.Expr.list_vars = lambda expression: _variables(expression._kws.values())
    count_only_arrays()
    count_indices_from_zero()
    _look_for_blas_later()


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


def _look_for_blas_later() -> None:
    """Code that multiplies matrices still finds it; no kernel does, and scipy took long to load."""
    look = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    importlib.import_module("numba.np.arraymath")
    linalg.ensure_blas = look


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


# For closures, generators, literals, whole arrays in one expression, and more that no kernel has.
NOT_FOR_KERNELS = (
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.NopythonRewrites,
    typed_passes.DumpParforDiagnostics,
)


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(typed_passes.BaseNativeLowering):
    """numba's last pass but one, with the instructions of a kernel."""

    _name = "kernel_lowering"
    lowering_class = KernelLower


class KernelCompiler(CompilerBase):
    """numba's own order of passes without those."""

    def define_pipelines(self):
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0] not in NOT_FOR_KERNELS]
        place = [each for each, _ in passes.passes].index(typed_passes.NativeLowering)
        passes.passes[place] = KernelLowering, "kernel lowering"
        return [passes]
