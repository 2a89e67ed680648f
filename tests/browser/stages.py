"""Games at their decisions, as tables that a browser can open."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from donjon.table.store.rows import OVER, PERSON
from donjon.table.store.table_game import TableGame
from donjon.table.web import i18n
from donjon.table.web.sessions import COOKIE, Identity
from tests.browser.hands import until
from tests.table.people import SECRET, columns, new_table_game, step

PHONE = (360, 640)
DESK = (1440, 900)


@cache
def played(name: str, seats: int = 3) -> tuple[TableGame, list[tuple[int, str | None]]]:
    """Play a whole game of so many, once for all tests that look at it.

    Returns it with the number of actions before each decision of the first seat and what is asked there, and
    the number of all.
    """
    table_game, chance = new_table_game("ann", *["bot"] * (seats - 1), game=name), random.Random(3)
    decisions = []
    while not table_game.over:
        if 0 in table_game.waiting:
            decisions.append((table_game.seq, table_game.view(0).get("ask")))
        step(table_game, chance)
    return table_game, [*decisions, (table_game.seq, None)]


def stored(name: str, table, decisions: Iterable[int], seats: int = 3) -> list[str]:
    """Store a game at these decisions of the first seat as tables of their own; return their addresses."""
    table_game, known = played(name, seats)
    addresses = []
    for number in decisions:
        header = replace(table_game.header, id=f"{name[:2]}stage{number}of{seats}")
        if header.id not in table.stages:
            entries, ends = table_game.entries[: known[number][0]], number == len(known) - 1
            table.app.state.storage.create(
                header, table_game.seats, entries, columns(OVER if ends else PERSON)
            )
            table.stages.add(header.id)
        addresses.append(f"/t/{header.id}")
    return addresses


def stages(name: str, table, count: int, seats: int = 3) -> list[str]:
    """Return so many addresses of a game, from its first decision to its end."""
    last = len(played(name, seats)[1]) - 1
    return stored(name, table, sorted({round(last * index / (count - 1)) for index in range(count)}), seats)


def stage(name: str, table, number: int) -> str:
    """Return the address of a game at one of the decisions of the first seat."""
    return stored(name, table, [number])[0]


def middle(name: str, table, ask: str | None = None) -> str:
    """Return the address of a game at the decision of the first seat that is nearest to the middle.

    With `ask` it is the nearest of those at which this is asked.
    """
    decisions = played(name)[1]
    wanted = [number for number, (_seq, asked) in enumerate(decisions) if ask in (None, asked)]
    return stage(name, table, min(wanted, key=lambda number: abs(number - len(decisions) // 2)))


def guest(page, table) -> None:
    """Make the browser that of the guest at the first seat."""
    cookie = Identity(SECRET).guest_cookie("ann")
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": table.address}])


def guest_in(language: str, visit, table, *size: int, **options):
    """Return a page of that guest's browser, in a language."""
    page = visit("/about", *size, **options)
    guest(page, table)
    speak(page, language, table)
    return page


def speak(page, language: str, table) -> None:
    """Set the language of the pages that come."""
    page.context.add_cookies([{"name": i18n.COOKIE, "value": language, "url": table.address}])


def resized(page, width: int, height: int) -> None:
    """Another size of the window; returns when the page has taken note."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width}")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
