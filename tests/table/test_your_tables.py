"""The list of a guest's tables says which game is which, and where it is the guest's turn."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest
import sqlalchemy as sa

from donjon.kernel.games import games
from donjon.table.store import upkeep
from donjon.table.store.rows import ENDED, TO_MOVE, Standing, read_standing
from tests.table.people import application, beside, new_table_game, person, step, store, wait_for


def rows(text: str) -> list[str]:
    """The lines of the list, as words."""
    found = re.findall(r'<li class="gr"[^>]*>(.*?)</li>', text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in found]


def kept(app, table_game, id: str, at: float) -> None:
    """Store a game under another id, as the server does after an action, at a time."""
    table_game.header = replace(table_game.header, id=id)
    store(app.state.storage, table_game)
    stored = app.state.storage.load(id)
    app.state.storage.mend(id, stored.check, replace(table_game.columns, touched=at))


def test_a_line_names_players_points_and_whose_turn_it_is(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        kept(app, new_table_game("ann", "bob", seed="a"), "mineone", 3.0)
        waiting = new_table_game("bob", "ann", "cleo", seed="b")
        kept(app, waiting, "minetwo", 2.0)
        ended, chance = new_table_game("ann", "bob", seed="c"), random.Random(1)
        while not ended.over:
            step(ended, chance)
        kept(app, ended, "minethree", 9.0)
        lines = rows(ann.get("/games").text)
    assert len(lines) == 3
    own = [line for line in lines if "your turn" in line]
    assert lines[: len(own)] == own, "one's own turn comes first"
    assert lines[-1].endswith("won"), "finished games come last"
    totals = [player["total"] for player in ended.view(None)["players"]]
    assert f"You {totals[0]} Red {totals[1]}" in lines[-1]
    assert f"Round {games['kingdom-builder'].round(ended.state)} ·" in lines[-1]
    third = next(line for line in lines if "Green" in line)
    assert "Blue 0 You 0 Green 0" in third
    turn = waiting.waiting[0]
    assert ("your turn" if turn == 1 else f"to move: {('Blue', 'Red', 'Green')[turn]}") in third


@pytest.mark.parametrize("name", list(games))
def test_what_is_noted_is_what_a_spectator_sees_after_every_action(name):
    table_game, chance = new_table_game("ann", "bob", "cleo", game=name), random.Random(2)
    for _action in range(30):
        seen = read_standing(table_game.standing)
        assert seen.to_move == table_game.waiting
        assert list(seen.totals) == [player["total"] for player in table_game.view(None)["players"]]
        assert seen.round == games[name].round(table_game.state)
        step(table_game, chance)


def test_a_move_is_noted_with_its_standing(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        at = ann.post("/new", data={"game": "kingdom-builder", "quick": 1}).headers["location"]
        wait_for(ann, at, 'id="moves"')
        stored = app.state.storage.load(at.removeprefix("/t/"))
        assert read_standing(stored.cached.standing).to_move == (0,)
        assert "your turn" in rows(ann.get("/games").text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"to_move": [], "totals": [], "round": "2"}',
        '{"to_move": 1, "totals": []}',
        '{"to_move": ["x"], "totals": [1]}',
        None,
        3,
    ],
)
def test_a_standing_that_cannot_be_right_is_none(text):
    assert read_standing(text) == Standing()


def test_a_standing_of_an_older_version_stays_as_it_is(tmp_path):
    app, table_game = application(tmp_path), new_table_game("ann", "bob")
    kept(app, table_game, "oldtable", 3.0)
    old = json.loads(table_game.standing)
    del old["round"]
    stored = app.state.storage.load("oldtable")
    for note, is_out_of_date in (
        (json.dumps(old), False),
        (json.dumps(old | {"round": 7}), True),
        ("", False),
    ):
        row = replace(stored, cached=replace(stored.cached, standing=note))
        assert upkeep.out_of_date(row, table_game) is is_out_of_date


def ended_game(seed: str):
    ended, chance = new_table_game("ann", "bob", seed=seed), random.Random(1)
    while not ended.over:
        step(ended, chance)
    return ended


def test_a_finished_game_says_whether_it_was_won(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        for number in range(6):
            ended = ended_game(f"{number}")
            kept(app, ended, f"ended{number}", float(number))
            totals = [player["total"] for player in ended.view(None)["players"]]
            first = rows(ann.get("/games").text)[0]
            assert ("won" if totals[0] > totals[1] else "finished") == first.split()[-1]


def test_many_finished_games_are_folded(tmp_path):
    app, ended = application(tmp_path), ended_game("c")
    with person(app, "ann") as ann:
        for number in range(13):
            kept(app, ended, f"ended{number}", float(number))
        text = ann.get("/games").text
    shown, folded = text.split("<summary><span")
    assert len(rows(shown)) == 10
    assert len(rows(folded)) == 3
    assert "Earlier games: 3" in folded


def test_the_game_whose_clock_ends_first_is_the_next(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        for number in range(3):
            kept(app, new_table_game("ann", "bot", first=0), f"mine{number}", float(number))
        with app.state.storage._engine.begin() as connection:
            due = sa.text("UPDATE seats SET due = :due WHERE table_id = :table")
            connection.execute(due, {"due": 9_000, "table": "mine1"})
            connection.execute(due, {"due": 5_000, "table": "mine0"})
        text = ann.get("/games").text
    assert re.findall(r'<li class="gr" id="game-(\w+)"', text) == ["mine0", "mine1", "mine2"]
    assert re.search(r'href="/t/mine0">.*?Next game that waits', text, re.S)


SITE = ("/", "/games", "/about", "/new", "/rules", "/learn", "/puzzles", "/lobby")


def badge(text: str) -> list[str]:
    """What the menu says of games that wait, and what the title does."""
    said = re.findall(r'class="count"><span aria-hidden="true">(\d+)</span>', text)
    return [*said, *re.findall(r"<title>\((\d+)\) ", text)]


def test_every_page_says_how_many_games_wait_for_its_guest(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        for number in range(2):
            kept(app, new_table_game("ann", "bot", first=0), f"mine{number}", 3.0)
        theirs = new_table_game("bob", "ann", first=0)
        kept(app, theirs, "theirs", 4.0)
        assert theirs.waiting == (0,)
        kept(app, ended_game("c"), "ended", 5.0)
        for address in SITE:
            # In the head and in the tabs of a phone, and in the title.
            assert badge(ann.get(address).text) == ["2", "2", "2"], address
            assert badge(beside(ann, "eve").get(address).text) == [], address
            assert badge(beside(ann).get(address).text) == [], address


def test_the_number_that_waits_costs_one_question_and_a_stranger_none(tmp_path):
    app, asked = application(tmp_path), []
    sa.event.listen(app.state.storage._engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    person(app).get("/about")
    assert asked == []
    person(app, "ann").get("/about")
    assert len([text for text in asked if text.startswith("SELECT")]) == 1


def test_a_page_that_needs_no_database_is_shown_without_it(tmp_path, monkeypatch):
    app = application(tmp_path)

    def broken(_owner):
        raise sa.exc.OperationalError("SELECT", {}, OSError("the disk is gone"))

    monkeypatch.setattr(app.state.storage, "to_move", broken)
    answer = person(app, "ann").get("/about")
    assert (answer.status_code, badge(answer.text)) == (200, [])


def test_a_hundred_tables_are_listed_with_four_queries_and_no_replay(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        table_game = new_table_game("ann", "bob")
        for number in range(100):
            kept(app, table_game, f"hundred{number}", float(number))
        storage, asked = app.state.storage, []
        engine = storage._engine
        sa.event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
        assert len(rows(ann.get("/games").text)) == 100
    assert len([text for text in asked if text.lstrip().startswith("SELECT")]) == 4
    assert not any("FROM actions" in text for text in asked)


def listed_order(storage, owner):
    return [(line.id, line.state) for line in storage.tables_of(owner)]


def test_a_list_has_those_first_where_it_is_the_guests_turn_then_others_then_finished_ones(tmp_path):
    app = application(tmp_path)
    storage = app.state.storage
    for id, seed, at in (("tablea", "a", 5.0), ("tableb", "b", 7.0)):
        kept(app, new_table_game("ann", "bob", seed=seed), id, at)
    ended, chance = new_table_game("ann", "bob", seed="c"), random.Random(1)
    while not ended.over:
        step(ended, chance)
    kept(app, ended, "tablec", 9.0)
    waiting = {id: storage.load(id).notes for id in ("tablea", "tableb")}
    for number, owner in enumerate(("ann", "bob")):
        found = listed_order(storage, owner)
        assert [state for _id, state in found] == sorted(state for _id, state in found)
        assert found[-1] == ("tablec", ENDED)
        mine = [id for id, notes in waiting.items() if notes[number].state == TO_MOVE]
        assert sorted(storage.to_move(owner)) == sorted(mine)
        assert {id for id, state in found if state == TO_MOVE} == set(mine)


@pytest.mark.parametrize("name", list(games))
def test_the_row_of_a_seat_says_after_every_action_whether_its_person_is_to_move(name):
    table_game, chance = new_table_game("ann", "bot", "cleo", game=name), random.Random(4)
    for _action in range(40):
        owes = [note.seat for note in table_game.notes if note.state == TO_MOVE]
        assert owes == [seat for seat in table_game.waiting if seat != 1]
        step(table_game, chance)
    while not table_game.over:
        step(table_game, chance)
    assert {note.state for note in table_game.notes} == {ENDED}


def test_the_lists_of_a_guest_are_read_by_an_index(tmp_path):
    """A person's lists cost the same however many tables there are."""
    app = application(tmp_path)
    kept(app, new_table_game("ann", "bob"), "tablea", 5.0)
    with app.state.storage.reading() as connection:
        for where in ("state = 0", "state = 1 ORDER BY touched DESC", "state = 2 ORDER BY touched DESC"):
            plan = connection.execute(
                sa.text(f"EXPLAIN QUERY PLAN SELECT table_id FROM seats WHERE owner = 'ann' AND {where}")
            ).all()
            (line,) = [row[3] for row in plan]
            assert "SEARCH seats USING INDEX seats_by_owner (owner=? AND state=?)" in line
