"""What a player may choose in Caylus: for every kind of decision its texts, and what each would do."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tests.referees.caylus_printed import KINDS, LETTERS, PLAIN, ROAD, TILES
from tests.referees.caylus_table import Table, tile_text


class Deal(NamedTuple):
    """What is paid and what is gained for it."""

    paid: tuple[str, ...] = ()
    got: tuple[str, ...] = ()
    deniers_paid: int = 0
    deniers_got: int = 0
    vp: int = 0


class Plan(NamedTuple):
    """A tile to build, the cubes it costs, and its space on the road."""

    tile: str
    cubes: tuple[str, ...]
    space: int


# The rows of favours by their texts.
ROWS = {
    "favour prestige": "prestige",
    "favour money": "money",
    "favour cubes": "cubes",
    "favour build": "build",
}
GOLD = ("gold",)
CLOTH = ("cloth",)
CHURCH = {"pay 2 deniers": Deal(deniers_paid=2, vp=3), "pay 4 deniers": Deal(deniers_paid=4, vp=5)}
BANK = {"pay 2 deniers": Deal((), GOLD, 2), "pay 5 deniers": Deal((), GOLD * 2, 5)}
TAILOR = {"pay 1 cloth": Deal(CLOTH, vp=2), "pay 3 cloth": Deal(CLOTH * 3, vp=6)}
REVISED_TAILOR = {"pay 2 cloth": Deal(CLOTH * 2, vp=4), "pay 3 cloth": Deal(CLOTH * 3, vp=6)}


def multisets(count: int) -> list[tuple[str, ...]]:
    """So many cubes without gold."""
    return list(combinations_with_replacement(PLAIN, count))


def cubes(letters: str) -> tuple[str, ...]:
    return tuple(KINDS[LETTERS.index(letter)] for letter in letters)


def steps(table: Table, most: int) -> dict[str, int]:
    """CAY-6.4, CAY-7.2 to CAY-7.4 (D-03, D-06): where the provost may go, in spaces."""
    able = [step for step in (-3, -2, -1, 1, 2, 3) if abs(step) <= most and table.provost + step in ROAD]
    return {f"provost {step:+d}": step for step in able}


def deals(table: Table, seat: int, tile: str) -> dict[str, Deal]:
    """CAY-8.5 (D-13 to D-19): what the player can pay for in a building that is used."""
    offers = {
        "market_neutral": {f"sell {kind}": Deal((kind,), deniers_got=4) for kind in KINDS},
        "market_wood": {f"sell {kind}": Deal((kind,), deniers_got=6) for kind in KINDS},
        "peddler_fixed": {f"buy {kind}": Deal((), (kind,), 2) for kind in PLAIN},
        "peddler_wood": {
            f"buy {' '.join(got)}": Deal((), got, count) for count in (1, 2) for got in multisets(count)
        },
        "alchemist": {
            f"exchange {' '.join(paid)}": Deal(paid, GOLD * gold)
            for gold in (1, 2)
            for paid in multisets(2 * gold)
        },
        "church": CHURCH,
        "bank": BANK,
        "tailor": REVISED_TAILOR if table.revised else TAILOR,
    }
    return {
        text: deal for text, deal in offers[tile].items() if table.has(seat, deal.paid, deal.deniers_paid)
    }


def favour_cubes(table: Table, seat: int, column: int) -> dict[str, Deal]:
    """CAY-11.5.3 (D-12b): what the cubes row gives, up to the marker's column."""
    columns = {1: ["food"], 2: ["wood", "stone"], 3: ["cloth"], 5: ["gold"]}
    found = {
        f"take {kind}": Deal((), (kind,))
        for here, kinds in columns.items()
        if here <= column
        for kind in kinds
    }
    if column >= 4:
        held = [kind for kind in KINDS if table.has(seat, [kind])]
        found |= {
            f"swap {kind} for {' '.join(pair)}": Deal((kind,), pair) for kind in held for pair in multisets(2)
        }
    return found


def builds(table: Table, seat: int, cheaper: dict[str, str]) -> dict[str, Plan]:
    """CAY-8.3 (D-09, D-10, D-12c): tiles of these classes, each cheaper by a cube (a letter, or none).

    How "any" is paid and which residence gives way are said only where there is a choice.
    """
    found = {}
    for tile, (kind, printed, *_) in TILES.items():
        if kind not in cheaper or not table.left(tile):
            continue
        cost = printed.replace(cheaper[kind], "", 1) if cheaper[kind] else printed
        payments = [cubes(cost.replace("?", letter)) for letter in (LETTERS if "?" in cost else " ")]
        payments = [payment for payment in payments if table.has(seat, payment)]
        sites = table.residences(seat) if kind == "prestige" else table.unbuilt()
        for payment in payments:
            for space in sites:
                text = f"build {tile_text(tile)}"
                text += f" with {payment[-1]}" if len(payments) > 1 else ""
                text += f" on {space}" if len(sites) > 1 else ""
                found[text] = Plan(tile, payment, space)
    return found


def conversions(table: Table, seat: int, deniers: int) -> dict[str, int]:
    """CAY-8.4.1 to CAY-8.4.3, CAY-8.4.9 (D-11): the spaces that can be converted for 1 cloth and a fee."""
    found = {}
    for space, building in table.road.items():
        is_own = building.kind in ("wood", "stone") and building.owner == seat and building.tile != "lawyer"
        if (building.kind == "neutral" or is_own) and building.pending is None:
            found[f"convert {table.name(space)}"] = space
    return found if table.has(seat, CLOTH, deniers) else {}


def batches(table: Table, seat: int) -> dict[str, tuple[str, ...]]:
    """CAY-9.2.2 (D-20): food and two other kinds."""
    able = [("food", *pair) for pair in combinations(KINDS[1:], 2) if table.has(seat, ("food", *pair))]
    return {f"batch {' '.join(batch)}": batch for batch in able}
