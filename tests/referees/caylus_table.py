"""What lies on the table of Caylus and in front of the players, as the referee keeps it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.referees.caylus_printed import (
    CASTLE,
    FIXED,
    LAST_NEUTRAL,
    OPEN,
    PLAIN,
    REVISED_CHURCH,
    ROAD,
    ROWS,
    SECTIONS,
    STABLES,
    TILES,
    WORKERS,
)

# The special spaces with one circle.
SINGLE = ("gate", "trading_post", "merchants_guild", "joust_field")


@dataclass
class Building:
    """A tile on the road, whose house stands on it, and who has paid for its conversion."""

    tile: str
    owner: int | None = None
    pending: int | None = None

    @property
    def kind(self) -> str:
        """CAY-1.6, CAY-1.9: neutral, fixed, wood, stone, residential or prestige."""
        if self.tile == "residence":
            return "residential"
        return "fixed" if self.tile in FIXED.values() else TILES[self.tile][0]


@dataclass
class Player:
    """What a player holds: points by source; by row of favours the column of the marker; the rows used."""

    deniers: int = 0
    cubes: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    columns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ROWS, 0))
    used: list[str] = field(default_factory=list)


def tile_text(tile: str) -> str:
    """The text of a tile: "farm_neutral" is "neutral-farm"; fixed buildings go by their bare name."""
    name, _, kind = tile.rpartition("_")
    if kind == "fixed":
        return name
    if name == "farm" or kind in ("neutral", "wood", "stone"):
        return f"{kind}-{name}"
    return tile.replace("_", "-")


class Table:
    """The table before the setup; workers away from home by their places: "gate", "stables 1", "road 7"."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.simplified = options.get("favours") == "simplified"
        self.revised = options.get("tile_values") == "revised"
        self.order: list[int] = []
        self.players = [Player() for _ in range(players)]
        self.round = self.scored = 0
        self.phase = "setup"
        self.provost = self.bailiff = LAST_NEUTRAL  # CAY-2.7
        self.passed: list[int] = []
        self.road = {space: Building(tile) for space, tile in FIXED.items()}
        self.castle: dict[str, list[int]] = {name: [] for name in SECTIONS}
        self.at: dict[str, int] = {}

    def restore(self, said: Mapping[str, Any]) -> None:
        """Lay everything as a complete position says that is at the beginning of phase 2."""
        self.order = list(said["turn_order"])
        self.round, self.scored = said["round"], said["scored"]
        self.provost, self.bailiff = said["provost"], said["bailiff"]
        self.road = {int(space): Building(**entry) for space, entry in said["road"].items()}
        self.castle = {name: list(seats) for name, seats in said["castle"].items()}
        for player, own in zip(self.players, said["seats"], strict=True):
            player.deniers, player.columns = own["deniers"], dict(own["columns"])
            player.cubes, player.points = Counter(own["cubes"]), Counter(own["points"])
        self.at = {
            place: seat for seat, own in enumerate(said["workers"]) for place in own if place != "home"
        }

    # what players hold (CAY-3)

    def has(self, seat: int, cubes: Iterable[str], deniers: int = 0) -> bool:
        """CAY-3.9."""
        own = self.players[seat]
        return own.deniers >= deniers and Counter(cubes) <= own.cubes

    def pay(self, seat: int, deniers: int = 0, cubes: Iterable[str] = ()) -> None:
        own = self.players[seat]
        own.deniers -= deniers
        own.cubes.subtract(cubes)
        assert min(own.deniers, *own.cubes.values()) >= 0

    def take(self, seat: int, deniers: int = 0, cubes: Iterable[str] = ()) -> None:
        self.players[seat].deniers += deniers
        self.players[seat].cubes.update(cubes)

    def gain(self, seat: int, source: str, vp: int) -> None:
        self.players[seat].points[source] += vp

    def lose(self, seat: int, vp: int) -> None:
        """CAY-3.4, R-29."""
        self.gain(seat, "penalties", -min(vp, self.players[seat].points.total()))

    def income(self, seat: int) -> int:
        """CAY-4.1 to CAY-4.4."""
        own = [self.road[space].tile for space in self.owned(seat)]
        return 2 + own.count("residence") + own.count("library") + 2 * own.count("hotel")

    # the road

    def name(self, space: int) -> str:
        """What stands on a space; the same tile twice is told apart by the number of the space."""
        tile = self.road[space].tile
        alike = sum(building.tile == tile for building in self.road.values())
        return tile_text(tile) if alike == 1 else f"{tile_text(tile)} {space}"

    def owned(self, seat: int) -> list[int]:
        """The spaces with the player's house, in road order."""
        return [space for space in ROAD if space in self.road and self.road[space].owner == seat]

    def residences(self, seat: int) -> list[int]:
        return [space for space in self.owned(seat) if self.road[space].tile == "residence"]

    def left(self, tile: str) -> int:
        """CAY-3.7, CAY-8.4.5: in the bank is what is not on the road."""
        return TILES[tile][4] - sum(building.tile == tile for building in self.road.values())

    def vp(self, tile: str) -> int:
        """CAY-8.3.9, R-01."""
        return REVISED_CHURCH if tile == "church" and self.revised else TILES[tile][2]

    def unbuilt(self) -> list[int]:
        """CAY-8.3.4: the space where the next tile goes; none when the road is full (CAY-8.3.5)."""
        return [space for space in ROAD if space not in self.road][:1]

    def convert(self, seat: int, space: int) -> None:
        """CAY-8.4.4."""
        self.road[space] = Building("residence", seat)
        self.gain(seat, "buildings", 2)

    # workers (CAY-5)

    def home(self, seat: int) -> int:
        """CAY-1.2, CAY-5.1.4: how many workers are at home."""
        return WORKERS - list(self.at.values()).count(seat)

    def open_places(self, seat: int) -> dict[str, str]:
        """CAY-5.3, CAY-5.6, CAY-13.3: where a worker may be put, by the text of the space."""
        found = {place.replace("_", "-"): place for place in SINGLE if place not in self.at}
        for name, circles in (("stables", STABLES if len(self.players) > 2 else ()), ("castle", CASTLE)):
            free = [circle for circle in circles if circle not in self.at]
            if free and seat not in [self.at.get(circle) for circle in circles]:
                found[name] = free[0]
        if "inn left" not in self.at:
            found["inn"] = "inn left"
        for space, building in self.road.items():
            if building.kind not in ("residential", "prestige") and f"road {space}" not in self.at:
                found[self.name(space)] = f"road {space}"
        return found

    def owner(self, place: str) -> int | None:
        """Whose house stands there."""
        return self.road[int(place.removeprefix("road "))].owner if place.startswith("road ") else None

    def cost(self, seat: int, place: str) -> int:
        """CAY-5.4, CAY-13.4."""
        if self.owner(place) == seat or self.at.get("inn right") == seat:
            return 1
        return 3 if len(self.players) == 2 and self.passed else 1 + len(self.passed)

    def put(self, seat: int, place: str) -> None:
        """CAY-5.5, CAY-6.2.3."""
        self.at[place] = seat
        owner = self.owner(place)
        if owner is not None and owner != seat:
            self.gain(owner, "visits", 1)

    # the castle and the favour table

    def free(self, name: str) -> int:
        """The free parts of a section; those of a scored one stay empty (CAY-9.3.4)."""
        return 0 if name in [*SECTIONS][: self.scored] else SECTIONS[name][0] - len(self.castle[name])

    def current(self) -> str | None:
        """CAY-9.3.1: the first section that has not been scored."""
        return ([*SECTIONS, None])[self.scored]

    def room(self) -> str | None:
        """CAY-9.3.2, CAY-9.3.3: the section of the next house."""
        return next((name for name in SECTIONS if self.free(name)), None)

    def open_columns(self) -> int:
        """CAY-11.3."""
        return OPEN[self.scored]

    # the end (CAY-12)

    def count(self, seat: int) -> dict[str, int]:
        """CAY-12.2 to CAY-12.4: what the final count would give."""
        own = self.players[seat]
        plain = sum(own.cubes[kind] for kind in PLAIN)
        return {"gold": 3 * own.cubes["gold"], "cubes": plain // 3, "deniers": own.deniers // 4}
