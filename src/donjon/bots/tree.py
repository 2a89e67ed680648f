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

from donjon.kernel import rng, rules
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints, Record, Records, field, layout
from donjon.kernel.rng import Rng

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
    """first: its first edge, or NO_EDGE; visits: how often a seat has decided here.

    secret: was anything played here that not all saw?
    """

    first: int = field("i4")
    visits: int = field("i4")
    secret: int = field("i4")


class Edge(Record):
    """An action of a seat. The others of its node are found by `next`.

    chosen: how often it was; worth: the sum of what that was worth to the seat; open: how often it could have
    been chosen, it is not legal in every world; prior: how attractive it is, all together make about 1;
    regret: how much better it would have been to choose it always, where that is secret.
    """

    seat: int = field("i4")
    action: int = field("i4")
    next: int = field("i4")
    child: int = field("i4")
    chosen: int = field("i4")
    open: int = field("i4")
    prior: float = field("f8")
    worth: float = field("f8")
    regret: float = field("f8")


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
    tree.nodes[node].secret = 0
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
    edge.regret = 0.0
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
def legal_edge(tree: Tree, number: int, seat: int, mask: Ints) -> int:
    """The first edge from one on that is a legal action of `seat`; NO_EDGE after the last."""
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.seat == seat and edge.action != UNSEEN and mask[edge.action]:
            return number
        number = int(edge.next)
    return NO_EDGE


@compilable
def count_open(tree: Tree, node: int, seat: int, mask: Ints) -> int:
    """How many of the legal actions of `seat` are edges of a node; each is noted to be open once more."""
    count = 0
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE:
        count += 1
        tree.edges[number].open += 1
        number = legal_edge(tree, int(tree.edges[number].next), seat, mask)
    return count


@compilable
def average(tree: Tree, node: int, seat: int, mask: Ints) -> float:
    """What the legal actions of `seat` at a node were worth to it so far."""
    chosen, worth = 0, 0.0
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE:
        chosen += int(tree.edges[number].chosen)
        worth += float(tree.edges[number].worth)
        number = legal_edge(tree, int(tree.edges[number].next), seat, mask)
    return worth / chosen if chosen > 0 else 0.0


@compilable
def select(tree: Tree, node: int, seat: int, mask: Ints, exploration: float, caution: float) -> int:
    """The legal edge of `seat` that is most worth trying; NO_EDGE if there is none.

    Rosin, "Multi-armed bandits with episode context" (2011), as in AlphaZero: PUCT.
    """
    untried = average(tree, node, seat, mask) - caution
    found, most = NO_EDGE, -math.inf
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE:
        edge = tree.edges[number]
        times = int(edge.chosen)
        value = float(edge.worth) / times if times > 0 else untried
        value += exploration * float(edge.prior) * math.sqrt(float(edge.open)) / (1.0 + times)
        if value > most:
            found, most = number, value
        number = legal_edge(tree, int(edge.next), seat, mask)
    return found


@compilable
def draw(tree: Tree, node: int, seat: int, mask: Ints, random: Rng, curiosity: float) -> int:
    """The legal edge of `seat` that regret matching draws, or curiosity by prior; NO_EDGE if there is none.

    What is decided in secret must not be foreseen: each action is as likely as it is regretted not to have
    been played always. Tammelin, "Solving large imperfect information games using CFR+" (2014).
    """
    regrets, priors = regret(tree, node, seat, mask)
    by_regret = 1.0 - curiosity if regrets > 0 else 0.0
    rest = rng.unit(random)
    found = NO_EDGE
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE and rest >= 0:
        found, edge = number, tree.edges[number]
        if by_regret > 0:
            rest -= by_regret * float(edge.regret) / regrets
        rest -= (1.0 - by_regret) * float(edge.prior) / priors
        number = legal_edge(tree, int(edge.next), seat, mask)
    return found


@compilable
def regret(tree: Tree, node: int, seat: int, mask: Ints) -> tuple[float, float]:
    """Add to the regrets of a node what is known now; the sums of regrets and priors of what is legal."""
    usual = average(tree, node, seat, mask)
    regrets, priors, mean = 0.0, 0.0, 0.0
    first = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    number = first
    while number != NO_EDGE:
        edge = tree.edges[number]
        regrets += float(edge.regret)
        priors += float(edge.prior)
        mean += float(edge.regret) * mean_worth(tree, number, usual)
        number = legal_edge(tree, int(edge.next), seat, mask)
    mean = mean / regrets if regrets > 0 else usual
    regrets = 0.0
    number = first
    while number != NO_EDGE:
        edge = tree.edges[number]
        edge.regret = max(0.0, float(edge.regret) + mean_worth(tree, number, usual) - mean)
        regrets += float(edge.regret)
        number = legal_edge(tree, int(edge.next), seat, mask)
    return regrets, priors


@compilable
def mean_worth(tree: Tree, number: int, untried: float) -> float:
    """What an edge was worth on average."""
    edge = tree.edges[number]
    return float(edge.worth) / int(edge.chosen) if edge.chosen > 0 else untried
