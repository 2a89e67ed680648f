"""What is drawn once for many is what would be drawn for each alone, whatever was drawn before."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from donjon import games
from donjon.table.live import controls, pages, wording
from donjon.table.live.viewers import Screens, Viewer, viewer
from donjon.table.store.table_game import TableGame
from donjon.table.web import rendering
from donjon.table.web.rendering import say
from donjon.table.web.sessions import Identity
from tests.table.people import drawn as drawn_page
from tests.table.people import new_table_game
from tests.table.people import told as told_to

IDENTITY = Identity(b"a secret of the server" * 2)
GUESTS = ("ann", "bob", None)
LANGUAGES = ("en", "hu")


def forget() -> None:
    """Nothing was ever drawn."""
    for kept in (controls.line_piece, controls.thing_piece, rendering._log_line, rendering._link_to):
        kept.cache_clear()


def moves(name: str, seed: int, count: int) -> Iterator[TableGame]:
    """A table now and after each of so many moves by chance, most of them passed over."""
    table_game, random = new_table_game("ann", "bob", game=name, seed=f"{seed}"), Random(seed)
    for _ in range(count):
        for _ in range(random.choice((1, 9))):
            if not table_game.over:
                seat = table_game.waiting[0]
                change = table_game.plan(seat, [random.choice(table_game.legal(seat))], "", 0.0)
                table_game.adopt(change, "")
        yield table_game


def looking(table_game: TableGame) -> list[Viewer]:
    """All who look, in every language."""
    return [viewer(table_game, guest, language, Screens()) for guest in GUESTS for language in LANGUAGES]


@pytest.mark.parametrize("name", games)
def test_a_page_is_the_same_whoever_looked_before(name: str) -> None:
    random = Random(4)
    for table_game in moves(name, 5, 8):
        watching = looking(table_game)
        random.shuffle(watching)
        warm = [drawn_page(table_game, one, IDENTITY) for one in watching]
        for one, page in zip(watching, warm, strict=True):
            forget()
            table_game.forget_drawn()
            table_game.event_lines.clear()
            table_game.lines.clear()
            assert drawn_page(table_game, one, IDENTITY) == page


@pytest.mark.parametrize("name", games)
def test_what_a_viewer_is_told_is_the_same_whoever_was_told_before(name: str) -> None:
    has: dict[tuple[str | None, str], str] = {}
    for table_game in moves(name, 6, 8):
        told = [
            told_to(table_game, one, IDENTITY, has.get((one.guest, one.language), ""))
            for one in looking(table_game)
        ]
        for one, update in zip(looking(table_game), told, strict=True):
            forget()
            table_game.forget_drawn()
            table_game.event_lines.clear()
            table_game.lines.clear()
            since = has.get((one.guest, one.language), "")
            assert told_to(table_game, one, IDENTITY, since) == update
            has[one.guest, one.language] = update["to"]


def test_what_was_drawn_is_kept_for_the_latest_tables_only() -> None:
    tables = [new_table_game("ann", "bob", game="ys", seed=f"{seed}") for seed in range(pages.MOST_DRAWN + 2)]
    for table_game in tables:
        drawn_page(table_game, viewer(table_game, None, "en", Screens()), IDENTITY)
    assert [bool(table_game.pages) for table_game in tables] == [False] * 2 + [True] * pages.MOST_DRAWN


def spoil(data: Any) -> None:
    """Change plain data wherever it can be changed."""
    inner = list(data.values()) if isinstance(data, dict) else list(data) if isinstance(data, list) else []
    for one in inner:
        spoil(one)
    if isinstance(data, (dict, list)):
        data.clear()


@pytest.mark.parametrize("name", games)
def test_nobody_can_change_what_another_sees(name: str) -> None:
    """What all see of a position is kept, but each view is its own."""
    for table_game in moves(name, 9, 12):
        state, view = table_game.state, games[name].view
        seen = {seat: json.dumps(view(state, seat)) for seat in (None, 0, 1)}
        for seat in (1, None, 0):
            one = view(state, seat)
            assert json.dumps(one) == seen[seat]
            spoil(one)
        assert {seat: json.dumps(view(state, seat)) for seat in (0, 1, None)} == seen


def test_lines_of_the_log_are_the_same_ones_while_nothing_of_them_changes() -> None:
    before: list[wording.LogLine] = []
    for table_game in moves("kingdom-builder", 10, 6):
        now = wording.log_lines(table_game, 0, say("en"), ["Anna", "Béla"])
        lines = list(islice(now, pages.LOG_LINES))
        known = {line.id: line for line in before}
        again = [line for line in lines if line in before]
        assert all(line is known[line.id] for line in again)
        assert again or not before
        before = lines
