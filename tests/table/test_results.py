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
from donjon.table.live.tables import Tables
from donjon.table.store import upkeep
from donjon.table.store.columns import result_digest
from donjon.table.store.database import MIGRATIONS
from donjon.table.store.replaying import replay
from donjon.table.store.storage import Storage
from tests.loops import run
from tests.table.people import GAME, columns, new_table_game, seats, step


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'donjon.sqlite'}"


def finished(**changes):
    """A game played to its end, stored nowhere."""
    table_game, chance = new_table_game("ann", "bob", **changes), random.Random(3)
    while not table_game.over:
        step(table_game, chance)
    return table_game


def test_the_result_is_stored_with_the_last_action_and_not_before(url):
    storage, chance = Storage(url), random.Random(3)

    async def play():
        tables = Tables(storage, 10, str, lambda _table: None)
        table_game = await tables.create(GAME, {}, seats("ann", "bob"), "ann")
        while not table_game.over:
            assert storage.load(table_game.id).cached.result == ""
            seat = table_game.waiting[0]
            action = chance.choice(table_game.legal(seat))
            await tables.act(table_game.id, seat, table_game.seq, "", [action])
        return table_game

    table_game = run(play())
    stored = storage.load(table_game.id)
    storage.close()
    assert stored.cached.waits == "over"
    assert len(stored.cached.result) == 64
    assert stored.cached.result == replay(stored).result
    assert not upkeep.out_of_date(stored, replay(stored))


def test_another_end_has_another_digest():
    table_game = finished()
    digest = table_game.result
    assert digest == result_digest(table_game.game, copy(table_game.state), table_game.seq)
    assert digest != result_digest(table_game.game, table_game.state, table_game.seq + 1)
    assert digest != finished(seed="other").result
    other = replace(table_game.game, SOURCES=tuple(f"{source}x" for source in table_game.game.SOURCES))
    assert digest != result_digest(other, table_game.state, table_game.seq)


@pytest.mark.parametrize("game", list(games))
def test_every_game_has_one(game):
    table_game = new_table_game("ann", "bob", game=game)
    assert len(result_digest(table_game.game, table_game.state, table_game.seq)) == 64


def test_a_database_of_the_first_version_is_brought_up_to_date(url):
    table_game = finished()
    storage = Storage(url)
    storage.create(table_game.header, table_game.seats, table_game.entries, columns("over"))
    storage.close()
    downgrade(url, "0001")
    storage = Storage(url)
    stored = storage.load(table_game.id)
    storage.close()
    assert (stored.cached.waits, stored.cached.result, stored.noted) == ("over", "", "")
    assert upkeep.out_of_date(stored, replay(stored))
    assert list(stored.entries) == table_game.entries
    assert stored.header.draws_are_open


def downgrade(url, revision):
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()
