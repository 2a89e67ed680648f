"""Chapter 9: the end of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from donjon.kernel import rules
from tests.games.kingdom_builder.stage import BOARD_A, END, Stage, letters
from tests.referees.kingdom_builder_board import Hex

WATER = letters(BOARD_A, "W")
FARM: Hex = (11, 17)
PADDOCK: Hex = (6, 11)


def running_out(supply: int, *others: list[Hex], actor: int = 0, **said: object) -> Stage:
    """The acting seat has so many settlements left; the rest of its own stand on water."""
    own = [list(hexes) for hexes in others]
    own.insert(actor, WATER[: 40 - supply])
    return Stage.at(*own, actor=actor, **said)


@pytest.mark.parametrize("supply", [1, 2, 3])
def test_trigger(supply: int) -> None:
    """KB-9.1: triggered at the moment the supply becomes empty, not before."""
    stage = running_out(supply, [], card="canyon")
    for left in range(supply, 0, -1):
        assert (stage.supply(0), stage.ending) == (left, False)
        stage.build_any(1)
    assert (stage.supply(0), stage.ending) == (0, True)


def test_trigger_by_a_token() -> None:
    """KB-9.1: by whatever action, an extra one included."""
    stage = running_out(1, [], tokens={0: [("farm", FARM)]}, card="canyon")
    assert not stage.ending
    stage.use("farm", min(stage.after_using("farm")))
    assert (stage.supply(0), stage.ending) == (0, True)


def test_trigger_is_permanent() -> None:
    """KB-9.2: it stays through moves, turns and the end of the game."""
    tokens = {0: [("paddock", PADDOCK)]}
    stage = running_out(1, [], [], tokens=tokens, card="canyon").build_any(1)
    stage.use("paddock", *next((lifted, min(ends)) for lifted, ends in stage.executions("paddock").items()))
    assert stage.ending
    for _ in range(2):
        stage.end() if stage.can_end() else stage.whole_turn()
        assert stage.ending
        assert not stage.over
    stage.whole_turn()
    assert (stage.ending, stage.over) == (True, True)


def test_the_turn_goes_on() -> None:
    """KB-9.3: the rest of the mandatory action is void; move actions remain, build actions do not."""
    tokens = {0: [("paddock", PADDOCK), ("farm", FARM)]}
    stage = running_out(2, [], tokens=tokens, card="canyon").build_any(2)
    assert (stage.phase, stage.built, stage.actor) == ("after", 2, 0)
    assert stage.kinds() == {"paddock"}
    assert stage.can_end()
    assert stage.forbidden(min(stage.table().free("C"))) == "KB-5.9"


def turns_until_over(stage: Stage) -> list[int]:
    order = []
    while not stage.over:
        order.append(stage.actor)
        stage.whole_turn()
    return order


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("actor", [0, 1, 2])
def test_round_is_completed(first: int, actor: int) -> None:
    """KB-9.4: on to the last in turn order, so that all have had the same number of turns."""
    stage = running_out(3, [(0, 1)], [(0, 2)], actor=actor, first=first, card="canyon")
    last = (first - 1) % 3
    order = turns_until_over(stage)
    expected = [actor]
    while expected[-1] != last:
        expected.append((expected[-1] + 1) % 3)
    assert order == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_last_in_order(players: int) -> None:
    """KB-9.5: triggered by the last in turn order, the game ends with that turn."""
    others: list[list[Hex]] = [[(8, 8 + seat)] for seat in range(players - 1)]
    stage = running_out(1, *others, actor=players - 1, card="canyon").build_any(1)
    assert not stage.over
    stage.do(END)
    assert stage.over
    assert stage.waits_for() == []
    assert stage.phase == "over"


def test_second_trigger() -> None:
    """KB-9.6: another supply running out in the last round changes nothing."""
    stage = Stage.at(WATER[:38], WATER[38:76], [], card="canyon")
    stage.whole_turn()
    assert (stage.actor, stage.supply(0), stage.ending) == (1, 0, True)
    stage.whole_turn()
    assert (stage.actor, stage.supply(1), stage.ending, stage.over) == (2, 0, True, False)
    stage.whole_turn()
    assert stage.over


def test_final_scoring() -> None:
    """KB-9.7: ranks come with the end; before it, gold is only what the board would be worth now."""
    tokens = {0: [("paddock", PADDOCK)]}
    early = Stage.at([(4, 4)], [], tokens=tokens)
    assert early.ranks is None
    assert early.gold("castles", 0) == 3
    early.use("paddock", (4, 4), (4, 6))
    assert early.gold("castles", 0) == 0
    stage = running_out(1, [], actor=1, card="canyon").build_any(1)
    assert stage.ranks is None
    stage.do(END)
    totals = stage.totals()
    assert stage.ranks == [1 + sum(other > total for other in totals) for total in totals]
    assert [player["total"] for player in stage.players] == totals


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_numbers_of_turns(players: int) -> None:
    """KB-9.4: a whole short game from a late position: everybody has had as many turns."""
    own = [WATER[seat * 20 : seat * 20 + 19] + letters(BOARD_A, "GFTC"[seat])[:11] for seat in range(players)]
    stage = Stage.at(*own, card="desert")
    counts = Counter(turns_until_over(stage))
    assert set(counts) == set(range(players))
    assert len(set(counts.values())) == 1
    assert rules.over(stage.state)
