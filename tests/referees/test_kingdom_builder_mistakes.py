"""A referee of Kingdom Builder that makes a mistake is found out, and so would an engine be that made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from tests.referees import kingdom_builder_actions as actions
from tests.referees import kingdom_builder_board as board
from tests.referees import kingdom_builder_scoring as scoring
from tests.referees.comparing import Difference, compare
from tests.referees.kingdom_builder import Referee, Token
from tests.referees.kingdom_builder_actions import Table
from tests.referees.kingdom_builder_board import DIRECTIONS, HEXES, Hex
from tests.referees.kingdom_builder_starts import (
    Start,
    any_decision,
    building,
    crowded,
    leaving,
    rich,
    variants,
)

PLAYERS = 3
# A mistake must be found in so many games, or positions and what follows them for so many decisions.
STARTS = 60
OF_EACH = {variants: 1000, crowded: 1000, rich: 25}
PLAYING = {variants: any_decision, crowded: building, rich: leaving}

Patch = pytest.MonkeyPatch
Mistake = Callable[[Patch], None]
Starts = Callable[[int], Iterator[tuple[str, Start]]]
MISTAKES: list[tuple[Mistake, Starts]] = []


def mistake(starts: Starts) -> Callable[[Mistake], Mistake]:
    """Enter a mistake into the list, with the games in which it shows soon.

    Its docstring says which rule is told wrongly, and how.
    """

    def entered(made: Mistake) -> Mistake:
        MISTAKES.append((made, starts))
        return made

    return entered


@mistake(variants)
def a_slip_in_the_maps(patch: Patch) -> None:
    """KB-1.1: one hex of the tower sector is forest, not grass."""
    patch.setitem(board.PRINTED, "tower", board.PRINTED["tower"].replace("DCDDDWWCGC", "DCDDDWWCTC"))


@mistake(variants)
def even_rows_are_shifted(patch: Patch) -> None:
    """KB-2.2: even rows lie half a hex to the right."""

    def moved(hex_: Hex, direction: str) -> Hex:
        row, column = board.step((hex_[0] + 1, hex_[1]), direction)
        return row - 1, column

    near = {hex_: frozenset(HEXES).intersection(moved(hex_, d) for d in DIRECTIONS) for hex_ in HEXES}
    patch.setattr(board, "AROUND", near)


@mistake(variants)
def turned_sectors_are_mirrored(patch: Patch) -> None:
    """KB-2.7: a turned sector has its rows the other way round, but not each row."""
    rows = board.printed
    patch.setattr(board, "printed", lambda sector, turn: rows(sector)[:: -1 if turn else 1])


@mistake(variants)
def seat_0_is_dealt_to_first(patch: Patch) -> None:
    """KB-11.3.4: the first hands are dealt from seat 0 on."""
    lay = Referee._lay_the_table

    def lay_and_sort(self: Referee) -> None:
        lay(self)
        self.to_draw.sort()

    patch.setattr(Referee, "_lay_the_table", lay_and_sort)


@mistake(variants)
def tokens_between_settlements(patch: Patch) -> None:
    """KB-4.5: tokens may be used between two settlements of the mandatory action."""
    legal = Referee.legal
    patch.setattr(Referee, "legal", lambda self, seat: legal(self, seat) | set(self._executions(seat)))


@mistake(variants)
def anywhere(patch: Patch) -> None:
    """KB-5.6: a settlement need not be built next to another."""
    patch.setattr(actions, "allowed", lambda candidates, own: candidates)


@mistake(crowded)
def no_end_without_three(patch: Patch) -> None:
    """KB-5.9: an empty supply does not complete the mandatory action."""
    patch.setattr(Referee, "_complete", lambda self: self.built == 3 or self.halted)


@mistake(crowded)
def no_redraw_when_complete(patch: Patch) -> None:
    """KB-6.7: a card that becomes useless after the mandatory action stays."""
    redraw = Referee._redraw_if_useless
    patch.setattr(Referee, "_redraw_if_useless", lambda self: self._complete() or redraw(self))


@mistake(crowded)
def useless_cards_come_back(patch: Patch) -> None:
    """KB-6.3: a useless card goes to the discard pile."""
    put = Referee._put_card_on
    patch.setattr(Referee, "_put_card_on", lambda self, pile: put(self, self.discard))


@mistake(crowded)
def without_a_card_the_turn_goes_on(patch: Patch) -> None:
    """KB-6.8: when no card can be drawn, the mandatory action is not complete."""
    complete = Referee._complete
    patch.setattr(Referee, "_complete", lambda self: complete(self) and not self.halted)


@mistake(crowded)
def the_last_card_is_shuffled_in(patch: Patch) -> None:
    """KB-6.9: the discard pile joins a deck of one card."""

    def shuffle(self: Referee) -> None:
        if sum(self.deck.values()) <= 1:
            self.deck = {terrain: self.deck[terrain] + self.discard[terrain] for terrain in self.deck}
            self.discard = dict.fromkeys(self.deck, 0)

    patch.setattr(Referee, "_shuffle_if_empty", shuffle)


@mistake(rich)
def the_discard_comes_after_the_draw(patch: Patch) -> None:
    """KB-6.10: the card just played is not part of the deck formed at the end of the turn."""
    shuffle = Referee._shuffle_if_empty

    def without_it(self: Referee) -> None:
        shuffle(self)
        if not self.redrawing and self.deck[self.played] > 1 and not sum(self.discard.values()):
            self.deck[self.played] -= 1
            self.discard[self.played] += 1

    put = Referee._put_card_on

    def remembering(self: Referee, pile: dict[str, int]) -> None:
        self.played = self.table.card
        put(self, pile)

    patch.setattr(Referee, "_put_card_on", remembering)
    patch.setattr(Referee, "_shuffle_if_empty", without_it)


@mistake(crowded)
def drawn_in_the_last_round(patch: Patch) -> None:
    """KB-6.12: a card is drawn at the end of a turn of the last round, too."""
    end = Referee._end_turn

    def end_and_draw(self: Referee) -> None:
        ending, self.ending = self.ending, False
        end(self)
        self.ending = ending

    patch.setattr(Referee, "_end_turn", end_and_draw)


@mistake(rich)
def two_tokens_from_one_location(patch: Patch) -> None:
    """KB-7.3: a token that was lost can be taken again."""
    take = Referee._take_token

    def forget_and_take(self: Referee, seat: int, hex_: Hex) -> None:
        self.taken[seat] = {token.place for token in self.tokens[seat]}
        take(self, seat, hex_)

    patch.setattr(Referee, "_take_token", forget_and_take)


@mistake(rich)
def usable_at_once(patch: Patch) -> None:
    """KB-7.5: a token can be used in the turn in which it was taken."""
    begin = Token.__init__

    def begin_usable(self: Token, kind: str, place: Hex) -> None:
        begin(self, kind, place)
        self.state = "usable"

    patch.setattr(Token, "__init__", begin_usable)


@mistake(rich)
def tokens_are_kept(patch: Patch) -> None:
    """KB-7.8: a token is kept when its location is left."""
    patch.setattr(Referee, "_lose_tokens", lambda self, seat: None)


@mistake(rich)
def the_spent_token_stays(patch: Patch) -> None:
    """KB-12.8: of two of a kind the one of the location left goes, be the other spent or not."""
    patch.setattr(Referee, "_lose", lambda self, seat, token: self.tokens[seat].remove(token))


@mistake(crowded)
def builds_without_supply(patch: Patch) -> None:
    """KB-8.0.4: tokens build with an empty supply."""
    executions = Referee._executions

    def generous(self: Referee, seat: int) -> Iterator[str]:
        supply, self.supply[seat] = self.supply[seat], 1
        found = list(executions(self, seat))
        self.supply[seat] = supply
        return iter(found)

    patch.setattr(Referee, "_executions", generous)


@mistake(crowded)
def no_moves_without_supply(patch: Patch) -> None:
    """KB-8.0.5: with an empty supply no token can be used."""
    executions = Referee._executions

    def strict(self: Referee, seat: int) -> Iterator[str]:
        return executions(self, seat) if self.supply[seat] else iter(())

    patch.setattr(Referee, "_executions", strict)


@mistake(crowded)
def inner_borders_are_edges(patch: Patch) -> None:
    """KB-2.10, KB-8.4: the tower builds along the borders between sectors."""
    edge = board.on_edge
    patch.setattr(actions, "on_edge", lambda hex_: edge(hex_) or bool({9, 10} & set(hex_)))


@mistake(crowded)
def lines_of_two(patch: Patch) -> None:
    """KB-8.5: the tavern lengthens a line of two."""

    def line(hex_: Hex, direction: str, own: set[Hex]) -> bool:
        one = board.step(hex_, direction)
        return one in own and board.step(one, direction) in own

    patch.setattr(Table, "line", staticmethod(line))


def barn_and_harbor(targets: Callable[[Table, set[Hex], int, Hex], set[Hex]]) -> Callable[..., set[Hex]]:
    """`move_targets` with other targets for barn and harbor, found among the free hexes."""
    right = Table.move_targets

    def found(self: Table, kind: str, seat: int, lifted: Hex) -> set[Hex]:
        if kind == "paddock":
            return right(self, kind, seat, lifted)
        return targets(self, self.free(self.letter() if kind == "barn" else "W"), seat, lifted)

    return found


@mistake(crowded)
def the_settlement_is_its_own_neighbour(patch: Patch) -> None:
    """KB-12.24: a settlement that is moved may go next to where it stands."""

    def next_to_all(self: Table, free: set[Hex], seat: int, _: Hex) -> set[Hex]:
        return actions.allowed(free, self.own[seat])

    patch.setattr(Table, "move_targets", barn_and_harbor(next_to_all))


@mistake(crowded)
def the_old_hex_is_not_free(patch: Patch) -> None:
    """KB-12.25: the hex that is left is no neighbour to be chosen first."""
    targets = barn_and_harbor(
        lambda self, free, seat, lifted: actions.allowed(free, self.own[seat] - {lifted})
    )
    patch.setattr(Table, "move_targets", targets)


@mistake(crowded)
def over_at_once(patch: Patch) -> None:
    """KB-9.4: the game ends with the turn in which a supply runs out."""
    following = Referee._next_turn

    def end_or_go_on(self: Referee) -> None:
        self.over = self.ending
        if not self.over:
            following(self)

    patch.setattr(Referee, "_next_turn", end_or_go_on)


def gold_of(card: str, gold: Callable[[board.Board, set[Hex]], int]) -> Mistake:
    """A mistake in the gold of one card."""
    right = scoring.gold_of

    def patched(patch: Patch) -> None:
        def told(printed: board.Board, own: set[Hex], source: str) -> int:
            return gold(printed, own) if source == card else right(printed, own, source)

        patch.setattr(scoring, "gold_of", told)

    patched.__name__ = f"gold_of_{card}"
    return mistake(crowded)(patched)


# KB-10.2: on water, too. KB-10.3: each special hex that is touched. KB-10.6: rounded up.
gold_of("fishermen", lambda printed, own: sum(scoring.touches(printed, hex_, "W") for hex_ in own))
gold_of("merchants", lambda printed, own: 4 * sum(printed[hex_] in "KL" for hex_ in board.beside(own)))
gold_of("citizens", lambda printed, own: (max(map(len, board.groups(own)), default=0) + 1) // 2)


@mistake(variants)
def lords_of_nothing(patch: Patch) -> None:
    """KB-10.10.1: no gold for a sector without a settlement."""
    right = scoring.lords

    def lords(everyone: list[set[Hex]]) -> list[int]:
        empty = [[4 - len({board.sector_slot(hex_) for hex_ in own})] for own in everyone]
        return [gold - 6 * number for gold, (number,) in zip(right(everyone), empty, strict=True)]

    patch.setattr(scoring, "lords", lords)


@mistake(rich)
def ranks_without_gaps(patch: Patch) -> None:
    """KB-12.43: after two winners comes rank 2."""
    patch.setattr(
        "tests.referees.kingdom_builder.ranks",
        lambda points: [1 + len({other for other in points if other > mine}) for mine in points],
    )


@mistake(variants)
def hands_are_open(patch: Patch) -> None:
    """KB-11.2.2: everybody sees every hand."""
    before = Referee._before_the_players

    def shown(self: Referee, viewer: int | None) -> dict[str, Any]:
        told = before(self, viewer)
        for player, hand in zip(told["players"], self.hands, strict=True):
            player["hand"] = hand
        return told

    patch.setattr(Referee, "_before_the_players", shown)


@pytest.mark.parametrize(("made", "starts"), MISTAKES, ids=[made.__name__ for made, _ in MISTAKES])
def test_a_mistake_is_found(made: Mistake, starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every mistake of the list makes engine and referee differ."""
    made(monkeypatch)
    with pytest.raises(Difference):
        play(starts)


def play(starts: Starts) -> None:
    for _, (match, referee, random) in islice(starts(PLAYERS), STARTS):
        compare(match, referee, random, OF_EACH[starts], choose=PLAYING[starts](referee))
