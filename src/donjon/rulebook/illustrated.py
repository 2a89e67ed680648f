"""The rulebook for people: chapters in reading order, playable examples, and a story in pictures.

It is in the folder `book` next to the exact rules of a game: `plan.toml` has everything that is the same in
every language, and LANGUAGE.toml the texts. Positions and actions are data here; to show or play them,
callers make a match of them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from typing import Any

from donjon.rulebook.books import ORIGINAL, BadBook, check_language, folder_of, load

FOLDER = "book"
PLAN = "plan.toml"
WORDS, LIST, EXAMPLE = "words", "list", "example"
_EXAMPLE = re.compile(r"\[\[([\w-]+)\]\]")
_ITEM = "- "
_SEAT = re.compile(r"@(\d) (.+)")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# The names of the texts of each kind of entry.
_TEXTS = {"panel": ("title", "text"), "chapter": ("title", "text"), "example": ("title", "text", "after")}


@dataclass(frozen=True)
class Act:
    """A decision to play: its text, and its seat (None: the first to move)."""

    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Wrong:
    """An action that is illegal at the start of an example, and the rule that forbids it."""

    action: str
    rule: str


@dataclass(frozen=True)
class Panel:
    """A picture of the story: a position after a line, seen by a seat (None: by the first to move).

    points: the subjects that the picture rings; part: the part of the board that it shows, as left, top and
    width in percent; () if this follows from the subjects.
    """

    id: str
    title: str
    text: str
    position: Mapping[str, Any]
    line: tuple[Act, ...] = ()
    seat: int | None = None
    points: tuple[str, ...] = ()
    part: tuple[float, ...] = ()


@dataclass(frozen=True)
class Example:
    """A playable position with a text before and after the suggested line of decisions.

    rules: the ids of the rules that it shows; wrong: actions that are illegal there; seat: the seat whose
    view is shown (None: of the first to move); expect: values in this view after the line, by their paths
    ("players.0.supply").
    """

    id: str
    title: str
    text: str
    after: str
    rules: tuple[str, ...]
    position: Mapping[str, Any]
    line: tuple[Act, ...]
    seat: int | None = None
    wrong: tuple[Wrong, ...] = ()
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Block:
    """A block of a chapter: a paragraph (WORDS), the items of a list (LIST), or an EXAMPLE's id."""

    kind: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class BookChapter:
    """A chapter: its text in blocks, the ids of the exact rules that it covers, and of its examples."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    rules: tuple[str, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """The rulebook for people of one game in one language."""

    game: str
    language: str
    panels: tuple[Panel, ...]
    chapters: tuple[BookChapter, ...]
    examples: tuple[Example, ...]

    @cached_property
    def _examples(self) -> dict[str, Example]:
        return {example.id: example for example in self.examples}

    def chapter(self, id: str) -> BookChapter | None:
        """Return the chapter with this id, None if there is none."""
        return next((chapter for chapter in self.chapters if chapter.id == id), None)

    def example(self, id: str) -> Example | None:
        """Return the example with this id, None if there is none."""
        return self._examples.get(id)

    def panel(self, id: str) -> Panel | None:
        """Return the picture of the story with this id, None if there is none."""
        return next((panel for panel in self.panels if panel.id == id), None)

    def chapter_with(self, example: str) -> BookChapter:
        """Return the chapter that contains an example, by the example's id."""
        return next(chapter for chapter in self.chapters if example in chapter.examples)

    @cached_property
    def chapters_by_rule(self) -> dict[str, tuple[BookChapter, ...]]:
        """Return the chapters that cover each rule, by the rule's id."""
        return _by_rule(self.chapters)

    @cached_property
    def examples_by_rule(self) -> dict[str, tuple[Example, ...]]:
        """Return the examples that show each rule, by the rule's id."""
        return _by_rule(self.examples)


def _by_rule(things: Iterable[Any]) -> dict[str, tuple[Any, ...]]:
    by_rule: dict[str, tuple[Any, ...]] = {}
    for thing in things:
        for rule in thing.rules:
            by_rule[rule] = (*by_rule.get(rule, ()), thing)
    return by_rule


def book(game: str, language: str = ORIGINAL) -> Book | None:
    """Return the rulebook for people of a game, None if it has none; missing texts are in English.

    Raises UnknownGame and UnknownLanguage (as `load` does), and BadBook, which names the file and the key.
    """
    check_language(game, language)
    return _book(game, language)


@cache
def _book(game: str, language: str) -> Book | None:
    ids = load(game, language).ids()
    folder = folder_of(game) / FOLDER
    if not (folder / PLAN).is_file():
        return None
    plan, english = _File(folder, PLAN), _Texts(_File(folder, f"{ORIGINAL}.toml"))
    own = folder / f"{language}.toml"
    spoken = _Texts(_File(folder, own.name), english) if own.is_file() else english
    made = Book(
        game,
        language,
        tuple(_panel(game, entry, spoken) for entry in plan.entries("panel")),
        tuple(_chapter(entry, spoken, ids) for entry in plan.entries("chapter")),
        tuple(_example(game, entry, spoken, ids) for entry in plan.entries("example")),
    )
    spoken.check(made)
    _check(made, plan)
    return made


class _File:
    """A file of a book: its data, and errors that name it. Raises BadBook if it cannot be read."""

    def __init__(self, folder: Traversable, name: str) -> None:
        self.name = f"{getattr(folder, 'parent', folder).name}/{FOLDER}/{name}"
        try:
            self.data = tomllib.loads((folder / name).read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise BadBook(f"{self.name} cannot be read: {error}") from None

    def bad(self, key: str, words: str) -> BadBook:
        """Return the error for a key of the file."""
        return BadBook(f"{self.name}: {key} {words}.")

    def entries(self, kind: str) -> list[_Entry]:
        """Return all entries of a kind. Raises BadBook if two have the same id."""
        entries = [_Entry(self, kind, given) for given in self.data.get(kind, [])]
        for number, entry in enumerate(entries):
            if entry.id in {other.id for other in entries[:number]}:
                raise self.bad(f"{kind} {entry.id}", "is there twice")
        return entries


class _Entry:
    """An entry of the plan, with a checked getter for each field. Raises BadBook for a bad id."""

    def __init__(self, file: _File, kind: str, data: Mapping[str, Any]) -> None:
        self.file = file
        self.kind = kind
        self.data = data
        self.id = str(data.get("id", ""))
        if not _ID.fullmatch(self.id):
            raise file.bad(f"{kind} {self.id!r}", "needs an id of small letters, digits and hyphens")

    def bad(self, name: str, words: str) -> BadBook:
        """Return the error for a field of the entry."""
        return self.file.bad(f"{self.kind} {self.id}: {name}", words)

    def only(self, *names: str) -> None:
        """Raise BadBook if the entry has other fields than these and `id`."""
        for name in self.data.keys() - {"id", *names}:
            raise self.bad(name, "is no field of it")

    def texts(self, name: str, least: int = 0) -> tuple[str, ...]:
        """Return a field with a list of at least `least` texts. Raises BadBook."""
        value = self.data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.bad(name, "is a list of texts")
        if len(value) < least:
            raise self.bad(name, "is missing")
        return tuple(value)

    def part(self) -> tuple[float, ...]:
        """Return the part of a board to show: left, top and width in percent, or () for no `part`."""
        value = self.data.get("part", [])
        numbers = isinstance(value, list) and all(isinstance(item, int | float) for item in value)
        if not numbers or (value and (len(value) != 3 or min(value) < 0 or max(value[:2]) + value[2] > 100)):
            raise self.bad("part", "is left, top and width in percent of the board")
        return tuple(map(float, value))

    def seat(self) -> int | None:
        """Return the seat whose view is shown, None if the field is missing."""
        value = self.data.get("seat")
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.bad("seat", "is a number")
        return value

    def position(self, game: str) -> dict[str, Any]:
        """Return the position as `donjon.from_position` reads it, from JSON. Raises BadBook."""
        try:
            value = json.loads(self.data["position"])
            return {"game": game, **value}
        except KeyError:
            raise self.bad("position", "is missing") from None
        except (TypeError, ValueError) as error:
            raise self.bad("position", f"is the JSON text of an object: {error}") from None

    def line(self, least: int) -> tuple[Act, ...]:
        """Return the decisions to play, in order, at least `least`."""
        return tuple(map(act_of, self.texts("line", least)))

    def rules(self, known: Sequence[str], heads: bool = False) -> tuple[str, ...]:
        """Return the ids of exact rules; with `heads`, "KB-5" stands for all ids that start with "KB-5."."""
        rules: dict[str, None] = {}
        for named in self.texts("rules", 1):
            meant = [id for id in known if id == named or (heads and id.startswith(f"{named}."))]
            if not meant:
                raise self.bad("rules", f"names {named}, which is no rule")
            rules |= dict.fromkeys(meant)
        return tuple(rules)

    def wrong(self, known: Sequence[str]) -> tuple[Wrong, ...]:
        """Return the illegal actions, each with its rule. Raises BadBook for an unknown rule."""
        try:
            actions = tuple(Wrong(**one) for one in self.data.get("wrong", ()))
        except TypeError:
            raise self.bad("wrong", "is a list of {action, rule}") from None
        for one in actions:
            if one.rule not in known:
                raise self.bad("wrong", f"names {one.rule}, which is no rule")
        return actions


class _Texts:
    """The texts of a language; missing texts are taken from `otherwise` (English)."""

    def __init__(self, file: _File, otherwise: _Texts | None = None) -> None:
        self.file = file
        self.otherwise = otherwise

    def of(self, kind: str, id: str, name: str) -> str:
        """Return one text of an entry. Raises BadBook if it is missing in English, too."""
        text = self.file.data.get(f"{kind}s", {}).get(id, {}).get(name, "")
        if isinstance(text, str) and text.strip():
            return text.strip()
        if self.otherwise is None or not isinstance(text, str):
            raise self.file.bad(f"{kind}s.{id}.{name}", "is missing")
        return self.otherwise.of(kind, id, name)

    def named(self, kind: str, id: str) -> dict[str, str]:
        """Return all texts of an entry, by their names."""
        return {name: self.of(kind, id, name) for name in _TEXTS[kind]}

    def check(self, book: Book) -> None:
        """Raise BadBook if there are texts for unknown entries, or examples are misplaced."""
        things = {
            "panel": {panel.id for panel in book.panels},
            "chapter": {chapter.id for chapter in book.chapters},
            "example": {example.id for example in book.examples},
        }
        for kind in self.file.data.keys() - {f"{kind}s" for kind in things}:
            raise self.file.bad(kind, "is no kind of texts")
        for kind, known in things.items():
            texts_by_id: Mapping[str, Mapping[str, str]] = self.file.data.get(f"{kind}s", {})
            for id in texts_by_id.keys() - known:
                raise self.file.bad(f"{kind}s.{id}", "is nowhere in the plan")
            for id, texts in texts_by_id.items():
                for name in texts.keys() - set(_TEXTS[kind]):
                    raise self.file.bad(f"{kind}s.{id}.{name}", "is no text of it")
        for chapter in book.chapters:
            self._check_places(chapter)

    def _check_places(self, chapter: BookChapter) -> None:
        """Raise BadBook unless each example of a chapter has exactly one place in its text."""
        placed = [block.parts[0] for block in chapter.blocks if block.kind == EXAMPLE]
        for id in {*placed, *chapter.examples}:
            if placed.count(id) != 1 or id not in chapter.examples:
                key, words = f"chapters.{chapter.id}.text", f"places the example {id} wrongly or not at all"
                raise self.file.bad(key, words)


def act_of(text: str) -> Act:
    """Return the decision of a text; "@1 build 3,3" names the seat."""
    parts = _SEAT.fullmatch(text)
    return Act(parts[2], int(parts[1])) if parts else Act(text)


def _panel(game: str, entry: _Entry, texts: _Texts) -> Panel:
    entry.only("position", "line", "seat", "points", "part")
    return Panel(
        id=entry.id,
        position=entry.position(game),
        line=entry.line(0),
        seat=entry.seat(),
        points=entry.texts("points"),
        part=entry.part(),
        **texts.named("panel", entry.id),
    )


def _example(game: str, entry: _Entry, texts: _Texts, known: Sequence[str]) -> Example:
    entry.only("rules", "position", "seat", "line", "wrong", "expect")
    return Example(
        id=entry.id,
        rules=entry.rules(known),
        position=entry.position(game),
        line=entry.line(1),
        seat=entry.seat(),
        wrong=entry.wrong(known),
        expect=entry.data.get("expect", {}),
        **texts.named("example", entry.id),
    )


def _chapter(entry: _Entry, texts: _Texts, known: Sequence[str]) -> BookChapter:
    entry.only("rules", "examples")
    named = texts.named("chapter", entry.id)
    blocks = tuple(blocks_of(named["text"]))
    return BookChapter(
        entry.id, named["title"], blocks, entry.rules(known, heads=True), entry.texts("examples")
    )


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of a text: blank lines separate paragraphs, items of lists start with "- "."""
    blocks: list[Block] = []
    for line in [*text.splitlines(), ""]:
        words, last = line.strip(), blocks[-1] if blocks else None
        if example := _EXAMPLE.fullmatch(words):
            blocks.append(Block(EXAMPLE, (example[1],)))
        elif words.startswith(_ITEM):
            item = words.removeprefix(_ITEM)
            if last is not None and last.kind == LIST:
                blocks[-1] = Block(LIST, (*last.parts, item))
            else:
                blocks.append(Block(LIST, (item,)))
        elif not words:
            blocks.append(Block(WORDS, ()))
        elif last is not None and last.kind == LIST:
            blocks[-1] = Block(LIST, (*last.parts[:-1], f"{last.parts[-1]} {words}"))
        elif last is not None and last.kind == WORDS:
            blocks[-1] = Block(WORDS, (" ".join((*last.parts, words)),))
        else:
            blocks.append(Block(WORDS, (words,)))
    return [block for block in blocks if block.parts]


def _check(book: Book, plan: _File) -> None:
    """Raise BadBook unless every example is in exactly one chapter."""
    ids = [id for chapter in book.chapters for id in chapter.examples]
    known = {example.id for example in book.examples}
    for id in ids:
        if id not in known:
            raise plan.bad("chapter: examples", f"names {id}, which there is not")
    for id in known:
        if ids.count(id) != 1:
            raise plan.bad(f"example {id}", f"stands in {ids.count(id)} chapters, not in one")
