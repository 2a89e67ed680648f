"""What every event does to what players hold, kept by hand: the books of a game."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Any

from donjon.kernel.story import Event
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
PLAIN = {
    "income": ("deniers", 0),
    "first_to_pass": ("deniers", 0),
    "trading_post": ("deniers", 0),
    "visited": ("visits", 1),
    "converted": ("buildings", 1),
    "favour_vp": ("favours", 0),
    "section_result": ("penalties", 2),
    "counted_gold": ("final count", 1),
    "counted_cubes": ("final count", 1),
    "counted_deniers": ("final count", 1),
}
PAID = {"placed": 1, "provost_moved": 2, "to_convert": 1}


def booked(event: Event, by_favour: bool) -> Counter[str]:
    """Deniers, cubes by kind and points by source that an event brings its seat; below 0 what it costs."""
    book: Counter[str] = Counter()
    a, b, c = event.args
    kind = event.kind
    if kind in PLAIN:
        name, index = PLAIN[kind]
        amount = event.args[index]
        book[name] += min(amount, 0) if name == "penalties" else amount
    if kind in PAID:
        book["deniers"] -= event.args[PAID[kind]]
    if kind in ("jousted", "to_convert"):
        book["cloth"] -= 1
        book["deniers"] -= kind == "jousted"
    elif kind in ("produced", "owner_took"):
        book[KINDS[a]] += b
    elif kind in ("paid_any", "sold"):
        book[KINDS[a]] -= 1
        book["deniers"] += b if kind == "sold" else 0
    elif kind == "built":
        book_tile(book, NAMES[a], c, by_favour)
    elif kind == "batch":
        book.subtract(("food", *BATCHES[a]))
        book["castle"] += c
    elif kind == "no_batch":
        book["penalties"] -= a
    elif kind == "row_gain":
        book["deniers" if a else "favours"] += b
    else:
        book_trade(book, kind, a, b, c)
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


def book_trade(book: Counter[str], kind: str, a: int, b: int, c: int) -> None:
    """Peddlers, church, tailor, bank tile, alchemist, and the cubes of favours."""
    if kind in ("bought", "bought_two"):
        book.update([KINDS[a]] if kind == "bought" else PAIRS[a])
        book["deniers"] -= b
    elif kind == "traded":
        deniers, cloth, vp, gold = OFFERS[NAMES[a], c][b]
        book.update({"deniers": deniers, "cloth": cloth, "trades": vp, "gold": gold})
    elif kind in ("exchanged_two", "exchanged_four"):
        book.subtract(PAIRS[a] if kind == "exchanged_two" else FOURS[a])
        book["gold"] += b
    elif kind == "favour_cube":
        book[KINDS[a]] += 1
    elif kind == "swapped":
        book[KINDS[a]] -= 1
        book.update(PAIRS[b])


def holdings(position: dict[str, Any], seat: int) -> Counter[str]:
    """Deniers, cubes and points by source of a seat."""
    own = position["seats"][seat]
    return Counter({"deniers": own["deniers"], **own["cubes"], **own["points"]})
