"""The passes in which numba compiles a kernel: those it has a use for."""

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass

from rotwsim.core.jit.refcounts import KernelLower

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
