"""Private parts of Numba that the cache of machine code uses, as versions up to `_LAST_NUMBA` have them."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys

from numba import njit
from numba.core import caching, compiler, serialize
from numba.core.codegen import JITCodeLibrary

CHANGED = (
    "this Numba is another than donjon.kernel.code_cache was written for: adapt it, or lower _LAST_NUMBA in "
    "donjon.kernel.cache_folder, and Numba compiles by itself"
)


def test_a_dispatcher_asks_a_cache_that_can_be_replaced() -> None:
    assert isinstance(njit(lambda: 1)._cache, caching.NullCache), CHANGED
    asked = inspect.signature(caching.NullCache.load_overload).parameters
    told = inspect.signature(caching.NullCache.save_overload).parameters
    assert [*asked] == ["self", "sig", "target_context"], CHANGED
    assert len(told) == 3, CHANGED


def test_what_was_compiled_is_taken_apart_and_put_together() -> None:
    function = njit(lambda number: number + 1)
    assert function(1) == 2
    (result,) = function.overloads.values()
    parts = result._reduce()
    _, kind, code = parts[0]
    assert (kind, len(code)) == ("object", 2), CHANGED
    assert isinstance(serialize.dumps(parts), bytes), CHANGED
    rebuild = inspect.signature(compiler.CompileResult._rebuild).parameters
    assert len(rebuild) == 1 + len(parts), CHANGED
    assert result.library.has_dynamic_globals is False, CHANGED
    assert hasattr(JITCodeLibrary, "serialize_using_object_code"), CHANGED


def test_the_environment_names_the_processor() -> None:
    program = (
        "from numba.core.registry import cpu_target as t; print(t.target_context.codegen().magic_tuple())"
    )
    env = {**os.environ, "NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""}
    said = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True).stdout
    assert said.strip().endswith(", 'x86-64-v2', '')"), CHANGED
