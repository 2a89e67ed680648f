"""Positions of Ys to draw, and the questions that tests ask of the pictures."""

import functools
import xml.etree.ElementTree as ET
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import donjon
from donjon.kernel.game import copy
from tests.games.ys.playing import step
from tests.games.ys.stage import NAME
from tests.pictures import SVG

NAMES = ["Anna", "Béla", "Даниил", "<Eve>"]


def until(stop: Callable[[dict[str, Any]], bool], players: int, seed: int, **options: Any) -> Any:
    """A random match at the first moment that a spectator would call the wanted one, or at its end."""
    match, random = donjon.new(NAME, players=players, seed=seed, **options), Random(seed)
    while not match.over and not stop(match.view(None)):
        step(match, random)
    return match


def placing(view: dict[str, Any]) -> bool:
    """Late in the placement of the second round, before a turn."""
    return bool(view["round"] == 2 and view["turn"] >= 3 * view["seats"] and view["phase"] == "place")


@functools.cache
def moments() -> tuple[tuple[Any, int | None, list[int]], ...]:
    """From a few random games every kind of decision once each: state, who decides, what is legal."""
    found = []
    games: tuple[tuple[int, dict[str, Any]], ...] = (
        (4, {"royal_favour": "yes"}),
        (2, {}),
        (3, {"quarters": 3, "open_placement": "yes"}),
    )
    for players, options in games:
        match, random, seen = donjon.new(NAME, players=players, seed=2, **options), Random(players), set()
        while not match.over:
            phase = match.view(None)["phase"]
            if phase not in seen:
                seat = match.waiting[0]
                found.append((copy(match.state), seat, match.legal_actions(seat)))
                seen.add(phase)
            step(match, random)
        found.append((copy(match.state), None, []))
    return tuple(found)


def texts(element: ET.Element) -> list[str]:
    return ["".join(text.itertext()).strip() for text in element.iter(SVG + "text")]


@functools.cache
def match_of(which: str) -> Any:
    """A match late in a placement ("middle"), in a counting ("counted"), or over ("finished")."""
    if which == "middle":
        return until(placing, 4, 3)
    if which == "counted":
        return until(lambda view: bool(view["round"] == 3 and view["phase"] == "pick"), 4, 5)
    return until(lambda view: False, 4, 6)


@pytest.fixture
def middle() -> Any:
    return match_of("middle")


@pytest.fixture
def counted() -> Any:
    return match_of("counted")


@pytest.fixture
def finished() -> Any:
    return match_of("finished")
