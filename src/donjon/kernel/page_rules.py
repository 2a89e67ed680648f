"""Rules that pages call: interpreted at first, compiled as soon as their machine code is loaded.

    @page_rule(lambda: (np.zeros(1, STATE), np.zeros(4, np.int64)))
    def fill_gold(states: Any, gold: Ints) -> None:
        for seat in range(4):
            gold[seat] = total(states[0], seat)

    fill_gold(array_of(state), gold)

A page never waits for the compiler: until `load_all` has run, which a server does in a thread, the same
function runs as plain Python, with the same results. Everywhere else, too: a command or a notebook that does
not load them stays small and starts fast.

Choose functions with many steps and few results: the call takes half a microsecond, but each function takes
some seconds to compile. The arguments are an array of one position, plain integers and arrays, of the same
types at every call as in the example: other types would be compiled during the call.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from donjon.kernel import cache_folder, compiling
from donjon.kernel.compiling import entry

F = TypeVar("F", bound=Callable[..., Any])
Example = Callable[[], tuple[Any, ...]]

_rules: list[PageRule] = []


class PageRule:
    """A function that runs interpreted until `load` has been called, then compiled.

    The attribute `interpreted` is the plain function.
    """

    def __init__(self, function: Callable[..., Any], example: Example) -> None:
        functools.update_wrapper(self, function)
        self.interpreted = function
        self.example = example
        self._entry = entry(function)
        self._run = function

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        return self._run(*args)

    def load(self) -> None:
        """Compile the function, or load its machine code; from then on calls run that."""
        self._entry(*self.example())
        self._run = self._entry


def page_rule(example: Example) -> Callable[[F], F]:
    """Return a decorator that makes a function a `PageRule`; `example` makes arguments for it."""

    def decorate(function: F) -> F:
        _rules.append(PageRule(function, example))
        return cast("F", _rules[-1])

    return decorate


def array_of(state: Any) -> Any:
    """Return an array of one position, a copy of a state."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


def load_all() -> None:
    """Load the machine code of all page rules of the games that are imported; compile what is not there.

    With DONJON_INTERPRETED=1 nothing changes.
    """
    for rule in _rules:
        rule.load()
    if not compiling.is_interpreted():
        _mark().touch()


def are_compiled() -> bool:
    """Return whether `load_all` finds all machine code on the disk, or nothing has to be compiled."""
    return compiling.is_interpreted() or _mark().exists()


def _mark() -> Path:
    """Return the file that exists when all page rules were compiled here, those of the games imported now."""
    names = sorted(f"{rule.interpreted.__module__}.{rule.interpreted.__qualname__}" for rule in _rules)
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()
    return cache_folder.cache_folder() / f"pages-{digest[:16]}.ready"
