"""Every address of the table with all that it reads, and everything that can be asked of a table there.

`LISTED` names each route with the query parameters, form fields, cookies and headers that its code looks at.
`Reading` notes what is really looked at, so that a new parameter shows.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from starlette import requests
from starlette.datastructures import FormData, Headers, ImmutableMultiDict, MutableHeaders, QueryParams

from donjon import rulebook
from donjon.coach import puzzles_of
from donjon.kernel.views import SUBJECT
from donjon.rulebook.boards import boards_of
from donjon.table.app import ROUTES
from donjon.table.learn import boards, daily, puzzles
from donjon.table.learn.examples import steps_of
from donjon.table.live import forms, presentation, strengths
from donjon.table.store.table_game import TableGame
from donjon.table.web import i18n
from donjon.table.web.sessions import COOKIE, Identity
from tests import loops
from tests.table.people import SECRET

ALL = "*"


@dataclass(frozen=True)
class Reads:
    """What a route looks at: names of query parameters and of form fields (ALL: whatever is sent)."""

    query: frozenset[str] = frozenset()
    form: frozenset[str] = frozenset()


def reads(query: str = "", form: str = "") -> Reads:
    return Reads(frozenset(query.split()), frozenset(form.split()))


LISTED = {
    ("GET", "/"): reads(),
    ("GET", "/new"): reads(ALL),
    ("POST", "/new"): reads(form=ALL),
    ("POST", "/language"): reads(form="next language"),
    ("GET", "/about"): reads(),
    ("GET", "/games"): reads(),
    ("POST", "/start"): reads(form="game way strength"),
    ("GET", "/play"): reads("game"),
    ("POST", "/deal"): reads(),
    ("GET", "/boards/{language}/{name}.svg"): reads(),
    ("GET", "/rules"): reads(),
    ("GET", "/rules/{game}"): reads("q"),
    ("GET", "/rules/{game}/story"): reads(),
    ("GET", "/rules/{game}/story/{panel}.svg"): reads(),
    ("GET", "/rules/{game}/{chapter}"): reads(),
    ("GET", "/rules/{game}/{chapter}/{example}.svg"): reads(),
    ("GET", "/rules/{game}/{chapter}/{example}"): reads("did action ask about consider"),
    ("GET", "/learn"): reads(),
    ("GET", "/learn/{game}"): reads(),
    ("POST", "/learn/{game}"): reads(),
    ("GET", "/learn/{game}/{number}.svg"): reads(),
    ("GET", "/learn/{game}/{number}"): reads("step action at shown"),
    ("GET", "/puzzles"): reads(),
    ("GET", "/puzzles/today"): reads(),
    ("GET", "/puzzles/{game}"): reads("theme"),
    ("GET", "/puzzles/{game}/{number}"): reads("did action show hint ask about consider"),
    ("GET", "/device"): reads("table"),
    ("POST", "/device"): reads(form="table"),
    ("GET", "/device/{token}"): reads(),
    ("POST", "/device/{token}"): reads(form="key"),
    ("GET", "/stream"): reads("seen"),
    ("GET", "/t/{table}"): reads("ask consider about hint of"),
    ("GET", "/t/{table}/text"): reads("ask hint"),
    ("GET", "/t/{table}/live"): reads(),
    ("GET", "/t/{table}/answer"): reads("at ask consider about hint"),
    ("GET", "/t/{table}/stream"): reads("seen"),
    ("POST", "/t/{table}/move"): reads(form="seat seq key action page"),
    ("POST", "/t/{table}/undo"): reads(form="seat seq key count page"),
    ("POST", "/t/{table}/redo"): reads(form="seat seq key action page"),
    ("POST", "/t/{table}/screen"): reads(form="seat page"),
    ("GET", "/lobby"): reads("game"),
    ("POST", "/t/{table}/listing"): reads(form="listed"),
    ("GET", "/j"): reads("code"),
    ("GET", "/j/{code}"): reads(),
    ("POST", "/t/{table}/again"): reads(),
    ("POST", "/t/{table}/sit"): reads(form="seat name"),
    ("POST", "/t/{table}/seat"): reads(form="seat who since"),
    ("POST", "/t/{table}/start"): reads(form="level"),
    ("POST", "/t/{table}/leave"): reads(form="seat seq key page"),
    ("POST", "/t/{table}/back"): reads(form="seat seq key page"),
    ("POST", "/t/{table}/pace"): reads(form="pace"),
    ("POST", "/t/{table}/offer"): reads(form="seat seq key page what pace"),
    ("POST", "/t/{table}/consent"): reads(form="seat seq key page offer yes"),
    ("POST", "/t/{table}/resign"): reads(form="seat seq key page"),
    ("POST", "/t/{table}/claim"): reads(form="seat seq key page late"),
    ("POST", "/t/{table}/zone"): reads(form="seat seq key page zone"),
    ("GET", "/t/{table}/sit/{token}"): reads(),
    ("POST", "/t/{table}/sit/{token}"): reads(form="name"),
    ("GET", "/t/{table}/log"): reads("rules"),
    ("GET", "/t/{table}/replay"): reads("at about told"),
    ("GET", "/t/{table}/record.txt"): reads(),
    ("GET", "/t/{table}/verify"): reads(),
    ("GET", "/t/{table}/review"): reads(),
    ("GET", "/t/{table}/review/{number}.svg"): reads("better"),
    ("GET", "/t/{table}/review/{number}"): reads("did action ask about consider shown"),
    ("GET", "/t/{table}/poster.svg"): reads("at of"),
    ("GET", "/t/{table}/poster.png"): reads("at of"),
    ("GET", "/static/{name:path}"): reads(),
    ("GET", "/preview/{language}/{name}.png"): reads(),
    ("GET", "/icons/{name}.png"): reads(),
    ("GET", "/apple-touch-icon.png"): reads(),
    ("GET", "/favicon.ico"): reads(),
    ("GET", "/site.webmanifest"): reads(),
    ("GET", "/robots.txt"): reads(),
    ("GET", "/healthz"): reads(),
    ("GET", "/metrics"): reads(),
}
# What any route may look at.
HEADERS = {
    *("accept-encoding", "accept-language", "content-length", "content-type", "cookie", "host", "x-frame"),
    *("if-modified-since", "if-none-match", "last-event-id", "origin", "range", "referer", "sec-fetch-site"),
    "transfer-encoding",
    "x-stream",
    "content-encoding",  # of the answer, by the middleware that zips it
}
COOKIES = {
    *(
        COOKIE,
        i18n.COOKIE,
        puzzles.COOKIE,
        puzzles.HINTED_COOKIE,
        daily.COOKIE,
        boards.COOKIE,
        forms.NAME_COOKIE,
        strengths.COOKIE,
    )
}


def routes() -> set[tuple[str, str]]:
    """The method and path of every route; HEAD goes with GET."""
    return {(method, route.path) for route in ROUTES for method in route.methods - {"HEAD"}}


@dataclass
class Reading:
    """Notes which names are looked up while requests are answered; a context manager."""

    route: tuple[str, str] = ("", "")
    query: defaultdict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    form: defaultdict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    headers: set[str] = field(default_factory=set)
    cookies: set[str] = field(default_factory=set)

    def __enter__(self) -> Reading:
        self._patches = ExitStack()
        for name in ("__getitem__", "__contains__", "getlist"):
            self._patch(ImmutableMultiDict, name, self._named)
        for name in ("keys", "values", "items", "multi_items", "__iter__"):
            self._patch(ImmutableMultiDict, name, self._all)
        for name in ("__getitem__", "__contains__", "getlist"):
            self._patch(Headers, name, self._header)
        parse, seen = requests.cookie_parser, self.cookies
        self._patches.enter_context(
            patch.object(requests, "cookie_parser", lambda text: Cookies(parse(text), seen))
        )
        return self

    def __exit__(self, *_error: object) -> None:
        self._patches.close()

    def _patch(self, kind: type, name: str, note: Callable[..., None]) -> None:
        plain = getattr(kind, name)

        def noting(this: Any, *names: Any) -> Any:
            note(this, *names)
            return plain(this, *names)

        self._patches.enter_context(patch.object(kind, name, noting))

    def _named(self, this: Any, name: str) -> None:
        where = self.query if isinstance(this, QueryParams) else self.form
        if isinstance(this, (QueryParams, FormData)):
            where[self.route].add(name)

    def _header(self, this: Headers, name: str) -> None:
        if not isinstance(this, MutableHeaders):
            self.headers.add(name.lower())

    def _all(self, this: Any) -> None:
        self._named(this, ALL)


class Cookies(dict[str, str]):
    """The cookies of a request, noting which are looked at."""

    def __init__(self, cookies: dict[str, str], seen: set[str]) -> None:
        super().__init__(cookies)
        self.seen = seen

    def get(self, name: str, default: Any = None) -> Any:
        self.seen.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self.seen.add(name)
        return super().__getitem__(name)


@dataclass(frozen=True)
class Ask:
    """One request: its route, and what is filled in."""

    method: str
    path: str
    query: tuple[tuple[str, Any], ...] = ()
    form: tuple[tuple[str, Any], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    fragment: bool = False
    since: str = "0"  # the page that an open window has
    listens: bool = False  # and is told over its stream

    @property
    def address(self) -> str:
        return self.path.format(**dict(self.names))


def get(path: str, table_game: TableGame, fragment: bool = False, **query: Any) -> Ask:
    """A request for something of a table; `path` is below it."""
    return Ask("GET", "/t/{table}" + path, tuple(query.items()), (), (("table", table_game.id),), fragment)


def looks(table_game: TableGame, actions: list[int], texts: list[str], step: int) -> Iterator[Ask]:
    """All that changes nothing: every GET of a table with every parameter, about every `step`th thing."""
    subjects = [SUBJECT, *presentation.spots(table_game.game)][table_game.seq % step :: step]
    last = len(table_game.steps)
    for path in ("", "/live", "/log", "/replay", "/record.txt", "/verify", "/review"):
        yield get(path, table_game)
    for path in ("/poster.svg", "/poster.png"):
        yield get(path, table_game)
    yield Ask("GET", "/t/{table}/review/{number}.svg", names=(("table", table_game.id), ("number", "0")))
    for text in [*texts, *(str(action) for action in actions[::7]), "nonsense"]:
        yield get("/answer", table_game, fragment=True, ask=text)
    for text in [*texts[:1], "99999"]:
        yield get("", table_game, ask=text)
    for action in actions:
        yield get("/answer", table_game, fragment=True, consider=action)
    for action in actions[:: 3 * step]:
        yield get("", table_game, consider=action)
        yield get("/answer", table_game, consider=action)
    for path in ("", "/text", "/answer"):
        yield get(path, table_game, fragment=path == "/answer", hint=1)
    yield Ask("GET", "/device", (("table", table_game.id),))
    yield Ask("POST", "/device", form=(("table", table_game.id),))
    for number, subject in enumerate(subjects):
        yield get("/answer", table_game, fragment=True, about=subject)
        if number % 12 == 0:
            at = last * (number + 1) // (len(subjects) + 1)
            yield get("", table_game, about=subject)
            yield get("/answer", table_game, fragment=True, at=at, about=subject)
            yield get("/replay", table_game, at=at, about=subject)
    for at in sorted({0, last // 2, max(last - 9, 0), max(last - 1, 0)}):
        yield get("/replay", table_game, fragment=True, at=at)
        yield get("/replay", table_game, fragment=True, at=at, told=1)
        yield get("/poster.svg", table_game, at=at)
        yield get("/poster.png", table_game, at=at)
    links = Identity(SECRET)
    for seat in range(len(table_game.seats)):
        for path in ("", "/poster.svg", "/poster.png"):
            yield get(path, table_game, of=seat)
        token = links.seat_link(table_game.id, seat)
        yield Ask("GET", "/t/{table}/sit/{token}", names=(("table", table_game.id), ("token", token)))


def elsewhere(game: str) -> Iterator[Ask]:
    """The pages that belong to no table."""
    for path in ("/", "/games", "/play", "/new", "/about", "/rules", "/learn", "/healthz", "/metrics"):
        yield Ask("GET", path)
    yield Ask("GET", "/play", (("game", game),))
    yield Ask("GET", "/boards/{language}/{name}.svg", names=(("language", "en"), ("name", game)))
    for way in ("now", "friends", "learn", "x"):
        yield Ask("POST", "/start", form=(("game", game), ("way", way)))
    yield Ask("GET", "/new", (("game", game), ("seat.0", "me"), ("name.1", "x")))
    yield Ask("GET", "/rules/{game}", names=(("game", game),))
    yield Ask("GET", "/rules/{game}", (("q", "player"),), names=(("game", game),))
    yield Ask("GET", "/rules/{game}", names=(("game", "table"),))
    yield Ask("GET", "/learn/{game}", names=(("game", game),))
    for path in ("/apple-touch-icon.png", "/favicon.ico", "/site.webmanifest", "/robots.txt"):
        yield Ask("GET", path)
    yield Ask("GET", "/icons/{name}.png", names=(("name", "icon-192"),))
    yield Ask("GET", "/preview/{language}/{name}.png", names=(("language", "en"), ("name", game)))
    yield from book(game)
    yield from puzzle(game)
    yield from board(game)
    yield Ask("GET", "/static/{name:path}", names=(("name:path", "table.css"),))
    yield Ask("GET", "/device")
    yield Ask("POST", "/device")
    for form in ((), (("key", "k" * 16),)):
        yield Ask("POST", "/device/{token}", form=form, names=(("token", "x"),))
    yield Ask("GET", "/device/{token}", names=(("token", "x"),))
    yield Ask("POST", "/language", form=(("next", "/about"), ("language", "ru")))


def book(game: str) -> Iterator[Ask]:
    """The rulebook for people: its story, and a chapter with an example that is played and asked about."""
    told = rulebook.book(game)
    if told is None:
        return
    chapter = next(one for one in told.chapters if one.examples)
    names = (("game", game), ("panel", told.panels[0].id))
    yield Ask("GET", "/rules/{game}/story", names=names)
    yield Ask("GET", "/rules/{game}/story/{panel}.svg", names=names)
    names = (("game", game), ("chapter", chapter.id), ("example", chapter.examples[0]))
    where = "/rules/{game}/{chapter}/{example}"
    yield Ask("GET", "/rules/{game}/{chapter}", names=names)
    yield Ask("GET", where + ".svg", names=names)
    did = steps_of(game, chapter.examples[0])[0]
    for query in ((), (("did", did),), (("action", did),), (("did", "x"),)):
        yield Ask("GET", where, query, names=names)
        yield Ask("GET", where, query, names=names, fragment=True)
    for question in (("ask", did), ("about", "x"), ("consider", did)):
        yield Ask("GET", where, (("did", did), question), names=names)
        yield Ask("GET", where, (("did", did), question), names=names, fragment=True)


def puzzle(game: str) -> Iterator[Ask]:
    """The puzzles, and one that is tried and asked about."""
    for path in ("/puzzles", "/puzzles/today"):
        yield Ask("GET", path)
    found = puzzles_of(game)
    if not found:
        return
    for query in ((), (("theme", "place"),)):
        yield Ask("GET", "/puzzles/{game}", query, names=(("game", game),))
    names, where = (("game", game), ("number", "1")), "/puzzles/{game}/{number}"
    did = puzzles.solution_of(found[0])[0]
    steps = ((("hint", step),) for step in (1, 2, 3))
    for query in ((), (("did", did),), (("action", did),), (("show", "1"),), (("did", "x"),), *steps):
        yield Ask("GET", where, query, names=names)
        yield Ask("GET", where, query, names=names, fragment=True)
    for question in (("ask", did), ("about", "x"), ("consider", did)):
        yield Ask("GET", where, (question,), names=names)
        yield Ask("GET", where, (question,), names=names, fragment=True)


def board(game: str) -> Iterator[Ask]:
    """A board of a minute: asked, and answered rightly and wrongly."""
    if not boards_of(game):
        return
    names, where = (("game", game), ("number", "1")), "/learn/{game}/{number}"
    asked = boards.asked(boards.positions(game, 1)[0], boards_of(game)[0].steps[0])
    yield Ask("GET", where + ".svg", names=names)
    for query in ((), (("action", asked),), (("action", asked), ("shown", 1)), (("at", "50,50"),)):
        yield Ask("GET", where, query, names=names)
        yield Ask("GET", where, (("step", 0), *query), names=names, fragment=True)


def tries(table_game: TableGame, seat: int, guest: str, actions: list[int]) -> Iterator[Ask]:
    """Requests to change something that are refused or change nothing of the game."""
    key = Identity(SECRET).page_key(table_game.id, guest, table_game.seq)
    table = (("table", table_game.id),)
    page = (("seat", seat), ("seq", table_game.seq), ("key", key))
    legal = set(table_game.legal(seat))
    for action in (action for action in actions if action not in legal):
        yield Ask("POST", "/t/{table}/move", form=(*page, ("action", action)), names=table)
    for action in list(legal)[:1]:
        stale = (("seat", seat), ("seq", table_game.seq + 1), ("key", key), ("action", action))
        yield Ask("POST", "/t/{table}/move", form=stale, names=table)
        yield Ask("POST", "/t/{table}/move", form=stale, names=table, fragment=True, listens=True)
    yield Ask("POST", "/t/{table}/undo", form=(*page, ("count", 99)), names=table)
    yield Ask("POST", "/t/{table}/redo", form=(*page, ("action", -1)), names=table)
    for query in ((), (("game", "ys"),)):
        yield Ask("GET", "/lobby", query)
    yield Ask("POST", "/t/{table}/listing", form=(("listed", 1),), names=table)
    yield Ask("POST", "/t/{table}/pace", form=(("pace", "live-10"),), names=table)
    for verb, form in (("sit", (("name", "Zoe"), ("seat", 0))), ("start", (("level", "greedy"),))):
        yield Ask("POST", f"/t/{{table}}/{verb}", form=form, names=table, fragment=True)
    if not table_game.over:
        yield Ask("POST", "/t/{table}/again", names=table)
    yield Ask("POST", "/t/{table}/seat", form=(("seat", 0), ("who", "nobody"), ("since", 1)), names=table)
    yield Ask("GET", "/j", (("code", "bcd fgh"),))
    yield Ask("GET", "/j/{code}", names=(("code", "BCDFGH"),))
    yield Ask("POST", "/t/{table}/back", form=page, names=table, fragment=True)
    yield Ask("POST", "/t/{table}/leave", form=(*page, ("key", "")), names=table)
    wrong = (*page, ("key", ""))
    for what in (("what", "end"), ("what", "undo"), ("what", "pace")):
        yield Ask("POST", "/t/{table}/offer", form=(*wrong, what, ("pace", "live-25")), names=table)
    yield Ask("POST", "/t/{table}/consent", form=(*wrong, ("offer", 0), ("yes", 1)), names=table)
    yield Ask("POST", "/t/{table}/claim", form=(*wrong, ("late", 1)), names=table, fragment=True)
    yield Ask("POST", "/t/{table}/resign", form=wrong, names=table)
    yield Ask("POST", "/t/{table}/zone", form=(*wrong, ("zone", "Europe/Paris")), names=table)
    for other in range(len(table_game.seats)):
        for listens in (False, True):
            taken = (("seat", other),)
            yield Ask("POST", "/t/{table}/screen", form=taken, names=table, fragment=True, listens=listens)
    for number in range(len(table_game.seats)):
        token = Identity(SECRET).seat_link(table_game.id, number)
        names = (*table, ("token", token))
        yield Ask("POST", "/t/{table}/sit/{token}", form=(("name", "Zoe"),), names=names)


def changes(
    table_game: TableGame, seat: int, guest: str, action: int, since: str, listens: bool = False
) -> Ask:
    """A legal action, from a window with the page `since`: what comes of it is told moment by moment."""
    form = (*_shown(table_game, seat, guest), ("action", action))
    return Ask("POST", "/t/{table}/move", (), form, (("table", table_game.id),), True, since, listens)


def takes_back(table_game: TableGame, seat: int, guest: str, listens: bool = False) -> Ask:
    """An undo of the last action, from a page or from a window that listens to its stream."""
    form = (*_shown(table_game, seat, guest), ("count", 1))
    names = (("table", table_game.id),)
    return Ask("POST", "/t/{table}/undo", form=form, names=names, fragment=listens, listens=listens)


def plays_again(table_game: TableGame, seat: int, guest: str, action: int) -> Ask:
    """A redo of the action that was undone last."""
    form = (*_shown(table_game, seat, guest), ("action", action))
    return Ask("POST", "/t/{table}/redo", form=form, names=(("table", table_game.id),))


def _shown(table_game: TableGame, seat: int, guest: str) -> tuple[tuple[str, Any], ...]:
    """What a page says of itself when something is done there."""
    key = Identity(SECRET).page_key(table_game.id, guest, table_game.seq)
    return ("seat", seat), ("seq", table_game.seq), ("key", key)


# What differs from one moment to the next whatever is asked: how long the database took, and all numbers for
# whoever runs the table, of which here only the names are compared (`counted`).
PASSING = {
    "/healthz": re.compile(rb'(?<="database_ms":)[0-9.e-]+'),
    "/metrics": re.compile(rb"(?m)(?<= )[^ ]+$"),
    # The secret of a link to another device, and its picture.
    "/device": re.compile(rb"(?<=/device/)[\w-]{22}|<svg(?=[^>]*segno).*?</svg>"),
}


def answer(client: Any, ask: Ask, reading: Reading) -> tuple[int, list[tuple[str, str]], bytes]:
    """Send a request: status, headers and body of the answer."""
    reading.route = ask.method, ask.path.replace("{name:path}", "{name:path}")
    address = ask.address if "{name:path}" not in ask.path else ask.path.replace("{name:path}", "table.css")
    headers = {"x-frame": ask.since} if ask.fragment else {}
    if ask.listens:
        headers["x-stream"] = "open"
    given: dict[str, Any] = {"params": dict(ask.query)} if ask.query else {}
    if ask.method == "POST":
        given["data"] = {name: str(value) for name, value in ask.form}
    got = client.request(ask.method, address, headers=headers, **given)
    if ask.path in PASSING:
        return got.status_code, [], PASSING[ask.path].sub(b"", got.content)
    return got.status_code, sorted(got.headers.multi_items()), got.content


def counted(client: Any, reading: Reading) -> dict[str, float]:
    """The numbers for whoever runs the table, without times and what else passes."""
    reading.route = "GET", "/metrics"
    lines = [line.rpartition(" ") for line in client.get("/metrics").text.splitlines() if line[0] != "#"]
    passing = ("python_", "process_")
    return {
        name: float(number)
        for name, _, number in lines
        if not name.startswith(passing) and not re.search("_(sum|bucket|created)", name)
    }


def first_events(
    app: Any, table: str, cookie: str | None, language: str, seen: str, reading: Reading
) -> list[bytes]:
    """What the streams of a table send first: a page, or a sign of life for who has `seen` it."""
    own, shared = ("/t/{table}/stream", f"seen={seen}"), ("/stream", f"seen={table}:{seen}")
    return [first_event(app, path, query, table, cookie, language, reading) for path, query in (own, shared)]


def first_event(
    app: Any, path: str, query: str, table: str, cookie: str | None, language: str, reading: Reading
) -> bytes:
    """What a stream sends first."""
    reading.route = "GET", path
    headers = [(b"host", b"testserver"), (b"accept-language", language.encode()), (b"last-event-id", b"")]
    if cookie is not None:
        headers.append((b"cookie", f"{COOKIE}={cookie}".encode()))
    scope = {
        "type": "http", "method": "GET", "path": path.format(table=table), "raw_path": b"", "scheme": "http",
        "query_string": query.encode(), "headers": headers, "client": ("1.2.3.4", 5),
        "server": ("testserver", 80), "http_version": "1.1", "root_path": "",
    }  # fmt: skip
    sent, gone = bytearray(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.extend(message.get("body", b""))
        if b"\n\n" in sent:
            gone.set()

    loops.run(app(scope, receive, send))
    return bytes(sent)
