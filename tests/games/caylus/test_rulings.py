"""The rulings of the rules, R-01 to R-24: what the printed rules leave open, by the rule it belongs to."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage

FULL = {"dungeon": [1] * 6, "walls": [1] * 10, "towers": [1] * 14}


def on_tile(tile: str, cubes: str, owner: int = 1, **more) -> Stage:
    """Seat 0 at the activation of a tile on space 9."""
    hold = {0: {"cubes": cubes, **more.pop("own", {})}, **more.pop("hold", {})}
    fields = {"phase": "road", "provost": 28, "workers": {0: ["road 9"]}, "hold": hold}
    return Stage.at(**{**fields, "road": {9: (tile, owner), **more.pop("road", {})}, **more})


@pytest.mark.parametrize(
    ("values", "church", "offers"),
    [("rulebook", 4, {"pay 1 cloth", "pay 3 cloth"}), ("revised", 3, {"pay 2 cloth", "pay 3 cloth"})],
)
def test_tile_values(values: str, church: int, offers: set[str]) -> None:
    """R-01 (CAY-8.3.9, CAY-8.5.6): church and tailor by the option; everything else is the same."""
    assert on_tile("mason", "SC", tile_values=values).play("build church").vp(0) == church
    assert on_tile("tailor", "CCC", tile_values=values).legal("pay") == offers
    stock = {entry["tile"]: entry["vp"] for entry in Stage.new(tile_values=values).match.view()["stock"]}
    other = {entry["tile"]: entry["vp"] for entry in Stage.new().match.view()["stock"]}
    assert {tile for tile in stock if stock[tile] != other[tile]} <= {"church"}


def test_lawyer_is_worth_four() -> None:
    """R-02 (CAY-1.6): 4 points when built."""
    stage = Stage.at(phase="road", workers={0: ["road 6"]}, hold={0: {"cubes": "WC"}}).play("build lawyer")
    assert stage.vp(0) == 4


def test_provost_is_not_shortened() -> None:
    """R-03 (CAY-7.4, CAY-6.4.2): from space 27 only +1 goes forward, for the guild too."""
    phase = Stage.at(phase="provost", provost=27, hold={0: {"deniers": 9}})
    guild = Stage.at(phase="special", provost=27, workers={0: ["merchants_guild"]})
    for stage in (phase, guild):
        assert stage.legal("provost +") == {"provost +1"}
        assert stage.why("provost +3") == "CAY-7.4"
        assert stage.play("provost +1").provost == 28


def test_gate_to_special_spaces() -> None:
    """R-04 (CAY-6.2.2): every special space after the gate, the inn beside an own guest as well."""
    stage = Stage.at(phase="special", workers={0: ["gate", "inn right"]})
    for space in ("trading-post", "merchants-guild", "joust-field", "stables", "inn", "castle"):
        assert stage.can(f"move {space}")
    assert stage.why("move gate") == "CAY-5.3.3"


def test_unlimited() -> None:
    """R-05, R-41 (CAY-3.5, CAY-3.6): no check of the bank for cubes, coins and houses."""
    many = Stage.at(phase="income", hold={0: {"cubes": "G" * 25, "deniers": 100}})
    assert many.deniers(0) == 102
    mine = Stage.at(phase="road", provost=28, workers={0: ["road 16"]}, hold={0: {"cubes": "G" * 25}})
    assert mine.cubes(0) == "G" * 26
    joust = Stage.at(
        phase="special", workers={0: ["joust_field"]}, hold={0: {"cubes": "C", "deniers": 90}}
    ).play("joust", "favour money")
    assert joust.deniers(0) == 89 + 3


def test_gold_in_a_batch() -> None:
    """R-06 (CAY-9.2.2): gold is one of the three kinds."""
    stage = Stage.at(phase="castle", workers={0: ["castle 1"]}, hold={0: {"cubes": "FCG"}})
    assert stage.play("batch food cloth gold").cubes(0) == ""
    assert stage.vp(0) == 5


def test_castle_without_a_batch_in_hand() -> None:
    """R-07 (CAY-5.6.4): the cubes may come in phase 5."""
    stage = Stage.at(hold={0: {"cubes": "FW"}})
    stage.play("place castle", "pass", "pass", "pass", "place 4")
    while stage.phase == "provost":
        stage.play("decline")
    assert (stage.ask, stage.legal("batch")) == ("batch", {"batch food wood stone"})


def test_use_and_convert_in_one_round() -> None:
    """R-08 (CAY-8.4.7): a neutral tile that has been used already is converted at once."""
    stage = Stage.at(
        phase="road",
        provost=9,
        road={9: ("lawyer", 0)},
        workers={0: ["road 3", "road 9"]},
        hold={0: {"cubes": "C"}},
    ).play("convert neutral-sawmill")
    assert (stage.cubes(0), stage.tile(3), stage.vp(0)) == ("W", "residence", 2)


def test_most_houses_of_none() -> None:
    """R-09 (CAY-9.6.3): no favour when nobody built."""
    stage = Stage.at(phase="castle", workers={0: ["castle 1"], 1: ["castle 2"]}, hold={0: {"cubes": ""}})
    assert stage.round == 2
    assert stage.events("most_houses") == []


@pytest.mark.parametrize("cubes", ["", "FWSFWS"])
def test_towers_full(cubes: str) -> None:
    """R-10 (CAY-9.5.2, CAY-9.3.3): nothing is paid and nothing lost, with or without a batch."""
    stage = Stage.at(
        phase="castle",
        order=[1, 2, 3, 0],
        workers={0: ["castle 1"]},
        castle=FULL,
        hold={0: {"cubes": cubes, "vp": 9}},
    )
    assert (stage.phase, stage.actor) == ("end", 1)
    assert (stage.vp(0), len(stage.cubes(0))) == (9, len(cubes))
    fits = Stage.at(
        phase="castle",
        workers={0: ["castle 1"]},
        castle={**FULL, "towers": [1] * 13},
        hold={0: {"cubes": "FWSFWS", "vp": 9}},
    ).play("batch food wood stone")
    assert (fits.vp(0), fits.cubes(0)) == (12, "FWS")


def test_road_full() -> None:
    """R-11 (CAY-8.3.5): a residence keeps its space, and so does the prestige tile after it."""
    full = dict.fromkeys((*range(9, 16), *range(17, 28)), ("residence", 0)) | {28: ("architect", 1)}
    stage = Stage.at(
        phase="road", provost=28, road=full, workers={0: ["road 28"]}, hold={0: {"cubes": "FFFG"}}
    ).play("build granary on 9")
    assert stage.tile(9) == "granary"
    assert not any(space["next"] for space in stage.match.view()["road"])


def test_a_section_is_scored_once() -> None:
    """R-12 (CAY-10.2.1, CAY-10.2.2, CAY-10.2.3): after the bailiff's move, in castle order."""
    stage = Stage.at(
        phase="end",
        bailiff=17,
        provost=18,
        hold={seat: {"vp": 20} for seat in range(4)},
    )
    assert (stage.bailiff, stage.scored) == (19, 2)
    assert [stage.vp(seat) for seat in range(4)] == [15] * 4
    told = Stage.at(phase="end", ask="row", actor=3, at=4, bailiff=19, hold={3: {"vp": 20}}).play("favour vp")
    assert [event.args[0] for event in told.events("section_scored")] == [1]


def test_one_player_completely() -> None:
    """R-13 (CAY-10.3.5): all favours of one player before the loss of the next."""
    stage = Stage.at(phase="end", scored=1, bailiff=17, castle={"walls": [0] * 5}, hold={1: {"vp": 9}})
    for text in ("favour vp", "favour money"):
        assert (stage.actor, stage.vp(1)) == (0, 9)
        stage.play(text)
    stage.play("favour cubes", "take food")
    assert stage.vp(1) == 6


def test_stables_at_once() -> None:
    """R-14 (CAY-6.6.2): the order is new in phase 3 already."""
    assert Stage.at(phase="special", workers={3: ["stables 1"]}).order == [3, 0, 1, 2]


def test_a_row_that_yields_nothing() -> None:
    """R-15 (CAY-11.2.4): it may be chosen, and its marker moves."""
    stage = Stage.at(phase="castle", owed=1, favoured=0, hold={0: {"cubes": ""}}).play("favour build")
    assert (stage.column("build", 0), stage.round) == (1, 2)


def test_no_lower_column_of_points_and_deniers() -> None:
    """R-16, R-32 (CAY-11.2.3): the marker's own column, without being asked."""
    said = {"phase": "castle", "owed": 1, "favoured": 0, "scored": 2}
    stage = Stage.at(**said, hold={0: {"columns": {"vp": 3, "deniers": 3}}})
    assert stage.twin().play("favour vp").vp(0) == 4
    assert stage.play("favour money").round == 2


def test_effect_that_cannot_be_used() -> None:
    """R-17 (CAY-11.5.5): bank, road space or cost missing; a lower column may be used."""
    stage = Stage.at(
        phase="castle",
        owed=1,
        favoured=0,
        scored=2,
        road={9: ("park", 1), 10: ("farm_stone", 1), 11: ("workshop", 1)},
        hold={0: {"columns": {"build": 2}, "cubes": "F"}},
    ).play("favour build")
    assert stage.why("build park") == "CAY-8.3.2"
    assert stage.can("build mason")


def test_discount_and_any_kind() -> None:
    """R-18 (CAY-11.5.4, CAY-8.3.3): the wood is remitted, the cube of any kind is still paid."""
    said = {"phase": "castle", "owed": 1, "favoured": 0}
    stage = Stage.at(**said, hold={0: {"columns": {"build": 1}, "cubes": "WG"}})
    stage.play("favour build", "build wood-peddler")
    assert stage.legal() == {"build wood-peddler with wood", "build wood-peddler with gold"}
    assert stage.play("build wood-peddler with gold").cubes(0) == "W"
    nothing = Stage.at(**said, hold={0: {"columns": {"build": 1}, "cubes": ""}}).play("favour build")
    assert nothing.round == 2


def test_exchange_of_the_favour() -> None:
    """R-19 (CAY-11.5.3): gold may be given; two alike, also of the kind given; never gold."""
    stage = Stage.at(
        phase="castle", owed=1, favoured=0, scored=1, hold={0: {"columns": {"cubes": 3}, "cubes": "FG"}}
    ).play("favour cubes")
    assert stage.twin().play("swap gold for wood wood").cubes(0) == "FWW"
    assert stage.twin().play("swap food for food food").cubes(0) == "FFG"
    assert stage.why("swap food for gold") == "CAY-11.5.3"


def test_owners_cube_with_a_pending_conversion() -> None:
    """R-20 (CAY-8.2.9, CAY-8.4.8): mandatory, also of a tile that is to be converted."""
    stage = on_tile("park", "", road={9: ("park", 1, 1)})
    assert (stage.ask, stage.actor, stage.why("decline")) == ("bonus", 1, "CAY-8.2.9")
    stage.play("bonus food")
    assert stage.tile(9) == "residence"


def test_inn_in_the_round_of_placing() -> None:
    """R-21 (CAY-6.7.4, CAY-6.7.1): no discount yet; who is displaced has had it; both circles are allowed."""
    rich = {0: {"deniers": 9}, 1: {"deniers": 9}}
    stage = Stage.at(workers={1: ["inn right"]}, passed=[2, 3], actor=0, hold=rich)
    stage.play("place inn", "place castle", "place gate")
    assert (stage.deniers(0), stage.deniers(1)) == (9 - 3 - 3, 9 - 1)
    both = Stage.at(phase="special", workers={0: ["inn left", "inn right"]})
    assert both.places(0) == ["inn right"]


def test_the_guest_cannot_be_placed() -> None:
    """R-22 (CAY-5.1.4): its owner has 5 workers."""
    stage = Stage.at(workers={0: ["inn right"]})
    assert stage.match.view()["players"][0]["home"] == 5


def test_overflow_counts_later() -> None:
    """R-23 (CAY-9.3.2, CAY-11.3.2): points of the next section at once, columns closed until the scoring."""
    stage = Stage.at(
        phase="castle",
        workers={0: ["castle 1"]},
        castle={"dungeon": [1] * 6},
        hold={0: {"cubes": "FWS", "columns": {"vp": 2}}},
    ).play("batch food wood stone")
    assert stage.vp(0) == 4
    stage.play("favour vp")
    assert stage.column("prestige", 0) == 2
    assert stage.castle["walls"] == [0]


@pytest.mark.parametrize(("provost", "bailiff"), [(23, 24), (28, 25)])
def test_bailiff_never_leaves_the_road(provost: int, bailiff: int) -> None:
    """R-24 (CAY-15.1, CAY-10.4.2): the Towers are scored on 24 or 25 at the latest."""
    stage = Stage.at(phase="end", scored=2, bailiff=23, provost=provost, castle={"towers": [0, 1, 2, 3]})
    assert (stage.match.over, stage.bailiff) == (True, bailiff)
