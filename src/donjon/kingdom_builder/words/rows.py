"""The land by ear: a sentence for every row of hexes, from the west to the east."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from donjon.kernel.message import Message, SeatName
from donjon.kingdom_builder.nouns import HexKind, Token
from donjon.kingdom_builder.tables import LETTERS, ROWS
from donjon.kingdom_builder.words.lines import Line

NAMES = tuple(f"row-{row}" for row in range(ROWS))  # as subjects that can be explained


def explain_row(view: Mapping[str, Any], row: int) -> list[Line]:
    """What lies in a row: runs of one terrain, locations, castles, and whose settlements stand there."""
    owners = {tuple(piece["hex"]): piece["seat"] for piece in view["settlements"]}
    locations = {tuple(one["hex"]): Token(Token.ids().index(one["kind"])) for one in view["locations"]}
    hexes = [
        (HexKind(LETTERS.index(letter)), locations.get((row, column)), owners.get((row, column)))
        for column, letter in enumerate(view["hexes"][row])
    ]
    said = []
    for (kind, location, owner), group in groupby(range(len(hexes)), hexes.__getitem__):
        columns = list(group)
        if kind != HexKind.OFF:
            said.append(_run(kind, location, owner, columns))
    return [("", Message("Row {row}", row=row)), ("KB-1.2", Message("{runs}.", runs=said))]


def _run(kind: HexKind, location: Token | None, owner: int | None, columns: list[int]) -> Message:
    where = str(columns[0]) if len(columns) == 1 else f"{columns[0]}–{columns[-1]}"
    term = location.term if location is not None else kind.term
    if owner is not None:
        return Message("{where} {terrain} with {seat}", where=where, terrain=term, seat=SeatName(owner))
    return Message("{where} {terrain}", where=where, terrain=term)
