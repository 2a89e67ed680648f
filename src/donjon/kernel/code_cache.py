"""A disk cache of machine code, keyed by a digest of all code and constants that it depends on.

Numba's own cache finds machine code by the path and the age of a source file. Here each piece is a file whose
name is a digest, so code that was made in one place is found in another, several processes may save at once,
and the package can bring its code along (`shipped_code`).

Donjon's own files are covered by `cache_folder.source_digest`, and the standard library, numpy and Numba by
their versions. Everything else is read from memory: the code of functions, and the values of constants, which
are built into machine code. So a change is noticed wherever it was made: in an imported module, in the data
that it reads, or in a notebook.

This module imports Numba, so `compiling` imports it only when the first entry point is called.
"""

from __future__ import annotations

import enum
import hashlib
import os
import pickle
import sys
import sysconfig
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from donjon.kernel import cache_folder, shipped_code

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


# The end of the names of files with machine code, and how many of one function are kept.
SUFFIX = ".code"
KEPT = 24


class CodeCache(NullCache):
    """The cache of one function's machine code, with all code that it calls in the key.

    Numba calls it as it calls its own cache.
    """

    def __init__(
        self, function: Callable[..., Any], choices: Mapping[Callable[..., Any], Callable[..., Any]]
    ) -> None:
        """Create the cache of a function; `choices` goes to `code_digest`."""
        self._function = function
        self._choices = choices
        self._prefix = f"{function.__module__}.{function.__name__}-"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for arguments of these types, None if it has to be compiled."""
        target_context.refresh()
        target = target_context.codegen().magic_tuple()
        places = [(cache_folder.cache_folder(), target)]
        if not shipped_code.misfit():
            places.insert(0, (shipped_code.FOLDER, (target[0], *shipped_code.TARGET)))
        for folder, processor in places:
            data = read(folder / self._name(sig, processor))
            # What cannot be read for whatever reason is compiled.
            with suppress(Exception):
                if data:
                    return CompileResult._rebuild(target_context, *pickle.loads(data))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the machine code for arguments of these types; remove the oldest of the function."""
        if data.library.has_dynamic_globals:
            warnings.warn(f"{self._function.__qualname__} is compiled by each process.", stacklevel=2)
            return
        folder = cache_folder.open_cache()
        write(folder / self._name(sig, data.codegen.magic_tuple()), dumps(data._reduce()))
        files = sorted(folder.glob(f"{self._prefix}*{SUFFIX}"), key=cache_folder.last_use)
        for old in files[:-KEPT]:
            old.unlink(missing_ok=True)

    def _name(self, sig: Any, target: tuple[str, ...]) -> str:
        """Return the name of the file with the machine code for arguments of these types.

        It has a digest of the types, of the processor's name and features, and of the code.
        """
        code = code_digest(self._function, _record_types(sig), self._choices)
        key = "\n".join([self._function.__qualname__, repr(sig), *target, code])
        return f"{self._prefix}{hashlib.sha256(key.encode()).hexdigest()[:32]}{SUFFIX}"


def read(path: Path) -> bytes:
    """Return what `write` has written; nothing where there is no file, or a damaged one."""
    try:
        whole = path.read_bytes()
    except OSError:
        return b""
    digest, data = whole[:32], whole[32:]
    return data if hashlib.sha256(data).digest() == digest else b""


def write(path: Path, data: bytes) -> None:
    """Write a file with a checksum; other processes see all of it or nothing."""
    unnamed = path.with_suffix(f".{uuid.uuid4().hex}")
    try:
        unnamed.write_bytes(hashlib.sha256(data).digest() + data)
        unnamed.replace(path)
    except BaseException:
        unnamed.unlink(missing_ok=True)
        raise


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
