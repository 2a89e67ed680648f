"""What the row of a table says about its game: whatever makes it stale, the bot moves all the same."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa

from donjon.kernel.rules import NATURE
from donjon.table.store import upkeep
from donjon.table.store.replaying import replay
from donjon.table.store.rows import Damaged
from donjon.table.store.storage import Storage
from tests.table.people import GAME, application, new_table_game, person, step, store, wait_for


def url(folder):
    return f"sqlite:///{folder / 'donjon.sqlite'}"


def change(folder, *statements):
    engine = sa.create_engine(url(folder))
    with engine.begin() as connection:
        for sql in statements:
            assert connection.execute(sa.text(sql)).rowcount > 0
    engine.dispose()


def bot_to_move(folder, game=GAME):
    """A stored game in which a bot is to move; with a person's move after that."""
    table_game, chance = new_table_game("ann", "bot", game=game), random.Random(5)
    for _ in range(20):
        step(table_game, chance)
    while table_game.waits != "bot":
        step(table_game, chance)
    moves = table_game.seq
    while table_game.waits == "bot":
        step(table_game, chance)
    storage = Storage(url(folder))
    store(storage, table_game)
    storage.close()
    return table_game.id, moves


def sound(folder, table):
    """The stored table, whose notes must be right."""
    storage = Storage(url(folder))
    stored = storage.load(table)
    storage.close()
    assert not upkeep.out_of_date(stored, replay(stored))
    return stored


def goes_on(folder, table):
    """Does the bot move after a start, with nobody looking at the table?"""
    app = application(folder)
    with person(app, "ann") as client:
        for _ in range(2000):
            if app.state.storage.load(table).cached.waits == "person":
                break
            client.get("/healthz")
        wait_for(client, f"/t/{table}", 'id="moves"')
    assert sound(folder, table).cached.waits == "person"


def test_after_a_repair_the_bot_moves(tmp_path):
    table, moves = bot_to_move(tmp_path)
    change(tmp_path, f"update actions set action = 401 where seq = {moves}")
    assert f"{moves} moves are sound" in upkeep.repair_table(tmp_path, table)
    assert sound(tmp_path, table).cached.waits == "bot"
    goes_on(tmp_path, table)


@pytest.mark.parametrize(
    "statements",
    [
        ["delete from actions where seq >= {moves}"],
        ["delete from actions where seq >= {moves}", "update tables set noted = ''"],
        ["delete from actions where seq >= {moves}", "update tables set waits = 'over'"],
        ["delete from actions where seq >= {moves}", "update tables set waits = 'soup', result = 'x'"],
        ["delete from actions where seq >= {moves}", "update tables set touched = 'soup'"],
    ],
)
def test_whatever_made_the_notes_stale_the_bot_moves_after_a_start(tmp_path, statements):
    table, moves = bot_to_move(tmp_path)
    change(tmp_path, *(sql.format(moves=moves) for sql in statements))
    goes_on(tmp_path, table)


def test_a_repair_mends_the_notes_of_a_sound_table(tmp_path):
    table, moves = bot_to_move(tmp_path)
    change(tmp_path, f"delete from actions where seq >= {moves}")
    assert "stale" in upkeep.repair_table(tmp_path, table)
    assert sound(tmp_path, table).cached.waits == "bot"
    assert "nothing to repair" in upkeep.repair_table(tmp_path, table)


@pytest.mark.parametrize("game", ["kingdom-builder", "caylus", "ys"])
def test_wherever_a_table_is_cut_somebody_can_go_on(tmp_path, game):
    """Cut at every move, at those of chance too: nature has answered, and a seat is to decide."""
    table_game, chance = new_table_game("ann", "bot", game=game), random.Random(5)
    while table_game.seq < 60 and not table_game.over:
        step(table_game, chance)
    assert any(entry.seat == NATURE for entry in table_game.entries[1:])
    storage = Storage(url(tmp_path))
    store(storage, table_game)
    for move in range(table_game.seq - 1, 0, -1):
        upkeep._cut(storage, table_game.id, move)
        stored = storage.load(table_game.id)
        again = replay(stored)
        assert not upkeep.out_of_date(stored, again)
        assert again.waiting
        assert again.entries[:move] == table_game.entries[:move]
    storage.close()


def test_nothing_is_cut_when_nothing_is_sound(tmp_path):
    table, _moves = bot_to_move(tmp_path)
    change(tmp_path, "update tables set seed = 'other'")
    with pytest.raises(Damaged):
        upkeep.repair_table(tmp_path, table)
    assert not list(tmp_path.glob("*-cut-*"))


def test_a_game_that_went_on_keeps_its_own_notes(tmp_path):
    """Columns made from an older state of the table do not replace those of a newer one."""
    table, moves = bot_to_move(tmp_path)
    storage = Storage(url(tmp_path))
    earlier, now = storage.load(table, upto=moves), storage.load(table)
    assert not storage.mend(table, earlier.check, replay(earlier).columns)
    assert storage.load(table) == now
    storage.close()


@pytest.mark.parametrize("touched", ["'soup'", "9e999", "-9e999", "1e300", "-5", "x'00ff'", "1e18"])
@pytest.mark.parametrize("waits", ["bot", "soup"])
def test_a_row_that_cannot_be_right_spoils_no_page(tmp_path, touched, waits):
    table, _moves = bot_to_move(tmp_path)
    change(tmp_path, f"update tables set touched = {touched}, waits = '{waits}'")
    with person(application(tmp_path), "ann") as client:
        home = client.get("/")
        assert home.status_code == 200
        assert f"/t/{table}" in home.text
        assert client.get(f"/t/{table}").status_code == 200
    assert sound(tmp_path, table).cached.touched is not None


@pytest.mark.parametrize("column", ["game", "rules", "players", "options", "seed", "creator", "created"])
@pytest.mark.parametrize("value", ["x'ff00'", "'soup'", "-1", "9223372036854775807", "cast(x'ff' as text)"])
def test_no_damage_to_a_row_is_a_mistake_of_ours(tmp_path, column, value):
    table, _moves = bot_to_move(tmp_path)
    change(tmp_path, f"update tables set {column} = {value}")
    with person(application(tmp_path), "ann") as client:
        assert client.get("/").status_code == 200
        page = client.get(f"/t/{table}")
        # Who began it and when is no part of the digest.
        assert page.status_code == 200 or "damaged" in page.text


@pytest.mark.parametrize("column", ["seq", "kind", "seat", "action", "text", "key", "at", "by", "check"])
@pytest.mark.parametrize("value", ["x'ff00'", "'soup'", "0.5", "9e999", "-7000000000", "cast(x'ff' as text)"])
def test_no_damage_to_an_action_is_a_mistake_of_ours(tmp_path, column, value):
    table, _moves = bot_to_move(tmp_path)
    change(tmp_path, f'update actions set "{column}" = {value} where seq = 9')
    with person(application(tmp_path), "ann") as client:
        assert client.get("/").status_code == 200
        for part in ("", "/log", "/replay", "/record.txt"):
            page = client.get(f"/t/{table}{part}")
            assert page.status_code == 200 or "damaged" in page.text, page.text
