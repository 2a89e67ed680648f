"""Three servers on one database and two workers, killed one at a time, or the database: nothing is lost."""

from __future__ import annotations

import os

import pytest

from tests.crash.crashing import Crashes, kill_some_often
from tests.crash.site import Site

TIMES = int(os.environ.get("DONJON_CRASHES", "4"))


@pytest.fixture
def crashes(tmp_path, url, folder, monkeypatch):
    """People at three servers that are about to crash."""
    monkeypatch.setenv("DONJON_DATABASE_URL", url)
    site = Site(tmp_path / "data", 3, folder, workers=2)
    made = Crashes(site)
    yield made
    for player in made.people:
        player.stop()
    site.kill()


def test_killed_one_at_a_time(crashes):
    kill_some_often(crashes, crashes.house, TIMES)
    counts = crashes.ledger.counts
    assert counts["crashes"] == TIMES
    assert counts["played"] + counts["repeated"] >= 5 * TIMES
