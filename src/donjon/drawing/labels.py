"""How wide words are, so that they fit in their room in every language, and where they can be read."""

from __future__ import annotations

import math

from markupsafe import Markup

# Letters of the house's heading font by their width: narrow, wide, and all others.
_NARROW, _WIDE = "'iljtfrI.,:·() ", "mwMWШЩЖМЮФшщжмюф"
_LATIN = "\u024f"  # letters beyond are wider
_HELD = ' data-width="'
_FITTED = ' lengthAdjust="spacingAndGlyphs" textLength="'
NARROWEST = 0.76  # letters are drawn so much narrower than they are, and no more
LEGIBLE = 11  # no letters are drawn smaller than so many CSS pixels


def width(text: str) -> float:
    """The width of a text in a heading, in sizes of its letters."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.3
    if letter in _WIDE:
        return 0.82
    return 0.64 if letter.isupper() or letter > _LATIN else 0.52


def cut(text: str, size: float, room: float) -> str:
    """A text in letters of this size, cut with an ellipsis where there is no room for all of it."""
    shown = text
    while text and width(shown) * size > room:
        text = text[:-1]
        shown = text.rstrip() + "…"
    return shown


def in_lines(text: str, size: float, room: float) -> list[str]:
    """A text in lines for which there is room."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer) * size > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, size, room) for line in lines]


def held(text: str, size: float, room: float = math.inf) -> Markup:
    """Attributes for the `<text>` of a heading that say how wide it is, in units of the viewBox.

    A picture that stands alone has the reader's letters instead of the house's: `hold` makes them keep that
    width, so that they stay in their room. Letters that would need more than their room are drawn narrower.
    """
    needed = width(text) * size
    return Markup(f'{_HELD}{needed:.1f}"' if needed <= room else f'{_FITTED}{room:g}"')


def hold(svg: str) -> str:
    """The picture with each `held` text drawn as wide as it says."""
    return svg.replace(_HELD, _FITTED)


def fitted(text: str, room: float, largest: float) -> float:
    """Return the size of letters with which a text fits in its room, narrower letters before smaller ones."""
    return round(min(largest, room / NARROWEST / max(width(text), 1)), 1)


def short(size: float) -> str:
    """Return the class of a short name, shown where letters of `size`, those of the whole one, can't be read.

    Its element says `display="none"`: a picture without these rules shows the whole name.
    """
    return f"short-{math.floor(size)}"


def letters(size: float) -> str:
    """The class of a `<text>` whose letters are smaller than the common ones of its drawing.

    What is there for words alone is a group of that class and of class "lettered".
    """
    return f"letters-{math.floor(size)}"


def legible_from(size: float, units: float) -> int:
    """From what width in CSS pixels letters of this size can be read in a drawing `units` wide."""
    return math.ceil(LEGIBLE * units / size)


def legible_css(drawing: str, container: str, units: float, common: float, least: int) -> str:
    """Rules that show the words of a drawing where they can be read: the picture stays when they go.

    `drawing` is a selector, `container` the name of what is as wide as the drawing's `units`; `common` is the
    size of most letters, `least` the smallest that any has (see `letters`). Scripts find as `--legible` from
    which width the common ones are there. Where a name can't be read, its short one stands (see `short`).
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
