"""What is kept in memory is bounded by its size, not by a number alone."""

from __future__ import annotations

import random
from dataclasses import replace

from donjon.table.store.table_game import TableGame
from tests.table.people import application, new_table_game, person, step, store


def long_game(name: str, undos: int) -> TableGame:
    """A table with as many stored actions as a seat likes: it changes its mind again and again."""
    table_game, chance = new_table_game("ann", "bob"), random.Random(1)
    for _ in range(undos):
        step(table_game, chance)
        table_game.adopt(table_game.plan_undo(table_game.entries[-1].seat, 1, "k", 0.0), "")
    table_game.header = replace(table_game.header, id=name)
    return table_game


def test_games_in_memory_are_bounded_by_their_size(tmp_path):
    """Of many long games fewer are held; those that were asked for least lately go."""
    app = application(tmp_path)
    games = [long_game(name, 20) for name in ("one", "two", "three")]
    for table_game in games:
        store(app.state.storage, table_game)
    app.state.tables.most_bytes = 2 * games[0].size
    with person(app, "ann") as client:
        for name in ("one", "two", "one", "three"):
            assert client.get(f"/t/{name}").status_code == 200
        assert list(app.state.tables._held) == ["one", "three"]


def test_the_game_asked_for_last_is_held_however_large_it_is(tmp_path):
    app = application(tmp_path, tables_megabytes=0)
    for name in ("one", "two"):
        store(app.state.storage, long_game(name, 1))
    with person(app, "ann") as client:
        for name in ("one", "two"):
            assert client.get(f"/t/{name}").status_code == 200
            assert list(app.state.tables._held) == [name]


def test_a_longer_game_is_larger():
    assert long_game("one", 1).size < long_game("one", 2).size
