"""The words on and about the board: labels fitted to their room, titles for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from donjon.drawing import saying as saying
from donjon.drawing.labels import NARROWEST, fitted, width
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


class Saying(saying.Saying):
    """The words for what a view of Caylus holds, in one language."""

    def label(self, word: str, room: float, largest: float, smallest: float = 0) -> Label:
        """Return a word for the board with letters that fit in its room, narrower ones before smaller ones.

        Two lines when one would need letters below `smallest`. With the short name, if there is one, where
        the whole one needs smaller letters than the largest.
        """
        term = place_term(word).word
        text = self.translate(term)
        text = text[:1].upper() + text[1:]
        lines: tuple[str, ...] = (text,)
        size = fitted(text, room, largest)
        if size < smallest and " " in text:
            lines = min(_splits(text), key=lambda pair: max(map(width, pair)))
            size = round(min(_TWO_LINES, room / NARROWEST / max(map(width, lines))), 1)
        if size >= largest or term not in SHORT_NAMES:
            return Label(lines, size, room)
        short = self.translate(SHORT_NAMES[term].word)
        return Label(lines, size, room, Label((short,), fitted(short, room, largest), room))

    def lot(self, lot: Mapping[str, Any]) -> str:
        """Describe a road space: the tile there, its owner, the workers, whether it will be activated."""
        parts = [Message("road space {number}", number=lot["space"])]
        if lot["tile"]:
            parts = [
                Message("{tile} on road space {number}", tile=tile_term(lot["tile"]), number=lot["space"])
            ]
        elif lot["next"]:
            parts.append(Message("the next tile goes here"))
        if lot["owner"] is not None:
            parts.append(Message("owner: {player}", player=SeatName(lot["owner"])))
        if lot["worker"] is not None:
            parts.append(Message("worker: {player}", player=SeatName(lot["worker"])))
        if lot["tile"] and not lot["runs"]:
            parts.append(Message("beyond the provost"))
        if lot["section"]:
            parts.append(Message("section space: {section}", section=Term(lot["section"])))
        return "; ".join(self.say(message) for message in parts)

    def pending(self, lot: Mapping[str, Any]) -> str:
        """Name the seat that has paid for turning a building into a residence."""
        if lot["pending"] is None:
            return ""
        return self.say(Message("will become {player}'s residence", player=SeatName(lot["pending"])))

    def special(self, name: str) -> str:
        """Describe a special building and whose workers are in it."""
        occupants = self.view["special"][name]
        seats = (
            occupants.values()
            if isinstance(occupants, Mapping)
            else occupants
            if isinstance(occupants, list)
            else [occupants]
        )
        return self._with_workers(place_term(name), seats)

    def castle(self) -> str:
        """Describe the castle's yard and whose workers are in it."""
        return self._with_workers(Term("castle"), self.view["castle"]["workers"])

    def _with_workers(self, place: Term, seats: Any) -> str:
        standing = [SeatName(seat) for seat in seats if seat is not None]
        if not standing:
            return self.say(Message("{place}: no worker", place=place))
        return self.say(Message("{place}: workers: {players}", place=place, players=standing))

    def section(self, section: Mapping[str, Any]) -> str:
        """Describe a section: its free parts, and whether it has been scored."""
        term = Term(section["id"])
        if section["scored"]:
            return self.say(Message("{section}: scored", section=term))
        return self.say(Message("{section}: {free:free part|free parts}", section=term, free=section["free"]))

    def house(self, seat: int, section: str) -> str:
        """Describe a house in the castle."""
        return self.say(Message("{player}'s house: {place}", player=SeatName(seat), place=Term(section)))

    def favour(self, row: str) -> str:
        """Describe a row of the favour table with where the markers are."""
        columns = self.view["favour"]["columns"][row]
        at = [
            Message("{player}: column {column}", player=SeatName(seat), column=column)
            for seat, column in enumerate(columns)
        ]
        return self.say(Message("favours, {row}: {markers}", row=Row[row.upper()].term, markers=at))

    def marker(self, seat: int, row: str) -> str:
        """Describe a marker of the favour table."""
        column = self.view["favour"]["columns"][row][seat]
        return self.say(Message("{player}: column {column}", player=SeatName(seat), column=column))

    def bridge(self) -> str:
        """Describe the bridge: the turn order, and who has passed."""
        order = [SeatName(seat) for seat in self.view["order"] if seat is not None]
        passed = [SeatName(seat) for seat in self.view["passed"]]
        parts = [Message("turn order: {players}", players=order)] if order else [Message("bridge")]
        if passed:
            parts.append(Message("passed: {players}", players=passed))
        return "; ".join(self.say(message) for message in parts)

    def order(self, seat: int) -> str:
        """Describe a seat's place in the turn order."""
        if seat not in self.view["order"]:
            return self.say(Message("{player}", player=SeatName(seat)))
        place = self.view["order"].index(seat) + 1
        return self.say(Message("{player}: place {place} in turn order", player=SeatName(seat), place=place))

    def passing(self, seat: int) -> str:
        """Say whether a seat has passed, and as which."""
        if seat not in self.view["passed"]:
            return self.say(Message("{player}: hasn't passed", player=SeatName(seat)))
        place = self.view["passed"].index(seat) + 1
        return self.say(Message("{player}: passed, circle {place}", player=SeatName(seat), place=place))

    def office(self, name: str) -> str:
        """Describe the provost or the bailiff and the space it stands on."""
        return self.say(Message("{figure}: road space {number}", figure=Term(name), number=self.view[name]))

    def camp(self, seat: int, count: int) -> str:
        """Say how many workers of a seat are at home."""
        return self.say(
            Message("{player}: {count:worker|workers} at home", player=SeatName(seat), count=count)
        )

    def worker(self, seat: int, place: str) -> str:
        """Describe a worker and where it is."""
        if place == "home":
            return self.say(Message("{player}'s worker: at home", player=SeatName(seat)))
        name, _, number = place.partition("-")
        if name == "road":
            message = Message("{player}'s worker: road space {number}", player=SeatName(seat), number=number)
            return self.say(message)
        return self.say(Message("{player}'s worker: {place}", player=SeatName(seat), place=place_term(name)))

    def description(self) -> str:
        """Describe what the picture shows in a few sentences."""
        view = self.view
        parts = [
            Message("A castle, six special spaces, a favour table and a road of 28 spaces."),
            Message("The provost is on road space {space}.", space=view["provost"]),
            Message("The bailiff is on road space {space}.", space=view["bailiff"]),
            *(
                Message(
                    "{player}: {vp:point|points}, {deniers:denier|deniers}, {home:worker|workers} at home.",
                    player=SeatName(player["seat"]),
                    vp=player["vp"],
                    deniers=player["deniers"],
                    home=player["home"],
                )
                for player in view["players"]
            ),
        ]
        return " ".join(self.say(message) for message in parts)
