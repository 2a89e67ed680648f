"""The pieces that travel on the board: brokers, fronts, and while places are scored sums and gems.

All have ids for life: sums climb past one another as brokers are turned up, and a gem that is won travels
from its ship, its harbour or its row of the market to its winner's screen (`flights` says from where).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from donjon.drawing import Point
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.saying import Saying
from donjon.games.ys.nouns import (
    DISTRICTS,
    FIRST_CELL,
    NEUTRAL,
    PLACE_OF_TEXT,
    QUARTERS,
    ROWS,
    THRONE_TEXT,
    District,
    Gem,
    place_text,
)

# Brokers, with an id for as long as they stand on the board, and fronts

SABLE = 4  # the arms of the neutral player: those of a seat that Ys does not have


def arms(view: Mapping[str, Any], party: int) -> int:
    """Return the number of the colour and charge on the brokers of a party."""
    return SABLE if view["neutral"] is not None and party == NEUTRAL else party


def all_brokers(view: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of `broker` for those on the board and in the throne room, by their ids."""
    points, small = broker_points(view), small_ids(view)
    for one in sorted([*view["brokers"], *view["throne"]], key=lambda one: int(one["id"][1:])):
        is_fresh = one["placed_in_turn"] == view["turn"] and one["placed_in_turn"] > 0
        yield "board", one, tuple(points[one["id"]]), one["id"] in small, is_fresh


def broker(saying: Saying, kind: str, *facts: Any) -> dict[str, Any]:
    """Return a broker on the board or in front of a screen, in the form that the template takes."""
    return _standing(saying, *facts) if kind == "board" else _in_front(saying, *facts)


def _standing(
    saying: Saying, broker: Mapping[str, Any], point: tuple[float, float], is_small: bool, is_fresh: bool
) -> dict[str, Any]:
    return {
        "id": broker["id"],
        "seat": arms(saying.view, broker["owner"]),
        "open": broker["face_up"],
        "value": broker["value"],
        "known_to_all": broker["known_to_all"],
        "soldier": broker["soldier"],
        "small": is_small,
        "subject": "throne" if broker["place"] == THRONE_TEXT else broker["place"],
        "fresh": is_fresh,
        "title": saying.broker(broker),
        **Point(*point)._asdict(),
    }


def small_ids(view: Mapping[str, Any]) -> set[str]:
    """Return the ids of the brokers drawn small: those in the throne room, and those of a crowd."""
    counts = Counter(broker["place"] for broker in view["brokers"])
    crowds = {place for place, count in counts.items() if places.is_crowded(PLACE_OF_TEXT[place], count)}
    crowded = {broker["id"] for broker in view["brokers"] if broker["place"] in crowds}
    return crowded | {broker["id"] for broker in view["throne"]}


def broker_points(view: Mapping[str, Any]) -> dict[str, Point]:
    """Return the point of every broker, by its id; in a district those of one owner stand together."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for broker in [*view["brokers"], *view["throne"]]:
        groups.setdefault(broker["place"], []).append(broker)
    points = {}
    for place, brokers in groups.items():
        brokers.sort(key=lambda one: (one["owner"], int(one["id"][1:])))
        for index, broker in enumerate(brokers):
            points[broker["id"]] = _point(place, index, len(brokers))
    return points


def _point(place: str, index: int, of: int) -> Point:
    if place == THRONE_TEXT:
        return places.in_throne(index)
    number = PLACE_OF_TEXT[place]
    return places.cell(number) if number >= FIRST_CELL else places.lane(number, index, of)


def next_point(view: Mapping[str, Any], place: str) -> Point:
    """Return the point of the next broker in a place."""
    count = sum(broker["place"] == place for broker in view["brokers"])
    return _point(place, count, count + 1)


def _in_front(saying: Saying, seat: int, front: Sequence[int], front_sum: int, index: int) -> dict[str, Any]:
    return {
        "id": f"f{seat}-{index}",
        "seat": seat,
        "open": True,
        "value": front[index],
        "known_to_all": True,
        "soldier": False,
        "small": False,
        "subject": f"screen-{seat}",
        "fresh": False,
        "title": saying.front({"seat": seat, "front": front, "front_sum": front_sum}),
        **places.front(places.screen(seat), index)._asdict(),
    }


# Scoring: the sums of the parties, best first, and the gems before the screens

_GEMS = Gem.ids()[:5]  # those that players have


def counted(view: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the places that are scored now, by name, each with its ranking by the known sums."""
    counting, foreseen = view["counting"], view["foreseen"]
    if counting and counting["stage"] == "quarter":
        index = counting["quarter"] - 1
        yield f"q{index + 1}", foreseen["quarters"][index]
        for at in range(DISTRICTS):
            name = place_text(index * DISTRICTS + at).replace(".", "-")
            yield name, foreseen["districts"][index][District(at).id]
    elif counting and counting["stage"] == "market":
        for row in view["market"]["rows"]:
            yield f"row-{row['row']}", foreseen["rows"][row["row"]]
        yield "market", foreseen["market"]


def tallies(view: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of `tally` for every party in a place that is scored."""
    ranked = view["counting"]["ranking"] if view["counting"] else []
    for where, ranking in counted(view):
        for rank, one in enumerate(ranking["order"]):
            is_ranked = len(where) == 2 and one["seat"] in ranked
            is_first = rank == 0 and bool(ranking["certain"])
            yield where, rank, len(ranking["order"]), arms(view, one["seat"]), one, is_first or is_ranked


def tally(
    saying: Saying, where: str, rank: int, of: int, bearing: int, one: Mapping[str, Any], is_sure: bool
) -> dict[str, Any]:
    """Return the sum of a party in a place; `is_sure`: first for certain, or its rank is announced."""
    return {
        "id": f"t-{where}-{one['seat']}",
        "seat": bearing,
        "sum": f"{one['sum']}+" if one["unknown"] else one["sum"],
        "sure": is_sure,
        "title": saying.standing(one),
        **places.tally(where, rank, of)._asdict(),
    }


def won(view: Mapping[str, Any]) -> Iterator[tuple[int, str, int]]:
    """Yield every gem before a screen: its party, its kind, and its number among those of the kind."""
    parties = [(player["seat"], player["gems"]) for player in view["players"]]
    if view["neutral"] is not None:
        parties.append((NEUTRAL, view["neutral"]["gems"]))
    for party, gems in parties:
        for kind in _GEMS:
            for number in range(1, gems[kind] + 1):
                yield party, kind, number


def gem(_saying: Saying, party: int, kind: str, number: int) -> dict[str, Any]:
    """Return a gem before a screen; those of a kind lie on one another."""
    point = places.gem_kept(places.screen(party), _GEMS.index(kind))
    return {"id": f"w{party}-{kind}-{number}", "kind": kind, **point._asdict()}


def origin(view: Mapping[str, Any]) -> str:
    """Return where the gems that are won now come from, as one of the names in `flights`."""
    counting = view["counting"]
    if not counting or counting["stage"] in ("before", "after"):
        return "bank"
    if counting["stage"] == "quarter":
        return f"quarter-{counting['quarter']}"
    return f"row-{counting['row']}" if counting["row"] else "bank"


def flights() -> str:
    """Return the rules that show a gem coming from its former place, while its win is announced."""
    bank = Point(places.LEFT + 20, places.SHAFT_FOOT + 24)
    starts = {".from-bank > .ys-won": bank}
    for row in range(1, ROWS):
        starts[f".from-row-{row} > .ys-won"] = places.row_gem(row)
    for quarter in range(QUARTERS):
        starts[f".from-quarter-{quarter + 1} > .ys-won"] = places.ship(quarter)
        starts[f".from-quarter-{quarter + 1} > .ys-won.black"] = places.turned(
            quarter, places.LANES["harbour"], 45
        )
    rules = [
        f".telling {gem} {{ transform: translate({at.x}px,{at.y}px) scale(1.8); }}"
        for gem, at in starts.items()
    ]
    return "@starting-style {\n" + "\n".join(rules) + "\n}\n"
