"""The same deals for every run of a test, so that a test that fails fails again."""

from __future__ import annotations

import os
import random
import secrets
from types import SimpleNamespace

import pytest

from donjon.table.live import tables

OTHERS = os.environ.get("DONJON_DEALS", "")  # any text gives other deals than the usual ones


@pytest.fixture(autouse=True)
def deals(request, monkeypatch):
    """The seeds of tables follow from the test's name. Ids of tables stay as chance has them."""
    chance = random.Random(f"{request.node.nodeid} {OTHERS}")
    drawn = SimpleNamespace(choice=secrets.choice, token_hex=lambda size: chance.randbytes(size).hex())
    monkeypatch.setattr(tables, "secrets", drawn)
