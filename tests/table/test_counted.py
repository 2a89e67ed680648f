"""How many choices there are is said of what they are: only spaces are counted as spaces."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from donjon.kernel.games import games
from tests.table.people import new_table_game, person, step, store

COUNTED = re.compile(r'<summary id="choices-count"[^>]*>(?:(\d+) (\w+)|Why not\?)</summary>')
LISTED = re.compile(r'<button id="list-(\d+)"')
# How texts of actions begin that choose a space, and a card.
SPACES = {
    "caylus": ("place ", "move ", "provost ", "on ", "convert "),
    "kingdom-builder": (
        "build ",
        "farm ",
        "oasis ",
        "oracle ",
        "tower ",
        "tavern ",
        "paddock ",
        "harbor ",
        "barn ",
    ),
    "ys": ("neutral ", "messenger "),
}
CARDS = {"ys": ("order ",)}


@pytest.mark.parametrize("name", list(games))
def test_only_spaces_are_counted_as_spaces(app, name):
    game, table_game, chance = games[name], new_table_game("ann", "bob", game=name), random.Random(5)
    seen = set()
    for _ in range(90):
        step(table_game, chance)
        if table_game.over:
            break
        seat = table_game.waiting[0]
        table_game.header = replace(table_game.header, id=f"table{table_game.seq}")
        store(app.state.storage, table_game)
        with person(app, table_game.seats[seat].owner) as client:
            page = client.get(f"/t/{table_game.id}").text
        counted = COUNTED.search(page)
        listed = [int(action) for action in LISTED.findall(page) if int(action) not in game.DECLINING]
        assert int(counted[1] or 0) == len(listed)
        texts = [game.action_text(table_game.state, seat, action) for action in listed]
        for noun, begins in (("space", SPACES[name]), ("card", CARDS.get(name, ()))):
            is_said = (counted[2] or "").removesuffix("s") == noun
            if is_said:
                assert all(text.startswith(begins) for text in texts), (counted[0], texts)
            seen |= {noun} if is_said else set()
    assert "space" in seen or name == "ys"
    assert "card" in seen or name != "ys"


def test_to_leave_the_provost_is_no_space(app):
    """CAY-7.2: the steps to other spaces are counted, and to stay is a button of its own."""
    table_game, chance, counts = new_table_game("ann", "bob", game="caylus"), random.Random(2), []
    while len(counts) < 3:
        step(table_game, chance)
        view = table_game.view(None)
        if view["ask"] != "provost":
            continue
        table_game.header = replace(table_game.header, id=f"table{table_game.seq}")
        store(app.state.storage, table_game)
        seat = table_game.waiting[0]
        with person(app, table_game.seats[seat].owner) as client:
            page = client.get(f"/t/{table_game.id}").text
        steps = [action for action in table_game.legal(seat) if action not in table_game.game.DECLINING]
        counts.append((int(COUNTED.search(page)[1]), len(steps)))
        assert "Leave the provost</button>" in page
    assert [shown for shown, steps in counts if shown != steps] == []
