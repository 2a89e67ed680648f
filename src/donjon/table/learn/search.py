"""Search a rulebook in the reader's language: words match by their beginnings, best hits come first.

The index is a sorted dictionary of a rulebook's words. SQLite's FTS5 was tried instead and ranks worse: of
897 titles of chapters, examples and words it puts 830 first when they are searched for, this index 872; and
it cannot limit how a word may end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from donjon import rulebook
from donjon.rulebook import EXAMPLE, Rulebook
from donjon.rulebook.matching import WORD, Asked, alike, all_alike, asked_of, plain
from donjon.table.live import presentation

CHAPTER, TO_PLAY, RULE, TERM = "chapter", "example", "rule", "term"
MAX_HITS = 40
_EXCERPT = 180
# Points for a match in a title and in the text: the whole word, its beginning, an inflected form.
_IN_TITLE, _IN_TEXT = (12, 9, 5), (4, 3, 1)
_NAMED = 40  # points for a rule that was searched for by its id
# The weight of a word is the logarithm of all entries by those that have it. A word that more than a quarter
# of the entries have may be missing from a hit.
_EVERYWHERE = math.log(4)
# Shares of the total weight: all of it, but for rounding; and the smallest that makes an entry a hit.
_ALL, _ENOUGH = 0.999, 0.5
# The list is filled up to this number with entries that have most of the weight.
_MIN_HITS = 6
_FIRST = {TERM: 3, CHAPTER: 2, TO_PLAY: 1, RULE: 0}


@dataclass(frozen=True)
class Entry:
    """An entry of the index: its kind, its title, its text, and its address."""

    kind: str
    title: str
    text: str
    href: str


@dataclass(frozen=True)
class Hit:
    """A hit: its kind, its title and an excerpt with the words marked, and its address."""

    kind: str
    title: Markup
    excerpt: Markup
    href: str


def search(game: str, language: str, query: str) -> tuple[Hit, ...]:
    """Return the entries of a rulebook that have every word of a query, except words that are everywhere.

    The best hits come first. If there are few, entries follow that have most of the rare words: so a question
    in a whole sentence has hits, too.
    """
    query_words = asked_of(game, language, query)
    return _search(game, language, query_words) if query_words else ()


@lru_cache(maxsize=256)
def _search(game: str, language: str, query_words: tuple[Asked, ...]) -> tuple[Hit, ...]:
    entries, index = _entries(game, language), _index(game, language)
    worths = [_worths(entries, index, words) for words in query_words]
    rare = [math.log(len(entries) / (1 + len(worth))) for worth in worths]
    wanted = [weight if weight > _EVERYWHERE else 0.0 for weight in rare]
    if not any(wanted):
        wanted = [1.0] * len(query_words)
    scored = []
    for number in set().union(*worths):
        share = sum(weight for weight, worth in zip(wanted, worths, strict=True) if number in worth)
        score = sum(worth.get(number, 0) for worth in worths) + _FIRST[entries[number].kind]
        scored.append((share > _ALL * sum(wanted), share / sum(wanted), score, -number))
    ranked = sorted((one for one in scored if one[1] >= _ENOUGH), key=_order, reverse=True)
    whole = sum(has_all for has_all, *_how in ranked)
    marked = tuple(word for word, weight in zip(query_words, wanted, strict=True) if weight)
    best = ranked[: min(MAX_HITS, max(whole, _MIN_HITS))]
    return tuple(_hit(entries[-number], marked) for *_how, number in best)


def _order(scored: tuple[bool, float, int, int]) -> tuple[bool, float, int, int]:
    """Return the sort key of a score: entries that have every word precede those that have most."""
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
        title = f"{term.term} ({', '.join(term.also)})" if term.also else term.term
        yield Entry(TERM, title, term.meaning, f"/rules/{game}#word-{term.key}")


@lru_cache(maxsize=16)
def _index(game: str, language: str) -> dict[str, set[tuple[int, bool]]]:
    """Return the entries of each word of a rulebook, in order of the words: (number, in the title)."""
    index: dict[str, set[tuple[int, bool]]] = {}
    for number, entry in enumerate(_entries(game, language)):
        for text, is_title in ((entry.title, True), (entry.text, False)):
            for word in WORD.findall(text):
                index.setdefault(plain(word), set()).add((number, is_title))
    return dict(sorted(index.items()))


def _worths(
    entries: tuple[Entry, ...], index: dict[str, set[tuple[int, bool]]], words: Asked
) -> dict[int, int]:
    """Return the points of each entry that has a word or one of its other names."""
    worths: dict[int, int] = {}
    for word in words:
        for other, how in all_alike(word, list(index)):
            for number, is_title in index[other]:
                worth = (_IN_TITLE if is_title else _IN_TEXT)[how]
                worths[number] = max(worth, worths.get(number, 0))
    for number, is_title in index.get(words[0], ()):
        entry = entries[number]
        if is_title and entry.kind == RULE and plain(entry.title.split()[0]) == words[0]:
            worths[number] = _NAMED
    return worths


def _hit(entry: Entry, query_words: tuple[Asked, ...]) -> Hit:
    excerpt = _excerpt(entry.text, query_words)
    return Hit(entry.kind, _marked(entry.title, query_words), _marked(excerpt, query_words), entry.href)


def _hits(text: str, query_words: tuple[Asked, ...]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each word of a text that matches the query."""
    for match in WORD.finditer(text):
        if any(alike(word, plain(match[0])) is not None for words in query_words for word in words):
            yield match.span()


def _excerpt(text: str, query_words: tuple[Asked, ...]) -> str:
    """Return the part of a text around the first word that matches the query."""
    if len(text) <= _EXCERPT:
        return text
    first = next(_hits(text, query_words), (0, 0))[0]
    start = max(0, min(first - _EXCERPT // 3, len(text) - _EXCERPT))
    begin = text.rfind(" ", 0, start) + 1
    end = text.find(" ", begin + _EXCERPT)
    end = len(text) if end < 0 else end
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"


def _marked(text: str, query_words: tuple[Asked, ...]) -> Markup:
    parts, last = [], 0
    for start, end in _hits(text, query_words):
        parts += [escape(text[last:start]), Markup("<mark>{}</mark>").format(text[start:end])]
        last = end
    return Markup("").join([*parts, escape(text[last:])])
