"""What the module that draws a game offers: `Drawing`, and the others where there is something to say.

A drawing is made from a view alone, so it shows no more than its viewer may know. Words pass through
`translate`; `names` are those of the seats. Boxes are (left, top, width, height) in percent of the board;
only those that move depend on the view.

A *subject* is a text that names a thing on the table ("road-9", "provost"): it can be explained
(`Game.explain`), and `data-subject` marks what is tapped for it. Each spot is a link on the page, so of
hundreds of fields only those that stand out are spots.

A choice that is no place is made of *pieces*: things in the hand or on the board whose elements carry
`data-piece`. The meaning of an action names them (`donjon.kernel.actions.Use`). The page highlights what
may be taken, gathers what is tapped, and plays the choice as soon as no other is left.

Most of a drawing is made by `donjon.drawing`:

- `Theme("my_game/drawing", "mg")` reads the folder of the drawing: `art.svg`, `icons.svg` (a `<symbol>` for
  each picture), `colours.toml` (colours, light and dark), `board.css` and `panel.css`. "mg" begins the
  game's classes and ids. It makes `icon`, the style of the board, and pictures that stand alone.
- `panels.Panels` makes the parts beside the board from macros of the same names in `panel.html.jinja`.
  `assets/panels.html.jinja` has what is alike in all games, `assets/panels.css` its look, in classes that
  begin with `pane`.
- `saying.Saying` says a `Message` in the language and with the names of a view. `Saying.kept` keeps the
  text of a piece by all that it is drawn from, because most pieces stay as they are from move to move;
  `templates.Pieces` does that for the macros of a board, `Panels` for those with `reads`. Kept pieces may
  stand in a page as marks: `weaving.links` and `weaving.whole` read through them.
- `render` and `call` write a template or a macro of it, in which `shield`, `charge` and `icon` are known.
- `labels.legible_css` shows the words of the picture only where they are at least 11 pixels high.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, cast, runtime_checkable

from markupsafe import Markup

from donjon.drawing.figures import Box
from donjon.kernel.game import Game
from donjon.kernel.message import Message, Translate


class Part(Protocol):
    """One of the parts beside the board."""

    def __call__(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """The part as HTML."""


class SeatsPart(Protocol):
    """A part that shows the seats; `tags` is a word for each ("bot")."""

    def __call__(
        self,
        view: Mapping[str, Any],
        *,
        translate: Translate = str,
        names: Sequence[str] | None = None,
        tags: Sequence[str] = (),
    ) -> Markup:
        """The part as HTML."""


@runtime_checkable
class Drawing(Protocol):
    """The board, and what lies beside it (`donjon.drawing.panels.Panels` makes that)."""

    VIEWBOX: Box
    hand: Part
    cards: Part
    piles: Part
    scores: Part
    seats: SeatsPart
    panel: SeatsPart

    def draw(
        self,
        view: Mapping[str, Any],
        *,
        legal: Iterable[int] = (),
        translate: Translate = str,
        standalone: bool = False,
        labels: bool = True,
        names: Sequence[str] | None = None,
    ) -> str:
        """The board as SVG; `legal` actions that are places are lit. `standalone`: with its style inside."""

    def boxes(self) -> Mapping[int, Box]:
        """Where actions that are places lie."""

    def css(self) -> str:
        """The style sheet of board and panels; `donjon.drawing.css()` goes before it."""

    def icon(self, name: str, label: str | None = None) -> Markup:
        """An icon of the game or of the house."""


@runtime_checkable
class HasSpots(Protocol):
    """Things that can be explained have a place."""

    def spots(self) -> Mapping[str, Box]:
        """Where subjects lie."""


@runtime_checkable
class HasMovingSpots(Protocol):
    """Things that can be explained lie elsewhere in each game."""

    def moving_spots(self, view: Mapping[str, Any]) -> Mapping[str, Box]:
        """Where such subjects lie now."""


@runtime_checkable
class HasViews(Protocol):
    """Parts of the board are looked at for themselves on a small screen, besides its four quarters."""

    def views(self) -> Sequence[tuple[Message, Box]]:
        """What they are called and where they lie."""


@runtime_checkable
class HasBoardView(Protocol):
    """The board is drawn from less than the whole view, so that it is the same for more viewers."""

    def board_view(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """What `draw` looks at, and nothing else: it is handed only that."""


@runtime_checkable
class ShowsWherePiecesStand(Protocol):
    """Small pictures show the part of the board where something stands: the rest is alike everywhere."""

    def where_pieces_stand(self, view: Mapping[str, Any]) -> Iterable[Box]:
        """Where each of them does."""


@runtime_checkable
class HasGoals(Protocol):
    """What scores lies beside the board and is shown with it in short where there is little room."""

    goals: Part


@runtime_checkable
class HasSubjects(Protocol):
    """Actions that are no places are about things."""

    def subjects(self) -> Mapping[int, str]:
        """What such actions are about."""


@runtime_checkable
class HasMovingBoxes(Protocol):
    """Actions lie where pieces are."""

    def moving_boxes(self, view: Mapping[str, Any]) -> Mapping[int, Box]:
        """Where such actions lie now."""


@runtime_checkable
class TellsMore(Protocol):
    """There is more to tell in words than what has a place of its own."""

    def told(self) -> Sequence[str]:
        """Subjects that a board in words explains besides."""


@runtime_checkable
class TellsChanges(Protocol):
    """A change can be put into words."""

    def changes(self, before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterable[Message]:
        """What a seat sees change between two views."""


def drawing_of(game: Game) -> Drawing:
    """The module that draws a game."""
    return cast(Drawing, game.drawing)
