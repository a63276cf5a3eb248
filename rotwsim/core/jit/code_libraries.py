# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportAssignmentType=false
# The reason: numba's own classes are changed here.
"""Keep machine code only where Python enters: the kernels below are linked and optimised there."""

import pickle
from functools import cache

from llvmlite import binding
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from rotwsim.core.jit.kernel_cache import code_at, keep_code

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


def install_kernel_libraries() -> None:
    """From now on numba keeps what it compiles in such libraries."""
    codegen = cpu_target.target_context.codegen()
    set_env = codegen.set_env

    def set_env_of_machine_code(name, environment):
        if codegen._engine.is_symbol_defined(name):
            set_env(name, environment)

    codegen._library_class = KernelLibrary
    codegen.set_env = set_env_of_machine_code
