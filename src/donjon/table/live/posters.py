"""Draw pictures of a moment of a game, as spectators may know it: posters and previews of links."""

from __future__ import annotations

import asyncio
import base64
import functools
import hashlib
import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from donjon import drawing as house
from donjon.drawing import labels
from donjon.drawing.labels import cut, in_lines
from donjon.drawing.protocol import drawing_of
from donjon.kernel.message import Translate, plain
from donjon.table.live import pages, presentation, viewers, wording
from donjon.table.live.ending import about
from donjon.table.live.score import Score, capital, result_of
from donjon.table.live.viewers import Viewer
from donjon.table.store.table_game import TableGame
from donjon.table.web import rendering
from donjon.table.web.assets import STATIC
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import HEIGHT, WIDTH, render, say

EDGE = 20
LEAST_BESIDE = 360  # width beside the board
# The sizes of letters of a result: the smaller one if it would be too long.
HEADING = (36, 29)
# In the key of the bars: the size of letters, the room of a sign, the gap after a word, the height of a line.
KEY_LETTERS, KEY_SIGN, KEY_GAP, KEY_LINE = 20, 24, 22, 30

_CHILD = Path(__file__).with_name("poster_png.py")
_FONTS = STATIC / "vendor" / "fonts"
_UNPACKED = STATIC / "vendor" / "posters"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# The policy for a picture that is opened by itself: it may use its own style and fonts.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
# The faces on a poster: family, weight.
FACES = (("Alegreya", "700"), ("Alegreya Sans", "400"), ("Alegreya Sans", "700"))
_BEYOND_LATIN = {"latin-ext": re.compile("[\u0100-\u024f]"), "cyrillic": re.compile("[\u0400-\u04ff]")}


class Busy(Exception):
    """An error: too many posters are being drawn, or one for the same client."""


class Posters:
    """Draws pictures one at a time, in a child process, and caches the latest."""

    MOST = 32  # some 150 KB each
    WAITING = 4
    SECONDS = 30.0
    DRAWING = 0.8  # of processor time

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()
        self._waiting = dict[str, bytes]()

    async def png(self, svg: str, who: str, charge: Callable[[float], None] = lambda _seconds: None) -> bytes:
        """Return the PNG of an SVG text. Raises Busy if `who` waits for another, or too many others wait.

        `charge` is called with the processor time, in seconds, that the child process takes to draw it.
        """
        key = hashlib.sha256(svg.encode()).digest()
        if key not in self._kept:
            others = self._waiting.keys() - {who}
            if self._waiting.get(who, key) != key or len(others) >= self.WAITING:
                raise Busy
            self._waiting[who] = key
            try:
                async with self._one_at_a_time:
                    if key not in self._kept:
                        charge(self.DRAWING)
                        self._kept[key] = await self._drawn(svg)
            finally:
                self._waiting.pop(who, None)
        self._kept.move_to_end(key)
        picture = self._kept[key]
        while len(self._kept) > self.MOST:
            self._kept.popitem(last=False)
        return picture

    async def _drawn(self, svg: str) -> bytes:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-P", str(_CHILD), str(_UNPACKED))
        child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        try:
            picture, _errors = await asyncio.wait_for(child.communicate(svg.encode()), self.SECONDS)
        except BaseException:
            if child.returncode is None:
                child.kill()
                await child.wait()
            raise
        if child.returncode or not picture:
            raise RuntimeError(f"a poster could not be drawn: exit status {child.returncode}")
        return picture


async def svg(request: Request) -> Response:
    """Send the position after ?at=N steps as an SVG poster that contains its fonts."""
    text = await _asked(request)
    headers = {"content-security-policy": POLICY, **_HEADERS}
    return Response(with_fonts(text), headers=headers, media_type="image/svg+xml")


async def png(request: Request) -> Response:
    """Send the position after ?at=N steps as a PNG poster, 1200 by 630 pixels."""
    text = await _asked(request)
    try:
        visit = request.state.visit
        picture = await request.app.state.posters.png(text, visit.who, visit.charge)
    except (Busy, TimeoutError):
        _ = gettext(request)
        words = _("Too many pictures right now. Try again in a minute.")
        return PlainTextResponse(words, 503, {"retry-after": "5", "cache-control": "no-store"})
    return Response(picture, headers=_HEADERS, media_type="image/png")


_HEADERS = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}


async def _asked(request: Request) -> str:
    table_game, _viewer = await viewers.look(request)
    seat = asked_seat(request, table_game)
    return poster(table_game, asked_moment(request, table_game), request.state.language, seat)


def asked_moment(request: Request, table_game: TableGame) -> int:
    """Return the N of ?at=N, at most the number of steps so far, which is also the default."""
    text, last = request.query_params.get("at", ""), len(table_game.steps)
    return min(int(text), last) if text.isascii() and text.isdecimal() and len(text) < 9 else last


def asked_seat(request: Request, table_game: TableGame) -> int | None:
    """Return the N of ?of=N, a seat whose result is shown; None if there is no such seat."""
    text = request.query_params.get("of", "")
    return int(text) if text in map(str, range(len(table_game.seats))) else None


class Bar(NamedTuple):
    """A piece of a bar on a poster: left edge, width, tone, number ("" if it does not fit)."""

    left: float
    width: float
    tone: int
    text: str


class Key(NamedTuple):
    """A group of sources in the key of the bars on a poster: its left and upper edge, tone and word."""

    left: float
    top: float
    tone: int
    word: str


class Row(NamedTuple):
    """The row of a seat on a poster; `bar`: its points by source, at the end only."""

    name: str
    total: int
    style: house.SeatStyle
    charge: Markup
    won: bool
    bar: tuple[Bar, ...] = ()


def poster(table_game: TableGame, at: int, language: str, seat: int | None = None) -> str:
    """Return a poster as SVG: the board, and beside it the game, the seats with their points, the prompt.

    Of the end of a game it shows the result instead: that of a seat, or who has won.
    """
    translate, state = say(language), table_game.state_at(at)
    names = [_NO_XML.sub("", name) for name in wording.names(table_game.seats, translate)]
    view = presentation.looked_back(table_game.game, state, None, table_game.over)
    room = poster_room(drawing_of(table_game.game).VIEWBOX)
    prompt = _NO_XML.sub("", table_game.game.prompt(state, None).say(translate, names))
    is_end = table_game.over and at == len(table_game.steps)
    heading = _NO_XML.sub("", result_of(table_game, seat).say(translate, names)) if is_end else ""
    rows = _rows(view, names, room.beside - 190)
    context = {
        "colours": house.COLOURS["light"],
        "board": _board(table_game, view, names, language),
        "room": room,
        "game": table_game.game.title,
        **_heading(heading, room.beside - 68),
        "rows": _with_bars(table_game, rows, room.beside - 68) if is_end else rows,
        "key": _key(table_game, translate, room.beside - 68) if is_end else [],
        "crown": house.ICONS["crown"].body,
        "prompt": in_lines(prompt, 24, room.beside - 60)[:3],
        "about": [message.say(translate) for message in about(table_game)] if is_end else [],
        "at": at,
        "last": len(table_game.steps),
    }
    return house.resolve(render(language, "poster.svg.jinja", context), house.COLOURS["light"])


def _heading(text: str, room: float) -> dict[str, Any]:
    """Return a result as lines and their size: two lines in smaller letters rather than three."""
    size, lines = HEADING[0], list[str]()
    for size in HEADING:
        lines = in_lines(text, size, room) if text else []
        if len(lines) < 3:
            break
    return {"heading": lines[:3], "heading_size": size}


def _rows(view: Mapping[str, Any], names: Sequence[str], most: float) -> list[Row]:
    ranks = view["ranks"] or [0] * len(names)
    totals = [player["total"] for player in view["players"]]
    return [
        Row(cut(name, 27, most), totals[seat], house.SEATS[seat], house.charge(seat), ranks[seat] == 1)
        for seat, name in enumerate(names)
    ]


def _with_bars(table_game: TableGame, rows: list[Row], width: float) -> list[Row]:
    """Return the rows of a finished game in the order of the ranks, each with its bar."""
    score = Score.of(table_game)
    longest = max(1, *(sum(map(abs, points)) for points in score.points))
    ordered = []
    for seat in score.order:
        bar, left = list[Bar](), 0.0
        for tone, points in enumerate(score.points[seat]):
            wide = width * abs(points) / longest
            if points:
                text = plain(points) if wide > 12 * len(str(points)) else ""
                bar.append(Bar(round(left, 1), round(max(wide - 2, 1.0), 1), tone, text))
            left += wide
        ordered.append(rows[seat]._replace(bar=tuple(bar)))
    return ordered


def _key(table_game: TableGame, translate: Translate, room: float) -> list[Key]:
    """Return the key of the bars, in lines that fit the room: the groups that bring anyone points."""
    score = Score.of(table_game)
    made, left, top = list[Key](), 0.0, 0.0
    for tone, group in enumerate(score.groups):
        if not any(points[tone] for points in score.points):
            continue
        word = capital(group.term.say(translate))
        wide = KEY_SIGN + labels.width(word) * KEY_LETTERS
        if left and left + wide > room:
            left, top = 0.0, top + KEY_LINE
        made.append(Key(round(left, 1), top, tone, word))
        left += wide + KEY_GAP
    return made


class Room(NamedTuple):
    """The layout of a poster: top and scale of the board, start and width of the room beside it."""

    top: float
    scale: float
    left: float
    beside: float


def poster_room(viewbox: house.Box) -> Room:
    """Return the layout of a poster whose board has this viewBox."""
    across, down = viewbox[2:]
    scale = min((HEIGHT - 2 * EDGE) / down, (WIDTH - 3 * EDGE - LEAST_BESIDE) / across)
    left = round(2 * EDGE + scale * across, 1)
    return Room(round((HEIGHT - scale * down) / 2, 1), round(scale, 4), left, round(WIDTH - EDGE - left, 1))


def _board(table_game: TableGame, view: Any, names: list[str], language: str) -> Markup:
    """Return the board with its style, as an SVG group."""
    drawing = drawing_of(table_game.game)
    drawn = drawing.draw(view, standalone=True, labels=False, translate=say(language), names=names)
    return house.as_group(drawn)


def with_fonts(text: str) -> str:
    """Return an SVG text that contains its fonts: a picture by itself cannot use those of a page."""
    start = text.index(">", text.index("<svg")) + 1
    return f"{text[:start]}<style>{_font_faces(text)}</style>{text[start:]}"


def _font_faces(text: str) -> str:
    """Return the @font-face rules with the fonts' data, for the alphabets that occur in the text."""
    alphabets = ["latin", *(name for name, letters in _BEYOND_LATIN.items() if letters.search(text))]
    return "".join(_font_face(family, weight, name) for family, weight in FACES for name in alphabets)


@functools.cache
def _font_face(family: str, weight: str, alphabet: str) -> str:
    file = _FONTS / f"{family.lower().replace(' ', '-')}-{alphabet}-{weight}-normal.woff2"
    if not file.is_file():
        return ""
    data = base64.b64encode(file.read_bytes()).decode()
    ranges = {"latin-ext": "unicode-range:U+100-24F;", "cyrillic": "unicode-range:U+400-4FF;"}.get(
        alphabet, ""
    )
    return (
        f"@font-face{{font-family:'{family}';font-weight:{weight};{ranges}"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def preview(
    table_game: TableGame,
    viewer: Viewer,
    start: str,
    at: int | None = None,
    part: str = "",
    seat: int | None = None,
) -> dict[str, Any]:
    """Return the metadata of a table's page for previews of links, as a spectator may know it.

    `start` is the base address of this server, `at` the number of steps (None: now), `part` the rest of the
    page's address after the table's. `seat`: the seat whose result is shared once the game is over.
    """
    names = wording.names(table_game.seats, say(viewer.language))
    moment, address = len(table_game.steps) if at is None else at, f"{start}/t/{table_game.id}"
    if at is None:
        view = table_game.view(None)
    else:
        view = presentation.looked_back(table_game.game, table_game.state_at(at), None, table_game.over)
    totals = [player["total"] for player in view["players"]]
    title, of = pages.title(table_game, viewer), "" if seat is None else f"of={seat}"
    if at is None and table_game.over:
        title = f"{table_game.game.title}: {result_of(table_game, seat).say(say(viewer.language), names)}"
    return {
        "title": title,
        "description": " · ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True)),
        "url": address + part + (f"?{of}" if of else ""),
        "picture": f"{address}/poster.png?at={moment}" + (f"&{of}" if of else ""),
    }


def preview_of_part(request: Request, table_game: TableGame, viewer: Viewer) -> dict[str, Any]:
    """Return description and picture for previews of a page that has its own title and address."""
    shown = preview(table_game, viewer, rendering.base(request))
    return {name: shown[name] for name in ("description", "picture")}
