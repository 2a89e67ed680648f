"""Kingdom Builder told a second time, in the order of its numbered rules; the engine is compared with this.

The rules are in no hurry here: sets of hexes, dicts, loops. What players see on a table is kept as it lies
there: tokens on locations, cards in piles, settlements of each seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.referees.kingdom_builder_actions import BUILDS, Table
from tests.referees.kingdom_builder_board import SECTORS, TERRAINS, Hex, around, board_of, sector_slot
from tests.referees.kingdom_builder_scoring import CARDS, gold, ranks
from tests.referees.parts import InAnyOrder, Part

CHANCE = "nature"
SETTLEMENTS = 40
# KB-3.10
FIRST_GAME = {
    "sectors": ("tavern", "paddock", "oasis", "farm"),
    "orientations": (0, 0, 0, 0),
    "cards": ("fishermen", "merchants", "knights"),
}


class Referee:
    """One game. `met` counts, by their ids, the rules that came into play of those that seldom do."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.players = players
        self.met: Counter[str] = Counter()
        given: dict[str, Any] = dict(FIRST_GAME) if options.get("board") == "first-game" else {}
        given |= {name: value for name, value in options.items() if value is not None}
        # None is left to chance
        self.sectors: list[Any] = list(given.get("sectors", [None] * 4))
        self.orientations: list[Any] = list(given.get("orientations", [None] * 4))
        self.cards = {card for card in given.get("cards", ()) if card is not None}
        self.first: int | None = given.get("first")
        self.table = Table({}, [()] * players, None)
        # KB-3.4, KB-3.6
        self.deck = dict.fromkeys(TERRAINS, 5)
        self.discard = dict.fromkeys(TERRAINS, 0)
        self.removed = dict.fromkeys(TERRAINS, 0)
        self.hands: list[str | None] = [None] * players
        self.supply = [SETTLEMENTS] * players
        self.tokens: list[list[Token]] = [[] for _ in range(players)]
        self.taken: list[set[Hex]] = [set() for _ in range(players)]
        self.left: dict[Hex, int] = {}
        self.to_draw: list[int] = []
        self.redrawing = self.ending = self.over = self.halted = False
        self.actor, self.turn, self.built = 0, 0, 0
        self._lay_the_table()

    # Chapter 3: the setup; 11.3: what chance decides, in order of time.

    def waiting(self) -> set[int | str]:
        """KB-11.1.4: only the active player decides."""
        if self.over:
            return set()
        return {CHANCE} if not self.table.board or self.to_draw or self.redrawing else {self.actor}

    def weights(self) -> dict[str, int]:
        """KB-11.3.1 to KB-11.3.6: every draw that is possible now, with its weight."""
        slot = self._open_slot()
        if slot is not None:
            sectors = [self.sectors[slot]] if self.sectors[slot] else set(SECTORS) - set(self.sectors)
            turned = self.orientations[slot]
            turns = (0, 180) if turned is None else (turned,)
            return {f"sector {sector} {turn}": 1 for sector in sectors for turn in turns}
        if len(self.cards) < 3:
            return {f"card {card}": 1 for card in CARDS if card not in self.cards}
        if self.first is None:
            return {f"first {seat}": 1 for seat in range(self.players)}
        return {f"draw {terrain}": number for terrain, number in self.deck.items() if number}

    def draw(self, text: str) -> None:
        """Carry out a draw."""
        what, *named = text.split()
        if what == "draw":
            self._draw_card(named[0])
            return
        if what == "sector":
            slot = self._open_slot()
            assert slot is not None
            self.sectors[slot], self.orientations[slot] = named[0], int(named[1])
        elif what == "card":
            self.cards.add(named[0])
        else:
            self.first = int(named[0])
        self._lay_the_table()

    def _open_slot(self) -> int | None:
        """The first slot whose sector or orientation is left to chance."""
        for slot in range(4):
            if self.sectors[slot] is None or self.orientations[slot] is None:
                return slot
        return None

    def _lay_the_table(self) -> None:
        """KB-3.3, KB-3.7: once all is chosen, put out the tokens and deal, to the first player first."""
        if self._open_slot() is not None or len(self.cards) < 3 or self.first is None:
            return
        self.table = Table(board_of(self.sectors, self.orientations), [()] * self.players, None)
        self.left = {hex_: 2 for hex_, letter in self.table.board.items() if letter == "L"}
        self.to_draw = [(self.first + turn) % self.players for turn in range(self.players)]

    # Chapter 4: the turn.

    def _begin_turn(self, seat: int) -> None:
        """KB-4.1: the card in hand is played and revealed."""
        self.actor = seat
        self.turn += 1
        self.table.card, self.hands[seat] = self.hands[seat], None
        self.built, self.halted = 0, False
        self._redraw_if_useless()

    def _complete(self) -> bool:
        """KB-5.9, KB-5.10: whether the mandatory action of this turn is complete."""
        return self.built == 3 or self.supply[self.actor] == 0 or self.halted

    def legal(self, seat: int) -> set[str]:
        """KB-11.1.1 to KB-11.1.3: every whole decision of the active player."""
        assert self.waiting() == {seat}
        found: set[str] = set()
        if self._complete():
            found.add("end turn")
        else:
            found |= {f"build {name(hex_)}" for hex_ in self.table.mandatory(seat)}
        # KB-4.4, KB-4.5: extra actions come before the mandatory action or after it
        if self._complete() or self.built == 0:
            found |= set(self._executions(seat))
        return found

    def _executions(self, seat: int) -> Iterator[str]:
        """KB-8.0.1 to KB-8.0.5: each execution of each kind of usable token; two of a kind give it once."""
        for kind in {token.kind for token in self.tokens[seat] if token.state == "usable"}:
            if kind not in BUILDS:
                moves = self.table.moves(kind, seat)
                self.met["KB-8.0.5"] += self.supply[seat] == 0 and len(moves) > 0
                for lifted, targets in moves.items():
                    yield from (f"{kind} {name(lifted)} {name(target)}" for target in targets)
            elif self.supply[seat] > 0:
                yield from (f"{kind} {name(target)}" for target in self.table.build_targets(kind, seat))

    def play(self, seat: int, text: str) -> None:
        """Carry out a whole decision, and all that follows by itself."""
        assert self.waiting() == {seat}
        if text == "end turn":
            self._end_turn()
            return
        what, *hexes = text.split()
        if what == "build":
            self._build(seat, *map(hex_named, hexes))
            self.built += 1
        elif what in BUILDS:
            self._spend(seat, what)
            self._build(seat, *map(hex_named, hexes))
        else:
            self._spend(seat, what)
            self._move(seat, *map(hex_named, hexes))
        self._redraw_if_useless()

    def _end_turn(self) -> None:
        """KB-4.8, KB-4.9: discard, turn the tokens up, draw a card for the next turn."""
        self.met["KB-5.9"] += self.built < 3 and not self.halted
        self._put_card_on(self.discard)
        for token in self.tokens[self.actor]:
            token.state = "usable"
        if self.ending:
            self.met["KB-6.12"] += 1
            self._next_turn()
        else:
            self.to_draw = [self.actor]
            self._shuffle_if_empty()

    def _next_turn(self) -> None:
        """KB-3.9, KB-9.4: clockwise; after the end is triggered until the round is complete."""
        following = (self.actor + 1) % self.players
        if self.ending and following == self.first:
            self.over = True
        else:
            self._begin_turn(following)

    # Chapter 5: building.

    def _build(self, seat: int, hex_: Hex) -> None:
        """KB-8.0.4, KB-9.1: out of the supply; the last one triggers the end, for good."""
        self.supply[seat] -= 1
        self.table.own[seat].add(hex_)
        self._take_token(seat, hex_)
        if self.supply[seat] == 0:
            self.met["KB-9.6" if self.ending else "KB-9.1"] += 1
            self.ending = True

    def _move(self, seat: int, lifted: Hex, target: Hex) -> None:
        """KB-7.12: lift, put down, remove lost tokens, take a new token."""
        self.table.own[seat].remove(lifted)
        self.table.own[seat].add(target)
        self._lose_tokens(seat)
        self._take_token(seat, target)

    # Chapter 6: terrain cards.

    def _redraw_if_useless(self) -> None:
        """KB-6.1 to KB-6.4, KB-6.8: a card whose terrain is full leaves the game, while there is another."""
        if self.table.free(self.table.letter()):
            return
        if not any(self.deck.values()) and not any(self.discard.values()):
            self.met["KB-6.8"] += 1
            self.halted = True
            return
        self.met["KB-6.7" if self._complete() else "KB-6.5" if self.built else "KB-6.1"] += 1
        self._put_card_on(self.removed)
        self.redrawing = True
        self._shuffle_if_empty()

    def _put_card_on(self, pile: dict[str, int]) -> None:
        """The card in play goes there."""
        assert self.table.card is not None
        pile[self.table.card] += 1
        self.table.card = None

    def _shuffle_if_empty(self) -> None:
        """KB-6.9: the discard pile becomes the deck when a card must be drawn and there is none."""
        if not any(self.deck.values()):
            self.met["KB-6.9"] += 1
            self.deck, self.discard = self.discard, self.deck

    def _draw_card(self, terrain: str) -> None:
        """A redrawn card is in play at once (KB-6.6); another goes to a hand, and a turn begins."""
        self.deck[terrain] -= 1
        if self.redrawing:
            self.redrawing = False
            self.table.card = terrain
            self._redraw_if_useless()
            return
        seat = self.to_draw.pop(0)
        self.hands[seat] = terrain
        if self.turn > 0:
            self._next_turn()
        elif not self.to_draw:
            self._begin_turn((seat + 1) % self.players)

    # Chapter 7: tokens.

    def _take_token(self, seat: int, hex_: Hex) -> None:
        """KB-7.1 to KB-7.3: from each location beside, if one is left and none was ever taken from there."""
        for place in sorted(around(hex_) & set(self.left)):
            if place in self.taken[seat]:
                self.met["KB-12.6"] += all(token.place != place for token in self.tokens[seat])
            elif self.left[place] == 0:
                self.met["KB-12.7"] += 1
            else:
                self.left[place] -= 1
                self.taken[seat].add(place)
                self.tokens[seat].append(Token(self.sectors[sector_slot(place)], place))

    def _lose_tokens(self, seat: int) -> None:
        """KB-7.7 to KB-7.9: those whose location no own settlement touches any more."""
        for token in list(self.tokens[seat]):
            if not around(token.place) & self.table.own[seat]:
                self._lose(seat, token)

    def _lose(self, seat: int, token: Token) -> None:
        """KB-7.11, KB-12.8: of two of a kind the one that stays is usable if either was."""
        self.met["KB-7.8"] += 1
        self.tokens[seat].remove(token)
        for other in self.tokens[seat]:
            if other.kind == token.kind and token.state == "usable" != other.state:
                self.met["KB-12.8"] += 1
                other.state = "usable"

    def _spend(self, seat: int, kind: str) -> None:
        """KB-7.6: one of the kind; which of two makes no difference (KB-11.1.5), so let it be the first."""
        usable = [token for token in self.tokens[seat] if token.kind == kind and token.state == "usable"]
        min(usable, key=lambda token: token.place).state = "spent"

    # Chapter 10: the score.

    def points(self) -> list[dict[str, int]]:
        """KB-10.0.1: for every seat its gold by source, as if scored now."""
        sources: list[str] = ["castles", *self.cards]
        counted = {source: gold(self.table.board, self.table.own, source) for source in sources}
        return [{source: each[seat] for source, each in counted.items()} for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """KB-10.12: the rank of every seat by the gold now."""
        totals = [sum(row.values()) for row in self.points()]
        self.met["KB-12.43"] += totals.count(max(totals)) in range(2, self.players)
        return ranks(totals)

    # Chapter 11.2: who knows what.

    def known(self, seat: int | None) -> dict[str, Any]:
        """KB-11.2.1 to KB-11.2.5: the table as a seat (None: a spectator) sees it, as fields of the view."""
        unseen = Counter(self.deck)
        unseen.update(hand for holder, hand in enumerate(self.hands) if hand and holder != seat)
        table = {
            "turn": self.turn,
            "round": (self.turn - 1) // self.players + 1,
            "first": self.first,
            "actor": None if self.over else self.actor,
            "card": self.table.card,
            "cards": [card for card in CARDS if card in self.cards],
            "deck": sum(self.deck.values()),
            "discard": self.discard,
            "removed": self.removed,
            "unseen": dict(unseen),
            "phase": self._phase(),
            "built": self.built,
            "ending": self.ending,
            "over": self.over,
            "ranks": self.ranks() if self.over else None,
        }
        return table | self._board() | self._before_the_players(seat)

    def _phase(self) -> str:
        """KB-11.1.1 to KB-11.1.3: which decision the turn has come to, or the draw that comes first."""
        if self.over or self.redrawing or self.to_draw:
            return "over" if self.over else "redraw" if self.redrawing else "draw"
        return "after" if self._complete() else "mandatory" if self.built else "start"

    def _board(self) -> dict[str, Any]:
        """The sectors, what is printed on them, and the tokens that are left."""
        slots = zip(self.sectors, self.orientations, strict=True)
        left = [
            {"hex": list(place), "kind": self.sectors[sector_slot(place)], "left": number}
            for place, number in self.left.items()
        ]
        return {
            "layout": [{"sector": sector, "orientation": turn} for sector, turn in slots],
            "hexes": ["".join(self.table.board[r, c] for c in range(20)) for r in range(20)],
            "locations": InAnyOrder(left),
        }

    def _before_the_players(self, viewer: int | None) -> dict[str, Any]:
        """What each seat has before it; the hand is for its holder alone."""
        players = []
        for seat, points in enumerate(self.points()):
            tokens = [
                {"kind": token.kind, "hex": list(token.place), "state": token.state}
                for token in self.tokens[seat]
            ]
            players.append(
                Part(
                    {
                        "supply": self.supply[seat],
                        "hand": self.hands[seat] if seat == viewer else None,
                        "holds_card": self.hands[seat] is not None,
                        "tokens": InAnyOrder(tokens),
                        "total": sum(points.values()),
                    }
                )
            )
        return {"players": players}


class Token:
    """KB-7.5, KB-7.7, KB-7.16: a location token, where it is from, whether it can be used in this turn."""

    def __init__(self, kind: str, place: Hex) -> None:
        self.kind = kind
        self.place = place
        self.state = "new"


def name(hex_: Hex) -> str:
    """A hex as it is written in a decision."""
    return f"{hex_[0]},{hex_[1]}"


def hex_named(text: str) -> Hex:
    """The hex that is written so."""
    row, column = text.split(",")
    return int(row), int(column)
