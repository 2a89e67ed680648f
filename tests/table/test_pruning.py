"""Old tables are deleted when the site owner says so, and nothing else is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import sqlalchemy as sa

from donjon.table.host import settings
from donjon.table.store import upkeep
from donjon.table.store.rows import NoTable
from donjon.table.store.storage import Storage, now
from donjon.table.store.table_game import TableGame
from tests.cli.command import donjon
from tests.table.people import GAME, application, new_table_game, offers, person, post_move, step, store
from tests.table.test_verifying import finished

DAY = upkeep.DAY


def aged(table_game: TableGame, name: str, days: float) -> TableGame:
    """The same game under a name of its own, its last move so many days ago."""
    table_game.header = replace(table_game.header, id=name, created=now() - days * DAY)
    return table_game


def moved(table_game: TableGame) -> TableGame:
    step(table_game, random.Random(1))
    return table_game


@pytest.fixture
def games_folder(tmp_path):
    """Tables of every kind, old and new."""
    storage = Storage(settings.load(tmp_path).database_url)
    for days in (10, 400):
        store(storage, aged(finished(), f"over{days}", days))
        store(storage, aged(new_table_game("ann", "open"), f"unplayed{days}", days))
        store(storage, aged(moved(new_table_game("ann", "ann")), f"left{days}", days))
    store(storage, aged(moved(new_table_game("bot", "bot")), "botsalone", 400))
    storage.close()
    return tmp_path


def left(games_folder) -> set[str]:
    storage = Storage(settings.load(games_folder).database_url)
    try:
        assert storage.orphans() == []
        return {name for name, _game, _rules in storage.every()}
    finally:
        storage.close()


ALL = {"over10", "over400", "unplayed10", "unplayed400", "left10", "left400", "botsalone"}


@pytest.mark.parametrize(
    ("options", "gone"),
    [
        ((), set()),
        (("--finished", "5", "--unplayed", "5", "--abandoned", "5"), set()),
        (("--delete",), {"over400", "unplayed400", "botsalone"}),
        (("--delete", "--finished", "1000"), {"unplayed400", "botsalone"}),
        (
            ("--delete", "--finished", "5", "--unplayed", "5"),
            {"over10", "over400", "unplayed10", "unplayed400", "botsalone"},
        ),
        (("--delete", "--abandoned", "30"), {"over400", "unplayed400", "botsalone", "left400"}),
    ],
)
def test_what_is_older_than_is_said_goes_and_nothing_else(games_folder, options, gone):
    said = donjon("archive", "prune", "--data", str(games_folder), *options)
    assert left(games_folder) == ALL - gone
    assert ("Nothing was deleted" in said.stdout) == ("--delete" not in options)


def test_what_would_go_is_counted_with_its_moves(games_folder, monkeypatch):
    monkeypatch.setattr(upkeep, "AT_ONCE", 1)  # as many transactions as tables
    days = {upkeep.FINISHED: 365, upkeep.UNPLAYED: 5}
    storage = Storage(settings.load(games_folder).database_url)
    would = upkeep.count_old(storage, days)
    assert [one.tables for one in would.values()] == [1, 3]
    assert would[upkeep.FINISHED].actions == finished().seq
    assert upkeep.delete_old(storage, days) == would
    assert [one.tables for one in upkeep.count_old(storage, days).values()] == [0, 0]
    storage.close()


def test_a_table_whose_players_never_came_was_never_played(tmp_path):
    app = application(tmp_path)
    table = person(app, "ann").post("/new", data={"game": GAME, "seat.0": "me", "seat.1": "open"})
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    with engine.begin() as connection:
        connection.execute(sa.text(f"update tables set touched = {now() - 40 * DAY}"))
    engine.dispose()
    days = {upkeep.ABANDONED: 30, upkeep.UNPLAYED: 30}
    counted = upkeep.count_old(app.state.storage, days)
    assert {kind: one.tables for kind, one in counted.items()} == {upkeep.ABANDONED: 0, upkeep.UNPLAYED: 1}
    assert table.status_code == 303


def test_a_table_that_goes_while_a_server_has_it_in_memory_is_gone_for_whoever_plays_on(tmp_path):
    app = application(tmp_path)
    store(app.state.storage, aged(new_table_game("ann", "ann"), "old", 400))
    with person(app, "ann") as client:
        page = client.get("/t/old").text
        assert upkeep.delete_old(app.state.storage, {upkeep.UNPLAYED: 30})[upkeep.UNPLAYED].tables == 1
        assert post_move(client, page, next(iter(offers(page)))).status_code == 404
        assert client.get("/t/old").status_code == 404
    with pytest.raises(NoTable):
        app.state.storage.load("old")
