"""What lies on the board of Ys lies apart: brokers, and the seals where brokers may be placed."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

import donjon
from donjon import Match
from donjon.games.ys import drawing, nouns
from donjon.games.ys.drawing import places
from tests.games.ys.playing import step
from tests.games.ys.stage import NAME
from tests.pictures import SVG, of_class, parse

MOST = 0.2  # of the smaller diameter


class Disc(NamedTuple):
    x: float
    y: float
    radius: float


def shifted(element: ET.Element) -> tuple[float, float]:
    """Where an element is moved to, by its transform or its style."""
    said = (element.get("transform") or "") + (element.get("style") or "")
    found = re.search(r"translate\((-?[\d.]+)(?:px)?[ ,](-?[\d.]+)", said)
    assert found is not None, said
    return float(found[1]), float(found[2])


def scaled(*elements: ET.Element) -> float:
    """How much smaller these elements, one within the other, are drawn."""
    said = " ".join(element.get("transform") or "" for element in elements)
    return math.prod(float(factor) for factor in re.findall(r"scale\((-?[\d.]+)\)", said))


def radius(element: ET.Element, name: str) -> float:
    circles = (circle for circle in element.iter(SVG + "circle") if circle.get("class") == name)
    return float(next(circles).get("r", ""))


def discs(match: Match) -> list[Disc]:
    """The brokers on the board, and the seals that who is to decide sees."""
    seat = match.waiting[0]
    view = match.view(seat)
    placed = {broker["id"] for broker in view["brokers"]}
    svg = drawing.draw(view, legal=match.legal_actions(seat))
    found = [
        Disc(*shifted(one), scaled(one, one[1]) * radius(one, "ys-around"))
        for one in of_class(svg, "ys-broker")
        if one.get("id") in placed
    ]
    assert len(found) == len(placed)
    named = {f"#{one.get('id')}": one for one in parse(svg).iter() if one.get("id")}
    seals = [(one, named[one.get("href", "")]) for one in of_class(svg, "ys-light") if one.get("href")]
    return found + [Disc(*shifted(one), scaled(one) * radius(seal, "ys-seal-ink")) for one, seal in seals]


def overlap(one: Disc, other: Disc) -> float:
    """How far two discs reach into each other, in diameters of the smaller one; below 0 they are apart."""
    distance = math.hypot(one.x - other.x, one.y - other.y)
    return (one.radius + other.radius - distance) / (2 * min(one.radius, other.radius))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_discs_lie_apart_in_random_games(players: int) -> None:
    """In the market and in the districts, however many stand there; a cell holds one broker (YS-5.4)."""
    match, random, steps, most = donjon.new(NAME, players=players, seed=players), Random(players), 0, 0
    while not match.over:
        if steps % 9 == 0:
            drawn = discs(match)
            most = max(most, len(drawn))
            for one, other in combinations(drawn, 2):
                assert overlap(one, other) <= MOST, (one, other)
            counts = Counter(broker["place"] for broker in match.view(None)["brokers"])
            assert all(count == 1 or place.startswith("q") for place, count in counts.items())
        step(match, random)
        steps += 1
    assert most > 40


@pytest.mark.parametrize("place", range(nouns.FIRST_CELL))
def test_the_first_broker_of_a_district_stands_beside_its_seals(place: int) -> None:
    """It comes to lie as near to what was tapped as it can without lying under a seal."""
    last = places.seal(place, 2)
    first, second = places.lane(place, 0, 2), places.lane(place, 1, 2)
    assert places.lane(place, 0, 1) == first  # it stays where it is when another one comes
    assert 2 * places.BROKER < math.dist(first, last) < 2.5 * places.BROKER
    assert math.dist(second, last) > math.dist(first, last) + places.BROKER


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seals_of_a_cell_lie_in_it_apart(players: int) -> None:
    """With two players each free cell of the market has three seals: face up, face down, neutral."""
    match, random = donjon.new(NAME, players=players, seed=1), Random(1)
    while match.view(None)["phase"] != "place":
        step(match, random)
    there = [one for one in discs(match) if one.x > places.MARKET_LEFT]
    # Row 0 is never used.
    cells = [places.cell(place) for place in range(nouns.FIRST_CELL + nouns.COLOURS, nouns.PLACES)]
    half = places.CELL / 2
    numbers: Counter[int] = Counter()
    for middle in cells:
        inside = [one for one in there if abs(one.x - middle.x) < half and abs(one.y - middle.y) < half]
        for one in inside:
            assert max(abs(one.x - middle.x), abs(one.y - middle.y)) + one.radius <= half
        for one, other in combinations(inside, 2):
            assert overlap(one, other) < 0
        numbers[len(inside)] += 1
    assert numbers[3 if players == 2 else 2] >= 8
