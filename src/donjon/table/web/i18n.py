"""Choose languages: gettext catalogues from donjon/locale, and the language of a visitor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from donjon.kernel.installed_games import folders, modules

LANGUAGES = {"en": "English", "ru": "Русский", "hu": "Magyar"}
COOKIE = "donjon_language"
CATALOGUES = Path(__file__).parents[2] / "locale"


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the translations of a language; texts without a translation stay English.

    Catalogues of other packages' games come after our own.
    """
    brought = [folder / "locale" for module in modules().values() for folder in folders(module)]
    paths = [folder / language / "LC_MESSAGES" / "donjon.po" for folder in (CATALOGUES, *brought)]
    translations = NullTranslations()
    for path in reversed([path for path in paths if path.is_file() and language != "en"]):
        first = _read(path, language)
        first.add_fallback(translations)
        translations = first
    return translations


def _read(path: Path, language: str) -> Translations:
    with path.open("rb") as file:
        read = read_po(file, locale=language, domain="donjon")
    compiled = BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return Translations(compiled, domain="donjon")


def choose(cookies: Mapping[str, str], accept: str) -> str:
    """Return a visitor's language: the cookie's, else the browser's first that we have, else English."""
    chosen = cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    for wish in _wishes(accept):
        language = wish.partition("-")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def _wishes(accept: str) -> list[str]:
    """Return the languages of an Accept-Language header, the most wanted first."""
    weighed: list[tuple[float, int, str]] = []
    for part in accept.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if name and weight > 0:
            weighed.append((-weight, len(weighed), name))
    return [name for _, _, name in sorted(weighed)]
