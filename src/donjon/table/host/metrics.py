"""Numbers for whoever runs the table, served at /metrics."""

from __future__ import annotations

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest

ACTIONS = Counter("donjon_actions", "Actions stored", ["kind"])
REFUSALS = Counter("donjon_refusals", "Moves that were refused", ["why"])
COMMIT = Histogram("donjon_commit_seconds", "Time to check and store a move")
RENDER = Histogram("donjon_render_seconds", "Time to draw a page")
STREAMS = Gauge("donjon_streams", "Open streams")
SLOW_STREAMS = Counter("donjon_slow_streams", "Streams cut because the viewer did not read")
LINES = Gauge("donjon_lines", "Open lines of browsers")
REFUSED_LINES = Counter("donjon_refused_lines", "Lines turned away because there were too many")
CUT_LINES = Counter("donjon_cut_lines", "Lines cut because the other end was too slow", ["waited_for"])
TABLES = Gauge("donjon_tables_in_memory", "Games held in memory")
DAMAGED = Counter("donjon_damaged_tables", "Tables whose record could not be read")
BOT_SECONDS = Histogram("donjon_bot_seconds", "Time a bot takes for one decision")
BOT_FAILURES = Counter("donjon_bot_failures", "Decisions that a bot failed to make")


def text() -> bytes:
    """All numbers in Prometheus' own form."""
    return generate_latest(REGISTRY)
