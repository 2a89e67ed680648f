"""The panels beside a board, each written by the macro of its name in a game's panel template."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from markupsafe import Markup

from donjon.drawing.facts import Facts, Shapes, is_showing, showing
from donjon.drawing.saying import Saying, Words
from donjon.drawing.templates import macros
from donjon.drawing.theme import Theme
from donjon.kernel.message import Message, Translate

# The size of the cache of lasting macros of a game, for languages and names of seats.
MOST_LASTING = 64
# The size of the cache of markup that macros write from their arguments, for all games; most is below 2 KB.
MOST_WRITTEN = 4096
# Additional template names for the macros of a game: (view, translate, names) -> values by name.
Values = Callable[[Mapping[str, Any], Translate, Sequence[str] | None], Mapping[str, Any]]
# Returns the facts of a view, and the shapes of its pieces.
FactsOf = Callable[[Mapping[str, Any], Words], tuple[Facts, Shapes]]


class Macros:
    """The macros of a game's panel template, each written from its arguments alone.

    They see what `Panels` gives to macros, but no view.
    """

    def __init__(self, theme: Theme, values: Values, seats: int) -> None:
        self._theme = theme
        self._values = values
        self._seats = seats
        self.of = functools.lru_cache(maxsize=MOST_LASTING)(self._made)
        self.write = functools.lru_cache(maxsize=MOST_WRITTEN)(self._write)

    def _write(self, words: Words, macro: str, *args: Any) -> Markup:
        """Return what a macro writes; its arguments are hashable."""
        return Markup(str(getattr(self.of(words), macro)(*args)).strip())

    def _made(self, words: Words) -> Any:
        context = common_names(self._theme, words, self._seats)
        values = self._values({}, words.translate, words.names)
        return macros(f"{self._theme.path}/panel.html.jinja", **context, **values)


def common_names(theme: Theme, words: Words, seats: int) -> dict[str, Any]:
    """Return the names that all macros of panels can use, whatever the view."""
    return {
        "prefix": theme.prefix,
        "art": theme.art,
        "icons": theme.icons,
        "names": [words.name(seat) for seat in range(seats)],
        "say": lambda text, **values: words.say(Message(text, **values)),
        "_": words.translate,
    }


class Panels:
    """The panels beside a game's board, one by one or together as `panel`.

    The game's `panel.html.jinja` has a macro without arguments for each of "hand", "seats", "cards", "piles"
    and "scores"; shared macros are in `drawing/assets/panels.html.jinja`. A macro can use `view`, `prefix`,
    `art` and `icons` of the theme, `names` (one for each seat), `tag(seat)`, `_(text)`,
    `say(text, **values)`, and the values that `values` adds for the game.

    The results of `values` read the view at every call and store nothing of it: the macros are made once for
    all views, because for a small piece making them is most of the work.

    facts: returns the facts that the panels are drawn from (see `donjon.drawing.facts`); those of a page that
    is being drawn take precedence.
    """

    def __init__(self, theme: Theme, values: Values, *, facts: FactsOf | None = None) -> None:
        self._theme = theme
        self._values = values
        self._facts = facts
        self._now: ContextVar[_Seen] = ContextVar(f"what the macros of {theme.path} see")
        self._lasting = functools.lru_cache(maxsize=MOST_LASTING)(self._made)

    def panel(
        self,
        view: Mapping[str, Any],
        *,
        translate: Translate = str,
        names: Sequence[str] | None = None,
        tags: Sequence[str] = (),
    ) -> Markup:
        """Return all panels as HTML: hand (at the end of the game, scores), seats, cards, piles.

        tags: a word for each seat ("bot"); names: the names of the seats.
        """
        order = ("scores" if view["over"] else "hand", "seats", "cards", "piles")
        parts = [self._part(name, view, translate, names, tags) for name in order]
        return Markup('<div class="panes">{}</div>').format(Markup("\n").join(parts))

    def hand(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """Return the panel with the viewer's hand and the current prompts."""
        return self._part("hand", view, translate, names)

    def seats(
        self,
        view: Mapping[str, Any],
        *,
        translate: Translate = str,
        names: Sequence[str] | None = None,
        tags: Sequence[str] = (),
    ) -> Markup:
        """Return the panel of the seats with everything they have; the viewer's own seat comes last."""
        return self._part("seats", view, translate, names, tags)

    def cards(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """Return the panel with aids for decisions: scoring cards, forecasts."""
        return self._part("cards", view, translate, names)

    def goals(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """Return the goals in short form, each an `<li class="goal">`, for templates with this macro."""
        return self._part("goals", view, translate, names)

    def piles(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """Return the panel with the contents of decks and stocks."""
        return self._part("piles", view, translate, names)

    def scores(
        self, view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
    ) -> Markup:
        """Return the score table: a row per source of points, a column per seat, crowns for winners."""
        return self._part("scores", view, translate, names)

    def _part(
        self,
        macro: str,
        view: Mapping[str, Any],
        translate: Translate,
        names: Sequence[str] | None,
        tags: Sequence[str] = (),
    ) -> Markup:
        saying = Saying(view, translate, names)
        if self._facts is None or is_showing():
            return self._write(saying, macro, tags)
        with showing(*self._facts(view, Words(translate, saying.names))):
            return self._write(saying, macro, tags)

    def _write(self, saying: Saying, macro: str, tags: Sequence[str]) -> Markup:
        before = self._now.set(_Seen(saying, tags))
        try:
            seats = saying.view["seats"]
            known = self._lasting(_Current(self._now), saying.translate, saying.names, seats)
            return Markup(getattr(known, macro)())
        finally:
            self._now.reset(before)

    def _made(
        self, view: Mapping[str, Any], translate: Translate, names: tuple[str, ...] | None, seats: int
    ) -> Any:
        """Return the macros of the template for the view of each call."""
        context = {
            **common_names(self._theme, Words(translate, names), seats),
            "view": view,
            "tag": self._tag,
        }
        values = self._values(view, translate, names)
        return macros(f"{self._theme.path}/panel.html.jinja", **context, **values)

    def _tag(self, seat: int) -> str:
        """Return the tag of a seat, "" if no tags are given."""
        tags = self._now.get().tags
        return tags[seat] if tags else ""


class _Seen(NamedTuple):
    """The view, language and tags that macros see during a call."""

    saying: Saying
    tags: Sequence[str]


class _Current(Mapping[str, Any]):
    """A view that always reads the one of the current call, so that macros can outlast it."""

    def __init__(self, now: ContextVar[_Seen]) -> None:
        self._now = now

    def __getitem__(self, field: str) -> Any:
        return self._now.get().saying.view[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now.get().saying.view)

    def __len__(self) -> int:
        return len(self._now.get().saying.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Current) and self._now is other._now

    def __hash__(self) -> int:
        return hash(self._now)
