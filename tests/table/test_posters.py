"""Posters: pictures of a moment as anybody may know it, and what previews of links are told."""

from __future__ import annotations

import asyncio
import random
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import donjon
from donjon.table.live import poster_png, posters
from donjon.table.live.ending import ending
from donjon.table.live.posters import Busy, Posters, poster
from donjon.table.store.table_game import TableGame
from tests import loops
from tests.table.people import new_table_game, person, step, store

SVG = "{http://www.w3.org/2000/svg}"
SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4v{}z"/></svg>'


def played(game: str, steps: int) -> TableGame:
    table_game, chance = new_table_game("ann", "bob", seed="posters", game=game), random.Random(game)
    for _ in range(steps):
        if not table_game.over:
            step(table_game, chance)
    return table_game


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(SVG + "text")]


@pytest.mark.parametrize("game", donjon.games)
def test_a_poster_names_the_game_the_seats_and_their_points(game: str) -> None:
    table_game = played(game, 30)
    svg = poster(table_game, len(table_game.steps), "en")
    said = texts(svg)
    assert table_game.game.title in said
    for seat, player in zip(table_game.seats, table_game.view(None)["players"], strict=True):
        assert (seat.name or "") in " ".join(said)
        assert str(player["total"]) in said
    assert "var(" not in svg
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("1200", "630")


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("game", donjon.games)
def test_the_result_has_a_key_of_its_bars_and_nothing_overlaps(game: str, language: str) -> None:
    for seats in (2, max(donjon.games[game].seats)):
        people, chance = [f"person {seat}" for seat in range(seats)], random.Random(game)
        table_game = new_table_game(*people, seed="key", game=game)
        while not table_game.over:
            step(table_game, chance)
        shown = ending(table_game, (), language)
        for seat in range(seats):
            svg = poster(table_game, len(table_game.steps), language, seat)
            said = texts(svg)
            heading = [float(y) for y in re.findall(r'<text x="34" y="(\d+)" font-family="Alegreya" ', svg)]
            rows = [float(y) for y in re.findall(r'translate\(34 ([\d.]+)\)">\s*<g transform="scale', svg)]
            assert rows[0] >= heading[-1] + 8, "the first row below the result"
            assert all(b - a >= 63 for a, b in pairwise(rows)), "a row is 63 high"
            keys = [float(y) for y in re.findall(r' ([\d.]+)\)">\s*<path [^>]*d="M0 0h16v16H0z"', svg)]
            # Five seats leave no room for a key, and a result of three lines beside four.
            is_full = seats == 5 or (seats == 4 and len(heading) > 3)
            assert is_full or all(key.word in said for key in shown.key)
            assert bool(keys) != is_full
            assert all(rows[-1] + 63 < y < 536 - 16 for y in keys)
            assert rows[-1] + 63 <= 535


@pytest.mark.parametrize("game", donjon.games)
def test_a_poster_shows_what_a_spectator_sees(app, game: str) -> None:
    """Also to a seat: one poster for everybody."""
    table_game = played(game, 25)
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}/poster.svg"
    assert person(app, "ann").get(address).text == person(app, "nobody").get(address).text


def test_a_poster_of_the_past_is_that_of_then(app) -> None:
    table_game = played("kingdom-builder", 20)
    store(app.state.storage, table_game)
    ann, address = person(app, "ann"), f"/t/{table_game.id}/poster.svg"
    last = len(table_game.steps)
    then = ann.get(f"{address}?at=9").text
    assert "Move 9 of" in then
    assert then != ann.get(address).text
    for nonsense in ("", "x", "-1", "99999999999", str(last), str(last + 5), "\u0663"):
        assert ann.get(address, params={"at": nonsense}).text == ann.get(address).text


def test_a_poster_carries_its_fonts_and_loads_nothing(app) -> None:
    table_game = played("kingdom-builder", 5)
    store(app.state.storage, table_game)
    answer = person(app, "ann").get(f"/t/{table_game.id}/poster.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"] == posters.POLICY
    assert "script" not in posters.POLICY
    assert "@font-face{font-family:'Alegreya'" in answer.text
    assert set(re.findall(r"url\(([^#)]{4})", answer.text)) == {"data"}
    assert "U+400" not in answer.text, "no letter of it is Cyrillic"
    assert set(re.findall(r'https?://[^"\s]+', answer.text)) == {"http://www.w3.org/2000/svg"}


def test_names_are_text_and_fit(app) -> None:
    table_game = played("kingdom-builder", 5)
    table_game.with_seats([replace(seat, name="<b>&\x01" + "W" * 60) for seat in table_game.seats])
    svg = poster(table_game, 3, "hu")
    name = next(text for text in texts(svg) if text.startswith("<b>&W"))
    assert name.endswith("…")
    assert len(name) < 30


def test_the_picture_is_a_png_of_the_size_of_previews(app) -> None:
    table_game = played("kingdom-builder", 12)
    store(app.state.storage, table_game)
    answer = person(app, "ann").get(f"/t/{table_game.id}/poster.png?at=8")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)


# Above this some messengers show no preview.
MOST_BYTES = 300_000
EVERY_SIZE = [(name, seats) for name in donjon.games for seats in donjon.games[name].seats]


def drawn(svg: str) -> bytes:
    """A picture as the server draws it."""
    command = (sys.executable, "-P", str(posters._CHILD), str(posters._UNPACKED))
    return subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, check=True).stdout


@pytest.mark.parametrize(("game", "seats"), EVERY_SIZE)
def test_a_preview_picture_is_small_enough_for_messengers(game: str, seats: int) -> None:
    """At the start, where the board is fullest of texture, and when the game is over."""
    people, chance = [f"person {seat}" for seat in range(seats)], random.Random(game)
    table_game = new_table_game(*people, seed="sizes", game=game)
    at_start = drawn(poster(table_game, len(table_game.steps), "ru"))
    while not table_game.over:
        step(table_game, chance)
    at_end = drawn(poster(table_game, len(table_game.steps), "hu"))
    for picture in (at_start, at_end):
        assert struct.unpack(">II", picture[16:24]) == (1200, 630)
        assert len(picture) < MOST_BYTES


def filtered(pixels: np.ndarray, kind: int) -> bytes:
    """The rows of an RGBA picture as PNG filters them, pixel by pixel."""

    def guess(row: int, at: int, channel: int) -> int:
        left = int(pixels[row, at - 1, channel]) if at else 0
        above = int(pixels[row - 1, at, channel]) if row else 0
        corner = int(pixels[row - 1, at - 1, channel]) if row and at else 0
        near = min((left, above, corner), key=lambda value: abs(left + above - corner - value))
        return (0, left, above, (left + above) // 2, near)[kind]

    rows = []
    for row, line in enumerate(pixels):
        left_over = [
            (int(value) - guess(row, at, channel)) % 256
            for at, pixel in enumerate(line)
            for channel, value in enumerate(pixel)
        ]
        rows.append(bytes([kind, *left_over]))
    return b"".join(rows)


@pytest.mark.parametrize("kind", range(5))
def test_every_filter_of_png_is_undone(kind: int) -> None:
    wanted = np.random.default_rng(kind).integers(0, 256, (7, 11, 4)).astype(np.uint8)
    header = struct.pack(">IIBBBBB", 11, 7, 8, 6, 0, 0, 0)
    parts = (b"IHDR", header), (b"IDAT", zlib.compress(filtered(wanted, kind))), (b"IEND", b"")
    png = poster_png.SIGNATURE + b"".join(poster_png._part(*part) for part in parts)
    assert (poster_png.pixels(png) == wanted).all()


def test_few_colours_stay_what_they_are() -> None:
    """Also where there are more of them in one neighbourhood than elsewhere."""
    wanted = np.zeros((1, 256, 3), np.uint8)
    wanted[0, :, 2] = range(256)
    png = poster_png.with_palette(wanted)
    palette = np.frombuffer(png[png.index(b"PLTE") + 4 :][: 3 * 256], np.uint8).reshape(-1, 3)
    data = zlib.decompress(png[png.index(b"IDAT") + 4 : -16])
    assert [tuple(palette[place]) for place in data[1:]] == [tuple(pixel) for pixel in wanted[0]]


def test_a_transparent_picture_keeps_its_transparency() -> None:
    clear = drawn('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h2v3z"/></svg>')
    assert poster_png.pixels(clear)[0, 3, 3] == 0


class Counted(Posters):
    """Draws nothing, and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []
        self.go = asyncio.Event()

    async def _drawn(self, svg: str) -> bytes:
        self.drawn.append(svg)
        await self.go.wait()
        return svg.encode()


def test_a_picture_is_drawn_once_and_kept_for_a_while() -> None:
    async def asked() -> list[str]:
        kept = Counted()
        kept.go.set()
        assert await asyncio.gather(kept.png("a", "x"), kept.png("a", "x")) == [b"a", b"a"]
        for number in range(kept.MOST):
            await kept.png(str(number), "x")
        await kept.png(str(kept.MOST - 1), "x")
        await kept.png("a", "x")
        return kept.drawn

    drawn = loops.run(asked())
    assert drawn == ["a", *map(str, range(Posters.MOST)), "a"]


def test_who_comes_when_many_wait_is_told_to_come_again(app) -> None:
    async def crowd() -> None:
        kept = Counted()
        waiting = [asyncio.create_task(kept.png(str(number), str(number))) for number in range(kept.WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await kept.png("one more", "late")
        kept.go.set()
        assert await asyncio.gather(*waiting) == [str(number).encode() for number in range(kept.WAITING)]
        assert await kept.png("one more", "late") == b"one more"

    loops.run(crowd())


def test_one_address_asks_for_one_picture_after_the_other() -> None:
    async def greedy() -> None:
        kept = Counted()
        first = asyncio.create_task(kept.png("a", "greedy"))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await kept.png("b", "greedy")
        other = asyncio.create_task(kept.png("b", "other"))
        await asyncio.sleep(0)
        kept.go.set()
        assert await asyncio.gather(first, other) == [b"a", b"b"]
        assert await kept.png("c", "greedy") == b"c"

    loops.run(greedy())


def test_that_many_wait_is_said_on_the_page(app) -> None:
    async def refuses(*_asked: object) -> bytes:
        raise Busy

    table_game = played("kingdom-builder", 3)
    store(app.state.storage, table_game)
    app.state.posters.png = refuses
    answer = person(app, "ann").get(f"/t/{table_game.id}/poster.png")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert answer.text.startswith("Too many pictures")


def test_what_is_drawn_beside_the_server_ends_with_it() -> None:
    """A picture that nobody waits for any more is given up; what is no picture is an error."""

    async def given_up() -> None:
        with pytest.raises(RuntimeError, match="could not be drawn"):
            await Posters().png("no picture", "x")
        hurried = Posters()
        hurried.SECONDS = 0.0
        with pytest.raises(TimeoutError):
            await hurried.png(SMALL.format(3), "x")
        assert (await Posters().png(SMALL.format(2), "x")).startswith(b"\x89PNG")

    loops.run(given_up())


def test_a_picture_that_is_drawn_is_charged_for_and_a_kept_one_is_not() -> None:
    charged: list[float] = []

    async def asked() -> None:
        kept = Counted()
        kept.go.set()
        for svg in ("a", "b", "a", "b"):
            await kept.png(svg, "x", charged.append)

    loops.run(asked())
    assert charged == [Posters.DRAWING] * 2


@pytest.mark.parametrize("part", ["", "/replay?at=11"])
def test_pages_tell_previews_of_links(app, part: str) -> None:
    table_game = played("kingdom-builder", 12)
    store(app.state.storage, table_game)
    text = person(app, "nobody").get(f"/t/{table_game.id}{part}").text
    told = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', text))
    at = 11 if part else len(table_game.steps)
    assert told["og:image"].endswith(f"/t/{table_game.id}/poster.png?at={at}")
    assert told["og:image"].startswith("http://")
    assert told["og:title"].startswith("Kingdom Builder: ")
    assert re.search(r"\d+ · .+ \d+", told["og:description"])
    assert told["twitter:card"] == "summary_large_image"
