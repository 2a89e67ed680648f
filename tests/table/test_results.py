"""How a game ended is kept with its last action, and a database of an older version learns of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from donjon.kernel.game import copy
from donjon.kernel.games import games
from donjon.table import notes, results
from donjon.table.database import MIGRATIONS
from donjon.table.playing import replay
from donjon.table.storage import Storage
from donjon.table.tables import Tables
from tests.loops import run
from tests.table.people import GAME, new_playing, seats, step


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'donjon.sqlite'}"


def finished(**changes):
    """A game played to its end, stored nowhere."""
    playing, chance = new_playing("ann", "bob", **changes), random.Random(3)
    while not playing.over:
        step(playing, chance)
    return playing


def test_the_result_is_stored_with_the_last_action_and_not_before(url):
    storage, chance = Storage(url), random.Random(3)

    async def play():
        tables = Tables(storage, 10, lambda _table: None)
        playing = await tables.create(GAME, {}, seats("ann", "bob"), "ann")
        while not playing.over:
            assert storage.load(playing.id).notes.result == ""
            seat = playing.waiting[0]
            action = chance.choice(playing.legal(seat))
            await tables.act(playing.id, seat, playing.seq, "", [action])
        return playing

    playing = run(play())
    stored = storage.load(playing.id)
    storage.close()
    assert stored.notes.waits == "over"
    assert len(stored.notes.result) == 64
    assert stored.notes.result == replay(stored).result
    assert not notes.stale(stored, replay(stored))


def test_another_end_has_another_digest():
    playing = finished()
    digest = playing.result
    assert digest == results.digest(playing.game, copy(playing.state), playing.seq)
    assert digest != results.digest(playing.game, playing.state, playing.seq + 1)
    assert digest != finished(seed="other").result
    other = replace(playing.game, SOURCES=tuple(f"{source}x" for source in playing.game.SOURCES))
    assert digest != results.digest(other, playing.state, playing.seq)


@pytest.mark.parametrize("game", list(games))
def test_every_game_has_one(game):
    playing = new_playing("ann", "bob", game=game)
    assert len(results.digest(playing.game, playing.state, playing.seq)) == 64


def test_a_database_of_the_first_version_is_brought_up_to_date(url):
    playing = finished()
    storage = Storage(url)
    storage.create(playing.header, playing.seats, playing.entries, "over")
    storage.close()
    downgrade(url, "0001")
    storage = Storage(url)
    stored = storage.load(playing.id)
    storage.close()
    assert (stored.notes.waits, stored.notes.result, stored.noted) == ("over", "", "")
    assert notes.stale(stored, replay(stored))
    assert list(stored.entries) == playing.entries


def downgrade(url, revision):
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()
