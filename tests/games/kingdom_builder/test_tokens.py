"""Chapter 7: location tokens."""

from __future__ import annotations

import pytest

from tests.games.kingdom_builder.stage import BOARD_A, TOKEN, Layout, Stage
from tests.referees.kingdom_builder_board import LAND, LETTER, TERRAINS, Hex, around, beside

TAVERN_WEST: Hex = (6, 2)
TAVERN: Hex = (6, 7)
PADDOCK: Hex = (6, 11)
PADDOCK_EAST: Hex = (2, 18)
OASIS: Hex = (12, 7)
OASIS_SOUTH: Hex = (17, 5)
FARM: Hex = (11, 17)
FARM_WEST: Hex = (15, 12)
BARN_B: Hex = (2, 6)

# One settlement beside each of the eight location hexes of board A, in the order of these tokens.
EIGHT: list[tuple[str, Hex]] = [
    *[("tavern", TAVERN_WEST), ("tavern", TAVERN), ("paddock", PADDOCK), ("paddock", PADDOCK_EAST)],
    *[("oasis", OASIS), ("oasis", OASIS_SOUTH), ("farm", FARM), ("farm", FARM_WEST)],
]
BESIDE_EIGHT: list[Hex] = [(6, 1), (7, 7), (7, 10), (2, 17), (12, 6), (17, 6), (11, 18), (15, 11)]


def test_taken_by_building() -> None:
    """KB-7.1, KB-7.2: building next to a location hex takes a token at once; no choice comes between."""
    stage = Stage.at([(8, 7)], [], card="grass")
    assert stage.left(TAVERN) == 2
    stage.build((7, 7))
    assert stage.tokens(0) == [("tavern", TAVERN, "new")]
    assert stage.left(TAVERN) == 1
    assert (stage.phase, stage.waits_for()) == ("mandatory", [0])
    assert all(action < 400 for action in stage.legal())


def test_taken_by_moving() -> None:
    """KB-7.1: moving there does the same."""
    stage = Stage.at([(7, 11), (6, 10)], [], tokens={0: [("paddock", PADDOCK)]})
    stage.use("paddock", (6, 10), (6, 8))
    assert stage.tokens(0) == [("paddock", PADDOCK, "spent"), ("tavern", TAVERN, "new")]
    assert stage.left(TAVERN) == 1


def test_nothing_left() -> None:
    """KB-7.1: nothing is taken where no token is left."""
    stage = Stage.at([(8, 7)], [], [], card="grass", left={TAVERN: 0})
    stage.build((7, 7))
    assert stage.tokens(0) == []
    assert stage.left(TAVERN) == 0


def test_one_from_each_location() -> None:
    """KB-7.3: never a second token from the same hex, also when the first was lost."""
    stage = Stage.at([(7, 8)], [], tokens={0: [("tavern", TAVERN)]}, card="grass")
    stage.build((7, 7), (7, 6))
    assert stage.tokens(0) == [("tavern", TAVERN, "usable")]
    assert stage.left(TAVERN) == 1
    lost = Stage.at([(7, 8)], [], taken={0: [TAVERN]}, card="grass")
    lost.build((7, 7))
    assert lost.tokens(0) == []
    assert lost.left(TAVERN) == 1


def test_same_kind_from_two_locations() -> None:
    """KB-7.4: tokens of one kind from different location hexes are all kept."""
    stage = Stage.at([(7, 8)], [], tokens={0: [("tavern", TAVERN_WEST)]}, card="grass").build((7, 7))
    assert stage.tokens(0) == [("tavern", TAVERN_WEST, "usable"), ("tavern", TAVERN, "new")]


def test_not_in_the_same_turn() -> None:
    """KB-7.5: a token just taken can be used from the owner's next turn on."""
    stage = Stage.at([(9, 11)], [], card="grass")
    stage.build((8, 11), (7, 11), (8, 10))
    assert stage.tokens(0) == [("paddock", PADDOCK, "new")]
    assert "paddock" not in stage.kinds()
    assert stage.forbidden(TOKEN["paddock"]) == "KB-7.5"
    stage.end().whole_turn()
    assert stage.actor == 0
    assert "paddock" in stage.kinds()


def test_once_a_turn() -> None:
    """KB-7.6: a token spent this turn cannot be used again this turn."""
    stage = Stage.at([(7, 10), (8, 8)], [], tokens={0: [("paddock", PADDOCK)]})
    stage.use("paddock", (8, 8), (8, 6))
    assert stage.tokens(0) == [("paddock", PADDOCK, "spent")]
    assert stage.forbidden(TOKEN["paddock"]) == "KB-7.6"
    stage.build_any(3).end().whole_turn()
    assert "paddock" in stage.kinds()


def test_kept_while_touched() -> None:
    """KB-7.7: kept as long as one own settlement is next to its location hex."""
    stage = Stage.at([(7, 10), (7, 11), (8, 8)], [], tokens={0: [("paddock", PADDOCK)]})
    stage.use("paddock", (7, 11), (9, 10))
    assert stage.tokens(0) == [("paddock", PADDOCK, "spent")]
    stage.build_any(3).end().whole_turn()
    stage.use("paddock", (7, 10), (9, 11))
    assert stage.tokens(0) == []


def test_lost_at_once() -> None:
    """KB-7.8, KB-7.9: lost with the move; gone for good, not back on the location hex, not for others."""
    said = {"tokens": {0: [("tavern", TAVERN), ("paddock", PADDOCK)]}, "card": "grass"}
    stage = Stage.at([(7, 10), (7, 6)], [(8, 6)], **said)
    stage.use("paddock", (7, 6), (9, 7))
    assert stage.tokens(0) == [("paddock", PADDOCK, "spent")]
    assert stage.left(TAVERN) == 1
    assert stage.tokens(1) == []
    stage.build_any(3).end()
    assert stage.tokens(0) == [("paddock", PADDOCK, "usable")]
    assert stage.left(TAVERN) == 1


def test_nothing_comes_back() -> None:
    """KB-7.9: after two players took the tokens and one lost his, nobody can take one there."""
    said = {"taken": {0: [TAVERN]}, "tokens": {1: [("tavern", TAVERN)]}, "actor": 2}
    stage = Stage.at([(7, 8)], [(7, 6)], [(8, 8)], card="grass", **said)
    assert stage.left(TAVERN) == 0
    stage.build((7, 7))
    assert (stage.tokens(0), stage.tokens(2), stage.left(TAVERN)) == ([], [], 0)


def test_losing_unused_or_spent() -> None:
    """KB-7.10: an unused token lost is an action lost; the token that pays for a move can go with it."""
    said = {"tokens": {0: [("tavern", TAVERN), ("paddock", PADDOCK)]}}
    line: list[Hex] = [(7, 7), (8, 8), (9, 8)]
    unused = Stage.at([*line, (7, 10)], [], **said)
    assert "tavern" in unused.kinds()
    unused.use("paddock", (7, 7), (5, 8))
    assert unused.kinds() == set()
    paying = Stage.at([*line, (7, 10)], [], **said).use("paddock", (7, 10), (9, 9))
    assert paying.tokens(0) == [("tavern", TAVERN, "usable")]


TWO_PADDOCKS = [("paddock", PADDOCK), ("paddock", PADDOCK_EAST)]
TWO_FARMS = [("farm", FARM), ("farm", FARM_WEST)]


@pytest.mark.parametrize("spent", [FARM, FARM_WEST])
@pytest.mark.parametrize("away", [(11, 18), (15, 11)])
def test_losing_one_of_two(spent: Hex, away: Hex) -> None:
    """KB-7.11: of two tokens of a kind the usable one stays, whichever location hex is left."""
    farms = [(kind, hex_, "spent" if hex_ == spent else "usable") for kind, hex_ in TWO_FARMS]
    paddock = ("paddock", PADDOCK, "usable")
    stage = Stage.at([(11, 18), (15, 11), (7, 10)], [], tokens={0: [*farms, paddock]})
    stage.use("paddock", away, {(11, 18): (13, 19), (15, 11): (13, 12)}[away])
    kept = FARM_WEST if away == (11, 18) else FARM
    assert stage.tokens(0) == [("farm", kept, "usable"), ("paddock", PADDOCK, "spent")]
    assert "farm" in stage.kinds()


def test_losing_one_of_two_spent() -> None:
    """KB-7.11: if neither of the two was usable, the one that stays is not."""
    farms = [(kind, hex_, "spent") for kind, hex_ in TWO_FARMS]
    stage = Stage.at([(11, 18), (15, 11), (7, 10)], [], tokens={0: [*farms, ("paddock", PADDOCK, "usable")]})
    stage.use("paddock", (11, 18), (13, 19))
    assert stage.tokens(0) == [("farm", FARM_WEST, "spent"), ("paddock", PADDOCK, "spent")]


def test_losing_one_of_two_that_pays() -> None:
    """KB-7.11: two usable paddocks; one pays for leaving a location: the other stays usable."""
    stage = Stage.at([(7, 10), (2, 17), (8, 8)], [], tokens={0: TWO_PADDOCKS})
    stage.use("paddock", (7, 10), (9, 9))
    assert stage.tokens(0) == [("paddock", PADDOCK_EAST, "usable")]
    assert "paddock" in stage.kinds()


# A board with the barn, which can carry a settlement from one tavern to the other.
WITH_BARN: Layout = (("tavern", "barn", "oasis", "farm"), (0, 0, 0, 0))


def test_order_inside_a_move() -> None:
    """KB-7.12: lift, put down, remove what is lost, take what is new.

    The lifted settlement holds no token, and the token of the hex left is gone before the new one
    comes: after the move there is one tavern token, and it is new.
    """
    tokens = {0: [("tavern", TAVERN_WEST), ("barn", (2, 16))]}
    stage = Stage.at([(6, 3), (4, 7)], [], layout=WITH_BARN, tokens=tokens, card="canyon")
    stage.use("barn", (6, 3), (5, 7))
    assert stage.own(0) == {(4, 7), (5, 7)}
    assert ("tavern", TAVERN, "new") in stage.tokens(0)
    assert TAVERN_WEST not in {hex_ for _, hex_, _ in stage.tokens(0)}


def test_tokens_are_public() -> None:
    """KB-7.13: who owns which, from where, and in what state, is the same for every viewer."""
    states = [("tavern", TAVERN, "usable"), ("paddock", PADDOCK, "spent")]
    stage = Stage.at([(7, 7), (7, 10)], [(7, 11)], tokens={0: states, 1: [("paddock", PADDOCK)]})
    for viewer in (None, 0, 1):
        players = stage.view(viewer)["players"]
        shown = [{(t["kind"], tuple(t["hex"]), t["state"]) for t in p["tokens"]} for p in players]
        assert shown == [set(states), {("paddock", PADDOCK, "usable")}]
        assert stage.view(viewer)["locations"] == stage.locations


def test_castles_give_nothing() -> None:
    """KB-7.14: no token and no decision for a settlement next to a castle."""
    stage = Stage.at([(4, 5)], [], card="grass")
    lying = stage.locations
    stage.build((3, 4))
    assert stage.tokens(0) == []
    assert stage.locations == lying
    assert stage.phase == "mandatory"


def test_no_value_at_the_end() -> None:
    """KB-7.15: tokens score nothing."""
    own = [(7, 7), (7, 10)]
    bare = Stage.at(own, [])
    rich = Stage.at(own, [], tokens={0: [("tavern", TAVERN), ("paddock", PADDOCK)]})
    assert len(rich.tokens(0)) == 2
    assert bare.totals() == rich.totals()


def test_sides() -> None:
    """KB-7.16: icon up while usable, picture up when taken or spent this turn, all icon up at its end."""
    stage = Stage.at([(7, 10), (8, 8), (4, 7)], [], tokens={0: [("paddock", PADDOCK)]}, card="canyon")
    assert stage.tokens(0) == [("paddock", PADDOCK, "usable")]
    stage.use("paddock", (8, 8), (8, 6)).build((5, 7)).build_any(2)
    assert stage.tokens(0) == [("paddock", PADDOCK, "spent"), ("tavern", TAVERN, "new")]
    stage.end()
    assert stage.tokens(0) == [("paddock", PADDOCK, "usable"), ("tavern", TAVERN, "usable")]


@pytest.mark.parametrize("last", range(8))
def test_eight_at_most(last: int) -> None:
    """KB-7.17: one from each of the eight location hexes of a board; nothing else limits them."""
    seven = [token for index, token in enumerate(EIGHT) if index != last]
    hex_ = BESIDE_EIGHT[last]
    own = [other for other in BESIDE_EIGHT if other != hex_]
    places = [place for _, place in EIGHT]
    bridge = min(h for h in around(hex_) - beside(places) if BOARD_A[h] in LAND)
    card = next(terrain for terrain in TERRAINS if LETTER[terrain] == BOARD_A[hex_])
    stage = Stage.at([*own, bridge], [], tokens={0: seven}, card=card)
    assert len(stage.tokens(0)) == 7
    stage.build(hex_)
    assert len(stage.tokens(0)) == 8
    assert stage.tokens(0) == sorted([*((k, h, "usable") for k, h in seven), (*EIGHT[last], "new")])


def test_only_in_the_own_turn() -> None:
    """KB-7.18: what others build and move changes nobody else's tokens."""
    said = {"tokens": {0: [("paddock", PADDOCK)], 1: [("tavern", TAVERN), ("paddock", PADDOCK)]}}
    stage = Stage.at([(7, 10)], [(7, 7), (7, 11)], actor=1, card="grass", **said)
    before = stage.tokens(0)
    stage.use("paddock", (7, 11), (9, 10))
    assert stage.tokens(0) == before
    stage.build_any(3)
    assert stage.tokens(0) == before
    assert ("paddock", PADDOCK, "spent") not in stage.tokens(1)
