"""Twin worlds: two games that a seat cannot tell apart are the same to it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from donjon import Match
from donjon.games.ys import nouns
from donjon.kernel import NOBODY, rules
from tests.games.ys.playing import played, redealt, replayed, retold, step, swapped_with_the_throne_room
from tests.games.ys.stage import GAME, VARIANTS, mask


def seats(match: Match) -> list[tuple[int, int | None]]:
    """Every seat and the spectator: as redeal and as view call them."""
    return [*((seat, seat) for seat in range(match.players)), (NOBODY, None)]


def seen(match: Match, viewer: int | None) -> list[Any]:
    """All that a seat is told."""
    out = np.zeros(GAME.OBSERVATION, np.float32)
    rules.observe(match.state, NOBODY if viewer is None else viewer, out)
    lines = [event.seen_by(viewer) for event in match.events]
    return [
        json.dumps(match.view(viewer)),
        [(event.kind, event.seat, event.args, event.rules) for event in lines],
        [GAME.event_message(event).english() for event in lines],
        GAME.prompt(match.state, viewer).english(),
        out.tobytes(),
        match.points,
        match.waiting,
        None if viewer is None else sorted(mask(match.state, viewer)),
    ]


def hidden_part(record: str) -> str:
    """A record without its seed and commitment, which a twin cannot share."""
    return "\n".join(line for line in record.splitlines() if not line.startswith(("seed", "commitment")))


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_twin_worlds(players: int, options: dict[str, Any]) -> None:
    """YS-0.3, YS-10.1, YS-10.2, YS-10.8 to YS-10.12: no seat can tell its world from a redealt one.

    The twin is played from the start with the other brokers chosen: every action must be legal, and lead to
    the very state that the redeal made. View, log, prompt, observation and record stay the same.
    """
    different = 0
    for match in (one for seed in range(2) for one in played(players, seed, options, stops=3)):
        for stream, (seat, viewer) in enumerate(seats(match)):
            state = redealt(match, seat, stream)
            twin = replayed(match, retold(match, state))
            assert twin.state.tobytes() == state.tobytes()
            assert seen(twin, viewer) == seen(match, viewer)
            assert hidden_part(twin.record(viewer)) == hidden_part(match.record(viewer))
            different += twin.state.tobytes() != match.state.tobytes()
        if match.over:
            assert redealt(match, NOBODY, 9).tobytes() == match.state.tobytes()
    assert different > 0


@pytest.mark.parametrize("seed", range(4))
def test_twin_worlds_after_a_swap_with_the_throne_room(seed: int) -> None:
    """YS-9.4.7, YS-10.8, YS-10.10: who left or entered the throne room is dealt as could be."""
    match, random = swapped_with_the_throne_room(seed)
    different = 0
    for number in range(60):
        if match.over:
            break
        if number % 10 == 0 or match.view()["phase"] == "throne":
            for seat, viewer in seats(match):
                state = redealt(match, seat, number)
                twin = replayed(match, retold(match, state))
                assert twin.state.tobytes() == state.tobytes()
                assert seen(twin, viewer) == seen(match, viewer)
                different += twin.state.tobytes() != match.state.tobytes()
        step(match, random)
    assert different > 0


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_what_can_be_is_what_redeals_show(players: int, options: dict[str, Any]) -> None:
    """YS-10.2, YS-10.3, YS-10.8, YS-10.10.

    `can` of a view holds every value that a redeal gives, and the true one.

    Where many redeals are made, each of those values turns up.
    """
    for match in played(players, 11, options, stops=3):
        for seat, viewer in seats(match):
            view = match.view(viewer)
            shown = {one["id"]: one for one in [*view["brokers"], *view["throne"]]}
            drawn: dict[str, set[int]] = {name: set() for name in shown}
            for stream in range(60):
                state = redealt(match, seat, stream)
                for slot in range(nouns.SLOTS):
                    name = f"b{int(state.id[slot])}"
                    if name in shown and state.value[slot] != nouns.NONE:
                        drawn[name].add(int(state.value[slot]))
            for name, one in shown.items():
                assert drawn[name] <= set(one["can"])
                if one["value"] is not None:
                    assert one["can"] == [one["value"]]
            missing = sum(len(set(one["can"]) - drawn[name]) for name, one in shown.items() if drawn[name])
            assert missing <= 2


def test_events_hide_what_is_secret() -> None:
    """YS-0.3, YS-4.1, YS-9.4.3: only these events are hidden, and only until the secret is shown."""
    hidden = set()
    for players, options in VARIANTS:
        for match in played(players, 3, options, stops=1):
            for event in match.events:
                for viewer in (None, *range(players)):
                    told = event.seen_by(viewer)
                    if told != event:
                        assert told.args == ()
                        hidden.add(event.kind)
                        assert viewer != event.seat or event.kind == "saw"
    assert hidden == {"bid_chosen", "hidden", "throne_chosen", "saw"}
