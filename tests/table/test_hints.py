"""Hints at the table: where all others are bots, of what the seat may know, and told as buttons."""

from __future__ import annotations

import random
from concurrent.futures import Future

import pytest

from donjon.bots.pool import NoAnswer
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.table.live.coaching import Coach, NoAdvice, NotAlone, may_hint
from donjon.table.live.viewers import Viewer
from tests import loops
from tests.table.people import Quick, application, new_table_game, person, step, store

GAMES = ("kingdom-builder", "caylus", "ys")
FRAGMENT = {"x-frame": "1"}


def viewer(table_game, *seats) -> Viewer:
    acts = next((seat for seat in table_game.waiting if seat in seats), None)
    return Viewer("me", "en", seats, acts, acts)


def mine(game="kingdom-builder", seed="seed", steps=0):
    """A game of mine against a bot in which I am to decide."""
    table_game, chance = new_table_game("me", "bot", seed=seed, game=game), random.Random(seed)
    while table_game.waiting[0] != 0 or steps > 0:
        step(table_game, chance)
        steps -= 1
    return table_game


@pytest.fixture
def thinker():
    return Quick()


@pytest.fixture
def app(tmp_path, thinker):
    return application(tmp_path, lambda: thinker)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_three_buttons_with_figures_and_reasons(app, game):
    table_game = mine(game)
    store(app.state.storage, table_game)
    with person(app, "me") as client:
        for where in ("", "/text", "/answer"):
            text = client.get(
                f"/t/{table_game.id}{where}", params={"hint": 1}, headers=FRAGMENT if "a" in where else {}
            ).text
            buttons = [part for part in text.split("<button ") if part.startswith('id="advice-')]
            legal = table_game.legal(0)[:3]
            assert len(buttons) == len(legal)
            for number, (button, action) in enumerate(zip(buttons, legal, strict=True), 1):
                assert button.startswith(f'id="advice-{number}"')
                assert f'value="{action}"' in button.split(">")[0]
            assert text.count("% to win. Expected score: ") == len(legal)
            # The second is what the best is compared to: what would be said of it has been said.
            assert text.count("Compared with the next best move, it brings more from ") == (len(legal) > 1)
            assert text.count("The best move brings more from ") == max(0, len(legal) - 2)
            assert " (+2). " in text
            assert " gets 2 fewer." in text


def test_among_people_nobody_is_helped(app):
    for number, others in enumerate((("you",), ("bot", "open"), ("bot", "you"))):
        table_game = new_table_game("me", *others, seed=f"{number}")
        chance = random.Random(1)
        while table_game.waiting[0] != 0:
            step(table_game, chance)
        assert not may_hint(table_game, viewer(table_game, 0))
        with pytest.raises(NotAlone):
            loops.run(Coach(Quick()).hint(table_game, viewer(table_game, 0), ""))
    store(app.state.storage, table_game)
    with person(app, "me") as client:
        assert 'id="hint"' not in client.get(f"/t/{table_game.id}").text
        text = client.get(f"/t/{table_game.id}/answer", params={"hint": 1}, headers=FRAGMENT).text
        assert "Hints are only for games against bots." in text
        assert "TBL-7" in text


@pytest.mark.parametrize("game", GAMES)
def test_two_people_at_one_screen_are_no_less_people(app, thinker, game):
    """Seats of one browser: "me" and "a friend on this device"."""
    with person(app, "me") as client:
        form = {"game": game, "seat.0": "me", "seat.1": "person", "seat.2": "bot:greedy"}
        address = client.post("/new", data=form).headers["location"]
        for where in ("", "/text", "/answer"):
            text = client.get(f"{address}{where}", params={"hint": 1}, headers=FRAGMENT).text
            assert 'id="advice-1"' not in text
            assert 'id="hint"' not in text
        assert client.get(f"{address}/review").status_code == 404
        assert thinker.analysed == []


def test_only_who_is_to_act_is_helped(app, thinker):
    table_game = mine()
    store(app.state.storage, table_game)
    for who in ("other", None):
        with person(app, who) as client:
            page = client.get(f"/t/{table_game.id}", params={"hint": 1}).text
            assert "It isn&#39;t your turn." in page
            assert 'id="ask-again"' not in page
            assert 'id="hint"' not in page
    with person(app, "me") as client:
        assert 'id="hint"' in client.get(f"/t/{table_game.id}").text
    assert thinker.analysed == []


def test_the_same_question_is_thought_about_once(app, thinker):
    table_game = mine()
    store(app.state.storage, table_game)
    with person(app, "me") as client:
        for _ in range(3):
            client.get(f"/t/{table_game.id}/answer", params={"hint": 1}, headers=FRAGMENT)
        assert len(thinker.analysed) == 1
        assert client.get(f"/t/{table_game.id}/text", params={"hint": 1}).status_code == 200
    assert len(thinker.analysed) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_knows_only_what_its_seat_may_know(game):
    """The coach is handed the same in worlds that differ in nothing that the seat has seen."""
    differed = 0
    for seed in range(4):
        table_game = mine(game, str(seed), steps=12 * (seed + 1))
        thinkers = []
        for twin in range(3):
            true = copy(table_game.state)
            if twin:
                rules.redeal(table_game.history.state, 0, rng.new("twin", twin))
            differed += table_game.state.tobytes() != true.tobytes()
            thinkers.append(Quick())
            loops.run(Coach(thinkers[-1]).hint(table_game, viewer(table_game, 0), ""))
        assert thinkers[0].analysed == thinkers[1].analysed == thinkers[2].analysed
    assert differed or game == "caylus"  # where nothing is hidden


class Silent(Quick):
    """A coach that finds nothing at first."""

    def analyse(self, *args, **kwargs):
        if self.analysed:
            return super().analyse(*args, **kwargs)
        self.analysed.append(args)
        future = Future()
        future.set_exception(NoAnswer("No bot answered."))
        return future


def test_a_coach_that_finds_nothing_says_so_and_may_be_asked_again(tmp_path):
    app = application(tmp_path, Silent)
    table_game = mine()
    store(app.state.storage, table_game)
    with person(app, "me") as client:
        first = client.get(f"/t/{table_game.id}/answer", params={"hint": 1}, headers=FRAGMENT).text
        assert 'id="ask-again"' in first, "what the words say can be done"
        assert 'id="advice-1"' not in first
        assert 'id="advice-1"' in client.get(f"/t/{table_game.id}", params={"hint": 1}).text


def test_a_server_without_a_coach_says_so():
    table_game = mine()
    with pytest.raises(NoAdvice, match="no coach"):
        loops.run(Coach().hint(table_game, viewer(table_game, 0), ""))
