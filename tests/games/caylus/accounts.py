"""What every event does to what players hold, kept by hand: the books of a game."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Any

from donjon.games.caylus.model import BOOK
from donjon.kernel.event_log import Event
from tests.referees.caylus_printed import KINDS, LETTERS, TILES

NAMES = (
    *("farm_neutral", "forest", "sawmill_neutral", "quarry_neutral", "market_neutral", "carpenter_neutral"),
    *("peddler_fixed", "carpenter_fixed", "gold_mine", "farm_food", "farm_cloth", "quarry_wood"),
    *("sawmill_wood", "market_wood", "peddler_wood", "mason", "lawyer", "farm_stone", "park", "workshop"),
    *("architect", "bank", "alchemist", "church", "tailor", "residence", "statue", "theatre", "university"),
    *("monument", "granary", "weaver", "library", "hotel", "cathedral"),
)
PAIRS = list(combinations_with_replacement(KINDS[:4], 2))
FOURS = list(combinations_with_replacement(KINDS[:4], 4))
BATCHES = list(combinations(KINDS[1:], 2))
# Offers by tile and tile values (0 those of the rulebook): deniers, cloth, points, gold.
OFFERS = {
    ("church", 0): [(-2, 0, 3, 0), (-4, 0, 5, 0)],
    ("church", 1): [(-2, 0, 3, 0), (-4, 0, 5, 0)],
    ("tailor", 0): [(0, -1, 2, 0), (0, -3, 6, 0)],
    ("tailor", 1): [(0, -2, 4, 0), (0, -3, 6, 0)],
    ("bank", 0): [(-2, 0, 0, 1), (-5, 0, 0, 2)],
    ("bank", 1): [(-2, 0, 0, 1), (-5, 0, 0, 2)],
}
# What an event brings, and the argument that says how much.
PLAIN = {
    "place_in_order": ("deniers", "deniers"),
    "income": ("deniers", "deniers"),
    "first_to_pass": ("deniers", "count"),
    "trading_post": ("deniers", "deniers"),
    "visited": ("visits", "vp"),
    "converted": ("buildings", "vp"),
    "favour_vp": ("favours", "vp"),
    "section_result": ("penalties", "gain"),
    "counted_gold": ("final count", "vp"),
    "counted_cubes": ("final count", "vp"),
    "counted_deniers": ("final count", "vp"),
}
PAID = {"placed": "cost", "provost_moved": "deniers", "to_convert": "deniers"}


def booked(happened: Event, by_favour: bool) -> Counter[str]:
    """Deniers, cubes by kind and points by source that an event brings its seat; below 0 what it costs."""
    book: Counter[str] = Counter()
    named = BOOK.events.named(happened)
    kind = happened.kind
    if kind in PLAIN:
        name, argument = PLAIN[kind]
        amount = getattr(named, argument)
        book[name] += min(amount, 0) if name == "penalties" else amount
    if kind in PAID:
        book["deniers"] -= getattr(named, PAID[kind])
    if kind in ("jousted", "to_convert"):
        book["cloth"] -= 1
        book["deniers"] -= kind == "jousted"
    elif kind == "produced":
        book[KINDS[named.cube]] += named.count
    elif kind == "owner_took":
        book[KINDS[named.cube]] += 1
    elif kind in ("paid_any", "sold"):
        book[KINDS[named.cube]] -= 1
        book["deniers"] += named.deniers if kind == "sold" else 0
    elif kind == "built":
        book_tile(book, NAMES[named.tile], named.vp, by_favour)
    elif kind == "batch":
        book.subtract(("food", *BATCHES[named.batch]))
        book["castle"] += named.vp
    elif kind == "no_batch":
        book["penalties"] -= named.vp
    elif kind == "row_gain":
        book["deniers" if named.row else "favours"] += named.count
    else:
        book_trade(book, kind, named)
    return book


def book_tile(book: Counter[str], tile: str, vp: int, by_favour: bool) -> None:
    """The printed cost, a wood or stone less by favour."""
    kind, cost, *_ = TILES[tile]
    letters = cost.replace("?", "")
    if by_favour and kind != "prestige":
        letters = letters.replace(kind[0].upper(), "", 1)
    for letter in letters:
        book[KINDS[LETTERS.index(letter)]] -= 1
    book["buildings"] += vp


def book_trade(book: Counter[str], kind: str, named: Any) -> None:
    """Peddlers, church, tailor, bank tile, alchemist, and the cubes of favours."""
    if kind in ("bought", "bought_two"):
        book.update([KINDS[named.cube]] if kind == "bought" else PAIRS[named.pair])
        book["deniers"] -= named.deniers
    elif kind == "traded":
        deniers, cloth, vp, gold = OFFERS[NAMES[named.tile], named.values][named.offer]
        book.update({"deniers": deniers, "cloth": cloth, "trades": vp, "gold": gold})
    elif kind in ("exchanged_two", "exchanged_four"):
        book.subtract(PAIRS[named.pair] if kind == "exchanged_two" else FOURS[named.four])
        book["gold"] += named.gold
    elif kind == "favour_cube":
        book[KINDS[named.cube]] += 1
    elif kind == "swapped":
        book[KINDS[named.cube]] -= 1
        book.update(PAIRS[named.pair])


def holdings(position: dict[str, Any], seat: int) -> Counter[str]:
    """Deniers, cubes and points by source of a seat."""
    own = position["seats"][seat]
    return Counter({"deniers": own["deniers"], **own["cubes"], **own["points"]})
