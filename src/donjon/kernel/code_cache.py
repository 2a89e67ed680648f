"""A disk cache of machine code, keyed by a digest of all code and constants that it depends on.

Several processes may save at once. Donjon's own files are covered by `compiling.source_digest`, and the
standard library, numpy and Numba by their versions. Everything else is read from memory: the code of
functions, and the values of constants, which are built into machine code. So a change is noticed wherever it
was made: in an imported module, in the data that it reads, or in a notebook.

This module imports Numba, so `compiling` imports it only when the first entry point is called.
"""

from __future__ import annotations

import enum
import hashlib
import os
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher

Function = Callable[..., Any]
Kind = np.dtype[Any]

_ATOMS = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice, enum.Enum)


def is_covered(filename: str) -> bool:
    """Return whether the cache folder's name already depends on this file.

    True for files of Donjon, of numpy and Numba, and of the standard library.
    """
    if filename.startswith(("<frozen ", *_FOLDERS)):
        return True
    return filename.startswith(_STANDARD) and not any(folder in filename for folder in _INSTALLED)


def _folder(package: str) -> str:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "_")[:-1]


_FOLDERS = tuple(map(_folder, ("donjon", "numpy", "numba", "llvmlite")))
_STANDARD = tuple(str(Path(sysconfig.get_path(name)) / "_")[:-1] for name in ("stdlib", "platstdlib"))
_INSTALLED = ("site-packages", "dist-packages")


def code_digest(function: Function, kinds: Iterable[Kind], choices: Mapping[Function, Function]) -> str:
    """Return a digest (64 hex digits) of the code and constants that a function is compiled from.

    It covers all functions that the function calls.

    kinds: the record types of its arguments; choices: for each function that compiles to another one, the
    function that chooses the other one by the types of the arguments.
    """
    reading = _Reading(choices)
    reading.add(function)
    for kind in kinds:
        reading.add(kind)
    return reading.finish()


class _Reading:
    """A walk over everything that a function reaches, in an order that depends on the code alone."""

    def __init__(self, choices: Mapping[Function, Function]) -> None:
        self._choices = choices
        self._digest = hashlib.sha256()
        # The number of each function by its id, in the order of discovery; the list keeps the functions
        # alive.
        self._numbers: dict[int, int] = {}
        self._functions: list[FunctionType] = []
        self._kinds: set[Kind] = set()
        self._within: list[int] = []

    def finish(self) -> str:
        """Read the code of all functions that were found; return the digest."""
        for function in self._functions:  # the list grows during the loop
            self._add_parts(function)
        return self._digest.hexdigest()

    def add(self, value: Any, names: Iterable[str] = ()) -> None:
        """Add a value that code refers to; of a module, only the attributes with these names."""
        if isinstance(value, FunctionType):
            self._add_function(getattr(value, "interpreted", value))  # of an entry point
        elif isinstance(value, Dispatcher):
            self.add(value.py_func)
        elif isinstance(value, np.dtype):
            self._write(repr(value))
            self._add_kind(value)
        elif isinstance(value, (np.ndarray, np.generic)):
            self._write(f"array {value.dtype!r} {value.shape}")
            self._digest.update(value.tobytes())
        elif isinstance(value, ModuleType):
            self._add_module(value, names)
        elif isinstance(value, CodeType):
            self._add_code(value)
        elif isinstance(value, type) and issubclass(value, enum.Enum):
            self.add([*value.__members__.items()])
        elif isinstance(value, _ATOMS):
            self._write(f"{type(value).__qualname__} {value!r}")
        else:
            self._add_group(value, names)

    def _add_group(self, value: Any, names: Iterable[str]) -> None:
        if id(value) in self._within:  # a list may hold itself
            return
        self._within.append(id(value))
        if isinstance(value, (tuple, list)):
            self._write(f"{type(value).__qualname__} of {len(value)}")
            for part in value:
                self.add(part, names)
        elif isinstance(value, (set, frozenset)):
            self._write(f"set {sorted(map(repr, value))}")
        elif isinstance(value, dict):
            self.add([*value.items()])
        else:  # Numba builds in no other values
            self._write(getattr(value, "__qualname__", type(value).__qualname__))
        self._within.pop()

    def _write(self, text: str) -> None:
        self._digest.update(text.encode("utf-8", "surrogatepass") + b"\0")

    def _add_function(self, function: FunctionType) -> None:
        number = self._numbers.setdefault(id(function), len(self._functions))
        self._write(f"function {number}")
        if number == len(self._functions):
            self._functions.append(function)

    def _add_parts(self, function: FunctionType) -> None:
        """Add the code of a function (only its name if its file is covered) and the values in it."""
        self.add([cell.cell_contents for cell in function.__closure__ or ()])
        self.add([function.__defaults__, function.__kwdefaults__])
        if is_covered(function.__code__.co_filename):
            self._write(function.__qualname__)
            return
        self.add(self._choices.get(function))
        self.add(function.__code__)
        names = _names(function.__code__)
        for name in names:
            if name in function.__globals__:
                self._write(name)
                self.add(function.__globals__[name], names)

    def _add_code(self, code: CodeType) -> None:
        self._digest.update(code.co_code)
        self.add([code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_names, code.co_varnames])
        self.add([code.co_freevars, code.co_cellvars, code.co_consts])

    def _add_module(self, module: ModuleType, names: Iterable[str]) -> None:
        self._write(f"module {module.__name__}")
        if not is_covered(getattr(module, "__file__", None) or "<frozen >"):
            for name in names:
                if name in vars(module):
                    self._write(name)
                    self.add(vars(module)[name], names)

    def _add_kind(self, kind: Kind) -> None:
        """Add the functions that Donjon's generic functions compile to for records of this type."""
        if kind.names is None or kind in self._kinds:
            return
        self._kinds.add(kind)
        record = numba.from_dtype(kind)
        for function, choose in self._choices.items():
            if isinstance(function, FunctionType) and is_covered(function.__code__.co_filename):
                self.add(choose(record))


def _names(code: CodeType) -> list[str]:
    """Return the names of globals and attributes in code and its nested functions, in a fixed order."""
    within = [name for const in code.co_consts if isinstance(const, CodeType) for name in _names(const)]
    return [*dict.fromkeys([*code.co_names, *within])]


LOCK = "saving.lock"


class CodeCache(FunctionCache):
    """Numba's cache of one function's machine code, with all code that it calls in the key.

    One process saves at a time: Numba reads its index, adds the number of a new file, and then writes that
    file. Two processes that do this at once can take the same number and load each other's code.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        home: Path,
        choices: Mapping[Callable[..., Any], Callable[..., Any]],
    ) -> None:
        """Create the cache of a function; `home` holds the lock file, `choices` goes to `code_digest`."""
        super().__init__(function)
        self._function = function
        self._home = home
        self._choices = choices

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Return the key of a piece of machine code: types, processor and digest of the code."""
        return sig, codegen.magic_tuple(), code_digest(self._function, _record_types(sig), self._choices)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the machine code for arguments of these types, one process at a time."""
        with alone(self._home / LOCK):
            super().save_overload(sig, data)


def _record_types(kinds: Iterable[Any]) -> list[np.dtype[Any]]:
    """Return the record types among the types of arguments, and of the elements of arrays."""
    records = [getattr(kind, "dtype", None) for kind in kinds]
    records = [getattr(record, "dtype", record) for record in records]  # an array's are a type of Numba's
    return [record for record in records if isinstance(record, np.dtype)]


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file, shared by all processes and threads."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # If the file system has no locks, saving without a lock is better than not saving.
        with suppress(OSError):
            _wait(handle)
        yield
    finally:
        os.close(handle)  # releases the lock


if sys.platform == "win32":
    import msvcrt

    def _wait(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _wait(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
