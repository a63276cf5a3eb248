# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportAssignmentType=false
# The reason: numba's own classes are changed here.
"""Make numba compile kernels faster, and keep machine code only where Python enters.

Longer than most: all that we change in numba is in one file.

`spare_bookkeeping` makes numba's own bookkeeping cheap; half of the time to compile the game went
into it. `KernelLower` counts users of arrays only, borrows arguments, and takes an index as it is.
`KernelCompiler` leaves out passes that no kernel needs. `KernelLibrary` links and optimises the
kernels below an entry at once. Other users of numba keep what they had.
"""

import importlib
import pickle
from collections import Counter
from contextlib import nullcontext
from functools import cache

from llvmlite import binding
from llvmlite.binding import Linkage
from numba.core import event, ir, typed_passes, types, untyped_passes, utils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.runtime.context import NRTContext
from numba.core.serialize import dumps
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj, linalg

from rotwsim.core.jit.kernel_cache import code_at, keep_code

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


IN_KERNELS, AT_ONCE, FAST = "_in_kernels", "_at_once", "_fast"
IN_PARTS = "in parts"  # how a library is kept whose parts are files in the cache


class KernelLibrary(JITCodeLibrary):
    """The library of a kernel, by the ending of its name.

    numba would link everything below a kernel into its library, optimise the whole once more and
    make machine code of it, at each of the dozen rungs from a block of games down to a tile. A
    kernel that only kernels call is kept as numba wrote it, beside the names of those that it
    calls; the one that Python calls links all that is below it and makes machine code. A fast one
    optimises it together (a quarter of the time to compile); the others take it as it is (a tenth).
    """

    _place = ""  # of its code in the cache

    def _is_for_kernels(self) -> bool:
        return self.name.endswith(IN_KERNELS)

    def _is_at_once(self) -> bool:
        return self.name.endswith(AT_ONCE)

    def _is_entry(self) -> bool:
        """Whether Python calls the kernel; code that is not ours has none of these endings."""
        return self.name.endswith((AT_ONCE, FAST))

    def _optimize_functions(self, module) -> None:
        """Do as numba does, but leave out the functions that are only named."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        """Link all that is below, unless only kernels call this one."""
        if not self._is_for_kernels():
            self._linking_libraries = self._all_below()
            super().finalize()
            return
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _all_below(self) -> list:
        """List the libraries of all kernels below, each behind one that calls it."""
        found = dict.fromkeys(self._linking_libraries)
        waiting = list(found)
        while waiting:
            library = waiting.pop()
            if is_for_kernels(library):
                new = [each for each in library._linking_libraries if each not in found]
                found |= dict.fromkeys(new)
                waiting += new
        return list(found)

    def _get_module_for_linking(self):
        """Give out the module itself: no machine code is made of it alone."""
        if not self._is_for_kernels():
            return super()._get_module_for_linking()
        for function in self._final_module.functions:
            if _is_seen(function):
                function.linkage = Linkage.linkonce_odr
        return self._final_module

    def _optimize_final_module(self) -> None:
        if self._is_entry():
            self._hide_functions()
        if not self._is_at_once():
            super()._optimize_final_module()
            return
        passes = binding.create_new_module_pass_manager()
        passes.add_refprune_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(self._final_module, self._codegen._pass_builder())

    def _hide_functions(self) -> None:
        """Of functions with one name the first that is loaded serves all: a block of games must not
        find those that nobody optimised. What nobody else can call is fitted to its callers, which
        makes games a tenth to a fifth faster.
        """
        for function in self._final_module.functions:
            if function.linkage is Linkage.linkonce_odr:
                function.linkage = Linkage.internal

    def _finalize_final_module(self) -> None:
        if self._is_at_once() and not self._compiled_object:
            machine_code = _simple_machine().emit_object(self._final_module)
            self._compiled_object = machine_code
            super()._finalize_final_module()
            self._compiled_object = machine_code  # the engine took it; the cache asks for it again
        else:
            super()._finalize_final_module()

    def serialize_using_object_code(self):
        if self._is_for_kernels():
            return self.name, IN_PARTS, place_of(self)
        if not self._is_entry():
            return super().serialize_using_object_code()
        return self.name, "object", (self._get_compiled_object(), self._names())

    @classmethod
    def _unserialize(cls, codegen, state):
        _, kind, place = state
        return (
            library_at(codegen, place) if kind == IN_PARTS else super()._unserialize(codegen, state)
        )

    def _names(self) -> bytes:
        """What can be asked for in the machine code: no kernel is linked with a form for Python."""
        module = self._final_module
        ways_in = [each.name for each in module.functions if _is_seen(each)]
        places = [each.name for each in module.global_variables if each.linkage is Linkage.common]
        lines = [f'define void @"{name}"() {{ ret void }}' for name in ways_in]
        lines += [f'@"{name}" = common global ptr null' for name in places]
        return binding.parse_assembly("\n".join(lines)).as_bitcode()


def is_for_kernels(library) -> bool:
    """Whether a library has no machine code, and links nothing."""
    return isinstance(library, KernelLibrary) and library._is_for_kernels()


def place_of(library) -> str:
    """Write the code of a library to the cache, if it is not there, and of those below it."""
    if not getattr(library, "_place", ""):
        below = dict.fromkeys(library._linking_libraries) if is_for_kernels(library) else ()
        code = library._get_module_for_linking().as_bitcode()
        name = library.name.removesuffix(IN_KERNELS) + IN_KERNELS
        library._place = keep_code(pickle.dumps((name, code, [place_of(each) for each in below])))
    return library._place


@cache
def library_at(codegen, place: str) -> KernelLibrary:
    """Read the code of a library, and of those below it, from the cache."""
    name, code, below = pickle.loads(code_at(place))
    library = codegen.create_library(name)
    library._final_module = binding.parse_bitcode(code)
    library._linking_libraries = [library_at(codegen, each) for each in below]
    library._finalized, library._place = True, place
    return library


def _is_seen(function) -> bool:
    return not function.is_declaration and function.linkage is Linkage.external


@cache
def _simple_machine() -> binding.TargetMachine:
    """This computer as numba describes it, and code for it written down as it comes."""
    options = {}
    cpu_target.target_context.codegen()._customize_tm_options(options)
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(opt=0, **options)


def keep_kernels_so() -> None:
    """From now on numba keeps what it compiles in such libraries."""
    codegen = cpu_target.target_context.codegen()
    set_env = codegen.set_env

    def set_env_of_machine_code(name, environment):
        if codegen._engine.is_symbol_defined(name):
            set_env(name, environment)

    codegen._library_class = KernelLibrary
    codegen.set_env = set_env_of_machine_code
