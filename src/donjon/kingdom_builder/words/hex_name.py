"""How a hex is called in sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HexName:
    """A hex by its coordinates, said as "row,column"."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"
