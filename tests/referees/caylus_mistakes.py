"""Mistakes to be made in the referee of Caylus, each against one rule: a comparison must find them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from tests.referees import caylus_offers as offers
from tests.referees import caylus_printed as printed
from tests.referees import caylus_table
from tests.referees.caylus import Course, Referee
from tests.referees.caylus_table import Table

# Each by its name: what is to be replaced in whom, and what by.
MISTAKES: dict[str, tuple[Any, str | int, Any]] = {
    "a likelier draw": (Referee, "weights", lambda self: dict.fromkeys(self.texts, 2)),
    "CAY-1.6 the mason costs wood only": (printed.TILES, "mason", ("wood", "W", 4, 0, 1)),
    "CAY-2.5 the fourth player starts with 6": (printed.START_DENIERS, 4, (5, 6, 6, 6)),
    "CAY-8.2.6 the park gives its owner wood": (printed.OWNERS_CUBE, "park", "W"),
    "CAY-8.3.8 the statue brings no favour": (printed.TILES, "statue", ("prestige", "SSG", 7, 0, 1)),
    "R-01 the church is not revised": (caylus_table, "REVISED_CHURCH", 4),
    "CAY-9.1 the castle acts backwards": (printed, "CASTLE", printed.CASTLE[::-1]),
    "CAY-10.3.3 4 houses in the walls are too few": (
        printed.SECTIONS,
        "walls",
        (10, 4, 18, [-3, 0, 1, 2, 1, 3, 3, 3, 3, 3, 3]),
    ),
    "CAY-11.3.2 the dungeon opens one column": (caylus_table, "OPEN", (2, 3, 5, 5)),
    "CAY-12.5 ties are broken": (Referee, "ranks", lambda self: [*range(1, 1 + len(self.players))]),
}
Wrong = Callable[..., Any]


def mistake(owner: Any, name: str) -> Callable[[Wrong], Wrong]:
    """The function under it replaces what is there; its docstring says which rule it breaks."""

    def note(wrong: Wrong) -> Wrong:
        MISTAKES[str(wrong.__doc__)] = owner, name, wrong
        return wrong

    return note


def make(name: str, patch: pytest.MonkeyPatch) -> None:
    owner, key, wrong = MISTAKES[name]
    if isinstance(owner, dict):
        patch.setitem(owner, key, wrong)
    else:
        patch.setattr(owner, str(key), wrong)


@mistake(Table, "lose")
def lose(self: Table, seat: int, vp: int) -> None:
    """CAY-3.4 points fall below 0"""
    self.gain(seat, "penalties", -vp)


@mistake(Table, "cost")
def cost(self: Table, seat: int, place: str) -> int:
    """CAY-13.4 two players pay like more"""
    is_cheap = self.owner(place) == seat or self.at.get("inn right") == seat
    return 1 if is_cheap else 1 + len(self.passed)


@mistake(Table, "put")
def put(self: Table, seat: int, place: str) -> None:
    """CAY-5.5.2 own visits count"""
    self.at[place] = seat
    owner = self.owner(place)
    if owner is not None:
        self.gain(owner, "visits", 1)


@mistake(Referee, "stables")
def stables(self: Referee) -> None:
    """CAY-6.6.1 the second in the stables goes nowhere"""
    seats = [self.at.pop(circle) for circle in printed.STABLES if circle in self.at]
    self.order = seats[:1] + [seat for seat in self.order if seat not in seats[:1]]


@mistake(Referee, "inn")
def inn(self: Referee) -> Course:
    """CAY-6.7.1 the guest of the inn is not displaced"""
    if "inn left" in self.at:
        self.at.setdefault("inn right", self.at.pop("inn left"))
    elif "inn right" in self.at:
        text = yield from self.ask(self.at["inn right"], "inn", {"leave", "take back"})
        if text == "take back":
            del self.at["inn right"]


@mistake(offers, "steps")
def steps(table: Table, most: int) -> dict[str, int]:
    """CAY-7.4 the provost leaves the road"""
    return {f"provost {step:+d}": step for step in (-3, -2, -1, 1, 2, 3) if abs(step) <= most}


@mistake(Referee, "road_buildings")
def road_buildings(self: Referee) -> Course:
    """CAY-8.4.7 beyond the provost nothing is converted"""
    self.begin("road")
    for space in printed.ROAD:
        if f"road {space}" not in self.at:
            continue
        if space <= self.provost:
            yield from self.use(self.at[f"road {space}"], self.road[space])
            payer = self.road[space].pending
            if payer is not None:
                self.convert(payer, space)
        del self.at[f"road {space}"]


@mistake(offers, "conversions")
def conversions(table: Table, seat: int, deniers: int) -> dict[str, int]:
    """CAY-8.4.3 the lawyer is converted"""
    found = {}
    for space, building in table.road.items():
        is_own = building.kind in ("wood", "stone") and building.owner == seat
        if (building.kind == "neutral" or is_own) and building.pending is None:
            found[f"convert {table.name(space)}"] = space
    return found if table.has(seat, ["cloth"], deniers) else {}


@mistake(offers, "batches")
def batches(table: Table, seat: int) -> dict[str, tuple[str, ...]]:
    """CAY-9.2.2 gold is in no batch"""
    able = [
        ("food", *pair) for pair in combinations(printed.PLAIN[1:], 2) if table.has(seat, ("food", *pair))
    ]
    return {f"batch {' '.join(batch)}": batch for batch in able}


@mistake(Table, "free")
def free(self: Table, name: str) -> int:
    """CAY-9.3.4 scored sections can be built on"""
    return printed.SECTIONS[name][0] - len(self.castle[name])


@mistake(Referee, "score")
def score(self: Referee, section: str) -> Course:
    """CAY-11.3.2 columns open before the scoring"""
    self.scored += 1
    for seat in self.order:
        result = printed.SECTIONS[section][3][self.castle[section].count(seat)]
        self.lose(seat, max(-result, 0))
        yield from self.favours(seat, max(result, 0))


@mistake(Referee, "begin")
def begin(self: Referee, phase: str) -> None:
    """CAY-11.4.3 a row is used once a round"""
    self.phase = phase
    for player in self.players if phase == "placing" else ():
        player.used = []


@mistake(Referee, "income_phase")
def income_phase(self: Referee) -> None:
    """CAY-13.2 two players do not swap"""
    if self.round and len(self.players) == 2:
        self.order.reverse()
    self.round += 1
    self.begin("income")
    for seat in self.order:
        self.take(seat, self.income(seat))
