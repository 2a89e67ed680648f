"""Write the log and count the metrics of a server, without secrets and without filling the disk."""

from __future__ import annotations

import logging
import os
import re
import time
from collections import OrderedDict
from pathlib import Path
from urllib.parse import quote

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from starlette.types import Scope

from donjon.errors import DonjonError
from donjon.table.host.addresses import address

LEVELS = ("debug", "info", "warning", "error")
# Loggers whose records are written: our own, the web server's, the event loop's.
SOURCES = ("donjon", "uvicorn", "asyncio")
LONGEST_PATH = 200
# The variable that names the folder in which several processes count; prometheus_client reads it.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
FORMAT = "%(asctime)s %(levelname)s %(message)s"

requests = logging.getLogger("donjon.requests")

_SECRETS = (
    # The link of a seat or to another device, plain or percent-encoded.
    (re.compile(r"(/(?:sit|device)/|%2[Ff](?:sit|device)%2[Ff])[^\s\"'<>]+"), r"\1..."),
    # The signatures of cookies and links, from Identity: a dot, then a digest of 27 letters. The text before
    # a signature is useless without it.
    (re.compile(r"\.[\w-]{27}(?![\w-])"), "..."),
    # Seeds and page keys.
    (re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{32,64}(?![0-9A-Za-z])"), "..."),
    # The parameters of an SQL statement.
    (re.compile(r"\[parameters: .*", re.DOTALL), "[parameters: ...]"),
)


def start_log(level: str) -> None:
    """Log to stderr from a level of LEVELS on. Raises DonjonError when the level is not one of them."""
    if level.lower() not in LEVELS:
        raise DonjonError(f"Unknown log level {level!r}. Choose one of {', '.join(LEVELS)}.")
    handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(FORMAT))
    handler.addFilter(RateFilter())
    for name in SOURCES:
        source = logging.getLogger(name)
        source.handlers = [handler]
        source.propagate = False
        # Records of the web server below a warning are of no use to a site owner.
        source.setLevel(
            level.upper()
            if name == "donjon"
            else max(logging.WARNING, logging.getLevelNamesMapping()[level.upper()])
        )


class RedactingFormatter(logging.Formatter):
    """A formatter that removes what would let a reader take a seat or see hidden information."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def format(self, record: logging.LogRecord) -> str:
        """Return the redacted lines of a record."""
        return redacted(super().format(record))


def redacted(text: str) -> str:
    """Return a text with an ellipsis for every seat's link, cookie, page key, seed and SQL parameter."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class RateFilter(logging.Filter):
    """A filter that passes `most` warnings per line of source code in `seconds`, and counts the rest."""

    def __init__(self, most: int = 5, seconds: float = 10.0) -> None:
        super().__init__()
        self.most = most
        self.seconds = seconds
        self._places: OrderedDict[tuple[str, int], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record; add the number of records left out before it."""
        if record.levelno < logging.WARNING:
            return True
        place, now = (record.pathname, record.lineno), time.monotonic()
        since, count = self._places.pop(place, (now, 0))
        if now - since >= self.seconds:
            left_out = count - self.most
            if left_out > 0:
                record.msg = f"{record.msg} (and {left_out} more like this)"
            since, count = now, 0
        self._places[place] = (since, count + 1)
        return count < self.most


class RequestLog:
    """A log line for a request, at level "info": address, method, path, status and time taken."""

    def __init__(self, scope: Scope) -> None:
        self.status = 0  # of the answer; 0 before it starts
        self._scope = scope
        self._begun = time.perf_counter()

    @property
    def path(self) -> str:
        """Return the requested path in one line, redacted; query, cookies and form are left out."""
        return redacted(quote(self._scope["path"][:LONGEST_PATH], safe="/", errors="replace"))

    def end(self) -> None:
        """Write the line of the request, which has ended."""
        who = quote(address(self._scope), safe=".:[]", errors="replace")
        method, taken = quote(self._scope["method"]), time.perf_counter() - self._begun
        requests.info("%s %s %s %s %.0f ms", who, method, self.path, self.status or "gone", 1000 * taken)


# The metrics of this server; `metrics_text` adds those of the process.
ACTIONS = Counter("donjon_actions", "Actions stored", ["kind"])
REFUSALS = Counter("donjon_refusals", "Moves that were refused", ["why"])
COMMIT = Histogram("donjon_commit_seconds", "Time to check and store a move")
RENDER = Histogram("donjon_render_seconds", "Time to draw a page")
STREAMS = Gauge("donjon_streams", "Open streams", multiprocess_mode="liveall")
SLOW_STREAMS = Counter("donjon_slow_streams", "Streams cut because the viewer did not read")
CONNECTIONS = Gauge("donjon_lines", "Open lines of browsers", multiprocess_mode="liveall")
REJECTED_CONNECTIONS = Counter("donjon_refused_lines", "Lines turned away because there were too many")
ABORTED_CONNECTIONS = Counter(
    "donjon_cut_lines", "Lines cut because the other end was too slow", ["waited_for"]
)
TABLES = Gauge("donjon_tables_in_memory", "Games held in memory", multiprocess_mode="liveall")
DAMAGED = Counter("donjon_damaged_tables", "Tables whose record could not be read")
BOT_SECONDS = Histogram("donjon_bot_seconds", "Time a bot takes for one decision")
QUESTIONS = Gauge(
    "donjon_questions", "Questions that wait for an answer of bots and coach", multiprocess_mode="livesum"
)
BOT_FAILURES = Counter("donjon_bot_failures", "Decisions that a bot failed to make")


def share_metrics(folder: Path) -> None:
    """Let the processes that are started from now on count together, in files of a folder."""
    os.environ[FOLDER] = str(folder)


def forget_process(pid: int) -> None:
    """Drop the gauges of a process that has ended; what it counted stays."""
    if FOLDER in os.environ:
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def metrics_text() -> bytes:
    """Return all metrics in the text format of Prometheus.

    Of several processes counters and histograms are added up; gauges have the process as a label.
    """
    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
