"""The board, for the referee of Kingdom Builder: chapters 1 and 2 of the rules.

The copy of the printed maps is its own, so that a slip in the engine's tables shows. A hex is a pair (row,
column), a board a dict from hex to its letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Hex = tuple[int, int]
Board = Mapping[Hex, str]

# KB-1.1 to KB-1.4: the sectors as printed, in the order of the actions of nature.
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
DIRECTIONS = ("W", "E", "NW", "NE", "SW", "SE")
SLOTS = ((0, 0), (0, 10), (10, 0), (10, 10))


def printed(sector: str, orientation: int = 0) -> list[str]:
    """KB-2.7: the ten rows of a sector; 180 turns it, which sends (r, c) to (9 - r, 9 - c)."""
    rows = PRINTED[sector].split()
    return [row[::-1] for row in rows[::-1]] if orientation == 180 else rows


def board_of(sectors: Sequence[str], orientations: Sequence[int]) -> dict[Hex, str]:
    """KB-2.6: the 20 x 20 board of four sectors: top left, top right, bottom left, bottom right."""
    board = {}
    for (top, left), sector, orientation in zip(SLOTS, sectors, orientations, strict=True):
        for row, letters in enumerate(printed(sector, orientation)):
            for column, letter in enumerate(letters):
                board[top + row, left + column] = letter
    return board


def step(hex_: Hex, direction: str) -> Hex:
    """KB-2.2 to KB-2.4: one step, off the board too. Odd rows lie half a hex to the right of even rows."""
    row, column = hex_
    if direction == "W":
        return row, column - 1
    if direction == "E":
        return row, column + 1
    west = column - 1 + row % 2
    return row + (1 if direction[0] == "S" else -1), west + (direction[1] == "E")


HEXES = [(row, column) for row in range(20) for column in range(20)]
AROUND = {hex_: frozenset(HEXES).intersection(step(hex_, d) for d in DIRECTIONS) for hex_ in HEXES}


def around(hex_: Hex) -> frozenset[Hex]:
    """KB-2.3, KB-2.9: the neighbours on the board, whatever sector they lie in."""
    return AROUND[hex_]


def beside(hexes: Iterable[Hex]) -> set[Hex]:
    """Every hex next to at least one of these."""
    return set().union(*(AROUND[hex_] for hex_ in hexes))


def on_edge(hex_: Hex) -> bool:
    """KB-2.10: borders between sectors are no edges."""
    return hex_[0] in (0, 19) or hex_[1] in (0, 19)


def sector_slot(hex_: Hex) -> int:
    """The slot that the hex lies in: 0 top left, 1 top right, 2 bottom left, 3 bottom right."""
    return hex_[0] // 10 * 2 + hex_[1] // 10


def groups(own: Iterable[Hex]) -> list[set[Hex]]:
    """KB-10.0.4: the connected groups, by flooding."""
    rest = set(own)
    found = []
    while rest:
        group = {rest.pop()}
        while grown := beside(group) & rest:
            group |= grown
            rest -= grown
        found.append(group)
    return found
