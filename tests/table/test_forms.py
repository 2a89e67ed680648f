"""The form of a new game: built from the game's options, read with care."""

from __future__ import annotations

import re

import pytest

from donjon.bots import levels
from donjon.kernel.games import games
from donjon.table.live import forms
from tests.table.people import GAME, laid, offers, person, seats, wait_for

FORM = {"game": GAME, "seat.0": "me", "seat.1": "bot:greedy", "seat.2": "nobody", "seat.3": "nobody"}


def test_the_form_offers_every_option_of_the_game(ann):
    text = ann.get("/new").text
    for option in games[GAME].options:
        names = [f"option.{option.name}"]
        if option.kind == "list":
            names = [f"option.{option.name}.{index}" for index in range(option.count)]
        for name in names:
            body = re.search(
                rf'<select id="{re.escape(name)}" name="{re.escape(name)}"[^>]*>(.*?)</select>', text, re.S
            )[1]
            values = re.findall(r'<option value="([^"]*)"', body)
            expected = [str(choice) for choice in option.choices]
            assert [value for value in values if value] == expected


def test_every_level_can_be_chosen_and_the_form_says_what_it_does(ann):
    for game in games.values():
        text = ann.get(f"/new?game={game.name}").text
        for level in levels():
            assert f'<option value="bot:{level.key}"' in text
            assert f"<dt>{level.label.english()}</dt><dd>{level.help(game).english()}</dd>" in text


def test_every_choice_can_be_made(ann, app):
    chosen = {
        "option.sectors.0": "tavern",
        "option.sectors.1": "paddock",
        "option.sectors.2": "oasis",
        "option.sectors.3": "farm",
        "option.orientations.0": "180",
        "option.cards.0": "lords",
        "option.cards.2": "miners",
        "option.first": "1",
    }
    answer = ann.post("/new", data={**FORM, **chosen, "seat.1": "person", "name.0": " Ann ", "name.1": "Bob"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/t/")
    table_game = app.state.tables._held[table]
    shown = table_game.game.show_options(table_game.history.options)
    assert shown["sectors"] == ["tavern", "paddock", "oasis", "farm"]
    assert shown["orientations"] == [180, None, None, None]
    assert shown["cards"] == ["lords", None, "miners"]
    assert table_game.waiting == (1,)
    assert [seat.name for seat in table_game.seats] == ["Ann", "Bob"]
    view = table_game.view(None)
    assert {"lords", "miners"} < set(view["cards"])
    assert view["layout"][0] == {"sector": "tavern", "orientation": 180}


def test_the_board_of_a_first_game(ann, app):
    answer = ann.post("/new", data={**FORM, "option.board": "first-game"})
    table_game = app.state.tables._held[answer.headers["location"].removeprefix("/t/")]
    assert [slot["sector"] for slot in table_game.view(None)["layout"]] == [
        "tavern",
        "paddock",
        "oasis",
        "farm",
    ]
    assert set(table_game.view(None)["cards"]) == {"fishermen", "merchants", "knights"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat.1": "nobody"}, "This game needs 2–4 players"),
        ({"seat.1": "bot:genius"}, "Choose a player for every seat"),
        ({"seat.1": "dog"}, "Choose a player for every seat"),
        ({"seat.1": "person", "name.0": "Ann", "name.1": "ann"}, "Two players have the same name"),
        ({"seat.1": "person", "name.0": "Zo\u00eb", "name.1": "zoe\u0308"}, "Two players have the same name"),
        ({"seat.1": "person", "name.0": "Zoe", "name.1": "\uff3aoe"}, "Two players have the same name"),
        ({"seat.1": "person", "name.0": "Zoe", "name.1": "Zo\u3164e"}, "Two players have the same name"),
        ({"name.0": "\u3164"}, "A name needs at least one visible letter or digit."),
        ({"name.0": "\u1160\uffa0 -"}, "A name needs at least one visible letter or digit."),
        ({"name.0": "red"}, "red is taken. Choose another name."),
        ({"name.0": "Re\ufe00d"}, "taken. Choose another name."),
        ({"name.0": "\u041a\u0440\u0430\u0441\u043d\u044b\u0439"}, "taken. Choose another name."),
        ({"name.0": "Piros"}, "taken. Choose another name."),
        ({"option.sectors.0": "farm", "option.sectors.1": "farm"}, "the same choice appears twice"),
        ({"option.sectors.0": "moon"}, "no such choice: moon"),
        ({"option.board": "flat"}, "no such choice: flat"),
        ({"option.first": "3"}, "a value of option"),
        ({"game": "chess"}, "Choose one of the games listed here"),
        ({"game": ""}, "Choose one of the games listed here"),
    ],
)
def test_an_impossible_form_comes_back_with_what_was_chosen(ann, changes, words):
    answer = ann.post("/new", data={**FORM, "name.2": "LRUCache", **changes})
    assert answer.status_code == 422
    assert words in answer.text
    assert 'role="alert"' in answer.text
    assert 'value="LRUCache"' in answer.text


def test_names_are_inert(ann, app):
    nasty = '<script>x</script>"\x00\n'
    answer = ann.post("/new", data={**FORM, "name.0": nasty})
    page = ann.get(answer.headers["location"]).text
    assert "<script>x" not in page
    assert "&lt;script&gt;x&lt;/script&gt;" in page


def test_a_name_is_refused_only_where_two_seats_would_look_the_same(ann, app):
    """Of the colours only those of other seats without a name are taken; a number is a name."""
    for names in (
        ("Blue", ""),
        ("Red", "Blue"),
        ("Green", "7"),
        ("Zoe", "Zo\u00eb"),
        ("Ann \u2764\ufe0f", ""),
    ):
        answer = ann.post("/new", data={**FORM, "name.0": names[0], "name.1": names[1]})
        assert answer.status_code == 303, names
        seats = app.state.tables._held[answer.headers["location"].removeprefix("/t/")].seats
        assert tuple(seat.name for seat in seats) == names


def test_letters_of_a_name_are_composed():
    assert forms.clean_name(" Zoe\u0308 ") == "Zo\u00eb"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A\u0301nn", "\u00c1nn is taken. Choose another name."),
        ("green", "green is taken. Choose another name."),
        ("\u3164", "A name needs at least one visible letter or digit."),
    ],
)
def test_who_sits_down_is_asked_for_another_name(ann, app, name, words):
    """Nobody is seated under a name that he did not choose: the seat stays open."""
    table = laid(app, ("ann", "\u00c1nn"), ("open", ""), ("ann", ""))
    link = re.search(r'value="http://testserver(/t/[^"]+/sit/[^"]+)"', ann.get(table).text)[1]
    bob = person(app)
    answer = bob.post(link, data={"name": name})
    assert answer.status_code == 422
    assert f'action="{link}"' in answer.text, "the seat is still offered"
    field = re.search(
        r'<input class="input" id="name"[^>]*>(<p class="wrong" id="wrong">.*?</p>)', answer.text
    )
    assert words in field[1]
    assert f'value="{forms.clean_name(name)}"' in field[0], "with what was typed"
    assert 'aria-invalid="true" aria-describedby="wrong" autofocus' in field[0]
    assert "Join game" in bob.get(link).text
    assert bob.post(link, data={"name": "Red"}).headers["location"] == table
    assert app.state.tables._held[table.removeprefix("/t/")].seats[1].name == "Red"


def test_a_seat_whose_answer_was_lost_is_taken_again_by_the_same_person(ann, app):
    """The browser never gets the answer to the first form, and so no cookie that comes with it."""
    table = laid(app, ("ann", ""), ("open", ""))
    link = re.search(r'value="http://testserver(/t/[^"]+/sit/[^"]+)"', ann.get(table).text)[1]
    bob = person(app)
    bob.get(link)
    kept = dict(bob.cookies)
    assert bob.post(link, data={"name": "Bob"}).headers["location"] == table
    again = person(app)
    again.cookies.update(kept)
    assert again.post(link, data={"name": "Bob"}).headers["location"] == table
    assert 'id="live"' in again.get(table).text
    assert 'data-own="1"' in again.get(table).text


def test_an_open_seat_is_taken_by_its_link(ann, app):
    table = laid(app, ("ann", "Ann"), ("open", ""))
    link = re.search(r'value="http://testserver(/t/[^"]+/sit/[^"]+)"', ann.get(table).text)[1]
    bob, eve = person(app), person(app)
    assert "/sit/" not in eve.get(table).text
    assert "Join game" in bob.get(link).text
    assert 'class="seat-link"' in ann.get(table).text
    assert bob.post(link, data={"name": ""}).headers["location"] == table
    assert 'class="seat-link"' not in ann.get(table).text
    assert app.state.tables._held[table.removeprefix("/t/")].seats[1].name == ""
    assert bob.get(link).headers["location"] == table
    assert eve.post(link).status_code == 409
    assert "You can watch the game" in eve.get(link).text
    assert eve.get(link[:-2] + "xx").status_code == 404
    assert eve.post(link[:-2] + "xx").status_code == 404
    mine = [offers(who.get(table).text) for who in (ann, bob)]
    assert sum(bool(actions) for actions in mine) == 1


def test_a_link_is_good_for_its_own_table_only(ann, app):
    tables = [laid(app, ("ann", ""), ("open", ""), id=id) for id in ("one", "other")]
    token = re.search(r"/sit/([^\"]+)\"", ann.get(tables[0]).text)[1]
    assert person(app).get(f"{tables[1]}/sit/{token}").status_code == 404


def test_your_tables_are_on_the_first_page(ann):
    table = ann.post("/new", data=FORM).headers["location"]
    wait_for(ann, table, 'id="moves"')
    assert f'href="{table}"' in ann.get("/").text


@pytest.mark.parametrize(
    "charset", ["utf-8", "unicode_escape", "raw_unicode_escape", "punycode", "zip", "nonsense"]
)
def test_no_decoder_is_chosen_by_a_request(ann, charset):
    """Forms come in one encoding; a request that names another is read in that one, or not at all."""
    part = b'--b\r\nContent-Disposition: form-data; name="game"\r\n\r\n\\ud800\\x\r\n--b--\r\n'
    kind = {"content-type": f"multipart/form-data; boundary=b; charset={charset}"}
    assert ann.post("/new", content=part, headers=kind).status_code == 415
    plain = {"content-type": f"application/x-www-form-urlencoded; charset={charset}"}
    body = f"game={GAME}&seat.0=me&seat.1=person&name.0=%C3%81d%C3%A1m".encode()
    table = ann.post("/new", content=body, headers=plain).headers["location"]
    assert "\u00c1d\u00e1m" in ann.get(table).text


@pytest.mark.parametrize("body", [b"\xff\xfe=\xed\xa0\x80", b"game=%ED%A0%80%00%FF", b"&&==&=&%&%zz=%", b""])
def test_bytes_that_are_no_text_are_refused_like_any_form(ann, body):
    plain = {"content-type": "application/x-www-form-urlencoded"}
    assert ann.post("/new", content=body, headers=plain).status_code == 422


def test_a_form_of_too_many_fields_is_not_read(ann):
    assert ann.post("/new", data={f"field{number}": "" for number in range(500)}).status_code == 413


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0", 0),
        ("408", 408),
        ("999999999", 999_999_999),
        ("9" * 10, -1),
        ("9" * 5000, -1),
        ("-1", -1),
        ("+1", -1),
        ("1_0", -1),
        (" 1", -1),
        ("\u0663", -1),
        ("\u00b2", -1),
        ("", -1),
        (None, -1),
    ],
)
def test_numbers_are_those_that_our_pages_write(text, read):
    assert forms.number(text) == read


def test_no_number_of_opponents_is_too_long(ann):
    for number in ("9" * 5000, "\u0663", "\u00b2", "-1"):
        assert ann.post("/new", data={"game": GAME, "quick": number}).status_code == 303


def my_field(text: str) -> str:
    """The name that stands in the form at the seat of who asks."""
    return re.search(r'<input id="name-0" name="name.0" value="([^"]*)"', text)[1]


def test_only_one_seat_can_be_me(ann):
    answer = ann.post("/new", data={**FORM, "seat.1": "me", "name.0": "Ann", "name.1": "Bob"})
    assert answer.status_code == 422
    assert "Only one seat can be “Me”. For the others, choose “A friend on this device”." in answer.text
    assert re.search(r'name="name.1" value="Bob"', answer.text), "what was chosen is still there"
    assert ann.post("/new", data={**FORM, "seat.1": "person"}).status_code == 303


def test_folded_options_say_what_is_chosen(ann):
    def summary(text: str) -> str:
        return re.search(r'<details class="part fold options"[^>]*>\s*<summary>(.*?)</summary>', text, re.S)[
            1
        ]

    plain = ann.get(f"/new?game={GAME}").text
    assert "at random" in summary(plain)
    assert '<details class="part fold options">' in plain
    chosen = ann.get(f"/new?game={GAME}&option.first=1").text
    assert summary(chosen) != summary(plain)
    refused = ann.post("/new", data={**FORM, "option.first": "9"}).text
    assert '<details class="part fold options" open>' in refused


SHORT = {"seat.0": "nobody", "seat.1": "nobody", "seat.2": "nobody"}
OF_THREE = {"seat.1": "nobody", "seat.2": "person", "seat.3": "person"}
TWICE = {"option.cards.0": "farmers", "option.cards.2": "farmers"}
REFUSED = [
    ({"seat.1": "me"}, "seat-1"),
    ({"seat.1": "nobody"}, "seat-1"),
    (SHORT | {"seat.3": "me"}, "seat-0"),
    ({"seat.0": "bot:greedy"}, "seat-0"),
    ({"seat.3": "dog"}, "seat-3"),
    ({**OF_THREE, "name.2": "Ann", "name.3": "Ann"}, "name-3"),
    ({**OF_THREE, "name.3": "\u3164"}, "name-3"),
    (TWICE, "option.cards.2"),
    ({"option.first": "9"}, "option.first"),
]


@pytest.mark.parametrize(("changes", "control"), REFUSED)
def test_a_refusal_stands_at_the_control_that_it_is_about(ann, changes, control):
    text = ann.post("/new", data={**FORM, **changes}).text
    at = re.findall(r'<(?:select|input) id="([^"]+)"[^>]*aria-invalid="true"[^>]*>', text)
    assert at == [control]
    tag = re.search(rf'<(?:select|input) id="{re.escape(control)}"[^>]*>', text)
    assert 'aria-describedby="wrong" autofocus' in tag[0], "it has the focus, and is read with its reason"
    assert text.count('id="wrong"') == 1
    between = text[tag.end() : text.index('id="wrong"')]
    assert 'id="seat-' not in between, "no control of another seat stands between"
    assert 'id="option.' not in between


def test_a_refusal_of_the_whole_form_stands_at_its_button(ann, monkeypatch):
    from donjon.table.host.limits import TooMany
    from donjon.table.live import play

    async def too_many(*_given, **_named):
        raise TooMany("Wait.")

    monkeypatch.setattr(play, "begin", too_many)
    text = ann.post("/new", data=FORM).text
    assert re.search(
        r'id="wrong">.*?Wait\..*?<button class="btn primary large fill" aria-invalid', text, re.S
    )


def test_the_same_value_in_every_list_of_an_option_is_said_once():
    lists = [forms.Field("a", "", [forms.ListEntry("", "at random", True)]) for _ in range(3)]
    assert forms.Group("order", "Order", "", lists).chosen == "at random"
    other = forms.Field("b", "", [forms.ListEntry("1", "2", True)])
    assert forms.Group("order", "Order", "", [lists[0], other]).chosen == "at random, 2"


def test_a_rematch_of_several_at_one_screen_has_one_me(app):
    fields = forms.again(GAME, seats("ann", "ann", "bot", "bob"), (0, 1), {})
    assert [fields[f"seat.{seat}"] for seat in range(4)] == ["me", "person", "bot:greedy", "open"]
    assert person(app, "ann").post("/new", data=fields).status_code == 303


def test_my_name_is_remembered_by_the_browser(ann, app):
    assert my_field(ann.get("/new").text) == ""
    assert ann.post("/new", data={**FORM, "name.0": "Ágnes Ы", "name.1": "Bolt"}).status_code == 303
    assert my_field(ann.get("/new").text) == "Ágnes Ы"
    assert 'name="name.1" value=""' in ann.get("/new").text, "names of others are not"
    quick = ann.post("/new", data={"game": GAME, "quick": 1}).headers["location"]
    assert "Ágnes Ы" in ann.get(quick).text
    assert my_field(person(app, "bob").get("/new").text) == "", "it is nobody else's"


def test_another_game_is_chosen_with_the_same_ways(ann):
    assert 'href="/new?game=ys&amp;with=friends&amp;listed=1"' in ann.get("/new?with=friends&listed=1").text
    assert 'href="/new?game=ys"' in ann.get("/new").text


def test_my_name_is_forgotten_when_it_is_taken_out(ann):
    ann.post("/new", data={**FORM, "name.0": "Ann"})
    ann.post("/new", data={"game": GAME, "quick": 1})
    assert my_field(ann.get("/new").text) == "Ann"
    ann.post("/new", data={**FORM, "name.0": ""})
    assert my_field(ann.get("/new").text) == ""


def test_a_seat_link_asks_with_the_name_that_was_used_last(ann, app):
    links = []
    for host in ("Hanna", "Bob"):
        table = laid(app, ("ann", host), ("open", ""), id=host.lower())
        links.append(re.search(r'value="http://testserver(/t/[^"]+/sit/[^"]+)"', ann.get(table).text)[1])
    bob = person(app, "bob")
    assert 'name="name" value=""' in bob.get(links[0]).text
    assert bob.post(links[0], data={"name": "Bob"}).status_code == 303
    assert 'value="Bob"' in bob.get("/new").text
    assert 'name="name" value=""' in bob.get(links[1]).text, "another Bob sits there"


@pytest.mark.parametrize("cookie", ["%00%07", "%FF%FE", "x" * 4000, "<b>", "%E2%80%AE", ";", "%"])
def test_no_cookie_of_a_name_breaks_a_form(app, cookie):
    bob = person(app, "bob")
    bob.headers["cookie"] = f"{forms.NAME_COOKIE}={cookie}"
    name = my_field(bob.get("/new").text)
    assert "<" not in name
    assert len(name) <= max(forms.LONGEST_NAME, len("&lt;b&gt;"))
