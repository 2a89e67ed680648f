"""Read rulebooks: list them, load their chapters, find rules by id or by the thing they are about.

Files are checked by hand here, and in the illustrated book, lessons and puzzles: pydantic would be one more
dependency of the library, and importing it takes longer than reading a book.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from donjon.errors import DonjonError, UnknownGame
from donjon.kernel import installed_games
from donjon.kernel.game import Game
from donjon.kernel.untrusted import short


class UnknownRule(DonjonError):
    """The rulebook has no rule of this id."""


class UnknownLanguage(DonjonError):
    """The rulebook is not written in this language."""


class BadBook(DonjonError):
    """A rulebook is incomplete or malformed; the sentence names the file and the key."""


ORIGINAL = "en"
SILENT = "silent"
_SUFFIX = ".toml"


@dataclass(frozen=True)
class Rule:
    """A rule: its id ("KB-5.6"), a title or None, and the text, without markup."""

    id: str
    title: str | None
    text: str


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title and its rules in order."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Term:
    """A word of the glossary: the key for all languages, the word in this language, and its meaning.

    also: other words for it, which printed rulebooks use.
    """

    key: str
    term: str
    meaning: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game in one language.

    things: the ids of the rules for each thing in the table `about`, in the order of the rulebook.
    """

    game: str
    language: str
    title: str
    glossary: tuple[Term, ...]
    chapters: tuple[Chapter, ...]
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.id: rule for chapter in self.chapters for rule in chapter.rules}

    def ids(self) -> tuple[str, ...]:
        """Return all rule ids in the order of the rulebook."""
        return tuple(self._rules)

    def rule(self, id: Any) -> Rule:
        """Return the rule with this id, in any case. Raises UnknownRule, which names similar ids."""
        if not isinstance(id, str):
            raise UnknownRule(
                f"A rule is asked for by its id, such as {self.ids()[0]!r}, not by {short(id)}."
            )
        rule = self._rules.get(id.strip().upper())
        if rule is None:
            raise UnknownRule(f"{self.title} has no rule {id!r}; {self._near(id.strip().upper())}.")
        return rule

    def about(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the rules for these entries of the table `about`, in the rulebook's order.

        Names that the table doesn't have are ignored.
        """
        wanted = {id for name in names for id in self.things.get(name, ())}
        return tuple(id for id in self._rules if id in wanted)

    def _near(self, id: str) -> str:
        """Return a phrase with similar ids: all ids with the longest prefix that exists."""
        parts = id.split(".")
        while parts := parts[:-1]:
            head = ".".join(parts) + "."
            if near := [known for known in self.ids() if known.startswith(head)]:
                return f"the nearest are {', '.join(near)}"
        if near := [known for known in self.ids() if known.startswith(id + ".")]:
            return f"chapter {id} has {', '.join(near)}"
        return f"its ids run from {self.ids()[0]} to {self.ids()[-1]}"


def games() -> tuple[str, ...]:
    """Return the names of all games that have a rulebook."""
    return tuple(sorted(_books()))


def rules_about(game: Game, view: Mapping[str, Any], subject: str) -> tuple[str, ...]:
    """Return the ids of the rules that govern a thing on the table, in the order of the rulebook.

    subject: the name of the thing in the drawing of the game ("deck", "token-farm").
    """
    if game.about is None or game.name not in _books():
        return ()
    return load(game.name).about(game.about(view, subject))


def languages(game: str) -> tuple[str, ...]:
    """Return the languages that a game's rulebook is written in, English first. Raises UnknownGame."""
    others = {
        file.name.removesuffix(_SUFFIX) for file in folder_of(game).iterdir() if file.name.endswith(_SUFFIX)
    }
    return (ORIGINAL, *sorted(others - {ORIGINAL}))


def nearest_language(game: str, language: str) -> str:
    """Return the given language if a game's rulebook is written in it, else English.

    Raises UnknownGame.
    """
    return language if language in languages(game) else ORIGINAL


def load(game: str, language: str = ORIGINAL) -> Rulebook:
    """Return the rulebook of a game ("kingdom-builder") in a language ("en", "ru", "hu").

    Texts that the language lacks are in English. Raises UnknownGame or UnknownLanguage, which list the known
    names, and BadBook, which names the file and the key.
    """
    check_language(game, language)
    return _load(game, language)


def check_language(game: Any, language: Any) -> None:
    """Raise UnknownGame or UnknownLanguage unless both names are texts."""
    if not isinstance(game, str):
        folder_of(game)
    if not isinstance(language, str):
        raise _unknown_language(game, language)


def _unknown_language(game: str, language: Any) -> UnknownLanguage:
    there = ", ".join(languages(game))
    return UnknownLanguage(
        f"The rules of {game} are not written in {short(language)}; choose one of: {there}."
    )


@cache
def _load(game: str, language: str) -> Rulebook:
    if language not in languages(game):
        raise _unknown_language(game, language)
    original, spoken = read_file(game, ORIGINAL), read_file(game, language)
    chapters = tuple(_chapter(chapter, spoken["chapter"]) for chapter in original["chapter"])
    words = {**original.get("glossary", {}), **spoken.get("glossary", {})}
    glossary = tuple(
        Term(key, word["term"], word["meaning"], tuple(word.get("also", ()))) for key, word in words.items()
    )
    things = _about(original, f"{folder_of(game).name}/{ORIGINAL}{_SUFFIX}")
    return Rulebook(game, language, spoken["title"], glossary, chapters, things)


def _about(original: dict[str, Any], file: str) -> dict[str, tuple[str, ...]]:
    """Return the rule ids for each thing. Raises BadBook if a list names an unknown rule or thing."""
    order = [id for chapter in original["chapter"] for id in chapter["rules"]]
    table = dict(_lists(original.get("about", {})))

    def reached(thing: str, asking: tuple[str, ...]) -> Iterator[str]:
        for entry in table[thing]:
            if entry in table and entry not in asking:
                yield from reached(entry, (*asking, entry))
            elif entry in order:
                yield entry
            else:
                raise BadBook(
                    f"{file}: about {thing!r} names {entry!r}, which is no rule and no other thing."
                )

    things = {thing: set(reached(thing, (thing,))) for thing in table}
    return {thing: tuple(id for id in order if id in ids) for thing, ids in things.items()}


def _lists(about: Mapping[str, Any], variant: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (name, list) of a table `about`: "hex", and "express.hex" in the variant "express"."""
    for thing, entries in about.items():
        if isinstance(entries, dict) and not variant:
            yield from _lists(entries, f"{thing}.")
        else:
            yield variant + thing, entries


def _chapter(original: dict[str, Any], spoken: list[dict[str, Any]]) -> Chapter:
    """Return a chapter of the English book, with the texts that another language has."""
    title, texts = original["title"], original["rules"]
    for chapter in spoken:
        if translated := {id: text for id, text in chapter["rules"].items() if id in texts}:
            title, texts = chapter["title"], {**texts, **translated}
    return Chapter(title, tuple(_rule(id, text) for id, text in texts.items()))


def _rule(id: str, written: str | dict[str, str]) -> Rule:
    if isinstance(written, str):
        return Rule(id, None, written)
    return Rule(id, written["title"], written["text"])


def read_file(game: str, language: str) -> dict[str, Any]:
    """Return the data of a language's file, without texts from English. Raises BadBook."""
    folder = folder_of(game)
    name = f"{folder.name}/{language}{_SUFFIX}"
    try:
        data = tomllib.loads((folder / f"{language}{_SUFFIX}").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadBook(f"{name} cannot be read: {error}.") from None
    for key, words in _faults(data):
        raise BadBook(f"{name}: {key} {words}.")
    return data


def _faults(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a file that are missing or malformed, with what they must be."""
    if not isinstance(data.get("title"), str):
        yield "title", "must be a text: the name of the game"
    chapters = data.get("chapter")
    if not chapters or not isinstance(chapters, list):
        yield "chapter", "must be there: [[chapter]], with a title and rules"
        return
    for number, chapter in enumerate(chapters, start=1):
        if not isinstance(chapter, dict) or not isinstance(chapter.get("title"), str):
            yield f"title of chapter {number}", "must be a text"
        elif not isinstance(chapter.get("rules"), dict):
            yield f"rules of chapter {number}", "must be a table: texts by the ids of the rules"
        else:
            yield from _wrong_texts(chapter["rules"], ("title", "text"), True)
    glossary = data.get("glossary", {})
    if not isinstance(glossary, dict):
        yield "glossary", "must be a table: terms by their keys"
    else:
        yield from _wrong_texts(glossary, ("term", "meaning"), False)
        for key, word in glossary.items():
            if isinstance(word, dict) and not _are_texts(word.get("also", [])):
                yield f"also of {key}", "must be a list of words"
    yield from _wrong_lists(data.get("about", {}))


def _wrong_lists(about: Any) -> Iterator[tuple[str, str]]:
    """Yield the keys of the table `about` whose values are not lists of texts, with what they must be."""
    if not isinstance(about, dict):
        yield "about", "must be a table: lists of rules by the things that they are about"
        return
    for thing, entries in _lists(about):
        if not entries or not _are_texts(entries):
            yield f"about {thing!r}", "must be a list of ids of rules and of things"


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _wrong_texts(table: dict[str, Any], names: tuple[str, str], plain: bool) -> Iterator[tuple[str, str]]:
    """Yield the keys of a table whose values aren't tables with two texts of these names.

    With `plain`, a single text is valid, too.
    """
    for key, value in table.items():
        if plain and isinstance(value, str):
            continue
        if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in names):
            other = "a text, or " if plain else ""
            yield key, f"must be {other}a table with the texts {names[0]!r} and {names[1]!r}"


def silent(game: str) -> dict[str, str]:
    """Return the reason for each rule that nothing in play cites: components, definitions, repetitions.

    They are listed in silent/rules.toml next to the texts. Raises UnknownGame, and ValueError if a rule is
    listed twice.
    """
    file = folder_of(game) / SILENT / f"rules{_SUFFIX}"
    groups = tomllib.loads(file.read_text(encoding="utf-8"))["group"] if file.is_file() else ()
    reasons: dict[str, str] = {}
    for group in groups:
        if twice := reasons.keys() & set(group["rules"]):
            raise ValueError(f"{', '.join(sorted(twice))} of {game} are silent for two reasons.")
        reasons |= dict.fromkeys(group["rules"], group["reason"])
    return reasons


def _shelf() -> Traversable:
    return files("donjon.rulebook")


def _books() -> dict[str, Traversable]:
    """Return the folder of every rulebook by its game, including games of other packages."""
    brought = {
        name: folder / "rulebook"
        for name, module in installed_games.modules().items()
        for folder in installed_games.folders(module)
    }
    shelf = {folder.name.replace("_", "-"): folder for folder in _shelf().iterdir()}
    return {name: folder for name, folder in {**brought, **shelf}.items() if _is_book(folder)}


def _is_book(folder: Traversable) -> bool:
    return folder.is_dir() and (folder / f"{ORIGINAL}{_SUFFIX}").is_file()


def folder_of(game: Any) -> Traversable:
    """Return the folder of a game's rulebook. Raises UnknownGame."""
    books = _books()
    if not isinstance(game, str) or game not in books:
        raise UnknownGame(f"There is no rulebook of {short(game)}; there are: {', '.join(sorted(books))}.")
    return books[game]
