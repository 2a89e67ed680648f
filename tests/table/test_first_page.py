"""The pages before a game: every game is offered, and none is named by the table itself."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from donjon.kernel.games import games
from donjon.table.live import presentation
from donjon.table.store import rows
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.rendering import FOLDER, say
from tests.table.people import new_table_game, person, quick_table, store

NAMES = list(games)


def card(text: str, name: str) -> str:
    """The part of the first page that offers a game."""
    return text.partition(f'id="game-{name}"')[2].partition("</label>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_offered_with_its_picture_and_what_one_asks_first(ann, name, language):
    game, glance = games[name], games[name].glance
    shown = card(ann.get("/", headers={"accept-language": language}).text, name)
    translate = say(language)
    assert f">{game.title}</span>" in shown
    assert f"{game.seats.start}–{game.seats.stop - 1}" in shown
    assert escape(translate(glance.pitch.text)) in shown
    assert language == "en" or translate(glance.pitch.text) != glance.pitch.text
    assert f"{glance.minutes} " in shown
    assert shown.count('class="full"') == glance.weight
    picture = re.search(r'src="([^"]*)"', shown)[1]
    answer = ann.get(picture)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert ann.get(picture.replace(name, "nothing")).status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_a_small_picture_shows_a_part_of_the_board(name):
    for shape, ratio in (("wide", 16 / 9), ("square", 9 / 8)):
        (width, height), (left, top, across, high) = presentation.crops(games[name])[shape]
        assert 0 <= left < left + across <= width
        assert 0 <= top < top + high <= height
        assert across / high == pytest.approx(ratio, abs=0.02)


def test_the_first_page_is_one_form_with_three_ways(ann):
    form = ann.get("/").text.partition('<form class="start"')[2].partition("</form>")[0]
    assert 'method="post" action="/start"' in form
    assert re.findall(r'name="game" value="([^"]*)"( checked)?', form) == [
        (name, " checked" if name == NAMES[0] else "") for name in NAMES
    ]
    assert re.findall(r'name="way" value="([^"]*)"', form) == ["now", "friends", "learn"]


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
    for address in ("/", "/games"):
        text = ann.get(address).text
        for name, table in tables.items():
            assert f'href="{table}"' in text
            assert games[name].title in text


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
