"""`donjon games` and `donjon rules`."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Any

import typer

from donjon.cli.console import LANGUAGE_HELP, examples, put, put_json
from donjon.kernel import Game, Option
from donjon.kernel.games import games
from donjon.rulebook import Chapter, Rule, Rulebook
from donjon.rulebook import load as load_rules
from donjon.rulebook.matching import WORD, alike, asked_of, plain

_INDENT = 11


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("games", epilog=examples("donjon games", "donjon games --json"))(list_games)
    app.command(
        "rules",
        epilog=examples(
            "donjon rules kingdom-builder",
            "donjon rules kingdom-builder KB-5.6",
            "donjon rules caylus CAY-8.3 --lang ru",
            "donjon rules kingdom-builder --json",
        ),
    )(rules)


def list_games(as_json: bool = typer.Option(False, "--json", help="Write JSON.")) -> None:
    """List the games with their numbers of players and their options."""
    if as_json:
        put_json([_described(games[name]) for name in games])
        return
    for name in games:
        game = games[name]
        put(f"{name}: {game.title}, {min(game.seats)} to {max(game.seats)} players")
        for option in game.options:
            put(f"  {_option_line(option)}")
            put(f"      {option.help}")


def _option_line(option: Option) -> str:
    many = "" if option.kind == "choice" else f" (a list of {option.count})"
    return f"{option.name}{many}: {', '.join(str(choice) for choice in option.choices)}"


def _described(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "rules": game.rules_version,
        "actions": game.ACTIONS,
        "sources": list(game.SOURCES),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "choices": list(option.choices),
                "default": option.default,
                "count": option.count,
                "help": option.help,
            }
            for option in game.options
        ],
    }


def rules(
    game: str = typer.Argument(help="The game, such as ys."),
    rule: str = typer.Argument(
        "",
        metavar="[ID]",
        help="A rule (KB-5.6), a chapter (KB-5) or search words; all rules by default.",
    ),
    lang: str = typer.Option("en", help=LANGUAGE_HELP),
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
) -> None:
    """Print rules by id, or search them by words.

    The log of a game and every refusal name the id of their rule.
    """
    book = load_rules(games[game].name, lang)
    chapters = _chosen(book, rule) if rule else list(book.chapters)
    if as_json:
        put_json({"game": game, "language": book.language, "chapters": [_chapter(each) for each in chapters]})
        return
    for number, chapter in enumerate(chapters):
        if not rule:
            put(("\n" if number else "") + chapter.title)
        for each in chapter.rules:
            put(_wrapped(each))


def _chosen(book: Rulebook, wanted: str) -> list[Chapter]:
    """Return the rule of this id, or the rules of the chapter or section, in their chapters.

    Without digits in the text, return the rules with its words. Raises UnknownRule.
    """
    start = wanted.strip().upper().rstrip(".")
    chosen = [
        Chapter(chapter.title, tuple(rule for rule in chapter.rules if f"{rule.id}.".startswith(f"{start}.")))
        for chapter in book.chapters
    ]
    chosen = [chapter for chapter in chosen if chapter.rules]
    if not chosen and not any(map(str.isdigit, wanted)):  # an id has digits
        chosen = _search(book, wanted)
    if not chosen:
        book.rule(wanted)  # raises UnknownRule, naming similar ids
    exact = [rule for chapter in chosen for rule in chapter.rules if rule.id == start]
    return [Chapter(chosen[0].title, tuple(exact))] if exact else chosen


def _search(book: Rulebook, query: str) -> list[Chapter]:
    """Return the rules that have every word of a query, or another word for it, in their chapters."""
    asked = asked_of(book.game, book.language, query)

    def has_all(rule: Rule) -> bool:
        there = [plain(word) for word in WORD.findall(f"{rule.title or ''} {rule.text}")]
        return all(any(alike(name, word) is not None for name in names for word in there) for names in asked)

    chapters = [Chapter(each.title, tuple(filter(has_all, each.rules))) for each in book.chapters]
    is_asked = all(len(names[0]) > 1 for names in asked) and asked
    return [chapter for chapter in chapters if chapter.rules] if is_asked else []


def _chapter(chapter: Chapter) -> dict[str, Any]:
    return {
        "title": chapter.title,
        "rules": [{"id": rule.id, "title": rule.title, "text": rule.text} for rule in chapter.rules],
    }


def _wrapped(rule: Rule) -> str:
    """Return a rule with its id, folded to the width of the terminal if there is one."""
    text = f"{rule.title}. {rule.text}" if rule.title else rule.text
    line = f"{rule.id:<{_INDENT}}{text}"
    if not sys.stdout.isatty():
        return line
    width = max(40, shutil.get_terminal_size().columns)
    return textwrap.fill(line, width, subsequent_indent=" " * _INDENT)
