"""How wide words are in the headings of the house, so that they fit in their room in every language."""

from __future__ import annotations

from markupsafe import Markup

# Letters of the house's heading font by their width: narrow, wide, and all others.
_NARROW, _WIDE = "'iljtfrI.,:·() ", "mwMWШЩЖМЮФшщжмюф"
_LATIN = "\u024f"  # letters beyond are wider
_HELD = ' data-width="'


def width(text: str) -> float:
    """The width of a text in a heading, in sizes of its letters."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.3
    if letter in _WIDE:
        return 0.82
    return 0.64 if letter.isupper() or letter > _LATIN else 0.52


def held(text: str, size: float) -> Markup:
    """An attribute for the `<text>` of a heading that says how wide it is, in units of the viewBox.

    A picture that stands alone has the reader's letters instead of the house's: `hold` makes them keep that
    width, so that they stay in their room.
    """
    return Markup(f'{_HELD}{width(text) * size:.1f}"')


def hold(svg: str) -> str:
    """The picture with each `held` text drawn as wide as it says."""
    return svg.replace(_HELD, ' lengthAdjust="spacingAndGlyphs" textLength="')
