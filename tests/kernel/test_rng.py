"""The frozen generator: Philox4x32-10 against the reference vectors of Salmon et al. (SC 2011)."""

from __future__ import annotations

import numpy as np
import pytest

from donjon.kernel import rng
from donjon.kernel.compiling import entry

# Counter, key, expected block: the known answers published with the generator's reference library.
REFERENCE = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


def words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@entry
def compiled_block(k0, k1, c0, c1, c2, c3):  # type: ignore[no-untyped-def]
    return rng.philox(k0, k1, c0, c1, c2, c3)


@entry
def compiled_words(random, out):  # type: ignore[no-untyped-def]
    for index in range(out.shape[0]):
        out[index] = rng.word(random)


@pytest.mark.parametrize(("counter", "key", "block"), REFERENCE)
def test_reference_vectors(counter: str, key: str, block: str) -> None:
    assert rng.philox(*words(key), *words(counter)) == words(block)
    assert tuple(compiled_block(*words(key), *words(counter))) == words(block)


def test_words_come_from_counter_blocks_of_the_stream() -> None:
    random = rng.new("seed", stream=5)
    drawn = [rng.word(random) for _ in range(8)]
    key = rng.seed_key("seed")
    halves = (key & 0xFFFFFFFF, key >> 32)
    assert drawn == [*rng.philox(*halves, 0, 0, 5, 0), *rng.philox(*halves, 1, 0, 5, 0)]


def test_compiled_and_interpreted_words_agree() -> None:
    interpreted, compiled = rng.new(11, stream=2**40 + 3), rng.new(11, stream=2**40 + 3)
    out = np.zeros(1000, np.int64)
    compiled_words(compiled, out)
    assert [rng.word(interpreted) for _ in range(1000)] == out.tolist()
    assert interpreted.tobytes() == compiled.tobytes()


def test_seed_text_and_number_are_the_same_seed() -> None:
    assert rng.seed_key(7) == rng.seed_key("7")
    # SHA-256("7") begins with 79 02 69 9b e4 2c 8a 8e.
    assert rng.seed_key(7) == 0x8E8A2CE49B690279


@pytest.mark.parametrize("n", [1, 2, 3, 5, 57, 444, 2**31 + 1, 2**32])
def test_below_stays_below(n: int) -> None:
    random = rng.new(n)
    drawn = [rng.below(random, n) for _ in range(200)]
    assert all(0 <= value < n for value in drawn)
    assert n == 1 or len(set(drawn)) > 1


def test_below_throws_away_the_biased_rest() -> None:
    """With n = 2**31 + 1 nearly half of all words lie past the last whole multiple of n."""
    n, random, plain = 2**31 + 1, rng.new("bias"), rng.new("bias")
    raw = [rng.word(plain) for _ in range(400)]
    kept = [value for value in raw if value < n]
    assert len(kept) < 300
    assert [rng.below(random, n) for _ in kept[:100]] == kept[:100]


def test_weighted_follows_the_weights() -> None:
    random = rng.new("weights")
    weights = np.array([0, 3, 0, 1], np.int64)
    drawn = [rng.weighted(random, weights, 4) for _ in range(4000)]
    assert set(drawn) == {1, 3}
    # 3000 expected with a standard deviation of 27: six of them is 165.
    assert abs(drawn.count(1) - 3000) < 165


def test_unit_is_in_the_half_open_interval() -> None:
    random = rng.new("unit")
    drawn = [rng.unit(random) for _ in range(1000)]
    assert 0 <= min(drawn) < 0.02
    assert 0.98 < max(drawn) < 1


def test_the_largest_of_worths_with_gumbel_numbers_is_each_by_its_exponential() -> None:
    random = rng.new("gumbel")
    worths, drawn = (0.0, 2.0), [0, 0]
    for _ in range(4000):
        noisy = [worth + 2.0 * rng.gumbel(random) for worth in worths]
        drawn[noisy.index(max(noisy))] += 1
    # e to 1: 2924 expected with a standard deviation of 28: six of them is 168.
    assert abs(drawn[1] - 4000 * np.e / (1 + np.e)) < 168
