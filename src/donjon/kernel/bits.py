"""Sets of small numbers as the bits of a word, for interpreted and compiled code.

A word is from 0 to 2**63 - 1, so that Python's integers and the integers of compiled code agree: no value is
unsigned, overflows or turns into a float.
"""

from __future__ import annotations

from typing import Any

from donjon.kernel.compiling import at_start, compilable, overload
from donjon.kernel.records import Ints


def count_bits(word: int) -> int:
    """Return the number of set bits of a word."""
    return int(word).bit_count()


def lowest(word: int) -> int:
    """Return the number of the lowest set bit of a word, which must not be 0."""
    word = int(word)
    return (word & -word).bit_length() - 1


@compilable
def nth_bit(word: int, index: int) -> int:
    """Return the position of set bit `index` (from 0) of a word with more than `index` set bits."""
    for _ in range(index):
        word &= word - 1
    return lowest(word)


@compilable
def is_several(word: int) -> bool:
    """Return whether two or more bits of a word are set."""
    return word & (word - 1) != 0


@compilable
def mark_bits(word: int, count: int, first: int, mask: Ints | None) -> int:
    """Return the number of set bits; unless mask is None, copy the first `count` bits to mask[first:]."""
    if mask is not None:
        for number in range(count):
            mask[first + number] = word >> number & 1
    return count_bits(word)


@at_start
def _use_instructions() -> None:
    """Compile `count_bits` and `lowest` to one machine instruction each."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def population(_context: Any, _word: Any) -> Any:
        return types.int64(types.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])

    def trailing_zeros(_context: Any, _word: Any) -> Any:
        # The second operand tells LLVM that the word is not 0.
        is_never_zero = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.int64), lambda _c, builder, _s, args: builder.cttz(args[0], is_never_zero)

    population_of: Any = intrinsic(population)
    zeros_below: Any = intrinsic(trailing_zeros)
    overload(count_bits, lambda _word: lambda word: population_of(word))
    overload(lowest, lambda _word: lambda word: zeros_below(word))
