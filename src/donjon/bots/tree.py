"""The tree of a search: what it knows of each action, by what the seat that acts has seen on the way there.

A node stands for the actions seen since the root; for what a seat did not see there is one edge, whichever
action it was. Every seat has its place in the tree. As long as all see everything these are one node; where
one plays in secret, those who know what it was go on to another node than those who do not. So no seat's
decision within the tree rests on what it could not know, and nothing is stored twice.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from donjon.kernel import rules
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints, Record, Records, field, layout

# Places for nodes and edges: so many are plenty for some seconds. A tree that is full grows no more, and its
# playouts go on from where it ends.
NODES = 1 << 17
EDGES = 1 << 21
# Of the actions between the root and a leaf at most so many are looked at.
DEEPEST = 256
SEATS = 8

NO_EDGE = NO_NODE = -1
UNSEEN = -1  # the action of an edge for whatever the seat did not see


class Node(Record):
    """first: its first edge, or NO_EDGE; visits: how often a seat has decided here."""

    first: int = field("i4")
    visits: int = field("i4")


class Edge(Record):
    """An action of a seat. The others of its node are found by `next`.

    chosen: how often it was; worth: the sum of what that was worth to the seat; open: how often it could have
    been chosen, it is not legal in every world; prior: how attractive it is, all together make about 1.
    """

    seat: int = field("i4")
    action: int = field("i4")
    next: int = field("i4")
    child: int = field("i4")
    chosen: int = field("i4")
    open: int = field("i4")
    prior: float = field("f8")
    worth: float = field("f8")


NODE, EDGE = layout(Node), layout(Edge)


class Tree(NamedTuple):
    """A tree and the way down it; what it holds is meaningful only during a search."""

    nodes: Records[Node]
    edges: Records[Edge]
    used: Ints  # int64[2]: nodes, edges
    places: Ints  # int64[SEATS]: where each seat stands, NO_NODE when that is not in the tree any more
    path: Ints  # int64[DEEPEST]: the edges on the way down
    values: Floats  # float64[SEATS]: what the leaf is worth to each seat


def new_tree(nodes: int = NODES, edges: int = EDGES) -> Tree:
    """A tree with room for so much."""
    return Tree(
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(edges, EDGE),
        used=np.zeros(2, np.int64),
        places=np.zeros(SEATS, np.int64),
        path=np.zeros(DEEPEST, np.int64),
        values=np.zeros(SEATS, np.float64),
    )


@compilable
def clear(tree: Tree) -> None:
    """Leave nothing but the root, node 0."""
    tree.used[0] = 0
    tree.used[1] = 0
    add_node(tree)


@compilable
def add_node(tree: Tree) -> int:
    """A new node, NO_NODE when there is no room."""
    node = int(tree.used[0])
    if node == tree.nodes.shape[0]:
        return NO_NODE
    tree.used[0] = node + 1
    tree.nodes[node].first = NO_EDGE
    tree.nodes[node].visits = 0
    return node


@compilable
def add_edge(tree: Tree, node: int, seat: int, action: int, prior: float) -> int:
    """A new edge of a node, NO_EDGE when there is no room."""
    number = int(tree.used[1])
    if number == tree.edges.shape[0]:
        return NO_EDGE
    tree.used[1] = number + 1
    edge = tree.edges[number]
    edge.seat = seat
    edge.action = action
    edge.next = tree.nodes[node].first
    edge.child = NO_NODE
    edge.chosen = 0
    edge.open = 0
    edge.prior = prior
    edge.worth = 0.0
    tree.nodes[node].first = number
    return number


@compilable
def find_edge(tree: Tree, node: int, seat: int, action: int) -> int:
    """The edge of a node for an action of a seat, or NO_EDGE."""
    number = int(tree.nodes[node].first)
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.action == action and edge.seat == seat:
            return number
        number = int(edge.next)
    return NO_EDGE


@compilable
def child_of(tree: Tree, node: int, seat: int, action: int) -> int:
    """The node after an action of a seat, made if need be; NO_NODE when there is no room."""
    number = find_edge(tree, node, seat, action)
    if number == NO_EDGE:
        number = add_edge(tree, node, seat, action, 0.0)
    if number == NO_EDGE:
        return NO_NODE
    edge = tree.edges[number]
    if edge.child == NO_NODE:
        edge.child = add_node(tree)
    return int(edge.child)


@compilable
def advance(tree: Tree, state: Any, seat: int, action: int) -> bool:
    """Every seat goes on along what it sees of an action of `seat`, which is about to be played.

    Is there one that does not see it?
    """
    seen_by = rules.observers(state, seat, action)
    last_node, last_seen, child = NO_NODE, UNSEEN, NO_NODE
    secret = False
    for viewer in range(rules.seats(state)):
        node = int(tree.places[viewer])
        seen = action if seen_by >> viewer & 1 else UNSEEN
        secret |= seen == UNSEEN
        if node == NO_NODE:
            continue
        if node != last_node or seen != last_seen:
            child = child_of(tree, node, seat, seen)
            last_node, last_seen = node, seen
        tree.places[viewer] = child
    return secret


@compilable
def open_edges(
    tree: Tree, node: int, seat: int, mask: Ints, score: Floats, temperature: float, known: int
) -> None:
    """Add what is legal for `seat` and not among the `known` edges of the node, attractive by `score`."""
    best, total = -math.inf, 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            best = max(best, float(score[action]))
    for action in range(mask.shape[0]):
        if mask[action]:
            total += math.exp((float(score[action]) - best) / temperature)
    for action in range(mask.shape[0]):
        if mask[action] and (known == 0 or find_edge(tree, node, seat, action) == NO_EDGE):
            add_edge(tree, node, seat, action, math.exp((float(score[action]) - best) / temperature) / total)


@compilable
def count_open(tree: Tree, node: int, seat: int, mask: Ints) -> int:
    """How many of the legal actions of `seat` are edges of a node; each is noted to be open once more."""
    count = 0
    number = int(tree.nodes[node].first)
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.seat == seat and edge.action != UNSEEN and mask[edge.action]:
            count += 1
            edge.open += 1
        number = int(edge.next)
    return count


@compilable
def select(tree: Tree, node: int, seat: int, mask: Ints, exploration: float, caution: float) -> int:
    """The legal edge of `seat` that is most worth trying; NO_EDGE if there is none.

    Rosin, "Multi-armed bandits with episode context" (2011), as in AlphaZero: PUCT.
    """
    chosen, worth = 0, 0.0
    number = int(tree.nodes[node].first)
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.seat == seat and edge.action != UNSEEN and mask[edge.action]:
            chosen += int(edge.chosen)
            worth += float(edge.worth)
        number = int(edge.next)
    untried = (worth / chosen if chosen > 0 else 0.0) - caution
    found, most = NO_EDGE, -math.inf
    number = int(tree.nodes[node].first)
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.seat == seat and edge.action != UNSEEN and mask[edge.action]:
            times = int(edge.chosen)
            value = float(edge.worth) / times if times > 0 else untried
            value += exploration * float(edge.prior) * math.sqrt(float(edge.open)) / (1.0 + times)
            if value > most:
                found, most = number, value
        number = int(edge.next)
    return found
