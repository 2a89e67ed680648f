"""Positions set up for a test, and a stage on which they are played in the words of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import donjon
from donjon import Match
from donjon.kernel.event_log import Event
from tests.referees.caylus_printed import KINDS, LETTERS

NAME = "caylus"
GAME = donjon.games[NAME]
# The neutral tiles on spaces 1 to 6 unless a test says otherwise.
NEUTRAL = (
    "farm_neutral",
    "forest",
    "sawmill_neutral",
    "quarry_neutral",
    "market_neutral",
    "carpenter_neutral",
)
FREE = (*range(9, 16), *range(17, 29))  # the road spaces that are unbuilt at the start
Road = Mapping[int, "tuple[str, int] | tuple[str, int | None, int] | None"]


def counted(letters: str) -> dict[str, int]:
    """Cubes by letter ("FFW": 2 food, 1 wood) as a position states them."""
    assert set(letters) <= set(LETTERS), letters
    return {kind: letters.count(letter) for kind, letter in zip(KINDS, LETTERS, strict=True)}


def position(
    players: int = 4,
    *,
    road: Road | None = None,
    workers: Mapping[int, Sequence[str]] | None = None,
    hold: Mapping[int, Mapping[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position in which nothing is left to chance.

    `road`: by space the tile and its owner (and who has paid for its conversion); `workers` and `hold` by
    seat, cubes as letters.
    """
    stated = {"game": NAME, "players": players, "neutral_tiles": list(NEUTRAL)}
    stated |= {"turn_order": list(range(players)), **more}
    if road is not None:
        stated["road"] = {str(space): tile_entry(entry) for space, entry in road.items()}
    if workers is not None:
        stated["workers"] = [workers.get(seat) for seat in range(players)]
    if hold is not None:
        stated["seats"] = [held(hold[seat]) if seat in hold else None for seat in range(players)]
    return stated


def tile_entry(entry: Any) -> dict[str, Any] | None:
    return None if entry is None else dict(zip(("tile", "owner", "pending"), entry, strict=False))


def held(said: Mapping[str, Any]) -> dict[str, Any]:
    return {**said, "cubes": counted(said["cubes"])} if "cubes" in said else dict(said)


def filled(until: int, owner: int = 0) -> dict[int, tuple[str, int]]:
    """The unbuilt spaces before `until` filled with residences of a seat."""
    return {space: ("residence", owner) for space in FREE if space < until}


class Stage:
    """A match being played by its texts, with short names for what tests look at."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._told: dict[str, Any] | None = None

    @classmethod
    def at(cls, players: int = 4, **said: Any) -> Stage:
        """The stage of `position(...)`."""
        return cls(donjon.from_position(position(players, **said)))

    @classmethod
    def new(cls, players: int = 4, **options: Any) -> Stage:
        """The start of a game, in which nothing is left to chance unless it is said."""
        given = {"neutral_tiles": NEUTRAL, "turn_order": tuple(range(players)), **options}
        return cls(donjon.new(NAME, players=players, seed=1, **given))

    # playing

    def play(self, *texts: str) -> Stage:
        """Plays these actions for whoever is to decide."""
        for text in texts:
            self.match.play(text)
            self._told = None
        return self

    def all_pass(self) -> Stage:
        while self.ask == "place":
            self.play("pass")
        return self

    def why(self, text: str | int, seat: int | None = None) -> str:
        """The id of the rule that forbids an action, "" if it is legal."""
        refusal = self.match.why_not(text, seat)
        assert refusal is None or refusal.message.english()
        return "" if refusal is None else refusal.rule

    def can(self, text: str) -> bool:
        return self.why(text) == ""

    def legal(self, beginning: str = "") -> set[str]:
        """The texts of the legal actions, those that begin so."""
        return {text for text in self.match.legal if text.startswith(beginning)}

    def twin(self) -> Stage:
        """The same position on another stage."""
        return Stage(donjon.from_position(self.match.position()))

    # looking

    @property
    def told(self) -> dict[str, Any]:
        """The position as data, made once for each position."""
        if self._told is None:
            self._told = self.match.position()
        return self._told

    def __getattr__(self, name: str) -> Any:
        """Fields of the position: phase, ask, actor, round, provost, bailiff, scored, passed, ..."""
        if name.startswith("_") or name not in self.told:
            raise AttributeError(name)
        return self.told[name]

    @property
    def order(self) -> list[int]:
        found: list[int] = self.told["turn_order"]
        return found

    def player(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.told["seats"][seat]
        return found

    def deniers(self, seat: int) -> int:
        return int(self.player(seat)["deniers"])

    def vp(self, seat: int) -> int:
        return int(self.player(seat)["vp"])

    def cubes(self, seat: int) -> str:
        """Cubes as letters, in the order of LETTERS."""
        own = self.player(seat)["cubes"]
        return "".join(letter * own[kind] for kind, letter in zip(KINDS, LETTERS, strict=True))

    def column(self, row: str, seat: int) -> int:
        return int(self.player(seat)["columns"][row])

    def places(self, seat: int) -> list[str]:
        """Where the workers are that are not at home."""
        return [place for place in self.told["workers"][seat] if place != "home"]

    def tile(self, space: int) -> str | None:
        entry = self.told["road"].get(str(space), {})
        return entry.get("tile")

    def owner(self, space: int) -> int | None:
        entry = self.told["road"].get(str(space), {})
        return entry.get("owner")

    def left(self, tile: str) -> int:
        """Copies of a tile in the bank."""
        entry = next(entry for entry in self.match.view()["stock"] if entry["tile"] == tile)
        return int(entry["left"])

    def events(self, kind: str) -> list[Event]:
        return [event for event in self.match.events if event.kind == kind]
