"""What lies on the table of Caylus, a second time: from the rules and the printed data, without the engine.

`Table(position)` holds what a position says, and knows what can be paid and built, and where workers go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any

from tests.caylus.by_hand import tile_text
from tests.caylus.printed import SECTIONS, TILES
from tests.caylus.stage import KINDS, LETTERS

KIND = dict(zip(LETTERS, KINDS, strict=True))
PLAIN = KINDS[:4]
SINGLE = ("gate", "trading_post", "merchants_guild", "joust_field")
OFFERS = {
    "church": {"pay 2 deniers": (2, "", 3, ""), "pay 4 deniers": (4, "", 5, "")},
    "bank": {"pay 2 deniers": (2, "", 0, "G"), "pay 5 deniers": (5, "", 0, "GG")},
    "tailor": {"pay 1 cloth": (0, "C", 2, ""), "pay 3 cloth": (0, "CCC", 6, "")},
}
REVISED_TAILOR = {"pay 2 cloth": (0, "CC", 4, ""), "pay 3 cloth": (0, "CCC", 6, "")}


def multisets(count: int) -> list[tuple[str, ...]]:
    """Cubes other than gold, so many."""
    return list(combinations_with_replacement(PLAIN, count))


def kinds(letters: str) -> list[str]:
    return [KIND[letter] for letter in letters]


class Table:
    """A position at the beginning of phase 2."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.order: list[int] = list(said["turn_order"])
        self.simplified = said.get("favours") == "simplified"
        self.revised = said.get("tile_values") == "revised"
        self.round, self.scored = said["round"], said["scored"]
        self.provost, self.bailiff = said["provost"], said["bailiff"]
        self.passed: list[int] = []
        self.road = {int(space): dict(entry) for space, entry in said["road"].items()}
        self.castle = {name: list(seats) for name, seats in said["castle"].items()}
        self.seats: list[dict[str, Any]] = [
            {**seat, "cubes": Counter(seat["cubes"]), "points": Counter(seat["points"])}
            for seat in said["seats"]
        ]
        self.at = {place: seat for seat, own in enumerate(said["workers"]) for place in own}
        self.at.pop("home", None)
        self.over = False

    # what players hold

    def gain(self, seat: int, source: str, vp: int) -> None:
        self.seats[seat]["points"][source] += vp

    def vp(self, seat: int) -> int:
        return sum(self.seats[seat]["points"].values())

    def lose(self, seat: int, vp: int) -> None:
        """CAY-3.4."""
        self.gain(seat, "penalties", -min(vp, self.vp(seat)))

    def pay(self, seat: int, deniers: int = 0, cubes: Iterable[str] = ()) -> None:
        self.seats[seat]["deniers"] -= deniers
        self.seats[seat]["cubes"].subtract(cubes)
        assert self.seats[seat]["deniers"] >= 0 <= min(self.seats[seat]["cubes"].values())

    def take(self, seat: int, deniers: int = 0, cubes: Iterable[str] = ()) -> None:
        self.seats[seat]["deniers"] += deniers
        self.seats[seat]["cubes"].update(cubes)

    def has(self, seat: int, cubes: Iterable[str], deniers: int = 0) -> bool:
        own = self.seats[seat]
        return own["deniers"] >= deniers and not Counter(cubes) - own["cubes"]

    # the road

    def name(self, space: int) -> str:
        tile = self.road[space]["tile"]
        alike = sum(entry["tile"] == tile for entry in self.road.values())
        return tile_text(tile) if alike == 1 else f"{tile_text(tile)} {space}"

    def owner(self, space: int) -> int | None:
        return self.road.get(space, {}).get("owner")

    def left(self, tile: str) -> int:
        return TILES[tile][4] - sum(entry["tile"] == tile for entry in self.road.values())

    def residences(self, seat: int) -> list[int]:
        mine = {"tile": "residence", "owner": seat}
        return [space for space, entry in self.road.items() if mine.items() <= entry.items()]

    def unbuilt(self) -> int | None:
        return next((space for space in range(9, 29) if space not in self.road), None)

    # workers

    def home(self, seat: int) -> int:
        return 6 - len(self.places(seat))

    def places(self, seat: int) -> list[str]:
        """Where the workers are that are not at home."""
        return [place for place, guest in self.at.items() if guest == seat]

    def targets(self, seat: int) -> dict[str, str]:
        """CAY-5.3, CAY-5.6, CAY-13.3: the places where a worker may be put, by their texts."""
        found = {place.replace("_", "-"): place for place in SINGLE if place not in self.at}
        for name, count in (("stables", 3 if len(self.order) > 2 else 0), ("castle", 5)):
            circles = [f"{name} {circle}" for circle in range(1, count + 1)]
            free = [circle for circle in circles if circle not in self.at]
            if free and seat not in [self.at.get(circle) for circle in circles]:
                found[name] = free[0]
        if "inn left" not in self.at:
            found["inn"] = "inn left"
        for space, entry in self.road.items():
            is_closed = entry["tile"] == "residence" or TILES.get(entry["tile"], ("",))[0] == "prestige"
            if not is_closed and f"road {space}" not in self.at:
                found[self.name(space)] = f"road {space}"
        return found

    def put(self, seat: int, place: str) -> None:
        """CAY-5.5, CAY-6.2.3."""
        self.at[place] = seat
        owner = self.owner(int(place.removeprefix("road "))) if place.startswith("road") else None
        if owner not in (None, seat):
            self.gain(owner, "visits", 1)

    def cost(self, seat: int, place: str) -> int:
        """CAY-5.4, CAY-13.4."""
        is_own = place.startswith("road") and self.owner(int(place.removeprefix("road "))) == seat
        if is_own or self.at.get("inn right") == seat:
            return 1
        return 3 if len(self.order) == 2 and self.passed else 1 + len(self.passed)

    # the round

    def begin(self) -> None:
        """CAY-11.4.3: a phase begins."""
        for own in self.seats:
            own["rows"] = []

    def income(self, seat: int) -> int:
        """CAY-4."""
        own = [entry["tile"] for entry in self.road.values() if entry.get("owner") == seat]
        return 2 + own.count("residence") + own.count("library") + 2 * own.count("hotel")

    def convert(self, seat: int, space: int) -> None:
        """CAY-8.4.4."""
        self.road[space] = {"tile": "residence", "owner": seat}
        self.gain(seat, "buildings", 2)

    def deals(self, seat: int, tile: str) -> dict[str, tuple[int, Iterable[str], int, Iterable[str]]]:
        """CAY-8.5: what is paid and gained by the text of a deal that the seat can pay for."""
        found: dict[str, tuple[int, Iterable[str], int, Iterable[str]]] = {}
        if tile.startswith("market"):
            price = 4 if tile == "market_neutral" else 6
            found = {f"sell {kind}": (-price, (kind,), 0, ()) for kind in KINDS}
        elif tile.startswith("peddler"):
            price = 2 if tile == "peddler_fixed" else 1
            for count in (1, 2)[: 3 - price]:
                found |= {f"buy {' '.join(got)}": (price * count, (), 0, got) for got in multisets(count)}
        elif tile == "alchemist":
            for count in (2, 4):
                gold = ("gold",) * (count // 2)
                found |= {f"exchange {' '.join(paid)}": (0, paid, 0, gold) for paid in multisets(count)}
        else:
            offers = REVISED_TAILOR if tile == "tailor" and self.revised else OFFERS[tile]
            found = {text: (money, kinds(c), vp, kinds(g)) for text, (money, c, vp, g) in offers.items()}
        return {text: deal for text, deal in found.items() if self.has(seat, deal[1], max(deal[0], 0))}

    # building

    def price(self, tile: str, cheaper: dict[str, str]) -> list[str]:
        kind, cost, *_ = TILES[tile]
        return kinds(cost.replace("?", "").replace(cheaper[kind] or "-", "", 1))

    def can_build(self, seat: int, tile: str, cheaper: dict[str, str]) -> bool:
        kind, cost, *_ = TILES[tile]
        if kind not in cheaper or self.left(tile) == 0 or not self.has(seat, self.price(tile, cheaper)):
            return False
        room = self.residences(seat) if kind == "prestige" else self.unbuilt()
        spare = self.seats[seat]["cubes"].total() - len(self.price(tile, cheaper))
        return bool(room) and spare >= cost.count("?")

    def convertible(self, seat: int, fee: int) -> list[int]:
        if not self.has(seat, ["cloth"], fee):
            return []
        found = []
        for space, entry in self.road.items():
            kind = TILES.get(entry["tile"], ("fixed",))[0]
            is_own = kind in ("wood", "stone") and entry.get("owner") == seat and entry["tile"] != "lawyer"
            if (kind == "neutral" or is_own) and "pending" not in entry:
                found.append(space)
        return found

    # favours

    def open(self) -> int:
        return (2, 4, 5)[self.scored]

    # the castle

    def room(self) -> str | None:
        """CAY-9.3: the section of the next house."""
        return next((name for name in [*SECTIONS][self.scored :] if self.free(name)), None)

    def free(self, name: str) -> int:
        return SECTIONS[name][0] - len(self.castle[name])

    def count(self) -> None:
        """CAY-12."""
        self.over = True
        for seat, own in enumerate(self.seats):
            gold, plain = own["cubes"]["gold"], sum(own["cubes"][kind] for kind in PLAIN)
            self.gain(seat, "final count", 3 * gold + plain // 3 + own["deniers"] // 4)
