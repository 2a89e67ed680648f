"""KB-11.2.6: a re-deal agrees with what counting tells, and depends on nothing that is hidden."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import donjon
from donjon.games.kingdom_builder.position import state_fields
from donjon.kernel import NOBODY, copy, rng, rules

DECK = {"grass": 3, "flower_field": 4, "forest": 4, "canyon": 4, "desert": 3}


def after_reshuffle(hands: tuple[str | None, ...], eras: tuple[int, ...], deck: dict[str, int] = DECK) -> Any:
    """A position in which one reshuffle has happened; era 0 cards were drawn before it."""
    state = copy(donjon.new("kingdom-builder", len(hands), 0, board="first-game", first=0).state)
    eras_and_cards = {"era": 1, "hands": list(hands), "hand_eras": list(eras), "deck": deck}
    # Seat 0 may hold a card beside the one in play, which no game comes to: so there is one more to deal.
    state_fields(state, {"card": "grass", **eras_and_cards})
    return state


def redealt(state: Any, seat: int, seed: int) -> Any:
    twin = copy(state)
    rules.redeal(twin, seat, rng.new(seed))
    return twin


def hands_of(state: Any) -> tuple[int, ...]:
    return tuple(int(state.seats[seat].hand) for seat in range(state.players))


def test_with_two_players_an_old_card_of_the_other_is_known_exactly() -> None:
    """KB-11.2.6: after a reshuffle the other's older card is known by counting."""
    state = after_reshuffle((None, "desert"), (0, 0))
    assert {hands_of(redealt(state, 0, seed)) for seed in range(50)} == {hands_of(state)}


def test_with_two_players_a_new_card_of_the_other_is_unknown() -> None:
    """KB-11.2.6: it becomes unknown again when that player next draws."""
    state = after_reshuffle((None, "desert"), (0, 1))
    assert {hands_of(redealt(state, 0, seed))[1] for seed in range(200)} == set(range(5))


def test_old_cards_only_change_hands_among_those_who_hold_old_ones() -> None:
    """KB-11.2.6: each hidden card comes from the deck it was drawn from."""
    state = after_reshuffle(("grass", "forest", "desert", "canyon"), (0, 0, 0, 1))
    old = hands_of(state)[:3]
    seen = {hands_of(redealt(state, 3, seed)) for seed in range(300)}
    assert seen == {(*mixed, hands_of(state)[3]) for mixed in permutations(old)}


def test_the_viewers_own_card_and_the_cards_in_all_stay() -> None:
    """KB-11.2.4, KB-11.2.6: nothing the seat knows changes, and no card appears or goes."""
    state = after_reshuffle(("grass", "forest", "desert", "canyon"), (0, 1, 0, 1))
    for seat in (0, 1, 2, 3, NOBODY):
        for seed in range(30):
            twin = redealt(state, seat, seed)
            if seat != NOBODY:
                assert twin.seats[seat].hand == state.seats[seat].hand
            for terrain in range(5):
                held = [hands_of(world).count(terrain) + int(world.deck[terrain]) for world in (state, twin)]
                assert held[0] == held[1]


@pytest.mark.parametrize("seat", [0, 1, 2, 3, NOBODY])
def test_all_twin_worlds_are_redealt_alike(seat: int) -> None:
    """KB-11.2.4: with the same generator, worlds that the seat cannot tell apart become the same world.

    So nothing that is built on a re-deal, such as a bot's choice, can depend on what is hidden.
    """
    state = after_reshuffle(("grass", "forest", "desert", "canyon"), (0, 1, 0, 0))
    twins = [redealt(state, seat, seed) for seed in range(40)]
    assert len({twin.tobytes() for twin in twins}) > 3
    for seed in range(5):
        again = {redealt(twin, seat, seed).tobytes() for twin in [state, *twins]}
        assert len(again) == 1
