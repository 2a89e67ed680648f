"""The tree of a search: who stands where in it, what is tried, and that it never grows out of its arrays."""

import numpy as np
import pytest

import donjon
from donjon.bots import tree
from donjon.bots.tree import NO_EDGE, NO_NODE, Tree
from donjon.kernel import rng, rules
from donjon.kernel.decisions import legal_list


def small(nodes: int = 50, edges: int = 200) -> Tree:
    made = tree.new_tree(nodes, edges)
    tree.clear(made)
    made.places[:] = 0
    return made


def masked(*legal: int) -> np.ndarray:
    mask = np.zeros(6, np.uint8)
    mask[list(legal)] = 1
    return mask


def grown(*worths: float, seat: int = 0) -> Tree:
    """A root with an edge for each number, its attraction; each could be chosen once so far."""
    made = small()
    for action, prior in enumerate(worths):
        made.edges[tree.add_edge(made, 0, seat, action, prior)].open = 1
    return made


def test_what_all_see_leads_all_to_one_node() -> None:
    match = donjon.new("caylus", players=3, seed=1)
    made = small()
    tree.advance(made, match.state, 0, match.legal_actions()[0])
    assert len(set(made.places[:3])) == 1
    assert made.places[0] not in (0, NO_NODE)


def test_a_secret_action_parts_those_who_know_it_from_those_who_do_not() -> None:
    """Whatever seat 1 bids in secret, the others come to one and the same node, and it does not."""
    match = donjon.new("ys", players=3, seed=2)
    made, ends = small(), []
    for action in legal_list(match.state, 1)[:3]:
        made.places[:] = 0
        tree.advance(made, match.state, 1, action)
        assert made.places[0] == made.places[2]
        ends.append((int(made.places[1]), int(made.places[0])))
    assert len({own for own, _ in ends}) == 3
    assert len({others for _, others in ends}) == 1
    assert {own for own, _ in ends}.isdisjoint({others for _, others in ends})


def test_the_same_way_leads_to_the_same_node() -> None:
    match = donjon.new("caylus", players=2, seed=1)
    first, second = match.legal_actions()[:2]
    made = small()
    ends = []
    for action in (first, second, first):
        made.places[:] = 0
        tree.advance(made, match.state, 0, action)
        ends.append(int(made.places[0]))
    assert ends[0] == ends[2] != ends[1]
    assert made.used[0] == 3


def test_who_has_left_the_tree_stays_out() -> None:
    match = donjon.new("caylus", players=2, seed=1)
    made = small()
    made.places[1] = NO_NODE
    tree.advance(made, match.state, 0, match.legal_actions()[0])
    assert made.places[1] == NO_NODE != made.places[0]


def test_actions_are_as_attractive_as_their_scores_say() -> None:
    made = small()
    score = np.array([0, 2, 0, 2 + np.log(2), 0, 0], np.float32)
    tree.open_edges(made, 0, 1, masked(1, 3), score, 1.0, 0)
    priors = {int(edge.action): float(edge.prior) for edge in made.edges[: made.used[1]]}
    assert priors == pytest.approx({1: 1 / 3, 3: 2 / 3})


def test_what_becomes_legal_in_another_world_is_added_once() -> None:
    made = small()
    score = np.zeros(6, np.float32)
    for legal in (masked(0, 1), masked(1, 4), masked(0, 4)):
        known = tree.count_open(made, 0, 2, legal)
        tree.open_edges(made, 0, 2, legal, score, 1.0, known)
    assert sorted(int(edge.action) for edge in made.edges[: made.used[1]]) == [0, 1, 4]


def test_how_often_an_action_could_be_chosen_is_counted_for_its_seat_alone() -> None:
    made = grown(0.5, 0.5)
    tree.add_edge(made, 0, 1, 0, 0.5)
    assert tree.count_open(made, 0, 0, masked(0, 1)) == 2
    assert tree.count_open(made, 0, 0, masked(1, 2)) == 1
    assert [int(edge.open) for edge in made.edges[:3]] == [2, 3, 0]


def test_the_most_attractive_is_tried_first_and_never_what_is_not_legal() -> None:
    made = grown(0.1, 0.6, 0.3)
    assert tree.select(made, 0, 0, masked(0, 1, 2), 0.5, 0.0) == 1
    assert tree.select(made, 0, 0, masked(0, 2), 0.5, 0.0) == 2
    assert tree.select(made, 0, 0, masked(3), 0.5, 0.0) == NO_EDGE
    assert tree.select(made, 0, 1, masked(0, 1, 2), 0.5, 0.0) == NO_EDGE


def test_what_was_good_is_tried_again_and_what_was_never_tried_comes_in_time() -> None:
    made = grown(0.5, 0.5)
    made.edges[0].chosen, made.edges[0].worth = 10, 9.0
    made.edges[1].chosen, made.edges[1].worth = 10, 1.0
    for edge in made.edges[:2]:
        edge.open = 20
    assert tree.select(made, 0, 0, masked(0, 1), 0.5, 0.0) == 0
    made.edges[0].chosen, made.edges[0].worth, made.edges[0].open = 1000, 900.0, 1010
    made.edges[1].chosen, made.edges[1].worth, made.edges[1].open = 1, 0.5, 1010
    assert tree.select(made, 0, 0, masked(0, 1), 0.5, 0.0) == 1


def test_caution_lowers_what_was_not_tried() -> None:
    made = grown(0.5, 0.5)
    made.edges[0].chosen, made.edges[0].worth, made.edges[0].open = 4, 2.0, 4
    made.edges[1].open = 4
    assert tree.select(made, 0, 0, masked(0, 1), 0.1, 0.0) == 1
    assert tree.select(made, 0, 0, masked(0, 1), 0.1, 0.5) == 0


def test_a_full_tree_takes_nothing_more() -> None:
    match = donjon.new("caylus", players=2, seed=1)
    made = small(nodes=2, edges=3)
    for action in match.legal_actions()[:5]:
        made.places[:] = 0
        tree.advance(made, match.state, 0, action)
    assert list(made.used) == [2, 3]
    assert list(made.places[:2]) == [NO_NODE, NO_NODE]


def test_clear_leaves_a_root_without_edges() -> None:
    made = grown(0.5, 0.5)
    tree.clear(made)
    assert list(made.used) == [1, 0]
    assert made.nodes[0].first == NO_EDGE
    assert made.nodes[0].visits == 0
    assert tree.find_edge(made, 0, 0, 0) == NO_EDGE


def test_every_seat_of_every_game_has_a_place() -> None:
    most = max(max(game.seats) for game in donjon.games.values())
    assert most <= tree.SEATS
    assert rules.NATURE < tree.SEATS


def test_what_is_secret_is_mixed_about_as_it_should_be() -> None:
    """Stone, paper and scissors, where stone wins twice as much: paper should be half of all.

    What an action was worth is an average over all that the other played, so that it is only about so.
    """
    pays = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    sides = [grown(1 / 3, 1 / 3, 1 / 3) for _ in range(2)]
    random = rng.new("stone")
    mask = masked(0, 1, 2)
    for _ in range(4000):
        first, second = (tree.draw(side, 0, 0, mask, random, 0.05) for side in sides)
        won = float(pays[sides[0].edges[first].action, sides[1].edges[second].action])
        for side, number, worth in ((sides[0], first, won), (sides[1], second, -won)):
            side.edges[number].chosen += 1
            side.edges[number].worth += worth
    for side in sides:
        shares = [int(side.edges[number].chosen) / 4000 for number in range(3)]
        assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.18)


def test_only_what_is_legal_is_drawn() -> None:
    made, random = grown(0.2, 0.5, 0.3), rng.new("legal")
    drawn = {tree.draw(made, 0, 0, masked(0, 2), random, 0.2) for _ in range(50)}
    assert {int(made.edges[number].action) for number in drawn} == {0, 2}
    assert tree.draw(made, 0, 0, masked(4), random, 0.2) == NO_EDGE
    assert tree.draw(made, 0, 1, masked(0), random, 0.2) == NO_EDGE
