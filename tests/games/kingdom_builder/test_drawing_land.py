"""The painted land of Kingdom Builder: regions edge to edge, and the same board always painted the same."""

import re
from itertools import pairwise
from typing import Any

import pytest

import donjon
from donjon.games.kingdom_builder import drawing
from donjon.games.kingdom_builder.drawing.land import (
    BEYOND,
    CORNERS,
    KINDS,
    SPECIAL,
    Map,
    features,
    grounds,
    hex_centre,
    outlines,
    painted,
    written,
)

HEX_AREA = 52 * 45
NUMBER = re.compile(r"-?\d+")
STEP = re.compile(r"([Mlqhvz])([-\d ]*)")

Ring = list[tuple[float, float]]


def rows(seed: int) -> tuple[str, ...]:
    return tuple(donjon.new("kingdom-builder", players=2, seed=seed).view(None)["hexes"])


def rings(path: str) -> list[Ring]:
    """The rings of a path as polygons; a curve becomes eight sides."""
    found: list[Ring] = []
    x = y = 0.0
    for letter, said in STEP.findall(path):
        numbers = [int(number) for number in NUMBER.findall(said)]
        if letter == "M":
            x, y = numbers
            found.append([(x, y)])
        takes = {"M": 2, "l": 2, "q": 4, "h": 1, "v": 1, "z": 1}[letter]
        for at in range(0, len(numbers) if letter in "lqhv" else 0, takes):
            step = numbers[at : at + takes]
            points = [(x + dx, y + dy) for dx, dy in _points(letter, step)]
            found[-1] += points
            x, y = points[-1]
    return found


def _points(letter: str, step: list[int]) -> list[tuple[float, float]]:
    if letter != "q":
        return [{"l": tuple(step), "h": (step[0], 0), "v": (0, step[0])}[letter]]  # type: ignore[list-item]
    over, end = step[:2], step[2:]
    return [
        tuple(2 * t * (1 - t) * over[n] + t * t * end[n] for n in (0, 1))  # type: ignore[misc]
        for t in (part / 8 for part in range(1, 9))
    ]


def area(ring: Ring) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]])) / 2


def is_inside(ring: Ring, x: float, y: float) -> bool:
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


@pytest.fixture(scope="module", params=[1, 2, 3])
def kinds(request: Any) -> list[str]:
    return [KINDS[letter] for letter in "".join(rows(request.param))]


def test_regions_lie_edge_to_edge(kinds: list[str]) -> None:
    """Together they cover the board, each about as much of it as its hexes."""
    ground = grounds(kinds, SPECIAL)
    areas = {kind: sum(area(ring) for ring in rings(path)) for kind, path in outlines(ground).items()}
    assert sum(areas.values()) == pytest.approx(400 * HEX_AREA, abs=1)
    for kind, size in areas.items():
        assert size == pytest.approx(ground.count(kind) * HEX_AREA, rel=0.05)


def test_every_hex_lies_in_the_region_of_its_terrain_alone(kinds: list[str]) -> None:
    """Its centre, and points halfway to its corners."""
    ground = grounds(kinds, SPECIAL)
    regions = {kind: rings(path) for kind, path in outlines(ground).items()}
    for hex, kind in enumerate(ground):
        x, y = hex_centre(*divmod(hex, 20))
        for dx, dy in ((0, 0), *CORNERS):
            inside = [
                other
                for other, found in regions.items()
                if sum(is_inside(ring, x + dx / 2 + 0.1, y + dy / 2 + 0.1) for ring in found) % 2
            ]
            assert inside == [kind]


def test_the_ground_goes_on_under_special_hexes(kinds: list[str]) -> None:
    ground = grounds(kinds, SPECIAL)
    special = [hex for hex, kind in enumerate(kinds) if kind in SPECIAL]
    assert special
    for hex, kind in enumerate(kinds):
        if hex in special:
            assert ground[hex] in {kinds[one] for one in BEYOND[hex] if one is not None}
        else:
            assert ground[hex] == kind


def test_every_hex_of_a_terrain_is_drawn_once(kinds: list[str]) -> None:
    for kind, land in features(kinds).items():
        drawn = [use.hex for use in land.uses if use.hex is not None]
        assert sorted(drawn) == [hex for hex, one in enumerate(kinds) if one == kind]


def test_a_ridge_and_a_wood_run_over_the_sides_between_hexes(kinds: list[str]) -> None:
    """What stands between hexes stands between two of its own terrain."""
    grown, land = features(kinds), Map(kinds)
    for kind in ("mountain", "forest"):
        between = [(use.x, use.y) for use in grown[kind].uses if use.hex is None]
        assert between
        centres = {(use.x, use.y) for use in grown[kind].uses if use.hex is not None}
        for x, y in between:
            beside = [(cx, cy) for cx, cy in centres if abs(cx - x) <= 26 and abs(cy - y) <= 23]
            assert len(beside) >= 2
    assert all(land.kinds[use.hex] == "water" for use in grown["water"].uses if use.hex is not None)


def test_the_same_map_is_painted_once() -> None:
    first, again = painted(rows(4)), painted(rows(4))
    assert first is again
    assert first.svg != painted(rows(5)).svg
    painted.cache_clear()
    assert painted(rows(4)) == first


def test_the_land_is_the_same_all_through_a_game() -> None:
    """So a page that has it needs it never again."""
    match = donjon.new("kingdom-builder", players=2, seed=6)
    before = _land(drawing.draw(match.view(0)))
    for _ in range(12):
        match.play(match.legal_actions()[0])
    assert _land(drawing.draw(match.view(1), legal=match.legal_actions())) == before
    assert 'id="kb-land"' in before


def _land(svg: str) -> str:
    return svg[svg.index('<g class="kb-land"') : svg.index('<g class="kb-places"')]


def test_a_path_is_written_short() -> None:
    assert (
        written([("M", (5, -6)), ("l", (1, -2)), ("l", (3, 4)), ("v", (-7,)), ("", ())]) == "M5-6l1-2 3 4v-7"
    )
