"""Why a choice is refused: every row of the rulebook's table, in its order, and which row comes first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.caylus.stage import FREE, NEUTRAL, Stage

FULL_ROAD = dict.fromkeys(FREE, ("residence", 1))
AWAY = ["road 1", "road 2", "road 3", "road 4", "road 5", "inn right"]
SIX_HOUSES = {"dungeon": [1] * 6, "walls": [1] * 10, "towers": [1] * 14}


def on_road(tile: str, *, owner: int = 1, worker: int = 0, road: Any = None, **more: Any) -> dict[str, Any]:
    """Phase 5 with a worker on a tile that lies on space 9."""
    fields = {"phase": "road", "at": 9, "provost": 9, "workers": {worker: ["road 9"]}}
    return {**fields, "road": {9: (tile, owner), **(road or {})}, **more}


def on_neutral(tile: str, decision: str, **more: Any) -> dict[str, Any]:
    """Phase 5 with a worker of seat 0 on a neutral tile."""
    at = NEUTRAL.index(tile) + 1
    return {"phase": "road", "ask": decision, "at": at, "workers": {0: [f"road {at}"]}, **more}


def placing(**more: Any) -> dict[str, Any]:
    return {"ask": "place", **more}


def gate(players: int = 4, others: dict[int, list[str]] | None = None, **more: Any) -> dict[str, Any]:
    workers = {0: ["gate"], **(others or {})}
    return {"players": players, "phase": "special", "ask": "gate", "workers": workers, **more}


def favour(decision: str, columns: dict[str, int], **more: Any) -> dict[str, Any]:
    hold = {0: {"columns": columns, **more.pop("own", {})}}
    return {"phase": "castle", "ask": decision, "actor": 0, "scored": 2, "hold": hold, **more}


def own(**held: Any) -> dict[int, Any]:
    return {0: held}


TWO_ON_ROAD = on_road("farm_stone", owner=1, ask="bonus")
SCORING = {"phase": "end", "ask": "row", "actor": 0}
# What is stated, what is refused, to whom (None: who decides), and by which rule.
ROWS: list[tuple[str, dict[str, Any], str, int | None, str]] = [
    ("the game is over", {"phase": "over"}, "pass", 0, "CAY-12.1"),
    ("not of this phase", placing(), "provost +1", None, "CAY-3.1"),
    ("not of this moment", gate(), "joust", None, "CAY-3.1"),
    ("you have passed", placing(passed=[2]), "place gate", 2, "CAY-5.2.3"),
    ("another decides, phase 2", placing(), "place gate", 1, "CAY-5.1.1"),
    ("another decides, phase 2, pass", placing(passed=[2]), "pass", 2, "CAY-5.1.1"),
    ("another decides, phase 3", gate(), "take back", 1, "CAY-6.1"),
    ("another decides, phase 4", {"phase": "provost"}, "provost +1", 1, "CAY-7.1"),
    ("another decides, phase 5", on_neutral("forest", "produce"), "produce food", 1, "CAY-8.1.1"),
    ("another decides, owner's cube", TWO_ON_ROAD, "bonus food", 0, "CAY-8.1.1"),
    (
        "another decides, phase 6",
        {"phase": "castle", "ask": "batch", "workers": {0: ["castle 1"]}},
        "decline",
        1,
        "CAY-9.1",
    ),
    ("another decides, phase 7", SCORING, "favour vp", 1, "CAY-10.3.1"),
    ("no worker at home", placing(workers={0: AWAY}), "place gate", None, "CAY-5.1.3"),
    ("stables, two players", {"players": 2}, "place stables", None, "CAY-13.3"),
    ("stables, two players, gate", gate(2), "move stables", None, "CAY-13.3"),
    ("a residence", {"road": {9: ("residence", 0)}}, "place 9", None, "CAY-5.3.2"),
    ("a prestige tile", {"road": {9: ("statue", 0)}}, "place statue", None, "CAY-5.3.2"),
    ("an unbuilt space", {}, "place 9", None, "CAY-5.3.2"),
    ("an unbuilt space, gate", gate(), "move 9", None, "CAY-5.3.2"),
    ("in the stables", {"workers": {0: ["stables 1"]}}, "place stables", None, "CAY-5.6.1"),
    (
        "full stables",
        {"workers": {1: ["stables 1"], 2: ["stables 2"], 3: ["stables 3"]}},
        "place stables",
        None,
        "CAY-5.6.1",
    ),
    ("in the stables, gate", gate(workers={0: ["gate", "stables 1"]}), "move stables", None, "CAY-5.6.1"),
    ("the left circle", {"workers": {1: ["inn left"]}}, "place inn", None, "CAY-5.6.2"),
    ("the left circle, gate", gate(others={1: ["inn left"]}), "move inn", None, "CAY-5.6.2"),
    ("in the castle", {"workers": {0: ["castle 1"]}}, "place castle", None, "CAY-5.6.3"),
    ("in the castle, gate", gate(workers={0: ["gate", "castle 1"]}), "move castle", None, "CAY-5.6.3"),
    ("taken", {"workers": {1: ["road 1"]}}, "place 1", None, "CAY-5.3.3"),
    ("taken special space", {"workers": {0: ["joust_field"]}}, "place joust-field", None, "CAY-5.3.3"),
    ("the gate itself", gate(), "move gate", None, "CAY-5.3.3"),
    (
        "no denier, own building",
        placing(road={9: ("mason", 0)}, hold=own(deniers=0)),
        "place mason",
        None,
        "CAY-5.4.2",
    ),
    (
        "no denier, inn",
        placing(workers={0: ["inn right"]}, hold=own(deniers=0)),
        "place gate",
        None,
        "CAY-5.4.3",
    ),
    (
        "2 deniers, the other has passed",
        placing(players=2, passed=[1], hold=own(deniers=2)),
        "place castle",
        None,
        "CAY-13.4",
    ),
    ("1 denier, one has passed", placing(passed=[3], hold=own(deniers=1)), "place 1", None, "CAY-5.4.1"),
    (
        "guild, off the road",
        {"phase": "special", "ask": "guild", "provost": 27},
        "provost +2",
        None,
        "CAY-7.4",
    ),
    ("provost, off the road", {"phase": "provost", "provost": 2}, "provost -2", None, "CAY-7.4"),
    (
        "provost, deniers",
        {"phase": "provost", "hold": own(deniers=2)},
        "provost +3",
        None,
        "CAY-7.3",
    ),
    ("joust, no cloth", {"phase": "special", "ask": "joust"}, "joust", None, "CAY-6.5"),
    (
        "joust, no denier",
        {"phase": "special", "ask": "joust", "hold": own(deniers=0, cubes="C")},
        "joust",
        None,
        "CAY-6.5",
    ),
    ("not produced", on_neutral("forest", "produce"), "produce stone", None, "CAY-8.2.1"),
    ("production declined", on_neutral("forest", "produce"), "decline", None, "CAY-8.1.3"),
    ("not the owner's kind", TWO_ON_ROAD, "bonus wood", None, "CAY-8.2.6"),
    ("owner's cube declined", TWO_ON_ROAD, "decline", None, "CAY-8.2.9"),
    ("wrong class", on_road("mason", ask="build"), "build lawyer", None, "CAY-8.3.1"),
    (
        "not in the bank",
        on_road("mason", ask="build", road={10: ("park", 2)}, hold=own(cubes="SF")),
        "build park",
        None,
        "CAY-8.3.2",
    ),
    (
        "cannot be paid",
        on_road("mason", ask="build", hold=own(cubes="F")),
        "build park",
        None,
        "CAY-8.3.2",
    ),
    (
        "not as named",
        on_neutral("carpenter_neutral", "build", hold=own(cubes="FW")),
        "build wood-market with stone",
        None,
        "CAY-8.3.2",
    ),
    (
        "not as named, second half",
        on_neutral("carpenter_neutral", "pay", chosen="market_wood", hold=own(cubes="FWS")),
        "build wood-market with wood",
        None,
        "CAY-8.3.2",
    ),
    (
        "the road is full",
        on_neutral("carpenter_neutral", "build", road=FULL_ROAD),
        "build mason",
        None,
        "CAY-8.3.5",
    ),
    (
        "no own residence",
        on_road("architect", ask="build", road={10: ("residence", 1)}, hold=own(cubes="SSG")),
        "build statue",
        None,
        "CAY-8.3.7",
    ),
    (
        "no residence there",
        on_road("architect", ask="build", road={10: ("residence", 0)}, hold=own(cubes="SSG")),
        "build statue on 9",
        None,
        "CAY-8.3.7",
    ),
    ("no target: fixed", on_road("lawyer", ask="lawyer"), "convert gold-mine", None, "CAY-8.4.3"),
    (
        "already to be converted",
        on_road("lawyer", ask="lawyer", workers={0: ["road 9"], 1: ["road 10"]}, road={10: ("mason", 0, 0)}),
        "convert mason",
        None,
        "CAY-8.4.9",
    ),
    ("no cloth", on_road("lawyer", ask="lawyer"), "convert forest", None, "CAY-8.4.1"),
    (
        "no denier",
        on_road("lawyer", ask="lawyer", hold=own(cubes="C", deniers=0)),
        "convert forest",
        None,
        "CAY-8.4.1",
    ),
    ("no cloth, favour", favour("favour_build", {"build": 4}), "convert forest", None, "CAY-8.4.1"),
    ("gold of a peddler", on_road("peddler_wood", ask="buy"), "buy gold", None, "CAY-8.5.4"),
    ("gold for gold", on_road("alchemist", ask="exchange"), "exchange gold food", None, "CAY-8.5.8"),
    ("nothing to sell", on_neutral("market_neutral", "sell"), "sell cloth", None, "CAY-3.9"),
    (
        "buying, no denier",
        on_road("peddler_wood", ask="buy", hold=own(deniers=0)),
        "buy food",
        None,
        "CAY-3.9",
    ),
    (
        "buying two, 1 denier",
        on_road("peddler_wood", ask="buy", hold=own(deniers=1)),
        "buy food food",
        None,
        "CAY-3.9",
    ),
    (
        "church, 1 denier",
        on_road("church", ask="trade", hold=own(deniers=1)),
        "pay 2 deniers",
        None,
        "CAY-3.9",
    ),
    (
        "tailor, 2 cloth",
        on_road("tailor", ask="trade", hold=own(cubes="CC")),
        "pay 3 cloth",
        None,
        "CAY-3.9",
    ),
    ("bank tile", on_road("bank", ask="trade", hold=own(deniers=4)), "trade 2", None, "CAY-3.9"),
    ("alchemist", on_road("alchemist", ask="exchange"), "exchange wood wood", None, "CAY-3.9"),
    (
        "no batch",
        {"phase": "castle", "ask": "batch", "workers": {0: ["castle 1"]}, "hold": own(cubes="FFW")},
        "batch food food wood",
        None,
        "CAY-9.2.2",
    ),
    (
        "a batch not held",
        {"phase": "castle", "ask": "batch", "workers": {0: ["castle 1"]}, "hold": own(cubes="FFW")},
        "batch food wood stone",
        None,
        "CAY-9.2.2",
    ),
    (
        "no free part",
        {
            "phase": "castle",
            "ask": "batch",
            "workers": {0: ["castle 1"]},
            "hold": own(cubes="FWS"),
            "castle": SIX_HOUSES,
        },
        "batch food wood stone",
        None,
        "CAY-9.3.3",
    ),
    ("row used", {**SCORING, "hold": own(rows=["vp"], columns={"vp": 1})}, "favour vp", None, "CAY-11.4.1"),
    ("favour declined", SCORING, "decline", None, "CAY-11.2.1"),
    ("beyond the marker", favour("favour_cubes", {"cubes": 2}), "take cloth", None, "CAY-11.2.3"),
    ("gold beyond the marker", favour("favour_cubes", {"cubes": 4}), "take gold", None, "CAY-11.2.3"),
    (
        "building beyond the marker",
        favour("favour_build", {"build": 2}, own={"cubes": "SF"}),
        "build park",
        None,
        "CAY-11.2.3",
    ),
    (
        "converting beyond the marker",
        favour("favour_build", {"build": 3}, own={"cubes": "C"}),
        "convert forest",
        None,
        "CAY-11.2.3",
    ),
    ("no cube to give", favour("favour_cubes", {"cubes": 4}), "swap cloth", None, "CAY-11.5.3"),
    ("gold in exchange", favour("favour_cubes", {"cubes": 4}), "swap food for gold", None, "CAY-11.5.3"),
]
NEEDED = {"guild": "merchants_guild", "joust": "joust_field"}


def stage_of(said: dict[str, Any]) -> Stage:
    if said.get("ask") in NEEDED:
        said = {"workers": {0: [NEEDED[said["ask"]]]}, **said}
    return Stage.at(**{"players": 4, **said})


@pytest.mark.parametrize(
    ("said", "text", "seat", "rule"), [row[1:] for row in ROWS], ids=[r[0] for r in ROWS]
)
def test_refused(said: dict[str, Any], text: str, seat: int | None, rule: str) -> None:
    """Every row of the table, by the words that a player would say."""
    assert stage_of(said).why(text, seat) == rule


# Several rules apply: what is stated, what is refused, the rule that is named first.
ORDER: list[tuple[str, dict[str, Any], str, str]] = [
    ("worker before space", placing(workers={0: AWAY}), "place 9", "CAY-5.1.3"),
    ("worker before stables", placing(players=2, workers={0: AWAY}), "place stables", "CAY-5.1.3"),
    ("space before cost", placing(hold=own(deniers=0)), "place 9", "CAY-5.3.2"),
    (
        "taken before cost",
        placing(hold=own(deniers=0), workers={1: ["road 1"]}),
        "place 1",
        "CAY-5.3.3",
    ),
    (
        "own before inn",
        placing(road={9: ("mason", 0)}, workers={0: ["inn right"]}, hold=own(deniers=0)),
        "place mason",
        "CAY-5.4.2",
    ),
    (
        "inn before two players",
        placing(players=2, passed=[1], workers={0: ["inn right"]}, hold=own(deniers=0)),
        "place gate",
        "CAY-5.4.3",
    ),
    (
        "road before deniers",
        {"phase": "provost", "provost": 2, "hold": own(deniers=1)},
        "provost -2",
        "CAY-7.4",
    ),
    (
        "class before cost",
        on_road("mason", ask="build", hold=own(cubes="")),
        "build lawyer",
        "CAY-8.3.1",
    ),
    (
        "cost before room",
        on_neutral("carpenter_neutral", "build", road=FULL_ROAD, hold=own(cubes="")),
        "build mason",
        "CAY-8.3.2",
    ),
    (
        "cost before residence",
        on_road("architect", ask="build", hold=own(cubes="")),
        "build statue",
        "CAY-8.3.2",
    ),
    (
        "residence before column",
        favour("favour_build", {"build": 4}, own={"cubes": "SSG"}),
        "build statue",
        "CAY-8.3.7",
    ),
    (
        "cost before column",
        favour("favour_build", {"build": 1}, own={"cubes": ""}),
        "build park",
        "CAY-8.3.2",
    ),
    ("target before cost", on_road("lawyer", ask="lawyer"), "convert lawyer", "CAY-8.4.3"),
    (
        "pending before cost",
        on_road("lawyer", ask="lawyer", workers={0: ["road 9"], 1: ["road 10"]}, road={10: ("mason", 0, 0)}),
        "convert 10",
        "CAY-8.4.9",
    ),
    ("cloth before column", favour("favour_build", {"build": 2}), "convert forest", "CAY-8.4.1"),
    (
        "gold before deniers",
        on_road("peddler_wood", ask="buy", hold=own(deniers=0)),
        "buy gold",
        "CAY-8.5.4",
    ),
    (
        "batch before room",
        {
            "phase": "castle",
            "ask": "batch",
            "workers": {0: ["castle 1"]},
            "hold": own(cubes="F"),
            "castle": SIX_HOUSES,
        },
        "batch food wood stone",
        "CAY-9.2.2",
    ),
    ("column before cube", favour("favour_cubes", {"cubes": 3}), "swap cloth", "CAY-11.2.3"),
]


@pytest.mark.parametrize(("said", "text", "rule"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_first_of_several(said: dict[str, Any], text: str, rule: str) -> None:
    """If several rules forbid a choice, the first of the table is named."""
    assert stage_of(said).why(text) == rule


def test_forbidden_targets_of_the_lawyer() -> None:
    """CAY-8.4.3: the lawyer, fixed buildings, special spaces, prestige tiles, residences, others'."""
    road = {10: ("mason", 1), 11: ("residence", 0), 12: ("statue", 0), 13: ("park", 0)}
    stage = stage_of(on_road("lawyer", owner=0, ask="lawyer", road=road, hold=own(cubes="C")))
    for target in ("lawyer", "peddler", "carpenter", "gold-mine", "gate", "castle", "10", "11", "12", "14"):
        assert stage.why(f"convert {target}") == "CAY-8.4.3"
    assert len(stage.legal("convert")) == 7
    assert stage.can("convert park")
