"""Hostile requests over every address of the table, as bytes for a line.

The same seed and number make the same request again.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, quote_from_bytes

from donjon.kernel.games import games
from donjon.table.store.rows import Header
from donjon.table.store.seating import CODE_LENGTH, CODE_LETTERS
from donjon.table.store.table_game import TableGame
from donjon.table.web.sessions import COOKIE, Identity
from tests.fuzz import odds
from tests.table.people import SECRET, application, seats, step, store


@dataclass
class Scene:
    """Tables of every game in several phases, where ann and bob sit; `tokens` offer their third seats."""

    app: object
    database: Path
    tables: list[str] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)

    def actions(self) -> dict[str, int]:
        """How many actions are stored of each of these tables."""
        with closing(sqlite3.connect(self.database)) as connection:
            found = dict(connection.execute("SELECT table_id, count(*) FROM actions GROUP BY table_id"))
        return {table: found[table] for table in self.tables}


def scene(folder: Path) -> Scene:
    """Four tables of each game: at the start with an open seat, early, late, and over."""
    made = Scene(application(folder), folder / "donjon.sqlite")
    for name in games:
        for phase, steps in (("a", 0), ("b", 12), ("c", 70), ("d", 10_000)):
            kind, table = games[name], f"{name[:4]}{phase}"
            header = Header(table, name, kind.rules_version, 3, "{}", f"seed {phase}", "ann", 1_000_000.0)
            table_game = TableGame(header, seats("ann", "bob", "open" if steps == 0 else "ann"))
            table_game.adopt(table_game.plan_start(header.created), "")
            chance = random.Random(table)
            while not table_game.over and table_game.seq < steps:
                step(table_game, chance)
            store(made.app.state.storage, table_game)
            made.tables.append(table)
            made.tokens[table] = Identity(SECRET).seat_link(table, 2)
    return made


class Hostile:
    """One request, decided by a seed and a number: `bytes`, and `who` sends it."""

    def __init__(self, seed: str, number: int, scene: Scene) -> None:
        self.chance = random.Random(f"{seed}/{number}")
        self.scene = scene
        # Each route in its turn, so that none is left out.
        self.route = list(odds.ROUTES)[number % len(odds.ROUTES)]
        self.table = self.pick(scene.tables)
        self.who = self.pick(["stranger", "forger", "eve", "ann"])
        posts = self.route in odds.POSTED
        usual = "POST" if posts and self.often(0.7) else "GET"
        self.method = usual if self.often(0.8) else self.pick(odds.METHODS)
        self.body = self._body() if usual == "POST" or self.often(0.1) else b""
        self.bytes = self._head() + self.body

    def often(self, share: float) -> bool:
        """True in this share of all cases."""
        return self.chance.random() < share

    def pick(self, things):
        """One of them."""
        return self.chance.choice(things)

    def _head(self) -> bytes:
        target = self._path() + (b"?" + self._fields() if self.often(0.5) else b"")
        if self.often(0.02):
            target = self.pick(odds.TARGETS)
        version = b"HTTP/1.0" if self.often(0.1) else b"HTTP/1.1"
        lines = [b" ".join((self.method.encode(), target, version))]
        lines += [f"{name}: {value}".encode("utf-8", "replace") for name, value in self._headers()]
        return b"\r\n".join(lines) + b"\r\n\r\n"

    def _path(self) -> bytes:
        path, told = self.route, self.pick(odds.TOLD)
        holes = odds.ROUTES[self.route]
        for hole, kind in holes.items():
            # Chapters and examples are those of their game, more often than not.
            known = told.get(hole) if "told" in holes.values() and self.often(0.9) else None
            path = path.replace(f"{{{hole}}}", known or self._filling(kind))
        raw = path.encode()
        if self.often(0.1):
            at = self.chance.randrange(len(raw) + 1)
            odd = self.pick([*odds.RAW, b"/", b"//", b";", b"/..", b"%2f", b"%3f", b"%23"])
            raw = raw[:at] + odd + raw[at:]
        return _written(raw)

    def _filling(self, kind: str) -> str:
        if self.often(0.2):
            return quote(self.pick(odds.VALUES)[:400], safe="/" if kind == "file" else "")
        if kind == "table":
            return self.table
        if kind == "game":
            return self.pick([*games, "table"])
        if kind == "language":
            return self.pick(["en", "ru", "hu"])
        if kind == "picture":
            return self.pick([*games, "home", "icon-192"])
        if kind == "number":
            return str(self.chance.randrange(300))
        if kind == "code":
            return "".join(self.chance.choices(CODE_LETTERS, k=CODE_LENGTH))
        if kind == "told":
            return self.pick(list(self.pick(odds.TOLD).values()))
        if kind == "token":
            token = self.scene.tokens[self.table]
            return token if self.often(0.3) else self._bent(token)
        return self.pick(odds.FILES)

    def _bent(self, text: str) -> str:
        """A text with one letter changed."""
        at = self.chance.randrange(len(text))
        return text[:at] + self.pick("aZ9._-~") + text[at + 1 :]

    def _fields(self) -> bytes:
        """A query, or a form's body."""
        parts = []
        for _ in range(400 if self.often(0.02) else self.pick([1, 1, 2, 4, 9])):
            name = quote(self.pick(odds.NAMES if self.often(0.9) else odds.VALUES), safe=".[]").encode()
            value = self.pick(odds.RAW) if self.often(0.1) else quote(self.pick(odds.VALUES)).encode()
            parts.append(name + self.pick([b"=", b"=", b"=", b"[]=", b""]) + value)
        return _written(self.pick([b"&", b"&", b"&", b";", b"&&"]).join(parts))

    def _body(self) -> bytes:
        kind = self.pick(odds.BODIES)
        if kind == "form":
            return self._fields()
        if kind == "aimed":
            return self._aimed()
        if kind == "multipart":
            name, value = self.pick(odds.NAMES), self.pick(odds.VALUES)
            head = f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            return f"{head}{value}\\x\\ud800\r\n--b--\r\n".encode("utf-8", "replace")
        if kind == "json":
            return json.dumps({self.pick(odds.NAMES): self.pick(odds.VALUES)}).encode()
        if kind == "binary":
            return self.chance.randbytes(self.chance.randrange(1, 3000))
        return b"x" * 70_000 if kind == "huge" and self.often(0.3) else b""

    def _aimed(self) -> bytes:
        """A form that is right but for one value, so that this one is looked at."""
        given = self._right()
        given[self.pick(list(given))] = self.pick(odds.VALUES)
        return "&".join(f"{name}={quote(value)}" for name, value in given.items()).encode()

    def _right(self) -> dict[str, str]:
        if self.route == "/new":
            seats = {"seat.0": "me", "seat.1": "person", "name.1": "Bob"}
            return {"game": self.pick(list(games)), **self.pick([{"quick": "1"}, seats])}
        if self.route == "/language":
            return {"language": "ru", "next": "/about"}
        guest = "ann" if self.who == "ann" else "eve"
        stored = self.scene.actions()[self.table]
        return {
            "seat": self.pick("012"),
            "seq": str(stored),
            "key": Identity(SECRET).page_key(self.table, guest, stored),
            self.pick(["action", "count"]): str(self.chance.randrange(600)),
            "name": "Eve",
        }

    def _headers(self) -> list[tuple[str, object]]:
        heads = [("Host", odds.HOST if self.often(0.9) else self.pick(odds.HOSTS))]
        if self.who != "stranger" or self.often(0.2):
            heads.append(("Cookie", self._cookie()))
        if self.body or self.often(0.03):
            lies = ["0", "1", "-1", "9" * 30, "x", "1, 1", "70000"]
            heads.append(("Content-Length", len(self.body) if self.often(0.93) else self.pick(lies)))
            kinds = odds.CONTENT_TYPES
            heads.append(("Content-Type", kinds[0] if self.often(0.6) else self.pick(kinds)))
        for share, name, values in odds.HEADERS:
            if self.often(share):
                heads.append((name, re.sub(r"[\r\n\x00]", "", self.pick(values))))
        self.chance.shuffle(heads)
        return heads

    def _cookie(self) -> str:
        good = Identity(SECRET).guest_cookie("ann" if self.who == "ann" else "eve")
        odd = ["", "x", "a.b.c", "..", "=" * 50, "x" * 3000, ".eJw.x", self._bent(good), "\xff"]
        value = self.pick(odd) if self.who in ("forger", "stranger") else good
        language = self.pick(["en", "ru", "hu", "xx", "../en", "\xff", "x" * 100])
        more = self.pick([f"; donjon_language={language}", "", ";;=;", "; a=b"])
        return f"{COOKIE}={value}{more}"


def _written(raw: bytes) -> bytes:
    """What may not stand in the first line of a request, written with percent signs."""
    return re.sub(rb"[\x00-\x20\x7f-\xff]", lambda found: quote_from_bytes(found[0]).encode(), raw)
