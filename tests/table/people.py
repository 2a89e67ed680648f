"""People and bots at a table, as the tests play them."""

from __future__ import annotations

import random
import re
import zlib
from concurrent.futures import Future
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
from starlette.testclient import TestClient

from donjon.bots.pool import Answer
from donjon.coach import Analysis, Choice, Difference, Reason
from donjon.kernel import rules
from donjon.kernel.game import from_bytes
from donjon.kernel.games import games
from donjon.kernel.rules import NATURE
from donjon.table.app import build
from donjon.table.host.settings import Settings
from donjon.table.live import play, updates
from donjon.table.store.rows import BOT, PERSON, CachedColumns, Header, Seat
from donjon.table.store.table_game import TableGame
from donjon.table.web.sessions import COOKIE, Identity

GAME = "kingdom-builder"
HERE = "127.0.0.1"
SECRET = b"a secret of the tests, long enough"
# Seconds; only so that a test that waits for what never comes ends at all.
FOR_EVER = 120.0


class Quick:
    """A pool that takes any legal action at once, in this process."""

    def __init__(self) -> None:
        self.asked = []
        self.seeds = []
        self.lanes = []
        self.analysed = []

    def choose(self, game_name, state_bytes, seat, level, seed, deadline=None, lane="", later=False):
        self.asked.append((game_name, state_bytes, seat, level))
        self.seeds.append(seed)
        self.lanes.append(lane)
        state = from_bytes(games[game_name], state_bytes)
        mask = np.zeros(games[game_name].ACTIONS, np.uint8)
        rules.legal(state, seat, mask)
        future = Answer()
        future.set_result([random.Random(seed).choice(np.flatnonzero(mask).tolist())])
        return future

    def analyse(
        self, game_name, state_bytes, seat, playouts, seed, played=None, deadline=None, lane="", later=False
    ):
        """Three legal actions, and figures that depend on all that it was handed."""
        self.analysed.append((game_name, state_bytes, seat, seed))
        game = games[game_name]
        state = from_bytes(game, state_bytes)
        mask = np.zeros(game.ACTIONS, np.uint8)
        rules.legal(state, seat, mask)
        future = Future()
        actions = np.flatnonzero(mask)[:3].tolist()
        future.set_result(found(game, state, seat, actions, played).as_dict())
        return future

    def close(self) -> None:
        """Nothing to stop."""


def found(game, state, seat: int, actions: list[int], played: list[int] | None = None) -> Analysis:
    """An analysis that finds these actions, the first the best, and what was played the worst."""
    figure = zlib.crc32(state.tobytes()) % 100
    choices = []
    decisions = [(action,) for action in actions] + ([] if played is None else [tuple(played)])
    for number, chosen in enumerate(decisions):
        seats = range(int(rules.seats(state)))
        rival = next(other for other in seats if other != seat)
        own, theirs = (
            Difference(seat, 2.5, True, ((game.SOURCES[0], 2.5),)),
            Difference(rival, -1.5, True, ()),
        )
        choices.append(
            Choice(
                actions=chosen,
                texts=tuple(game.action_text(state, seat, chosen[0]) for _ in chosen),
                points=tuple(float(figure + other - number) for other in seats),
                shares=tuple((figure - number) / 100 for _ in seats),
                sources=tuple(dict.fromkeys(game.SOURCES, 0.0) for _ in seats),
                points_error=1.0,
                share_error=0.01,
                lead=1.0,
                behind=number * figure / 1000,
                behind_error=0.0,
                playouts=10,
                searched=10,
                reason=Reason(game.name, own, theirs) if len(actions) > 1 else None,
            )
        )
    return Analysis(game.name, seat, tuple(choices[: len(actions)]), choices[-1] if played else None)


def settings(folder: Path, **changes) -> Settings:
    plain = {
        "bot_pause": 0.0,
        "burst": 1e9,
        "rate": 1e9,
        "look_burst": 1e9,
        "look_rate": 1e9,
        "hosts": ("*",),
        "metrics": (HERE,),
    }
    url = changes.pop("database_url", f"sqlite:///{folder / 'donjon.sqlite'}")
    return Settings(folder, url, SECRET, **{**plain, **changes})


def application(folder: Path, thinker=None, **changes):
    return build(settings(folder, **changes), thinker or Quick)


def person(app, name: str | None = None, **options) -> TestClient:
    """A browser; `name` is the guest's id, None for a stranger without cookies."""
    client = TestClient(app, follow_redirects=False, **{"client": (HERE, 50000), **options})
    client.headers["accept-language"] = "en"
    if name is not None:
        client.cookies.set(COOKIE, Identity(SECRET).guest_cookie(name))
    return client


def beside(begun: TestClient, name: str | None = None, **options) -> TestClient:
    """Another browser at the server that one has begun: in one loop, as a server has it."""
    other = person(begun.app, name, **options)
    other.portal = begun.portal
    return other


def seats(*who: str) -> list[Seat]:
    """ "bot" is a bot, "open" an open seat, anything else the id of a guest."""
    made = []
    for number, name in enumerate(who):
        kind = name if name in ("bot", "open") else PERSON
        made.append(Seat(number, kind, name if kind == PERSON else "", "", "greedy" if kind == BOT else ""))
    return made


def new_table_game(*who: str, seed: str = "seed", game: str = GAME, **options) -> TableGame:
    """A game at its first decision, stored nowhere."""
    import json

    rules = games[game].rules_version
    header = Header("testtable", game, rules, len(who), json.dumps(options), seed, who[0], 1_000_000.0)
    table_game = TableGame(header, seats(*who))
    table_game.adopt(table_game.plan_start(header.created), "")
    return table_game


def told(table_game: TableGame, viewer, identity, since: str) -> dict:
    """What a page `since` is told, as the server sends it."""
    import json

    return json.loads(play.changes_since(table_game, viewer, identity, since, {}))


def drawn(table_game: TableGame, viewer, identity) -> str:
    """The part of a table's page that changes, drawn anew."""
    return updates.page(table_game, viewer, identity)


def step(table_game: TableGame, chance: random.Random) -> None:
    """One action at random."""
    seat = table_game.waiting[0]
    action = chance.choice(table_game.legal(seat))
    table_game.adopt(table_game.plan(seat, [action], f"key{table_game.seq}", table_game.seq), "")


def columns(waits: str, result: str = "") -> CachedColumns:
    """The cached columns of a table with what a test states; no time but zero."""
    return CachedColumns(waits, result, 0.0)


def store(storage, table_game: TableGame) -> None:
    """Write a game into a database as it is."""
    plan_waits = "over" if table_game.over else table_game.seats[table_game.waiting[0]].kind
    storage.create(
        table_game.header, table_game.seats, table_game.entries, columns(plan_waits), table_game.notes
    )


def laid(app, *seated: tuple[str, str], id: str = "oldtable", game: str = GAME) -> str:
    """Store a game that began with free seats, as tables of older versions did; return its address.

    seated: who sits (see `seats`) and the name, of each seat.
    """
    table_game = new_table_game(*(who for who, _name in seated), game=game)
    table_game.header = replace(table_game.header, id=id)
    named = [replace(seat, name=name) for seat, (_, name) in zip(table_game.seats, seated, strict=True)]
    table_game.with_seats(named)
    store(app.state.storage, table_game)
    return f"/t/{id}"


def nature_only(table_game: TableGame) -> int:
    return sum(entry.seat == NATURE for entry in table_game.entries)


def field(text: str, name: str) -> str:
    """The value of the first hidden field of this name."""
    return re.search(rf'<input type="hidden"[^>]* name="{name}" value="([^"]*)"', text)[1]


def offers(text: str) -> dict[int, str]:
    """The actions that a page offers, at once or after a look at what they do: number -> words."""
    found = {}
    for tag, words in re.findall(r'<button ([^>]*name="(?:action|consider)"[^>]*)>([^<]*)</button>', text):
        number = int(re.search(r'value="(\d+)"', tag)[1])
        label = re.search(r'aria-label="([^"]*)"', tag)
        found[number] = unescape(label[1] if label else words)
    return found


def post_move(client: TestClient, page: str, action: int, **changes):
    """Choose an action on a page that was fetched before."""
    table = re.search(r'action="/t/(\w+)/move"', page)[1]
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    return client.post(f"/t/{table}/move", data={**data, "action": action, **changes})


def quick_table(client: TestClient, opponents: int = 1, game: str = GAME) -> str:
    """Begin a game with one click; its address."""
    answer = client.post("/new", data={"game": game, "quick": opponents})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def wait_for(client: TestClient, address: str, *marks: str) -> str:
    """The page, as soon as it shows one of the marks (bots play meanwhile)."""
    import time

    deadline = time.monotonic() + FOR_EVER
    while time.monotonic() < deadline:
        text = client.get(address).text
        if any(mark in text for mark in marks):
            return text
        time.sleep(0.01)
    raise AssertionError(f"{address} never showed any of {marks}")
