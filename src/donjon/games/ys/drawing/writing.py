"""The macros that write what changes on a page of Ys: parts of the board and the panels, and pieces."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from markupsafe import Markup

from donjon import drawing as house
from donjon.drawing.facts import Shape, Shapes
from donjon.drawing.labels import fitted
from donjon.drawing.panels import Macros
from donjon.drawing.saying import Words
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.places import THEME
from donjon.games.ys.drawing.points import point_groups
from donjon.games.ys.drawing.saying import MOST_LANGUAGES, Saying, spoken
from donjon.games.ys.model import CARD_LIMIT, THRONE_TABLE
from donjon.games.ys.nouns import COLOURS, MAX_SEATS, Character, District, Gem, Source
from donjon.kernel.message import Translate

SABLE = 4  # the arms of the neutral player: those of a seat that Ys does not have
# Cached parts of boards, for all tables together; most are below 1 KB.
MOST_PARTS = 4096
# The width that the name of a card on the board may have.
BANNER = 104
# The signs on the seals of a place, one for each of `places.SEALS`, and on those of a shaft.
ON_PLACES = ("face_down", "face_up", "broker")
SEAL_SIGNS = (*ON_PLACES, "raise", "lower")
KEPT_GEMS = Gem.ids()[:5]  # the kinds that players have
SHIP_GEMS = [*Gem.ids()[:COLOURS], "white"]  # the kinds on ships
# By source of points.
_ICONS = ("market", "merchants", "crown", "blue", "green", "yellow", "red", "black", "throne")


def values(view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> dict[str, Any]:
    """Return the names that the game adds for its macros of panels."""
    return {
        "linked": "",
        "sable": SABLE,
        "card_limit": CARD_LIMIT,
        "sources": {source.id: (icon, source.term.word) for source, icon in zip(Source, _ICONS, strict=True)},
        "sum_of": lambda points, sources: sum(points[source] for source in sources),
        "groups": lambda view: [
            (one.term.say(translate), one.icon, one.sources) for one in point_groups(view)
        ],
        "characters": Character.ids(),
        "family_at": family_at,
        "kept_gems": KEPT_GEMS,
        "ship_gems": SHIP_GEMS,
        "throne_table": [int(points) for points in THRONE_TABLE],
        "fitted": fitted,
        "saying": Saying(view, translate, names),
    }


PIECES = house.Pieces(
    "ys/drawing/board.svg.jinja",
    {
        "width": places.WIDTH,
        "height": places.HEIGHT,
        "art": THEME.art,
        "icons": THEME.icons,
        "linked": "ys-g",
        "gem_names": Gem.ids(),
        "seal_signs": SEAL_SIGNS,
        "banner": BANNER,
    },
)
MACROS = Macros(THEME, values, MAX_SEATS)
PAGE: house.Look = (True, False)


class Pen(NamedTuple):
    """What the words and pictures of a game are written with, beside what they show; a key of caches."""

    words: Words
    seats: int
    look: house.Look = PAGE

    @property
    def saying(self) -> Saying:
        """Return the words for the things of Ys."""
        return spoken(self.words, self.seats)

    def arms(self, party: int) -> int:
        """Return the number of the colour and charge on the brokers of a party."""
        return SABLE if self.saying.is_neutral(party) else party

    def board(self, macro: str, *args: Any) -> Markup:
        """Return what a macro of the board writes from hashable arguments."""
        return _part(self.look, macro, *args)

    def panel(self, macro: str, *args: Any) -> Markup:
        """Return what a macro of the panels writes from hashable arguments."""
        return MACROS.write(self.words, macro, *args)


@functools.lru_cache(maxsize=MOST_PARTS)
def _part(look: house.Look, macro: str, *args: Any) -> Markup:
    return Markup(str(getattr(PIECES.macros(look), macro)(*args)).strip())


@functools.lru_cache(maxsize=MOST_LANGUAGES)
def shapes(words: Words, look: house.Look = PAGE) -> Shapes:
    """Return the shapes of the pieces of a page, by name."""
    board, hand = PIECES.macros(look), MACROS.of(words)
    return {
        **_brokers(board),
        "tally": Shape(board.tally, 6),
        "won": Shape(board.won, 3),
        "outline": Shape(board.outline, 1),
        "seal": Shape(board.seal, 2),
        "ring": Shape(board.ring, 3),
        "chosen": Shape(board.chosen, 3),
        "aim": Shape(board.aim, 3),
        **_aids(hand),
        **{
            f"{kind}{arms}": Shape(functools.partial(getattr(board, kind), arms), count)
            for kind, count in (("behind", 1), ("open", 2))
            for arms in range(SABLE + 1)
        },
        "nothing": Shape(board.nothing, 1),
        **{f"disc{seat}": Shape(functools.partial(hand.own_disc, seat), 3) for seat in range(MAX_SEATS)},
    }


def broker_shape(face: str, is_small: bool, has_soldier: bool) -> str:
    """Return the name of the shape of a broker: "up", "back", or "known", a back with its value."""
    return f"{face}{'-small' if is_small else ''}{'-soldier' if has_soldier else ''}"


def _brokers(board: Any) -> Shapes:
    made = {}
    for face, is_small, has_soldier in product(("up", "back", "known"), (False, True), (False, True)):
        write = functools.partial(board.broker, face, is_small, has_soldier)
        made[broker_shape(face, is_small, has_soldier)] = Shape(write, 8)
    return made


def unknown_shape(icon: str, colour: str, has_soldier: bool) -> str:
    """Return the name of the shape of a broker whose value the viewer does not know."""
    return f"unknown-{icon}{colour}{'-soldier' if has_soldier else ''}"


def family_at(where: str) -> str:
    """Return the family of the parties in a place of the preview: letters alone name it."""
    return "at" + "".join("zabcd"[int(sign)] if sign.isdigit() else sign for sign in where if sign != "-")


def _aids(hand: Any) -> Shapes:
    """Return the shapes of the aids: brokers that are not known, parties and columns of the preview."""
    colours = Gem.ids()[:COLOURS]
    places_of = [*((name, "") for name in (*District.ids(), "throne")), *(("market", one) for one in colours)]
    made = {
        unknown_shape(icon, colour, soldier): Shape(functools.partial(hand.unknown, icon, colour, soldier), 8)
        for icon, colour in places_of
        for soldier in (False, True)
    }
    for is_hidden, more in ((False, ""), (True, "-hidden")):
        for arms in range(SABLE + 1):
            write = functools.partial(hand.stand, arms, is_hidden)
            made[f"stand{arms}{more}"] = Shape(write, 5)
        for colour in colours:
            made[f"column-{colour}{more}"] = Shape(functools.partial(hand.column, colour, is_hidden), 4)
    return made
