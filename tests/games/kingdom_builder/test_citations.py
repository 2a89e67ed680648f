"""Events cite a rule where it holds, and do not where it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from donjon.games.kingdom_builder.model import BOOK, NONE, HexKind, Token, TokenState
from donjon.kernel import copy
from tests.games.kingdom_builder.stage import (
    BOARD_A,
    BOARD_B,
    END,
    GAME,
    B,
    Stage,
    hex_of,
    letters,
    number,
)
from tests.moments import Happening, World, happen
from tests.referees.kingdom_builder_board import DIRECTIONS, Hex, around, step

FORESTS = letters(BOARD_A, "T")


def cited(stage: Stage, action: int, kind: str) -> list[set[str]]:
    """The further rules of the events of a kind that an action causes."""
    happening = happen(GAME, copy(stage.state), stage.mover, action)
    return [set(event.also) for event in happening.events if event.kind == kind]


@pytest.mark.parametrize(
    ("own", "target", "holds"),
    [
        # The second of the line is on water; no water of the seat's lies beside the target.
        ([(1, 0), (2, 1), (3, 1)], (0, 0), True),
        # The line is on land; a settlement on water lies beside the target.
        ([(0, 13), (0, 12), (0, 11), (0, 15)], (0, 14), False),
    ],
)
def test_water_in_a_line_of_the_tavern(own: list[Hex], target: Hex, holds: bool) -> None:
    """KB-8.5.4: own settlements on water count for the line."""
    stage = Stage.at(own, [], tokens={0: [("tavern", (6, 7))]}).use("tavern")
    (rules,) = cited(stage, number(target), "built")
    assert ("KB-8.5.4" in rules) == holds


def test_a_token_that_goes_before_one_of_its_kind_comes() -> None:
    """KB-7.4, KB-12.47: the two barns are never owned together."""
    assert BOARD_B[2, 6] == BOARD_B[6, 2] == "L"
    stage = Stage.at([(1, 5), (4, 1)], [], layout=B, card="canyon", tokens={0: [("barn", (2, 6))]})
    stage.use("barn", (1, 5))
    assert number((5, 1)) in stage.legal(), sorted(stage.targets())
    assert cited(stage, number((5, 1)), "token_lost")
    assert cited(stage, number((5, 1)), "token_taken") == [{"KB-7.2", "KB-7.5", "KB-7.12"}]


def test_a_token_whose_use_is_handed_over_forfeits_nothing() -> None:
    """KB-7.10, KB-7.11: the other farm stays usable; the paddock that paid for the move is forfeited."""
    farms = [("farm", (11, 17)), ("farm", (15, 12), "spent"), ("paddock", (6, 11))]
    stage = Stage.at([(12, 17), (14, 12)], [], card="canyon", tokens={0: farms}).use("paddock", (12, 17))
    paddock, farm = cited(stage, min(stage.legal()), "token_lost")
    assert "KB-7.10" in paddock
    assert "KB-7.10" not in farm


def last_forest() -> Stage:
    """One settlement and one free forest are left, and the card is forest."""
    return Stage.at(FORESTS[1:40], FORESTS[40:], card="forest", phase="start")


def test_an_empty_supply_completes_the_mandatory_action() -> None:
    """KB-6.7, KB-5.9: a card that becomes useless then is replaced after the mandatory action."""
    (removed,) = cited(last_forest(), number(FORESTS[0]), "card_removed")
    assert "KB-6.7" in removed


def test_with_an_empty_supply_nothing_is_built_on_the_new_card() -> None:
    """KB-6.5, KB-5.9: no settlement is left for the rest of the mandatory action."""
    stage = last_forest().build(FORESTS[0])
    (redrawn,) = cited(stage, min(stage.legal()), "redrawn")
    assert "KB-6.5" not in redrawn


def test_no_settlement_and_no_gold_in_a_sector() -> None:
    """KB-10.10.1: the third seat has nothing in the first sector, where 0 is the third count."""
    land = [hex_ for hex_ in sorted(BOARD_A) if BOARD_A[hex_] in "GFTCD"]
    quarters = [[(r, c) for r, c in land if r // 10 * 2 + c // 10 == number] for number in range(4)]
    own = [quarters[0][:40], [quarters[0][40], quarters[1][1]], [quarters[n][0] for n in (1, 2, 3)]]
    ended = {"actor": 2, "phase": "after", "built": 3, "ending": True, "hands": [None, None, None]}
    stage = Stage.at(*own, cards=["lords", "knights", "miners"], **ended)
    happening = happen(GAME, copy(stage.state), stage.mover, END)
    lords = {event.seat: set(event.also) for event in happening.events if event.rule == "KB-10.10"}
    assert ["KB-10.10.1" in lords[seat] for seat in range(3)] == [True, True, False]


# Over whole games: each rule is cited where it holds by the rules' text, and nowhere else


class Moment(NamedTuple):
    """An event, with the position before its action, that before the event and that at the event."""

    before: Any
    last: Any
    now: Any
    event: Any
    earlier: tuple[str, ...]  # the kinds of the events before it in the same action
    later: tuple[str, ...]

    def own(self) -> set[Hex]:
        """The hexes with settlements of the seat."""
        return {hex_of(hex_) for hex_ in range(400) if self.now.owner[hex_] == self.event.seat}

    def neighbours(self, hex_: int) -> set[Hex]:
        """The hexes around on which the seat has a settlement."""
        return self.own() & around(hex_of(hex_))

    def is_water(self, hex_: Hex) -> bool:
        """Whether water is printed on a hex."""
        return bool(self.now.kind[number(hex_)] == HexKind.WATER)

    def is_water_in_line(self) -> bool:
        """Whether three settlements in a row, one of them on water, end beside the hex of the event."""
        for direction in DIRECTIONS:
            line, hex_ = [], step(hex_of(self.event.hex), direction)
            while hex_ in self.own():
                line.append(hex_)
                hex_ = step(hex_, direction)
            if len(line) >= 3 and any(map(self.is_water, line[:3])):
                return True
        return False

    def tokens(self, state: Any) -> list[tuple[int, int]]:
        """The kind and the state of each token of the seat."""
        places = range(state.place_count)
        held = [(state.places[at].token, state.seats[self.event.seat].tokens[at]) for at in places]
        return [(int(kind), int(lies)) for kind, lies in held if lies != TokenState.NOT_OWNED]

    def forfeits(self) -> bool:
        """Whether the use of a lost token is forfeited: it paid for the move, or its use is not kept."""
        place = next(at for at in range(self.now.place_count) if self.now.places[at].hex == self.event.hex)
        was, lay = (state.seats[self.event.seat].tokens[place] for state in (self.before, self.last))
        has_paid = was == TokenState.USABLE and lay == TokenState.SPENT
        return has_paid or (lay == TokenState.USABLE and self.earlier[-1:] != ("token_swapped",))

    def counts(self) -> list[list[int]]:
        """How many settlements each seat has in each sector."""
        quarters = [[0] * self.now.players for _ in range(4)]
        for hex_, owner in enumerate(self.now.owner[:400].tolist()):
            if owner != NONE:
                quarters[hex_ // 200 * 2 + hex_ % 20 // 10][owner] += 1
        return quarters

    def zero_brings_gold(self) -> bool:
        """Whether 0 settlements are the first or the second count in a sector."""
        return any(
            here[self.event.seat] == 0 and 0 in sorted(set(here), reverse=True)[:2] for here in self.counts()
        )

    def is_done(self) -> bool:
        """Whether the mandatory action is complete."""
        return bool(self.now.built == 3 or self.now.seats[self.event.seat].supply == 0 or self.now.halted)


def builds(holds: Callable[[Moment], Any], token: int | None = None) -> Callable[[Moment], bool]:
    """For settlements by this token, or by all but the tavern, which asks for no adjacency (KB-8.5.1)."""

    def condition(at: Moment) -> bool:
        applies = at.event.token != Token.TAVERN if token is None else at.event.token == token
        return bool(applies and holds(at))

    return condition


HOLDS: dict[tuple[str, str], Callable[[Moment], Any]] = {
    ("revealed", "KB-4.12"): lambda at: at.event.seat == at.now.first,
    ("revealed", "KB-3.9"): lambda at: at.event.seat != at.now.first,
    ("built", "KB-5.4"): builds(lambda at: True, NONE),
    ("built", "KB-4.3"): lambda at: at.event.token != NONE,
    ("built", "KB-5.6"): builds(lambda at: at.neighbours(at.event.hex)),
    ("built", "KB-5.7"): builds(lambda at: not at.neighbours(at.event.hex)),
    ("built", "KB-5.12"): builds(lambda at: any(map(at.is_water, at.neighbours(at.event.hex)))),
    ("built", "KB-8.5.4"): builds(Moment.is_water_in_line, Token.TAVERN),
    ("built", "KB-5.10"): builds(lambda at: at.now.seats[at.event.seat].supply + at.now.built < 3, NONE),
    ("built", "KB-9.6"): lambda at: at.before.ending and at.now.seats[at.event.seat].supply == 0,
    ("moved", "KB-8.0.7"): lambda at: at.event.token != Token.PADDOCK,
    ("moved", "KB-8.8.1"): lambda at: at.event.token == Token.PADDOCK,
    ("moved", "KB-8.7.1"): lambda at: at.event.token == Token.HARBOR and at.is_water(hex_of(at.event.origin)),
    ("moved", "KB-8.6.1"): lambda at: at.event.token != Token.HARBOR and at.is_water(hex_of(at.event.origin)),
    ("moved", "KB-5.6"): lambda at: at.event.token != Token.PADDOCK and at.neighbours(at.event.hex),
    ("token_taken", "KB-7.4"): lambda at: [kind for kind, _ in at.tokens(at.now)].count(at.event.token) > 1,
    ("token_taken", "KB-7.12"): lambda at: "token_lost" in at.earlier,
    ("token_lost", "KB-7.10"): Moment.forfeits,
    ("card_removed", "KB-6.7"): Moment.is_done,
    ("redrawn", "KB-6.5"): lambda at: at.now.built > 0 and not at.is_done(),
    ("discarded", "KB-4.7"): lambda at: TokenState.USABLE in {lies for _, lies in at.tokens(at.last)},
    ("discarded", "KB-4.9"): lambda at: {lies for _, lies in at.tokens(at.last)} - {TokenState.USABLE},
    ("discarded", "KB-6.12"): lambda at: at.now.ending,
    ("end_triggered", "KB-9.5"): lambda at: (at.event.seat + 1) % at.now.players == at.now.first,
    ("won", "KB-10.12.2"): lambda at: (*at.earlier, *at.later).count("won") > 0,
}
OF_LORDS: dict[tuple[str, str], Callable[[Moment], Any]] = {
    ("scored", "KB-10.10.1"): Moment.zero_brings_gold,
    ("scored", "KB-10.10.2"): lambda at: any(len(set(here)) == 1 for here in at.counts()),
}


def moments(before: Any, happening: Happening) -> Iterator[Moment]:
    last, kinds = before, [event.kind for event in happening.events]
    for at, (event, now) in enumerate(zip(happening.events, happening.moments, strict=True)):
        named = BOOK.events.named(event)
        named.kind, named.rule, named.also = event.kind, event.rule, event.also
        yield Moment(before, last, now, named, tuple(kinds[:at]), tuple(kinds[at + 1 :]))
        last = now


def played() -> Iterator[Moment]:
    """The events of random games, and of positions that those seldom come to."""
    for game in range(9):
        cards = ["lords", None, None]
        world = World(GAME, 2 + game % 3, {"cards": cards} if game % 2 else {}, f"citations {game}")
        for before, _seat, _action, happening in world.play():
            yield from moments(before, happening)
    for stage, action in rare():
        yield from moments(stage.state, happen(GAME, stage.state, stage.mover, action))


def rare() -> Iterator[tuple[Stage, int]]:
    yield last_forest(), number(FORESTS[0])
    stage = last_forest().build(FORESTS[0])
    yield stage, min(stage.legal())
    early = Stage.at(FORESTS[1:30], FORESTS[30:], card="forest", phase="start")
    yield early, number(FORESTS[0])
    stage = Stage.at(FORESTS[1:30], FORESTS[30:], card="forest", phase="start").build(FORESTS[0])
    yield stage, min(stage.legal())
    stage = Stage.at([(1, 0), (2, 1), (3, 1)], [], tokens={0: [("tavern", (6, 7))]}).use("tavern")
    yield from ((stage, action) for action in stage.legal())
    farms = [("farm", (11, 17)), ("farm", (15, 12), "spent"), ("paddock", (6, 11))]
    stage = Stage.at([(12, 17), (14, 12)], [], card="canyon", tokens={0: farms}).use("paddock", (12, 17))
    yield from ((stage, action) for action in stage.legal())
    for lifted in ((1, 5), letters(BOARD_B, "W")[0]):
        own = [(1, 5), (4, 1), letters(BOARD_B, "W")[0]]
        stage = Stage.at(own, [], layout=B, card="canyon", tokens={0: [("barn", (2, 6))]})
        yield from ((stage, action) for action in stage.use("barn", lifted).legal())
    over = {"actor": 1, "phase": "after", "built": 3, "ending": True, "hands": [None, None]}
    yield Stage.at([], [], cards=["lords", "knights", "miners"], **over), END


def test_rules_are_cited_exactly_where_they_hold() -> None:
    tried: Counter[tuple[str, str, bool]] = Counter()
    for at in played():
        conditions = HOLDS | (OF_LORDS if at.event.rule == "KB-10.10" else {})
        for (kind, rule), holds in conditions.items():
            if kind == at.event.kind:
                assert (rule in at.event.also) == bool(holds(at)), (rule, at.event)
                tried[kind, rule, rule in at.event.also] += 1
    expected = {(kind, rule, cited) for kind, rule in (*HOLDS, *OF_LORDS) for cited in (True, False)}
    assert expected - set(tried) == set(), "never tried"
