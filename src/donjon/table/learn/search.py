"""Searching a rulebook in the reader's language: words by their beginnings, the best places first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from donjon import rulebook
from donjon.rulebook import EXAMPLE, Rulebook
from donjon.rulebook.matching import WORD, Asked, alike, asked_of, plain
from donjon.table.live import presentation

CHAPTER, TO_PLAY, RULE, TERM = "chapter", "example", "rule", "term"
MOST_FOUND = 40
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
    asked = asked_of(game, language, query)
    return _search(game, language, asked) if asked else ()


@lru_cache(maxsize=256)
def _search(game: str, language: str, asked: tuple[Asked, ...]) -> tuple[Found, ...]:
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


def _worths(entry: Entry, asked: tuple[Asked, ...]) -> list[int]:
    """What each word is worth to an entry; 0 where it lacks it."""
    titled, told = _plain_words(entry.title), _plain_words(entry.text)
    return [
        _NAMED
        if entry.kind == RULE and titled[0] == words[0]
        else max(max(_worth(word, titled, _IN_TITLE), _worth(word, told, _IN_TEXT)) for word in words)
        for words in asked
    ]


@lru_cache(maxsize=8192)
def _plain_words(text: str) -> tuple[str, ...]:
    return tuple(map(plain, WORD.findall(text)))


def _worth(word: str, among: tuple[str, ...], worths: tuple[int, int, int]) -> int:
    return max((worths[how] for other in among if (how := alike(word, other)) is not None), default=0)


def _found(entry: Entry, asked: tuple[Asked, ...]) -> Found:
    title, excerpt = _marked(entry.title, asked), _marked(_excerpt(entry.text, asked), asked)
    return Found(entry.kind, title, excerpt, entry.href)


def _hits(text: str, asked: tuple[Asked, ...]) -> Iterator[tuple[int, int]]:
    """Where words that were asked for stand."""
    for found in WORD.finditer(text):
        if any(alike(word, plain(found[0])) is not None for words in asked for word in words):
            yield found.span()


def _excerpt(text: str, asked: tuple[Asked, ...]) -> str:
    """The part of a text around the first word that was asked for."""
    if len(text) <= _EXCERPT:
        return text
    first = next(_hits(text, asked), (0, 0))[0]
    start = max(0, min(first - _EXCERPT // 3, len(text) - _EXCERPT))
    begin = text.rfind(" ", 0, start) + 1
    end = text.find(" ", begin + _EXCERPT)
    end = len(text) if end < 0 else end
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"


def _marked(text: str, asked: tuple[Asked, ...]) -> Markup:
    parts, last = [], 0
    for start, end in _hits(text, asked):
        parts += [escape(text[last:start]), Markup("<mark>{}</mark>").format(text[start:end])]
        last = end
    return Markup("").join([*parts, escape(text[last:])])
