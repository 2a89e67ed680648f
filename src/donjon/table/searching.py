"""Searching a rulebook in the reader's language: words by their beginnings, the best places first."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from donjon import rulebook
from donjon.rulebook import EXAMPLE, Rulebook
from donjon.table import presentation

CHAPTER, TO_PLAY, RULE, TERM = "chapter", "example", "rule", "term"
LONGEST, MOST_WORDS, MOST_FOUND = 80, 8, 40
_WORD = re.compile(r"\w+(?:[-.]\d+)*")
# A word that is at least so long may end otherwise where it is found: most languages bend their words.
_BENDS, _ENDING = 6, 2
_EXCERPT = 180
# What a word is worth where it is found: in a title, in the text; whole, its beginning, bent.
_IN_TITLE, _IN_TEXT = (12, 9, 5), (4, 3, 1)
_NAMED = 40  # a rule that was asked for by its id
# A word is as rare as the logarithm says of how few have it: what more than a quarter has need not be there.
_EVERYWHERE = math.log(4)
# Every word, but for rounding; and so much of what is rare an entry has at least.
_ALL, _ENOUGH = 0.999, 0.5
# The list is filled up to this many with the places that have most of it.
_FEW = 6
_FIRST = {TERM: 3, CHAPTER: 2, TO_PLAY: 1, RULE: 0}


@dataclass(frozen=True)
class Entry:
    """Something that can be found: what it is, its title, its text, and where it stands."""

    kind: str
    title: str
    text: str
    href: str


@dataclass(frozen=True)
class Found:
    """What was found: its title and a part of its text, the words marked."""

    kind: str
    title: Markup
    excerpt: Markup
    href: str


def search(game: str, language: str, query: str) -> tuple[Found, ...]:
    """The places of a rulebook that have every word of a query that is not everywhere, the best first.

    Where they are few, then those that have most of what is rare: a question in a whole sentence is answered.
    """
    asked = words_of(query)
    return _search(game, language, asked) if asked else ()


@lru_cache(maxsize=256)
def _search(game: str, language: str, asked: tuple[str, ...]) -> tuple[Found, ...]:
    entries = _entries(game, language)
    worths = [_worths(entry, asked) for entry in entries]
    rare = [math.log(len(entries) / (1 + sum(map(bool, column)))) for column in zip(*worths, strict=True)]
    wanted = [weight if weight > _EVERYWHERE else 0.0 for weight in rare]
    if not any(wanted):
        wanted = [1.0] * len(asked)
    scored = []
    for number, (entry, found) in enumerate(zip(entries, worths, strict=True)):
        share = sum(weight for weight, worth in zip(wanted, found, strict=True) if worth) / sum(wanted)
        scored.append((share > _ALL, share, sum(found) + _FIRST[entry.kind], -number))
    ranked = sorted((one for one in scored if one[1] >= _ENOUGH), key=_order, reverse=True)
    whole = sum(has_all for has_all, *_how in ranked)
    told = tuple(word for word, weight in zip(asked, wanted, strict=True) if weight)
    best = ranked[: min(MOST_FOUND, max(whole, _FEW))]
    return tuple(_found(entries[-number], told) for *_how, number in best)


def _order(scored: tuple[bool, float, int, int]) -> tuple[bool, float, int, int]:
    """Those that have every word before the others, the best first; then those that have most of them."""
    has_all, share, score, number = scored
    return has_all, 0.0 if has_all else share, score, number


def words_of(query: str) -> tuple[str, ...]:
    """The words of a query, as they are compared."""
    return tuple(dict.fromkeys(map(_plain, _WORD.findall(query[:LONGEST]))))[:MOST_WORDS]


def _plain(word: str) -> str:
    """A word without capitals and accents, which many leave out when they search."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@lru_cache(maxsize=16)
def _entries(game: str, language: str) -> tuple[Entry, ...]:
    return tuple(_every_entry(presentation.rulebook(game, language)))


def _every_entry(exact: Rulebook) -> Iterator[Entry]:
    game, book = exact.game, rulebook.book(exact.game, exact.language)
    for chapter in book.chapters if book is not None else ():
        where = f"/rules/{game}/{chapter.id}"
        parts = [part for block in chapter.blocks if block.kind != EXAMPLE for part in block.parts]
        yield Entry(CHAPTER, chapter.title, " ".join(parts).replace("**", ""), where)
    for example in book.examples if book is not None else ():
        where = f"/rules/{game}/{book.chapter_with(example.id).id}/{example.id}" if book is not None else ""
        yield Entry(TO_PLAY, example.title, f"{example.text} {example.after}".replace("**", ""), where)
    for id in exact.ids():
        rule = exact.rule(id)
        title = f"{rule.id} {rule.title}" if rule.title else rule.id
        yield Entry(RULE, title, rule.text, f"/rules/{game}#{rule.id}")
    for term in exact.glossary:
        yield Entry(TERM, term.term, term.meaning, f"/rules/{game}#word-{term.key}")


def _worths(entry: Entry, asked: tuple[str, ...]) -> list[int]:
    """What each word is worth to an entry; 0 where it lacks it."""
    titled, told = _plain_words(entry.title), _plain_words(entry.text)
    return [
        _NAMED
        if entry.kind == RULE and titled[0] == word
        else max(_worth(word, titled, _IN_TITLE), _worth(word, told, _IN_TEXT))
        for word in asked
    ]


@lru_cache(maxsize=8192)
def _plain_words(text: str) -> tuple[str, ...]:
    return tuple(map(_plain, _WORD.findall(text)))


def _worth(word: str, among: tuple[str, ...], worths: tuple[int, int, int]) -> int:
    return max((worths[how] for other in among if (how := _alike(word, other)) is not None), default=0)


def _alike(word: str, other: str) -> int | None:
    """Is a word that was asked for the other (0), its beginning (1), or is it bent otherwise (2)?"""
    if other == word:
        return 0
    if other.startswith(word):
        return 1
    if len(word) >= _BENDS and other.startswith(word[:-_ENDING]) and len(other) <= len(word) + _ENDING:
        return 2
    return None


def _found(entry: Entry, asked: tuple[str, ...]) -> Found:
    title, excerpt = _marked(entry.title, asked), _marked(_excerpt(entry.text, asked), asked)
    return Found(entry.kind, title, excerpt, entry.href)


def _hits(text: str, asked: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where words that were asked for stand."""
    for found in _WORD.finditer(text):
        if any(_alike(word, _plain(found[0])) is not None for word in asked):
            yield found.span()


def _excerpt(text: str, asked: tuple[str, ...]) -> str:
    """The part of a text around the first word that was asked for."""
    if len(text) <= _EXCERPT:
        return text
    first = next(_hits(text, asked), (0, 0))[0]
    start = max(0, min(first - _EXCERPT // 3, len(text) - _EXCERPT))
    begin = text.rfind(" ", 0, start) + 1
    end = text.find(" ", begin + _EXCERPT)
    end = len(text) if end < 0 else end
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"


def _marked(text: str, asked: tuple[str, ...]) -> Markup:
    parts, last = [], 0
    for start, end in _hits(text, asked):
        parts += [escape(text[last:start]), Markup("<mark>{}</mark>").format(text[start:end])]
        last = end
    return Markup("").join([*parts, escape(text[last:])])
