"""Old tables are deleted from PostgreSQL as from SQLite."""

from __future__ import annotations

import pytest

from tests.table.test_pruning import (
    games_folder,
    test_what_would_go_is_counted_with_its_moves,
)

__all__ = [
    "games_folder",
    "test_what_would_go_is_counted_with_its_moves",
]


@pytest.fixture(autouse=True)
def _on_postgresql(url, monkeypatch):
    monkeypatch.setenv("DONJON_DATABASE_URL", url)
