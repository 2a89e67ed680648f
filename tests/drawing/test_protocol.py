"""Every game's drawing offers what the protocol asks for, under the same names."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import donjon
from donjon.drawing import protocol
from donjon.drawing.protocol import Drawing, Part, SeatsPart, drawing_of

OPTIONAL = ("HasSpots", "HasMovingSpots", "HasSubjects", "HasMovingBoxes", "TellsChanges")


def named(function: Any) -> dict[str, Any]:
    """The parameters of a function by name, with their kind and default; `self` is none of them."""
    parameters = inspect.signature(function).parameters
    return {name: (one.kind, one.default) for name, one in parameters.items() if name != "self"}


@pytest.mark.parametrize("name", donjon.games)
def test_every_game_is_drawn_as_the_protocol_says(name: str) -> None:
    drawing = drawing_of(donjon.games[name])
    assert isinstance(drawing, Drawing)
    for function in ("draw", "boxes", "css", "icon"):
        assert named(getattr(Drawing, function)).items() <= named(getattr(drawing, function)).items()
    for part in ("hand", "cards", "piles", "scores"):
        assert named(Part.__call__).items() <= named(getattr(drawing, part)).items()
    for part in ("seats", "panel"):
        assert named(SeatsPart.__call__).items() <= named(getattr(drawing, part)).items()


@pytest.mark.parametrize("kind", OPTIONAL)
def test_what_only_some_games_have_is_alike_where_it_is(kind: str) -> None:
    offered = getattr(protocol, kind)
    (function,) = (name for name in vars(offered) if not name.startswith("_"))
    having = [drawing_of(game) for game in donjon.games.values() if isinstance(game.drawing, offered)]
    assert having
    for drawing in having:
        assert list(named(getattr(drawing, function))) == list(named(getattr(offered, function)))
