"""Shared parts of all drawings: colours, seat marks, icons and standalone pictures.

A game draws itself with Jinja2 templates in its own folder; Donjon's colours, the seats' heraldic charges and
the icon set are here. Colours are in `assets/tokens.toml` (and in a file of the same form in the game's
folder), each with a light and a dark value, and become CSS custom properties.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from markupsafe import Markup, escape

from donjon.drawing.labels import hold

SCHEMES = ("light", "dark")

_PACKAGE = resources.files("donjon")
_ASSETS = _PACKAGE / "drawing" / "assets"
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"(?: viewBox="([^"]+)")?>(.*?)</symbol>', re.DOTALL)
_VAR = re.compile(r"var\(--([\w-]+)\)")
_ROOT = re.compile(r'<svg [^>]*?class="([^"]*)"[^>]*>')
_CONTAINER = re.compile(r"@container [\w-]+ \(")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Symbol:
    """A small drawing: the viewBox it is drawn in and its SVG elements."""

    box: str
    body: Markup


@dataclass(frozen=True)
class SeatStyle:
    """The style of a seat: its colour, the colour of its charge, the charge's name in the icon set."""

    colour: str
    charge: str
    mark: str


def folder(package: str) -> Traversable:
    """Return the folder of a game ("kingdom_builder") or of a part of Donjon ("drawing").

    Any other name is a path within another package ("donjon_my_game/drawing").
    """
    first, *rest = package.split("/")
    own = [place for place in (_PACKAGE / "games" / first, _PACKAGE / first) if place.is_dir()]
    return (own[0] if own else resources.files(first)).joinpath(*rest)


def read_symbols(file: Traversable) -> dict[str, Symbol]:
    """Return the `<symbol>` elements of an SVG file by id; the default viewBox is "0 0 24 24"."""
    symbols = _SYMBOL.findall(file.read_text("utf-8"))
    return {name: Symbol(box or "0 0 24 24", Markup(body.strip())) for name, box, body in symbols}


def read_colours(file: Traversable) -> dict[str, dict[str, str]]:
    """Return the colours of a TOML file by scheme and name: ["dark"]["ink"] is "#eadfc8"."""
    table = tomllib.loads(file.read_text("utf-8"))["colours"]
    return {scheme: {name: pair[i] for name, pair in table.items()} for i, scheme in enumerate(SCHEMES)}


def _read_seats() -> tuple[SeatStyle, ...]:
    seats = tomllib.loads((_ASSETS / "tokens.toml").read_text("utf-8"))["seats"]
    return tuple(SeatStyle(**seat) for seat in seats)


ICONS = read_symbols(_ASSETS / "icons.svg")
SEATS = _read_seats()
COLOURS = read_colours(_ASSETS / "tokens.toml")
for _scheme in SCHEMES:
    for _number, _seat in enumerate(SEATS):
        COLOURS[_scheme] |= {f"seat-{_number}": _seat.colour, f"seat-{_number}-charge": _seat.charge}


def properties_css(colours: Mapping[str, Mapping[str, str]]) -> str:
    """Return CSS that sets colours as custom properties on :root.

    The scheme is the reader's (prefers-color-scheme), and the light one in print, unless the root element has
    `data-scheme="light"` or `"dark"`.
    """
    light, dark = (
        "".join(f"--{name}:{value};" for name, value in colours[scheme].items()) for scheme in SCHEMES
    )
    night = f"{{color-scheme:dark;{dark}}}\n"
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f'@media screen and (prefers-color-scheme:dark){{:root:not([data-scheme="light"]){night}}}\n'
        f':root[data-scheme="dark"]{night}'
    )


def tokens_css() -> str:
    """Return CSS with Donjon's colours and the seats' colours as custom properties, light and dark."""
    return properties_css(COLOURS)


@functools.cache
def css() -> str:
    """Return the style sheet for every page with a drawing: colours, icons, shields, panels."""
    sheets = ("shared.css", "panels.css")
    return tokens_css() + "".join((_ASSETS / name).read_text("utf-8") for name in sheets)


def resolve(text: str, colours: Mapping[str, str]) -> str:
    """Return a text with every var(--name) replaced by its colour; unknown names stay."""
    return _VAR.sub(lambda match: colours.get(match[1], match[0]), text)


def standalone(svg: str, style: str = "", colours: Mapping[str, str] | None = None) -> str:
    """Return an SVG picture that includes its style, for a notebook, a file or a document.

    It has the light scheme: custom properties are replaced by their values (some viewers do not support
    them), and fonts fall back to the reader's, in the width of ours (see `labels.held`). style: the style
    sheet of the drawing; colours: the game's own light colours.
    """
    light = COLOURS["light"] | dict(colours or {})
    sheet = _SPACE.sub(" ", _COMMENT.sub("", style)).replace("</", "<\\/")
    start = svg.index(">", svg.index("<svg")) + 1
    if sheet:
        svg = f"{svg[:start]}<style>{sheet}</style>{svg[start:]}"
    return resolve(hold(svg), light)


def within_page(svg: str, style: str) -> str:
    """Return an SVG picture that includes its style, for an `img` in a page, light and dark.

    Such a picture is a document of its own, so rules that depend on the width of its container
    (`labels.legible_css`) are rewritten to depend on its own width. style: the style sheet of the drawing.
    """
    sheet = _SPACE.sub(" ", _CONTAINER.sub("@media (", _COMMENT.sub("", tokens_css() + style)))
    start = svg.index(">", svg.index("<svg")) + 1
    return hold(f"{svg[:start]}<style>{escape(sheet)}</style>{svg[start:]}")


def as_group(svg: str) -> Markup:
    """Return the contents of an SVG picture as a `<g>` of the same class, to nest in another picture."""
    root = _ROOT.search(svg)
    assert root is not None, "a board is an svg element with a class"
    inside = svg[root.end() : svg.rindex("</svg>")]
    return Markup(f'<g class="{root[1]}">{inside}</g>')


class Theme:
    """The drawing assets in a game's folder: art, icons, colours, the style of board and panels.

    path: the folder ("ys/drawing") with art.svg, icons.svg, colours.toml, board.css and panel.css; prefix:
    the prefix of the game's classes and ids; rules: style rules that the game generates, put before
    board.css.
    """

    def __init__(self, path: str, prefix: str, rules: str = "") -> None:
        self.path = path
        self.prefix = prefix
        self.art = read_symbols(folder(path) / "art.svg")
        self.icons = ICONS | read_symbols(folder(path) / "icons.svg")
        self.colours = read_colours(folder(path) / "colours.toml")
        self._rules = rules

    def icon(self, name: str, label: str | None = None) -> Markup:
        """Return an icon of the game, or one of Donjon's own, see `icon`."""
        return icon(name, label, self.icons)

    @functools.cached_property
    def board_style(self) -> str:
        """Return the style of the board, without the definitions of colours.

        It has a fill for each seat: `.kb-seat-0`.
        """
        seats = "".join(
            f".{self.prefix}-seat-{seat}{{fill:var(--seat-{seat});color:var(--seat-{seat}-charge)}}\n"
            for seat in range(len(SEATS))
        )
        return self._rules + self._sheet("board.css") + seats

    @functools.cached_property
    def css(self) -> str:
        """Return the style sheet of board and panels; `css()` of this module must come before it."""
        return properties_css(self.colours) + self.board_style + self._sheet("panel.css")

    def standalone(self, svg: str) -> str:
        """Return a standalone picture of the board, see `standalone`."""
        return standalone(svg, self.board_style, self.colours["light"])

    def _sheet(self, name: str) -> str:
        return (folder(self.path) / name).read_text("utf-8")


def icon(name: str, label: str | None = None, symbols: Mapping[str, Symbol] = ICONS) -> Markup:
    """Return an icon as inline SVG in the colour of the text, one em high (class "icon").

    Screen readers read its `label`; without one the icon is decoration. Raises KeyError for an unknown name.
    """
    symbol = symbols[name]
    return Markup(f'<svg class="icon" viewBox="{symbol.box}" {_spoken(label)}>{symbol.body}</svg>')


def _spoken(label: str | None) -> str:
    """Return the attributes of a picture for screen readers: its label, or hidden."""
    return 'aria-hidden="true"' if label is None else f'role="img" aria-label="{escape(label)}"'


def charge(seat: int) -> Markup:
    """Return a seat's heraldic charge: SVG elements on a 24 x 24 grid, in currentColor."""
    return ICONS[SEATS[seat].mark].body


def shield(seat: int, label: str | None = None) -> Markup:
    """Return a seat's shield in its colour, with its charge, one em high (class "shield")."""
    return Markup(
        f'<svg class="shield seat-{seat}" viewBox="0 0 24 26" {_spoken(label)}>'
        '<path class="field" d="M2 1.5h20V13c0 6-4.500 9.5-10 12C6.5 22.5 2 19 2 13z"/>'
        f'<g class="charge" transform="translate(4.2 3.4) scale(.65)">{charge(seat)}</g></svg>'
    )


# In the lower right corner of the logo.
_DOT = '<circle cx="49" cy="49" r="13" fill="#b23a2a" stroke="#f4ead5" stroke-width="4"/>'


def logo(turn: bool = False) -> str:
    """Return the logo, a small donjon on gold, as an SVG file; with `turn`, with a dot for "your turn"."""
    plain = (_ASSETS / "logo.svg").read_text("utf-8")
    return plain.replace("</svg>", f"{_DOT}</svg>") if turn else plain
