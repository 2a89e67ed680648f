"""Labels for everything that is derived from a secret.

A value derived under one label says nothing about a value derived under another, so one may be published
while the other stays secret. docs/nature.md lists every label with what is published of it and why nothing
follows from that.

The draws of a match are the one use without a label: their key is made from the seed's text alone
(`rng.seed_key`), because recorded games depend on it. So no hash of the bare seed may ever be published.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from enum import StrEnum
from typing import Any

from donjon.kernel import rng


class Label(StrEnum):
    """Uses of a secret. No label is another one, or another one followed by a space and more."""

    # Of the seed of a match.
    COMMITMENT = "donjon commitment"

    # Of the seed that a caller of the library gives to a bot, a coach or an arena.
    BOT = "bot"
    COACH = "coach"
    ENGINE = "engine"
    ENGINE_SECRET = "engine's secret"
    BOTS = "bots"
    OPEN_SPIEL = "open spiel"
    OPEN_SPIEL_WORLD = "world"
    OPEN_SPIEL_ROLLOUTS = "rollouts"

    # Of the server's key. The first two are salts of signed values and cannot change: cookies and links last.
    GUEST = "guest"
    SEAT_LINK = "seat-link"
    PAGE_KEY = "page key"
    TABLE = "table"

    # Of a table's own key, which is derived from the server's.
    BOT_WORLD = "bot's world"
    BOT_CHOICE = "bot's choice"
    HINT_WORLD = "hint's world"
    HINT = "hint"
    PREVIEW_WORLD = "preview's world"
    REVIEW_WORLD = "review's world"
    REVIEW = "review"


def digest(label: Label, *parts: str | int) -> str:
    """Return the SHA-256 of a label and parts, in hex."""
    return hashlib.sha256(_text(label, parts).encode()).hexdigest()


def generator(label: Label, *parts: str | int, stream: int = 0) -> Any:
    """Return the random generator of a label and parts."""
    return rng.new(_text(label, parts), stream)


def derive(secret: bytes, label: Label, *parts: str | int) -> str:
    """Return the HMAC-SHA-256, in hex, of a label and parts under a secret key."""
    return hmac.new(secret, json.dumps([label, *parts]).encode(), hashlib.sha256).hexdigest()


def _text(label: Label, parts: tuple[str | int, ...]) -> str:
    return " ".join([label, *map(str, parts)])
