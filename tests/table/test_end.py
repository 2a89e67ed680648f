"""The end of a game: who has won, and the same table again."""

from __future__ import annotations

import json
import random
import re

import pytest

import donjon
from donjon.kernel import rules
from donjon.table.live import forms
from donjon.table.store.rows import BOT, OPEN, PERSON, Seat
from tests.table.people import new_table_game, person, step, store
from tests.table.test_updates import go_on


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
    names = ("Blue", "Red")
    first, second = sorted(range(2), key=lambda seat: ranks[seat])
    points = f"{names[first]} {totals[first]}, {names[second]} {totals[second]}"
    assert f"{names[first]} wins. Final score: {points}." in prompt


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
    assert f"/t/{finished.id}/replay?at={finished.opening}" in page


@pytest.mark.parametrize("game", donjon.games)
def test_a_replay_starts_where_the_setup_is_done(app, game):
    """Nobody has played yet, and everything lies where the first player finds it."""
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(game)
    first = len(table_game.steps)
    while not table_game.over:
        step(table_game, chance)
    assert table_game.opening == first > 0
    store(app.state.storage, table_game)
    with person(app, "ann") as ann:
        for page in ("", "/text"):
            assert f'href="/t/{table_game.id}/replay?at={first}"' in ann.get(f"/t/{table_game.id}{page}").text
        shown = ann.get(f"/t/{table_game.id}/replay?at={first}").text
        later = ann.get(f"/t/{table_game.id}/replay?at={first + 1}").text
        earlier = ann.get(f"/t/{table_game.id}/replay?at=0").text
    assert f'name="at" min="{first}"' in shown
    for link in ("to-start", "to-turn-before", "to-previous"):
        assert f'id="{link}" class="button" href="?at={first}"' in shown
        assert f'id="{link}" class="button" href="?at={first}"' in later
    assert f'name="at" min="{first}"' in earlier, "an empty board is never shown"
    assert f'data-frame="{first}"' in earlier


@pytest.mark.parametrize("seats", [2, 3])
def test_the_points_at_the_end_stand_with_names(app, seats):
    """Also on the text board and where a replay ends."""
    table_game, chance = new_table_game(*("ann", "bob", "cy")[:seats], seed="names"), random.Random(seats)
    while not table_game.over:
        step(table_game, chance)
    store(app.state.storage, table_game)
    totals = [player["total"] for player in table_game.view(None)["players"]]
    with person(app, "zoe") as zoe:
        for page in ("", "/text", "/replay"):
            said = re.search(r"\bwins?\. Final score: (.*?)\.", zoe.get(f"/t/{table_game.id}{page}").text)
            assert sorted(said[1].split(", ")) == sorted(
                f"{name} {total}" for name, total in zip(("Blue", "Red", "Green"), totals, strict=False)
            )


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
        "option.variants.0": "royal",
    }
