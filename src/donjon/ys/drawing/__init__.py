"""Draws a view of Ys: the board as SVG, and the panels and the bluff room around it.

Everything is drawn from `view` alone (see `donjon.ys.view`), so a picture can show no more than its viewer may
know. All words pass through `translate`.
"""

from __future__ import annotations

from donjon.ys.drawing.board import draw
