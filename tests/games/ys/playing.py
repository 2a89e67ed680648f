"""Random matches of Ys, and the same match as it could have been for all that a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import donjon
from donjon import Match
from donjon.games.ys import nouns
from donjon.games.ys.bidding import BID
from donjon.games.ys.cards import CARD, PASS
from donjon.games.ys.characters import QUARTER
from donjon.games.ys.moving import BROKER
from donjon.games.ys.placing import UP, VALUE
from donjon.games.ys.rounds import TURN_CARD
from donjon.kernel import NATURE, copy, rng, rules
from tests.games.ys.stage import NAME

PASSING = PASS.first


def choose(match: Match, seat: int, random: Random) -> int:
    """A random legal action; passing is rare, so that cards are played, and cards are played often."""
    legal = match.legal_actions(seat)
    cards = [action for action in legal if CARD.first <= action < UP.first]
    if cards and random.random() < 0.6:
        return random.choice(cards)
    if PASSING in legal and len(legal) > 1 and random.random() < 0.8:
        legal.remove(PASSING)
    return random.choice(legal)


def step(match: Match, random: Random) -> tuple[int, int]:
    """Play a random action of a random one of the seats that wait."""
    seat = random.choice(match.waiting)
    action = choose(match, seat, random)
    match.play(action, seat=seat)
    return seat, action


def played(players: int, seed: int, options: dict[str, Any], stops: int = 5) -> Iterator[Match]:
    """A random match, handed out at so many random moments, with a secret choice made, and at its end."""
    random = Random(f"{players} {seed} {sorted(options)}")
    match = donjon.new(NAME, players=players, seed=seed, **options)
    moments = set(random.sample(range(10, 60 * players), stops))
    steps = 0
    lay = stops == 0
    while not match.over:
        lies = match.state.round == 2 and any(seat.choice != nouns.NONE for seat in match.state.seats)
        if steps in moments or (lies and not lay):
            yield match
        lay = lay or lies
        step(match, random)
        steps += 1
    yield match


def redealt(match: Any, seat: int, stream: int) -> Any:
    """The position with all that the seat cannot know dealt afresh."""
    state = copy(match.state)
    rules.redeal(state, seat, rng.new("redealt", stream))
    return state


def origins(match: Match) -> dict[int, int]:
    """By the id of each broker that its owner chose: the number of the move that chose it."""
    again = donjon.Match(match.game, match.options, 0, "imposed")
    found: dict[int, int] = {}
    for number, move in enumerate(match.moves):
        before = {int(broker_id) for broker_id in again.state.id}
        rounds, choosing = int(again.state.round), again.state.phase == nouns.Phase.THRONE
        again.play(move.action, seat=move.seat)
        if choosing:
            slot = nouns.FIRST_THRONE + nouns.MAX_SEATS * (rounds - 1) + move.seat
            found[rounds * 64 + slot] = number
        elif VALUE.first <= move.action < BROKER.first and move.seat != NATURE:
            for broker_id in {int(broker_id) for broker_id in again.state.id} - before:
                found[broker_id] = number
    return found


def retold(match: Match, state: Any, where: dict[int, int] | None = None) -> list[tuple[int, int]]:
    """The log of a match that leads to a redealt state: other values where the seat does not know them.

    `where` are the `origins`, if they are known already.
    """
    log = list(match.log)
    where = origins(match) if where is None else where
    for slot in range(nouns.SLOTS):
        if state.value[slot] != match.state.value[slot]:
            number = where[int(match.state.id[slot])]
            seat, action = log[number]
            assert action == VALUE.first + int(match.state.value[slot])
            log[number] = (seat, VALUE.first + int(state.value[slot]))
    for seat in range(match.players):
        choice = int(state.seats[seat].choice)
        if choice != int(match.state.seats[seat].choice):
            number = max(at for at, move in enumerate(match.moves) if move.seat == seat)
            first = BID.first if state.phase == nouns.Phase.BID else VALUE.first
            log[number] = (seat, first + choice)
    return log


def replayed(match: Match, log: list[tuple[int, int]]) -> Match:
    """A match played by a log; every action must be legal."""
    twin = donjon.Match(match.game, match.options, 0, "imposed")
    for seat, action in log:
        twin.play(action, seat=seat)
    return twin


def swapped_with_the_throne_room(seed: int, players: int = 3) -> tuple[Match, Random]:
    """A random match of Royal Favour when the Wizard has just swapped a broker of the throne room."""
    random = Random(seed)
    match = donjon.new(NAME, players=players, seed=seed, nature="imposed", royal_favour="yes", express="yes")
    wizard = TURN_CARD.first + nouns.Character.WIZARD
    while not any(event.kind == "wizard_swapped" for event in match.events):
        if match.over:
            return swapped_with_the_throne_room(seed + 100, players)
        seat = random.choice(match.waiting)
        legal = match.legal_actions(seat)
        wanted = {wizard, CARD.first + nouns.Character.WIZARD}
        if match.view()["phase"] == "wizard":
            wanted = set(range(BROKER.first + nouns.FIRST_THRONE, QUARTER.first))
        match.play(random.choice([action for action in legal if action in wanted] or legal), seat=seat)
    return match, random
