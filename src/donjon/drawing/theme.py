"""What all drawings share: colours, seat marks, icons and pictures that stand alone.

A game draws itself with Jinja2 templates in its own folder; it finds the colours of the house, the seats'
heraldic charges and the icon set here. Colours live in `assets/tokens.toml` (and in a file of the
same shape in the game's folder), each with a light and a dark value, and become CSS custom properties.
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
    """How a seat is shown: its colour, the colour of its charge and the charge's name in the icon set."""

    colour: str
    charge: str
    mark: str


def folder(package: str) -> Traversable:
    """Return the folder of a game ("kingdom_builder") or of a part of Donjon ("drawing"), with its templates.

    Any other name is that of a package ("donjon_my_game/drawing").
    """
    first, *rest = package.split("/")
    own = [place for place in (_PACKAGE / "games" / first, _PACKAGE / first) if place.is_dir()]
    return (own[0] if own else resources.files(first)).joinpath(*rest)


def read_symbols(file: Traversable) -> dict[str, Symbol]:
    """The `<symbol>` elements of an SVG file by id; the viewBox is "0 0 24 24" where none is given."""
    found = _SYMBOL.findall(file.read_text("utf-8"))
    return {name: Symbol(box or "0 0 24 24", Markup(body.strip())) for name, box, body in found}


def read_colours(file: Traversable) -> dict[str, dict[str, str]]:
    """The colours of a TOML file by scheme and name: `read_colours(f)["dark"]["ink"]` is "#eadfc8"."""
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
    """CSS that sets colours as custom properties on :root.

    The scheme is the reader's (prefers-color-scheme), on paper the light one, unless `data-scheme="light"` or
    `"dark"` on the root element says otherwise.
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
    """The colours of the house and of the seats as custom properties, for light and dark."""
    return properties_css(COLOURS)


@functools.cache
def css() -> str:
    """The style sheet that every page with a drawing needs: the colours, icons and shields, panels."""
    sheets = ("shared.css", "panels.css")
    return tokens_css() + "".join((_ASSETS / name).read_text("utf-8") for name in sheets)


def resolve(text: str, colours: Mapping[str, str]) -> str:
    """`text` with every var(--name) replaced by its colour; unknown names stay as they are."""
    return _VAR.sub(lambda found: colours.get(found[1], found[0]), text)


def standalone(svg: str, style: str = "", colours: Mapping[str, str] | None = None) -> str:
    """An SVG text with its style inside, so that it is right in a notebook, a file or a document.

    The light look is used: custom properties are written out (some viewers know none), and the fonts fall
    back to the reader's, in the width of the house's (see `labels.held`). `style` is the style sheet
    of the drawing, `colours` the game's own light colours.
    """
    light = COLOURS["light"] | dict(colours or {})
    sheet = _SPACE.sub(" ", _COMMENT.sub("", style)).replace("</", "<\\/")
    start = svg.index(">", svg.index("<svg")) + 1
    if sheet:
        svg = f"{svg[:start]}<style>{sheet}</style>{svg[start:]}"
    return resolve(hold(svg), light)


def within_page(svg: str, style: str) -> str:
    """An SVG text with its style inside, as the picture (`img`) of a page: light and dark as the reader's.

    Such a picture is a document of its own, so what depends on the width of its place on the page
    (`labels.legible_css`) depends on its own width here. `style` is the style sheet of the drawing.
    """
    sheet = _SPACE.sub(" ", _CONTAINER.sub("@media (", _COMMENT.sub("", tokens_css() + style)))
    start = svg.index(">", svg.index("<svg")) + 1
    return hold(f"{svg[:start]}<style>{escape(sheet)}</style>{svg[start:]}")


def as_group(svg: str) -> Markup:
    """A picture as a group for another picture, in the place of one of its own."""
    root = _ROOT.search(svg)
    assert root is not None, "a board is an svg element with a class"
    inside = svg[root.end() : svg.rindex("</svg>")]
    return Markup(f'<g class="{root[1]}">{inside}</g>')


class Theme:
    """What a game's folder holds for its drawings: art, icons, colours, the style of board and panels.

    `path` is the folder ("ys/drawing") with art.svg, icons.svg, colours.toml, board.css and panel.css in it;
    `prefix` begins the game's classes and ids. `rules` are style rules that the game makes by itself; they
    stand before those of board.css.
    """

    def __init__(self, path: str, prefix: str, rules: str = "") -> None:
        self.path = path
        self.prefix = prefix
        self.art = read_symbols(folder(path) / "art.svg")
        self.icons = ICONS | read_symbols(folder(path) / "icons.svg")
        self.colours = read_colours(folder(path) / "colours.toml")
        self._rules = rules

    def icon(self, name: str, label: str | None = None) -> Markup:
        """An icon of the game or of the house, see `icon`."""
        return icon(name, label, self.icons)

    @functools.cached_property
    def board_style(self) -> str:
        """The style of the board, without the colours that it names; `.kb-seat-0` is filled for seat 0."""
        seats = "".join(
            f".{self.prefix}-seat-{seat}{{fill:var(--seat-{seat});color:var(--seat-{seat}-charge)}}\n"
            for seat in range(len(SEATS))
        )
        return self._rules + self._sheet("board.css") + seats

    @functools.cached_property
    def css(self) -> str:
        """The style sheet of the board and of the panels; `css()` of this module goes before it."""
        return properties_css(self.colours) + self.board_style + self._sheet("panel.css")

    def standalone(self, svg: str) -> str:
        """A picture of the board that is right by itself, see `standalone`."""
        return standalone(svg, self.board_style, self.colours["light"])

    def _sheet(self, name: str) -> str:
        return (folder(self.path) / name).read_text("utf-8")


def icon(name: str, label: str | None = None, symbols: Mapping[str, Symbol] = ICONS) -> Markup:
    """A picture on the 24-grid in the colour of the text, one em high (class "icon").

    With a `label` a screen reader says it; without, the icon is decoration. KeyError for an unknown name.
    """
    symbol = symbols[name]
    return Markup(f'<svg class="icon" viewBox="{symbol.box}" {_spoken(label)}>{symbol.body}</svg>')


def _spoken(label: str | None) -> str:
    """What a screen reader says of a picture, as attributes."""
    return 'aria-hidden="true"' if label is None else f'role="img" aria-label="{escape(label)}"'


def charge(seat: int) -> Markup:
    """The heraldic charge of a seat as bare SVG elements on the 24-grid, centre 12,12, in currentColor."""
    return ICONS[SEATS[seat].mark].body


def shield(seat: int, label: str | None = None) -> Markup:
    """A seat's arms: a shield in its colour with its charge, one em high (class "shield")."""
    return Markup(
        f'<svg class="shield seat-{seat}" viewBox="0 0 24 26" {_spoken(label)}>'
        '<path class="field" d="M2 1.5h20V13c0 6-4.500 9.5-10 12C6.5 22.5 2 19 2 13z"/>'
        f'<g class="charge" transform="translate(4.2 3.4) scale(.65)">{charge(seat)}</g></svg>'
    )


# In the lower right corner of the logo.
_DOT = '<circle cx="49" cy="49" r="13" fill="#b23a2a" stroke="#f4ead5" stroke-width="4"/>'


def logo(turn: bool = False) -> str:
    """Return the logo, a small donjon on gold, as an SVG file; a dot says that it is your turn."""
    plain = (_ASSETS / "logo.svg").read_text("utf-8")
    return plain.replace("</svg>", f"{_DOT}</svg>") if turn else plain
