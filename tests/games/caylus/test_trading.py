"""Chapter 8.5: marketplaces, peddlers, church, tailor, bank tile, alchemist."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from tests.games.caylus.stage import Stage
from tests.referees.caylus_printed import KINDS

PLAIN = KINDS[:4]
ALL = "FFFFWWWWSSSSCCCCGG"


def on(tile: str, cubes: str, deniers: int = 0, **more) -> Stage:
    """Seat 0 at the activation of a tile."""
    fixed = {"market_neutral": 5, "peddler_fixed": 7}
    space = fixed.get(tile, 9)
    road = {} if tile in fixed else {9: (tile, 1)}
    hold = {0: {"cubes": cubes, "deniers": deniers}}
    return Stage.at(phase="road", road=road, provost=28, workers={0: [f"road {space}"]}, hold=hold, **more)


def gained(stage: Stage, text: str) -> tuple[str, int, int]:
    """Cubes, deniers (without the income of the next round) and points after an action."""
    twin = stage.twin().play(text)
    assert twin.round == 2
    return twin.cubes(0), twin.deniers(0) - 2, twin.vp(0)


@pytest.mark.parametrize(("tile", "price"), [("market_neutral", 4), ("market_wood", 6)])
def test_marketplace(tile: str, price: int) -> None:
    """CAY-8.5.1: exactly one cube of any kind, gold too."""
    stage = on(tile, "FWSCG")
    assert stage.legal() == {"decline", *(f"sell {kind}" for kind in KINDS)}
    assert gained(stage, "sell gold") == ("FWSC", price, 0)
    assert gained(stage, "sell food") == ("WSCG", price, 0)
    assert on(tile, "FW").legal() == {"decline", "sell food", "sell wood"}
    assert on(tile, "").round == 2


def test_fixed_peddler() -> None:
    """CAY-8.5.2, CAY-8.5.4: one cube for 2 deniers, never gold, never two."""
    stage = on("peddler_fixed", "", 3)
    assert stage.legal() == {"decline", *(f"buy {kind}" for kind in PLAIN)}
    assert gained(stage, "buy cloth") == ("C", 1, 0)
    assert stage.why("buy gold") == "CAY-8.5.4"
    assert stage.why("buy food food") == "CAY-8.5.2"
    assert on("peddler_fixed", "", 1).round == 2


def test_wood_peddler() -> None:
    """CAY-8.5.3, CAY-8.5.4: one cube for 1 denier, two of any kinds but gold for 2."""
    stage = on("peddler_wood", "", 2)
    pairs = {" ".join(pair) for pair in combinations_with_replacement(PLAIN, 2)}
    assert stage.legal() == {"decline", *(f"buy {cubes}" for cubes in (*PLAIN, *pairs))}
    assert gained(stage, "buy wood") == ("W", 1, 0)
    assert gained(stage, "buy wood stone") == ("WS", 0, 0)
    assert gained(stage, "buy stone stone") == ("SS", 0, 0)
    assert stage.why("buy gold") == "CAY-8.5.4"
    assert stage.why("buy food gold") == "CAY-8.5.4"
    assert on("peddler_wood", "", 1).legal() == {"decline", *(f"buy {kind}" for kind in PLAIN)}


@pytest.mark.parametrize("values", ["rulebook", "revised"])
def test_church(values: str) -> None:
    """CAY-8.5.5: 2 deniers for 3 points, 4 for 5."""
    stage = on("church", "", 5, tile_values=values)
    assert stage.legal() == {"decline", "pay 2 deniers", "pay 4 deniers"}
    assert gained(stage, "pay 2 deniers") == ("", 3, 3)
    assert gained(stage, "pay 4 deniers") == ("", 1, 5)
    assert on("church", "", 3).legal() == {"decline", "pay 2 deniers"}
    assert stage.play("trade 2").player(0)["points"]["trades"] == 5


def test_tailor() -> None:
    """CAY-8.5.6: 1 cloth for 2 points or 3 for 6; revised 2 for 4 or 3 for 6."""
    stage = on("tailor", "CCCC")
    assert stage.legal() == {"decline", "pay 1 cloth", "pay 3 cloth"}
    assert gained(stage, "pay 1 cloth") == ("CCC", 0, 2)
    assert gained(stage, "pay 3 cloth") == ("C", 0, 6)
    revised = on("tailor", "CCCC", tile_values="revised")
    assert revised.legal() == {"decline", "pay 2 cloth", "pay 3 cloth"}
    assert gained(revised, "pay 2 cloth") == ("CC", 0, 4)
    assert gained(revised, "pay 3 cloth") == ("C", 0, 6)
    assert on("tailor", "C", tile_values="revised").round == 2


def test_bank_tile() -> None:
    """CAY-8.5.7: 2 deniers for 1 gold, 5 for 2."""
    stage = on("bank", "", 6)
    assert stage.legal() == {"decline", "pay 2 deniers", "pay 5 deniers"}
    assert gained(stage, "pay 2 deniers") == ("G", 4, 0)
    assert gained(stage, "pay 5 deniers") == ("GG", 1, 0)
    assert on("bank", "", 4).legal() == {"decline", "pay 2 deniers"}


def test_alchemist() -> None:
    """CAY-8.5.8: 2 cubes for 1 gold, 4 for 2, in any mix of the four kinds."""
    stage = on("alchemist", ALL)
    twos = {" ".join(pair) for pair in combinations_with_replacement(PLAIN, 2)}
    fours = {" ".join(four) for four in combinations_with_replacement(PLAIN, 4)}
    assert stage.legal() == {"decline", *(f"exchange {cubes}" for cubes in twos | fours)}
    assert gained(stage, "exchange food wood")[0] == "FFFWWWSSSSCCCCGGG"
    assert gained(stage, "exchange cloth cloth cloth cloth")[0] == "FFFFWWWWSSSSGGGG"
    assert stage.why("exchange gold gold") == "CAY-8.5.8"
    few = on("alchemist", "FFCGG")
    assert few.legal() == {"decline", "exchange food food", "exchange food cloth"}
    assert few.why("exchange food food cloth cloth") == "CAY-3.9"
