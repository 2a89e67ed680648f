"""The log and the metrics of a server: never a secret, and never enough to fill a disk."""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from urllib.parse import quote

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest
from starlette.types import Scope

from donjon.errors import DonjonError
from donjon.table.host.addresses import address

LEVELS = ("debug", "info", "warning", "error")
# Loggers whose records are written: our own, the web server's, the event loop's.
SOURCES = ("donjon", "uvicorn", "asyncio")
LONGEST_PATH = 200
FORMAT = "%(asctime)s %(levelname)s %(message)s"

requests = logging.getLogger("donjon.requests")

_SECRETS = (
    # A seat's link, whatever it is written in.
    (re.compile(r"(/sit/|%2[Ff]sit%2[Ff])[^\s\"'<>]+"), r"\1..."),
    # The signature of what Identity signs, cookies and links: a dot, then a digest of 27 letters. What stands
    # before it opens nothing alone.
    (re.compile(r"\.[\w-]{27}(?![\w-])"), "..."),
    # Seeds and page keys.
    (re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{32,64}(?![0-9A-Za-z])"), "..."),
    # What an SQL statement was carried out with.
    (re.compile(r"\[parameters: .*", re.DOTALL), "[parameters: ...]"),
)


def start_log(level: str) -> None:
    """Log to stderr from this level on. Raises DonjonError when there is no such level."""
    if level.lower() not in LEVELS:
        raise DonjonError(f"There is no level of logging {level!r}: choose one of {', '.join(LEVELS)}.")
    handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(FORMAT))
    handler.addFilter(RateFilter())
    for name in SOURCES:
        source = logging.getLogger(name)
        source.handlers = [handler]
        source.propagate = False
        # What the web server logs below a warning is of no use to a site owner.
        source.setLevel(
            level.upper()
            if name == "donjon"
            else max(logging.WARNING, logging.getLevelNamesMapping()[level.upper()])
        )


class RedactingFormatter(logging.Formatter):
    """Removes what would let a reader of the log take a seat or see what is hidden."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return redacted(super().format(record))


def redacted(text: str) -> str:
    """Return a text with an ellipsis for every seat's link, cookie, page key, seed and SQL parameter."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class RateFilter(logging.Filter):
    """Lets each line of the program log `most` warnings in so many seconds, then only counts them."""

    def __init__(self, most: int = 5, seconds: float = 10.0) -> None:
        super().__init__()
        self.most = most
        self.seconds = seconds
        self._places: OrderedDict[tuple[str, int], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is written; it then says how many were left out before."""
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
    """Logs one line for each request, at the level "info": who, what, status and time taken."""

    def __init__(self, scope: Scope) -> None:
        self.status = 0  # of the answer; 0 before one is begun
        self._scope = scope
        self._begun = time.perf_counter()

    @property
    def path(self) -> str:
        """Return what was asked for, in one line, without queries, cookies and forms."""
        return redacted(quote(self._scope["path"][:LONGEST_PATH], safe="/", errors="replace"))

    def end(self) -> None:
        """Write the line."""
        who = quote(address(self._scope), safe=".:[]", errors="replace")
        method, taken = quote(self._scope["method"]), time.perf_counter() - self._begun
        requests.info("%s %s %s %s %.0f ms", who, method, self.path, self.status or "gone", 1000 * taken)


# What /metrics counts.
ACTIONS = Counter("donjon_actions", "Actions stored", ["kind"])
REFUSALS = Counter("donjon_refusals", "Moves that were refused", ["why"])
COMMIT = Histogram("donjon_commit_seconds", "Time to check and store a move")
RENDER = Histogram("donjon_render_seconds", "Time to draw a page")
STREAMS = Gauge("donjon_streams", "Open streams")
SLOW_STREAMS = Counter("donjon_slow_streams", "Streams cut because the viewer did not read")
CONNECTIONS = Gauge("donjon_lines", "Open lines of browsers")
REJECTED_CONNECTIONS = Counter("donjon_refused_lines", "Lines turned away because there were too many")
ABORTED_CONNECTIONS = Counter(
    "donjon_cut_lines", "Lines cut because the other end was too slow", ["waited_for"]
)
TABLES = Gauge("donjon_tables_in_memory", "Games held in memory")
DAMAGED = Counter("donjon_damaged_tables", "Tables whose record could not be read")
BOT_SECONDS = Histogram("donjon_bot_seconds", "Time a bot takes for one decision")
BOT_FAILURES = Counter("donjon_bot_failures", "Decisions that a bot failed to make")


def metrics_text() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(REGISTRY)
