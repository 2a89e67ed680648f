"""The score table of a game: points of every seat by source."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from donjon.kernel import generic
from donjon.kernel.message import Term, Translate
from donjon.table.playing import Playing


@dataclass(frozen=True)
class Row:
    """One source of points: its name and what each seat has from it."""

    name: str
    points: list[int]


@dataclass(frozen=True)
class Table:
    """Rows by source, the totals, and the rank of every seat (1: has won)."""

    rows: list[Row]
    totals: list[int]
    ranks: list[int]


def table(playing: Playing, translate: Translate) -> Table:
    """The score table as if the game were over now; sources that gave nobody anything are left out."""
    game = playing.game
    players = playing.header.players
    points = np.zeros((players, len(game.SOURCES)), np.int32)
    ranks = np.zeros(players, np.int32)
    generic.points(playing.state, points)
    generic.ranks(playing.state, ranks)
    rows = [
        Row(translate(Term(source).word), [int(point) for point in points[:, column]])
        for column, source in enumerate(game.SOURCES)
        if points[:, column].any()
    ]
    return Table(rows, [int(total) for total in points.sum(axis=1)], [int(rank) for rank in ranks])
