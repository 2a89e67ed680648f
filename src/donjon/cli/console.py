"""The behaviour of all commands: errors, exit codes, examples, JSON, tables, progress bars, languages."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from donjon.errors import BadOption, DonjonError
from donjon.kernel.message import Translate
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short

if TYPE_CHECKING:
    from donjon.kernel.game import Game

CHECK_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
MOST_SEATS = NATURE  # of any game

SEED_HELP = "Seed of all shuffles and bots: the same seed gives the same game."
OPTION_HELP = (
    "A game option as NAME=VALUE; lists use commas (an empty place is drawn at random). "
    "`donjon games` lists them. Repeatable."
)
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="<address>",
        help="Run on a Ray cluster: its address, auto for the one this machine belongs to, or local "
        "to start one here.",
    ),
]


class CheckFailed(DonjonError):
    """A check found a fault; ends the command with exit code 1."""


class CommandGroup(TyperGroup):
    """A group of commands that turns errors into one line on stderr and an exit code."""

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Read the arguments; `--help` and `--version` are answered here."""
        with _plain_errors():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        with _plain_errors():
            return super().invoke(ctx)


@contextmanager
def _plain_errors() -> Iterator[None]:
    try:
        yield
        return
    except DonjonError as error:
        complain(str(error))
        code = CHECK_FAILED if isinstance(error, CheckFailed) else BAD_INPUT
    except UnicodeEncodeError as error:
        # Lone surrogates among the arguments, or a terminal that lacks some of our letters.
        text = ascii(error.object[:80])
        complain(f"{text} cannot be written in {error.encoding}. Use UTF-8 (PYTHONUTF8=1).")
        code = BAD_INPUT
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it.
        _be_silent()
        code = BROKEN_PIPE
    except OSError as error:
        # Files are read and written with errors of their own; the usual cause here is a full disk under
        # stdout.
        complain(f"{error.filename or 'The output'} cannot be written or read ({error.strerror}).")
        _be_silent()
        code = BAD_INPUT
    raise typer.Exit(code)


def _be_silent() -> None:
    """Discard all further output to stdout, at the interpreter's end, too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """Write an error to stderr."""
    typer.echo(f"donjon: {sentence}", err=True)


def examples(*lines: str) -> str:
    """Return the examples at the end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def put(text: str) -> None:
    """Write a text to stdout, as it is."""
    typer.echo(text)


def put_json(data: Any, indent: int | None = 2) -> None:
    """Write JSON to stdout; on one line when `indent` is None."""
    put(json.dumps(data, ensure_ascii=False, indent=indent))


def put_table(heads: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Write rows under heads to stdout, the columns `right` (from 0) aligned to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(head), *(len(row[at]) for row in texts), 0) for at, head in enumerate(heads)]
    for row in [list(heads), *texts]:
        cells = (
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths))
        )
        put("  ".join(cells).rstrip())


def interval_text(ends: tuple[float, float], factor: float, digits: int) -> str:
    """Return an interval as the text of a table cell: both ends times `factor`, with "to" between."""
    return " to ".join(f"{factor * end:.{digits}f}" for end in ends)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Any]:
    """Show a progress bar on a terminal's stderr while long work goes on.

    Yields a function to be called with the number of steps done since the last call.
    """
    if not sys.stderr.isatty():
        yield lambda _steps=1: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps=1: bar.advance(task, steps)


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show on a terminal's stderr what the command is waiting for."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def read_text(path: str) -> str:
    """Return the text of a file, of stdin for "-". Raises DonjonError with what to do."""
    with _reading(path):
        if path == "-":
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()


def read_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file; of stdin for "-", each as soon as it is there. Raises DonjonError."""
    if path != "-":
        yield from read_text(path).split("\n")
        return
    with _reading(path):
        yield from sys.stdin


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Turn errors of reading a file into a DonjonError that says what to do."""
    name = "standard input" if path == "-" else short(path)
    try:
        yield
    except OSError as error:
        raise DonjonError(f"{name} cannot be read ({error.strerror}). Give the path of a file.") from None
    except UnicodeDecodeError:
        raise DonjonError(f"{name} isn't a text file. Records and traces are UTF-8 text.") from None
    except ValueError as error:
        raise DonjonError(f"{name} cannot be read ({error}). Give the path of a file.") from None


def write_text(path: str, text: str) -> None:
    """Write a file. Raises DonjonError with what to do."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else error
        raise DonjonError(f"{short(path)} cannot be written ({reason}). Choose another path.") from None


def read_game_options(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """Return the options in "--option NAME=VALUE" texts, as the game takes them. Raises BadOption."""
    known = {option.name: option for option in game.options}
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            example = f"{game.options[0].name}={game.options[0].choices[-1]}"
            raise BadOption(
                f"{short(text)} isn't an option of {game.title}. Use NAME=VALUE, such as {example}, "
                f"with one of the names: {', '.join(known)}."
            )
        choices = {str(choice): choice for choice in known[name].choices}
        if known[name].kind == "list":
            parts = [part.strip() for part in value.split(",")]
            options[name] = [choices.get(part, part) if part else None for part in parts]
        else:
            options[name] = choices.get(value, value)
    return options


def split_bots(text: str, players: int) -> list[str]:
    """Return the bots of the seats: "greedy" for all, "random,greedy" for the first and all others.

    Raises BadOption for no names or too many.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    players = min(players, MOST_SEATS)  # the game checks later whether there can be this many
    if not names or len(names) > players:
        raise BadOption(
            f"--bots takes 1 to {players} names separated by commas, one per seat; "
            f"the last one plays all remaining seats. {short(text)} has {len(names)}."
        )
    return names + names[-1:] * (players - len(names))


LANGUAGES = ("en", "ru", "hu")
LANGUAGE_HELP = "The language: en, ru or hu."


def check_language(language: str) -> str:
    """Return the language itself. Raises BadOption for an unknown one."""
    if language not in LANGUAGES:
        raise BadOption(f"Unknown language {language!r}. Choose from: {', '.join(LANGUAGES)}.")
    return language


def translator(language: str) -> Translate:
    """Return a function that translates the texts of messages. Raises BadOption."""
    if check_language(language) == "en":
        return str
    with table_wanted():
        from donjon.table.web.i18n import catalogue
    return catalogue(language).gettext


@contextmanager
def table_wanted() -> Iterator[None]:
    """Turn a missing package of the extra "table" into a DonjonError that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "donjon").split(".")[0] == "donjon":
            raise
        raise DonjonError(
            f"The Python package {error.name!r}, which the table needs, isn't installed. "
            "Install it with  pip install 'donjon[table]'"
        ) from error
