"""Match the words of a search query with words of a rulebook: forms, spellings and synonyms."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

LONGEST, MOST_WORDS = 80, 8  # maximum letters and words of a query
WORD = re.compile(r"\w+(?:[-.]\d+)*")
# A word of at least _BENDS letters also matches words with another ending of up to _ENDING letters.
_BENDS, _ENDING = 6, 2
_SHORT = 3  # a shorter word doesn't match as a prefix

# A word of the query, followed by its synonyms.
Asked = tuple[str, ...]


def words_of(query: str) -> tuple[str, ...]:
    """Return the words of a query in plain form (see `plain`), without duplicates."""
    return tuple(dict.fromkeys(map(plain, WORD.findall(query[:LONGEST]))))


def asked_of(game: str, language: str, query: str) -> tuple[Asked, ...]:
    """Return the words of a query, each with its synonyms in a game, without stop words."""
    words, groups = words_of(query), _groups(game, language)
    telling = [word for word in words if word not in _stop_words(language)] or words
    return tuple(
        tuple(dict.fromkeys([word, *(other for group in groups if word in group for other in group)]))
        for word in telling[:MOST_WORDS]
    )


@lru_cache(maxsize=20_000)
def plain(word: str) -> str:
    """Return a word in lower case and without accents, which many people leave out in searches."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def alike(word: str, other: str) -> int | None:
    """Return how a query word matches a word: 0 equal, 1 a prefix, 2 another ending, None not at all."""
    if other == word:
        return 0
    if len(word) >= _SHORT and other.startswith(word):
        return 1
    if len(word) >= _BENDS and other.startswith(word[:-_ENDING]) and len(other) <= len(word) + _ENDING:
        return 2
    return None


def all_alike(word: str, words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the words of a sorted list that match a word of a query, and how (see `alike`)."""
    stem = word[:-_ENDING] if len(word) >= _BENDS else word
    for at in range(bisect_left(words, stem), len(words)):
        if not words[at].startswith(stem):
            return
        if (how := alike(word, words[at])) is not None:
            yield words[at], how


@cache
def _other_words() -> dict[str, Any]:
    return tomllib.loads((files("donjon.rulebook") / "other_words.toml").read_text(encoding="utf-8"))


@cache
def _groups(game: str, language: str) -> tuple[tuple[str, ...], ...]:
    written = _other_words().get(language, {})
    return tuple(tuple(map(plain, group.split())) for key in ("any", game) for group in written.get(key, ()))


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(map(plain, _other_words().get(language, {}).get("stop", "").split()))
