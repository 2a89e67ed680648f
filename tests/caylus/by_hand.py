"""What may be decided, worked out a second time: from the plain view and the printed data alone.

Slow and straightforward on purpose, after the list of decisions D-01 to D-20, without a line of the rules
under test: `legal_texts(view)` gives the texts of all legal actions of the seat that is to decide.
"""

from __future__ import annotations

import tomllib
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import donjon

DATA = tomllib.loads((Path(donjon.__file__).parent / "caylus" / "tables.toml").read_text("utf-8"))
TILES = {tile["id"]: tile for tile in DATA["tile"]}
PLAIN = ("food", "wood", "stone", "cloth")
KINDS = (*PLAIN, "gold")
ROWS = {"vp": "prestige", "deniers": "money", "cubes": "cubes", "build": "build"}
SPECIALS = ("gate", "trading_post", "merchants_guild", "joust_field", "stables", "inn")

View = dict[str, Any]


def tile_text(tile: str) -> str:
    """The text of a tile: "farm_neutral" is "neutral-farm", fixed buildings go by their bare name."""
    if tile == "farm_food" or tile == "farm_cloth":
        return tile.removeprefix("farm_") + "-farm"
    name, _, kind = tile.rpartition("_")
    if kind == "fixed":
        return name
    return f"{kind}-{name}" if kind in ("neutral", "wood", "stone") else tile.replace("_", "-")


def space_text(view: View, space: int) -> str:
    """The text of a road space."""
    tile = view["road"][space - 1]["tile"]
    if tile is None:
        return str(space)
    alike = [there for there in view["road"] if there["tile"] == tile]
    return tile_text(tile) if len(alike) == 1 else f"{tile_text(tile)} {space}"


def legal_texts(view: View) -> set[str]:
    """The texts of all legal actions of the seat that is to decide."""
    me = view["players"][view["actor"]]
    found: set[str] = _DECISIONS[view["ask"]](view, me)
    return found


def _free_spaces(view: View, seat: int) -> list[tuple[str, int | None]]:
    """CAY-5.3, CAY-5.6, CAY-13.3: (text, owner) of every space where a worker of the seat may be put."""
    special = view["special"]
    found: list[tuple[str, int | None]] = [
        (name.replace("_", "-"), None) for name in SPECIALS[:4] if special[name] is None
    ]
    stables = special["stables"]
    if view["seats"] > 2 and seat not in stables and None in stables:
        found.append(("stables", None))
    if special["inn"]["left"] is None:
        found.append(("inn", None))
    if seat not in view["castle"]["workers"]:
        found.append(("castle", None))
    for there in view["road"]:
        if there["tile"] and there["worker"] is None and TILES[there["tile"]]["workers_allowed"]:
            found.append((space_text(view, there["space"]), there["owner"]))
    return found


def _place(view: View, me: View) -> set[str]:
    texts = {"pass"}
    if me["home"] == 0:
        return texts
    passed = len(view["passed"])
    general = 1 + passed
    if view["seats"] == 2 and passed:
        general = 3
    if view["special"]["inn"]["right"] == me["seat"]:
        general = 1
    for text, owner in _free_spaces(view, me["seat"]):
        if me["deniers"] >= (1 if owner == me["seat"] else general):
            texts.add(f"place {text}")
    return texts


def _gate(view: View, me: View) -> set[str]:
    return {"take back"} | {f"move {text}" for text, _owner in _free_spaces(view, me["seat"])}


def _steps(view: View, most: int) -> set[str]:
    found = {"decline"}
    for steps in (-3, -2, -1, 1, 2, 3):
        if abs(steps) <= most and 1 <= view["provost"] + steps <= 28:
            found.add(f"provost {steps:+d}")
    return found


def _here(view: View) -> View:
    """The tile being activated."""
    space = int(view["at"].removeprefix("road-"))
    return TILES[view["road"][space - 1]["tile"]]


def _produce(view: View, _me: View) -> set[str]:
    return {f"produce {kind}" for cubes in _here(view)["produce"] for kind in cubes}


def _bonus(view: View, _me: View) -> set[str]:
    return {f"bonus {kind}" for kind in _here(view)["owner_bonus"]}


def _builds(view: View, me: View, classes: dict[str, dict[str, int]]) -> set[str]:
    """CAY-8.3: `classes` are those that may be built, each with the cubes it is cheaper by."""
    found = set()
    for stock in view["stock"]:
        if stock["class"] not in classes or stock["left"] == 0:
            continue
        cheaper = classes[stock["class"]]
        cost = dict(TILES[stock["tile"]]["cost"])
        any_cubes = cost.pop("any", 0)
        left = {kind: me["cubes"][kind] - cost.get(kind, 0) + cheaper.get(kind, 0) for kind in KINDS}
        if min(left.values()) < 0 or sum(left.values()) < any_cubes:
            continue
        if stock["class"] == "prestige":
            is_room = me["residences"] > 0
        else:
            is_room = any(there["tile"] is None for there in view["road"])
        if is_room:
            found.add(f"build {tile_text(stock['tile'])}")
    return found


def _build(view: View, me: View) -> set[str]:
    return {"decline"} | _builds(view, me, {_here(view)["builds"]: {}})


def _conversions(view: View, me: View, deniers: int) -> set[str]:
    """CAY-8.4: neutral tiles, and own wood and stone tiles but the lawyer."""
    if me["cubes"]["cloth"] < 1 or me["deniers"] < deniers:
        return set()
    found = set()
    for there in view["road"]:
        is_own = there["class"] in ("wood", "stone") and there["owner"] == me["seat"]
        if (there["class"] == "neutral" or is_own) and there["tile"] != "lawyer" and there["pending"] is None:
            found.add(f"convert {space_text(view, there['space'])}")
    return found


def _row(view: View, me: View) -> set[str]:
    return {f"favour {ROWS[row]}" for row in ROWS if not view["favour"]["used"][row][me["seat"]]}


def _favour_cubes(view: View, me: View) -> set[str]:
    column = view["favour"]["columns"]["cubes"][me["seat"]]
    found = {"decline", "take food"}
    found |= {"take wood", "take stone"} if column >= 2 else set()
    found |= {"take cloth"} if column >= 3 else set()
    found |= {f"swap {kind}" for kind in KINDS if me["cubes"][kind]} if column >= 4 else set()
    return found | ({"take gold"} if column >= 5 else set())


def _favour_build(view: View, me: View) -> set[str]:
    column = view["favour"]["columns"]["build"][me["seat"]]
    classes: dict[str, dict[str, int]] = {}
    if column >= 2:
        classes["wood"] = {"wood": 1}
    if column >= 3:
        classes["stone"] = {"stone": 1}
    if column >= 5:
        classes["prestige"] = {}
    conversions = _conversions(view, me, 0) if column >= 4 else set()
    return {"decline"} | _builds(view, me, classes) | conversions


def _buy(view: View, me: View) -> set[str]:
    found = {"decline"}
    for offer in _here(view)["buy"]:
        if me["deniers"] >= offer["pay_deniers"]:
            for kinds in combinations_with_replacement(PLAIN, offer["cubes"]):
                found.add("buy " + " ".join(kinds))
    return found


def _trade(view: View, me: View) -> set[str]:
    offers = _here(view)["exchange"]
    if view["tile_values"] == "revised" and _here(view)["id"] == "tailor":
        offers = DATA["options"]["revised"]["tailor_exchange"]
    found = {"decline"}
    for offer in offers:
        if "pay_deniers" in offer and me["deniers"] >= offer["pay_deniers"]:
            found.add(f"pay {offer['pay_deniers']} deniers")
        if "pay" in offer and me["cubes"]["cloth"] >= offer["pay"]["cloth"]:
            found.add(f"pay {offer['pay']['cloth']} cloth")
    return found


def _exchange(_view: View, me: View) -> set[str]:
    found = {"decline"}
    for count in (2, 4):
        for kinds in combinations_with_replacement(PLAIN, count):
            if all(me["cubes"][kind] >= kinds.count(kind) for kind in PLAIN):
                found.add("exchange " + " ".join(kinds))
    return found


def _batch(view: View, me: View) -> set[str]:
    found = {"decline"}
    if any(section["free"] for section in view["castle"]["sections"]) and me["cubes"]["food"]:
        for pair in combinations(KINDS[1:], 2):
            if all(me["cubes"][kind] for kind in pair):
                found.add("batch food " + " ".join(pair))
    return found


def _pay(view: View, me: View) -> set[str]:
    """The cube of any kind: what is left when the wood of the cost is paid, which a favour remits."""
    wood = 0 if view["by_favour"] else 1
    left = {**me["cubes"], "wood": me["cubes"]["wood"] - wood}
    return {f"build {tile_text(view['chosen'])} with {kind}" for kind in KINDS if left[kind] > 0}


def _site(view: View, me: View) -> set[str]:
    own = [there for there in view["road"] if there["tile"] == "residence" and there["owner"] == me["seat"]]
    return {f"build {tile_text(view['chosen'])} on {there['space']}" for there in own}


def _swap_for(view: View, _me: View) -> set[str]:
    pairs = combinations_with_replacement(PLAIN, 2)
    return {f"swap {view['chosen']} for {' '.join(pair)}" for pair in pairs}


_DECISIONS = {
    "place": _place,
    "gate": _gate,
    "guild": lambda view, _me: _steps(view, 3),
    "joust": lambda _view, _me: {"decline", "joust"},
    "inn": lambda _view, _me: {"take back", "leave"},
    "provost": lambda view, me: _steps(view, me["deniers"]),
    "produce": _produce,
    "bonus": _bonus,
    "build": _build,
    "lawyer": lambda view, me: {"decline"} | _conversions(view, me, 1),
    "row": _row,
    "favour_cubes": _favour_cubes,
    "favour_build": _favour_build,
    "sell": lambda _view, me: {"decline"} | {f"sell {kind}" for kind in KINDS if me["cubes"][kind]},
    "buy": _buy,
    "trade": _trade,
    "exchange": _exchange,
    "batch": _batch,
    "pay": _pay,
    "site": _site,
    "swap_for": _swap_for,
}
