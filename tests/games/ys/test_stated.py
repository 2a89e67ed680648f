"""Stated positions: all that games reach can be stated, and whatever is accepted is played to the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.errors import BadPosition
from donjon.games.ys.model import Seat, State
from donjon.games.ys.nouns import MAX_SEATS, PLACE_TEXTS, QUARTERS, ROUNDS, SLOTS, THRONE_TEXT, VALUES, Phase
from donjon.games.ys.position_checks import faults
from donjon.kernel import NOBODY, copy, rng, rules
from donjon.kernel.records import EVERYBODY
from donjon.testing.speeds import walk
from tests.fuzz.spoiling import places
from tests.games.ys.stage import GAME, NAME, VARIANTS, broker, brokers
from tests.moments import World

LONGEST = 1500  # actions of a game


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
        assert not list(faults(state))
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


# Values within the form of a field, most of which fit to nothing else in a position.
NUMBERS: dict[str, Sequence[Any]] = {
    "phase": Phase.ids(),
    "round": range(ROUNDS + 1),
    "window": (None, "cards_first", "cards_before", "cards_after"),
    "resume": (None, "pay_quarter", "pay_rows", "close_quarter", "open_quarter", "open_market"),
    "turn": range(17),
    "target": (None, *range(SLOTS)),
    "from_front": (None, *range(VALUES)),
    "quarter": (None, *range(QUARTERS + 1)),
    **dict.fromkeys(
        ("actor", "spy", "bishop", "magician", "intriguer", "queen", "closed"), (None, 0, 1, 2, 3)
    ),
    **dict.fromkeys(("asked", "looks", "rank"), range(4)),
    **dict.fromkeys(("put_up", "put_down"), range(3)),
    **dict.fromkeys(("put_neutral", "facing", "merchant"), range(2)),
}
BROKER: dict[str, Sequence[Any]] = {
    "place": (*PLACE_TEXTS, THRONE_TEXT, None),
    "value": (None, *range(VALUES)),
    "known": (0, 1, 2, 3, 7, 15, 127),
    "could": ([], [0, 1], [1, 2, 4], [0, 1, 2, 3, 4]),
    "slot": range(SLOTS),
    "id": range(1, 320),
    **dict.fromkeys(("since", "group", "owner"), range(4)),
    **dict.fromkeys(("up", "marked"), (False, True)),
}


def _other_number(random: Random, data: dict[str, Any]) -> None:
    """State another phase, seat or number; sometimes leave what hangs together with it to be derived."""
    field = random.choice(list(NUMBERS))
    data[field] = random.choice(NUMBERS[field])
    for derived in ("window", "asked", "cause", "actor", "ranking", "turn", "extras", "put_up", "put_down"):
        if derived != field and random.random() < 0.3:
            data.pop(derived, None)


def _other_broker(random: Random, data: dict[str, Any]) -> None:
    if data["brokers"]:
        field = random.choice(list(BROKER))
        random.choice(data["brokers"])[field] = random.choice(BROKER[field])
        if random.random() < 0.5:
            data.pop("screens", None)


def _other_entry(random: Random, data: dict[str, Any]) -> None:
    """Change whatever there is: move a number, take a value from elsewhere, drop it, or say it twice."""
    box, key = random.choice([place for place in places(data) if place[1] not in ("game", "players")])
    there, other = random.choice(places(data))
    value, kind = box[key], random.random()
    if kind < 0.4 and isinstance(value, int):
        box[key] = value + random.choice((-2, -1, 1, 2))
    elif kind < 0.6:
        box[key] = json.loads(json.dumps(there[other]))
    elif kind < 0.8:
        del box[key]
    elif isinstance(box, list):
        box.append(json.loads(json.dumps(value)))


def changed(random: Random, data: dict[str, Any]) -> dict[str, Any]:
    """Return a position with one to three things in it changed at random."""
    for _ in range(random.choice((1, 1, 2, 3))):
        random.choice((_other_number, _other_number, _other_broker, _other_entry))(random, data)
    return data


def accepted(seed: str, share: float) -> Iterator[tuple[Random, donjon.Match]]:
    """Yield a match from each changed position that is accepted."""
    for random, state in reached(seed, share):
        try:
            yield random, donjon.from_position(changed(random, stated(state)), nature="imposed")
        except (BadPosition, donjon.BadOption):
            continue


def test_what_is_accepted_is_played_to_the_end() -> None:
    """No index runs out of bounds, all have a choice, and every position on the way is accepted, too."""
    count = 0
    for random, match in accepted("changed", 0.04):
        count += 1
        for _ in range(LONGEST):
            if match.over:
                break
            assert not list(faults(match.state))
            seat = random.choice(match.waiting)
            match.play(random.choice(match.legal_actions(seat)), seat)
            if random.random() < 0.05:
                assert donjon.from_position(stated(match.state), nature="imposed").state == match.state
        assert match.over
        assert all(GAME.event_message(event).english() for event in match.events)
    assert count > 15


def test_what_is_accepted_is_dealt_again() -> None:
    """YS-10.1: the worlds of a changed position look the same to a viewer, and hold what must hold."""
    count = 0
    for random, match in accepted("dealt", 0.06):
        for _ in range(LONGEST):
            if match.over or random.random() < 0.02:
                break
            seat = random.choice(match.waiting)
            match.play(random.choice(match.legal_actions(seat)), seat)
        for viewer in (NOBODY, *range(match.players)):
            world = copy(match.state)
            rules.redeal(world, viewer, rng.new("dealt", count))
            assert not list(faults(world))
            seat = None if viewer == NOBODY else viewer
            assert GAME.view(world, seat) == GAME.view(match.state, seat)
            count += 1
    assert count > 60


def test_what_is_accepted_is_played_alike_by_compiled_rules() -> None:
    """Interpreted rules find what compiled ones do not see: an index out of bounds."""
    count = 0
    for _random, match in accepted("alike", 0.03):
        walks = [walked(match.state, count, run) for run in (walk, walk.interpreted)]
        assert walks[0] == walks[1]
        count += 1
    assert count > 10


def walked(start: Any, number: int, run: Any) -> list[bytes]:
    """Return all positions of a random walk to the end of the game."""
    states = np.zeros(LONGEST, GAME.STATE)
    states[0] = start
    work = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.int64)
    steps = int(run(states, rng.new("walk", number), *work))
    assert rules.over(states[steps])
    return [state.tobytes() for state in states[: steps + 1]]


PLACED: dict[str, Any] = {"phase": "begin_turn", "turn": 3}
COUNTED: dict[str, Any] = {"phase": "open_quarter", "quarter": 0}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({**PLACED, "brokers": [broker(0, "2b", 1), broker(1, "2b", 3)]}, "two are in 2b .YS-5.4"),
        ({**PLACED, "brokers": [broker(0, "0b", 1)]}, "0b is in a row that is not used .YS-5.5"),
        ({**PLACED, "brokers": [broker(0, "q4.h", 1)], "quarters": 3}, "q4.h is not in play .YS-2.4"),
        ({**PLACED, "turn": 40}, "'turn' must be a whole number from 0 to 16"),
        ({**PLACED, "turn": 13}, "'turn': a round has 12 turns"),
        (
            {**PLACED, "brokers": brokers(0, q1h="1 1 1 0")},
            "'brokers': with those still to be placed this round",
        ),
        ({"ships": ["S01", "S01"]}, "S01 occurs 2 times .YS-1.4"),
        ({"deck": ["S01"]}, "'deck': 15 ships are still to come, there are 1 .YS-3.4"),
        ({"characters": ["spy", "spy"]}, "there is one spy .YS-1.5"),
        ({"unseen": [], "characters": ["spy"]}, "'unseen': 8 cards are still to be turned up"),
        ({**COUNTED, "fronts": [[4, 4, 4], [], []]}, "seat 0 has 3 brokers worth 4, and its set 2 .YS-2.2"),
        ({"screens": [[0], [0], [0]]}, "seat 0 has 1 brokers worth 0, and its set 2 .YS-2.2"),
        ({**COUNTED, "market": ["blue", None, None, None]}, "that gem can't be in row 0"),
        ({**COUNTED, "quarter": 3, "quarters": 3}, "'quarter': 3 quarters are in play"),
        ({**COUNTED, "offer": {"blue": 1}}, "'offer': the gems left on the ship"),
        ({**COUNTED, "brokers": [broker(0, "t", 1)]}, "t: the throne room has a 'slot'"),
        ({**COUNTED, "brokers": [broker(0, "q1.h", 1, False, known=2)]}, "'known': the owner knows"),
        ({**COUNTED, "brokers": [broker(0, "q1.h", 1, False, could=[2])]}, "'could': the values"),
        ({"round": 4, "phase": "new_round"}, "'round': there are 4 rounds"),
        ({"queen": 0}, "'queen', 'closed': state both or neither"),
        (
            {"choices": [14, None, None], "screens": [[0] * 2, [], []]},
            "'choices': a seat has no such brokers",
        ),
        ({"values": {"blue": 16}}, "'values' must be a whole number from 1 to 15"),
    ],
    ids=str,
)
def test_what_does_not_hold_is_refused_by_field_and_rule(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        donjon.from_position({"game": NAME, "players": 3, "seed": 1, "order_cards": [2, 1, 3], **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"characters": ["white_gem"]},
        {"hands": [{"king": 1}, {}, {}]},
        {"fronts": [[4], [], []]},
        {**PLACED, "put_up": 2, "spy": 0, "phase": "after", "actor": 0},
        {**PLACED, "brokers": [broker(0, "q1.h", 1, since=4)]},
        {**COUNTED, "brokers": [broker(0, "q1.h", 1, slot=9), broker(1, "q1.h", 1, id=70)]},
        {**COUNTED, "quarter": 1, "closed": 0, "queen": 2},
        {"round": 3, "phase": "over"},
        {"phase": "spy", "actor": 1},
        {"phase": "order", "actor": 0, "chosen": [0, 0, 1]},
        {"phase": "place", "actor": 1, "turn": 5},
        {"phase": "best", "actor": 2, "round": 2},
        {"phase": "deal", "order_cards": [0, 3, 0], "round": 2},
        {"extras": [1, 0, 0]},
    ],
    ids=str,
)
def test_what_no_game_comes_to_is_accepted_and_played(fields: dict[str, Any]) -> None:
    stated = {"game": NAME, "players": 3, "seed": 1, "order_cards": [2, 1, 3], **fields}
    match, random = donjon.from_position(stated), Random(0)
    while not match.over:
        match.play(random.choice(match.legal_actions()))
    assert not list(faults(match.state))


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
