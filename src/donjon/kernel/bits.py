"""Sets of small numbers as the bits of a word: asked alike by interpreted and compiled code.

A word is never negative and below 2**63, so that Python's integers and those of compiled code agree; nothing
unsigned occurs, nothing overflows, nothing turns into a float.
"""

from __future__ import annotations

from typing import Any

from donjon.kernel.compiling import at_start, compilable, replace_when_compiled
from donjon.kernel.records import Ints


def count_bits(word: int) -> int:
    """How many bits of a word are set."""
    return int(word).bit_count()


def lowest(word: int) -> int:
    """The number of the lowest set bit of a word that is not 0."""
    word = int(word)
    return (word & -word).bit_length() - 1


@compilable
def nth_bit(word: int, index: int) -> int:
    """The position of the set bit number `index` (from 0) of a word that has more than `index` set bits."""
    for _ in range(index):
        word &= word - 1
    return lowest(word)


@compilable
def is_several(word: int) -> bool:
    """Are two or more bits set?"""
    return word & (word - 1) != 0


@compilable
def mark_bits(word: int, count: int, first: int, mask: Ints | None) -> int:
    """The first `count` bits one by one into mask[first] and so on, unless it is None; how many are set."""
    if mask is not None:
        for number in range(count):
            mask[first + number] = word >> number & 1
    return count_bits(word)


@at_start
def _use_instructions() -> None:
    """Compiled, the questions are one machine instruction each."""
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
    replace_when_compiled(count_bits, lambda _word: lambda word: population_of(word))
    replace_when_compiled(lowest, lambda _word: lambda word: zeros_below(word))
