"""How Numba compiles entry points, and callees: the functions that only compiled code calls.

Left to itself, Numba optimises every callee together with all that it calls, and makes machine code of it,
although only entry points are ever called from Python: the same code is optimised anew at every level of the
calls, and all but the last of it is thrown away. Here a callee is only typed and lowered; the entry point
that all callees end up in is optimised as a whole, twice, and alone becomes machine code. That takes half
the time, and the machine code is as fast; optimised once, a search for Caylus was 3 % slower.

This leans on parts of Numba that it does not promise to keep. It imports Numba at once, so `compiling`
imports it when the first entry point is called.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class CalleeLibrary(JITCodeLibrary):
    """Code to be linked into its callers: neither optimised for itself nor made machine code."""

    def _optimize_final_module(self) -> None:
        """Leave that to the entry point."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class CalleeLowering(NativeLowering):
    """Lower a function into a `CalleeLibrary`."""

    _name = "donjon_callee_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower it, and tell callers where to find it."""
        state.library = CalleeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        # Numba finds the code of a callee by what Python would call, which must be a built-in function.
        # Nothing is there to be called: that of a fresh list is unlike all others.
        key: Any = [].append
        state.targetctx.insert_user_function(key, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=key)
        return True


class EntryLibrary(JITCodeLibrary):
    """An entry point with all that it calls."""

    def _optimize_final_module(self) -> None:
        """Do so once more than Numba does: now that calls are inlined and simplified, more can be."""
        super()._optimize_final_module()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lower a function into an `EntryLibrary`."""

    _name = "donjon_entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower it, into a library that can be kept on disk."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):
    """Numba's usual pipeline but for the lowering."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list[Any]:
        """A single one: what cannot be compiled is an error."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (self.lowering if step is NativeLowering else step, why) for step, why in pipeline.passes
        ]
        pipeline.finalize()
        return [pipeline]


class CalleeCompiler(_Compiler):
    """For `overload`, in `CALLEE`."""

    lowering = CalleeLowering


class EntryCompiler(_Compiler):
    """For `njit`, in `ENTRY`."""

    lowering = EntryLowering


CALLEE: Any = {"pipeline_class": CalleeCompiler, "no_cpython_wrapper": True, "nopython": True}
ENTRY: Any = {"pipeline_class": EntryCompiler, "nogil": True}
