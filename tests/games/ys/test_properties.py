"""Random games in every variant: what must hold in every position."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import Match
from donjon.games.ys import model, nouns
from donjon.games.ys.pieces import count_again
from donjon.kernel import copy, rng, rules
from tests.games.ys.playing import played, step
from tests.games.ys.stage import NAME, VARIANTS


def owned(match: Match, seat: int) -> Counter[int]:
    """All brokers of a seat by value, wherever they are."""
    position = match.position()
    counts = Counter(position["screens"][seat]) + Counter(position["fronts"][seat])
    counts.update(one["value"] for one in position["brokers"] if one["owner"] == seat)
    return counts


def full_set(match: Match, seat: int) -> Counter[int]:
    """YS-2.2, YS-9.4.1, YS-9.5.1: what a seat owns in this game."""
    state = match.state
    base = model.EXPRESS_SET if state.express else model.BASE_SET
    counts = Counter({value: int(count) for value, count in enumerate(base)})
    if state.royal:
        counts[2] += 3 - int(state.seats[seat].extras)
    return +counts


def check_pieces(match: Match) -> None:
    """Brokers, ship cards and character cards are conserved; a cell holds one broker."""
    state, position = match.state, match.position()
    for seat in range(match.players):
        assert owned(match, seat) == full_set(match, seat)
    cells = Counter(
        one["place"] for one in position["brokers"] if one["place"] and one["place"][0] in "0123456789"
    )
    assert max(cells.values(), default=0) <= 1
    gone = [*position["deck"], *position["discards"], *(ship for ship in position["ships"] if ship)]
    used = 20 if state.express else 24
    assert len(gone) == len(set(gone)) == used
    hands = [card for hand in position["hands"] for card in hand]
    shown = [card for card in position["characters"] if card not in (None, "white_gem")]
    cards = [*position["unseen"], *hands, *shown]
    assert len(cards) == len(set(cards)) <= 15
    again = copy(state)
    count_again(again)
    assert again.tobytes() == state.tobytes()


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_pieces_are_conserved(players: int, options: dict[str, Any]) -> None:
    """YS-1.2, YS-1.4, YS-2.2, YS-5.4, YS-0.1, YS-0.6: through a whole game, which ends; points never fall."""
    random = Random(players)
    match = donjon.new(NAME, players=players, seed=5, **options)
    track = np.zeros(players)
    deck, unseen, steps = 24, 15, 0
    while not match.over:
        check_pieces(match)
        now = np.array([match.state.seats[seat].points.sum() for seat in range(players)])
        assert (now >= track).all()
        track = now
        assert int(match.state.deck.sum()) <= deck
        assert int(match.state.unseen.sum()) <= unseen
        deck, unseen = int(match.state.deck.sum()), int(match.state.unseen.sum())
        step(match, random)
        steps += 1
        assert steps < 1000
    assert match.waiting == ()
    assert int(match.state.round) == 4
    assert [sum(sources.values()) for sources in match.points_by_source] == match.points


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_redeal_keeps_what_is_known(players: int, options: dict[str, Any]) -> None:
    """A redeal keeps what the seat owns and knows, and the brokers of everybody."""
    for match in played(players, 4, options, stops=4):
        for seat in range(players):
            for stream in range(5):
                state = copy(match.state)
                rules.redeal(state, seat, rng.new("kept", stream))
                mine, before = state.seats[seat], match.state.seats[seat]
                assert mine.tobytes() == before.tobytes()
                for slot in range(nouns.SLOTS):
                    if match.state.owner[slot] == seat:
                        assert state.value[slot] == match.state.value[slot]


def test_views_are_plain_data() -> None:
    """Views are JSON; own screens and own face-down brokers are shown to their owner only (YS-10.9)."""
    for players, options in VARIANTS:
        for match in played(players, 8, options, stops=4):
            for viewer in (None, *range(players)):
                view = match.view(viewer)
                assert json.loads(json.dumps(view)) == view
                for one in [*view["brokers"], *view["throne"]]:
                    mine = not one["neutral"] and one["owner"] == viewer
                    assert one["value"] is not None or not (mine or one["face_up"])
                for player in view["players"]:
                    assert player["seat"] != viewer or player["screen"] is not None
                    assert player["seat"] == viewer or player["choice"] is None
