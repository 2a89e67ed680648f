"""The ways from the first page into a game: play now, with friends, learn, and the deal of the day."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from donjon.kernel.games import games
from donjon.rulebook.lessons import lesson_of
from donjon.table.live import levels, strengths, todays_deal
from donjon.table.web.sessions import Identity
from tests.table.people import application, person

NAMES = list(games)


def table_at(app, answer):
    assert answer.status_code == 303, answer.text
    return app.state.tables._held[answer.headers["location"].removeprefix("/t/")]


def start(client, game: str, way: str = "now", **more):
    return client.post("/start", data={"game": game, "way": way, **more})


@pytest.mark.parametrize("name", NAMES)
def test_play_now_asks_once_how_well_one_knows_the_game(ann, app, name):
    asked = start(ann, name)
    assert (asked.status_code, asked.headers["location"]) == (303, f"/play?game={name}")
    page = ann.get(asked.headers["location"]).text
    assert f'name="game" value="{name}"' in page
    assert re.findall(r'name="strength" value="([^"]*)"', page) == list(strengths.BY_KEY)
    first = table_at(app, start(ann, name, strength="strong"))
    assert first.game.name == name
    again = table_at(app, start(ann, name))
    assert again.header.id != first.header.id
    for table_game in (first, again):
        assert [seat.level for seat in table_game.seats] == ["", "expert"]


@pytest.mark.parametrize("name", NAMES)
def test_a_newcomer_has_the_lesson_first_and_then_an_easy_bot(ann, app, name):
    first = table_at(app, start(ann, name, strength="new"))
    assert first.header.seed == lesson_of(name).seed
    again = table_at(app, start(ann, name))
    assert again.header.seed != lesson_of(name).seed
    assert [seat.level for seat in again.seats] == ["", "beginner"]


def test_each_game_is_asked_about_by_itself_and_one_can_change_ones_mind(ann, app):
    one, other, *_ = NAMES
    start(ann, one, strength="know")
    assert start(ann, other).headers["location"] == f"/play?game={other}"
    start(ann, other, strength="strong")
    assert table_at(app, start(ann, one)).seats[1].level == "regular"
    start(ann, one, strength="strong")
    assert table_at(app, start(ann, one)).seats[1].level == "expert"


@pytest.mark.parametrize(
    "value", ["", "x", "=&;", "caylus=unknown", "nothing=know", "%ff%00", "a=b&" * 400, "caylus"]
)
def test_an_answer_that_cannot_be_read_is_asked_again(ann, value):
    ann.cookies.set(strengths.COOKIE, value)
    assert ann.get("/").status_code == 200
    assert start(ann, "caylus").headers["location"] == "/play?game=caylus"


def test_with_friends_the_form_has_seats_by_link(ann):
    for name in NAMES:
        answer = start(ann, name, "friends")
        form = ann.get(answer.headers["location"]).text
        assert f'name="game" value="{name}"' in form
        seats = re.findall(r'<select id="seat-\d+".*?</select>', form, re.DOTALL)
        chosen = [re.search(r'value="([^"]*)" selected', seat)[1] for seat in seats]
        assert chosen[:2] == ["me", "open"]
        assert set(chosen[2:]) <= {"nobody"}


def test_what_is_no_game_is_refused(ann):
    for way in ("now", "friends", "learn", ""):
        assert start(ann, "nothing", way).status_code == 404
    assert ann.get("/play?game=nothing").status_code == 404
    assert ann.get("/play").status_code == 404
    assert start(ann, NAMES[0], strength="nothing").headers["location"] == f"/play?game={NAMES[0]}"


def test_too_many_games_are_refused_on_the_page_itself(tmp_path):
    app = application(tmp_path, games_per_day=1)
    with person(app, "ann") as ann:
        assert start(ann, NAMES[0], strength="know").status_code == 303
        refused = start(ann, NAMES[0])
        assert refused.status_code == 429
        assert 'role="alert"' in refused.text
        assert ann.post("/deal").status_code == 429


@pytest.fixture
def day(monkeypatch):
    """Return a function that sets the date."""

    def set_date(text: str) -> None:
        monkeypatch.setattr(todays_deal, "today", lambda: text)

    return set_date


def test_the_deal_of_a_day_is_the_same_for_everyone_and_another_the_next_day(app, day):
    seeds = {}
    for date_ in ("2026-11-27", "2026-11-30"):
        day(date_)
        for guest in ("ann", "bob"):
            with person(app, guest) as client:
                table_game = table_at(app, client.post("/deal"))
                assert table_game.game == todays_deal.game_of(date_)
                assert [seat.level for seat in table_game.seats[1:]] == [
                    levels.usual()
                ] * todays_deal.opponents(table_game.game)
                seeds.setdefault(date_, set()).add(table_game.header.seed)
    assert all(len(of_day) == 1 for of_day in seeds.values())
    assert len(set.union(*seeds.values())) == 2


def test_a_guest_plays_the_deal_of_a_day_once(ann, app, day):
    day("2026-11-27")
    assert "Play this deal" in ann.get("/").text
    first = ann.post("/deal").headers["location"]
    assert ann.post("/deal").headers["location"] == first
    text = ann.get("/").text
    assert "Play this deal" not in text
    assert f'href="{first}"' in text.partition('id="deal"')[2].partition("</form>")[0]
    day("2026-11-28")
    assert ann.post("/deal").headers["location"] != first


def test_no_page_shows_the_seed_of_a_deal_in_play(ann, app, day):
    day("2026-11-27")
    where = ann.post("/deal").headers["location"]
    seed = app.state.identity.deal_seed("2026-11-27")
    assert app.state.tables._held[where.removeprefix("/t/")].header.seed == seed
    for address in ("/", where, f"{where}/text", f"{where}/log", f"{where}/record.txt", f"{where}/replay"):
        assert seed not in ann.get(address).text, address


def test_the_seed_of_a_deal_needs_the_key_of_the_server():
    one, other = (Identity(secret).deal_seed("2026-11-27") for secret in (b"one" * 12, b"two" * 12))
    assert one != other
    assert re.fullmatch("[0-9a-f]{32}", one)


def test_the_games_take_turns_at_the_deal_of_the_day():
    first = date(2026, 11, 27)
    days = [(first + timedelta(number)).isoformat() for number in range(len(NAMES))]
    assert {todays_deal.game_of(one).name for one in days} == set(NAMES)
    assert date.fromisoformat(todays_deal.today())
