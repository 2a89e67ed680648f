"""How every command behaves: its errors, exit codes, examples, JSON, tables, progress bars and languages."""

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
from donjon.kernel.foreign import short
from donjon.kernel.message import Translate
from donjon.kernel.rules import NATURE

if TYPE_CHECKING:
    from donjon.kernel.game import Game

CHECK_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
MOST_SEATS = NATURE  # of any game

SEED_HELP = "Decides all shuffles and what the bots do: the same seed, the same game."
OPTION_HELP = (
    "An option of the game as NAME=VALUE, lists with commas (an empty place is left to chance); "
    "`donjon games` lists them. Can be given several times."
)
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="<address>",
        help="Work on a Ray cluster: its address, auto for that which this machine belongs to, or local "
        "for one that is started here.",
    ),
]


class CheckFailed(DonjonError):
    """Something was checked and is not as it should be; ends the command with exit code 1."""


class CommandGroup(TyperGroup):
    """Turns what goes wrong into one line on stderr and an exit code."""

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
        # Half characters among the arguments, or a terminal that knows fewer letters than we write.
        text = ascii(error.object[:80])
        complain(f"{text} cannot be written in {error.encoding}: use UTF-8 (PYTHONUTF8=1).")
        code = BAD_INPUT
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has heard enough.
        _be_silent()
        code = BROKEN_PIPE
    except OSError as error:
        # Files are read and written with errors of their own; what is left is a full disk under stdout.
        complain(f"{error.filename or 'The output'} cannot be written or read ({error.strerror}).")
        _be_silent()
        code = BAD_INPUT
    raise typer.Exit(code)


def _be_silent() -> None:
    """Let nothing more be written to stdout, at the interpreter's end either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """Say to stderr what is wrong."""
    typer.echo(f"donjon: {sentence}", err=True)


def examples(*lines: str) -> str:
    """The end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def put(text: str) -> None:
    """Write to stdout, as it is."""
    typer.echo(text)


def put_json(data: Any, indent: int | None = 2) -> None:
    """Write JSON to stdout; on one line when `indent` is None."""
    put(json.dumps(data, ensure_ascii=False, indent=indent))


def put_table(heads: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Write rows under heads to stdout, the columns `right` (from 0) set to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(head), *(len(row[at]) for row in texts), 0) for at, head in enumerate(heads)]
    for row in [list(heads), *texts]:
        cells = (
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths))
        )
        put("  ".join(cells).rstrip())


def interval_text(ends: tuple[float, float], factor: float, digits: int) -> str:
    """An interval in a cell of a table."""
    return " to ".join(f"{factor * end:.{digits}f}" for end in ends)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Any]:
    """A progress bar on stderr while long work goes on, only on a terminal.

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
    """Say on a terminal's stderr what is being waited for."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def read_text(path: str) -> str:
    """The text of a file, of stdin for "-". Raises DonjonError with what to do."""
    with _reading(path):
        if path == "-":
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()


def read_lines(path: str) -> Iterator[str]:
    """The lines of a file; of stdin for "-", each as soon as it is there. Raises DonjonError."""
    if path != "-":
        yield from read_text(path).split("\n")
        return
    with _reading(path):
        yield from sys.stdin


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Say what is wrong with a file that cannot be read."""
    name = "standard input" if path == "-" else short(path)
    try:
        yield
    except OSError as error:
        raise DonjonError(f"{name} cannot be read ({error.strerror}): give the path of a file.") from None
    except UnicodeDecodeError:
        raise DonjonError(f"{name} is no text file; a record or trace is one, in UTF-8.") from None
    except ValueError as error:
        raise DonjonError(f"{name} cannot be read ({error}): give the path of a file.") from None


def write_text(path: str, text: str) -> None:
    """Write a file. Raises DonjonError with what to do."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else error
        raise DonjonError(f"{short(path)} cannot be written ({reason}): choose another place.") from None


def read_game_options(game: Game, given: Sequence[str]) -> dict[str, Any]:
    """What "--option NAME=VALUE" says, as the game takes it. Raises BadOption."""
    known = {option.name: option for option in game.options}
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            example = f"{game.options[0].name}={game.options[0].choices[-1]}"
            raise BadOption(
                f"{short(text)} is no option of {game.title}; write NAME=VALUE such as {example}, "
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
    """The bots of the seats: "greedy" for all, "random,greedy" for the first and all others."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    players = min(players, MOST_SEATS)  # whether there can be so many is for the game to say
    if not names or len(names) > players:
        raise BadOption(
            f"--bots wants 1 to {players} names with commas between them, one a seat; "
            f"the last one plays all the seats that are left. {short(text)} has {len(names)}."
        )
    return names + names[-1:] * (players - len(names))


LANGUAGES = ("en", "ru", "hu")
LANGUAGE_HELP = "The language: en, ru or hu."


def check_language(language: str) -> str:
    """The language itself. Raises BadOption when we do not speak it."""
    if language not in LANGUAGES:
        raise BadOption(f"There is no language {language!r}; choose from: {', '.join(LANGUAGES)}.")
    return language


def translator(language: str) -> Translate:
    """A function that translates the texts of messages."""
    if check_language(language) == "en":
        return str
    with table_wanted():
        from donjon.table.web.i18n import catalogue
    return catalogue(language).gettext


@contextmanager
def table_wanted() -> Iterator[None]:
    """Say what to do where a package of the extra "table" is not installed, while the table is imported."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "donjon").split(".")[0] == "donjon":
            raise
        raise DonjonError(
            f"The Python package {error.name!r}, which the table needs, is not installed: "
            "install it with  pip install 'donjon[table]'"
        ) from error
