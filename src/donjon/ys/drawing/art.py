"""The drawings, icons and pigments of Ys, and the style of its board and panels."""

from __future__ import annotations

from donjon import drawing as house

LOOK = house.Look("ys/drawing", "ys")
ART, ICONS, PIGMENTS = LOOK.art, LOOK.icons, LOOK.pigments
