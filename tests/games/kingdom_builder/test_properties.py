"""Random games: what must hold in every position of every game, for 2, 3 and 4 players."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from donjon.kernel import NATURE, rules
from tests.games.kingdom_builder.stage import END, GAME, TOKEN, Stage, number
from tests.referees.kingdom_builder_actions import BUILDS, KINDS
from tests.referees.kingdom_builder_board import (
    LAND,
    SECTORS,
    TERRAINS,
    Hex,
    around,
    beside,
    board_of,
    groups,
    sector_slot,
)
from tests.referees.kingdom_builder_scoring import CARDS, gold, ranks

GAMES = [(2, 0), (2, 1), (3, 0), (3, 1), (4, 1)]


def chosen_board(random: Random) -> dict[str, Any]:
    """Options for a game whose board and cards are chosen, not drawn."""
    return {
        "sectors": tuple(random.sample(SECTORS, 4)),
        "orientations": tuple(random.choice((0, 180)) for _ in range(4)),
        "cards": tuple(random.sample(CARDS, 3)),
    }


def begin(players: int, seed: int) -> tuple[Stage, Random]:
    """A game on a board that chance draws (even seeds) or that is chosen (odd ones)."""
    random = Random(1000 * players + seed)
    return Stage.new(players, **(chosen_board(random) if seed % 2 else {})), random


def step(stage: Stage, random: Random) -> int:
    """Plays a random legal action, a token rather often: plain random play would mostly end its turns."""
    legal = sorted(stage.legal())
    tokens = [action for action in legal if 400 <= action < END]
    action = random.choice(tokens if tokens and random.random() < 0.5 else legal)
    stage.do(action)
    return action


def check_pieces(position: dict[str, Any], lying: dict[Hex, int]) -> None:
    """Settlements, cards and tokens are conserved; at most one settlement stands on a hex."""
    for own, supply in zip(position["settlements"], position["supply"], strict=True):
        assert len(own) + supply == 40
    hexes = [tuple(hex_) for own in position["settlements"] for hex_ in own if hex_ is not None]
    assert len(hexes) == len(set(hexes))
    cards = Counter(position["deck"]) + Counter(position["discard"]) + Counter(position["removed"])
    cards.update(card for card in (*position["hands"], position["card"]) if card)
    if position["phase"] not in ("sector", "kingdom_card", "first"):
        assert cards == dict.fromkeys(TERRAINS, 5)
    taken = Counter(tuple(hex_) for own in position["taken"] for hex_ in own)
    held = Counter(tuple(token["hex"]) for own in position["tokens"] for token in own)
    for place in position["left"]:
        hex_ = tuple(place["hex"])
        assert place["left"] + taken[hex_] == 2
        assert held[hex_] <= taken[hex_]
        assert place["left"] <= lying.get(hex_, 2)
        lying[hex_] = place["left"]


def check_tokens(stage: Stage) -> None:
    """KB-7.7: whoever holds a token has a settlement beside its location hex (one in the air aside)."""
    if stage.phase != "put":
        for seat in range(stage.seats):
            for kind, hex_, _ in stage.tokens(seat):
                assert around(hex_) & stage.own(seat)
                assert kind == stage.layout[sector_slot(hex_)]["sector"]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_pieces_are_conserved(players: int, seed: int) -> None:
    """KB-1.5, KB-1.6, KB-1.7, KB-5.1, KB-7.7, KB-7.18, KB-9.4: through a whole game, which ends."""
    stage, random = begin(players, seed)
    lying: dict[Hex, int] = {}
    turns: Counter[int] = Counter()
    steps = 0
    before = GAME.position(stage.state)
    while not rules.over(stage.state):
        check_pieces(before, lying)
        if steps % 25 == 0:
            check_tokens(stage)
        mover = stage.mover
        turns[mover] += step(stage, random) == END
        after = GAME.position(stage.state)
        for seat in range(players):
            if seat != mover and mover != NATURE:
                assert after["tokens"][seat] == before["tokens"][seat]
                assert after["settlements"][seat] == before["settlements"][seat]
        before = after
        steps += 1
        assert steps < 1000
    check_pieces(GAME.position(stage.state), lying)
    assert stage.waits_for() == []
    assert {turns[seat] for seat in range(players)} == {turns[0]}
    assert 0 in GAME.position(stage.state)["supply"]


def expected(stage: Stage) -> set[int]:
    """The legal actions by the referee, from what everybody sees."""
    table, seat, using = stage.table(), stage.actor, stage.using
    if stage.phase == "target":
        return {number(hex_) for hex_ in table.build_targets(using, seat)}
    if stage.phase == "lift":
        return {number(hex_) for hex_ in table.moves(using, seat)}
    if stage.phase == "put":
        lifted = tuple(stage.lifted)
        table.own[seat].add(lifted)
        return {number(hex_) for hex_ in table.move_targets(using, seat, lifted)}
    usable = {kind for kind, _, state in stage.tokens(seat) if state == "usable"}
    tokens = {TOKEN[kind] for kind in usable if table.usable(kind, seat, stage.supply(seat))}
    builds = {number(hex_) for hex_ in table.mandatory(seat)}
    if stage.phase == "start":
        assert stage.built == 0 < stage.supply(seat)
        return builds | tokens
    if stage.phase == "mandatory":
        assert stage.built in (1, 2)
        return builds
    assert stage.phase == "after"
    assert stage.built == 3 or stage.supply(seat) == 0
    return tokens | {END}


def check_legal(stage: Stage) -> None:
    """`legal` agrees with the referee."""
    if stage.mover != NATURE:
        assert stage.legal() == expected(stage)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_legal_actions(players: int, seed: int) -> None:
    """KB-5.6, KB-5.7, KB-8.1 to KB-8.8, KB-11.1.4: in positions of random games."""
    stage, random = begin(players, seed + 10)
    checked: Counter[str] = Counter()
    while not rules.over(stage.state):
        phase = GAME.position(stage.state)["phase"]
        if random.random() < 0.04 or checked[phase] == 0:
            check_legal(stage)
            checked[phase] += 1
        step(stage, random)
    assert stage.legal(0) == set()
    assert {"deal", "draw", "start", "mandatory", "after"} <= set(checked)


def check_gold(stage: Stage) -> None:
    table = stage.table()
    for source in ("castles", *stage.cards):
        assert stage.gold(source) == gold(table.board, table.own, source)
    assert stage.final_ranks() == ranks(stage.totals())
    for seat, player in enumerate(stage.players):
        assert sum(player["gold"].values()) == player["total"] == rules.total(stage.state, seat)
        assert set(player["counting"]) == set(player["gold"])
        for source, hexes in player["counting"].items():
            check_counting(stage, seat, source, [tuple(hex_) for hex_ in hexes])


# What each hex that counts is worth, where it is worth something by itself.
EACH = {"castles": 3, "merchants": 4, "knights": 2, "farmers": 3}
ALL = ("lords", "discoverers")


def check_counting(stage: Stage, seat: int, source: str, hexes: list[Hex]) -> None:
    """The hexes that are lit up for a source are those that the gold comes from."""
    gold, own, board = stage.gold(source, seat), stage.own(seat), stage.table().board
    assert hexes == sorted(set(hexes))
    if source in ALL:
        assert set(hexes) == own
        assert source == "lords" or gold == len({row for row, _ in hexes})
    elif source == "citizens":
        assert gold == len(hexes) // 2
        assert len(groups(hexes)) == min(1, len(hexes))
    else:
        assert gold == EACH.get(source, 1) * len(hexes)
    if source in ("castles", "merchants"):
        assert {board[hex_] for hex_ in hexes} <= {"K", "L"}
        assert set(hexes) <= beside(own)
    else:
        assert set(hexes) <= own
    if source == "knights":
        assert len({row for row, _ in hexes}) == min(1, len(own))
    if source == "farmers":
        assert len({sector_slot(hex_) for hex_ in hexes}) <= 1


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_gold(players: int, seed: int) -> None:
    """KB-10.0.1, KB-10.1 to KB-10.11, KB-10.12.1: points by source are those of the referee, and sum up."""
    stage, random = begin(players, seed + 20)
    while not rules.over(stage.state):
        if stage.mover != NATURE and random.random() < 0.03:
            check_gold(stage)
        step(stage, random)
    check_gold(stage)
    assert stage.ranks == stage.final_ranks()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_are_plain_data(players: int) -> None:
    """KB-11.2.1, KB-11.2.2: views are JSON and show a hand to its holder only; a draw is seen by one."""
    stage, random = begin(players, 30)
    everyone = (1 << players) - 1
    while not rules.over(stage.state):
        if random.random() < 0.02 or stage.state.turn == 0:
            position = GAME.position(stage.state)
            hands, drawer = position["hands"], position["actor"]
            for action in stage.legal():
                seen = rules.observers(stage.state, stage.mover, action) & everyone
                assert seen == (1 << drawer if position["phase"] in ("deal", "draw") else everyone)
            for viewer in (None, *range(players)):
                view = stage.view(viewer)
                assert json.loads(json.dumps(view)) == view
                shown = [player["hand"] for player in view["players"]]
                assert shown == [hand if seat == viewer else None for seat, hand in enumerate(hands)]
                assert view["seat"] == viewer
                assert sum(view["unseen"].values()) == view["deck"] + sum(
                    hand is not None for seat, hand in enumerate(hands) if seat != viewer
                )
        step(stage, random)


def scattered(random: Random) -> Stage:
    """A random position at the start of a turn: clumps and lines on a random board, tokens at random."""
    layout = (tuple(random.sample(SECTORS, 4)), tuple(random.choice((0, 180)) for _ in range(4)))
    board = board_of(*layout)
    places = [hex_ for hex_, letter in board.items() if letter == "L"]
    taken: set[Hex] = set()
    seats = []
    for _ in range(random.choice((2, 3, 4))):
        own: set[Hex] = set()
        for _ in range(random.choice((0, 1, 5, 12, 25, 39))):
            near = beside(own) if own and random.random() < 0.7 else set(board)
            water = "W" if random.random() < 0.2 else ""
            free = [hex_ for hex_ in sorted(near - taken) if board[hex_] in LAND or board[hex_] == water]
            if free:
                own.add(random.choice(free))
                taken |= own
        seats.append(own)
    held = {0: [(layout[0][sector_slot(hex_)], hex_) for hex_ in places if random.random() < 0.6]}
    cards = random.sample(CARDS, 3)
    return Stage.at(*seats, layout=layout, tokens=held, card=random.choice(TERRAINS), cards=cards)


def test_gold_of_crowded_boards() -> None:
    """KB-10.1 to KB-10.11: every card, and the hexes that it is said to come from, in lines and clumps."""
    random = Random("gold")
    seen: Counter[str] = Counter()
    for _ in range(60):
        stage = scattered(random)
        check_gold(stage)
        seen.update(stage.cards)
    assert min(seen[card] for card in CARDS) > 8


def complete(stage: Stage) -> set[tuple[int, ...]]:
    """Every complete decision, followed through `legal`."""
    found: set[tuple[int, ...]] = set()
    for action in stage.legal():
        if action < 400 or action == END:
            found.add((action,))
            continue
        using = stage.twin().do(action)
        for hex_ in using.legal():
            if KINDS[action - 400] in BUILDS:
                found.add((action, hex_))
            else:
                found |= {(action, hex_, goal) for goal in using.twin().do(hex_).legal()}
    return found


@pytest.mark.parametrize("seed", range(24))
def test_decisions_in_scattered_positions(seed: int) -> None:
    """KB-5.6, KB-8.1 to KB-8.8, KB-10.1 to KB-10.11: decisions and gold far from what play would reach."""
    stage = scattered(Random(seed))
    if stage.mover == NATURE:
        stage.do(min(stage.legal()))
    table, supply = stage.table(), stage.supply(0)
    wanted: set[tuple[int, ...]] = {(number(hex_),) for hex_ in table.mandatory(0)}
    for kind, _, _ in stage.tokens(0):
        if not table.usable(kind, 0, supply):
            continue
        if kind in BUILDS:
            wanted |= {(TOKEN[kind], number(hex_)) for hex_ in table.build_targets(kind, 0)}
        else:
            for lifted, targets in table.moves(kind, 0).items():
                wanted |= {(TOKEN[kind], number(lifted), number(goal)) for goal in targets}
    assert complete(stage) == wanted
    check_gold(stage)
    assert np.isfinite(rules.estimate(stage.state, 0))
