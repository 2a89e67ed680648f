"""The tree of a search: statistics of each action, by what the deciding seat has seen before it.

A node stands for the actions seen since the root; all actions that a seat did not see share one edge. Every
seat has its place in the tree. As long as all seats see everything, these are one node; after a secret
action, the seats that know it go on to another node than the seats that do not. So no seat's decision within
the tree rests on what it could not know, and nothing is stored twice.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from donjon.kernel import rng, rules
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints, Record, Records, field, layout
from donjon.kernel.rng import Rng

# Room for nodes and edges, enough for some seconds. A full tree grows no more, and its playouts go on from
# where it ends.
NODES = 1 << 17
EDGES = 1 << 21
# The most actions between the root and a leaf that are looked at.
DEEPEST = 256
SEATS = 8

NO_EDGE = NO_NODE = -1
UNSEEN = -1  # the action of an edge for all actions that the seat did not see


class Node(Record):
    """A node. first: its first edge, or NO_EDGE; visits: how often a seat has decided here.

    secret: 1 if an action was played here that some seat did not see.
    """

    first: int = field("i4")
    visits: int = field("i4")
    secret: int = field("i4")


class Edge(Record):
    """An action of a seat. `next` leads to the other edges of its node.

    chosen: how often it was; worth: the sum of what that was worth to the seat; open: how often it could
    have been chosen, as it is not legal in every world; prior: how attractive it is, about 1 for all
    together; regret: how much better it would have been to choose it always, in nodes with secret
    actions.
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
    """A tree and the way down it; its contents are meaningful only during a search."""

    nodes: Records[Node]
    edges: Records[Edge]
    used: Ints  # int64[2]: nodes, edges
    places: Ints  # int64[SEATS]: the node of each seat, NO_NODE when it has left the tree
    path: Ints  # int64[DEEPEST]: the edges on the way down
    values: Floats  # float64[SEATS]: the value of the leaf for each seat


def new_tree(nodes: int = NODES, edges: int = EDGES) -> Tree:
    """Return an empty tree with room for these numbers of nodes and edges."""
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
    """Remove all nodes and edges, and add the root, node 0."""
    tree.used[0] = 0
    tree.used[1] = 0
    add_node(tree)


@compilable
def add_node(tree: Tree) -> int:
    """Add a node and return its number; NO_NODE when there is no room."""
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
    """Add an edge to a node and return its number; NO_EDGE when there is no room."""
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
    """Return the edge of a node for an action of a seat, or NO_EDGE."""
    number = int(tree.nodes[node].first)
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.action == action and edge.seat == seat:
            return number
        number = int(edge.next)
    return NO_EDGE


@compilable
def child_of(tree: Tree, node: int, seat: int, action: int) -> int:
    """Return the node after an action of a seat, made if need be; NO_NODE when there is no room."""
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
    """Move every seat down the tree by what it sees of an action of `seat`; call it before the action.

    Returns whether some seat does not see the action.
    """
    seen_by = rules.observers(state, seat, action)
    last_node, last_seen, child = NO_NODE, UNSEEN, NO_NODE
    secret = False
    for viewer in range(rules.seats(state)):
        node = int(tree.places[viewer])
        observed = action if seen_by >> viewer & 1 else UNSEEN
        secret |= observed == UNSEEN
        if node == NO_NODE:
            continue
        if node != last_node or observed != last_seen:
            child = child_of(tree, node, seat, observed)
            last_node, last_seen = node, observed
        tree.places[viewer] = child
    return secret


@compilable
def open_edges(
    tree: Tree, node: int, seat: int, mask: Ints, score: Floats, temperature: float, known: int
) -> None:
    """Add edges to a node for legal actions of `seat` that have none yet.

    The node has `known` edges of legal actions. The priors are a softmax of the scores with `temperature`.
    """
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
    """Return the first edge, from `number` on, of a legal action of `seat`; NO_EDGE after the last."""
    while number != NO_EDGE:
        edge = tree.edges[number]
        if edge.seat == seat and edge.action != UNSEEN and mask[edge.action]:
            return number
        number = int(edge.next)
    return NO_EDGE


@compilable
def count_open(tree: Tree, node: int, seat: int, mask: Ints) -> int:
    """Return the number of legal actions of `seat` that are edges of a node, and add 1 to `open` of each."""
    count = 0
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE:
        count += 1
        tree.edges[number].open += 1
        number = legal_edge(tree, int(tree.edges[number].next), seat, mask)
    return count


@compilable
def average(tree: Tree, node: int, seat: int, mask: Ints) -> float:
    """Return the average worth to `seat` of its legal actions at a node so far; 0 before the first."""
    chosen, worth = 0, 0.0
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE:
        chosen += int(tree.edges[number].chosen)
        worth += float(tree.edges[number].worth)
        number = legal_edge(tree, int(tree.edges[number].next), seat, mask)
    return worth / chosen if chosen > 0 else 0.0


@compilable
def select(tree: Tree, node: int, seat: int, mask: Ints, exploration: float, caution: float) -> int:
    """Return the legal edge of `seat` that is most worth trying (PUCT); NO_EDGE if there is none.

    Rosin, "Multi-armed bandits with episode context" (2011), as in AlphaZero.
    """
    untried = average(tree, node, seat, mask) - caution
    chosen, most = NO_EDGE, -math.inf
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE:
        edge = tree.edges[number]
        times = int(edge.chosen)
        value = float(edge.worth) / times if times > 0 else untried
        value += exploration * float(edge.prior) * math.sqrt(float(edge.open)) / (1.0 + times)
        if value > most:
            chosen, most = number, value
        number = legal_edge(tree, int(edge.next), seat, mask)
    return chosen


@compilable
def draw(tree: Tree, node: int, seat: int, mask: Ints, random: Rng, curiosity: float) -> int:
    """Draw a legal edge of `seat` by regret matching, or with `curiosity` by prior; NO_EDGE without any.

    Secret decisions must not be predictable: each action is as likely as the regret of not having played
    it always. Tammelin, "Solving large imperfect information games using CFR+" (2014).
    """
    regrets, priors = regret(tree, node, seat, mask)
    by_regret = 1.0 - curiosity if regrets > 0 else 0.0
    rest = rng.unit(random)
    chosen = NO_EDGE
    number = legal_edge(tree, int(tree.nodes[node].first), seat, mask)
    while number != NO_EDGE and rest >= 0:
        chosen, edge = number, tree.edges[number]
        if by_regret > 0:
            rest -= by_regret * float(edge.regret) / regrets
        rest -= (1.0 - by_regret) * float(edge.prior) / priors
        number = legal_edge(tree, int(edge.next), seat, mask)
    return chosen


@compilable
def regret(tree: Tree, node: int, seat: int, mask: Ints) -> tuple[float, float]:
    """Update the regrets of a node's legal edges; return the sums of their regrets and of their priors."""
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
    """Return the average worth of an edge, `untried` if it was never chosen."""
    edge = tree.edges[number]
    return float(edge.worth) / int(edge.chosen) if edge.chosen > 0 else untried
