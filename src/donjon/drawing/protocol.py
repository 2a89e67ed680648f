"""The interface of a module that draws a game: `Drawing`, and optional protocols.

A drawing is made from a view alone, so it shows no more than its viewer may know. Words pass through
`translate`; `names` are the names of the seats. Boxes are (left, top, width, height) in percent of the board;
only moving boxes depend on the view.

A *subject* is a text that names a thing on the table ("road-9", "provost"): it can be explained
(`Game.explain`), and the attribute `data-subject` marks the elements to tap for it. A *spot* is the box of a
subject. Each spot is a link on the page, so only the important ones of hundreds of fields are spots.

A choice without a place of its own is made of *pieces*: things in the hand or on the board whose elements
have the attribute `data-piece`. The meaning of an action names them (`donjon.kernel.actions.Use`). The page
highlights the pieces that can be chosen, collects the tapped ones, and plays the choice as soon as only one
matches.

`donjon.drawing` has most of the parts of a drawing:

- `Theme("my_game/drawing", "mg")` reads the folder of the drawing: `art.svg`, `icons.svg` (a `<symbol>` for
  each picture), `colours.toml` (colours, light and dark), `board.css` and `panel.css`. "mg" is the prefix of
  the game's classes and ids. It makes `icon`, the style of the board, and standalone pictures.
- `panels.Panels` makes the panels beside the board from macros of the same names in `panel.html.jinja`.
  `assets/panels.html.jinja` has macros for all games, `assets/panels.css` their style, in classes that start
  with `pane`.
- `saying.Words` and `saying.Saying` write a `Message` in a language, with the names of the seats.
- `facts` has what a page shows as short values by key. A drawing with `public_facts` and `own_facts`
  (`TellsFacts`) is drawn from them, and its open pages get only the facts that change.
- `render` and `call` write a template or one of its macros, with `shield`, `charge` and `icon` as globals.
- `labels.legible_css` hides the words of the picture at widths at which they are less than 11 pixels high.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast, runtime_checkable

from markupsafe import Markup

from donjon.drawing.facts import Facts, Piece, Shapes
from donjon.drawing.figures import Box
from donjon.drawing.marks import GoalCard, Mark
from donjon.drawing.saying import Words
from donjon.kernel.game import Game
from donjon.kernel.message import Message, Term, Translate


class Part(Protocol):
    """A function that writes a panel beside the board."""

    def __call__(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """Return the panel of a view as HTML."""


class SeatsPart(Protocol):
    """A function that writes a panel with the seats; `tags` is a word for each seat ("bot")."""

    def __call__(
        self,
        view: Mapping[str, Any],
        *,
        translate: Translate = str,
        names: Sequence[str] | None = None,
        tags: Sequence[str] = (),
    ) -> Markup:
        """Return the panel of a view as HTML."""


@runtime_checkable
class Drawing(Protocol):
    """The board and the panels beside it (`donjon.drawing.panels.Panels` makes the panels)."""

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
        """Return the board as SVG, with the places of `legal` actions highlighted.

        standalone: include the style sheet; labels: include the words.
        """

    def boxes(self) -> Mapping[int, Box]:
        """Return the boxes of the actions that have a fixed place on the board."""

    def css(self) -> str:
        """Return the style sheet of board and panels; `donjon.drawing.css()` must come before it."""

    def icon(self, name: str, label: str | None = None) -> Markup:
        """Return an icon of the game, or one of Donjon's own."""


@runtime_checkable
class HasSpots(Protocol):
    """A drawing in which things with an explanation have a fixed place."""

    def spots(self) -> Mapping[str, Box]:
        """Return the boxes of subjects."""


@runtime_checkable
class HasMovingSpots(Protocol):
    """A drawing in which the places of some subjects depend on the view."""

    def moving_spots(self, view: Mapping[str, Any]) -> Mapping[str, Box]:
        """Return the boxes of these subjects in a view."""


@runtime_checkable
class HasViews(Protocol):
    """A drawing with named parts of the board for small screens, in addition to its four quarters."""

    def views(self) -> Sequence[tuple[Message, Box]]:
        """Return the name and the box of each part."""


@runtime_checkable
class HasCrops(Protocol):
    """A drawing that says which parts of the board look good as small pictures."""

    CROPS: Mapping[str, Box]  # "wide" (16 : 9) and "square" (9 : 8), in the units of VIEWBOX


@runtime_checkable
class ShowsWherePiecesStand(Protocol):
    """A drawing whose small pictures show only the part of the board with pieces on it."""

    def where_pieces_stand(self, view: Mapping[str, Any]) -> Iterable[Box]:
        """Return the box of each piece in a view."""


@runtime_checkable
class HasGoals(Protocol):
    """A drawing with a short form of the goals, to show with the board if there is little room."""

    goals: Part


@runtime_checkable
class HasSubjects(Protocol):
    """A drawing in which actions without a place belong to subjects."""

    def subjects(self) -> Mapping[int, str]:
        """Return the subject of each of these actions."""


@runtime_checkable
class HasMovingBoxes(Protocol):
    """A drawing in which the places of some actions depend on the view."""

    def moving_boxes(self, view: Mapping[str, Any]) -> Mapping[int, Box]:
        """Return the boxes of these actions in a view."""


@runtime_checkable
class TellsMore(Protocol):
    """A drawing with subjects for the text view that have no place on the board."""

    def more_subjects(self) -> Sequence[str]:
        """Return the subjects that the text view explains in addition to the spots."""


@runtime_checkable
class TellsChanges(Protocol):
    """A drawing that can describe a change in words."""

    def changes(self, before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterable[Message]:
        """Return sentences about the changes of a seat between two views."""


@runtime_checkable
class TellsFacts(Drawing, Protocol):
    """A drawing whose pages are drawn from facts (`donjon.drawing.facts`), so that changes are short."""

    def public_facts(self, view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
        """Return the facts of a spectator's view that all viewers share.

        settled: False for a moment within a move, which has no facts that need not be known at once.
        """

    def own_facts(self, view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
        """Return the facts of a view that may differ between viewers; none of them is public."""

    def lit(self, view: Mapping[str, Any], actions: Iterable[int]) -> Mapping[str, dict[str, Piece]]:
        """Return the pieces that highlight the places of legal actions in a view, by family."""

    def ground(self, view: Mapping[str, Any]) -> Hashable:
        """Return what board and panels are drawn from beside facts; it changes during the setup only."""

    def shapes(self, words: Words) -> Shapes:
        """Return the shapes of the game's pieces, by name."""


@dataclass(frozen=True)
class PointGroup:
    """Sources of points that a bar shows as one: its word, its icon, the names of the sources.

    subjects: things on the board that these points come from.
    """

    term: Term
    icon: str
    sources: tuple[str, ...]
    subjects: tuple[str, ...] = ()


@runtime_checkable
class GroupsPoints(Protocol):
    """A drawing that groups the sources of points: four groups at most, and one for points that are lost."""

    def point_groups(self, view: Mapping[str, Any]) -> Sequence[PointGroup]:
        """Return the groups, in the order in which they are counted."""


@runtime_checkable
class DrawsPuzzles(Protocol):
    """A drawing that can show what a puzzle is about, and why its solution pays."""

    def topics(self, position: Mapping[str, Any]) -> Sequence[tuple[str, Message]]:
        """Return what a stated position is about, by ids; it does not depend on what is best there."""

    def goal_cards(self, view: Mapping[str, Any]) -> Sequence[GoalCard]:
        """Return the sources of points that a player looks at to decide."""

    def reasons(
        self, before: Mapping[str, Any], after: Mapping[str, Any], expected: Mapping[str, float]
    ) -> Sequence[Mark]:
        """Return marks that show on the board why a move pays the viewer, from the views before and after it.

        expected: the points by source that the move brings more by the end of the game.
        """


def drawing_of(game: Game) -> Drawing:
    """Return the module that draws a game, imported when first needed."""
    return cast(Drawing, game.drawing)
