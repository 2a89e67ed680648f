"""The words on and about the board: labels fitted to their room, titles for screen readers."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from donjon.drawing.labels import NARROWEST, fitted, width
from donjon.drawing.saying import Words
from donjon.games.caylus.model import Row, Tile
from donjon.kernel.message import Message, SeatName, Term


def _splits(text: str) -> list[tuple[str, str]]:
    words = text.split()
    return [(" ".join(words[:index]), " ".join(words[index:])) for index in range(1, len(words))]


LEAST = 10  # no label is smaller
_TWO_LINES = 12.6  # the size of letters of which two lines fit in a strip


# Where the whole name can't be read, the board shows a shorter one.
SHORT_NAMES = {
    "sawmill": Term("Sawmill"),
    "quarry": Term("Quarry"),
    "carpenter": Term("Carpenter"),
    "peddler": Term("Peddler"),
    "gold mine": Term("Gold mine"),
    "mason": Term("Mason"),
    "workshop": Term("Workshop"),
    "architect": Term("Architect"),
    "residence": Term("Residence"),
    "university": Term("University"),
    "weaver": Term("Weaver"),
    "library": Term("Library"),
    "trading post": Term("Trading post"),
    "merchants' guild": Term("Guild"),
    "joust field": Term("Joust field"),
    "inn": Term("Inn"),
}


class Label(NamedTuple):
    """Words on the board: one line or two, their letters' size, how wide they may be; a shorter name."""

    lines: tuple[str, ...]
    size: float
    room: float
    short: Label | None = None


def tile_term(tile: str) -> Term:
    """Return the full name of a tile, with its class where it needs one."""
    return Tile[tile.upper()].term


def place_term(name: str) -> Term:
    """Return the name of a special building, of a section or of the castle."""
    return Term(name.replace("_", " ").replace("merchants guild", "merchants' guild"))


# Cached labels and titles, for all tables together: some 200 bytes each.
MOST_LABELS = 2048
MOST_TITLES = 8192
_cached = functools.lru_cache(maxsize=MOST_TITLES)


@functools.lru_cache(maxsize=MOST_LABELS)
def label(words: Words, word: str, room: float, largest: float, smallest: float = 0) -> Label:
    """Return a word for the board with letters that fit in its room, narrower ones before smaller ones.

    Two lines when one would need letters below `smallest`. With the short name, if there is one, where the
    whole one needs smaller letters than the largest.
    """
    term = place_term(word).word
    text = words.translate(term)
    text = text[:1].upper() + text[1:]
    lines: tuple[str, ...] = (text,)
    size = fitted(text, room, largest)
    if size < smallest and " " in text:
        lines = min(_splits(text), key=lambda pair: max(map(width, pair)))
        size = round(min(_TWO_LINES, room / NARROWEST / max(map(width, lines))), 1)
    if size >= largest or term not in SHORT_NAMES:
        return Label(lines, size, room)
    short = words.translate(SHORT_NAMES[term].word)
    return Label(lines, size, room, Label((short,), fitted(short, room, largest), room))


@_cached
def lot(
    words: Words,
    space: int,
    tile: str | None,
    owner: int | None,
    worker: int | None,
    runs: bool,
    is_next: bool,
    section: str | None,
) -> str:
    """Describe a road space: the tile there, its owner, the workers, whether it will be activated."""
    parts = [Message("road space {number}", number=space)]
    if tile:
        parts = [Message("{tile} on road space {number}", tile=tile_term(tile), number=space)]
    elif is_next:
        parts.append(Message("the next tile goes here"))
    if owner is not None:
        parts.append(Message("owner: {player}", player=SeatName(owner)))
    if worker is not None:
        parts.append(Message("worker: {player}", player=SeatName(worker)))
    if tile and not runs:
        parts.append(Message("beyond the provost"))
    if section:
        parts.append(Message("section space: {section}", section=Term(section)))
    return "; ".join(map(words.say, parts))


def pending(words: Words, seat: int) -> str:
    """Name the seat that has paid for turning a building into a residence."""
    return words.say(Message("will become {player}'s residence", player=SeatName(seat)))


@_cached
def workers(words: Words, place: str, seats: Sequence[int | None]) -> str:
    """Describe a special building, or the castle's yard, and whose workers are in it."""
    standing = [SeatName(seat) for seat in seats if seat is not None]
    if not standing:
        return words.say(Message("{place}: no worker", place=place_term(place)))
    return words.say(Message("{place}: workers: {players}", place=place_term(place), players=standing))


@_cached
def section(words: Words, name: str, free: int, is_scored: bool) -> str:
    """Describe a section: its free parts, or that it has been scored."""
    if is_scored:
        return words.say(Message("{section}: scored", section=Term(name)))
    return words.say(Message("{section}: {free:free part|free parts}", section=Term(name), free=free))


def house(words: Words, seat: int, section: str) -> str:
    """Describe a house in the castle."""
    return words.say(Message("{player}'s house: {place}", player=SeatName(seat), place=Term(section)))


@_cached
def favour(words: Words, row: str, columns: Sequence[int]) -> str:
    """Describe a row of the favour table with where the markers are."""
    at = [
        Message("{player}: column {column}", player=SeatName(seat), column=column)
        for seat, column in enumerate(columns)
    ]
    return words.say(Message("favours, {row}: {markers}", row=Row[row.upper()].term, markers=at))


def marker(words: Words, seat: int, column: int) -> str:
    """Describe a marker of the favour table."""
    return words.say(Message("{player}: column {column}", player=SeatName(seat), column=column))


@_cached
def bridge(words: Words, order: Sequence[int | None], passed: Sequence[int]) -> str:
    """Describe the bridge: the turn order, and who has passed."""
    known = [SeatName(seat) for seat in order if seat is not None]
    parts = [Message("turn order: {players}", players=known)] if known else [Message("bridge")]
    if passed:
        parts.append(Message("passed: {players}", players=[SeatName(seat) for seat in passed]))
    return "; ".join(map(words.say, parts))


def order(words: Words, seat: int, place: int | None) -> str:
    """Describe a seat's place in the turn order; None: nature has not placed it yet."""
    if place is None:
        return words.say(Message("{player}", player=SeatName(seat)))
    return words.say(Message("{player}: place {place} in turn order", player=SeatName(seat), place=place + 1))


def passing(words: Words, seat: int, circle: int | None) -> str:
    """Say whether a seat has passed, and as which."""
    if circle is None:
        return words.say(Message("{player}: hasn't passed", player=SeatName(seat)))
    return words.say(Message("{player}: passed, circle {place}", player=SeatName(seat), place=circle + 1))


@_cached
def office(words: Words, name: str, space: int) -> str:
    """Describe the provost or the bailiff and the space it stands on."""
    return words.say(Message("{figure}: road space {number}", figure=Term(name), number=space))


@_cached
def camp(words: Words, seat: int, count: int) -> str:
    """Say how many workers of a seat are at home."""
    return words.say(Message("{player}: {count:worker|workers} at home", player=SeatName(seat), count=count))


def worker(words: Words, seat: int, place: str) -> str:
    """Describe a worker and where it is."""
    if place == "home":
        return words.say(Message("{player}'s worker: at home", player=SeatName(seat)))
    name, _, number = place.partition("-")
    if name == "road":
        return words.say(
            Message("{player}'s worker: road space {number}", player=SeatName(seat), number=number)
        )
    return words.say(Message("{player}'s worker: {place}", player=SeatName(seat), place=place_term(name)))


def description(words: Words, provost: int, bailiff: int, players: Iterable[tuple[int, int, int]]) -> str:
    """Describe what the picture shows in a few sentences; points, deniers, workers at home of each seat."""
    said = [
        words.say(Message("A castle, six special spaces, a favour table and a road of 28 spaces.")),
        words.say(Message("The provost is on road space {space}.", space=provost)),
        words.say(Message("The bailiff is on road space {space}.", space=bailiff)),
    ]
    return " ".join([*said, *(_standing(words, seat, *player) for seat, player in enumerate(players))])


@_cached
def _standing(words: Words, seat: int, points: int, deniers: int, home: int) -> str:
    return words.say(
        Message(
            "{player}: {vp:point|points}, {deniers:denier|deniers}, {home:worker|workers} at home.",
            player=SeatName(seat),
            vp=points,
            deniers=deniers,
            home=home,
        )
    )
