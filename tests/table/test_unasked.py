"""What everybody would decide alike the table does not ask."""

from __future__ import annotations

import random

from donjon.kernel.game import NOTHING
from donjon.table.playing import replay
from donjon.table.records import Stored
from donjon.ys import nouns
from donjon.ys.sight import knows
from tests.table.people import new_playing


def spying(seed: int):
    """A random game of Ys in which the Spy looks whenever it may, at the brokers that are new to it."""
    chance = random.Random(seed)
    playing = new_playing("ann", "bob", "eve", game="ys", seed=f"{seed}")
    while not playing.over:
        yield playing
        seat = chance.choice(playing.waiting)
        legal = playing.legal(seat)
        looks = [action for action in legal if nouns.BROKER <= action < nouns.QUARTER]
        spies = [action for action in legal if action == nouns.CARD + nouns.Character.SPY]
        action = chance.choice(spies or looks or legal)
        playing.adopt(playing.plan(seat, [action], f"key{playing.seq}", float(playing.seq)), "")


def nothing_to_see(playing, seat: int) -> bool:
    """Is the seat asked for a look though it knows every broker that it may look at? (D10, YS-8.5.5)"""
    if playing.state.phase not in (nouns.Phase.SPY, nouns.Phase.AFTER):
        return False
    others = [action for action in playing.legal(seat) if action != nouns.PASS]
    slots = [action - nouns.BROKER for action in others if nouns.BROKER <= action < nouns.QUARTER]
    return len(slots) == len(others) and all(knows(playing.state, seat, slot) for slot in slots)


def test_the_spy_is_not_asked_where_nothing_is_left_to_see() -> None:
    """YS-8.5.2: a look that could show nothing new is passed over; who may see something new is asked."""
    asked = unasked = 0
    for playing in (playing for seed in range(5) for playing in spying(seed)):
        for seat in playing.waiting:
            assert not nothing_to_see(playing, seat)
            assert playing.game.foregone(playing.state, seat) == NOTHING
            asked += playing.state.phase == nouns.Phase.SPY
        last = playing.steps[-1].entry
        unasked += last.key == "" and last.seat in range(3) and last.action == nouns.PASS
    assert asked > 0
    assert unasked > 0


def test_what_was_not_asked_is_in_the_list_of_actions_and_replays() -> None:
    for playing in spying(1):
        final = playing
    stored = Stored(final.header, final.seats, tuple(final.entries), final.check)
    assert replay(stored).state.tobytes() == final.state.tobytes()
