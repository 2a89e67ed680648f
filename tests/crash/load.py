"""People who play random legal moves through the real forms, and remember what was acknowledged."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx2

from tests.table.people import field as hidden
from tests.table.people import offers

# Every kind of table: against bots, two people at one screen, everybody deciding at the same time.
TABLES = (
    {"game": "kingdom-builder", "seat.0": "me", "seat.1": "bot", "seat.2": "bot", "seat.3": "bot"},
    {"game": "kingdom-builder", "seat.0": "me", "seat.1": "person"},
    {"game": "caylus", "seat.0": "me", "seat.1": "bot", "seat.2": "bot"},
    {"game": "ys", "seat.0": "bot", "seat.1": "me", "seat.2": "bot"},
)


@dataclass(frozen=True)
class Acknowledged:
    """A move that was answered with yes: the key of its form, the verb, the action or count."""

    key: str
    verb: str
    number: int


@dataclass
class Ledger:
    """What all people together were promised, and how it went."""

    promised: dict[str, list[Acknowledged]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form that was sent; kept while no answer has come."""

    address: str
    data: dict[str, str]


class Player:
    """One guest with a browser and some tables."""

    def __init__(self, ledger: Ledger, chance: random.Random, level: str) -> None:
        self.ledger = ledger
        self.chance = chance
        self.level = level
        self.cookies = httpx2.Cookies()
        self.tables: list[str] = []
        self.unanswered: Form | None = None
        self._thread: threading.Thread | None = None
        self._end = threading.Event()

    def start(self, addresses: Sequence[str], most_tables: int = 2) -> None:
        """Play at any of these servers until `stop`, or until the only one is gone."""
        self._end.clear()
        self._thread = threading.Thread(target=self._play, args=(addresses, most_tables))
        self._thread.start()

    def stop(self) -> None:
        """End, after the answer to the move under way."""
        self._end.set()
        self.join()

    def join(self) -> None:
        """Wait for the end."""
        if self._thread is not None:
            self._thread.join()

    def _play(self, addresses: Sequence[str], most_tables: int) -> None:
        with httpx2.Client(cookies=self.cookies, timeout=120) as client:
            client.headers["accept-language"] = "en"
            while not self._end.is_set():
                client.base_url = self.chance.choice(addresses)
                try:
                    if self.unanswered is not None:
                        self._send(client, self.unanswered, "repeated")
                    self._step(client, most_tables)
                except httpx2.HTTPError:
                    self.ledger.counts["cut off"] += 1
                    if len(addresses) == 1:
                        break
                    self._end.wait(0.01)
            self.cookies = client.cookies

    def _step(self, client: httpx2.Client, most_tables: int) -> None:
        if len(self.tables) < most_tables:
            return self._begin(client)
        table = self.chance.choice(self.tables)
        page = client.get(f"/t/{table}")
        if page.status_code != 200:
            return self._unless_refused(page, f"looking at {table}")
        if 'id="pass"' in page.text:
            client.post(f"/t/{table}/screen", data={"seat": hidden(page.text, "seat")})
        elif 'id="undo"' in page.text and self.chance.random() < 0.15:
            self._send(client, self._form(page.text, table, "undo", 1), "taken back")
        elif 'id="moves"' in page.text:
            action = self.chance.choice(list(offers(page.text)))
            self._send(client, self._form(page.text, table, "move", action), "played")
        elif 'class="counting' in page.text or "Final score:" in page.text:
            self.tables.remove(table)
            self.ledger.counts["finished"] += 1
        else:
            self._end.wait(0.005)
        return None

    def _begin(self, client: httpx2.Client) -> None:
        form = dict(self.chance.choice(TABLES))
        form = {name: f"bot:{self.level}" if value == "bot" else value for name, value in form.items()}
        answer = client.post("/new", data=form)
        if answer.status_code != 303:
            return self._unless_refused(answer, "beginning")
        table = answer.headers["location"].removeprefix("/t/")
        self.tables.append(table)
        self.ledger.promised[table] = []
        self.ledger.counts["tables"] += 1
        return None

    def _form(self, page: str, table: str, verb: str, number: int) -> Form:
        data = {name: hidden(page, name) for name in ("seat", "seq", "key")}
        return Form(f"/t/{table}/{verb}", {**data, "action" if verb == "move" else "count": str(number)})

    def _send(self, client: httpx2.Client, form: Form, what: str) -> None:
        self.unanswered = form
        answer = client.post(form.address, data=form.data)
        self.unanswered = None
        table, verb = form.address.split("/")[2:]
        if answer.status_code == 303:
            number = int(form.data["action" if verb == "move" else "count"])
            self.ledger.promised.setdefault(table, []).append(Acknowledged(form.data["key"], verb, number))
            self.ledger.counts[what] += 1
        elif answer.status_code == 409:
            self.ledger.counts["overtaken"] += 1
        else:
            self._unless_refused(answer, f"{verb} at {table}")

    def _unless_refused(self, answer: httpx2.Response, what: str) -> None:
        """A refusal for the moment promises nothing; any other answer is a fault."""
        if answer.status_code == 503:
            self.ledger.counts["refused"] += 1
            self._end.wait(0.01)
        else:
            self.ledger.wrong.append(f"{what} was answered with {answer.status_code}: {answer.text[-600:]}")
            self._end.set()
