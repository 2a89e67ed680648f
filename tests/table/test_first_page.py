"""The pages before a game: every game is offered, and none is named by the table itself."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from donjon.kernel.games import games
from donjon.rulebook import book
from donjon.table.live import presentation
from donjon.table.store import rows
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.rendering import FOLDER
from tests.table.people import new_table_game, person, quick_table, store

NAMES = list(games)


def card(text: str, name: str) -> str:
    """The part of the first page that offers a game."""
    return text.partition(f'id="game-{name}"')[2].partition("</article>")[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_offered_with_its_picture_and_its_numbers_of_bots(ann, name):
    game, text = games[name], ann.get("/").text
    shown = card(text, name)
    assert f">{game.title}</h2>" in shown
    assert "<svg" in shown
    assert f"/static/{name}.css" in text
    assert f'href="/new?game={name}"' in shown
    assert f'href="/rules/{name}"' in shown
    numbers = [int(number) for number in re.findall(r'name="quick" value="(\d+)"', shown)]
    assert numbers == [seats - 1 for seats in game.seats]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_first_page_says_what_a_game_is_about(ann, name, language):
    shown = card(ann.get("/", headers={"accept-language": language}).text, name)
    goal = book(name, language).panels[0]
    assert goal.id == "goal"
    assert f"<p>{escape(goal.text)}</p>" in shown


@pytest.mark.parametrize("name", NAMES)
def test_one_click_seats_as_many_as_the_button_says(ann, app, name):
    for opponents in (seats - 1 for seats in games[name].seats):
        table = quick_table(ann, opponents, name).removeprefix("/t/")
        table_game = app.state.tables._held[table]
        assert (table_game.game.name, len(table_game.seats)) == (name, opponents + 1)
    for number, seats in (("0", games[name].seats.start), ("99", games[name].seats.stop - 1), ("x", 2)):
        table = ann.post("/new", data={"game": name, "quick": number}).headers["location"]
        assert len(app.state.tables._held[table.removeprefix("/t/")].seats) == seats


@pytest.mark.parametrize("name", NAMES)
def test_a_table_with_as_many_seats_as_a_game_has(app, name):
    most = games[name].seats.stop - 1
    table_game = new_table_game(*"abcde"[:most], game=name)
    store(app.state.storage, table_game)
    with person(app, "a") as client:
        text = client.get(f"/t/{table_game.id}").text
    chips = text.partition('id="chips"')[2].partition("</ul>")[0]
    assert chips.count("<li>") == most
    assert len(set(re.findall(r"<span>([^<]+)</span>", chips))) == most


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_its_form_and_its_rules(ann, name):
    game, form = games[name], ann.get("/new", params={"game": name}).text
    assert f'name="game" value="{name}"' in form
    assert form.count('<select id="seat-') == game.seats.stop - 1
    assert [f"/new?game={other}" in form for other in games] == [True] * len(games)
    assert f'href="/new?game={name}" aria-current="page"' in form
    assert f'href="/rules/{name}"' in ann.get("/rules").text
    rules = ann.get(f"/rules/{name}")
    assert rules.status_code == 200
    assert f'id="{game.prefix}-1.1"' in rules.text


def test_the_form_as_it_comes_begins_a_game(ann):
    for name in NAMES:
        form = ann.get("/new", params={"game": name}).text
        given = {"game": name}
        for field, body in re.findall(
            r'<select id="[^"]*" name="(seat[^"]*)"[^>]*>(.*?)</select>', form, re.S
        ):
            given[field] = re.search(r'value="([^"]*)" selected', body)[1]
        assert ann.post("/new", data=given).status_code == 303


def test_your_tables_say_which_game_they_are(ann):
    tables = {name: quick_table(ann, game=name) for name in NAMES}
    text = ann.get("/").text
    for name, table in tables.items():
        assert f'<a href="{table}">{games[name].title}</a>' in text


def test_a_game_without_a_sample_shows_a_fresh_one(monkeypatch, tmp_path):
    monkeypatch.setattr(presentation, "SAMPLES", tmp_path)
    presentation._sample_view.cache_clear()
    try:
        for name in NAMES:
            assert "<svg" in presentation.sample(games[name], str)
            assert not presentation._sample_view(games[name])["over"]
    finally:
        presentation._sample_view.cache_clear()


def test_the_table_names_no_game_and_no_shape_of_a_board():
    words = [word for name in games for word in (name, name.replace("-", "_"), games[name].title)]
    words += [f"{games[name].prefix}-" for name in games] + ["hexname", "kb-", "cay-", "ys-"]
    for path in FOLDER.rglob("*"):
        if path.suffix in (".py", ".jinja", ".js", ".css") and "vendor" not in path.parts:
            text = path.read_text("utf-8").lower()
            assert [word for word in words if re.search(rf"\b{re.escape(word.lower())}\b", text)] == [], path


@pytest.mark.parametrize("touched", ["yesterday", 1e300, -1.0, 9e99, float("inf"), b"\xff"])
def test_a_table_whose_time_is_damaged_is_shown_without_it(app, touched):
    table_game = new_table_game("ann", "bob")
    store(app.state.storage, table_game)
    with app.state.storage.writing() as connection:
        connection.exec_driver_sql("UPDATE tables SET touched = ?", (touched,))
    with person(app, "ann") as client:
        answer = client.get("/")
    assert answer.status_code == 200
    assert f"/t/{table_game.id}" in answer.text


@pytest.mark.parametrize(
    "touched", [None, float("nan"), "1", b"", 10**400, -1], ids=lambda value: repr(value)[:9]
)
def test_what_is_no_time_is_not_said(touched):
    assert rows.read_time(touched) is None
    assert rows.read_time(1_000_000) == 1_000_000.0
