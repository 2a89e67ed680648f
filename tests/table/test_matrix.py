"""Who may do what: every verb for every kind of visitor."""

from __future__ import annotations

import pytest

from donjon.table.app import ROUTES
from donjon.table.store.replaying import replay
from tests.table.people import field, new_table_game, offers, person, store

MOVES = ("move", "undo", "redo")
VERBS = (*MOVES, "screen", "leave", "back")
# Of tables whose players are still to come; see test_gathering.
BEFORE = ("sit", "seat", "start", "listing", "pace")
# Of games with a clock, and what needs consent; see test_agreements.
ASKS = ("offer", "consent", "resign", "claim", "zone")
# Of finished games; see test_gathering.
AFTER = ("again",)


@pytest.fixture
def table(app):
    """A stored game whose first player has built twice and undone the second."""
    table_game = new_table_game("ann", "bob", "bot", "open")
    seat = table_game.waiting[0]
    while seat > 1:
        table_game = new_table_game("ann", "bob", "bot", "open", seed=table_game.header.seed + "x")
        seat = table_game.waiting[0]
    for number in range(2):
        table_game.adopt(table_game.plan(seat, table_game.legal(seat)[:1], f"key{number}", 0.0), "")
    table_game.adopt(table_game.take_back(seat, 1, "undo", 0.0), "")
    store(app.state.storage, table_game)
    return table_game


def data_of(client, table):
    page = client.get(f"/t/{table.id}").text
    given = {name: field(page, name) for name in ("seat", "seq", "key")}
    return {**given, "action": next(iter(offers(page))), "count": 1}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("who", ["stranger", "spectator", "other seat", "seat for other", "owner"])
def test_only_the_owner_of_the_seat_acts_for_it(app, table, who, verb):
    mover = table.waiting[0]
    owners = ("ann", "bob")
    owner = person(app, owners[mover])
    data = data_of(owner, table)
    if verb == "redo":
        data["action"] = table.undone[0].entry.action
    visitors = {
        "stranger": person(app),
        "spectator": person(app, "eve"),
        "other seat": person(app, owners[1 - mover]),
        "seat for other": person(app, owners[1 - mover]),
        "owner": owner,
    }
    if who == "seat for other":
        # The other player claims to act for the own seat, with the mover's key.
        data["seat"] = str(1 - mover)
    seq = int(data["seq"])
    answer = visitors[who].post(f"/t/{table.id}/{verb}", data=data)
    stored = replay(app.state.storage.load(table.id))
    after = stored.moved
    assert stored.seats[mover].is_away == (who == "owner" and verb == "leave")
    if who == "owner":
        assert answer.status_code == 303
        assert (after != seq) == (verb in MOVES)
        return
    assert after == seq
    if who == "seat for other" and verb == "screen":
        assert answer.status_code == 303
        return
    assert answer.status_code == (409 if who == "seat for other" else 403)


def test_bots_and_open_seats_belong_to_nobody(app, table):
    for seat in (2, 3):
        for name in ("ann", "bob", "eve", None):
            answer = person(app, name).post(
                f"/t/{table.id}/move", data={"seat": seat, "seq": table.seq, "key": "", "action": 0}
            )
            assert answer.status_code == 403


def test_a_guest_without_a_name_owns_no_seat(app, table):
    forged = person(app)
    forged.cookies.set("donjon_guest", "ann")
    assert 'id="moves"' not in forged.get(f"/t/{table.id}").text


def test_spectators_have_no_verbs(app, table):
    for visitor in (person(app), person(app, "eve")):
        text = visitor.get(f"/t/{table.id}").text
        assert 'method="post"' not in text.partition('id="live"')[2]


def test_every_address_that_changes_something_is_known_to_these_tests():
    changing = {route.path for route in ROUTES if "POST" in (route.methods or ())}
    verbs = {f"/t/{{table}}/{verb}" for verb in (*VERBS, *BEFORE, *ASKS, *AFTER)}
    pages = {
        "/device",
        "/device/{token}",
        "/new",
        "/start",
        "/deal",
        "/learn/{game}",
        "/language",
        "/t/{table}/sit/{token}",
    }
    assert changing == verbs | pages
