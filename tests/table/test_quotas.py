"""Nobody begins so many games that the bots are busy with theirs alone."""

from __future__ import annotations

from tests.table.people import (
    GAME,
    HERE,
    Quick,
    application,
    beside,
    new_table_game,
    offers,
    person,
    post_move,
    quick_table,
    store,
    wait_for,
)

QUICK = {"game": GAME, "quick": 1}


def test_one_address_begins_so_many_games_at_once(tmp_path):
    app = application(tmp_path, games_burst=3, games_rate=0.0)
    with person(app) as client:
        for _ in range(3):
            client.cookies.clear()
            quick_table(client)
        client.cookies.clear()
        answer = client.post("/new", data=QUICK)
        assert answer.status_code == 429
        assert "Too many new games from your address" in answer.text


def test_a_household_with_addresses_without_end_is_counted_as_one(tmp_path):
    app = application(tmp_path, games_burst=2, games_rate=0.0)
    answers = []
    for number in range(3):
        with person(app, client=(f"2001:db8::{number}", 1)) as client:
            answers.append(client.post("/new", data=QUICK, follow_redirects=False).status_code)
    assert answers == [303, 303, 429]


def test_a_person_begins_so_many_games_in_a_day(tmp_path):
    app = application(tmp_path, games_per_day=2)
    with person(app, "ann") as ann:
        bob = beside(ann, "bob")
        quick_table(ann)
        quick_table(ann)
        answer = ann.post("/new", data=QUICK)
        assert answer.status_code == 429
        assert "You started 2 games in 24 hours" in answer.text
        quick_table(bob)


def test_a_form_that_is_refused_costs_nothing(tmp_path):
    app = application(tmp_path, games_burst=1, games_rate=0.0)
    with person(app, "ann") as ann:
        for _ in range(3):
            assert ann.post("/new", data={"game": GAME, "seat.0": "me"}).status_code == 422
        quick_table(ann)


def test_bots_think_in_the_lane_of_who_asked(tmp_path):
    """All tables of one address share a lane, however many there are; another address has its own."""
    thinker = Quick()
    app = application(tmp_path, lambda: thinker)
    with person(app, "ann", client=("10.0.0.1", 1)) as ann:
        bob = beside(ann, "bob", client=("10.0.0.2", 1))
        for client, lane in ((ann, "10.0.0.1"), (bob, "10.0.0.2")):
            for _ in range(3):
                thinker.lanes.clear()
                table = quick_table(client, game="caylus")
                page = wait_for(client, table, 'id="moves"')
                while not thinker.lanes:
                    post_move(client, page, 0)
                    page = wait_for(client, table, 'id="moves"')
                assert set(thinker.lanes) == {lane}


def test_an_address_stores_so_many_moves_in_a_day(tmp_path):
    """Moves that are taken back count as well, and a game counts for its setup."""
    app = application(tmp_path, writes_per_day=52)
    store(app.state.storage, table_game := new_table_game("ann", "ann"))
    with person(app, "ann") as client:
        address = f"/t/{table_game.id}"
        for status in (303, 303, 303):
            page = client.get(address).text
            assert post_move(client, page, next(iter(offers(page)))).status_code == status
        assert client.post("/new", data=QUICK).status_code == 429
        app.state.quotas.limits.moves.spend(HERE, 49)
        page = client.get(address).text
        refused = post_move(client, page, next(iter(offers(page))))
        assert refused.status_code == 409
        assert "Your address has reached its daily move limit" in refused.text
        assert client.get(address).status_code == 200
