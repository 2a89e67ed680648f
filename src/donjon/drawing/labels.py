"""Fit texts into their room in every language, and hide letters that are too small to read."""

from __future__ import annotations

import math

from markupsafe import Markup

# Letters of our heading font by width: narrow, wide, and all others.
_NARROW, _WIDE = "'iljtfrI.,:·() ", "mwMWШЩЖМЮФшщжмюф"
_LATIN = "\u024f"  # letters beyond are wider
_HELD = ' data-width="'
_FITTED = ' lengthAdjust="spacingAndGlyphs" textLength="'
NARROWEST = 0.76  # the minimum horizontal scale of letters
LEGIBLE = 11  # the minimum size of letters in CSS pixels


def width(text: str) -> float:
    """Return the estimated width of a text in the heading font, in multiples of its font size."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.3
    if letter in _WIDE:
        return 0.82
    return 0.64 if letter.isupper() or letter > _LATIN else 0.52


def cut(text: str, size: float, room: float) -> str:
    """Return a text for this font size and room, cut with an ellipsis if it is too wide."""
    shown = text
    while text and width(shown) * size > room:
        text = text[:-1]
        shown = text.rstrip() + "…"
    return shown


def in_lines(text: str, size: float, room: float) -> list[str]:
    """Return a text split into lines that fit the room; words that are too long are cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer) * size > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, size, room) for line in lines]


def held(text: str, size: float, room: float = math.inf) -> Markup:
    """Return attributes for the `<text>` of a heading with its width, in units of the viewBox.

    A standalone picture has the reader's font instead of ours: `hold` makes the text keep this width, so that
    it stays in its room. Letters that would need more than their room are drawn narrower.
    """
    needed = width(text) * size
    return Markup(f'{_HELD}{needed:.1f}"' if needed <= room else f'{_FITTED}{room:g}"')


def hold(svg: str) -> str:
    """Return an SVG picture in which every text with `held` attributes keeps its width."""
    return svg.replace(_HELD, _FITTED)


def fitted(text: str, room: float, largest: float) -> float:
    """Return the font size at which a text fits its room if its letters may be drawn narrower."""
    return round(min(largest, room / NARROWEST / max(width(text), 1)), 1)


def short(size: float) -> str:
    """Return the class of a short name, shown if the full name, in letters of `size`, is too small.

    Its element has `display="none"`: a picture without the rules of `legible_css` shows the full name.
    """
    return f"short-{math.floor(size)}"


def letters(size: float) -> str:
    """Return the class of a `<text>` with letters smaller than the common size of its drawing.

    Elements that belong only to such words are a group with this class and the class "lettered".
    """
    return f"letters-{math.floor(size)}"


def legible_from(size: float, units: float) -> int:
    """Return the minimum width, in CSS pixels, at which a drawing's letters of this size are legible.

    units: the width of the drawing in units of its viewBox.
    """
    return math.ceil(LEGIBLE * units / size)


def legible_css(drawing: str, container: str, units: float, common: float, least: int) -> str:
    """Return CSS rules that hide the words of a drawing at widths at which they are not legible.

    drawing: a selector; container: the name of the container, as wide as the drawing's `units`; common: the
    size of most letters; least: the smallest size of letters (see `letters`). Scripts read `--legible`, the
    width from which letters of the common size are shown. Names that are not legible are replaced by short
    ones (`short`).
    """
    shown = legible_from(common, units)
    rules = [f"{drawing}{{--legible:{shown}}}"]
    sizes = {f".{letters(size)}": legible_from(size, units) for size in range(least, math.ceil(common))}
    for size in range(least, math.ceil(common)):
        unread = f"@container {container} (width < {legible_from(size, units)}px)"
        rules.append(f"{unread}{{{drawing} .{short(size)}{{display:inline}}}}")
    for words, width in {":is(text,.lettered)": shown, **sizes}.items():
        rules.append(f"@container {container} (width < {width}px){{{drawing} {words}{{display:none}}}}")
    return "\n".join(rules) + "\n"
