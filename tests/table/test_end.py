"""The end of a game: who has won, and the same table again."""

from __future__ import annotations

import json
import random
import re

import pytest

from donjon.kernel import rules
from donjon.table import forms
from donjon.table.stored import BOT, OPEN, PERSON, Seat
from tests.table.people import new_table_game, person, store
from tests.table.test_timeline import go_on


@pytest.fixture
def finished(app):
    """A game of Ann against a bot that is over, with an option that was chosen."""
    table_game = new_table_game("ann", "bot", seed="end", board="first-game")
    go_on(table_game, random.Random("end"), 1000)
    assert table_game.over
    store(app.state.storage, table_game)
    return table_game


def test_the_prompt_says_who_has_won(app, finished):
    totals = [int(rules.total(finished.state, seat)) for seat in range(2)]
    ranks = rules.ranking(finished.state)
    with person(app, "ann") as ann:
        prompt = re.search(r'id="prompt">(.*?)</p>', ann.get(f"/t/{finished.id}").text, re.S)[1]
    winner = ("ann", "Red")[ranks.index(1)]
    assert f"The game is over: {winner} wins. Points: {max(totals)}, {min(totals)}." in prompt


def test_a_rematch_is_the_same_table_again(app, finished):
    with person(app, "ann") as ann:
        page = ann.get(f"/t/{finished.id}").text
        form = re.search(r'<form class="ways" method="post" action="/new">(.*?)</form>', page, re.S)[1]
        fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
        assert fields["option.board"] == "first-game"
        other = ann.post("/new", data=fields).headers["location"]
        assert other != f"/t/{finished.id}"
        again = app.state.tables._held[other[3:]]
    assert [seat.kind for seat in again.seats] == [PERSON, BOT]
    assert again.seats[0].owner == "ann"
    assert json.loads(again.header.options)["cards"] == ["fishermen", "merchants", "knights"]


def test_who_only_watches_is_offered_no_rematch(app, finished):
    with person(app, "zoe") as zoe:
        page = zoe.get(f"/t/{finished.id}").text
    assert "Rematch" not in page
    assert f"/t/{finished.id}/replay?at=0" in page


def test_the_picture_of_a_moment_is_a_tap_away(app, finished):
    """At the end that of the end, in the replay that of the moment shown."""
    with person(app, "ann") as ann:
        for address, at in ((f"/t/{finished.id}", ""), (f"/t/{finished.id}/replay?at=7", "?at=7")):
            page = ann.get(address).text
            links = re.search(r'<p id="pictures".*?</p>', page, re.S)[0]
            found = re.findall(r'href="([^"]*)"', links)
            assert found == [f"/t/{finished.id}/poster.{kind}{at}" for kind in ("png", "svg")]
            assert ann.get(found[1]).headers["content-type"].startswith("image/svg+xml")


def test_seats_of_others_are_kept_open():
    seats = [Seat(0, PERSON, "ann", "Ann"), Seat(1, PERSON, "bob", "Bob"), Seat(2, BOT, "", "", "greedy")]
    fields = forms.again("ys", seats, (0,), {"variants": ["royal", None]})
    assert fields == {
        "game": "ys",
        "seat.0": forms.ME,
        "name.0": "Ann",
        "seat.1": OPEN,
        "name.1": "Bob",
        "seat.2": "bot:greedy",
        "name.2": "",
        "option.variants.0": "royal",
    }
