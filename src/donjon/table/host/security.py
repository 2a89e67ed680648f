"""Check every request before it is answered, and add the security headers to every answer."""

from __future__ import annotations

import logging
from functools import partial

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from donjon.table.host.addresses import household, is_allowed, same_host
from donjon.table.host.limits import Fairness, Overdrawn, RateLimits, Visit
from donjon.table.host.monitoring import RequestLog
from donjon.table.host.settings import Settings

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
        "manifest-src 'self'",
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

# Makes browsers use only TLS here for a year. Sent where the base address is https.
HSTS = {"strict-transport-security": "max-age=31536000"}

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 64 * 1024

TOO_MANY = "Too many requests from your address. Try again in a few seconds."
FOREIGN = (
    "Unknown host name. Use the address that the server printed at start, or ask the site owner to "
    "add this one with --base-url or --host-name."
)

logger = logging.getLogger("donjon.table")


class Refusal(Exception):
    """A refused request: the HTTP status of the answer, and words for a person."""

    def __init__(self, status: int, words: str) -> None:
        self.status = status
        self.words = words
        super().__init__(words)


class Guard:
    """Middleware that refuses foreign hosts, requests from other sites, floods and large bodies.

    It adds the security headers to every answer. An exception that no handler of the application answered
    becomes one plain sentence.
    """

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits) -> None:
        self.app = app
        self.settings = settings
        is_https = settings.base_url.startswith("https://")
        self.headers = {**HEADERS, **(HSTS if is_https else {})}
        self.limits = limits
        self.fairness = Fairness(limits.work)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request with the security headers, and log it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        log = RequestLog(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                log.status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._answer(scope, receive, send_guarded, log)
        except ClientDisconnect:
            pass  # the client is gone
        finally:
            log.end()

    async def _answer(self, scope: Scope, receive: Receive, send: Send, log: RequestLog) -> None:
        try:
            self.check(scope)
            visit = Visit(self.fairness, household(scope))
            scope.setdefault("state", {})["visit"] = visit
            await visit.serve(partial(self.app, scope, receive, send))
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send)
        except Overdrawn:
            await too_many()(scope, receive, send)
        except ClientDisconnect:
            raise
        except Exception:
            if log.status:
                raise  # half an answer is cut off, so that no client takes it for a whole one
            logger.exception("request failed: %s", log.path)
            await _say(500, "Something went wrong.")(scope, receive, send)

    def check(self, scope: Scope) -> None:
        """Check host, path, length, origin and rate of a request. Raises Refusal if one is not accepted."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_allowed(host, self.settings.hosts):
            raise Refusal(400, FOREIGN)
        if not scope["path"].startswith("/"):
            raise Refusal(400, "This isn't an address of this server.")
        _check_length(headers)
        looks = scope["method"] in SAFE_METHODS
        if not looks and not _own_site(headers, (host, self.settings.base_url.partition("://")[2])):
            raise Refusal(403, "This request came from another site and was refused.")
        if not looks and not self.limits.changes.take(household(scope)):
            raise Refusal(429, TOO_MANY)


def too_many() -> PlainTextResponse:
    """Return the answer (429) to an address that is over its rate limit."""
    return refused(Refusal(429, TOO_MANY))


def refused(refusal: Refusal) -> PlainTextResponse:
    """Return the answer to a refused request, as plain text."""
    return _say(refusal.status, refusal.words)


def _say(status: int, words: str) -> PlainTextResponse:
    # The connection closes: the rest of an unwanted body is not read.
    heads = {"connection": "close", "cache-control": "no-store"}
    if status == 429:
        heads["retry-after"] = "5"
    return PlainTextResponse(words, status, heads)


def _check_length(headers: Headers) -> None:
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise Refusal(400, "The length of the request is not a number.")
    if len(length) > 9 or int(length) > LARGEST_BODY or "transfer-encoding" in headers:
        raise Refusal(413, "The request is too large.")


def _own_site(headers: Headers, own: tuple[str, ...]) -> bool:
    """Return whether one of our own pages made the request, or a program that is not a browser."""
    origin = headers.get("origin")
    if origin is not None:
        return any(same_host(origin, host) for host in own)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    referer = headers.get("referer")
    return referer is None or any(same_host(referer, host) for host in own)
