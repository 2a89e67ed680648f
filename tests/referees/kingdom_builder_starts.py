"""What engine and referee of Kingdom Builder begin with: games of every variant, and positions of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle
from random import Random
from typing import Any

import donjon
from donjon import Match
from donjon.games.kingdom_builder.position import state_fields
from tests.referees.comparing import Choose, anything, games
from tests.referees.kingdom_builder import SETTLEMENTS, Referee, Token, hex_named
from tests.referees.kingdom_builder_actions import MOVES
from tests.referees.kingdom_builder_board import LAND, LETTER, SECTORS, TERRAINS, Hex, around, sector_slot
from tests.referees.kingdom_builder_scoring import CARDS

NAME = "kingdom-builder"
Start = tuple[Match, Referee, Random]


def chosen(players: int, random: Random) -> dict[str, Any]:
    """Options that leave nothing to chance but the cards of terrain."""
    return {
        "sectors": random.sample(SECTORS, 4),
        "orientations": random.choices((0, 180), k=4),
        "cards": random.sample(CARDS, 3),
        "first": random.randrange(players),
    }


def partly(players: int, random: Random) -> dict[str, Any]:
    """Some of these options, with empty places in them."""
    whole = chosen(players, random)
    first = whole.pop("first")
    part = {name: [random.choice((value, None)) for value in values] for name, values in whole.items()}
    some = {name: values for name, values in part.items() if random.random() < 0.7}
    return some | ({"first": first} if random.random() < 0.5 else {})


# How the options of a game are found (KB-3.1, KB-3.5, KB-3.8, KB-3.10), by the variant's name.
VARIANTS = {
    "at random": lambda players, random: {},
    "first game": lambda players, random: {"board": "first-game"},
    "chosen": chosen,
    "partly chosen": partly,
    "first game but for": lambda players, random: {"board": "first-game"} | partly(players, random),
}


def variants(players: int) -> Iterator[tuple[str, Start]]:
    """Whole games without end, of one variant after the other."""
    for seed, variant in zip(count(), cycle(VARIANTS)):
        options = VARIANTS[variant](players, Random(f"{variant} {players} {seed}"))
        for match, random in games(NAME, players, iter([seed]), **options):
            yield variant, (match, Referee(players, options), random)


# Positions that random play hardly ever reaches, each at the first decision of a turn.


def crowded(players: int) -> Iterator[tuple[str, Start]]:
    """Without end: the terrain of the card is nearly full, the supplies are small, cards often few."""
    return stated(players, "crowded", crowd)


def rich(players: int) -> Iterator[tuple[str, Start]]:
    """Without end: the first player holds a token of nearly every location, by a single settlement each."""
    return stated(players, "rich", settle_at_locations)


def stated(
    players: int, name: str, settle: Callable[[Referee, Sequence[str], Random], None]
) -> Iterator[tuple[str, Start]]:
    """The same random positions for engine and referee, on boards that `settle` fills."""
    for seed in count():
        random = Random(f"{name} {players} {seed}")
        options = chosen(players, random)
        referee = Referee(players, options)
        referee.actor, referee.turn = options["first"], 1
        terrains = random.sample(TERRAINS, 5)
        settle(referee, terrains, random)
        hand_out_tokens(referee, random)
        hand_out_cards(referee, terrains, random)
        match = donjon.new(NAME, players, nature="imposed", **options)
        state_fields(match.state, position(referee))  # unasked whether a game could come to it
        yield name, (match, referee, random)


def put(referee: Referee, seat: int, hex_: Hex) -> None:
    """A settlement from the supply."""
    referee.table.own[seat].add(hex_)
    referee.supply[seat] -= 1


def crowd(referee: Referee, terrains: Sequence[str], random: Random) -> None:
    """Fill the first terrain but for a hex or a few, then the second; in groups or scattered."""
    land = [sorted(referee.table.free(LETTER[terrain])) for terrain in (*terrains, "water")]
    for hexes in land:
        random.shuffle(hexes)
    elsewhere = [hex_ for hexes in land[2:5] for hex_ in hexes]
    hexes = land[0][random.randint(1, 4) :] + land[5][:4] + land[1][random.randint(0, 4) :] + elsewhere
    together = random.random() < 0.5
    room = [SETTLEMENTS - random.randint(1, 12) for _ in range(referee.players)]
    for hex_ in hexes[: sum(room)]:
        open_to = [seat for seat in range(referee.players) if room[seat]]
        near = [seat for seat in open_to if together and around(hex_) & referee.table.own[seat]]
        seat = random.choice(near or open_to)
        put(referee, seat, hex_)
        room[seat] -= 1


def settle_at_locations(referee: Referee, terrains: Sequence[str], random: Random) -> None:
    """One settlement of the first player beside each location; a few of the others anywhere."""
    for place in referee.left:
        put(referee, referee.actor, random.choice(sorted(around(place) & referee.table.free(LAND))))
    for seat in range(referee.players):
        for hex_ in random.sample(sorted(referee.table.free(LAND)), 6 if seat != referee.actor else 0):
            put(referee, seat, hex_)


def hand_out_tokens(referee: Referee, random: Random) -> None:
    """To two of those beside each location a token, the first player first; some lost theirs (KB-12.6)."""
    for place in referee.left:
        beside = [seat for seat in range(referee.players) if around(place) & referee.table.own[seat]]
        random.shuffle(beside)
        for seat in sorted(beside, key=lambda seat: seat != referee.actor)[:2]:
            referee.left[place] -= 1
            referee.taken[seat].add(place)
            if random.random() < 0.9:
                token = Token(referee.sectors[sector_slot(place)], place)
                token.state = "usable"
                referee.tokens[seat].append(token)


def hand_out_cards(referee: Referee, terrains: Sequence[str], random: Random) -> None:
    """The first terrain is in play, the others draw hands; of the rest few cards are left, or many."""
    cards = [terrain for terrain in terrains for _ in range(5)]
    referee.table.card = cards.pop(0)
    random.shuffle(cards)
    for seat in range(referee.players):
        referee.hands[seat] = cards.pop() if seat != referee.actor else None
    sizes = {"deck": random.choice((0, 1, 2, 9)), "discard": random.choice((0, 0, 1, 9))}
    for pile, size in sizes.items():
        counted = Counter(cards[:size])
        setattr(referee, pile, {terrain: counted[terrain] for terrain in TERRAINS})
        del cards[:size]
    counted = Counter(cards)
    referee.removed = {terrain: counted[terrain] for terrain in TERRAINS}
    referee.to_draw = []


def position(referee: Referee) -> dict[str, Any]:
    """The same position for the engine (docs/positions.md)."""
    return {
        "phase": "start",
        "actor": referee.actor,
        "turn": referee.turn,
        "card": referee.table.card,
        "settlements": [[list(hex_) for hex_ in sorted(own)] for own in referee.table.own],
        "hands": referee.hands,
        "tokens": [
            [{"kind": token.kind, "hex": list(token.place)} for token in tokens] for tokens in referee.tokens
        ],
        "taken": [[list(place) for place in sorted(taken)] for taken in referee.taken],
        "left": [{"hex": list(place), "left": number} for place, number in referee.left.items()],
        "deck": referee.deck,
        "discard": referee.discard,
        "removed": referee.removed,
    }


# How they are played.


def any_decision(_: Referee) -> Choose:
    """Every legal decision alike."""
    return anything


def building(_: Referee) -> Choose:
    """Half of the time a settlement is built where one can be, so that it is the tokens that are left."""

    def choose(random: Random, legal: list[str]) -> str:
        builds = [text for text in legal if text.startswith("build")]
        return random.choice(builds if builds and random.random() < 0.5 else legal)

    return choose


def leaving(referee: Referee) -> Choose:
    """Half of the time a settlement leaves a location where one can, so that tokens are lost."""

    def choose(random: Random, legal: list[str]) -> str:
        moves = [text for text in legal if text.split()[0] in MOVES]
        away = [text for text in moves if around(hex_named(text.split()[1])) & set(referee.left)]
        return random.choice(away if away and random.random() < 0.5 else legal)

    return choose
