"""What a page says of itself to programs that show a preview of a link, and to search engines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request

from donjon.kernel.game import Game
from donjon.table.host.hosts import base_of

WIDTH, HEIGHT = 1200, 630  # what previews of links ask for
LOCALES = {"en": "en_GB", "ru": "ru_RU", "hu": "hu_HU"}
# The name of the picture for pages that belong to no game or to several.
HOUSE = "donjon"


def base(request: Request) -> str:
    """Return what the address of a page of this server begins with."""
    return base_of(request.scope, request.app.state.settings.base_url)


def preview(request: Request, games_shown: tuple[Game, ...], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a page's meta elements, those that the page gives itself in place of the usual.

    `title` and `description` are "" where those of the template hold.
    """
    language, start = request.state.language, base(request)
    name = games_shown[0].name if len(games_shown) == 1 else HOUSE
    return {
        "title": "",
        "description": "",
        "url": start + quote(request.url.path),
        "locale": LOCALES[language],
        "picture": f"{start}/preview/{language}/{name}.png",
        "width": WIDTH,
        "height": HEIGHT,
        **own,
    }
