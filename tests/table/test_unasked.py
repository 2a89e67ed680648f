"""What everybody would decide alike the table does not ask."""

from __future__ import annotations

import random

from donjon.games.ys import cards, nouns
from donjon.games.ys.cards import CARD
from donjon.games.ys.knowledge import knows
from donjon.games.ys.moving import BROKER
from donjon.kernel.game import NOTHING
from donjon.table.store.replaying import replay
from donjon.table.store.rows import Stored
from tests.table.people import new_table_game


def spying(seed: int):
    """A random game of Ys in which the Spy looks whenever it may, at the brokers that are new to it."""
    chance = random.Random(seed)
    table_game = new_table_game("ann", "bob", "eve", game="ys", seed=f"{seed}")
    while not table_game.over:
        yield table_game
        seat = chance.choice(table_game.waiting)
        legal = table_game.legal(seat)
        looks = [action for action in legal if action in BROKER]
        spies = [action for action in legal if action == CARD.action(nouns.Character.SPY)]
        action = chance.choice(spies or looks or legal)
        table_game.adopt(table_game.plan(seat, [action], f"key{table_game.seq}", float(table_game.seq)), "")


def nothing_to_see(table_game, seat: int) -> bool:
    """Is the seat asked for a look though it knows every broker that it may look at? (D10, YS-8.5.5)"""
    if table_game.state.phase not in (nouns.Phase.SPY, nouns.Phase.AFTER):
        return False
    others = [action for action in table_game.legal(seat) if action != cards.PASS.first]
    slots = [action - BROKER.first for action in others if action in BROKER]
    return len(slots) == len(others) and all(knows(table_game.state, seat, slot) for slot in slots)


def test_the_spy_is_not_asked_where_nothing_is_left_to_see() -> None:
    """YS-8.5.2: a look that could show nothing new is passed over; who may see something new is asked."""
    asked = unasked = 0
    for table_game in (table_game for seed in range(5) for table_game in spying(seed)):
        for seat in table_game.waiting:
            assert not nothing_to_see(table_game, seat)
            assert table_game.game.foregone(table_game.state, seat) == NOTHING
            asked += table_game.state.phase == nouns.Phase.SPY
        last = table_game.steps[-1].entry
        unasked += last.key == "" and last.seat in range(3) and last.action == cards.PASS.first
    assert asked > 0
    assert unasked > 0


def test_what_was_not_asked_is_in_the_list_of_actions_and_replays() -> None:
    for table_game in spying(1):
        final = table_game
    stored = Stored(final.header, final.seats, tuple(final.entries), final.check)
    assert replay(stored).state.tobytes() == final.state.tobytes()
