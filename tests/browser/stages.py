"""Games at their decisions, as tables that a browser can open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from donjon.table.identity import COOKIE, Identity
from donjon.table.table_game import TableGame
from tests.browser.hands import until
from tests.table.people import SECRET, new_table_game, step, store

PHONE = (360, 640)


def own_decisions(name: str, seats: int = 3) -> Iterator[TableGame]:
    """A game of so many at each decision of the first seat, and at its end."""
    table_game, chance = new_table_game("ann", *["bot"] * (seats - 1), game=name), random.Random(3)
    while not table_game.over:
        if 0 in table_game.waiting:
            yield table_game
        step(table_game, chance)
    yield table_game


def stages(name: str, table, count: int, seats: int = 3) -> list[str]:
    """So many addresses of a game, from its first decision to its end, stored as tables of their own."""
    number = sum(1 for _ in own_decisions(name, seats)) - 1
    wanted = {round(number * index / (count - 1)) for index in range(count)}
    made = []
    for index, table_game in enumerate(own_decisions(name, seats)):
        if index in wanted:
            table_game.header, kept = (
                replace(table_game.header, id=f"{name[:2]}stage{index}of{seats}"),
                table_game.header,
            )
            store(table.app.state.storage, table_game)
            table_game.header = kept
            made.append(f"/t/{name[:2]}stage{index}of{seats}")
    return made


def stage(name: str, table, number: int) -> str:
    """The address of a game at one of the decisions of the first seat."""
    table_game = next(islice(own_decisions(name), number, None))
    table_game.header = replace(table_game.header, id=f"{name[:2]}single{number}")
    store(table.app.state.storage, table_game)
    return f"/t/{table_game.header.id}"


def guest(page, table) -> None:
    """The browser is that of the guest at the first seat."""
    cookie = Identity(SECRET).guest_cookie("ann")
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": table.address}])


def guest_in(language: str, visit, table, *size: int, **options):
    """A page of that guest's browser, in a language."""
    page = visit("/about", *size, **options)
    guest(page, table)
    page.click(f".languages button[value='{language}']")
    return page


def resized(page, width: int, height: int) -> None:
    """Another size of the window; returns when the page has taken note."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width}")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
