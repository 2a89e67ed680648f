"""What lies beside a board: five parts, each written by the macro of its name in a game's panel template."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from donjon.drawing.saying import Saying, frozen, thawed
from donjon.drawing.templates import macros
from donjon.drawing.theme import Theme
from donjon.kernel.message import Message, Translate

# So many sets of macros that have seen a part of a view are kept by the panels of a game.
MOST_SEEING = 64
# What the macros of a game know besides what those of all games do: (view, translate, names) -> by name.
Values = Callable[[Mapping[str, Any], Translate, Sequence[str] | None], Mapping[str, Any]]


class Panels:
    """The parts beside a game's board; they can be had one by one, or all of them as `panel`.

    The game's `panel.html.jinja` has a macro without arguments for each of "hand", "seats", "cards", "piles"
    and "scores"; what these have in common is in `drawing/assets/panels.html.jinja`. A macro knows `view`,
    `prefix`, `art` and `icons` of the theme, `names` (one for each seat), `tags`, `_(text)`,
    `say(text, **values)`, and what `values` adds for the game.

    `reads` tells for names of macros the fields of the view that they look at. These macros see no others
    and no `tags`, and what they write is kept (see `Saying.kept`). Within a template `kept(macro, *args)` is
    a call of such a macro.
    """

    def __init__(
        self, theme: Theme, values: Values, reads: Mapping[str, Sequence[str]] = MappingProxyType({})
    ) -> None:
        self._theme = theme
        self._values = values
        self._reads = reads
        # Making them costs as much as a small piece, and most pieces see the same from move to move.
        self._seeing = functools.lru_cache(maxsize=MOST_SEEING)(self._macros_seeing)

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
        players = [player if player["seat"] == view["seat"] else None for player in view["players"]]
        return self._part("hand", {**view, "players": players}, translate, names)

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

    def goals(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """What scores, in short, each an `<li class="goal">`; only where the template has such a macro."""
        return self._part("goals", view, translate, names)

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
        return self._kept(Saying(view, translate, names), macro, tags)

    def _kept(self, said: Saying, macro: str, tags: Sequence[str], *args: Any) -> Markup:
        if macro not in self._reads:
            return Markup(getattr(self._macros(said, tags), macro)(*args))
        seen = {name: said.view[name] for name in ("seats", *self._reads[macro])}
        return said.kept(self._write, seen, macro, *args)

    def _write(self, said: Saying, macro: str, *args: Any) -> Markup:
        known = self._seeing(said.translate, said.names, frozen(said.view))
        return Markup(getattr(known, macro)(*args))

    def _macros_seeing(self, translate: Translate, names: tuple[str, ...] | None, seen: bytes) -> Any:
        return self._macros(Saying(thawed(seen), translate, names), ())

    def _call(self, said: Saying, tags: Sequence[str], macro: Any, *args: Any) -> Markup:
        is_kept = macro.name in self._reads
        return self._kept(said, macro.name, tags, *args) if is_kept else Markup(macro(*args))

    def _macros(self, said: Saying, tags: Sequence[str]) -> Any:
        context = {
            "view": said.view,
            "prefix": self._theme.prefix,
            "art": self._theme.art,
            "icons": self._theme.icons,
            "names": [said.name(seat) for seat in range(said.view["seats"])],
            "tags": tags,
            "say": lambda text, **values: said.say(Message(text, **values)),
            "_": said.translate,
            "kept": partial(self._call, said, tags),
            "seated": lambda seat: _seated(said.view, seat),
        }
        values = self._values(said.view, said.translate, said.names)
        return macros(f"{self._theme.path}/panel.html.jinja", **context, **values)


def _seated(view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A player, with what the panel of every seat says: is it to move, is it the viewer's, has it won?"""
    return {
        **view["players"][seat],
        "is_waiting": seat in view["waiting"],
        "is_you": seat == view["seat"],
        "has_won": bool(view["ranks"] and view["ranks"][seat] == 1),
    }
