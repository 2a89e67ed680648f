"""The screens along the foot of the board: what stands still, and the facts of what changes there."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from donjon.drawing.facts import Facts, plain
from donjon.drawing.labels import cut, fitted
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.pieces import parties
from donjon.games.ys.drawing.saying import LETTERS
from donjon.games.ys.drawing.writing import KEPT_GEMS, Pen
from donjon.games.ys.nouns import NEUTRAL
from donjon.kernel.message import Message

MOST_SCREENS = 4096


def screen(pen: Pen, party: int) -> dict[str, Any]:
    """Return what stands still on the screen of a party."""
    box, is_neutral = places.screen(party), pen.saying.is_neutral(party)
    left, top, width, height = box
    room, fold = width - 112, (width - 16) / 6
    name = pen.saying.neutral() if is_neutral else cut(pen.saying.name(party), LETTERS, room)
    return {
        "id": party_id(pen, party),
        "behind": family_behind(party),
        "subject": "neutral" if is_neutral else f"screen-{party}",
        "arms": pen.arms(party),
        "x": left,
        "y": top,
        "width": width,
        "height": height,
        "name": name,
        "size": fitted(name, room, 24),
        "room": room,
        "gems": [(kind, places.gem_kept(box, index).x - left) for index, kind in enumerate(KEPT_GEMS)],
        "folds": "M8 106"
        + "".join(f"l{fold:.1f} {6 if step % 2 == 0 else -6}" for step in range(6))
        + "".join(f"M{8 + fold * step:.1f} {112 if step % 2 else 106}V{160}" for step in range(1, 6)),
    }


def party_id(pen: Pen, party: int) -> int | str:
    """Return what ids and facts call a party: the number of a seat, or "neutral"."""
    return "neutral" if pen.saying.is_neutral(party) else party


def public_facts(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return what all viewers see of the screens: points, gems, order cards, fronts."""
    facts: Facts = {}
    for party, gems in parties(view):
        facts |= _gems(party_id(pen, party), tuple(gems.items()))
    for player in view["players"]:
        seat = player["seat"]
        facts[f"?turn-screen-{seat}"] = seat in view["waiting"] or seat == view["actor"]
        facts[f".points-{seat}"] = player["track"]
        order = player["order"]
        facts[f"#ys-holds-{seat}"] = "" if order is None else pen.board("held_order", order)
        facts[f"#ys-slots-{seat}"] = _slots(pen, tuple(player["front"]))
    if view["neutral"] is not None:
        left = tuple(value for values in view["neutral"]["left"] for value in values)
        facts[".points-neutral"] = view["neutral"]["track"]
        text = Message("Neutral player; values not seen yet this round: {values}").text
        facts[".screen-neutral"] = pen.saying.say(Message(text, values=list(left)))
        facts |= _behind(pen, NEUTRAL, left)
    return facts


def own_facts(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return what lies behind the screens, as far as the viewer knows it."""
    facts: Facts = {}
    for player in view["players"]:
        values = (None,) * player["screen_size"] if player["screen"] is None else tuple(player["screen"])
        facts |= _behind(pen, player["seat"], values)
    return facts


def titles(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the titles of the screens, which tell what the viewer knows."""
    return {
        f".screen-{player['seat']}": _title(
            pen, player["seat"], player["screen_size"], _values(player["screen"]), player["order"]
        )
        for player in view["players"]
    }


def _values(screen: list[int] | None) -> tuple[int, ...] | None:
    return None if screen is None else tuple(screen)


@functools.lru_cache(maxsize=MOST_SCREENS)
def _title(pen: Pen, seat: int, count: int, values: tuple[int, ...] | None, order: int | None) -> str:
    return pen.saying.screen(seat, count, values, order)


@functools.lru_cache(maxsize=MOST_SCREENS)
def _gems(name: int | str, gems: tuple[tuple[str, int], ...]) -> Facts:
    """Return how many gems of each kind a party has; zeros are pale in the panels and unseen on the board."""
    counts: Facts = {f".g-{name}-{kind}": count for kind, count in gems}
    return counts | {f"?none-{name}-{kind}": not count for kind, count in gems}


@functools.lru_cache(maxsize=MOST_SCREENS)
def _slots(pen: Pen, front: tuple[int, ...]) -> str:
    """Return the places in front of a screen, and the sum of the brokers there."""
    box = places.screen(0)
    at = tuple(places.front(box, index).x - box[0] for index in range(max(3, len(front))))
    return pen.board("slots", at, f"= {sum(front)}" if front else "")


@functools.lru_cache(maxsize=MOST_SCREENS)
def _behind(pen: Pen, party: int, values: tuple[int | None, ...]) -> Facts:
    """Return the brokers behind a screen; None for one whose value is not known."""
    family, box, arms = family_behind(party), places.screen(party), pen.arms(party)
    if not values:
        return {f"{family}-0": ("nothing", plain(box[2] / 2))} if pen.look[0] else {}
    facts: Facts = {}
    for index, value in enumerate(values):
        x = plain(round(places.behind(box, index, len(values)).x - box[0], 1))
        facts[f"{family}-{index}"] = (f"behind{arms}", x) if value is None else (f"open{arms}", x, value)
    return facts


def family_behind(party: int) -> str:
    """Return the family of the brokers behind the screen of a party: letters alone name it."""
    return f"h{'abcd'[party]}"
