"""How Numba compiles entry points, and callees: the functions that only compiled code calls.

Left to itself, Numba optimises every callee together with all that it calls, and makes machine code of it,
although only entry points are ever called from Python: the same code is optimised anew at every level of the
calls, and all but the last of it is thrown away. Here a callee is only typed and written down; the entry
point that all callees end up in links each of them once, optimises the whole, and alone becomes machine code.
No callee can be called from elsewhere, so what is called once can be inlined and disappear: searches for
Caylus and Ys became a sixth faster by that.

This leans on parts of Numba that it does not promise to keep. It imports Numba at once, so `compiling`
imports it when the first entry point is called.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import CodeType
from typing import Any

from llvmlite.binding import parse_assembly
from numba.core import types
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import (
    AnnotateTypes,
    DumpParforDiagnostics,
    InlineOverloads,
    NativeLowering,
    NopythonRewrites,
    NoPythonSupportedFeatureValidation,
)
from numba.core.typing.templates import infer, infer_global, make_overload_template
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    WithLifting,
)

# What rules have no use for: nothing is to be inlined before it is optimised, there are no loops over
# literals, no blocks of `with`, hardly arithmetic on whole arrays, and nobody reads the notes about types.
NEEDLESS = {
    AnnotateTypes,
    DumpParforDiagnostics,
    FindLiterallyCalls,
    InlineInlinables,
    InlineOverloads,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    NopythonRewrites,
    NoPythonSupportedFeatureValidation,
    WithLifting,
}
# What only a function needs that has others inside, such as a comprehension.
FOR_CLOSURES = {InlineClosureLikes, MakeFunctionToJitFunction}
SMALL = {types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32}
# One time what is called is inlined and simplified, the next time that can be inlined in turn: without the
# second a search of Ys takes a sixth longer.
OPTIMISED = 2


class CalleeLibrary(JITCodeLibrary):
    """Code to be linked into entry points, as text: neither optimised nor made machine code for itself."""

    def __init__(self, codegen: Any, name: str) -> None:
        """As any library; `texts` are its parts in LLVM's language."""
        super().__init__(codegen, name)
        self.texts: list[str] = []

    def add_ir_module(self, ir_module: Any) -> None:
        """Write a part of the code down."""
        self.texts.append(normalize_ir_text(str(ir_module)))

    def add_linking_library(self, library: Any) -> None:
        """Note what the code calls."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Leave all that follows to the entry point."""
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

    def finalize(self) -> None:
        """Link every callee in, however deep it lies, then do as any library."""
        libraries = _called(self)
        callees = [library for library in libraries if isinstance(library, CalleeLibrary)]
        self._linking_libraries = [library for library in libraries if not isinstance(library, CalleeLibrary)]
        own = _defined(self._final_module)
        modules = deque(parse_assembly(text) for callee in callees for text in callee.texts)
        # To link is to look through both: it takes least time when they are alike in size.
        while len(modules) > 1:
            first, second = modules.popleft(), modules.popleft()
            first.link_in(second)
            modules.append(first)
        for module in modules:
            self._final_module.link_in(module)
        for name in _defined(self._final_module) - own:
            self._final_module.get_function(name).linkage = "internal"
        self._final_module.data_layout = self._codegen._data_layout
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise the whole, without the cheaper round for counts of references, of which there are few."""
        for _ in range(OPTIMISED):
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)


def _called(library: Any) -> list[Any]:
    """Every library that one needs, directly or through callees, once."""
    found: dict[Any, None] = {}
    left = list(library._linking_libraries)
    while left:
        called = left.pop()
        if called in found:
            continue
        found[called] = None
        if isinstance(called, CalleeLibrary):
            left += called._linking_libraries
    return list(found)


def _defined(module: Any) -> set[str]:
    """The names of the functions whose code is in a module."""
    return {function.name for function in module.functions if not function.is_declaration}


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
    """Numba's usual pipeline but for the lowering, and without what is needless."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list[Any]:
        """A single one: what cannot be compiled is an error."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        needless = NEEDLESS if _has_closures(self.state.func_id.code) else NEEDLESS | FOR_CLOSURES
        pipeline.passes = [
            (self.lowering if step is NativeLowering else step, why)
            for step, why in pipeline.passes
            if step not in needless
        ]
        pipeline.finalize()
        return [pipeline]


def _has_closures(code: CodeType) -> bool:
    return any(isinstance(constant, CodeType) for constant in code.co_consts)


class CalleeCompiler(_Compiler):
    """For `overload`, in `CALLEE`."""

    lowering = CalleeLowering


class EntryCompiler(_Compiler):
    """For `njit`, in `ENTRY`."""

    lowering = EntryLowering


CALLEE: Any = {"pipeline_class": CalleeCompiler, "no_cpython_wrapper": True, "nopython": True}
ENTRY: Any = {"pipeline_class": EntryCompiler, "nogil": True}


def overload(function: Callable[..., Any], choose: Callable[..., Any]) -> None:
    """`numba.extending.overload` for callees, but for what `_Widening` does."""
    plain: Any = make_overload_template(function, choose, CALLEE, strict=False, inline="never")
    template = type(plain)(plain.__name__, (_Widening, plain), {})
    infer(template)
    infer_global(function, types.Function(template))


class _Widening:
    """Compiles a function once for whole numbers of any size: a small one fits where a large one does.

    Fields of records and members of enums would else each ask for a copy of their own: a seventh of all code.
    """

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature with which the function is called."""
        named = {name: _widened(kind) for name, kind in dict(kws).items()}
        return super().generic(tuple(map(_widened, args)), named)  # type: ignore[misc]


def _widened(kind: Any) -> Any:
    return types.int64 if kind in SMALL or isinstance(kind, types.IntEnumMember) else kind
