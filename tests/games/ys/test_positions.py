"""Stated positions: what cannot be is refused with a sentence that says what is missing."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.games.ys import nouns
from tests.games.ys.stage import CLOCKWISE, NAME, Stage, broker


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"phase": "place"}, "'place' needs an 'actor'"),
        ({"phase": "go_on"}, "'go_on' needs an 'actor'"),
        ({"phase": "place", "actor": 3}, "'actor'"),
        ({"phase": "place", "actor": 0, "closed": 3, "quarters": 3}, "'closed'"),
        ({"phase": "place", "actor": 0, "spy": 7}, "'spy'"),
        ({"phase": "open_quarter"}, "'open_quarter' needs a 'quarter'"),
        ({"phase": "ask_cards"}, "needs a 'window'"),
        ({"phase": "bid", "choices": [0, 0, 0]}, "must be without a 'choice'"),
        ({"phase": "value", "actor": 0}, "'value' needs a 'target'"),
        ({"phase": "turn_up"}, "'turn_up' needs a 'target'"),
        ({"phase": "colour", "actor": 0}, "'colour' needs 'resume'"),
        ({"phase": "pick", "actor": 0}, "'pick' needs a 'quarter'"),
        ({"phase": "pick", "actor": 0, "quarter": 0}, "'pick' seat 0 has no legal move"),
        ({"phase": "wizard", "actor": 0}, "'wizard' seat 0 has no legal move"),
        ({"phase": "throne"}, "with Royal Favour only \\(YS-9.4.3\\)"),
        ({"phase": "deal"}, "'order_cards': in the phase 'deal' one seat must have none yet"),
        ({"brokers": [{"owner": 0, "place": "q5.h", "value": 1}]}, "'q5.h' isn't a place"),
        ({"phase": "begin_turn", "brokers": [{"owner": 0, "place": "q1.h"}]}, "needs a 'value'"),
        ({"order_cards": [1, 1, 2]}, "names a card twice"),
        ({"colour": 1}, "has no field 'colour'"),
    ],
    ids=str,
)
def test_positions_that_cannot_be(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(donjon.BadPosition, match=says):
        donjon.from_position({"game": NAME, "players": 3, **fields})


def test_every_phase_is_refused_or_can_be_played() -> None:
    """Whatever phase is stated, with a seat and a quarter: a sentence, or a position that goes on."""
    played = []
    for phase in nouns.Phase.ids():
        for players in (2, 3, 4):
            fields = {"game": NAME, "players": players, "order_cards": CLOCKWISE[:players], "phase": phase}
            for more in ({}, {"actor": 0}, {"quarter": 0}, {"round": 3}, {"round": 4}):
                try:
                    match = donjon.from_position({**fields, **more})
                except donjon.BadPosition:
                    continue
                assert match.over or match.legal
                assert match.view(0)["phase"] in nouns.Phase.ids()
                played.append(phase)
    assert len(set(played)) > 25


def test_a_broker_of_the_throne_room_is_not_placed_in_a_turn() -> None:
    """YS-9.4.13: a stated broker of the throne room has no turn; one on the board has the first."""
    stage = Stage.placing(
        3, round=2, royal_favour="yes", brokers=[broker(0, "t", 3, False), broker(0, "2b", 3)]
    )
    turns = {one["place"]: one["placed_in_turn"] for one in stage.brokers()}
    assert turns == {"t": 0, "2b": 1}
