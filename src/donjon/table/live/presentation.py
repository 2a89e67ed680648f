"""Present games: one place that asks their drawings and rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from markupsafe import Markup

from donjon import drawing as house
from donjon import rulebook as books
from donjon.drawing import Box
from donjon.drawing.protocol import (
    HasCrops,
    HasGoals,
    HasMovingBoxes,
    HasMovingSpots,
    HasSpots,
    HasSubjects,
    HasViews,
    TellsChanges,
    TellsFacts,
    TellsMore,
    drawing_of,
)
from donjon.drawing.saying import Words
from donjon.drawing.whole import Whole
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game
from donjon.kernel.message import Message, Translate
from donjon.notation import record_reading
from donjon.play.match import Match
from donjon.rulebook import Book, Rulebook

SAMPLES = Path(__file__).parents[1] / "samples"


def board(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], legal: Iterable[int] = ()
) -> Markup:
    """Return the board of a view, with the places of legal actions highlighted."""
    return Markup(drawing_of(game).draw(view, legal=tuple(legal), translate=translate, names=names))


@cache
def has_facts(game: Game) -> bool:
    """Return whether the pages of a game are drawn from facts."""
    return isinstance(drawing_of(game), TellsFacts)


@cache
def drawn_by_facts(game: Game) -> TellsFacts:
    """Return the drawing of a game; one without facts of its own is drawn as a whole."""
    drawing = drawing_of(game)
    return drawing if isinstance(drawing, TellsFacts) else cast(TellsFacts, Whole(drawing))


def panels(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], tags: Sequence[str]
) -> dict[str, Markup]:
    """Return the panels beside the board as the game draws them, with the scores at the end."""
    drawing = drawing_of(game)
    parts = {"hand": drawing.hand, "piles": drawing.piles, "cards": drawing.cards}
    if view["over"]:
        parts["scores"] = drawing.scores
    drawn = {name: draw(view, translate=translate, names=names) for name, draw in parts.items()}
    return {**drawn, "seats": drawing.seats(view, tags=tags, translate=translate, names=names)}


def goals(game: Game, view: Mapping[str, Any], words: Words) -> Markup:
    """Return the short form of the goals, empty if the game has none."""
    return _offers(game).goals(view, translate=words.translate, names=words.names)


class _Offers(NamedTuple):
    """Optional functions of a drawing, or their defaults; cached, because isinstance checks are slow."""

    goals: Callable[..., Markup]
    moving_boxes: Callable[[Mapping[str, Any]], Mapping[int, Box]]
    moving_spots: Callable[[Mapping[str, Any]], Mapping[str, Box]]


@cache
def _offers(game: Game) -> _Offers:
    drawing = drawing_of(game)
    return _Offers(
        drawing.goals if isinstance(drawing, HasGoals) else lambda _view, **_words: Markup(),
        drawing.moving_boxes if isinstance(drawing, HasMovingBoxes) else lambda _view: {},
        drawing.moving_spots if isinstance(drawing, HasMovingSpots) else lambda _view: {},
    )


@cache
def boxes(game: Game) -> dict[int, Box]:
    """Return the boxes of actions that are places on the board.

    A box is left, top, width and height in percent of the drawing.
    """
    return dict(drawing_of(game).boxes())


def boxes_now(game: Game, view: Mapping[str, Any]) -> dict[int, Box]:
    """Return `boxes` for one position: with the actions whose places depend on the pieces."""
    moving = _offers(game).moving_boxes(view)
    return {**boxes(game), **moving} if moving else boxes(game)


def looked_back(game: Game, state: Any, viewpoint: int | None, over: bool) -> dict[str, Any]:
    """Return a view of a position for a replay: with everything open once the game is over."""
    return game.open_view(state) if over and game.open_view is not None else game.view(state, viewpoint)


@dataclass(frozen=True)
class Look:
    """A part of the board that a small screen can show alone: its sign, its label, its box."""

    sign: str
    label: Message
    box: Box


QUARTERS = (
    Look("◰", Message("Upper left"), (0, 0, 52, 52)),
    Look("◳", Message("Upper right"), (48, 0, 52, 52)),
    Look("◱", Message("Lower left"), (0, 48, 52, 52)),
    Look("◲", Message("Lower right"), (48, 48, 52, 52)),
)


@cache
def looks(game: Game) -> tuple[Look, ...]:
    """Return the parts of a board that a small screen can show alone: the game's own, then quarters."""
    drawing = drawing_of(game)
    own = drawing.views() if isinstance(drawing, HasViews) else ()
    return (*(Look("", label, box) for label, box in own), *QUARTERS)


@cache
def spots(game: Game) -> dict[str, Box]:
    """Return the boxes of things on the board that can be explained, the large things first."""
    drawing = drawing_of(game)
    if game.explain is None or not isinstance(drawing, HasSpots):
        return {}
    return dict(sorted(drawing.spots().items(), key=lambda spot: -spot[1][2] * spot[1][3]))


def spots_now(game: Game, view: Mapping[str, Any]) -> dict[str, Box]:
    """Return `spots` for one position: with the things that lie elsewhere in each game."""
    if game.explain is None:
        return spots(game)
    return {**spots(game), **_offers(game).moving_spots(view)}


def box_of(game: Game, view: Mapping[str, Any], subject: str) -> Box | None:
    """Return the box of a thing in a position, else of an action about it; None if neither has a box."""
    own = spots_now(game, view).get(subject)
    if own is not None:
        return own
    about = subjects(game)
    return next((box for action, box in boxes_now(game, view).items() if about.get(action) == subject), None)


def places(game: Game, view: Mapping[str, Any]) -> Callable[[Event], Box | None]:
    """Return a function that finds an event on the board of a view: its box, None without a place."""
    lying, acted_on = spots_now(game, view), _boxes_of_subjects(game)

    def place(event: Event) -> Box | None:
        subject = game.events.place(event, view)
        return None if subject is None else lying.get(subject) or acted_on.get(subject)

    return place


@cache
def _boxes_of_subjects(game: Game) -> dict[str, Box]:
    """Return the boxes of subjects that have an action with a place on the board."""
    return {about: boxes(game)[action] for action, about in subjects(game).items() if action in boxes(game)}


def told(game: Game, view: Mapping[str, Any]) -> list[str]:
    """Return the subjects that a board in words explains: things on the board, and around it."""
    drawing = drawing_of(game)
    more = drawing.more_subjects() if isinstance(drawing, TellsMore) else ()
    return [*spots_now(game, view), *more]


@cache
def subjects(game: Game) -> dict[int, str]:
    """Return the subjects of actions; for a place on the board, the smallest thing that it lies on."""
    if game.explain is None:
        return {}
    drawing = drawing_of(game)
    subjects_by_action = dict(drawing.subjects()) if isinstance(drawing, HasSubjects) else {}
    for action, (left, top, width, height) in boxes(game).items():
        middle = left + width / 2, top + height / 2
        on_it = [subject for subject, box in spots(game).items() if _holds(box, *middle)]
        if on_it:
            subjects_by_action[action] = on_it[-1]
    return subjects_by_action


def _holds(box: Box, x: float, y: float) -> bool:
    left, top, width, height = box
    return left <= x <= left + width and top <= y <= top + height


def changes(game: Game, before: Any, after: Any, seat: int) -> list[Message]:
    """Return the changes that a seat sees between two states, [] if the drawing has no words for them."""
    drawing = drawing_of(game)
    if not isinstance(drawing, TellsChanges):
        return []
    return list(drawing.changes(game.view(before, seat), game.view(after, seat), seat))


def ratio(game: Game) -> float:
    """Return the width of the board's drawing divided by its height."""
    _left, _top, width, height = drawing_of(game).VIEWBOX
    return round(float(width) / float(height), 4)


@cache
def _sample_view(game: Game) -> dict[str, Any]:
    played = SAMPLES / f"{game.name}.txt"
    if played.exists():
        return record_reading.load(played.read_text("utf-8")).view(None)
    return Match(game, game.read_options(game.seats.start, {}), seed="sample").view(None)


def sample(game: Game, translate: Translate, standalone: bool = False) -> Markup:
    """Return a picture for the home page: of the sample game, or of a new one if there is no sample."""
    view = _sample_view(game)
    return Markup(drawing_of(game).draw(view, standalone=standalone, translate=translate, labels=False))


def small_picture(game: Game, translate: Translate) -> str:
    """Return the picture of `sample` for an `img` of a page, light and dark."""
    return house.within_page(str(sample(game, translate)), drawing_of(game).css())


class Crop(NamedTuple):
    """A part of a picture of the board, for the macro `crop`: the size of the whole, and the part."""

    size: tuple[float, float]
    part: Box


@cache
def crops(game: Game) -> dict[str, Crop]:
    """Return the parts of the board that small pictures show: "wide" (16 : 9) and "square" (9 : 8).

    A game that names none shows the middle of its board.
    """
    drawing = drawing_of(game)
    _left, _top, width, height = drawing.VIEWBOX
    named = drawing.CROPS if isinstance(drawing, HasCrops) else {}
    shapes = {"wide": 16 / 9, "square": 9 / 8}
    return {
        shape: Crop((width, height), named.get(shape) or _middle(width, height, ratio))
        for shape, ratio in shapes.items()
    }


def _middle(width: float, height: float, ratio: float) -> Box:
    """Return the largest box of a ratio in the middle of a board."""
    across = min(width, height * ratio)
    high = across / ratio
    return ((width - across) / 2, (height - high) / 2, across, high)


def picture(game: Game, view: Mapping[str, Any], translate: Translate, names: Sequence[str]) -> str:
    """Return the board of a view as a picture for an `img` of a page."""
    drawing = drawing_of(game)
    return house.within_page(str(drawing.draw(view, translate=translate, names=names)), drawing.css())


def rulebook(name: str, language: str) -> Rulebook:
    """Return the exact rules of a game in a language, in English if they are not written in it."""
    return books.load(name, books.nearest_language(name, language))


def book(name: str, language: str) -> Book | None:
    """Return the rulebook for people, in English if it is not in the language; None if there is none."""
    return books.book(name, books.nearest_language(name, language))
