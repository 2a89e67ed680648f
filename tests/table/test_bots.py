"""Bots: they see what their seat may see, and a bad one spoils nothing."""

from __future__ import annotations

import dataclasses

import pytest

from donjon import bots
from donjon.bots.pool import Answer
from donjon.kernel.game import from_bytes
from donjon.kernel.games import games
from donjon.kernel.labels import Label
from donjon.table.live import bot_keeper
from donjon.table.live.bot_keeper import BotKeeper
from donjon.table.live.viewers import world_of
from donjon.table.store.rows import NoTable
from tests import loops
from tests.table.people import (
    GAME,
    Quick,
    application,
    field,
    new_table_game,
    offers,
    person,
    post_move,
    quick_table,
    settings,
    wait_for,
)


class Broken(Quick):
    """A thinker that fails in one way or another."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    def choose(self, *question):
        future = Answer()
        if self.how == "raises":
            raise RuntimeError("no bot here")
        if self.how == "fails":
            future.set_exception(RuntimeError("the bot died"))
        if self.how == "cancels":
            future.cancel()
        if self.how == "cheats":
            future.set_result([9999])
        if self.how == "nothing":
            future.set_result([])
        return future  # "sleeps": never done


@pytest.mark.parametrize("how", ["raises", "fails", "cancels", "cheats", "nothing"])
def test_for_a_bot_that_fails_a_simple_one_decides_and_the_page_says_so(tmp_path, how):
    app = application(tmp_path, lambda: Broken(how))
    with person(app, "ann") as ann:
        table = quick_table(ann)
        turns = 0
        while turns < 2:
            page = wait_for(ann, table, 'id="moves"')
            actions = list(offers(page))
            turns += 408 in actions
            post_move(ann, page, 408 if 408 in actions else actions[0])
        entries = app.state.tables._held[table.removeprefix("/t/")].entries
        assert {entry.by for entry in entries if entry.seat == 1} == {"greedy"}
        assert {entry.by for entry in entries if entry.seat != 1} == {""}
        assert "ready in time; level Casual moves instead" in page


def test_the_move_of_who_stands_in_is_that_of_its_level(tmp_path):
    """Not the first legal action: what "greedy" chooses in the world that the bot was handed."""
    keeper = BotKeeper(None, Broken("fails"), settings(tmp_path))
    table_game = new_table_game("bot", "ann")
    seat = table_game.waiting[0]
    chosen = loops.run(keeper._choose(table_game, seat))
    guess, seed = world_of(table_game, seat, Label.BOT_WORLD), bot_keeper._seed(table_game, seat)
    assert chosen.by == "greedy"
    assert chosen.actions == bots.choose(table_game.game, guess, seat, "greedy", seed, interpreted=True)
    assert chosen.actions != table_game.legal(seat)[:1]


class Warming(Quick):
    """A thinker whose compiled bots are not ready yet."""

    def choose(self, *question):
        future = super().choose(*question)
        future.stand_in = "greedy"
        return future


def test_who_stands_in_while_the_bots_warm_up_is_said_too(tmp_path):
    app = application(tmp_path, Warming)
    with person(app, "ann") as ann:
        form = {"game": "caylus", "seat.0": "me", "seat.1": "bot:skilled"}
        table = ann.post("/new", data=form).headers["location"]
        page = wait_for(ann, table, 'id="moves"')
        while "level Casual moves instead" not in page:
            post_move(ann, page, next(iter(offers(page))))
            page = wait_for(ann, table, 'id="moves"')
        assert "level Casual moves instead" in page


class Failing:
    """Tables that cannot be read for a while."""

    def __init__(self, failures):
        self.failures = failures
        self.asked = 0

    async def get(self, table):
        self.asked += 1
        if self.asked <= self.failures:
            raise OSError("no space left on device")
        raise NoTable(table)


def test_a_bot_tries_again_until_it_works(tmp_path, monkeypatch):
    """However long a disk is full: the bot's turn is never forgotten."""
    waits = []

    async def no_time(seconds):
        waits.append(seconds)

    monkeypatch.setattr(bot_keeper.asyncio, "sleep", no_time)
    tables = Failing(60)
    loops.run(BotKeeper(tables, Quick(), settings(tmp_path))._drive("table"))
    assert tables.asked == 61
    assert waits[:3] == [0.2, 0.4, 0.8]
    assert max(waits) == waits[-1] == bot_keeper.LONGEST_WAIT


def test_secret_choices_of_bots_cannot_be_computed(tmp_path):
    """The world that a bot is given and its random numbers depend on the server's key for the table.

    They do not depend on the seed, which is published after the end.
    """
    for game in games:
        asked = []
        for key, seed in (("one secret", "1"), ("another secret", "1"), ("one secret", "2")):
            thinker = Quick()
            table_game = new_table_game("bot", "bot", "ann", game=game, seed="the same draws")
            table_game.header, table_game.key = dataclasses.replace(table_game.header, seed=seed), key
            for seat in table_game.waiting:
                loops.run(BotKeeper(None, thinker, settings(tmp_path))._choose(table_game, seat))
            asked.append(thinker)
        assert asked[0].seeds != asked[1].seeds
        assert (asked[0].seeds, asked[0].asked) == (asked[2].seeds, asked[2].asked)
        if world_of(table_game, 0, Label.BOT_WORLD).tobytes() != table_game.state.tobytes():
            assert [state for _, state, *_ in asked[0].asked] != [state for _, state, *_ in asked[1].asked]


def test_a_bot_is_handed_a_guess_and_not_the_truth(tmp_path):
    thinker = Quick()
    app = application(tmp_path, lambda: thinker)
    with person(app, "ann") as ann:
        held, guessed = set(), set()
        for _ in range(12):
            table = quick_table(ann)
            while not any(game == GAME for game, *_ in thinker.asked):
                page = ann.get(table).text
                if 'id="moves"' in page:
                    actions = list(offers(page))
                    post_move(ann, page, 408 if 408 in actions else actions[0])
            table_game = app.state.tables._held[table.removeprefix("/t/")]
            _, state, seat, level = thinker.asked[0]
            assert (seat, level) == (1, "greedy")
            guess = from_bytes(games[GAME], state)
            held.add(int(table_game.state.seats[0].hand))
            guessed.add(int(guess.seats[0].hand))
            thinker.asked.clear()
            page = wait_for(ann, table, 'id="moves"')
            thinker.asked.clear()
        assert len(guessed) > 1


def test_a_table_of_bots_only_is_refused(ann):
    answer = ann.post("/new", data={"game": GAME, "seat.0": "bot:greedy", "seat.1": "bot:greedy"})
    assert answer.status_code == 422
    assert "At least one seat needs a human player" in answer.text


def test_a_bot_never_keeps_others_waiting(tmp_path):
    """While a bot thinks for ever at one table, another table is played."""
    app = application(tmp_path, lambda: Broken("sleeps"))
    with person(app, "ann") as ann:
        for _ in range(20):
            if 'id="moves"' not in ann.get(quick_table(ann)).text:
                break
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        table = ann.post("/new", data=form).headers["location"]
        page = ann.get(table).text
        assert post_move(ann, page, next(iter(offers(page)))).status_code == 303
        assert int(field(ann.get(table).text, "seq")) == int(field(page, "seq")) + 1
