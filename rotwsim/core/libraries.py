"""How numba keeps the kernels: as machine code only where Python enters, at once or optimised.

numba links everything below a kernel into the kernel's own library, optimises the whole once more
and makes machine code of it, at each of the dozen rungs from a block of games down to a tile. A
kernel that only kernels call is kept as numba wrote it; the kernel that Python calls makes machine
code of all that lies below it. A fast one optimises it together (half of the time to compile, and
the games are faster); the others take it as it is (a tenth of the time).
"""

from functools import cache

from llvmlite import binding
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

IN_KERNELS, AT_ONCE, FAST = "_in_kernels", "_at_once", "_fast"


class KernelLibrary(JITCodeLibrary):
    """The library of a kernel, by the ending of its name."""

    def _is_for_kernels(self) -> bool:
        return self.name.endswith(IN_KERNELS)

    def _is_at_once(self) -> bool:
        return self.name.endswith(AT_ONCE)

    def _is_way_in(self) -> bool:
        """Whether Python calls the kernel; code that is not ours has none of these endings."""
        return self.name.endswith((AT_ONCE, FAST))

    def _optimize_final_module(self) -> None:
        if self._is_way_in():
            self._hide_functions()
        if not (self._is_for_kernels() or self._is_at_once()):
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
        if self._is_for_kernels():
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True
        elif self._is_at_once() and not self._compiled_object:
            machine_code = _simple_machine().emit_object(self._final_module)
            self._compiled_object = machine_code
            super()._finalize_final_module()
            self._compiled_object = machine_code  # the engine took it; the cache asks for it again
        else:
            super()._finalize_final_module()

    def serialize_using_object_code(self):
        if self._is_for_kernels():
            return self.serialize_using_bitcode()
        if not self._is_way_in():
            return super().serialize_using_object_code()
        return self.name, "object", (self._get_compiled_object(), self._names())

    def _names(self) -> bytes:
        """What can be asked for in the machine code: no kernel is linked with a form for Python."""
        module = self._final_module
        ways_in = [each.name for each in module.functions if _is_seen(each)]
        places = [each.name for each in module.global_variables if each.linkage is Linkage.common]
        lines = [f'define void @"{name}"() {{ ret void }}' for name in ways_in]
        lines += [f'@"{name}" = common global ptr null' for name in places]
        return binding.parse_assembly("\n".join(lines)).as_bitcode()


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
