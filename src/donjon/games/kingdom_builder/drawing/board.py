"""The board of Kingdom Builder as SVG: pointed hexes on a page of parchment, and the pieces on them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing import Box
from donjon.drawing.facts import Facts, Shapes, is_showing, showing
from donjon.drawing.saying import Words
from donjon.games.kingdom_builder.drawing.facts import counts, lit, public_facts
from donjon.games.kingdom_builder.drawing.land import (
    HALF_WIDTH,
    MOST_MAPS,
    STEP,
    VIEWBOX,
    Place,
    hex_centre,
    painted,
    spot,
)
from donjon.games.kingdom_builder.drawing.writing import ART, PIECES, THEME, shapes
from donjon.games.kingdom_builder.model import COLUMNS, LETTERS, ROWS, HexKind
from donjon.kernel.message import Message, Translate

NUMBERS = 21  # the size of the numbers at the edge, as board.css has it


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
    return _special(tuple(view["hexes"]))


@functools.lru_cache(maxsize=MOST_MAPS)
def _special(hexes: tuple[str, ...]) -> dict[str, Box]:
    special = (LETTERS[HexKind.LOCATION], LETTERS[HexKind.CASTLE])
    places = [spot(index) for index, letter in enumerate("".join(hexes)) if letter in special]
    return {
        f"hex-{place.row},{place.column}": house.percent((place.x - 20, place.y - 18, 40, 36), VIEWBOX)
        for place in places
    }


def where_pieces_stand(view: Mapping[str, Any]) -> list[Box]:
    """Return the hexes with settlements."""
    by_hex = boxes()
    return [by_hex[piece["hex"][0] * COLUMNS + piece["hex"][1]] for piece in view["settlements"]]


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
    words, look = Words(translate, None if names is None else tuple(names)), (labels, standalone)
    board = {
        "defs": _defs(
            look,
            tuple(view["hexes"]),
            tuple(sorted({place["kind"] for place in view["locations"]})),
            view["seats"],
        ),
        "land_svg": painted(tuple(view["hexes"])).svg,
        "chosen": None if chosen is None else spot(chosen),
        "title": words.say(Message("Kingdom Builder board")),
    }
    if is_showing() and not standalone:
        return str(PIECES.macros(look).svg(board).strip())
    with showing(*_shown(view, words, look, legal, [spot(place)[:2] for place in highlights])):
        svg = PIECES.macros(look).svg(board).strip()
    return THEME.standalone(svg) if standalone else str(svg)


def _shown(
    view: Mapping[str, Any],
    words: Words,
    look: house.Look,
    legal: Iterable[int],
    highlights: Sequence[Sequence[int]],
) -> tuple[Facts, Shapes]:
    """Return the facts of a picture; one that stands alone shows neither counting nor fresh settlements."""
    is_alone = look[1]
    if is_alone:
        view = {**view, "players": [{**player, "counting": {}} for player in view["players"]]}
    shown = public_facts(view, words)
    if highlights:
        shown |= counts(((player["seat"], player["counting"]) for player in view["players"]), highlights)
    light = {f"*{family}": pieces for family, pieces in lit(view, sorted(set(legal))).items()}
    return {**shown, **light, "?choosing": any(light.values())}, shapes(words, look)


def ground(view: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what board and panels are drawn from beside facts: the hexes, and the cards in use."""
    return *view["hexes"], *view["cards"]


@functools.lru_cache(maxsize=MOST_MAPS)
def _defs(look: house.Look, hexes: tuple[str, ...], locations: tuple[str, ...], seats: int) -> Markup:
    """Return the symbols that this board needs."""
    land = painted(hexes)
    standing = land.between.union(["castle", *locations])  # cannot be tapped: the hex below it can
    drawn = {name: symbol for name, symbol in ART.items() if name in land.drawings | standing}
    return Markup(PIECES.macros(look).defs({"art": drawn, "between": standing, "seats": seats}))
