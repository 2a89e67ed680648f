"""A small load on a real server: whatever was acknowledged reaches every viewer, in order."""

from __future__ import annotations

from bench.load import Size, measure
from donjon.kernel.games import games


def test_every_acknowledged_move_reaches_every_viewer_in_order():
    report = measure(Size(tables=6, streams=24, rate=20.0, seconds=2.0, opening=4))
    assert report.is_sound, report
    assert report.moves + report.late == 40
    assert report.moves > 0
    # Seats and one who watches: each is told every move, alone or with the next.
    assert report.moves <= report.updates + report.whole_pages <= report.moves * 4
    assert report.whole_pages == 0
    assert set(report.bytes_per_update) == set(games)
