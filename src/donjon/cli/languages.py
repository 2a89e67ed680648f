"""The languages in which the command line can tell a game."""

from __future__ import annotations

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
    try:
        from donjon.table.i18n import catalogue
    except ModuleNotFoundError as error:
        raise missing_table(error) from error
    return catalogue(language).gettext


def missing_table(error: ModuleNotFoundError) -> DonjonError:
    """What to say when a package of the extra "table" is not installed. Other missing modules are raised."""
    if (error.name or "donjon").split(".")[0] == "donjon":
        raise error
    return DonjonError(
        f"The Python package {error.name!r}, which the table needs, is not installed: "
        "install it with  pip install 'donjon[table]'"
    )
