"""What lies beside the board of Ys: hand, seats, the bluff room and the preview, piles, the final table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.drawing.labels import fitted
from donjon.drawing.panels import Panels
from donjon.kernel.message import Translate
from donjon.ys.drawing import aids, holding
from donjon.ys.drawing.art import THEME
from donjon.ys.drawing.pieces import SABLE
from donjon.ys.drawing.saying import Saying
from donjon.ys.nouns import Source
from donjon.ys.tables import CARD_LIMIT

# By source of points.
_ICONS = ("market", "merchants", "crown", "blue", "green", "yellow", "red", "black", "throne")


def _values(view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> dict[str, Any]:
    return {
        "linked": "",
        "sable": SABLE,
        "card_limit": CARD_LIMIT,
        "sources": [(source.id, icon, source.term.word) for source, icon in zip(Source, _ICONS, strict=True)],
        "aids": aids,
        "holding": holding,
        "fitted": fitted,
        "said": Saying(view, translate, names),
    }


_READS = {
    "hand": ("seat", "players", "round", "phase", "waiting", "counting", "chosen", "cards_in_play", "over"),
    "seat": ("round", "cards_in_play"),
    "neutral": ("neutral",),
    "portrait": (),
    "rival": ("neutral",),
    "preview_quarter": ("neutral",),
    "preview_market": ("neutral",),
    "worth": ("values", "worth", "neutral"),
    "pile_list": ("deck", "unseen_cards"),
    "seats": ("seat", "players", "waiting", "ranks", "round", "cards_in_play", "neutral"),
    "cards": (
        "brokers",
        "cards_in_play",
        "foreseen",
        "market",
        "neutral",
        "over",
        "players.extra_brokers",
        "players.gems",
        "players.seat",
        "players.unplaced",
        "quarters",
        "throne",
        "values",
        "variants",
        "worth",
    ),
    "piles": ("deck", "phase", "quarters.card", "round", "unseen_cards"),
}
PANELS = Panels(THEME, _values, _READS, lasting=True)
panel, hand, seats = PANELS.panel, PANELS.hand, PANELS.seats
cards, piles, scores = PANELS.cards, PANELS.piles, PANELS.scores
