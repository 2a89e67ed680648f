"""The default drawing for games without one of their own: the view as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon.drawing import theme
from donjon.drawing.figures import Box
from donjon.drawing.labels import in_lines
from donjon.drawing.saying import Saying
from donjon.kernel.message import Translate

VIEWBOX: Box = (0.0, 0.0, 360.0, 480.0)
_SIZE, _LINE, _EDGE = 14.0, 20.0, 12.0
# Fields that the table shows anyway.
_TOLD = {"seat", "seats", "players", "over", "total"}


def draw(
    view: Mapping[str, Any],
    *,
    legal: Iterable[int] = (),
    translate: Translate = str,
    standalone: bool = False,
    labels: bool = True,
    names: Sequence[str] | None = None,
) -> Markup:
    """Return a sheet with all fields of a view as SVG; it has no places to tap."""
    left, top, width, height = VIEWBOX
    texts = list(_texts(Saying(view, translate, names)))
    lines = [line for text in texts for line in in_lines(text, _SIZE, width - 2 * _EDGE)]
    # With many lines the letters are smaller, so that all of them fit on the sheet.
    step = min(_LINE, (height - 2 * _EDGE) / max(1, len(lines)))
    words = Markup("").join(
        Markup('<text class="plain-text" x="{}" y="{:g}" font-size="{:g}">{}</text>').format(
            _EDGE, _EDGE + step * number, _SIZE * step / _LINE, line
        )
        for number, line in enumerate(lines, 1)
    )
    svg = Markup('<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}">{}</svg>').format(
        left, top, width, height, words
    )
    return Markup(theme.standalone(str(svg), css())) if standalone else svg


def _texts(saying: Saying) -> Iterator[str]:
    """Yield the text of the common fields first, then of each seat."""
    yield from _fields(saying, saying.view)
    for player in saying.view["players"]:
        yield "; ".join([f"{saying.name(player['seat'])}: {player['total']}", *_fields(saying, player)])


def _fields(saying: Saying, held: Mapping[str, Any]) -> list[str]:
    shown = {name: value for name, value in held.items() if name not in _TOLD and value is not None}
    say = saying.translate
    return [f"{say(name.replace('_', ' '))} {_plain(saying, value)}" for name, value in shown.items()]


def _plain(saying: Saying, value: Any) -> str:
    if isinstance(value, bool):
        return saying.translate("yes" if value else "no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(saying, one)}" for key, one in value.items())
    return ", ".join(_plain(saying, one) for one in value) if isinstance(value, list) else str(value)


def boxes() -> Mapping[int, Box]:
    """Return no boxes: every choice is a button."""
    return {}


def css() -> str:
    """Return the style sheet of the texts."""
    return ".plain-text{fill:var(--ink)}\n"


def seats(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """Return the points of each seat as HTML."""
    saying = Saying(view, translate, names)
    rows = [(saying.name(player["seat"]), player["total"]) for player in view["players"]]
    return Markup("").join(Markup('<p class="pane">{}: {}</p>').format(*row) for row in rows)


def hand(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """Return an empty panel: everything is on the sheet."""
    return Markup()


cards = piles = hand
scores = panel = seats
icon = theme.icon
