"""Positions set up for a test, and a stage on which they are played with nature's answers given by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

import donjon
from donjon.games.kingdom_builder.position import state_fields
from donjon.kernel import NATURE, copy, rule_ids, rules
from tests.referees.kingdom_builder_actions import KINDS, Table
from tests.referees.kingdom_builder_board import TERRAINS, Hex, beside, board_of

NAME = "kingdom-builder"
GAME = donjon.games[NAME]

Layout = tuple[tuple[str, ...], tuple[int, ...]]
# By seat: kind, location hex and, if it is not "usable", state.
Tokens = Mapping[int, Sequence[tuple[str, Hex] | tuple[str, Hex, str]]]
A: Layout = (("tavern", "paddock", "oasis", "farm"), (0, 0, 0, 0))
B: Layout = (("barn", "harbor", "tower", "oracle"), (0, 180, 0, 180))
BOARD_A = board_of(*A)
BOARD_B = board_of(*B)
FIRST_CARDS = ("fishermen", "merchants", "knights")

TOKEN = {kind: 400 + number for number, kind in enumerate(KINDS)}
END = 408
DRAW = {terrain: 409 + number for number, terrain in enumerate(TERRAINS)}


def number(hex_: Hex) -> int:
    return hex_[0] * 20 + hex_[1]


def hex_of(action: int) -> Hex:
    return divmod(action, 20)


def letters(board: Mapping[Hex, str], letter: str) -> list[Hex]:
    """All hexes with this letter, row by row."""
    return sorted(hex_ for hex_, own in board.items() if own in letter)


def full_deck() -> Counter[str]:
    return Counter(dict.fromkeys(TERRAINS, 5))


def position(
    *own: Iterable[Hex],
    layout: Layout = A,
    tokens: Tokens | None = None,
    taken: Mapping[int, Iterable[Hex]] | None = None,
    left: Mapping[Hex, int] | None = None,
    card: str | None = "grass",
    hands: Sequence[str | None] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A whole position: what is not said follows from the rules, so that nothing is left to a seed.

    `own`: the settlements of each seat; what is not in the supply stands on the board. Of the 25 cards those
    not placed by `card`, `hands`, `discard`, `removed` are the deck (when `deck` is given: the discard pile).
    """
    actor = more.setdefault("actor", 0)
    piles = {name: more.pop(name, None) for name in ("deck", "discard", "removed")}
    rest = unplaced(card, piles)
    if hands is None:
        hands = [None if seat == actor else draw_most(rest) for seat in range(len(own))]
    else:
        rest.subtract(hand for hand in hands if hand)
    assert min(rest.values()) >= 0, "more cards than there are"
    if piles["deck"] is None:
        piles["deck"] = rest
    elif piles["discard"] is None:
        piles["discard"] = rest
    return {
        "game": NAME,
        "players": len(own),
        "sectors": list(layout[0]),
        "orientations": list(layout[1]),
        "cards": list(FIRST_CARDS),
        "first": 0,
        "phase": "start",
        "card": card,
        "settlements": [[list(hex_) for hex_ in hexes] for hexes in own],
        "hands": list(hands),
        **tokens_at(layout, len(own), tokens or {}, taken or {}, left or {}),
        **{name: {at: (pile or {}).get(at, 0) for at in TERRAINS} for name, pile in piles.items()},
    } | more


def tokens_at(
    layout: Layout,
    players: int,
    tokens: Tokens,
    taken: Mapping[int, Iterable[Hex]],
    left: Mapping[Hex, int],
) -> dict[str, Any]:
    """Who holds what, who took where, and what is left: two tokens a location less those taken."""
    held = [[(*token, "usable")[:3] for token in tokens.get(seat, ())] for seat in range(players)]
    gone = [{hex_ for _, hex_, _ in held[seat]} | set(taken.get(seat, ())) for seat in range(players)]
    lying = {hex_: 2 - sum(hex_ in own for own in gone) for hex_ in letters(board_of(*layout), "L")}
    return {
        "tokens": [
            [{"kind": kind, "hex": list(h), "state": state} for kind, h, state in own] for own in held
        ],
        "taken": [[list(hex_) for hex_ in sorted(own)] for own in gone],
        "left": [{"hex": list(hex_), "left": count} for hex_, count in (lying | dict(left)).items()],
    }


def unplaced(card: str | None, piles: Mapping[str, Mapping[str, int] | None]) -> Counter[str]:
    """The cards that are neither in play nor in these piles."""
    rest = full_deck()
    for pile in piles.values():
        rest.subtract(pile or {})
    if card is not None:
        rest[card] -= 1
    return rest


def draw_most(rest: Counter[str]) -> str:
    """Takes a card of the terrain with most cards out of the counter."""
    terrain = rest.most_common(1)[0][0]
    rest[terrain] -= 1
    return terrain


_SETUP = ("game", "players", "first", "sectors", "orientations", "cards")


@cache
def _start(players: int, first: int, sectors: Any, orientations: Any, cards: Any) -> Any:
    """The state that a position starts from; kept, for laying a board takes a while."""
    setup = {"sectors": sectors, "orientations": orientations, "cards": cards, "first": first}
    return donjon.new(NAME, players, seed=0, **setup).state


class Stage:
    """A position being played; chance does what the test says."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self._views: dict[int | None, dict[str, Any]] = {}

    @classmethod
    def at(cls, *own: Iterable[Hex], **said: Any) -> Stage:
        """The stage of `position(...)`; nobody asks whether a game could come to it (tokens from afar)."""
        stated = position(*own, **said)
        options = (tuple(stated[name]) for name in ("sectors", "orientations", "cards"))
        state = copy(_start(len(own), stated["first"], *options))
        state_fields(state, {name: value for name, value in stated.items() if name not in _SETUP})
        return cls(state)

    @classmethod
    def new(cls, players: int = 2, **options: Any) -> Stage:
        """The start of a game, before nature has chosen anything."""
        state = GAME.blank()
        rules.setup(state, GAME.read_options(players, options))
        return cls(state)

    def twin(self) -> Stage:
        return Stage(copy(self.state))

    # looking

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The view of a seat, made once for each position."""
        if seat not in self._views:
            self._views[seat] = GAME.view(self.state, seat)
        return self._views[seat]

    def __getattr__(self, name: str) -> Any:
        """Fields of the spectator's view: phase, actor, card, deck, ..."""
        if name.startswith("_"):
            raise AttributeError(name)
        view = self.view()
        if name not in view:
            raise AttributeError(name)
        return view[name]

    def player(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.view(seat)["players"][seat]
        return found

    def own(self, seat: int) -> set[Hex]:
        return {(s["hex"][0], s["hex"][1]) for s in self.settlements if s["seat"] == seat}

    def tokens(self, seat: int) -> list[tuple[str, Hex, str]]:
        return sorted((t["kind"], tuple(t["hex"]), t["state"]) for t in self.player(seat)["tokens"])

    def left(self, hex_: Hex) -> int:
        return next(int(place["left"]) for place in self.locations if tuple(place["hex"]) == hex_)

    def supply(self, seat: int) -> int:
        return int(self.player(seat)["supply"])

    def gold(self, source: str, seat: int | None = None) -> Any:
        """Gold by one source: of one seat, or of all."""
        out = np.zeros((self.seats, len(GAME.SOURCES)), np.int32)
        rules.points(self.state, out)
        column = [int(gold) for gold in out[:, GAME.SOURCES.index(source)]]
        return column if seat is None else column[seat]

    def totals(self) -> list[int]:
        out = np.zeros((self.seats, len(GAME.SOURCES)), np.int32)
        rules.points(self.state, out)
        return [int(total) for total in out.sum(axis=1)]

    def final_ranks(self) -> list[int]:
        out = np.zeros(self.seats, np.int32)
        rules.ranks(self.state, out)
        return [int(rank) for rank in out]

    def table(self) -> Table:
        """The same board for the referee."""
        board = {(r, c): letter for r, row in enumerate(self.hexes) for c, letter in enumerate(row)}
        return Table(board, [self.own(seat) for seat in range(self.seats)], self.card)

    # what may be played

    @property
    def mover(self) -> int:
        return int(rules.moving_seat(self.state))

    def waits_for(self) -> list[int]:
        mask = rules.waiting(self.state)
        return [seat for seat in range(8) if mask >> seat & 1]

    def legal(self, seat: int | None = None) -> set[int]:
        """The numbers of the legal actions of the seat that is to decide."""
        mask = np.zeros(GAME.ACTIONS, np.uint8)
        count = rules.legal(self.state, self.mover if seat is None else seat, mask)
        found = {int(action) for action in np.flatnonzero(mask)}
        assert len(found) == count
        return found

    def targets(self) -> set[Hex]:
        """The hexes that may be chosen now."""
        return {hex_of(action) for action in self.legal() if action < 400}

    def kinds(self) -> set[str]:
        """The tokens that may be used now."""
        return {kind for kind, action in TOKEN.items() if action in self.legal()}

    def can_end(self) -> bool:
        return END in self.legal()

    def after_using(self, kind: str, lifted: Hex | None = None) -> set[Hex]:
        """The hexes to choose from once this token is in use (and this settlement lifted)."""
        twin = self.twin().do(TOKEN[kind])
        return (twin if lifted is None else twin.do(number(lifted))).targets()

    def executions(self, kind: str) -> dict[Hex, set[Hex]]:
        """For a move token: every settlement that can be lifted, with its targets."""
        return {lifted: self.after_using(kind, lifted) for lifted in self.after_using(kind)}

    def forbidden(self, action: int | Hex, seat: int | None = None) -> str:
        """The id of the rule that forbids the action, "" if it is legal."""
        action = number(action) if isinstance(action, tuple) else action
        rule = rules.forbids(self.state, self.mover if seat is None else seat, action)
        return rule_ids.name("KB", rule)

    def chances(self) -> dict[str, int]:
        """Nature's outcomes by their text, with weights."""
        weights = np.zeros(GAME.ACTIONS, np.int64)
        total = rules.chances(self.state, weights)
        assert total == weights.sum()
        return {
            GAME.action_text(self.state, NATURE, int(a)): int(weights[a]) for a in np.flatnonzero(weights)
        }

    # playing

    def do(self, *actions: int) -> Stage:
        """Plays action numbers for whoever is to decide; each must be legal."""
        for action in actions:
            rule = rules.forbids(self.state, self.mover, action)
            assert rule == 0, f"action {action} is forbidden by {rule_ids.name('KB', rule)}"
            rules.apply(self.state, self.mover, action, None)
            self._views.clear()
        return self

    def build(self, *hexes: Hex) -> Stage:
        return self.do(*map(number, hexes))

    def use(self, kind: str, *hexes: Hex) -> Stage:
        return self.do(TOKEN[kind], *map(number, hexes))

    def draw(self, *terrains: str) -> Stage:
        """Nature draws these cards."""
        assert self.waits_for() == [NATURE]
        return self.do(*(DRAW[terrain] for terrain in terrains))

    def nature(self, *texts: str) -> Stage:
        for text in texts:
            self.do(*GAME.parse_action(self.state, NATURE, text))
        return self

    def build_any(self, count: int) -> Stage:
        """Builds this many settlements on the first hexes offered, away from locations where that can be."""
        near_locations = beside(tuple(place["hex"]) for place in self.locations)
        for _ in range(count):
            self.build(min(self.targets() - near_locations or self.targets()))
        return self

    def end(self, drawn: str | None = None) -> Stage:
        """Ends the turn; nature then draws `drawn`, or the first card she has if nothing is said."""
        self.do(END)
        if self.waits_for() == [NATURE]:
            self.do(DRAW[drawn] if drawn else min(self.legal()))
        return self

    def whole_turn(self, drawn: str | None = None) -> Stage:
        """Builds on the first hexes offered until the turn can end, and ends it."""
        while not self.can_end():
            self.build(min(self.targets()))
        return self.end(drawn)
