"""Bots: they see what their seat may see, and a bad one spoils nothing."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from donjon.kernel.game import from_bytes, games
from tests.table.people import (
    GAME,
    Quick,
    application,
    field,
    offers,
    person,
    post_move,
    quick_table,
    wait_for,
)


class Broken(Quick):
    """A thinker that fails in one way or another."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    def choose(self, *question):
        future = Future()
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


@pytest.mark.parametrize("how", ["raises", "fails", "cancels", "cheats", "nothing", "sleeps"])
def test_a_bot_that_fails_makes_the_simplest_move(tmp_path, how):
    app = application(tmp_path, lambda: Broken(how), bot_patience=0.05)
    with person(app, "ann") as ann:
        table = quick_table(ann)
        turns = 0
        while turns < 2:
            page = wait_for(ann, table, 'id="moves"')
            actions = list(offers(page))
            turns += 408 in actions
            post_move(ann, page, 408 if 408 in actions else actions[0])
        entries = app.state.tables._held[table.removeprefix("/t/")].entries
        assert {0, 1} <= {entry.seat for entry in entries}


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
            playing = app.state.tables._held[table.removeprefix("/t/")]
            _, state, seat, level = thinker.asked[0]
            assert (seat, level) == (1, "greedy")
            guess = from_bytes(games[GAME], state)
            held.add(int(playing.state.seats[0].hand))
            guessed.add(int(guess.seats[0].hand))
            thinker.asked.clear()
            page = wait_for(ann, table, 'id="moves"')
            thinker.asked.clear()
        assert len(guessed) > 1


def test_bots_alone_play_to_the_end(tmp_path):
    app = application(tmp_path)
    with person(app, "ann") as ann:
        form = {"game": GAME, "seat.0": "bot:greedy", "seat.1": "bot:greedy"}
        table = ann.post("/new", data=form).headers["location"]
        page = wait_for(ann, table, 'id="scores"', tries=20_000)
    assert 'id="moves"' not in page


def test_a_bot_never_keeps_others_waiting(tmp_path):
    """While a bot thinks for ever at one table, another table is played."""
    app = application(tmp_path, lambda: Broken("sleeps"), bot_patience=3600.0)
    with person(app, "ann") as ann:
        for _ in range(20):
            if 'id="moves"' not in ann.get(quick_table(ann)).text:
                break
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        table = ann.post("/new", data=form).headers["location"]
        page = ann.get(table).text
        assert post_move(ann, page, next(iter(offers(page)))).status_code == 303
        assert int(field(ann.get(table).text, "seq")) == int(field(page, "seq")) + 1
