"""The board of Ys as SVG: the round town in its sea, throne room, value table, market and the screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from donjon import drawing as house
from donjon.drawing import Box
from donjon.kernel.message import Message, Translate
from donjon.ys.drawing import pieces, places, town
from donjon.ys.drawing.art import ART, ICONS, THEME
from donjon.ys.drawing.highlights import lit, place_path, rings, subjects_of
from donjon.ys.drawing.saying import Saying
from donjon.ys.nouns import COLOURS, FIRST_CELL, MAX_SEATS, NEUTRAL, PLACE_TEXTS, QUARTERS, ROUNDS, Gem

_BOARD = "ys/drawing/board.svg.jinja"
_SMALLEST = 15  # letters of a name on a screen


def draw(
    view: Mapping[str, Any],
    *,
    legal: Iterable[int] = (),
    translate: Translate = str,
    standalone: bool = False,
    labels: bool = True,
    highlights: Iterable[str] = (),
    names: Sequence[str] | None = None,
) -> str:
    """The board as SVG text.

    `legal` are actions; those that are places, brokers or gems on the board are lit in gold leaf.
    `highlights` are places ("q1.h", "2r") outlined at once. Without `labels` the words are left out. With
    `standalone` the style is inside and the light look is used. `names` are those of the seats.
    """
    actions, said = list(legal), Saying(view, translate, names)
    svg = house.render(
        _BOARD,
        width=places.WIDTH,
        height=places.HEIGHT,
        art=ART,
        icons=ICONS,
        linked="ys-g",
        gem_names=Gem.ids(),
        arms=[*range(view["seats"]), *([pieces.SABLE] if view["neutral"] is not None else [])],
        standalone=standalone,
        labels=labels,
        title=said.say(Message("Board of Ys")),
        description=said.description(),
        lights=lit(actions),
        rings=rings(view, actions),
        ghosts=_ghosts(highlights, standalone),
        aim=_aim(view),
        **_table(view, said),
    )
    return THEME.standalone(svg) if standalone else str(svg)


def _table(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    first_row = min(row["row"] for row in view["market"]["rows"])
    fallow = len(view["quarters"]) < QUARTERS
    return {
        "town_svg": town.ground(len(view["quarters"])),
        "floor_svg": town.floor(first_row),
        "colophon": places.screen(MAX_SEATS - 1) if view["seats"] < MAX_SEATS else None,
        "serpent": places.ship(QUARTERS - 1) if fallow else None,
        "quarters": town.quarters(view, said),
        "market": town.market(view, said),
        "values": town.values(view, said),
        "round": _round(view, said),
        "order": _order(view, said),
        "throne": _throne(view, said),
        "screens": _screens(view, said),
        "brokers": pieces.all_brokers(view, said),
    }


def _ghosts(highlights: Iterable[str], standalone: bool) -> list[dict[str, Any]]:
    """Outlines of all places, unseen until a line of an aid is looked at; highlights are shown."""
    shown = set(highlights)
    found = []
    for place, name in enumerate(PLACE_TEXTS):
        if not FIRST_CELL <= place < FIRST_CELL + COLOURS and (name in shown or not standalone):
            marks = " ".join(f"at-{subject}" for subject in subjects_of(place))
            seen = " shown" if name in shown else ""
            found.append({"marks": marks + seen, "path": place_path(place)})
    return found


def _aim(view: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where the broker goes whose value is being chosen."""
    placed = view["placed"]
    if not placed or placed["place"] is None:
        return None
    return {"face_up": placed["face_up"], **pieces.next_point(view, placed["place"])._asdict()}


def _round(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    return {
        "title": said.say(Message("Round {round} of {rounds}.", round=view["round"], rounds=ROUNDS)),
        "places": [
            {
                "number": number,
                "now": number == view["round"],
                "past": number < view["round"],
                **places.round_place(number)._asdict(),
            }
            for number in range(1, ROUNDS + 1)
        ],
    }


def _order(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    """The order cards: chosen ones show who takes them, else who holds them."""
    choosing = view["phase"] == "order"
    holders = {player["chosen_order" if choosing else "order"]: player["seat"] for player in view["players"]}
    said_of = [
        f"{number}: {said.name(seat)}"
        for number, seat in sorted((n, s) for n, s in holders.items() if n is not None)
    ]
    title = Message("Order cards: {cards}", cards=said_of) if said_of else Message("Order cards")
    return {
        "title": said.say(title),
        "cards": [
            {"number": number, "seat": holders.get(number), **places.order_card(number)._asdict()}
            for number in range(1, view["seats"] + 1)
        ],
    }


def _throne(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    is_open = view["variants"]["royal_favour"]
    name = said.say(Message("Throne room"))
    text = Message("Throne room: brokers that stay there to the end of the game: {count}").text
    return {
        "open": is_open,
        "brokers": len(view["throne"]),
        "name": name,
        "size": said.fit(name, 220, 24),
        "title": said.say(Message(text, count=len(view["throne"])))
        if is_open
        else said.say(Message("Throne room: used with Royal Favour only")),
    }


def _screens(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    found = [_screen(view, said, player) for player in view["players"]]
    if view["neutral"] is not None:
        found.append(_neutral(view, said))
    return found


def _screen(view: Mapping[str, Any], said: Saying, player: Mapping[str, Any]) -> dict[str, Any]:
    seat = player["seat"]
    box = places.screen(seat)
    values = player["screen"] if player["screen"] is not None else [None] * player["screen_size"]
    fronts = [places.front(box, index).x - box[0] for index in range(max(3, len(player["front"])))]
    return {
        **_panel(said, seat, box),
        "id": seat,
        "subject": f"screen-{seat}",
        "seat": seat,
        "title": said.screen(player),
        "turn": seat in view["waiting"] or seat == view["actor"],
        "points": player["track"],
        "order": player["order"],
        "slots": fronts,
        "sum": f"= {player['front_sum']}" if player["front"] else None,
        "sum_x": fronts[-1] + 27,
        "behind": _behind(box, values),
    }


def _neutral(view: Mapping[str, Any], said: Saying) -> dict[str, Any]:
    """The neutral player: its brokers that nobody has seen in this round, for both who place them."""
    box = places.screen(NEUTRAL)
    left = [value for values in view["neutral"]["left"] for value in values]
    text = Message("The neutral player; values nobody has seen this round: {values}").text
    return {
        **_panel(said, view["seats"], box),
        "id": "neutral",
        "subject": "neutral",
        "seat": pieces.SABLE,
        "title": said.say(Message(text, values=left)),
        "turn": False,
        "points": view["neutral"]["track"],
        "order": None,
        "slots": [],
        "sum": None,
        "sum_x": 0,
        "behind": _behind(box, left),
    }


def _panel(said: Saying, seat: int, box: Box) -> dict[str, Any]:
    name = said.neutral() if seat >= said.view["seats"] else said.name(seat)
    left, top, width, height = box
    name = said.cut(name, width - 116, _SMALLEST)
    fold = (width - 16) / 6
    return {
        "x": left,
        "y": top,
        "width": width,
        "height": height,
        "name": name,
        "size": max(_SMALLEST, said.fit(name, width - 112, 22)),
        "folds": "M8 102"
        + "".join(f"l{fold:.1f} {6 if step % 2 == 0 else -6}" for step in range(6))
        + "".join(f"M{8 + fold * step:.1f} {108 if step % 2 else 102}V{160}" for step in range(1, 6)),
    }


def _behind(box: Box, values: Sequence[int | None]) -> list[dict[str, Any]]:
    found = []
    for index, value in enumerate(values):
        point = places.behind(box, index, len(values))
        found.append({"value": value, "x": round(point.x - box[0], 1), "y": point.y - box[1] + 4})
    return found
