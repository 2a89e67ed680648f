"""The pages of the lessons, and a lesson's table among others."""

from __future__ import annotations

import re

import pytest

from donjon.rulebook.lessons import lesson_of, taught
from tests.table.people import beside

GAMES = [lesson.game for lesson in taught()]


def begun(client, name: str) -> str:
    answer = client.post(f"/learn/{name}")
    assert answer.status_code == 303
    return answer.headers["location"]


def test_lessons_are_offered_on_the_first_page_and_with_new_games(ann):
    every = ann.get("/learn").text
    assert 'href="/learn"' in ann.get("/").text
    for name in GAMES:
        assert f'href="/learn/{name}"' in ann.get("/new", params={"game": name}).text
        chosen = ann.post("/start", data={"game": name, "way": "learn"})
        assert (chosen.status_code, chosen.headers["location"]) == (303, f"/learn/{name}")
        assert f'action="/learn/{name}"' in every
        one = ann.get(f"/learn/{name}").text
        assert re.findall(r'action="/learn/([\w-]+)"', one) == [name]
        assert lesson_of(name).about in one


@pytest.mark.parametrize("name", GAMES)
def test_a_press_lays_a_real_table_that_is_listed_and_guided(ann, app, name):
    where = begun(ann, name)
    table_game = app.state.tables._held[where.removeprefix("/t/")]
    assert table_game.header.seed == lesson_of(name).seed
    assert [seat.kind for seat in table_game.seats] == ["person"] + ["bot"] * (lesson_of(name).players - 1)
    text = ann.get(where).text
    assert 'id="guide"' in text
    assert 'aria-live="polite"' in text.partition('id="guide"')[2]
    assert f'href="{where}"' in ann.get("/").text
    assert 'id="guide"' in ann.get(f"{where}/text").text


@pytest.mark.parametrize("name", GAMES)
def test_others_see_the_table_without_its_guide(ann, name):
    where = begun(ann, name)
    assert 'id="guide"' not in beside(ann, "bob").get(where).text


def test_a_refused_action_leaves_the_guide_standing(ann):
    where = begun(ann, "kingdom-builder")
    guide = re.compile(r'<aside id="guide".*?</aside>', re.DOTALL)
    before = guide.search(ann.get(where).text)[0]
    answer = ann.get(where, params={"ask": "build 0,0"}).text
    assert 'id="notice"' in answer
    assert guide.search(answer)[0] == before


def test_what_is_no_lesson(ann):
    assert ann.get("/learn/chess").status_code == 404
    assert ann.post("/learn/chess").status_code == 404
    quick = ann.post("/new", data={"game": "kingdom-builder", "quick": "1"}).headers["location"]
    assert 'id="guide"' not in ann.get(quick).text
