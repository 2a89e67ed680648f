"""Find words that a native would not write: `python -m scripts.words` prints them with their places.

Checked are all texts for people in three languages (catalogues, rulebooks, books), the documentation, and the
docstrings and comments of the code. `words.toml` lists the words that are not written, with what is written
instead; the signs, articles and addresses of each language are checked by the functions below.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from donjon import games
from donjon.kernel.message import takes_az
from scripts import catalogues

ROOT = Path(__file__).parents[1]
RULEBOOKS = catalogues.SOURCE / "rulebook"
TEXTS, DOCS, SITE = "texts", "docs", "site"
PLACE = re.compile(r"%\(\w+\)s|\{\w*(?::[^}]*)?\}")
# Files whose texts quote what is typed ("buy food wood"): Latin words and straight quotes are right there.
TYPED = (
    "domains.py",
    "parsing.py",
    "options.py",
    "option_values.py",
    "unknown_actions.py",
    "match.py",
    "actions.py",
)
# The id of an example in a chapter of a book.
_EXAMPLE = re.compile(r"\[\[[\w-]+\]\]")
FAMILIAR = re.compile(r"\b(?:ты|тебя|тебе|твой|твоя|твоё|твои)\b", re.IGNORECASE)
CAPITAL = re.compile(r"(?<=[а-яё,;] )(?:Вы|Вам|Вас|Ваш\w*)\b")


@dataclass(frozen=True)
class Text:
    """A text: its language, its place, and what it is part of: a game, "site" or "docs"."""

    language: str
    place: str
    words: str
    area: str
    typed: bool = False


@dataclass(frozen=True)
class Rule:
    """A word that is not written, and what is written instead. where: "" for everywhere."""

    language: str
    pattern: re.Pattern[str]
    instead: str
    right: re.Pattern[str] | None
    where: str

    def applies(self, text: Text) -> bool:
        """Return True if the word is not written in this text."""
        if text.language != self.language:
            return False
        return self.where in ("", text.area) or (self.where == TEXTS and text.area != DOCS)


@cache
def rules() -> tuple[Rule, ...]:
    """Return the words of `words.toml`."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Rule(
            language,
            re.compile(word["pattern"], re.IGNORECASE),
            word["instead"],
            re.compile(word["not"]) if "not" in word else None,
            word.get("where", ""),
        )
        for language, table in listed.items()
        for word in table["words"]
    )


# The texts


def texts() -> list[Text]:
    """Return every text that is checked."""
    return [*of_catalogues(), *of_rulebooks(), *of_documents(), *of_code()]


def of_catalogues() -> Iterator[Text]:
    """Yield the texts of the program: English as the code has them, and their translations."""
    for language in catalogues.LANGUAGES:
        for entry in catalogues.catalogue(language):
            if not entry.id:
                continue
            originals = [entry.id] if isinstance(entry.id, str) else list(entry.id)
            strings = [entry.string] if isinstance(entry.string, str) else list(entry.string)
            places = [name for name, _line in entry.locations]
            typed = any(name.endswith(TYPED) for name in places)
            area, place = _area(places), places[0] if places else ""
            if language == catalogues.LANGUAGES[0]:
                yield from (Text("en", place, words, area, typed) for words in originals)
            yield from (Text(language, f"{place}: {originals[0]}", words, area, typed) for words in strings)


def of_rulebooks() -> Iterator[Text]:
    """Yield the texts of the rulebooks and books, without the other words for a term and ids of examples."""
    for path in sorted(RULEBOOKS.glob("*/*.toml")) + sorted(RULEBOOKS.glob("*/book/*.toml")):
        game = path.relative_to(RULEBOOKS).parts[0].replace("_", "-")
        if path.stem in ("en", *catalogues.LANGUAGES):
            file = path.relative_to(ROOT)
            for key, words in _flat(tomllib.loads(path.read_text(encoding="utf-8"))):
                if not re.search(r"\balso\[\d+\]$|^about\.", key):
                    yield Text(path.stem, f"{file}: {key}", _EXAMPLE.sub("", words), game)


def of_documents() -> Iterator[Text]:
    """Yield the lines of the documentation, without code."""
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        fenced = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            fenced ^= line.lstrip().startswith("```")
            if not fenced:
                yield Text("en", f"{path.relative_to(ROOT)}:{number}", _without_code(line), DOCS)


def of_code() -> Iterator[Text]:
    """Yield the docstrings and comments of the package."""
    for path in sorted(catalogues.SOURCE.rglob("*.py")):
        source, file = path.read_text(encoding="utf-8"), path.relative_to(ROOT)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                line = 1 if isinstance(node, ast.Module) else node.lineno
                if (words := ast.get_docstring(node)) is not None:
                    yield Text("en", f"{file}:{line}", _without_code(words), DOCS)
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield Text("en", f"{file}:{token.start[0]}", _without_code(token.string), DOCS)


def _without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "` `", text)


def _flat(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield (key, text) of every text in a table."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _flat(inner, f"{key}[{number}]")
    elif isinstance(value, str):
        yield key, value


def _area(places: Iterable[str]) -> str:
    """Return the game whose files alone have a text, else "site"."""
    folders = {f"/games/{name.replace('-', '_')}/": name for name in games}
    areas = {next((folders[folder] for folder in folders if folder in place), SITE) for place in places}
    return areas.pop() if len(areas) == 1 else SITE


# The checks: each yields what is wrong in a text


def banned(text: Text) -> Iterator[str]:
    """Yield words that are not written, with those that are."""
    for rule in rules():
        if rule.applies(text):
            for match in rule.pattern.finditer(text.words):
                start = max(0, match.start() - 6)
                if rule.right is None or not rule.right.search(text.words[start : match.end()]):
                    yield f"“{match[0].strip()}”: write {rule.instead}"


def address(text: Text) -> Iterator[str]:
    """Yield addresses to the reader other than the Russian вы."""
    if text.language == "ru":
        for match in [*FAMILIAR.finditer(text.words), *CAPITAL.finditer(text.words)]:
            yield f"“{match[0]}”: write вы, in small letters"


def articles(text: Text) -> Iterator[str]:
    """Yield Hungarian articles that do not go with the vowel after them."""
    if text.language == "hu":
        for match in re.finditer(r"\ba [„»*(]*(\w+)", text.words, re.IGNORECASE):
            if takes_az(match[1]):
                yield f"“{match[0]}”: write az before a vowel"


def signs(text: Text) -> Iterator[str]:
    """Yield quotes, dashes, dots and blanks that are wrong in the language."""
    if text.area == DOCS:
        return
    words, language = PLACE.sub("{}", text.words), text.language
    quotes = {"en": "[„«»]", "ru": "[“”„]", "hu": "[“«»]"}[language]
    if not text.typed and ('"' in words or (language != "en" and "'" in words)):
        yield "straight quotes"
    if re.search(quotes, words):
        yield "quotes of another language"
    if re.search({"en": " [-–] ", "ru": r" [-–] ", "hu": r" [-—] "}[language], words):
        yield "the dash of another language"
    plain = re.sub(r"[A-Z]+-[\d.]+", "", words)
    ranges = re.finditer(r"(?<![\w-])(\d+)-(\d+)(?![-\w])", plain)
    if not text.typed and any(match[1] != match[2] for match in ranges):
        yield "a hyphen in a range: write –"
    if "..." in words or " …" in words:
        yield "dots: write … without a space before it"
    if re.search(r"\S  +\S", words) or re.search(r" [,.;:!?](?:\s|$)", words):
        yield "a blank too many"


def percent(text: Text) -> Iterator[str]:
    """Yield percentages that are written as in another language."""
    if text.area != DOCS:
        has_space = re.search(r"(?:\d|\})[ \u00a0\u202f]%(?!\()", text.words)
        has_none = re.search(r"\d%(?![\w(])|\}%(?![\w(])", text.words)
        if text.language == "ru" and has_none:
            yield "a percentage in Russian: write 62 %"
        if text.language != "ru" and has_space:
            yield "a percentage: write 62%"


CHECKS = (banned, address, articles, signs, percent)


def findings(every: Iterable[Text]) -> Iterator[str]:
    """Yield a line for everything that a check finds."""
    for text in every:
        for check in CHECKS:
            for words in check(text):
                yield f"{text.place}: {text.language}: {words}\n    {text.words.strip()[:140]}"


def main() -> int:
    """Print what is found; return 1 if there is anything."""
    found = list(dict.fromkeys(findings(texts())))
    for line in found:
        print(line)
    print(f"{len(found)} words to mend")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
