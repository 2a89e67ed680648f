"""Records of games that are not over: a card that was drawn in secret stands in them once it was played."""

from __future__ import annotations

import pytest

import donjon
from donjon import Match
from donjon.games.kingdom_builder.decisions import END
from donjon.kernel import NATURE
from tests.games.kingdom_builder.test_twins import played


def hidden(match: Match, reader: int | None) -> list[int]:
    """The numbers of the actions that the record hides from a reader."""
    lines = match.record(reader).split("\n\n")[1].splitlines()
    return [number for number, line in enumerate(lines) if line.endswith("?")]


def held(match: Match) -> dict[int, int]:
    """For each seat that holds a card the number of the action that gave it, from who began a turn since.

    The first draws go round from the first seat; after that a seat draws when it ends its turn, and the next
    seat plays the card that it has drawn last.
    """
    draws = [number for number, move in enumerate(match.moves) if move.seat == NATURE and "draw" in move.text]
    ends = [number for number, move in enumerate(match.moves) if move.text == "end turn"]
    first = int(match.state.first)
    got = {(first + place) % match.players: draws[place] for place in range(match.players)}
    mover = first
    for end in [*ends, None]:
        got.pop(mover)
        if end is not None:
            later = [number for number in draws if number > end]
            if later:
                got[mover] = later[0]
            mover = (mover + 1) % match.players
    return got


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_is_hidden_while_it_is_in_a_hand(players: int) -> None:
    """KB-3.7, KB-4.1, KB-4.8, KB-11.2.2: from all others, until the owner's next turn begins."""
    cards = 0
    for match in played(players, 21, stops=6):
        if match.over:
            assert hidden(match, None) == []
            continue
        if match.waiting == [NATURE]:
            continue
        cards_of = held(match)
        assert hidden(match, None) == sorted(cards_of.values())
        for seat in range(players):
            others = [number for owner, number in cards_of.items() if owner != seat]
            assert hidden(match, seat) == sorted(others)
        cards += len(cards_of)
    assert cards > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_is_hidden_in_a_match_that_began_from_a_position(players: int) -> None:
    """KB-4.1, KB-4.8: the first turn ends with a draw that is secret until all others have had theirs."""
    match = donjon.from_position(next(played(players, 22)).position())
    hidden_after = []
    for _ in range(players + 1):
        mover = match.view()["actor"]
        while match.view()["actor"] == mover:
            legal = match.legal_actions()
            match.play(END if END in legal else legal[0])
        hidden_after.append(len(hidden(match, None)))
    assert hidden_after == [*range(1, players), players - 1, players - 1]
