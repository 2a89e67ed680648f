"""The contents of the panels: possible values of brokers, foreseen winners, and pieces to tap.

A piece is a word and its subject: `disc-3` behind the player's screen, `front-3` in the player's front,
`ship-red` on the ship that is counted, `bank-red` in the bank, `gem-red` of the player, `character-spy` a
card. A ship, `ship-2`, is something on the board that can be asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from donjon.games.ys.characters import LASTING
from donjon.games.ys.drawing.pieces import arms
from donjon.games.ys.drawing.saying import Saying
from donjon.games.ys.model import (
    CARDS_PER_QUARTER,
    GEM_TABLE,
    SHIP_LARGE,
    SHIP_NAMES,
    SHIP_SMALL,
    THRONE_TABLE,
)
from donjon.games.ys.nouns import COLOURS, NEUTRAL, QUARTERS, THRONE_TEXT, VALUES, District, Gem
from donjon.kernel.message import Message

# The aids


def bluff_room(view: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the arguments of `rival` for every rival: what the viewer can infer about its brokers."""
    rivals = [
        (player["seat"], player["unplaced"]["values"], player["unplaced"]["behind_screen"])
        for player in view["players"]
        if player["unplaced"] is not None
    ]
    if view["neutral"] is not None:
        left = [value for values in view["neutral"]["left"] for value in values]
        rivals.append((NEUTRAL, left, None))
    return [(party, values, behind, _hidden(view, party)) for party, values, behind in rivals]


def rival(
    view: Mapping[str, Any],
    saying: Saying,
    party: int,
    values: list[int],
    behind: int | None,
    brokers: Iterable[tuple[str, list[int], bool]],
) -> dict[str, Any]:
    """Return the values of a rival that the viewer cannot place, and those each of its brokers can have."""
    return {
        "arms": arms(view, party),
        "name": saying.name(party),
        "behind": behind,
        "counts": [(value, values.count(value)) for value in range(VALUES)],
        "brokers": [
            {
                "place": saying.place(place),
                "signs": _signs(place),
                "step": place.replace(".", "-"),
                "can": [(value, value in can) for value in range(VALUES)],
                "soldier": soldier,
            }
            for place, can, soldier in brokers
        ],
    }


def _hidden(view: Mapping[str, Any], owner: int) -> list[tuple[str, list[int], bool]]:
    """Return the unknown brokers of an owner, sorted by place: place, possible values, Soldier's marker."""
    unknown = [
        (broker["place"], broker["can"], broker["soldier"])
        for broker in [*view["brokers"], *view["throne"]]
        if broker["owner"] == owner and broker["value"] is None
    ]
    return sorted(unknown, key=itemgetter(0))


def _signs(place: str) -> tuple[str, str, str]:
    """Return the signs of a place where room is short: an icon, a number, and the colour of a column."""
    if place == THRONE_TEXT:
        return "throne", "", ""
    if place[0].isdigit():
        return "market", place[0], next(name for name in Gem.ids()[:COLOURS] if name[0] == place[1])
    return next(name for name in District.ids() if name[0] == place[-1]), place[1], ""


def _row(
    view: Mapping[str, Any], saying: Saying, name: str, ranking: Mapping[str, Any], step: str
) -> dict[str, Any]:
    return {
        "step": step,
        "name": name,
        "title": saying.ranked(name, ranking),
        "certain": ranking["certain"],
        "order": [
            {**one, "arms": arms(view, one["seat"]), "name": saying.name(one["seat"])}
            for one in ranking["order"]
        ],
    }


def quarter_rows(
    view: Mapping[str, Any],
    saying: Saying,
    number: int,
    whole: Mapping[str, Any],
    districts: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return the rankings of a quarter by the known sums: for the gems of its ship, then by district."""
    gems = saying.say(Message("the ship's gems"))
    rows = [_row(view, saying, gems, whole, f"quarter-{number}")]
    for index, name in enumerate(District.ids()):
        word = saying.translate(District(index).term.word)
        rows.append(_row(view, saying, word, districts[name], f"q{number}-{name[0]}"))
    return rows


def market_gems(view: Mapping[str, Any]) -> list[tuple[int, str | None]]:
    """Return the market rows in use, each with its gem."""
    return [(row["row"], row["gem"]) for row in view["market"]["rows"]]


def market_rows(
    view: Mapping[str, Any],
    saying: Saying,
    gems: Iterable[tuple[int, str | None]],
    rows: Sequence[Mapping[str, Any]],
    whole: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return the rankings of the market rows by the known sums, and the one for best bidder."""
    rankings = []
    for number, gem in gems:
        name = saying.say(Message("row {row}", row=number))
        rankings.append(_row(view, saying, name, rows[number], f"row-{number}") | {"gem": gem})
    bidder = saying.say(Message("best bidder"))
    return [*rankings, _row(view, saying, bidder, whole, "market") | {"gem": None}]


def worth(view: Mapping[str, Any], saying: Saying, gems: Sequence[Mapping[str, int]]) -> list[dict[str, Any]]:
    """Return the colours by value: the points of each place at the end, and the gems of every party."""
    parties = [*enumerate(gems), *([(NEUTRAL, view["neutral"]["gems"])] if view["neutral"] else [])]
    return [
        {
            "colour": colour,
            "name": saying.colour(colour),
            "value": view["values"][colour],
            "table": [int(points) for points in GEM_TABLE[rank]],
            "gems": [
                {"arms": arms(view, party), "name": saying.name(party), "count": owned[colour]}
                for party, owned in parties
            ],
        }
        for rank, colour in enumerate(view["worth"])
    ]


def throne(view: Mapping[str, Any], saying: Saying) -> dict[str, Any] | None:
    """Return each seat's throne-room brokers and the bounds of their sum; None without Royal Favour."""
    if not view["variants"]["royal_favour"]:
        return None
    standing = []
    for player in view["players"]:
        brokers = [one for one in view["throne"] if one["owner"] == player["seat"]]
        standing.append(
            {
                "arms": player["seat"],
                "name": saying.name(player["seat"]),
                "brokers": [one["value"] for one in brokers],
                "low": sum(min(one["can"]) for one in brokers),
                "high": sum(max(one["can"]) for one in brokers),
                "extras": player["extra_brokers"],
            }
        )
    table = [int(points) for points in THRONE_TABLE][: view["seats"]]
    return {"place": THRONE_TEXT, "table": table, "standing": standing}


def in_play(view: Mapping[str, Any], seat: int) -> list[str]:
    """Return the cards with a lasting effect that a seat has in play."""
    return [name for name in LASTING if view["cards_in_play"][name] == seat]


def ships_left(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return for each kind of gem how often it is large and how often small on the ships in the deck."""
    left = [SHIP_NAMES.index(card) for card in view["deck"]]
    return [
        {
            "kind": name,
            "large": sum(int(SHIP_LARGE[ship]) == kind for ship in left),
            "small": sum(int(gem) == kind for ship in left for gem in SHIP_SMALL[ship]),
        }
        for kind, name in enumerate(Gem.ids())
        if kind < COLOURS or name == "white"
    ]


def stacks(view: Mapping[str, Any]) -> list[int]:
    """Return how many cards lie face down on each quarter."""
    turned = min(view["round"], CARDS_PER_QUARTER)
    return [
        CARDS_PER_QUARTER - turned + int(quarter["card"] is None and view["phase"] == "character")
        for quarter in view["quarters"][:QUARTERS]
    ]


# The pieces that the seat to act can tap

_BANK = Gem.ids()[:COLOURS]


def ready(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return which pieces the seat to move can tap: its brokers, and gems of ship and bank."""
    phase = view["phase"] if view["seat"] in view["waiting"] else ""
    magician = view["cards_in_play"]["magician"] == view["seat"] and phase == "value"
    return {
        "bids": phase == "bid",
        "places": phase == "place",
        "front": phase == "throne" or magician,
        "cargo": cargo(view) if phase == "pick" else [],
        "bank": _bank(view, phase),
    }


def cargo(view: Mapping[str, Any]) -> list[str]:
    """Return the gems that are left on the ship that is being scored, one by one."""
    return [kind for kind, count in view["counting"]["offer"].items() for _ in range(count)]


def _bank(view: Mapping[str, Any], phase: str) -> list[str]:
    if phase == "jeweller":  # two may be of one colour
        return [kind for kind in _BANK for _ in range(2)]
    if phase == "alchemist_take":
        return [kind for kind in _BANK if kind != view["chosen"]["gem"]]
    return list(_BANK) if phase == "colour" else []
