"""Where settlements may go, for the referee of Kingdom Builder: chapters 5 and 8 of the rules.

What depends on the turn (whose it is, which tokens are usable, what is left in the supply) is not known here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tests.referees.kingdom_builder_board import (
    DIRECTIONS,
    LAND,
    LETTER,
    Board,
    Hex,
    beside,
    on_edge,
    step,
)

BUILDS = ("oracle", "farm", "oasis", "tower", "tavern")
MOVES = ("barn", "harbor", "paddock")
KINDS = BUILDS + MOVES


def allowed(candidates: set[Hex], own: Iterable[Hex]) -> set[Hex]:
    """KB-5.6 and KB-5.7: next to an own settlement where that can be, else anywhere among the candidates."""
    return candidates & beside(own) or candidates


class Table:
    """What lies on the board: letters of the hexes, the settlements of each seat, the terrain of the card."""

    def __init__(self, board: Board, settlements: Sequence[Iterable[Hex]], card: str | None) -> None:
        self.board = board
        self.own = [set(hexes) for hexes in settlements]
        self.card = card
        self.printed: dict[str, set[Hex]] = {letter: set() for letter in "GFTCDWMKL?"}
        for hex_, letter in board.items():
            self.printed[letter].add(hex_)

    def free(self, letters: Iterable[str]) -> set[Hex]:
        """KB-5.1: the hexes of these kinds that nobody stands on."""
        return set().union(*(self.printed[letter] for letter in letters)).difference(*self.own)

    def letter(self) -> str:
        """The letter of the terrain of the card."""
        assert self.card is not None
        return LETTER[self.card]

    def mandatory(self, seat: int) -> set[Hex]:
        """KB-5.4: where the next settlement of the mandatory action may be built."""
        return allowed(self.free(self.letter()), self.own[seat])

    def build_targets(self, kind: str, seat: int) -> set[Hex]:
        """KB-8.1 to KB-8.5, the supply aside."""
        own = self.own[seat]
        if kind == "oracle":
            return allowed(self.free(self.letter()), own)
        if kind == "farm":
            return allowed(self.free("G"), own)
        if kind == "oasis":
            return allowed(self.free("D"), own)
        if kind == "tower":
            return allowed({hex_ for hex_ in self.free(LAND) if on_edge(hex_)}, own)
        assert kind == "tavern"
        return {hex_ for hex_ in self.free(LAND) if any(self.line(hex_, d, own) for d in DIRECTIONS)}

    @staticmethod
    def line(hex_: Hex, direction: str, own: Collection[Hex]) -> bool:
        """KB-8.5: whether the three hexes from here on, this one not among them, are all own."""
        for _ in range(3):
            hex_ = step(hex_, direction)
            if hex_ not in own:
                return False
        return True

    def move_targets(self, kind: str, seat: int, lifted: Hex) -> set[Hex]:
        """KB-8.6 to KB-8.8: where a settlement may go once it is lifted, its old hex left out (KB-8.0.8)."""
        if kind == "paddock":
            return {step(step(lifted, d), d) for d in DIRECTIONS} & self.free(LAND)
        letter = self.letter() if kind == "barn" else "W"
        candidates = self.free(letter)
        if self.board[lifted] == letter:
            candidates.add(lifted)
        return allowed(candidates, self.own[seat] - {lifted}) - {lifted}

    def moves(self, kind: str, seat: int) -> dict[Hex, set[Hex]]:
        """Every settlement that can be moved, with its targets."""
        found = {lifted: self.move_targets(kind, seat, lifted) for lifted in self.own[seat]}
        return {lifted: targets for lifted, targets in found.items() if targets}

    def usable(self, kind: str, seat: int, supply: int) -> bool:
        """Whether a token of the kind has an effect now (KB-8.0.3, KB-8.0.4)."""
        if kind in BUILDS:
            return supply > 0 and bool(self.build_targets(kind, seat))
        return bool(self.moves(kind, seat))
