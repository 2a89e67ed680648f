"""Which button stands out: one that ends the seat's turn, or the only one; never one among equals."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from donjon.kernel.games import games
from tests.table.people import new_table_game, offers, person, step, store


def buttons(page: str) -> dict[int, bool]:
    """The choices that have no place on the board, and whether they stand out."""
    tags = re.findall(r'<button (id="act-[^>]*)>', page)
    return {int(re.search(r'value="(\d+)"', tag)[1]): 'class="primary"' in tag for tag in tags}


@pytest.mark.parametrize("name", list(games))
def test_nothing_stands_out_among_equals(app, name):
    game, table_game, chance = games[name], new_table_game("ann", "bob", game=name), random.Random(3)
    finished, seen = 0, 0
    for _ in range(40):
        step(table_game, chance)
        table_game.header = replace(table_game.header, id=f"table{table_game.seq}")
        store(app.state.storage, table_game)
        with person(app, table_game.seats[table_game.waiting[0]].owner) as client:
            page = client.get(f"/t/{table_game.id}").text
        legal, shown = set(offers(page)), buttons(page)
        expected = legal if len(legal) == 1 else legal & set(game.FINISHING)
        assert {action for action, main in shown.items() if main} == expected & set(shown)
        finished += bool(expected & set(game.FINISHING))
        seen += bool(shown)
    assert bool(finished) == bool(game.FINISHING)
    assert seen or name == "ys", "there all lies on the board or in the hand"
