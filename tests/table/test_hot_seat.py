"""Several people at one screen."""

from __future__ import annotations

from tests.table.people import GAME, field, new_table_game, offers, person, post_move, store


def test_one_after_the_other_at_the_same_screen(ann):
    form = {"game": GAME, "seat.0": "me", "seat.1": "person", "option.first": "0"}
    table = ann.post("/new", data=form).headers["location"]
    movers = []
    for _ in range(12):
        page = ann.get(table).text
        movers.append(field(page, "seat"))
        actions = list(offers(page))
        post_move(ann, page, 408 if 408 in actions else actions[0])
    assert movers[:4] == ["0"] * 4
    assert movers[4:8] == ["1"] * 4
    assert movers[8:] == ["0"] * 4


def test_nobodys_card_is_shown_until_somebody_asks(app):
    """Two at this screen, the third elsewhere and to move."""
    seed = 0
    table_game = new_table_game("ann", "ann", "bob")
    while table_game.waiting != (2,):
        seed += 1
        table_game = new_table_game("ann", "ann", "bob", seed=str(seed))
    store(app.state.storage, table_game)
    with person(app, "ann") as ann:
        table = f"/t/{table_game.id}"
        page = ann.get(table).text
        assert page.count("hidden terrain card</span>") == 2
        assert "I'm Blue" in page
        assert "I'm Red" in page
        assert ann.post(f"{table}/screen", data={"seat": 0}).status_code == 303
        page = ann.get(table).text
        assert page.count("hidden terrain card</span>") == 1
        assert ann.post(f"{table}/screen", data={"seat": 2}).status_code == 403


def test_the_screen_forgets_who_held_it_when_another_moves(app):
    seed = 0
    table_game = new_table_game("ann", "ann", "bob")
    while table_game.waiting != (1,):
        seed += 1
        table_game = new_table_game("ann", "ann", "bob", seed=str(seed))
    store(app.state.storage, table_game)
    with person(app, "ann") as ann:
        table = f"/t/{table_game.id}"
        ann.post(f"{table}/screen", data={"seat": 0})
        for _ in range(4):
            page = ann.get(table).text
            assert field(page, "seat") == "1"
            actions = list(offers(page))
            post_move(ann, page, 408 if 408 in actions else actions[0])
        page = ann.get(table).text
        assert 'id="moves"' not in page
        assert page.count("hidden terrain card</span>") == 2


def test_a_seat_with_a_secret_waits_until_the_screen_is_passed(app, monkeypatch):
    """A game where the mover sees what others do not: the page shows it only after "I am ..."."""
    from donjon.table.live import viewers

    table_game = new_table_game("ann", "ann")
    mover = table_game.waiting[0]
    store(app.state.storage, table_game)
    monkeypatch.setattr(viewers, "has_secrets", lambda _playing, _seat: True)
    with person(app, "ann") as ann:
        table = f"/t/{table_game.id}"
        page = ann.get(table).text
        assert "Pass the device to" in page
        assert offers(page) == {}
        ann.post(f"{table}/screen", data={"seat": mover})
        page = ann.get(table).text
        assert "Pass the device to" not in page
        assert sorted(offers(page)) == table_game.legal(mover)
