"""A damaged record spoils one table and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace
from html import unescape

import pytest
import sqlalchemy as sa

from donjon.table.store.rows import NoTable
from donjon.table.store.upkeep import repair_table
from tests.table.people import columns, new_table_game, person, quick_table, step, store


@pytest.fixture
def damaged(app):
    table_game, chance = new_table_game("ann", "bob"), random.Random(5)
    for _ in range(20):
        step(table_game, chance)
    store(app.state.storage, table_game)
    with app.state.storage.writing() as connection:
        connection.execute(sa.text("update actions set action = 401 where seq = 22"))
    return table_game


@pytest.mark.parametrize("part", ["", "/live", "/stream", "/log", "/replay", "/record.txt"])
def test_the_page_says_where_and_what_to_do(app, damaged, part):
    with person(app, "ann", raise_server_exceptions=False) as client:
        answer = client.get(f"/t/{damaged.id}{part}")
    assert answer.status_code == 500
    assert "damaged" in answer.text
    assert "up to move 22" in answer.text
    assert f"donjon archive repair {damaged.id}" in answer.text
    assert "Traceback" not in answer.text


def test_moves_are_refused_and_other_tables_go_on(app, damaged):
    with person(app, "ann", raise_server_exceptions=False) as client:
        for verb in ("move", "undo", "screen"):
            answer = client.post(f"/t/{damaged.id}/{verb}", data={"seat": 0, "seq": 31})
            assert answer.status_code == 500
            assert "damaged" in answer.text
        assert client.get(quick_table(client)).status_code == 200
        assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/t/nowhere", 404, "Table not found"),
        ("/nowhere", 404, "Page not found"),
        ("/rules/chess", 404, "Page not found"),
        ("/t/nowhere/move", 405, "Nothing to show here"),
        ("/static/../app.py", 404, "Page not found"),
        ("/static/%2e%2e/app.py", 404, "There is no such"),
    ],
)
def test_addresses_that_lead_nowhere(ann, address, status, words):
    answer = ann.get(address)
    assert answer.status_code == status
    assert words in answer.text


def test_a_mistake_of_ours_is_no_traceback_in_a_face(app, monkeypatch):
    from donjon.table.live import presentation

    monkeypatch.setattr(presentation, "crops", lambda *_: 1 / 0)
    with person(app, raise_server_exceptions=False) as client:
        answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "ZeroDivision" not in answer.text
    assert "content-security-policy" in answer.headers


def test_a_database_that_went_away(app):
    with person(app, "ann", raise_server_exceptions=False) as client:
        with app.state.storage.writing() as connection:
            connection.execute(sa.text("drop table seats"))
        answer = client.get("/")
    assert answer.status_code == 503
    assert "Your earlier moves are safe" in answer.text


@pytest.mark.parametrize(
    ("rules", "words"), [("0", "This server has version 1."), ("1+0badcafe", "own data")]
)
def test_a_table_of_other_rules_is_not_called_damaged(app, rules, words):
    table_game = new_table_game("ann", "bob")
    app.state.storage.create(
        replace(table_game.header, rules=rules), table_game.seats, table_game.entries, columns("person")
    )
    with person(app, "ann", raise_server_exceptions=False) as client:
        assert client.get("/").status_code == 200
        for part in ("", "/live", "/stream", "/log", "/replay", "/record.txt"):
            answer = client.get(f"/t/{table_game.id}{part}")
            assert answer.status_code == 501
            assert f"started with version {rules} of the Kingdom Builder rules" in answer.text
            assert "Nothing is lost" in answer.text
            assert words in unescape(answer.text)
            assert "damaged" not in answer.text


def test_repair_cuts_back_to_the_sound_moves_and_keeps_the_rest(app, damaged, tmp_path):
    app.state.storage.close()
    assert "22 moves are sound" in repair_table(tmp_path, damaged.id)
    kept = list(tmp_path.glob(f"{damaged.id}-cut-*.json"))
    assert len(kept) == 1
    assert '"seq": 22' in kept[0].read_text()
    with person(app, "ann") as client:
        assert client.get(f"/t/{damaged.id}").status_code == 200
    assert "nothing to repair" in repair_table(tmp_path, damaged.id)
    with pytest.raises(NoTable):
        repair_table(tmp_path, "nowhere")
