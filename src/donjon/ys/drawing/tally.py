"""The counting on the board: the sums of what is counted, best first, and the gems before the screens.

All have ids for life: sums climb past one another as brokers are turned up, and a gem that is won travels
from its ship, its harbour or its row of the market to its winner's screen (`flights` says from where).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from donjon.drawing import Point
from donjon.ys.drawing import places
from donjon.ys.drawing.pieces import arms
from donjon.ys.drawing.saying import Saying
from donjon.ys.nouns import DISTRICTS, NEUTRAL, QUARTERS, ROWS, District, Gem, place_text

_GEMS = Gem.ids()[:5]  # those that players have


def counted(view: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is counted now: a name of each place with its ranking by what is seen."""
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
    """For every party in a place that is counted what `tally` is called with."""
    told = view["counting"]["ranking"] if view["counting"] else []
    for where, ranking in counted(view):
        for rank, one in enumerate(ranking["order"]):
            is_told = len(where) == 2 and one["seat"] in told
            is_first = rank == 0 and bool(ranking["certain"])
            yield where, rank, len(ranking["order"]), arms(view, one["seat"]), one, is_first or is_told


def tally(
    said: Saying, where: str, rank: int, of: int, bearing: int, one: Mapping[str, Any], is_sure: bool
) -> dict[str, Any]:
    """The sum of a party, one of so many there; `is_sure`: first for certain, or its rank has been told."""
    return {
        "id": f"t-{where}-{one['seat']}",
        "seat": bearing,
        "sum": f"{one['sum']}+" if one["unknown"] else one["sum"],
        "sure": is_sure,
        "title": said.standing(one),
        **places.tally(where, rank, of)._asdict(),
    }


def won(view: Mapping[str, Any]) -> Iterator[tuple[int, str, int]]:
    """Every gem before a screen: whose, its kind, its number of that kind."""
    parties = [(player["seat"], player["gems"]) for player in view["players"]]
    if view["neutral"] is not None:
        parties.append((NEUTRAL, view["neutral"]["gems"]))
    for party, gems in parties:
        for kind in _GEMS:
            for number in range(1, gems[kind] + 1):
                yield party, kind, number


def gem(_said: Saying, party: int, kind: str, number: int) -> dict[str, Any]:
    """A gem before a screen; those of a kind lie on one another."""
    point = places.gem_kept(places.screen(party), _GEMS.index(kind))
    return {"id": f"w{party}-{kind}-{number}", "kind": kind, **point._asdict()}


def origin(view: Mapping[str, Any]) -> str:
    """Where gems come from that are won now: the name of one of the `flights`."""
    counting = view["counting"]
    if not counting or counting["stage"] in ("before", "after"):
        return "bank"
    if counting["stage"] == "quarter":
        return f"quarter-{counting['quarter']}"
    return f"row-{counting['row']}" if counting["row"] else "bank"


def flights() -> str:
    """Rules that let a gem that is won while it is told come from where it was."""
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
