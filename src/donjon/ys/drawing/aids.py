"""What the aids show: values that face-down brokers can have, who would win what, what gems are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.kernel.message import Message
from donjon.ys.cards import LASTING
from donjon.ys.drawing.pieces import arms
from donjon.ys.drawing.saying import Saying
from donjon.ys.nouns import COLOURS, NEUTRAL, QUARTERS, THRONE_TEXT, VALUES, District, Gem
from donjon.ys.tables import CARDS_PER_QUARTER, GEM_TABLE, SHIP_LARGE, SHIP_NAMES, SHIP_SMALL, THRONE_TABLE


def bluff_room(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """For every rival: what they still hold that the viewer cannot place, and what each broker can be."""
    rivals = [
        _rival(view, said, player["seat"], player["unplaced"]["values"])
        | {"behind": player["unplaced"]["behind_screen"]}
        for player in view["players"]
        if player["unplaced"] is not None
    ]
    if view["neutral"] is not None:
        left = [value for values in view["neutral"]["left"] for value in values]
        rivals.append(_rival(view, said, NEUTRAL, left))
    return rivals


def _rival(view: Mapping[str, Any], said: Saying, party: int, values: list[int]) -> dict[str, Any]:
    return {
        "seat": party,
        "arms": arms(view, party),
        "name": said.name(party),
        "behind": None,
        "counts": [(value, values.count(value)) for value in range(VALUES)],
        "brokers": _hidden(view, said, party),
    }


def _hidden(view: Mapping[str, Any], said: Saying, owner: int) -> list[dict[str, Any]]:
    """The brokers of an owner whose value the viewer does not know, by its place."""
    found = [
        {
            "place": said.place(broker["place"]),
            "text": broker["place"],
            "signs": _signs(broker["place"]),
            "step": broker["place"].replace(".", "-"),
            "can": [(value, value in broker["can"]) for value in range(VALUES)],
            "soldier": broker["soldier"],
        }
        for broker in [*view["brokers"], *view["throne"]]
        if broker["owner"] == owner and broker["value"] is None
    ]
    return sorted(found, key=lambda one: str(one["text"]))


def _signs(place: str) -> tuple[str, str, str]:
    """A place in little room: an icon, a number, and the colour of a column."""
    if place == THRONE_TEXT:
        return "throne", "", ""
    if place[0].isdigit():
        return "market", place[0], next(name for name in Gem.ids()[:COLOURS] if name[0] == place[1])
    return next(name for name in District.ids() if name[0] == place[-1]), place[1], ""


def _row(
    view: Mapping[str, Any], said: Saying, name: str, ranking: Mapping[str, Any], step: str
) -> dict[str, Any]:
    return {
        "step": step,
        "name": name,
        "title": said.ranked(name, ranking),
        "certain": ranking["certain"],
        "order": [
            {**one, "arms": arms(view, one["seat"]), "name": said.name(one["seat"])}
            for one in ranking["order"]
        ],
    }


def preview(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    """Who would win each place with what is visible, quarter by quarter, then the market."""
    found = view["foreseen"]
    quarters = []
    for quarter in view["quarters"]:
        number = quarter["number"]
        gems = said.say(Message("gems of the ship"))
        rows = [_row(view, said, gems, found["quarters"][number - 1], f"quarter-{number}")]
        for index, name in enumerate(District.ids()):
            ranking = found["districts"][number - 1][name]
            word = said.translate(District(index).term.word)
            rows.append(_row(view, said, word, ranking, f"q{number}-{name[0]}"))
        quarters.append({"number": number, "rows": rows})
    market = []
    for row in view["market"]["rows"]:
        number = row["row"]
        name = said.say(Message("row {row}", row=number))
        market.append(_row(view, said, name, found["rows"][number], f"row-{number}") | {"gem": row["gem"]})
    bidder = said.say(Message("best bidder"))
    best = _row(view, said, bidder, found["market"], "market") | {"gem": None}
    columns = sorted(found["columns"], key=lambda one: -one["move"])
    return {
        "quarters": quarters,
        "market": [*market, best],
        "columns": [one | {"title": said.column(one)} for one in columns],
    }


def worth(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """The colours by value: what the places give at the end, and what every seat has of it."""
    parties = [*view["players"], *([{**view["neutral"], "seat": NEUTRAL}] if view["neutral"] else [])]
    return [
        {
            "colour": colour,
            "name": said.colour(colour),
            "value": view["values"][colour],
            "table": [int(points) for points in GEM_TABLE[rank]],
            "gems": [
                {
                    "arms": arms(view, party["seat"]),
                    "name": said.name(party["seat"]),
                    "count": party["gems"][colour],
                }
                for party in parties
            ],
        }
        for rank, colour in enumerate(view["worth"])
    ]


def throne(view: Mapping[str, Any], said: Saying) -> dict[str, Any] | None:
    """Royal Favour: every seat's brokers in the throne room with the bounds of their sum."""
    if not view["variants"]["royal_favour"]:
        return None
    standing = []
    for player in view["players"]:
        brokers = [one for one in view["throne"] if one["owner"] == player["seat"]]
        standing.append(
            {
                "arms": player["seat"],
                "name": said.name(player["seat"]),
                "brokers": [one["value"] for one in brokers],
                "low": sum(min(one["can"]) for one in brokers),
                "high": sum(max(one["can"]) for one in brokers),
                "extras": player["extra_brokers"],
            }
        )
    table = [int(points) for points in THRONE_TABLE][: view["seats"]]
    return {"place": THRONE_TEXT, "table": table, "standing": standing}


def in_play(view: Mapping[str, Any]) -> list[list[str]]:
    """For each seat the cards it has played whose effect lasts."""
    lasting = view["cards_in_play"]
    return [[name for name in LASTING if lasting[name] == seat] for seat in range(view["seats"])]


def ships_left(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """For each kind of gem on how many ship cards left it is the large one, and how often a small one."""
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
    """How many cards lie face down on each quarter."""
    turned = min(view["round"], CARDS_PER_QUARTER)
    return [
        CARDS_PER_QUARTER - turned + int(quarter["card"] is None and view["phase"] == "character")
        for quarter in view["quarters"][:QUARTERS]
    ]
