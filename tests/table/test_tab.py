"""The tab of a browser says whose turn it is in which game."""

from __future__ import annotations

import html
import random

import pytest

from donjon.kernel.games import games
from tests.table.people import beside, field, laid, new_table_game, offers, person, post_move, step, store
from tests.table.test_sitting import link_of


@pytest.mark.parametrize("game", ["caylus", "kingdom-builder", "ys"])
def test_the_title_says_whose_turn_it_is_and_who_sits_there(app, game):
    title = games[game].title
    with person(app, "ann") as ann:
        table = laid(app, ("ann", "Ann"), ("open", ""), game=game)
        bob, eve = beside(ann, "bob"), beside(ann, "eve")
        for where in ("", "/text"):
            assert "Bob" not in tab(eve, table + where)
        bob.post(link_of(app, 1, table), data={"name": "Bob"})
        table_game = app.state.tables._held[table.removeprefix("/t/")]
        for _ in range(4):
            waiting, names = table_game.waiting, ("Ann", "Bob")
            for seat, client in enumerate((ann, bob, eve)):
                for where in ("", "/text"):
                    said = tab(client, table + where)
                    if seat in waiting:
                        assert said == f"Your turn – {title}"
                    elif len(waiting) == 1:
                        assert said == f"{names[waiting[0]]}'s turn – {title}"
                    else:
                        assert said == f"Waiting for Ann, Bob – {title}"
            mover = (ann, bob)[waiting[0]]
            page = mover.get(table).text
            post_move(mover, page, next(iter(offers(page))))


@pytest.mark.parametrize(
    ("language", "mine", "theirs"),
    [("ru", "Ваш ход – Caylus", "Ход: Bob – Caylus"), ("hu", "Te jössz – Caylus", "Bob köre – Caylus")],
)
def test_the_title_in_other_languages(app, language, mine, theirs):
    table_game = new_table_game("ann", "open", game="caylus", turn_order=[1, 0])
    store(app.state.storage, table_game)
    table = f"/t/{table_game.id}"
    with person(app, "bob") as bob:
        bob.post(link_of(app, 1, table), data={"name": "Bob"})
        for client, said in ((bob, mine), (beside(bob), theirs)):
            client.headers["accept-language"] = language
            assert tab(client, table) == said


def test_at_a_shared_screen_the_title_names_the_seat(app):
    table_game = new_table_game("ann", "ann", game="caylus", turn_order=[0, 1])
    store(app.state.storage, table_game)
    with person(app, "ann") as ann:
        assert tab(ann, f"/t/{table_game.id}") == "Blue's turn – Caylus"


def test_an_open_page_is_told_its_new_title_and_icon(app):
    table_game = new_table_game("ann", "bob", game="caylus", turn_order=[0, 1])
    store(app.state.storage, table_game)
    table = f"/t/{table_game.id}"
    with person(app, "ann") as ann:
        page = ann.get(table).text
        assert 'href="/static/logo-turn.svg' in page
        frame = page.split('data-frame="')[1].split('"')[0]
        data = {name: field(page, name) for name in ("seat", "seq", "key")}
        action = next(iter(offers(page)))
        told = ann.post(f"{table}/move", data={**data, "action": action}, headers={"x-frame": frame}).json()
        changed = told["facts"][-1]
        assert changed["@data-tab:page"] == "Red's turn – Caylus"
        assert changed["@data-icon:page"].startswith("/static/logo.svg")
        assert ann.get(changed["@data-icon:page"]).status_code == 200


def tab(client, address: str) -> str:
    """The title of a page, as the tab of a browser shows it."""
    return html.unescape(client.get(address).text.split("<title>")[1].split("</title>")[0])


def test_at_the_end_the_title_says_so(app):
    table_game, chance = new_table_game("ann", "bob", game="caylus"), random.Random(1)
    while not table_game.over:
        step(table_game, chance)
    store(app.state.storage, table_game)
    with person(app, "ann") as ann:
        assert tab(ann, f"/t/{table_game.id}") == "Game over – Caylus"
