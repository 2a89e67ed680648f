"""Bring the catalogues of translations up to the texts of the program: `python scripts/catalogues.py`.

Texts are found in the code (Message("..."), Term("..."), _("..."), BOOK.event("name", "...")), in the
templates ({{ _("...") }}, {{ say("...") }}), in what the games declare (nouns, events, options, sources of
points) and in their lessons and boards.
New ones come into every catalogue without a translation, to be filled in; those no longer used are dropped.
Tests fail while one is missing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from donjon import games
from donjon.kernel import nouns
from donjon.kernel.message import in_context
from donjon.rulebook import boards, lessons

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "donjon"
LOCALE = SOURCE / "locale"
LANGUAGES = ("hu", "ru")

# Functions whose first argument is a text to translate.
CALLS = {"Message", "Term", "_", "gettext", "refuse", "say", "translate"}

KEYWORDS = ("_", "gettext", "ngettext", "say")  # the same functions in templates

# One text, with its context if it has one (see `in_context`), or its singular and plural.
Text = str | tuple[str, str]


def texts() -> dict[Text, set[str]]:
    """Return every text to translate, with the files that contain it."""
    found: dict[Text, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for text in in_code(path.read_text(encoding="utf-8")):
            found.setdefault(text, set()).add(str(path.relative_to(ROOT)))
    for path in sorted(SOURCE.rglob("*.jinja")):
        for text in in_template(path):
            found.setdefault(text, set()).add(str(path.relative_to(ROOT)))
    for name in games:
        for text in declared(name):
            found.setdefault(text, set()).add(f"src/donjon/games/{name.replace('-', '_')}/__init__.py")
    for lesson in lessons.taught():
        for text in (lesson.about, lesson.left_out, *(cue.text for cue in lesson.cues if cue.text)):
            found.setdefault(text, set()).add(
                f"src/donjon/games/{lesson.game.replace('-', '_')}/{lessons.FILE}"
            )
    for name in boards.with_boards():
        for board in boards.boards_of(name):
            for text in board.texts:
                found.setdefault(text, set()).add(f"src/donjon/games/{name.replace('-', '_')}/{boards.FILE}")
    for module, text in nouns.words():
        if module.startswith("donjon."):
            found.setdefault(text, set()).add(f"src/{module.replace('.', '/')}.py")
    return found


def in_code(source: str) -> Iterator[Text]:
    """Yield the texts of a Python file."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        said = list(takewhile(lambda value: isinstance(value, str), map(_constant, node.args)))
        if name == "ngettext" and len(said) == 2:
            yield said[0], said[1]
        elif name == "Term" and len(said) == 2:
            yield in_context(*said)
        elif name in CALLS and said:
            yield said[0]
        elif name == "event" and isinstance(node.func, ast.Attribute):  # a book: name, sentence
            others = (_constant(word.value) for word in node.keywords if word.arg in ("unseen", "without"))
            yield from (*said[1:2], *filter(None, others))


def _constant(node: ast.expr) -> Any:
    return node.value if isinstance(node, ast.Constant) else None


def in_template(path: Path) -> Iterator[Text]:
    """Yield the texts of a template."""
    with path.open("rb") as file:
        for _line, function, message, _comments in babel_extract(file, KEYWORDS, (), {}):
            # A word that comes in a variable is found in the code that sets it.
            said = [str(part) for part in ([message] if isinstance(message, str) else message or ()) if part]
            if function == "ngettext" and len(said) == 2:
                yield said[0], said[1]
            elif said:
                yield said[0]


def declared(name: str) -> Iterator[str]:
    """Yield the words that a game declares for forms and score tables."""
    game: Any = games[name]
    for option in game.options:
        yield from (option.label, option.help, *option.labels, *option.places)
    for term in game.source_terms:
        yield in_context(term.word, term.context)


def without_context(text: Text) -> tuple[str | None, Text]:
    """Return the context of a text, None if it has none, and the text itself."""
    if isinstance(text, str) and "\x04" in text:
        context, _, id = text.partition("\x04")
        return context, id
    return None, text


def catalogue(language: str) -> Catalog:
    """Read the catalogue of a language from the repository; return a new one if there is none."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, domain="donjon", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="donjon")


def path_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / "donjon.po"


def updated(language: str, wanted: dict[Text, set[str]]) -> Catalog:
    """Return a new catalogue with every wanted text in order, and the translations that exist."""
    old = catalogue(language)
    born = datetime(2025, 1, 1, tzinfo=UTC)  # the same text, the same file
    new = Catalog(
        locale=language,
        domain="donjon",
        project="Donjon",
        version="1",
        copyright_holder="The Donjon authors",
        msgid_bugs_address="the issues of the project",
        header_comment="# The words of Donjon. `python scripts/catalogues.py` brings in new texts.",
        creation_date=born,
        revision_date=born,
        last_translator="The Donjon authors",
        language_team=language,
        fuzzy=False,
    )
    for text in sorted(wanted, key=lambda text: (sorted(wanted[text]), str(text))):
        context, id = without_context(text)
        known = old.get(id if isinstance(id, str) else id[0], context)
        locations = [(file, 0) for file in sorted(wanted[text])]
        string = known.string if known is not None and known.id == id else ""
        new.add(id, string, locations, context=context)
    return new


def write(language: str, filled: Catalog) -> None:
    """Write a catalogue into the repository."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, filled, width=110, include_lineno=False)


def missing(filled: Catalog) -> list[str]:
    """Return the texts of a catalogue that have no translation."""
    return [str(message.id) for message in filled if message.id and not _said(message.string)]


def _said(string: Any) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


def main() -> None:
    """Update every catalogue, and print what is still to translate."""
    wanted = texts()
    for language in LANGUAGES:
        filled = updated(language, wanted)
        write(language, filled)
        absent = missing(filled)
        print(f"{language}: {len(filled)} texts, {len(absent)} without a translation")
        for text in absent:
            print(f"  {text}")


if __name__ == "__main__":
    main()
