"""Chapter 11.2: who knows what, and how the unknown is dealt anew."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.kernel import NOBODY, copy, rng, rules
from tests.games.kingdom_builder.stage import END, GAME, Stage, full_deck
from tests.referees.kingdom_builder_board import TERRAINS

PUBLIC = (
    *("phase", "turn", "round", "first", "actor", "waiting", "card", "cards", "layout", "hexes", "locations"),
    *("settlements", "deck", "discard", "removed", "using", "built", "ending", "over", "ranks"),
)
OPEN = ("supply", "tokens", "gold", "total", "holds_card")
LATE: dict[str, Any] = {"phase": "after", "built": 3, "card": "forest"}


def viewers(stage: Stage) -> list[int | None]:
    return [None, *range(stage.seats)]


def hand(stage: Stage, seat: int, viewer: int | None) -> str | None:
    found: str | None = stage.view(viewer)["players"][seat]["hand"]
    return found


def held(stage: Stage, *seats: int) -> tuple[str | None, ...]:
    """What these seats really hold, known to nobody at the table."""
    hands = GAME.position(stage.state)["hands"]
    return tuple(hands[seat] for seat in seats)


def redealt(stage: Stage, seat: int, times: int = 24) -> list[Stage]:
    """The stage with all that `seat` cannot know dealt anew, from so many streams."""
    twins = []
    for stream in range(times):
        twin = Stage(copy(stage.state))
        rules.redeal(twin.state, seat, rng.new(1, stream))
        twins.append(twin)
    return twins


def test_public_knowledge() -> None:
    """KB-11.2.1: board, supplies, tokens, cards played, discarded and removed, and the score are for all."""
    tokens = {0: [("tavern", (6, 7))], 1: [("paddock", (6, 11), "spent")]}
    stage = Stage.at([(7, 7)], [(7, 10)], [], tokens=tokens, discard={"grass": 2}, removed={"desert": 1})
    for viewer in viewers(stage):
        view = stage.view(viewer)
        assert {name: view[name] for name in PUBLIC} == {name: stage.view()[name] for name in PUBLIC}
        for player, same in zip(view["players"], stage.players, strict=True):
            assert {name: player[name] for name in OPEN} == {name: same[name] for name in OPEN}
        assert view["discard"]["grass"] == 2
        assert view["removed"]["desert"] == 1
        assert view["deck"] == 25 - 1 - 2 - 2 - 1


def test_hands_are_secret_until_revealed() -> None:
    """KB-11.2.2: known to the holder alone from the draw until the reveal at the start of the turn."""
    stage = Stage.at([(8, 8)], [(8, 10)], hands=[None, "canyon"], **LATE).do(END).draw("desert")
    assert [hand(stage, 0, viewer) for viewer in viewers(stage)] == [None, "desert", None]
    assert (stage.card, hand(stage, 1, 1)) == ("canyon", None)
    stage.whole_turn("grass")
    assert all(stage.view(viewer)["card"] == "desert" for viewer in viewers(stage))
    assert [hand(stage, 1, viewer) for viewer in viewers(stage)] == [None, None, "grass"]


def test_deck_order_is_hidden() -> None:
    """KB-11.2.3: no view has the order of the deck, only how many cards and which are unseen."""
    stage = Stage.at([(8, 8)], [(8, 10)], hands=[None, "canyon"])
    for viewer in viewers(stage):
        view = stage.view(viewer)
        assert view["deck"] == 23
        assert set(view["unseen"]) == set(TERRAINS)
        assert all(isinstance(count, int) for count in view["unseen"].values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_and_what_follows(players: int) -> None:
    """KB-11.2.4: other hands and the deck are one multiset to a viewer, and no more; no seed is shown."""
    stage = Stage.at(*[[]] * players, hands=[None, *TERRAINS[: players - 1]], card="desert")
    for viewer in range(players):
        left = full_deck()
        left["desert"] -= 1
        if viewer:
            left[TERRAINS[viewer - 1]] -= 1
        view = stage.view(viewer)
        assert view["unseen"] == dict(left)
        assert not {"seed", "rng", "random"} & set(view)
        for twin in redealt(stage, viewer, 2):
            assert json.dumps(twin.view(viewer)) == json.dumps(view)
        others = [seat for seat in range(1, players) if seat != viewer]
        seen = {held(twin, *others) for twin in redealt(stage, viewer)}
        assert len(seen) > 1 or not others


def test_observers_see_no_hands() -> None:
    """KB-11.2.5: a spectator sees who holds a card, never which."""
    stage = Stage.at([], [], [], hands=[None, "grass", "desert"], card="canyon")
    assert [hand(stage, seat, None) for seat in range(3)] == [None] * 3
    assert [player["holds_card"] for player in stage.players] == [False, True, True]
    texts = {json.dumps(twin.view(None)) for twin in redealt(stage, NOBODY, 3)}
    assert texts == {json.dumps(stage.view(None))}
    assert len({held(twin, 1, 2) for twin in redealt(stage, NOBODY)}) > 2


def after_a_reshuffle(*hands: str) -> Stage:
    """Seat 0 has ended a turn with the deck empty and drawn grass from the new one; others hold old cards."""
    empty: list[list[Any]] = [[] for _ in (0, *hands)]
    return Stage.at(*empty, deck={}, hands=[None, *hands], **LATE).do(END).draw("grass")


def test_two_players_know_the_old_card() -> None:
    """KB-11.2.6: after a reshuffle the other's card from before is known exactly, until the next draw."""
    drawing = Stage.at([], [], deck={}, hands=[None, "canyon"], **LATE).do(END)
    assert {held(twin, 1) for twin in redealt(drawing, 0)} == {("canyon",)}
    stage = after_a_reshuffle("canyon")
    assert (stage.actor, stage.card) == (1, "canyon")
    assert len({held(twin, 0) for twin in redealt(stage, 1)}) > 1
    stage.whole_turn("desert")
    assert len({held(twin, 1) for twin in redealt(stage, 0)}) > 1


@pytest.mark.parametrize("viewer", [0, NOBODY])
def test_old_cards_are_known_as_a_multiset(viewer: int) -> None:
    """KB-11.2.6: with more players the cards from before the reshuffle stay among their hands."""
    stage = after_a_reshuffle("canyon", "desert", "desert")
    assert (stage.actor, stage.card) == (1, "canyon")
    assert {held(twin, 2, 3) for twin in redealt(stage, viewer, 40)} == {("desert", "desert")}
    mixed = after_a_reshuffle("desert", "desert", "canyon")
    assert {held(twin, 2, 3) for twin in redealt(mixed, viewer, 40)} == {
        ("desert", "canyon"),
        ("canyon", "desert"),
    }
    fresh = {held(twin, 0) for twin in redealt(stage, viewer, 40)}
    assert fresh == {("grass",)} if viewer == 0 else len(fresh) > 1


def test_an_own_old_card_tells_the_others() -> None:
    """KB-11.2.6: who holds one of two old cards knows the other exactly."""
    stage = after_a_reshuffle("grass", "desert", "canyon")
    assert {held(twin, 2, 3) for twin in redealt(stage, 2)} == {("desert", "canyon")}
    assert {held(twin, 2, 3) for twin in redealt(stage, 1)} == {("desert", "canyon"), ("canyon", "desert")}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_redeal_keeps_the_rest(players: int) -> None:
    """KB-11.2.4, KB-11.2.6: only hidden hands and the content of the deck change; no card comes or goes."""
    stage = after_a_reshuffle(*TERRAINS[2 : players + 1]).whole_turn("grass")
    before, after = np.zeros((2, GAME.OBSERVATION), np.float32)
    for seat in (*range(players), NOBODY):
        rules.observe(stage.state, max(seat, 0), before)
        for number, twin in enumerate(redealt(stage, seat, 6)):
            hands = held(twin, *range(players))
            assert [card is not None for card in hands] == [
                card is not None for card in held(stage, *range(players))
            ]
            piles = twin.state.deck + twin.state.discard + twin.state.removed
            cards = [
                int(piles[at]) + (*hands, stage.card).count(terrain) for at, terrain in enumerate(TERRAINS)
            ]
            assert cards == [5] * 5
            if number == 0:
                viewer = None if seat == NOBODY else seat
                assert twin.view(viewer) == stage.view(viewer)
            if seat != NOBODY:
                rules.observe(twin.state, seat, after)
                assert after.tobytes() == before.tobytes()


def test_a_spectators_observation_is_the_same_in_all_twin_worlds() -> None:
    """KB-11.2.5: observers see no hand cards, whoever holds which."""
    match = donjon.new("kingdom-builder", players=4, seed=2)
    seen = set()
    for seed in range(20):
        twin = copy(match.state)
        rules.redeal(twin, NOBODY, rng.new(seed))
        out = np.zeros(match.game.OBSERVATION, np.float32)
        rules.observe(twin, NOBODY, out)
        seen.add(out.tobytes())
    assert len(seen) == 1
