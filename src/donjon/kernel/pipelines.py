"""Numba compiler passes for entry points and for callees, functions that only compiled code calls.

By default Numba optimises every callee together with all functions it calls, and makes machine code of it,
although only entry points are ever called from Python. So the same code is optimised again at every level of
the call tree, and only the last result is used. Here a callee is only typed and lowered to LLVM text. The
entry point links each callee once, optimises the whole, and is the only function that becomes machine code.
No callee can be called from elsewhere, so functions with a single call can be inlined and removed: searches
for Caylus and Ys became a sixth faster.

This uses private parts of Numba. It imports Numba, so `compiling` imports it only when the first entry point
is called.
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

# Passes that rules do not need: they inline nothing before optimisation, have no loops over literals, no
# `with` blocks and hardly any arithmetic on whole arrays, and the type annotations are not used.
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
# Passes that only functions with nested code need, such as a comprehension.
FOR_CLOSURES = {InlineClosureLikes, MakeFunctionToJitFunction}
SMALL = {types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32}
# The number of optimisation rounds. The first inlines and simplifies callees, which the second can inline in
# turn: without the second round a search of Ys takes a sixth longer.
OPTIMISED = 2


class CalleeLibrary(JITCodeLibrary):
    """Code to link into entry points, as LLVM text: not optimised, and not compiled by itself."""

    def __init__(self, codegen: Any, name: str) -> None:
        """Create an empty library; `texts` collects its modules as LLVM text."""
        super().__init__(codegen, name)
        self.texts: list[str] = []

    def add_ir_module(self, ir_module: Any) -> None:
        """Store a module as LLVM text."""
        self.texts.append(normalize_ir_text(str(ir_module)))

    def add_linking_library(self, library: Any) -> None:
        """Store a library that the code calls."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Mark the library as final; the entry point does the rest."""
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class CalleeLowering(NativeLowering):
    """Lower a function into a `CalleeLibrary`."""

    _name = "donjon_callee_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function into a `CalleeLibrary`, and register it so that callers find it."""
        state.library = CalleeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        # Numba finds the code of a callee by the Python callable, which must be a built-in function. No
        # Python code calls it; the bound method of a new list is a unique key.
        key: Any = [].append
        state.targetctx.insert_user_function(key, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=key)
        return True


class EntryLibrary(JITCodeLibrary):
    """An entry point with all functions that it calls."""

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """Return what a cache saves: the machine code, and empty functions of the same names.

        Numba saves the whole LLVM code, which is twice as long, to link it elsewhere. Nothing is linked with
        an entry point, so only the names are needed.
        """
        name, kind, (machine_code, _llvm_code) = super().serialize_using_object_code()
        empty = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in _defined(self._final_module))
        return name, kind, (machine_code, parse_assembly(empty).as_bitcode())

    def finalize(self) -> None:
        """Link all direct and indirect callees, make them internal, then finalize as usual."""
        libraries = _called(self)
        callees = [library for library in libraries if isinstance(library, CalleeLibrary)]
        self._linking_libraries = [library for library in libraries if not isinstance(library, CalleeLibrary)]
        own = _defined(self._final_module)
        modules = deque(parse_assembly(text) for callee in callees for text in callee.texts)
        # Linking reads both modules: it is fastest for modules of similar size.
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
        """Optimise the whole module, without Numba's cheap pass for reference counts, which are few."""
        for _ in range(OPTIMISED):
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)


def _called(library: Any) -> list[Any]:
    """Return all libraries that a library links, directly or through callees, without duplicates."""
    callees: dict[Any, None] = {}
    left = list(library._linking_libraries)
    while left:
        called = left.pop()
        if called in callees:
            continue
        callees[called] = None
        if isinstance(called, CalleeLibrary):
            left += called._linking_libraries
    return list(callees)


def _defined(module: Any) -> set[str]:
    """Return the names of the functions defined in a module."""
    return {function.name for function in module.functions if not function.is_declaration}


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lower a function into an `EntryLibrary`."""

    _name = "donjon_entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function into an `EntryLibrary` that can be cached on disk."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):
    """Numba's default pipeline with another lowering pass, and without the needless passes."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list[Any]:
        """Return a single nopython pipeline: code that it can't compile is an error."""
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
    """The compiler of callees, for `overload`."""

    lowering = CalleeLowering


class EntryCompiler(_Compiler):
    """The compiler of entry points, for `numba.njit`."""

    lowering = EntryLowering


CALLEE: Any = {"pipeline_class": CalleeCompiler, "no_cpython_wrapper": True, "nopython": True}
ENTRY: Any = {"pipeline_class": EntryCompiler, "nogil": True}


def overload(function: Callable[..., Any], choose: Callable[..., Any]) -> None:
    """Register an overload, as `numba.extending.overload` does, with `CALLEE` and `_Widening`."""
    plain: Any = make_overload_template(function, choose, CALLEE, strict=False, inline="never")
    template = type(plain)(plain.__name__, (_Widening, plain), {})
    infer(template)
    infer_global(function, types.Function(template))


class _Widening:
    """A mixin that compiles a function once for integers of all widths, as int64.

    Otherwise fields of records and members of enums would each need a copy of their own: a seventh of all
    code.
    """

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature of a call, with small integers widened to int64."""
        named = {name: _widened(kind) for name, kind in dict(kws).items()}
        return super().generic(tuple(map(_widened, args)), named)  # type: ignore[misc]


def _widened(kind: Any) -> Any:
    return types.int64 if kind in SMALL or isinstance(kind, types.IntEnumMember) else kind
