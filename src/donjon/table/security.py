"""What every request must pass and every answer carries."""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from donjon.table.settings import Settings

# Style attributes are allowed because pieces are placed by style="transform: ..."; style elements and
# scripts come from our own files only.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 64 * 1024


class Guard:
    """Refuses foreign hosts, requests made by other sites, floods and huge bodies; adds the headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hosts = settings.hosts
        self.buckets = Buckets(settings.burst, settings.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self.refusal(scope)
        if refusal is None:
            await self.app(scope, receive, send_guarded)
        else:
            status, words = refusal
            extra = {"retry-after": "5"} if status == 429 else None
            await PlainTextResponse(words, status, extra)(scope, receive, send_guarded)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Status and words when the request is refused, else None."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if "*" not in self.hosts and _name(host) not in self.hosts:
            return 400, "This server is not known by that name. Use the address it printed at its start."
        if scope["method"] in SAFE_METHODS:
            return None
        if not _own_site(headers, host):
            return 403, "This request came from another site and was not carried out."
        if not headers.get("content-length", "0").isdigit():
            return 400, "The length of the request is not a number."
        if int(headers.get("content-length", "0")) > LARGEST_BODY or "transfer-encoding" in headers:
            return 413, "The request is too large."
        if not self.buckets.take(address(scope)):
            return 429, "Too many requests from your address. Wait a few seconds, then go on."
        return None


class Buckets:
    """A bucket of tokens for each address: `burst` at most, `rate` more a second."""

    MOST = 10_000

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        """Take a token; False when none is left."""
        now = time.monotonic()
        level, then = self._levels.pop(name, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        enough = level >= 1
        self._levels[name] = (level - 1 if enough else level, now)
        while len(self._levels) > self.MOST:
            self._levels.popitem(last=False)
        return enough


def address(scope: Scope) -> str:
    """Who is at the other end of the line."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0] if ":" in host else host


def _own_site(headers: Headers, host: str) -> bool:
    """Did one of our own pages make the request? A program that is no browser says nothing and may."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc == host
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    referer = headers.get("referer")
    return referer is None or urlsplit(referer).netloc == host
