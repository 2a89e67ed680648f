"""Serve icons, the manifest, robots.txt and preview pictures.

The pictures are drawn from the logo and from the boards, once while the server runs.
"""

from __future__ import annotations

import functools
import gzip
import struct

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from donjon import drawing as house
from donjon.drawing.labels import in_lines
from donjon.drawing.protocol import drawing_of
from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.table.live import posters, presentation
from donjon.table.live.posters import Posters
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.rendering import HOUSE, panels_of, render, say

# They change with the program only.
KEPT = {"cache-control": "public, max-age=86400"}
MARK = 64  # width of the logo in its units
# Width in pixels, and the edge around the logo in its units: a phone may cut off a part of the edge.
ICONS = {
    "icon-192": (192, 0),
    "icon-512": (512, 0),
    "maskable-512": (512, 16),
    "apple-touch-icon": (180, 3),
}
ICO = 32
# Programs that fetch an address only to show a preview of a link that a person sends.
PREVIEWERS = (
    *("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "Discordbot"),
    *("TelegramBot", "WhatsApp", "vkShare", "SkypeUriPreview"),
)
CLOSED = ("/t/", "/device", "/language", "/healthz", "/metrics", "/*?")


class SitePictures(Posters):
    """Draws the pictures of the site; they are few, so each is cached, and requests may wait for it."""

    WAITING = 64

    async def drawn(self, svg: str) -> bytes:
        """Return the picture of an SVG text as PNG, from the cache if possible."""
        return await self.png(svg, svg)


async def robots(_request: Request) -> Response:
    """Send robots.txt: search engines stay away from tables; programs that show previews may read all."""
    lines = [f"User-agent: {name}" for name in PREVIEWERS]
    lines += ["Disallow:", "", "User-agent: *", "Allow: /static/"]
    lines += [f"Disallow: {path}" for path in CLOSED]
    return PlainTextResponse("\n".join(lines) + "\n", headers=KEPT)


async def manifest(request: Request) -> Response:
    """Send the web app manifest, which a phone needs to install the site as an app."""
    colours = house.COLOURS["light"]
    icons = [
        {
            "src": f"/icons/{name}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if name.startswith("maskable") else "any",
        }
        for name, (size, _edge) in ICONS.items()
    ]
    told = {
        "name": "Donjon",
        "short_name": "Donjon",
        "description": ABOUT.say(say(request.state.language)),
        "lang": request.state.language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": colours["table"],
        "theme_color": colours["table"],
        "icons": icons,
    }
    headers = {**KEPT, "vary": "Cookie, Accept-Language", "cache-control": "private, max-age=86400"}
    return JSONResponse(told, headers=headers, media_type="application/manifest+json")


async def favicon(request: Request) -> Response:
    """Send the logo to browsers that ask for no other icon: a PNG in an ICO file."""
    picture = await _pictures(request).drawn(icon(ICO))
    frame = struct.pack("<HHHBBBBHHII", 0, 1, 1, ICO, ICO, 0, 0, 1, 32, len(picture), 22)
    return Response(frame + picture, headers=KEPT, media_type="image/x-icon")


async def touch_icon(request: Request) -> Response:
    """Send the icon that iOS asks for at a fixed address."""
    return await _icon(request, "apple-touch-icon")


async def app_icon(request: Request) -> Response:
    """Send an icon of the manifest. Raises HTTPException (404) for an unknown name."""
    return await _icon(request, request.path_params["name"])


async def _icon(request: Request, name: str) -> Response:
    if name not in ICONS:
        raise HTTPException(404)
    picture = await _pictures(request).drawn(icon(*ICONS[name]))
    return Response(picture, headers=KEPT, media_type="image/png")


def icon(size: int, edge: int = 0) -> str:
    """Return the logo as an SVG text of a size in pixels, on a coloured ground if it has an edge."""
    across, colour = MARK + 2 * edge, house.COLOURS["light"]["table"]
    ground = f'<path fill="{colour}" d="M0 0h{across}v{across}H0z"/>' if edge else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {across}" width="{size}" '
        f'height="{size}">{ground}{_mark(edge, edge, MARK)}</svg>'
    )


def _mark(left: float, top: float, size: float) -> Markup:
    """Return the logo as a part of another picture."""
    place = f'<svg x="{left}" y="{top}" width="{size}" height="{size}"'
    return Markup(house.logo().replace("<svg", place, 1))


async def cover(request: Request) -> Response:
    """Send the preview picture of a game's pages, or of pages that belong to no game (HOUSE)."""
    language, name = request.path_params["language"], request.path_params["name"]
    if language not in LANGUAGES or (name != HOUSE and name not in games):
        raise HTTPException(404)
    picture = await _pictures(request).drawn(cover_svg(name, language))
    return Response(picture, headers=KEPT, media_type="image/png")


async def board(request: Request) -> Response:
    """Send the picture of a game's board that pages show parts of. Raises HTTPException (404)."""
    language, name = request.path_params["language"], request.path_params["name"]
    if language not in LANGUAGES or name not in games:
        raise HTTPException(404)
    headers = {**KEPT, "content-security-policy": posters.POLICY, "vary": "Accept-Encoding"}
    plain, zipped = _board(name, language)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, headers=headers, media_type="image/svg+xml")
    return Response(zipped, headers={**headers, "content-encoding": "gzip"}, media_type="image/svg+xml")


@functools.cache
def _board(name: str, language: str) -> tuple[bytes, bytes]:
    """Return the picture of a board as text, and zipped as well as possible: every first visit loads it."""
    plain = presentation.small_picture(games[name], say(language)).encode()
    return plain, gzip.compress(plain, 9, mtime=0)


def _pictures(request: Request) -> SitePictures:
    pictures: SitePictures = request.app.state.site_pictures
    return pictures


ABOUT = Message(
    "Classic board games in your browser, against bots or with friends by link. Free, no account."
)


@functools.cache
def cover_svg(name: str, language: str) -> str:
    """Return the preview picture of a game, or of the site (HOUSE), as an SVG text."""
    translate, game = say(language), None if name == HOUSE else games[name]
    if game is None:
        room, told, board = posters.poster_room((0, 0, MARK, MARK)), ABOUT.say(translate), _mark(0, 0, MARK)
        titles = ["", *(games[other].title for other in games)]
    else:
        room = posters.poster_room(drawing_of(game).VIEWBOX)
        panels, titles = panels_of(name, language), list[str]()
        told = panels[0].text.replace("**", "") if panels else ""
        board = house.as_group(presentation.sample(game, translate, standalone=True))
    context = {
        "colours": house.COLOURS["light"],
        "board": board,
        "room": room,
        "game": game.title if game else "Donjon",
        "lines": [*in_lines(told, 27, room.beside - 60), *titles][:10],
        "seats": None if game is None else (game.seats.start, game.seats.stop - 1),
    }
    return house.resolve(render(language, "cover.svg.jinja", context), house.COLOURS["light"])
