"""The faces of games: their drawings and rule books, asked for in one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from donjon.kernel import record
from donjon.kernel.game import Game
from donjon.kernel.message import Translate
from donjon.rulebook import Rulebook, load

SAMPLES = Path(__file__).parent / "samples"


def board(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], legal: Iterable[int] = ()
) -> Markup:
    """The board of a view, the places of legal actions lit."""
    return Markup(game.drawing.draw(view, legal=legal, translate=translate, names=names))


def panels(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], tags: Sequence[str]
) -> dict[str, Markup]:
    """What lies beside the board: "hand", "seats", "cards", "piles", "scores", as the game draws them."""
    said = {"translate": translate, "names": names}
    drawn = {name: getattr(game.drawing, name)(view, **said) for name in ("hand", "cards", "piles", "scores")}
    return {**drawn, "seats": game.drawing.seats(view, tags=tags, **said)}


def boxes(game: Game) -> dict[int, tuple[float, float, float, float]]:
    """For actions that are places on the board: left, top, width and height in percent of the drawing."""
    found: dict[int, tuple[float, float, float, float]] = game.drawing.hex_boxes()
    return found


def ratio(game: Game) -> float:
    """Width of the board's drawing divided by its height."""
    _left, _top, width, height = game.drawing.VIEWBOX
    return round(float(width) / float(height), 4)


@cache
def _sample_view(game: Game) -> dict[str, Any]:
    text = (SAMPLES / f"{game.name}.txt").read_text("utf-8")
    return record.load(text).view(None)


def sample(game: Game, translate: Translate) -> Markup:
    """A picture of a real game, for the first page."""
    return Markup(game.drawing.draw(_sample_view(game), translate=translate, labels=False))


def rulebook(name: str, language: str) -> Rulebook:
    """The rule book of a game in a language."""
    return load(name, language)
