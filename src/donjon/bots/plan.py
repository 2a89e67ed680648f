"""The record of numbers that describes a bot to compiled code."""

from __future__ import annotations

from donjon.kernel.records import Record, field, layout

# The kinds of bots.
HUMAN, RANDOM, GREEDY, FLAT, TREE = 0, 1, 2, 3, 4


class Plan(Record):
    """The settings of a bot; see `Bot` and `SearchSettings`, whose fields these are.

    net: number of the net that corrects the estimate, HAND for none (`donjon.bots.net`).
    grown: the playouts of a tree that this search continues; 0 starts a new one.
    shared: 1 if several searches share the options among them (`donjon.bots.parallel_search`).
    """

    kind: int = field("i8")
    playouts: int = field("i8")
    net: int = field("i8")
    grown: int = field("i8")
    shared: int = field("i8")
    depth: int = field("i8")
    breadth: int = field("i8")
    blind: int = field("i8")
    ahead: int = field("i8")
    patience: int = field("i8")
    remember_chance: int = field("i8")
    rests: int = field("i8")
    exploration: float = field("f8")
    temperature: float = field("f8")
    caution: float = field("f8")
    scale: float = field("f8")
    win: float = field("f8")
    trust: float = field("f8")
    doubt: float = field("f8")
    wavering: float = field("f8")
    mixing: float = field("f8")
    curiosity: float = field("f8")
    noise: float = field("f8")


PLAN = layout(Plan)
