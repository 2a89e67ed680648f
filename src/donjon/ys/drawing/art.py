"""The drawings, icons and colours of Ys, and the style of its board and panels."""

from __future__ import annotations

from donjon import drawing as house

THEME = house.Theme("ys/drawing", "ys")
ART, ICONS, COLOURS = THEME.art, THEME.icons, THEME.colours
