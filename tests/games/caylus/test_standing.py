"""Before a worker is placed: what it would cost or not bring with what its player holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.caylus.stage import Stage


def lines(stage: Stage, subject: str, seat: int | None = 0) -> list[tuple[str, str]]:
    """What a seat reads about a thing, without its name."""
    match = stage.match
    told = match.game.explain(match.state, match.view(seat), subject)
    return [(rule, message.english()) for rule, message in told][1:]


def placing(cubes: str, **more: Any) -> Stage:
    return Stage.at(3, phase="placing", hold={0: {"cubes": cubes, "deniers": 4, **more}})


CASTLE = "CAY-9.5.1"
NO_FOOD = "You have no food: −{} unless you get some."


def test_a_worker_in_the_castle_without_a_batch_says_what_it_costs() -> None:
    """CAY-9.5.1: 2 points, but no more than the player has (CAY-3.4)."""
    assert lines(placing("WS", vp=5), "castle")[0] == (
        CASTLE,
        NO_FOOD.format("2 points"),
    )
    assert lines(placing("", vp=1), "castle")[0] == (
        CASTLE,
        NO_FOOD.format("1 point"),
    )
    few = "You have fewer than 3 kinds of cubes: −2 points unless you get more."
    assert lines(placing("FFFW", vp=9), "castle")[0] == (CASTLE, few)
    # Gold is a kind of its own, and takes the place of no food (CAY-9.2.2).
    assert lines(placing("GWS", vp=5), "castle")[0] == (
        CASTLE,
        NO_FOOD.format("2 points"),
    )


@pytest.mark.parametrize(("cubes", "vp"), [("FWS", 5), ("FGC", 5), ("", 0)])
def test_who_has_a_batch_or_nothing_to_lose_reads_the_rule_only(cubes: str, vp: int) -> None:
    """CAY-9.5.1, CAY-3.4"""
    told = [line for rule, line in lines(placing(cubes, vp=vp), "castle") if rule == CASTLE]
    assert told == ["If your worker gives no batch, you lose 2 points."]


def test_others_are_told_nothing_about_themselves() -> None:
    """Who does not choose a space now, and a spectator, read the rule."""
    for seat in (1, None):
        told = [line for rule, line in lines(placing("", vp=5), "castle", seat) if rule == CASTLE]
        assert told == ["If your worker gives no batch, you lose 2 points."]


def test_a_worker_on_the_joust_field_says_what_is_missing_once_it_is_placed() -> None:
    """CAY-6.5: 1 denier and 1 cloth, after what the worker costs (CAY-5.4.1)."""
    text = "Right now you can't pay for it: you would have {} and {} cloth."
    price = ("CAY-6.5", "Pay 1 denier and 1 cloth for a favour.")
    assert lines(placing("F"), "joust_field") == [("CAY-6.5", text.format("3 deniers", 0)), price]
    assert lines(placing("C", deniers=1), "joust_field") == [("CAY-6.5", text.format("0 deniers", 1)), price]
    assert lines(placing("C", deniers=2), "joust_field") == [price]


# Road spaces: 5 the neutral marketplace, 6 the neutral carpenter, 7 the fixed peddler, 8 the fixed carpenter.
NOTHING_TO_SELL = "Right now you have no cubes to sell."
CANNOT_PAY = "Right now you can't pay for anything here."


@pytest.mark.parametrize(
    ("space", "cubes", "deniers", "said"),
    [
        (5, "", 4, NOTHING_TO_SELL),
        (5, "F", 4, None),
        (6, "F", 4, CANNOT_PAY),
        (6, "FW", 4, None),
        (7, "", 2, CANNOT_PAY),
        (7, "", 3, None),
        (1, "", 4, None),
    ],
)
def test_a_building_says_when_it_cannot_be_used(
    space: int, cubes: str, deniers: int, said: str | None
) -> None:
    """CAY-3.9: a cost is paid in full, or the effect is not used."""
    told = [
        line for rule, line in lines(placing(cubes, deniers=deniers), f"road-{space}") if rule == "CAY-3.9"
    ]
    assert told == ([said] if said else [])


def test_an_alchemist_asks_for_two_cubes() -> None:
    """CAY-3.9, CAY-8.5.8"""
    stage = Stage.at(
        3, phase="placing", road={9: ("alchemist", 1)}, hold={0: {"cubes": "F", "deniers": 4}}, provost=9
    )
    few = "Right now you have fewer than 2 cubes to exchange."
    assert ("CAY-3.9", few) in lines(stage, "road-9")


def test_when_spaces_are_not_chosen_nothing_is_said() -> None:
    stage = Stage.at(3, phase="placing", hold={0: {"cubes": "", "deniers": 4, "vp": 5}})
    stage.match.play("pass")
    assert not any("unless you get" in line for _rule, line in lines(stage, "castle"))
