"""The facts of a page of Ys (see `donjon.drawing.facts`): what changes during a game, by key.

What a viewer knows of a face-down broker or of a screen is its own; public facts are those of a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing.facts import Facts
from donjon.drawing.saying import Words
from donjon.games.ys.characters import LASTING
from donjon.games.ys.drawing import aids, board, hand
from donjon.games.ys.drawing.saying import rankings
from donjon.games.ys.drawing.writing import SHIP_GEMS, Pen
from donjon.games.ys.model import CARDS_PER_QUARTER, SHIP_LARGE, SHIP_NAMES, SHIP_SMALL
from donjon.games.ys.nouns import QUARTERS, Character, Gem


def public_facts(view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
    """Return what all viewers see: the board, what lies before the screens, piles.

    settled: with the aids, the piles and the description of the board, which are not read during a move.
    """
    pen = Pen(words, view["seats"])
    facts = board.public_facts(view, pen, settled)
    for player in view["players"]:
        facts |= _seat(view, player, pen)
    if settled:
        facts |= aids.public_facts(view, pen) | _piles(view) | _totals(view, pen)
    return facts


def own_facts(view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
    """Return what depends on the viewer: brokers and screens as far as it knows them, its hand, its aids.

    A spectator has these facts, too: what a spectator sees in their place.
    """
    pen = Pen(words, view["seats"])
    facts = board.own_facts(view, pen, settled) | hand.own_facts(view, pen)
    for seat in range(view["seats"]):
        facts[f"?you-{seat}"] = seat == view["seat"]
    if settled:
        facts |= aids.own_facts(view, pen, rankings(view))
    return facts


def _seat(view: Mapping[str, Any], player: Mapping[str, Any], pen: Pen) -> Facts:
    """Return what a seat has beside its gems and points, which the board shows, too."""
    seat = player["seat"]
    is_waiting, has_won = seat in view["waiting"], bool(view["ranks"] and view["ranks"][seat] == 1)
    cards = tuple((one["card"], one["won_in"] == view["round"]) for one in player["hand"])
    in_play = tuple(name for name in LASTING if view["cards_in_play"][name] == seat)
    signs = has_won, is_waiting, player["has_chosen"], player["is_judge"], player["order"]
    return {
        f"?turn-{seat}": is_waiting,
        f"?winner-{seat}": has_won,
        f"#signs-{seat}": pen.panel("signs", *signs),
        f".behind-{seat}": player["screen_size"],
        f"#goods-{seat}": pen.panel("goods", seat, player["extra_brokers"], tuple(player["front"])),
        f"#cards-{seat}": pen.panel(
            "cards_of", cards, in_play, player["cards_played"], player["court_to_come"]
        ),
    }


def _totals(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the points with the present gems; in the areas where these are more than on the track."""
    facts: Facts = {}
    for player in view["players"]:
        facts |= {f"#more-{player['seat']}": _total(player, pen), f".total-{player['seat']}": player["total"]}
    return facts if view["neutral"] is None else facts | {"#more-neutral": _total(view["neutral"], pen)}


def _total(party: Mapping[str, Any], pen: Pen) -> str:
    return pen.panel("more", party["total"]) if party["total"] != party["track"] else ""


def _piles(view: Mapping[str, Any]) -> Facts:
    """Return what is left in the stacks of ships and characters."""
    left, unseen = [SHIP_NAMES.index(card) for card in view["deck"]], set(view["unseen_cards"])
    facts: Facts = {".deck": len(left)}
    for kind in SHIP_GEMS:
        index = Gem.ids().index(kind)
        facts[f".large-{kind}"] = sum(int(SHIP_LARGE[ship]) == index for ship in left)
        facts[f".small-{kind}"] = sum(int(gem) == index for ship in left for gem in SHIP_SMALL[ship])
    turned = min(view["round"], CARDS_PER_QUARTER)
    for quarter in view["quarters"][:QUARTERS]:
        is_next = quarter["card"] is None and view["phase"] == "character"
        facts[f".stack-{quarter['number']}"] = CARDS_PER_QUARTER - turned + int(is_next)
    for card in Character.ids():
        facts[f"@hidden:unseen-{card}"] = None if card in unseen else ""
    return facts
