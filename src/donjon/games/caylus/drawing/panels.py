"""The panels beside the board of Caylus: purse and phases, seats, forecast and deadline, stock, scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing.facts import Facts, Shapes
from donjon.drawing.panels import Panels
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing.facts import own_facts, public_facts
from donjon.games.caylus.drawing.writing import THEME, shapes, values


def _facts(view: Mapping[str, Any], words: Words) -> tuple[Facts, Shapes]:
    return {**public_facts(view, words), **own_facts(view, words)}, shapes(words)


PANELS = Panels(THEME, values, facts=_facts)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, piles, scores = PANELS.cards, PANELS.piles, PANELS.scores
