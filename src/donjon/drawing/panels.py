"""What lies beside a board: five parts, each written by the macro of its name in a game's panel template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon.drawing.saying import Saying
from donjon.drawing.templates import call
from donjon.drawing.theme import Theme
from donjon.kernel.message import Message, Translate

# What the macros of a game know besides what those of all games do: (view, translate, names) -> by name.
Values = Callable[[Mapping[str, Any], Translate, Sequence[str] | None], Mapping[str, Any]]


class Panels:
    """The parts beside a game's board; they can be had one by one, or all of them as `panel`.

    The game's `panel.html.jinja` has a macro without arguments for each of "hand", "seats", "cards", "piles"
    and "scores"; what these have in common is in `drawing/assets/panels.html.jinja`. A macro knows `view`,
    `prefix`, `art` and `icons` of the theme, `names` (one for each seat), `tags`, `_(text)`,
    `say(text, **values)`, and what `values` adds for the game.
    """

    def __init__(self, theme: Theme, values: Values) -> None:
        self._theme = theme
        self._values = values

    def panel(
        self,
        view: Mapping[str, Any],
        *,
        translate: Translate = str,
        names: Sequence[str] | None = None,
        tags: Sequence[str] = (),
    ) -> Markup:
        """All that lies beside the board: hand, seats, cards, piles; the scores for the hand at the end.

        `tags` is a word for each seat ("bot"); `names` are those of the seats.
        """
        order = ("scores" if view["over"] else "hand", "seats", "cards", "piles")
        parts = [self._part(name, view, translate, names, tags) for name in order]
        return Markup('<div class="panes">{}</div>').format(Markup("\n").join(parts))

    def hand(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """What the viewer holds, and what is asked of everybody now."""
        return self._part("hand", view, translate, names)

    def seats(
        self,
        view: Mapping[str, Any],
        *,
        translate: Translate = str,
        names: Sequence[str] | None = None,
        tags: Sequence[str] = (),
    ) -> Markup:
        """The seats with all they have, in their order; the viewer's own is the last."""
        return self._part("seats", view, translate, names, tags)

    def cards(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """What helps to decide: the cards that score, forecasts and other aids."""
        return self._part("cards", view, translate, names)

    def piles(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """What is left in decks and stocks."""
        return self._part("piles", view, translate, names)

    def scores(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """The score table: a row for each source of points, a column for each seat, crowns for winners."""
        return self._part("scores", view, translate, names)

    def _part(
        self,
        macro: str,
        view: Mapping[str, Any],
        translate: Translate,
        names: Sequence[str] | None,
        tags: Sequence[str] = (),
    ) -> Markup:
        said = Saying(view, translate, names)
        context = {
            "view": view,
            "prefix": self._theme.prefix,
            "art": self._theme.art,
            "icons": self._theme.icons,
            "names": [said.name(seat) for seat in range(view["seats"])],
            "tags": tags,
            "say": lambda text, **values: said.say(Message(text, **values)),
            "_": translate,
        }
        template = f"{self._theme.path}/panel.html.jinja"
        return call(template, macro, **context, **self._values(view, translate, names))
