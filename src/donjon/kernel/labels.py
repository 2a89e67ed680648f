"""Labels for everything that is derived from a secret.

A value derived under one label reveals nothing about a value derived under another label, so one may be
published while the other stays secret. docs/nature.md lists every label, what is published of it, and why
that is safe.

Only the draws of a match have no label: their key is made from the seed's text alone (`rng.seed_key`),
because recorded games depend on it. So no hash of the bare seed may ever be published.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from enum import StrEnum
from typing import Any

from donjon.kernel import rng


class Label(StrEnum):
    """Uses of a secret. No label equals another label, or starts with another label and a space."""

    # Derived from the seed of a match.
    COMMITMENT = "donjon commitment"

    # Derived from the seed that a caller of the library gives to a bot, a coach or an arena.
    BOT = "bot"
    COACH = "coach"
    ENGINE = "engine"
    ENGINE_SECRET = "engine's secret"
    BOTS = "bots"
    OPEN_SPIEL = "open spiel"
    OPEN_SPIEL_WORLD = "world"
    OPEN_SPIEL_ROLLOUTS = "rollouts"

    # Derived from the server's key. The first two are salts of signed values and must not change: cookies and
    # links would become invalid.
    GUEST = "guest"
    SEAT_LINK = "seat-link"
    PAGE_KEY = "page key"
    TABLE = "table"
    DEAL = "deal of the day"

    # Derived from a table's own key, which is derived from the server's key.
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
    """Return a random generator seeded with a label and parts."""
    return rng.new(_text(label, parts), stream)


def derive(secret: bytes, label: Label, *parts: str | int) -> str:
    """Return the HMAC-SHA-256, in hex, of a label and parts under a secret key."""
    return hmac.new(secret, json.dumps([label, *parts]).encode(), hashlib.sha256).hexdigest()


def _text(label: Label, parts: tuple[str | int, ...]) -> str:
    return " ".join([label, *map(str, parts)])
