"""How numba keeps the kernels: optimised and made machine code once, where Python enters.

numba links everything below a kernel into the kernel's own library, optimises the whole once more
and makes machine code of it, at each of the dozen rungs from a block of games down to a tile. A
kernel that only kernels call is kept as numba wrote it; the kernel that Python calls optimises all
that lies below it together (half of the time to compile, and the games are as fast).
"""

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

IN_KERNELS = "_in_kernels"


class KernelLibrary(JITCodeLibrary):
    """The library of a kernel, by the ending of its name."""

    def _is_for_kernels(self) -> bool:
        return self.name.endswith(IN_KERNELS)

    def _optimize_final_module(self) -> None:
        if not self._is_for_kernels():
            super()._optimize_final_module()
            return
        passes = binding.create_new_module_pass_manager()
        passes.add_refprune_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(self._final_module, self._codegen._pass_builder())

    def _finalize_final_module(self) -> None:
        if not self._is_for_kernels():
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self):
        if self._is_for_kernels():
            return self.serialize_using_bitcode()
        return super().serialize_using_object_code()


def keep_kernels_so() -> None:
    """From now on numba keeps what it compiles in such libraries."""
    codegen = cpu_target.target_context.codegen()
    set_env = codegen.set_env

    def set_env_of_machine_code(name, environment):
        if codegen._engine.is_symbol_defined(name):
            set_env(name, environment)

    codegen._library_class = KernelLibrary
    codegen.set_env = set_env_of_machine_code
