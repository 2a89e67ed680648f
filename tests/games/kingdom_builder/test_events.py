"""What the rules tell: the arguments that the events declare, and each after its change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from donjon.games.kingdom_builder import drawing
from donjon.games.kingdom_builder.model import BOOK, NONE, SECTOR_WORDS, Card, HexKind, Phase, Slot, Token
from donjon.kernel import rules
from donjon.kernel.event_log import EVERYONE, MOST_ARGUMENTS, NamedEvent
from donjon.table.live import presentation
from tests.games.kingdom_builder.stage import BOARD_A, END, GAME, Stage, hex_of, letters, number
from tests.moments import Happening, World, happen

EVENTS = BOOK.events


def random_actions(games: int) -> Iterator[tuple[Any, Happening]]:
    """The position before each action of some random games, and what happened."""
    for game in range(games):
        world = World(GAME, 2 + game % 3, {}, f"events {game}")
        for before, _seat, _action, happening in world.play():
            yield before, happening


def rare_actions() -> Iterator[tuple[Any, Happening]]:
    """What random games do not come to: a terrain that is full, no card to draw, a token that is swapped."""
    forests, water = letters(BOARD_A, "T"), letters(BOARD_A, "W")
    full = {"card": "forest", "phase": "start"}
    yield acted(Stage.at(forests[1:30], forests[30:], **full), number(forests[0]))
    no_card = {"deck": {}, "removed": {"grass": 5, "canyon": 5, "desert": 5, "flower_field": 5, "forest": 3}}
    alone = Stage.at(forests[1:30], forests[30:], hands=[None, "forest"], **full, **no_card)
    yield acted(alone, number(forests[0]))
    empty = Stage.at([(8, 8)], [], phase="after", built=3, card="forest", deck={})
    yield acted(empty, END)
    redraw = Stage.at(forests[1:30], forests[30:], **full).build(forests[0])
    yield acted(redraw, min(redraw.legal()))
    yield acted(Stage.at(water[:39], [], card="canyon"), min(Stage.at(water[:39], [], card="canyon").legal()))
    farms = {"tokens": {0: [("farm", (11, 17)), ("farm", (15, 12), "spent"), ("paddock", (6, 11))]}}
    swap = Stage.at([(12, 17), (14, 12)], [], card="canyon", **farms).use("paddock", (12, 17))
    yield from (acted(swap, action) for action in swap.legal())


def acted(stage: Stage, action: int) -> tuple[Any, Happening]:
    return stage.state, happen(GAME, stage.state, stage.mover, action)


@pytest.fixture(scope="module")
def actions() -> list[tuple[Any, Happening]]:
    return [*random_actions(9), *rare_actions()]


def test_events_have_the_arguments_that_their_kinds_declare(actions: Any) -> None:
    """Arguments that are not declared are 0; only a kind with a sentence without them can be a secret."""
    seen = set()
    for _before, happening in actions:
        for event in happening.events:
            kind = EVENTS.kinds[event.kind]
            seen.add(event.kind)
            spare = MOST_ARGUMENTS - len(kind.arguments)
            assert event.args[len(event.args) - spare :] == (0,) * spare, event
            assert event.to == EVERYONE or kind.unseen, event
    assert seen == set(EVENTS.names())


ON_A_HEX = {"built", "moved", "token_taken", "token_lost", "token_swapped"}


def test_what_happens_on_a_hex_has_its_box_there(actions: Any) -> None:
    """The middle of the box is the centre of the hex; what happens elsewhere has no box."""
    _left, _top, width, height = drawing.VIEWBOX
    seen = set()
    for _before, happening in actions:
        place = presentation.places(GAME, GAME.view(happening.after, None))
        for event in happening.events:
            kind, box = event.kind, place(event)
            assert (box is not None) == (kind in ON_A_HEX), event
            if box is None:
                continue
            seen.add(kind)
            left, top, wide, high = box
            x, y = drawing.hex_centre(*hex_of(EVENTS.named(event).hex))
            centre = 100 * x / width, 100 * y / height
            assert (left + wide / 2, top + high / 2) == pytest.approx(centre, abs=0.01)
            assert min(left, top) >= 0, event
            assert max(left + wide, top + high) <= 100, event
    assert seen == ON_A_HEX


def test_sentences_name_no_argument_that_is_not_told() -> None:
    for name, said in EVENTS.kinds.items():
        for text in (said.sentence, said.without):
            if isinstance(text, str):
                assert set(re.findall(r"{(\w+)}", text)) <= {"seat", *said.arguments, *said.says}, name
        assert "{" not in said.unseen.replace("{seat}", ""), name


# What is so at the moment of an event: (position before the action, position then, the event by names).


def stands(_before: Any, now: Any, named: NamedEvent) -> bool:
    me = now.seats[named.seat]
    is_there = now.owner[named.hex] == named.seat and me.settlements[me.standing - 1] == named.hex
    return bool(is_there and now.kind[named.hex] == named.terrain)


def moved(_before: Any, now: Any, named: NamedEvent) -> bool:
    is_there = now.owner[named.hex] == named.seat and now.owner[named.origin] == NONE
    return bool(is_there and now.lifted == NONE and now.origin == NONE)


def token_at(now: Any, named: NamedEvent) -> int:
    """How the seat's token from this location lies."""
    places = [now.places[place] for place in range(now.place_count)]
    at = next(at for at, place in enumerate(places) if place.hex == named.hex)
    assert places[at].token == named.token
    return int(now.seats[named.seat].tokens[at])


def in_hand(_before: Any, now: Any, named: NamedEvent) -> bool:
    return bool(now.seats[named.seat].hand == named.terrain)


def in_play(_before: Any, now: Any, named: NamedEvent) -> bool:
    return bool(now.played == named.terrain and now.actor == named.seat)


def gold_is(_before: Any, now: Any, named: NamedEvent) -> bool:
    gold = np.zeros((int(now.players), len(GAME.SOURCES)), np.int32)
    rules.points(now, gold)
    return bool(gold[named.seat, named.source] == named.gold)


def is_laid(_before: Any, now: Any, named: NamedEvent) -> bool:
    return bool(now.sectors[named.slot] == named.sector and now.orientations[named.slot] == named.turned)


SHOWS: dict[str, Callable[[Any, Any, NamedEvent], bool]] = {
    "sector_placed": is_laid,
    "card_opened": lambda _before, now, named: named.card in now.cards,
    "first_player": lambda _before, now, named: now.first == named.seat,
    "dealt": in_hand,
    "revealed": lambda before, now, named: in_play(before, now, named) and now.seats[named.seat].hand == NONE,
    "built": stands,
    "moved": moved,
    "token_taken": lambda _before, now, named: token_at(now, named) == 1,
    "token_lost": lambda _before, now, named: token_at(now, named) == 0,
    "token_swapped": lambda _before, now, named: token_at(now, named) == 3,
    "card_removed": lambda before, now, named: (
        now.removed[named.terrain] == before.removed[named.terrain] + 1 and now.played == NONE
    ),
    "redrawn": in_play,
    "card_kept": lambda before, now, named: in_play(before, now, named) and now.halted == 1,
    "reshuffled": lambda _before, now, named: now.deck.sum() == named.count and not now.discard.any(),
    "discarded": lambda before, now, named: (
        now.discard[named.terrain] == before.discard[named.terrain] + 1 and now.played == NONE
    ),
    "drew": in_hand,
    "end_triggered": lambda _before, now, named: now.seats[named.seat].supply == 0 and now.ending == 1,
    "game_over": lambda _before, now, _told: now.phase == Phase.OVER,
    "scored": gold_is,
    "won": lambda _before, now, named: rules.total(now, named.seat) == named.gold,
}


def test_every_event_is_told_after_its_change(actions: Any) -> None:
    """The position at the moment of an event shows what its sentence says."""
    tried: Counter[str] = Counter()
    for before, happening in actions:
        for event, now in zip(happening.events, happening.moments, strict=True):
            kind = event.kind
            tried[kind] += 1
            assert SHOWS[kind](before, now, EVENTS.named(event)), event
    assert set(tried) == set(EVENTS.names()) == set(SHOWS)


WORDS = {
    "slot": Slot.terms(),
    "card": Card.terms(),
    "terrain": HexKind.terms()[:5],
    "token": Token.terms(),
}


def test_arguments_are_said_in_words() -> None:
    for argument, terms in WORDS.items():
        assert [EVENTS.word(argument, value) for value in range(len(terms))] == list(terms)
    assert [EVENTS.word("sector", sector).word for sector in range(8)] == list(SECTOR_WORDS)
    assert str(EVENTS.word("hex", 33)) == "{},{}".format(*hex_of(33))
    assert EVENTS.word("gold", 33) == 33
