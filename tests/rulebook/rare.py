"""Games in which rules are cited that others seldom come to."""

from __future__ import annotations

from collections.abc import Iterator

import donjon
from donjon import Match
from donjon.notation.position import from_position
from tests.games.kingdom_builder.stage import BOARD_A, letters, position
from tests.games.ys.stage import Stage, broker
from tests.referees.kingdom_builder_board import LETTER


def ys() -> Iterator[tuple[str, Match]]:
    """YS-9.4.13: the Soldier's player with a broker in the throne room; YS-7.9: nobody has anything;
    YS-8.17.4: a quarter that the Queen has closed.
    """
    board = [broker(0, "t", 4, False, could=[1, 3, 4]), broker(1, "2b", 4, False), broker(2, "3b", 1)]
    soldier = Stage.placing(3, round=2, royal_favour="yes", brokers=board, hands=[{"soldier": 1}, {}, {}])
    yield "a Soldier", soldier.play("up q1.h 3", "down q1.m 1", "soldier").match
    hands = [{"alchemist": 1}, {}, {}]
    captain = [{"captain": 1}, {}, {}]
    yield "a closed quarter", Stage.window("W3", players=3, hands=captain, closed=1, queen=1).match
    yield "nothing won", Stage.window("W4", players=3, round=4, hands=hands).match


def kingdom_builder() -> Iterator[tuple[str, Match]]:
    """KB-10.12.2: a tie; KB-11.3.6: one free hex of a terrain is left; KB-7.3: a token was taken and lost."""
    yield "kingdom-builder for 2, seed 5", donjon.new("kingdom-builder", 2, 5)
    forest = letters(BOARD_A, LETTER["forest"])[1:]
    mine = max(0, len(forest) - 38)
    taken = {0: letters(BOARD_A, "L")[:3]}
    stated = position(forest[:mine], forest[mine:], card="forest", taken=taken)
    yield "a full forest", from_position(stated)
