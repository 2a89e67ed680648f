"""Random games for the properties: poor players as at the start, or rich ones with much on the road."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import donjon
from donjon import Match
from donjon.kernel.event_log import Event
from tests.games.caylus.stage import FREE, NAME, NEUTRAL
from tests.referees.caylus_printed import KINDS, SECTIONS, TILES

BUILT = ("mason", "lawyer", "peddler_wood", "bank", "church", "tailor", "alchemist", "architect", "park")
CRAFT = ("wood", "stone")
PASSIVE = ("pass", "decline", "take back")
# Players, seed: both variants, both tile values, poor and rich.
GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(4)]


def begin(players: int, seed: int) -> Match:
    """Odd seeds: rich players; seeds 2 and 3 by four: simplified favours or the revised values."""
    options = {"favours": "simplified"} if seed % 8 == 2 else {}
    options |= {"tile_values": "revised"} if seed % 4 == 3 else {}
    return (
        rich(players, seed, options) if seed % 2 else donjon.new(NAME, players=players, seed=seed, **options)
    )


def rich(players: int, seed: int, options: dict[str, Any]) -> Match:
    """Cubes and deniers for everything, open columns, special buildings and residences on the road."""
    road = {str(space): {"tile": tile, "owner": space % players} for space, tile in enumerate(BUILT[:7], 9)}
    road |= {str(space): {"tile": tile, "owner": 1} for space, tile in zip((17, 18), BUILT[7:], strict=True)}
    road |= {str(space): {"tile": "residence", "owner": space % players} for space in range(19, 23)}
    seat = {
        "deniers": 30,
        "cubes": dict.fromkeys(KINDS, 8),
        "columns": dict.fromkeys(("prestige", "money", "cubes", "build"), 3),
    }
    fields = {"road": road, "provost": 15, "bailiff": 12, "scored": 1, "seats": [seat] * players}
    return donjon.from_position(
        {
            "game": NAME,
            "players": players,
            "seed": seed,
            "neutral_tiles": list(NEUTRAL),
            "turn_order": list(range(players)),
            **options,
            **fields,
        }
    )


def wild(players: int, seed: int) -> Match:
    """Any position in phase 2: what lies on the table and what players hold by chance, all options."""
    random = Random(f"{players} {seed}")
    options = {"favours": "simplified"} if random.random() < 0.25 else {}
    options |= {"tile_values": "revised"} if random.random() < 0.5 else {}
    scored = random.randint(0, 2)
    most = (2, 4, 5)[scored]
    bailiff = random.randint((6, 7, 8)[scored], (11, 17, 23)[scored])
    neutral = random.sample(NEUTRAL, 6)
    road = wild_road(players, random)
    workers = wild_workers(players, road, random)
    return donjon.from_position(
        {
            "game": NAME,
            "players": players,
            "seed": seed,
            "neutral_tiles": neutral,
            "turn_order": random.sample(range(players), players),
            **options,
            "road": road | wild_conversions(road, workers, neutral, random),
            "castle": wild_castle(players, scored, random),
            "scored": scored,
            "bailiff": bailiff,
            "provost": random.choice((bailiff, random.randint(1, 28))),
            "seats": [wild_seat(most, "favours" in options, random) for _ in range(players)],
            "workers": workers,
        }
    )


def wild_workers(players: int, road: dict[str, Any], random: Random) -> list[list[str]]:
    """Some on the road, in the inn and in the castle, those of a player in different places."""
    shut = ("residence", *(tile for tile, (kind, *_) in TILES.items() if kind == "prestige"))
    spaces = [space for space in (*range(1, 9), 16) if str(space) not in road]
    spaces += [int(space) for space, entry in road.items() if entry["tile"] not in shut]
    places = [f"road {space}" for space in spaces if random.random() < 0.4]
    places += [place for place in ("inn left", "inn right", "gate", "joust_field") if random.random() < 0.4]
    random.shuffle(places)
    guests = random.sample(range(players), random.randint(0, players))
    found = [[f"castle {1 + guests.index(seat)}"] if seat in guests else [] for seat in range(players)]
    for number, place in enumerate(places[: 4 * players]):
        found[number % players].append(place)
    return found


def wild_road(players: int, random: Random) -> dict[str, Any]:
    """Some of the road built with tiles and residences of anybody, some neutral tiles converted."""
    craft = [tile for tile, (kind, *_, copies) in TILES.items() for _ in range(copies) if kind in CRAFT]
    prestige = [tile for tile, printed in TILES.items() if printed[0] == "prestige"]
    tiles = [*random.sample(craft, 12), *random.sample(prestige, 2), *["residence"] * 5]
    random.shuffle(tiles)
    built = [*FREE[: random.randint(0, 19)], *(space for space in range(1, 7) if random.random() < 0.2)]
    tiles += ["residence"] * 6
    spaces = zip(built, tiles, strict=False)
    found = {
        space: tile if space > 6 or tile in ("residence", *prestige) else "residence"
        for space, tile in spaces
    }
    return {str(space): {"tile": tile, "owner": random.randrange(players)} for space, tile in found.items()}


def wild_conversions(
    road: dict[str, Any], workers: list[list[str]], neutral: list[str], random: Random
) -> dict[str, Any]:
    """Some of the buildings with a worker are to be converted, for any seat or for their owner."""
    found = {}
    for space in (place.split()[-1] for own in workers for place in own if place.startswith("road ")):
        laid = {"tile": neutral[int(space) - 1], "owner": None} if int(space) <= 6 else None
        entry = road.get(space, laid)
        if entry and entry["tile"] != "lawyer" and random.random() < 0.3:
            owner = entry["owner"]
            found[space] = {**entry, "pending": random.randrange(len(workers)) if owner is None else owner}
    return found


def wild_castle(players: int, scored: int, random: Random) -> dict[str, list[int]]:
    """Scored sections with any number of houses; the current one may be full, then the next has some, too."""
    found = {}
    room = True
    for index, (name, (parts, *_)) in enumerate(SECTIONS.items()):
        houses = random.choice((parts, random.randint(0, parts))) if index < scored or room else 0
        room = index < scored or houses == parts
        found[name] = [random.randrange(players) for _ in range(houses)]
    return found


def wild_seat(most: int, simplified: bool, random: Random) -> dict[str, Any]:
    """A poor or a rich player, with little prestige to lose; markers in columns up to `most`."""
    seat = {
        "deniers": random.randint(1, 12),
        "vp": random.randint(0, 6),
        "cubes": {kind: random.choice((0, 1, 2, 6)) for kind in KINDS},
        "columns": {row: random.randint(0, most) for row in ("prestige", "money", "cubes", "build")},
    }
    return {**seat, "columns": {}} if simplified else seat


def eager(random: Random, legal: list[str]) -> str:
    """One of these decisions; most often one that does something."""
    active = [text for text in legal if text not in PASSIVE]
    return random.choice(active if active and random.random() < 0.75 else legal)


def choose(match: Match, random: Random) -> str:
    """A legal action; most often one that does something."""
    return eager(random, match.legal)


def steps(match: Match, random: Random) -> Iterator[tuple[dict[str, Any], list[Event], dict[str, Any]]]:
    """Plays to the end: the position before, what happened, the position after, for every action."""
    before = match.position()
    while not match.over:
        events = match.play(choose(match, random))
        after = match.position()
        yield before, events, after
        before = after


def reached() -> Iterator[Match]:
    """Matches of every number of players, one after another at each of their decisions."""
    for players in (2, 3, 4, 5):
        for match in (begin(players, players % 2), wild(players, players)):
            random = Random(players)
            while not match.over:
                yield match
                match.play(choose(match, random))
            yield match
