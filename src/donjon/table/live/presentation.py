"""How games are presented: their drawings and rule books, asked for in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from donjon import drawing as house
from donjon import rulebook as books
from donjon.drawing import Box
from donjon.drawing.keeping import Kept
from donjon.drawing.protocol import (
    HasBoardView,
    HasGoals,
    HasMovingBoxes,
    HasMovingSpots,
    HasSpots,
    HasSubjects,
    HasViews,
    TellsChanges,
    TellsMore,
    drawing_of,
)
from donjon.drawing.saying import frozen
from donjon.drawing.weaving import Woven, weaving
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game
from donjon.kernel.message import Message, Translate
from donjon.notation import record_reading
from donjon.play.match import Match
from donjon.rulebook import Book, Rulebook

# So many boards are kept, of all tables together, some 80 KB each: as many as are told of at one time.
BOARDS = Kept[Woven](64)
SAMPLES = Path(__file__).parents[1] / "samples"


def board(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], legal: Iterable[int] = ()
) -> Markup:
    """The board of a view, the places of legal actions lit.

    It is kept by all that it is drawn from: most who look at a table see the same of it. Within `weaving` it
    has marks for its pieces.
    """
    drawing, lit, seen = drawing_of(game), tuple(legal), _offers(game).board_view(view)
    key = game.name, frozen(seen), lit, translate, tuple(names)

    def drawn() -> Woven:
        with weaving() as parts:
            text = drawing.draw(seen, legal=lit, translate=translate, names=names)
        return Woven(text, parts.values())

    return BOARDS.get(key, drawn).shown()


def panels(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], tags: Sequence[str]
) -> dict[str, Markup]:
    """What lies beside the board as the game draws it: hand, seats, cards, piles, and scores at the end."""
    drawing = drawing_of(game)
    scores = {"scores": drawing.scores(view, translate=translate, names=names)} if view["over"] else {}
    return {**scores, **lying(game, view, translate, names, tags)}


def lying(
    game: Game, view: dict[str, Any], translate: Translate, names: Sequence[str], tags: Sequence[str]
) -> dict[str, Markup]:
    """Return the parts that change while something happens: hand, goals, seats, piles, cards."""
    drawing = drawing_of(game)
    parts = {"hand": drawing.hand, "piles": drawing.piles, "cards": drawing.cards}
    drawn = {name: draw(view, translate=translate, names=names) for name, draw in parts.items()}
    drawn["goals"] = _offers(game).goals(view, translate=translate, names=names)
    return {**drawn, "seats": drawing.seats(view, tags=tags, translate=translate, names=names)}


class _Offers(NamedTuple):
    """What a drawing may have besides, or what does as well; to ask what it has takes long."""

    board_view: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    goals: Callable[..., Markup]
    moving_boxes: Callable[[Mapping[str, Any]], Mapping[int, Box]]
    moving_spots: Callable[[Mapping[str, Any]], Mapping[str, Box]]


@cache
def _offers(game: Game) -> _Offers:
    drawing = drawing_of(game)
    return _Offers(
        drawing.board_view if isinstance(drawing, HasBoardView) else lambda view: view,
        drawing.goals if isinstance(drawing, HasGoals) else lambda _view, **_words: Markup(),
        drawing.moving_boxes if isinstance(drawing, HasMovingBoxes) else lambda _view: {},
        drawing.moving_spots if isinstance(drawing, HasMovingSpots) else lambda _view: {},
    )


@cache
def boxes(game: Game) -> dict[int, Box]:
    """For actions that are places on the board: left, top, width and height in percent of the drawing."""
    return dict(drawing_of(game).boxes())


def boxes_now(game: Game, view: Mapping[str, Any]) -> dict[int, Box]:
    """The same for one position: with the actions whose place depends on where the pieces are."""
    return {**boxes(game), **_offers(game).moving_boxes(view)}


def looked_back(game: Game, state: Any, viewpoint: int | None, over: bool) -> dict[str, Any]:
    """A position as it is shown in a replay: with everything open once the game is over."""
    return game.open_view(state) if over and game.open_view is not None else game.view(state, viewpoint)


@dataclass(frozen=True)
class Look:
    """A part of the board that a small screen can show alone: a sign, what it is called, where it lies."""

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
    """The parts of a board that a small screen can show alone."""
    drawing = drawing_of(game)
    own = drawing.views() if isinstance(drawing, HasViews) else ()
    return (*(Look("", label, box) for label, box in own), *QUARTERS)


@cache
def spots(game: Game) -> dict[str, Box]:
    """For things on the board that can be explained, the large ones first: their box, as above."""
    drawing = drawing_of(game)
    if game.explain is None or not isinstance(drawing, HasSpots):
        return {}
    return dict(sorted(drawing.spots().items(), key=lambda spot: -spot[1][2] * spot[1][3]))


def spots_now(game: Game, view: Mapping[str, Any]) -> dict[str, Box]:
    """The same for one position: with the things that lie elsewhere in each game."""
    if game.explain is None:
        return spots(game)
    return {**spots(game), **_offers(game).moving_spots(view)}


def box_of(game: Game, view: Mapping[str, Any], subject: str) -> Box | None:
    """Where a thing lies in a position: its own place, or that of an action about it, if it has any."""
    own = spots_now(game, view).get(subject)
    if own is not None:
        return own
    about = subjects(game)
    return next((box for action, box in boxes_now(game, view).items() if about.get(action) == subject), None)


def places(game: Game, view: Mapping[str, Any]) -> Callable[[Event], Box | None]:
    """Where events are on the board of a view: the box of what they happened to, None without a place."""
    lying, acted_on = spots_now(game, view), _boxes_of_subjects(game)

    def place(event: Event) -> Box | None:
        subject = game.events.place(event, view)
        return None if subject is None else lying.get(subject) or acted_on.get(subject)

    return place


@cache
def _boxes_of_subjects(game: Game) -> dict[str, Box]:
    """For what actions that are places are about the box of the action."""
    return {about: boxes(game)[action] for action, about in subjects(game).items() if action in boxes(game)}


def told(game: Game, view: Mapping[str, Any]) -> list[str]:
    """The subjects that a board in words explains: all things on the board, and what lies around."""
    drawing = drawing_of(game)
    more = drawing.told() if isinstance(drawing, TellsMore) else ()
    return [*spots_now(game, view), *more]


@cache
def subjects(game: Game) -> dict[int, str]:
    """What actions are about: a place on the board about the smallest thing that it lies on."""
    if game.explain is None:
        return {}
    drawing = drawing_of(game)
    found = dict(drawing.subjects()) if isinstance(drawing, HasSubjects) else {}
    for action, (left, top, width, height) in boxes(game).items():
        middle = left + width / 2, top + height / 2
        on_it = [subject for subject, box in spots(game).items() if _holds(box, *middle)]
        if on_it:
            found[action] = on_it[-1]
    return found


def _holds(box: Box, x: float, y: float) -> bool:
    left, top, width, height = box
    return left <= x <= left + width and top <= y <= top + height


def changes(game: Game, before: Any, after: Any, seat: int) -> list[Message]:
    """What a seat sees change between two states, if the game's drawing can put that into words."""
    drawing = drawing_of(game)
    if not isinstance(drawing, TellsChanges):
        return []
    return list(drawing.changes(game.view(before, seat), game.view(after, seat), seat))


def ratio(game: Game) -> float:
    """Width of the board's drawing divided by its height."""
    _left, _top, width, height = drawing_of(game).VIEWBOX
    return round(float(width) / float(height), 4)


@cache
def _sample_view(game: Game) -> dict[str, Any]:
    played = SAMPLES / f"{game.name}.txt"
    if played.exists():
        return record_reading.load(played.read_text("utf-8")).view(None)
    return Match(game, game.read_options(game.seats.start, {}), seed="sample").view(None)


def sample(game: Game, translate: Translate, standalone: bool = False) -> Markup:
    """A picture for the first page: of a game that was played, or of a fresh one where there is none."""
    view = _sample_view(game)
    return Markup(drawing_of(game).draw(view, standalone=standalone, translate=translate, labels=False))


def picture(game: Game, view: Mapping[str, Any], translate: Translate, names: Sequence[str]) -> str:
    """The board of a view as a picture for an `img` of a page."""
    drawing = drawing_of(game)
    return house.within_page(str(drawing.draw(view, translate=translate, names=names)), drawing.css())


def rulebook(name: str, language: str) -> Rulebook:
    """The exact rules of a game in a language, in English where they are not written in it."""
    return books.load(name, books.nearest_language(name, language))


def book(name: str, language: str) -> Book | None:
    """The rulebook for people, likewise; None where a game has none."""
    return books.book(name, books.nearest_language(name, language))
