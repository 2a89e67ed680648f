"""Stated positions: all that games reach can be stated, and nothing that they cannot reach is played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import donjon
from donjon.errors import BadPosition
from donjon.kernel import NOBODY, copy, rng, rules
from donjon.kernel.records import EVERYBODY
from donjon.ys.model import Seat, State
from donjon.ys.nouns import MAX_SEATS, Phase
from donjon.ys.position import check
from tests.fuzz.spoiling import places
from tests.moments import World
from tests.ys.stage import GAME, NAME, VARIANTS, broker, brokers

Change = Callable[[Random, Any, Any], None]


def reached(seed: str, share: float) -> Iterator[tuple[Random, Any]]:
    """Such a share of the positions of a random game of each variant."""
    for players, options in VARIANTS:
        name = f"{seed} {players} {sorted(options)}"
        random = Random(name)
        for before, *_ in World(GAME, players, options, name).play():
            if random.random() < share:
                yield random, before


def stated(state: Any) -> dict[str, Any]:
    """A position as it is stated, and read from a file."""
    data: dict[str, Any] = json.loads(json.dumps(GAME.position(state)))
    return {"game": NAME, "players": int(state.players), **data}


def test_every_position_of_a_game_can_be_stated() -> None:
    """In whatever order its fields are; the same bytes come back."""
    phases, count = set(), 0
    for random, state in reached("stated", 1):
        check(state)
        phase = (Phase(state.phase), int(state.players))
        if phase in phases and random.random() < 0.97:
            continue
        phases.add(phase)
        fields = list(stated(state).items())
        random.shuffle(fields)
        again = donjon.from_position(dict(fields), nature="imposed")
        assert again.state.tobytes() == state.tobytes()
        count += 1
    assert count > 150
    assert len({phase for phase, _ in phases}) >= Phase.OVER - 3


def _nudge(random: Random, box: Any, key: Any) -> None:
    value = box[key]
    if isinstance(value, bool):
        box[key] = not value
    elif isinstance(value, int):
        box[key] = value + random.choice((-2, -1, 1, 2))
    else:
        box[key] = random.choice((None, 0, 1, 2))


def _drop(_random: Random, box: Any, key: Any) -> None:
    del box[key]


def _twice(_random: Random, box: Any, key: Any) -> None:
    if isinstance(box, list):
        box.append(json.loads(json.dumps(box[key])))


def changed(random: Random, data: dict[str, Any]) -> dict[str, Any]:
    """A position with one thing in it changed, taken from elsewhere, dropped or said twice."""

    def borrow(random: Random, box: Any, key: Any) -> None:
        there, other = random.choice(places(data))
        box[key] = json.loads(json.dumps(there[other]))

    changes: tuple[Change, ...] = (_nudge, _nudge, _nudge, borrow, _drop, _twice)
    found = [place for place in places(data) if place[1] not in ("game", "players")]
    box, key = random.choice(found)
    random.choice(changes)(random, box, key)
    return data


def test_what_is_changed_is_refused_or_can_be_played_to_the_end() -> None:
    """No position is accepted that a game could not have: every one it leads to is one of Ys too."""
    refused = accepted = 0
    for random, state in reached("changed", 0.06):
        try:
            match = donjon.from_position(changed(random, stated(state)), nature="imposed")
        except (BadPosition, donjon.BadOption):
            refused += 1
            continue
        accepted += 1
        while not match.over:
            seat = random.choice(match.waiting)
            match.play(random.choice(match.legal_actions(seat)), seat)
            if random.random() < 0.2:
                check(match.state)
    assert refused > 100
    assert accepted > 20


PLACED: dict[str, Any] = {"phase": "begin_turn", "turn": 3}
COUNTED: dict[str, Any] = {"phase": "open_quarter", "quarter": 0}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({**PLACED, "brokers": [broker(0, "2b", 1), broker(1, "2b", 3)]}, "two stand in 2b .YS-5.4"),
        ({**PLACED, "brokers": [broker(0, "0b", 1)]}, "0b is in no row in use .YS-5.5"),
        ({**PLACED, "brokers": [broker(0, "q4.h", 1)], "quarters": 3}, "q4.h is not in play .YS-2.4"),
        ({**PLACED, "turn": 40}, "'turn' must be a whole number from 0 to 16"),
        ({**PLACED, "turn": 13}, "'turn': a round has 12 turns"),
        ({**PLACED, "brokers": brokers(0, q1h="1 1 1 0")}, "'brokers': more are there than this 'turn'"),
        ({"ships": ["S01", "S01"]}, "S01 is 2 times there .YS-1.4"),
        ({"deck": ["S01"]}, "'deck': 15 ships are still to come, there are 1 .YS-3.4"),
        ({"characters": ["spy", "spy"]}, "there is one spy .YS-1.5"),
        ({"unseen": [], "characters": ["spy"]}, "'unseen': 8 cards are still to be turned up"),
        ({"characters": ["white_gem"]}, "blue cards lie in round 4"),
        ({"hands": [{"king": 1}, {}, {}]}, "Prince and King are not kept .YS-8.18.1"),
        ({**COUNTED, "fronts": [[4, 4, 4], [], []]}, "seat 0 has 3 brokers worth 4, and its set 2 .YS-2.2"),
        ({"screens": [[0], [0], [0]]}, "seat 0 has 1 brokers worth 0, and its set 2 .YS-2.2"),
        ({"fronts": [[4], [], []], "express": "no"}, "'fronts': empty until the bids are shown .YS-4.1"),
        ({**COUNTED, "market": ["blue", None, None, None]}, "no such gem in row 0"),
        ({**COUNTED, "quarter": 3, "quarters": 3}, "'quarter': 3 quarters are in play"),
        ({**COUNTED, "offer": {"blue": 1}}, "'offer': the gems left on the ship"),
        ({**COUNTED, "brokers": [broker(0, "t", 1)]}, "t: the throne room has a 'slot'"),
        ({**COUNTED, "brokers": [broker(0, "q1.h", 1, False, known=2)]}, "'known': the owner knows"),
        ({**COUNTED, "brokers": [broker(0, "q1.h", 1, False, could=[2])]}, "'could': the values"),
        (
            {**COUNTED, "brokers": [broker(0, "q1.h", 1, slot=9)]},
            "'slot': each broker is in one of its owner",
        ),
        ({**COUNTED, "brokers": [broker(0, "q1.h", 1, id=70)]}, "'id': 70 is not that of a broker"),
        ({"round": 4, "phase": "new_round"}, "'round': there are 4 rounds"),
        ({"round": 3, "phase": "over"}, "'round': the phase 'over' comes after round 4"),
        ({"queen": 0}, "'queen', 'closed': both or none"),
        ({"phase": "spy", "actor": 1}, "'spy': the 'actor' looks with its Spy"),
        ({"phase": "order", "actor": 0, "chosen": [0, 0, 1]}, "'actor': seat 1 chooses next"),
        (
            {"choices": [14, None, None], "screens": [[0] * 2, [], []]},
            "'choices': a seat has no such brokers",
        ),
        ({"phase": "place", "actor": 0, "turn": 0}, "'actor': turn 0 is that of seat"),
        ({"extras": [1, 0, 0]}, "'extras': 0 are left in round 1"),
        ({"values": {"blue": 16}}, "'values' must be a whole number from 1 to 15"),
    ],
    ids=str,
)
def test_what_no_game_can_have_is_refused_by_field_and_rule(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        donjon.from_position({"game": NAME, "players": 3, "seed": 1, "order_cards": [2, 1, 3], **fields})


def test_a_redeal_changes_only_what_is_declared_to_be_hidden() -> None:
    """YS-10.1: what everybody may know of a position is the same in all worlds that a seat takes for real."""
    differed = 0
    for dealt, (random, state) in enumerate(reached("redeal", 0.15)):
        world = copy(state)
        rules.redeal(world, random.choice((NOBODY, *range(state.players))), rng.new("known", dealt))
        differed += world.tobytes() != state.tobytes()
        for name, said in State.FIELDS.items():
            if name != "seats" and said.known == EVERYBODY:
                assert world[name].tobytes() == state[name].tobytes(), name
        for name, said in Seat.FIELDS.items():
            for seat in range(MAX_SEATS):
                if said.known == EVERYBODY:
                    assert world.seats[seat][name].tobytes() == state.seats[seat][name].tobytes(), name
    assert differed > 100
