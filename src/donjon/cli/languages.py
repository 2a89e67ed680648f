"""The languages in which the command line can tell a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from donjon.errors import BadOption, DonjonError
from donjon.kernel.message import Translate

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
