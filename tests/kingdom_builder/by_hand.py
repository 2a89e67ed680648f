"""Kingdom Builder by hand: the rules once more, slowly, with sets and dicts, sharing nothing with the engine.

The tests compare the engine with this. It keeps its own copy of the printed maps, so a slip in the engine's
tables shows as well. A hex is a pair (row, column), a board a dict from hex to its letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Hex = tuple[int, int]
Board = Mapping[Hex, str]

# The sectors as printed, in the order of the actions of nature.
PRINTED = {
    "barn": """
        CDDDDDDDDD
        CCCDDDDDCD
        MMMDMMLDDC
        CMMMMMFFCC
        CCCMMWFFFC
        GCCCMFFWTC
        GGLTFFWFFT
        GGTTFFGKTT
        GGGTTWGGTT
        GGGTWGGTTT
    """,
    "farm": """
        DDCWWTTTGG
        DKCWTTTLGG
        CCCFFFTCFF
        CCFFWDDCCF
        CGGWFFDDCC
        GGLFWFWDDC
        GGGTFFWWDD
        GGTTMWWWDW
        GMTTWWWWWW
        TTTWWWWWWW
    """,
    "oracle": """
        GGGTTWGTTT
        GGGKTWGTTT
        GFFGTTWGGT
        FFCGTWFLTT
        FFFCCWFFWW
        MMCGGWWWDD
        CCCMGFFFDD
        CCKDMDFFCC
        WWWDDDDMCC
        WWWWDDDDDC
    """,
    "harbor": """
        GGTTTWGTTF
        GFTTWGTTFF
        GFFTWGGFFF
        FFTTWGMFDD
        CFKTWGDDDD
        CCTWGGMMDD
        CCWWWGDDDC
        WWGGWWLCMC
        WDKGWMWCCC
        WDDWWWWCCC
    """,
    "tower": """
        TTTTMMGMCC
        TMTTFGMMMC
        FFTFFFGGWM
        DFFFWLGWMM
        DDDDFWGWCC
        DCDDDWWCGC
        DDCDDWFKGC
        CCLDWFFFGG
        DCWWWTTFGG
        DCCWTTTGGG
    """,
    "oasis": """
        DDCWWTTGGG
        DCWFFTTTGG
        DDWFFTTLFG
        WWWFGTFFFF
        WWWWGGGGFF
        WTTWGGCCDC
        WTCTWGCCDC
        WKCFWLDDCW
        WWCFWWWDDW
        WWWWWWWWWW
    """,
    "paddock": """
        CCCDDWDDDD
        MMCDDWDDDD
        MMCMMWDDLF
        MCMMWMDFFF
        CCTTWMMCFF
        CTTWCCCMFF
        CLTTWFFFFF
        GGTWGKGFGT
        GGTTWGGGGT
        GGTTWGGGTT
    """,
    "tavern": """
        FDDMMDDCCC
        FFDDDMMCCC
        FFFFFFFMMM
        WWFKGGTTMM
        FFWWGGGTTC
        FCCWGTTCCC
        DFLCWTTLCG
        DDCWTTGGGG
        DDDWTTTGGG
        DDWWTTTGGG
    """,
}
SECTORS = tuple(PRINTED)
TERRAINS = ("grass", "flower_field", "forest", "canyon", "desert")
LETTER = {"grass": "G", "flower_field": "F", "forest": "T", "canyon": "C", "desert": "D", "water": "W"}
LAND = frozenset("GFTCD")
SPECIAL = frozenset("KL")
CARDS = (
    "fishermen", "merchants", "discoverers", "hermits", "citizens",
    "miners", "workers", "knights", "lords", "farmers",
)  # fmt: skip
BUILDS = ("oracle", "farm", "oasis", "tower", "tavern")
MOVES = ("barn", "harbor", "paddock")
KINDS = BUILDS + MOVES
DIRECTIONS = ("W", "E", "NW", "NE", "SW", "SE")
OPPOSITE = {"W": "E", "E": "W", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
SLOTS = ((0, 0), (0, 10), (10, 0), (10, 10))


def printed(sector: str, orientation: int = 0) -> list[str]:
    """The ten rows of a sector; 180 turns it, which sends (r, c) to (9 - r, 9 - c)."""
    rows = PRINTED[sector].split()
    return [row[::-1] for row in rows[::-1]] if orientation == 180 else rows


def board_of(sectors: Sequence[str], orientations: Sequence[int]) -> dict[Hex, str]:
    """The 20 x 20 board of four sectors in the slots top left, top right, bottom left, bottom right."""
    board = {}
    for (top, left), sector, orientation in zip(SLOTS, sectors, orientations, strict=True):
        for row, letters in enumerate(printed(sector, orientation)):
            for column, letter in enumerate(letters):
                board[top + row, left + column] = letter
    return board


def step(hex_: Hex, direction: str) -> Hex:
    """One step, off the board too. Odd rows lie half a hex to the right of even rows."""
    row, column = hex_
    if direction == "W":
        return row, column - 1
    if direction == "E":
        return row, column + 1
    west = column - 1 + row % 2
    return row + (1 if direction[0] == "S" else -1), west + (direction[1] == "E")


def around(hex_: Hex) -> set[Hex]:
    """The neighbours on the board."""
    return {(r, c) for r, c in (step(hex_, d) for d in DIRECTIONS) if 0 <= r < 20 and 0 <= c < 20}


def beside(hexes: Iterable[Hex]) -> set[Hex]:
    """Every hex next to at least one of these."""
    return {near for hex_ in hexes for near in around(hex_)}


def on_edge(hex_: Hex) -> bool:
    return hex_[0] in (0, 19) or hex_[1] in (0, 19)


def sector_slot(hex_: Hex) -> int:
    return hex_[0] // 10 * 2 + hex_[1] // 10


def groups(own: Iterable[Hex]) -> list[set[Hex]]:
    """The connected groups, by flooding."""
    rest = set(own)
    found = []
    while rest:
        group = {rest.pop()}
        while grown := beside(group) & rest:
            group |= grown
            rest -= grown
        found.append(group)
    return found


def allowed(candidates: set[Hex], own: Iterable[Hex]) -> set[Hex]:
    """KB-5.6 and KB-5.7: next to an own settlement where that can be, else anywhere among the candidates."""
    return candidates & beside(own) or candidates


class Table:
    """What lies on the board: letters of the hexes, the settlements of each seat, the terrain of the card."""

    def __init__(self, board: Board, settlements: Sequence[Iterable[Hex]], card: str | None) -> None:
        self.board = board
        self.own = [set(hexes) for hexes in settlements]
        self.card = card

    def free(self, letters: Iterable[str]) -> set[Hex]:
        taken = set().union(*self.own)
        return {hex_ for hex_, letter in self.board.items() if letter in letters and hex_ not in taken}

    def mandatory(self, seat: int) -> set[Hex]:
        assert self.card is not None
        return allowed(self.free(LETTER[self.card]), self.own[seat])

    def build_targets(self, kind: str, seat: int) -> set[Hex]:
        """KB-8.1 to KB-8.5, the supply aside."""
        own = self.own[seat]
        if kind == "oracle":
            return self.mandatory(seat)
        if kind == "farm":
            return allowed(self.free("G"), own)
        if kind == "oasis":
            return allowed(self.free("D"), own)
        if kind == "tower":
            return allowed({hex_ for hex_ in self.free(LAND) if on_edge(hex_)}, own)
        assert kind == "tavern"
        return {hex_ for hex_ in self.free(LAND) if any(self.line(hex_, d, own) for d in DIRECTIONS)}

    @staticmethod
    def line(hex_: Hex, direction: str, own: set[Hex]) -> bool:
        for _ in range(3):
            hex_ = step(hex_, direction)
            if hex_ not in own:
                return False
        return True

    def move_targets(self, kind: str, seat: int, lifted: Hex) -> set[Hex]:
        """KB-8.6 to KB-8.8: where a lifted settlement may go."""
        if kind == "paddock":
            jumps = {step(step(lifted, d), d) for d in DIRECTIONS}
            return jumps & self.free(LAND)
        assert self.card is not None
        letter = LETTER[self.card] if kind == "barn" else "W"
        others = [hexes - {lifted} if at == seat else hexes for at, hexes in enumerate(self.own)]
        without = Table(self.board, others, self.card)
        return allowed(without.free(letter), others[seat]) - {lifted}

    def moves(self, kind: str, seat: int) -> dict[Hex, set[Hex]]:
        """Every settlement that can be moved, with its targets."""
        found = {lifted: self.move_targets(kind, seat, lifted) for lifted in self.own[seat]}
        return {lifted: targets for lifted, targets in found.items() if targets}

    def usable(self, kind: str, seat: int, supply: int) -> bool:
        """Whether a token of the kind has an effect now (KB-8.0.3, KB-8.0.4)."""
        if kind in BUILDS:
            return supply > 0 and bool(self.build_targets(kind, seat))
        return bool(self.moves(kind, seat))


def gold(board: Board, settlements: Sequence[Iterable[Hex]], card: str) -> list[int]:
    """The gold of one card (or "castles") for each seat (KB-10.1 to KB-10.11)."""
    everyone = [set(hexes) for hexes in settlements]
    if card == "lords":
        return lords(everyone)
    return [gold_of(board, own, card) for own in everyone]


def gold_of(board: Board, own: set[Hex], card: str) -> int:
    specials = {hex_ for hex_, letter in board.items() if letter in SPECIAL}
    rows = [sum(1 for r, _ in own if r == row) for row in range(20)]
    if card == "castles":
        return 3 * sum(1 for hex_ in beside(own) if board[hex_] == "K")
    if card == "fishermen":
        return sum(1 for hex_ in own if board[hex_] != "W" and touches(board, hex_, "W"))
    if card == "merchants":
        reached = [beside(group) & specials for group in groups(own)]
        return 4 * len(set().union(*(hexes for hexes in reached if len(hexes) > 1)))
    if card == "discoverers":
        return sum(1 for number in rows if number)
    if card == "hermits":
        return len(groups(own))
    if card == "citizens":
        return max((len(group) for group in groups(own)), default=0) // 2
    if card == "miners":
        return sum(1 for hex_ in own if touches(board, hex_, "M"))
    if card == "workers":
        return len(own & beside(specials))
    if card == "knights":
        return 2 * max(rows)
    assert card == "farmers"
    return 3 * min(sum(1 for hex_ in own if sector_slot(hex_) == slot) for slot in range(4))


def touches(board: Board, hex_: Hex, letter: str) -> bool:
    return any(board[near] == letter for near in around(hex_))


def lords(everyone: Sequence[set[Hex]]) -> list[int]:
    """KB-10.10: in each sector 12 for the highest number, 6 for the second-highest; zero counts."""
    total = [0] * len(everyone)
    for slot in range(4):
        counts = [sum(1 for hex_ in own if sector_slot(hex_) == slot) for own in everyone]
        best = sorted(set(counts), reverse=True)
        for seat, count in enumerate(counts):
            total[seat] += 12 if count == best[0] else 6 if count == best[1] else 0
    return total


def ranks(points: Sequence[int]) -> list[int]:
    """1 and how many have more; equal points share a rank."""
    return [1 + sum(1 for other in points if other > mine) for mine in points]
