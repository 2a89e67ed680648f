"""The board of Kingdom Builder as SVG: pointed hexes on a page of parchment, and the pieces on them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from donjon import drawing as house
from donjon.drawing import Box
from donjon.drawing.saying import Saying, fields
from donjon.drawing.weaving import Woven, piece
from donjon.games.kingdom_builder.drawing.land import (
    HALF_WIDTH,
    HEIGHT,
    KINDS,
    MARGIN,
    MOST_MAPS,
    STEP,
    VIEWBOX,
    WIDTH,
    Place,
    hex_centre,
    painted,
    spot,
)
from donjon.games.kingdom_builder.model import COLUMNS, LETTERS, ROWS, HexKind, HexName, Token
from donjon.kernel.message import Message, SeatName, Term, Translate

NUMBERS = 21  # the size of the numbers at the edge, as board.css has it
THEME = house.Theme("kingdom_builder/drawing", "kb")
ART, ICONS, COLOURS = THEME.art, THEME.icons, THEME.colours


def boxes() -> dict[int, Box]:
    """Return the box (left, top, width, height) around each hex 0 to 399, in percent of the board."""
    boxes = {}
    for index in range(ROWS * COLUMNS):
        x, y = hex_centre(*divmod(index, COLUMNS))
        # As high as a row, so that no box lies over another.
        boxes[index] = house.percent((x - HALF_WIDTH, y - STEP / 2, 2 * HALF_WIDTH, STEP), VIEWBOX)
    return boxes


def moving_spots(view: Mapping[str, Any]) -> dict[str, Box]:
    """Return the boxes of locations and castles by subject; each lies within its hex."""
    special = (LETTERS[HexKind.LOCATION], LETTERS[HexKind.CASTLE])
    places = [spot(index) for index, letter in enumerate("".join(view["hexes"])) if letter in special]
    return {
        f"hex-{place.row},{place.column}": house.percent((place.x - 20, place.y - 18, 40, 36), VIEWBOX)
        for place in places
    }


def where_pieces_stand(view: Mapping[str, Any]) -> list[Box]:
    """Return the hexes with settlements."""
    by_hex = boxes()
    return [by_hex[piece["hex"][0] * COLUMNS + piece["hex"][1]] for piece in view["settlements"]]


_READS = (
    *("seats", "hexes", "layout", "locations", "settlements", "last", "lifted", "actor"),
    *("players.seat", "players.total", "players.counting"),
)


def board_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the board is drawn from."""
    return fields(view, _READS)


def draw(
    view: Mapping[str, Any],
    *,
    legal: Iterable[int] = (),
    chosen: Place | None = None,
    translate: Translate = str,
    standalone: bool = False,
    labels: bool = True,
    highlights: Iterable[Place] = (),
    names: Sequence[str] | None = None,
) -> str:
    """Return the board as SVG text.

    `legal` are actions (those that are not hexes are ignored) whose hexes are highlighted in gold; `chosen`
    is one hex in the viewer's hand; `highlights` are hexes shown as counting. Hexes that count for a card are
    there unseen (class "counts" and, for each source and seat, "fishermen-0") for a style sheet to show. With
    `standalone` the style is inside and the light look is used. `names` are those of the seats.
    """
    saying, look = Saying(view, translate, names), (labels, standalone)
    lit = [spot(action) for action in sorted(set(legal)) if action < ROWS * COLUMNS]
    kept, hexes = functools.partial(PIECES.kept, saying, look), list(view["hexes"])
    kinds = sorted({place["kind"] for place in view["locations"]})
    players = [] if standalone else [(player["seat"], player["counting"]) for player in view["players"]]
    board = {
        "defs": kept("defs", {}, hexes, kinds, view["seats"]),
        "land_svg": _land(tuple(hexes)).shown(),
        "places": kept("places", {}, view["locations"], hexes),
        "settlements": [
            kept("settlements", {}, [piece for piece in pieces if piece[1] == seat], hexes)
            for pieces in [_settlements(view)]
            for seat in range(view["seats"])
        ],
        "counts": kept("counts", {}, players, [spot(place)[:2] for place in highlights]),
        "last": [spot(place) for place in view["last"]],
        "lit": lit,
        "chosen": None if chosen is None else spot(chosen),
        "title": saying.say(Message("Kingdom Builder board")),
        "description": _description(saying),
    }
    svg = PIECES.macros(look).svg(board).strip()
    return THEME.standalone(svg) if standalone else str(svg)


@functools.lru_cache(maxsize=MOST_MAPS)
def _land(hexes: tuple[str, ...]) -> Woven:
    return piece(painted(hexes).svg)


def _defs(_said: Saying, hexes: Sequence[str], locations: Sequence[str], seats: int) -> dict[str, Any]:
    """Return the symbols that this board needs."""
    land = painted(tuple(hexes))
    standing = land.between.union(["castle", *locations])  # cannot be tapped: the hex below it can
    drawn = {name: symbol for name, symbol in ART.items() if name in land.drawings | standing}
    return {"art": drawn, "between": standing, "seats": seats}


def _labels() -> list[tuple[int, int, int]]:
    """Return column numbers above and below, row numbers at both sides: (number, x, y)."""
    labels = []
    for column in range(COLUMNS):
        labels.append((column, hex_centre(0, column)[0], MARGIN - 4))
        labels.append((column, hex_centre(ROWS - 1, column)[0], HEIGHT - MARGIN + 19))
    for row in range(ROWS):
        y = hex_centre(row, 0)[1] + 7
        labels += [(row, MARGIN - 11, y), (row, WIDTH - MARGIN + 11, y)]
    return labels


def _places(
    saying: Saying, locations: Iterable[Mapping[str, Any]], hexes: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the locations with the tokens left on them, and the castles."""
    places = []
    for location in locations:
        text = Message(
            "{location} ({hex}): {left:token|tokens} left",
            location=Token[location["kind"].upper()].term,
            hex=HexName(*location["hex"]),
            left=location["left"],
        )
        places.append(_place(location["hex"], location["kind"], location["left"], saying.say(text)))
    for index, letter in enumerate("".join(hexes)):
        if letter == "K":
            hex = divmod(index, COLUMNS)
            text = Message("{location} ({hex})", location=Term("castle"), hex=HexName(*hex))
            places.append(_place(hex, "castle", None, saying.say(text)))
    return places


def _place(hex: Sequence[int], kind: str, left: int | None, title: str) -> dict[str, Any]:
    return {**spot(hex)._asdict(), "kind": kind, "left": left, "title": title}


Settlement = tuple[str, int, Sequence[int], str]


def _settlements(view: Mapping[str, Any]) -> list[Settlement]:
    """Return the settlements in a lasting order; one that is lifted hovers over the hex it was on."""
    pieces = [
        (piece["id"], piece["seat"], piece["hex"], " fresh" if piece["hex"] in view["last"] else "")
        for piece in view["settlements"]
    ]
    if view["lifted"] is not None and all(piece["hex"] != view["lifted"] for piece in view["settlements"]):
        pieces.append((_lifted_id(view), view["actor"], view["lifted"], " lifted"))
    return sorted(pieces, key=lambda piece: (piece[1], int(piece[0].rsplit("-", 1)[1])))


def _shown(saying: Saying, pieces: Iterable[Settlement], hexes: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "id": name,
            "seat": seat,
            "state": state,
            "ground": KINDS[hexes[hex[0]][hex[1]]],
            "x": spot(hex).x,
            "y": spot(hex).y,
            "title": saying.say(Message("{player}: {hex}", player=SeatName(seat), hex=HexName(*hex))),
        }
        for name, seat, hex, state in pieces
    ]


def _lifted_id(view: Mapping[str, Any]) -> str:
    """Return the id of the lifted settlement: the one number that its seat lacks on the board."""
    seat = view["actor"]
    there = {piece["id"] for piece in view["settlements"]}
    number = 0
    while f"s{seat}-{number}" in there:
        number += 1
    return f"s{seat}-{number}"


def _counts(
    _said: Saying, players: Iterable[tuple[int, Mapping[str, Any]]], highlights: Iterable[Sequence[int]]
) -> list[dict[str, Any]]:
    """Return the hexes that count for a seat, with a class for each source and seat, and highlights."""
    classes: dict[tuple[int, int], list[str]] = {}
    for seat, counting in players:
        for source, hexes in counting.items():
            for row, column in hexes:
                classes.setdefault((row, column), []).append(f"{source}-{seat}")
    for row, column in highlights:
        classes.setdefault((row, column), []).append("shown")
    return [{**spot(hex)._asdict(), "sources": " ".join(classes[hex])} for hex in sorted(classes)]


def _description(saying: Saying) -> str:
    """Return a description of the picture in a few sentences, for people who cannot see it."""
    view = saying.view
    sectors = [Token[slot["sector"].upper()].term for slot in view["layout"] if slot["sector"]]
    sentences = [
        Message("20 rows of 20 hexes."),
        Message("Sectors, row by row: {sectors}.", sectors=sectors),
        *(
            Message(
                "{player}: {count:settlement|settlements} on the board, {gold} gold.",
                player=SeatName(player["seat"]),
                count=sum(piece["seat"] == player["seat"] for piece in view["settlements"]),
                gold=player["total"],
            )
            for player in view["players"]
        ),
    ]
    return " ".join(saying.say(sentence) for sentence in sentences)


PIECES = house.Pieces(
    "kingdom_builder/drawing/board.svg.jinja",
    {"defs": _defs, "places": _places, "settlements": _shown, "counts": _counts},
    {"width": WIDTH, "height": HEIGHT, "numbers": _labels()},
)
