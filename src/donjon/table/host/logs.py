"""The log of the server: when, how grave, what; never a secret, and never enough to fill a disk."""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from urllib.parse import quote

from starlette.types import Scope

from donjon.errors import DonjonError

LEVELS = ("debug", "info", "warning", "error")
# Whose records are ours to write: our own, the web server's, the event loop's.
SOURCES = ("donjon", "uvicorn", "asyncio")
LONGEST_PATH = 200
FORM = "%(asctime)s %(levelname)s %(message)s"

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


def begin(level: str) -> None:
    """Write the log to stderr from this level on. Raises DonjonError when there is no such level."""
    if level.lower() not in LEVELS:
        raise DonjonError(f"There is no level of logging {level!r}: choose one of {', '.join(LEVELS)}.")
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(FORM))
    handler.addFilter(Damper())
    for name in SOURCES:
        source = logging.getLogger(name)
        source.handlers = [handler]
        source.propagate = False
        # What the web server says below a warning is of no use to a host.
        source.setLevel(level.upper() if name == "donjon" else max(logging.WARNING, _grade(level)))


def _grade(level: str) -> int:
    return int(getattr(logging, level.upper()))


class Discreet(logging.Formatter):
    """Takes out what would let a reader of the log sit at somebody's seat or know what is hidden."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        return without_secrets(super().format(record))


def without_secrets(text: str) -> str:
    """A text with an ellipsis for every seat's link, cookie, page key, seed and SQL parameter."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class Damper(logging.Filter):
    """Lets a place in the program warn a number of times in a number of seconds, then counts in silence."""

    def __init__(self, most: int = 5, seconds: float = 10.0) -> None:
        super().__init__()
        self.most = most
        self.seconds = seconds
        self._places: OrderedDict[tuple[str, int], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """May the record be written? What was left out before is said in it."""
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
    """One line for each request, at the level "info": who, what, how it went and how long it took."""

    def __init__(self, scope: Scope) -> None:
        self.status = 0  # of the answer; 0 before one is begun
        self._scope = scope
        self._begun = time.perf_counter()

    @property
    def path(self) -> str:
        """What was asked for, in one line. Queries, cookies and forms are nobody's business."""
        return without_secrets(quote(self._scope["path"][:LONGEST_PATH], safe="/", errors="replace"))

    def end(self) -> None:
        """Write the line."""
        who = quote(address(self._scope), safe=".:[]", errors="replace")
        method, taken = quote(self._scope["method"]), time.perf_counter() - self._begun
        requests.info("%s %s %s %s %.0f ms", who, method, self.path, self.status or "gone", 1000 * taken)


def address(scope: Scope) -> str:
    """Who is at the other end of the line."""
    client = scope.get("client")
    return str(client[0]) if client else ""
