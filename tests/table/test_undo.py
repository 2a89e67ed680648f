"""Undo and redo at a table: a choice can be undone until another person has moved or a secret has shown."""

from __future__ import annotations

import random

import pytest

from donjon.bots.pool import Answer
from donjon.kernel import rules
from donjon.kernel.rules import NATURE
from donjon.table.store.replaying import replay
from donjon.table.store.rows import UNDO, Stored
from donjon.table.store.table_game import CannotUndo, Step, TableGame
from tests.table.people import (
    Quick,
    application,
    beside,
    field,
    new_table_game,
    offers,
    person,
    post_move,
    store,
    wait_for,
)

GAMES = ("kingdom-builder", "caylus", "ys")
UNDO_BUTTON, REDO_BUTTON = 'id="undo-one"', 'id="redo-one"'


def act(table_game: TableGame, *texts: str, by: int | None = None) -> None:
    """Play texts for the seat that is to move, as a person does; a bot's move has no key."""
    for text in texts:
        seat = table_game.waiting[0] if by is None else by
        for action in table_game.game.parse_action(table_game.state, seat, text):
            key = "" if table_game.seats[seat].kind == "bot" else f"key{table_game.seq}"
            table_game.adopt(table_game.plan(seat, [action], key, float(table_game.seq)), "")


def any_move(table_game: TableGame, chance: random.Random) -> int:
    """Play a random move of a seat that is to move; return the seat."""
    seat = chance.choice(table_game.waiting)
    key = "" if table_game.seats[seat].kind == "bot" else f"key{table_game.seq}"
    action = chance.choice(table_game.legal(seat))
    table_game.adopt(table_game.plan(seat, [action], key, float(table_game.seq)), "")
    return seat


def undo(table_game: TableGame, seat: int) -> None:
    offered = table_game.offered_undo((seat,))
    assert offered is not None
    table_game.adopt(table_game.take_back(seat, offered.last, f"undo{table_game.seq}", 0.0), "")


def redo(table_game: TableGame, seat: int) -> None:
    step = table_game.offered_redo((seat,))
    assert step is not None
    change = table_game.plan_redo(seat, step.entry.action, f"redo{table_game.seq}", 0.0)
    table_game.adopt(change, "")


def again(table_game: TableGame) -> TableGame:
    return replay(Stored(table_game.header, table_game.seats, tuple(table_game.entries), table_game.check))


def caylus(*who: str, seed: str = "seed") -> TableGame:
    """A game of Caylus in which seat 0 is first to place a worker."""
    return new_table_game(*who, game="caylus", seed=seed, turn_order=list(range(len(who))))


def ask(client, address: str, verb: str, page: str, **what: object):
    """Press undo or redo on a page that was fetched before."""
    import re

    form = re.search(rf'<form id="{verb}".*?</form>', page, re.DOTALL)[0]
    data = {name: field(form, name) for name in ("seat", "seq", "key")}
    number = re.search(r'name="(count|action)" value="(\d+)"', form)
    return client.post(f"{address}/{verb}", data={**data, number[1]: number[2], **what})


def test_a_placed_worker_can_be_undone_until_the_next_person_has_moved(app):
    table_game = caylus("ann", "bob")
    before = table_game.state.tobytes()
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}"
    with person(app, "ann") as ann:
        bob, eve = beside(ann, "bob"), beside(ann)
        page = ann.get(address).text
        assert UNDO_BUTTON not in page
        post_move(ann, page, next(iter(offers(page))))
        page = ann.get(address).text
        assert 'id="moves"' not in page, "the turn is over"
        assert UNDO_BUTTON in page
        assert UNDO_BUTTON in ann.get(f"{address}/text").text
        for other in (bob, eve):
            assert UNDO_BUTTON not in other.get(address).text
        assert ask(ann, address, "undo", page).status_code == 303
        assert app.state.tables._held[table_game.id].state.tobytes() == before
        for viewer in (ann, bob, eve):
            assert "undoes a move." in viewer.get(address).text
        page = ann.get(address).text
        assert 'id="moves"' in page
        post_move(ann, page, list(offers(page))[1])
        mine, page = ann.get(address).text, bob.get(address).text
        post_move(bob, page, next(iter(offers(page))))
        assert UNDO_BUTTON not in ann.get(address).text
        answer = ask(ann, address, "undo", mine)
        assert answer.status_code == 409
        assert "The game has moved on" in answer.text
        fresh = {name: field(ann.get(address).text, name) for name in ("seat", "seq", "key")}
        answer = ann.post(f"{address}/undo", data={**fresh, "count": 2})
        assert "another player has moved since" in answer.text
        assert "TBL-3" in answer.text


def test_replies_of_bots_are_undone_with_ones_own_move():
    table_game = caylus("ann", "bot", "bot")
    before = table_game.state.tobytes()
    for _ in range(3):
        any_move(table_game, random.Random(1))
    assert table_game.waiting == (0,)
    offered = table_game.offered_undo((0,))
    assert (offered.last, offered.turn, offered.replies) == (3, 3, True)
    undo(table_game, 0)
    assert table_game.state.tobytes() == before
    assert table_game.log[-1].replies
    assert again(table_game).log == table_game.log


def test_a_person_between_stops_it_and_a_bot_does_not():
    table_game = caylus("ann", "bot", "bob")
    any_move(table_game, random.Random(1))
    any_move(table_game, random.Random(1))
    assert table_game.offered_undo((0,)).last == 2
    any_move(table_game, random.Random(1))
    assert table_game.offered_undo((0,)) is None
    assert table_game.offered_undo((2,)).last == 1
    with pytest.raises(CannotUndo, match="another player has moved"):
        table_game.take_back(0, 3, "k", 0.0)


def test_what_was_drawn_stands():
    """KB-11.1.6: after the end of a turn a card is drawn."""
    table_game = new_table_game("ann", "bot")
    while table_game.waiting != (0,) or 408 not in table_game.legal(0):
        any_move(table_game, random.Random(3))
    act(table_game, "end turn")
    assert table_game.steps[-1].entry.seat == NATURE
    assert table_game.offered_undo((0,)) is None
    with pytest.raises(CannotUndo, match="drawn or revealed"):
        table_game.take_back(0, 2, "k", 0.0)


def test_a_bid_can_be_undone_until_the_next_person_bids_or_all_are_shown():
    table_game = new_table_game("ann", "bot", "eve", game="ys", order=[1, 2, 3])
    before = table_game.state.tobytes()
    act(table_game, "bid 4+4", by=0)
    act(table_game, "bid 3+3", by=1)
    assert table_game.offered_undo((0,)).last == 2
    undo(table_game, 0)
    assert table_game.state.tobytes() == before
    act(table_game, "bid 4+3", by=0)
    act(table_game, "bid 0+1", by=2)
    assert table_game.offered_undo((0,)) is None
    act(table_game, "bid 3+3", by=1)
    assert all(table_game.offered_undo((seat,)) is None for seat in range(3)), "the bids were shown"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_random_or_revealed_is_ever_undone(game):
    chance, undone = random.Random(game), 0
    for seed in range(3):
        table_game = new_table_game("ann", "bot", "bob", game=game, seed=f"{seed}")
        while not table_game.over and table_game.seq < 250:
            any_move(table_game, chance)
            for seat in (0, 2):
                offered = table_game.offered_undo((seat,))
                steps = table_game.steps[-offered.turn :] if offered else []
                undone += len(steps)
                for step in steps:
                    assert step.entry.seat in (seat, 1)
                    assert not {event.kind for event in step.move.events} & set(table_game.game.REVEALING)
    assert undone > 20


def placing(*who: str) -> TableGame:
    """A game of Ys in which seat 0 is to place brokers, then seat 1."""
    table_game = new_table_game(*who, game="ys", order=[1, 2, 3])
    for seat, bid in enumerate(("bid 4+4", "bid 3+3", "bid 0+1")):
        act(table_game, bid, by=seat)
    act(table_game, "order 1", "order 2")
    return table_game


def test_a_turn_can_be_restarted_while_it_lasts():
    table_game = placing("ann", "bob", "eve")
    act(table_game, "down q1.h 3", "up q2.h")
    offered = table_game.offered_undo((0,))
    assert offered.turn > offered.last == 1


def ended(game: str, *who: str) -> TableGame:
    """A game of which seat 0 has played the last action."""
    for seed in range(40):
        table_game, chance = new_table_game(*who, game=game, seed=f"{seed}"), random.Random(seed)
        while not table_game.over:
            last = any_move(table_game, chance)
        if last == 0:
            return table_game
    raise AssertionError("seat 0 never ended the game")


def test_the_end_of_caylus_can_be_undone():
    """Nothing is hidden or drawn there, so the seed, which is published then, tells nothing."""
    table_game = ended("caylus", "ann", "bob")
    assert table_game.offered_undo((0,)).last >= 1
    undo(table_game, 0)
    assert table_game.waiting == (0,)
    assert table_game.waits == "person"
    assert table_game.result == ""
    assert not again(table_game).over


@pytest.mark.parametrize("game", ["kingdom-builder", "ys"])
def test_where_the_end_publishes_what_was_hidden_it_stands(game):
    table_game = ended(game, "ann", "bot")
    assert table_game.offered_undo((0,)) is None
    with pytest.raises(CannotUndo):
        table_game.take_back(0, 1, "k", 0.0)


def test_who_has_seen_the_review_cannot_undo_the_end_among_people(app):
    table_game = ended("caylus", "ann", "bob")
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}"
    with person(app, "ann") as ann:
        page = ann.get(address).text
        assert UNDO_BUTTON in page
        assert beside(ann, "bob").get(f"{address}/review").status_code == 200
        answer = ask(ann, address, "undo", page)
        assert answer.status_code == 409
        assert "the review of this game has been opened" in answer.text
        assert app.state.tables._held[table_game.id].over


@pytest.mark.parametrize("who", [("ann", "bob"), ("ann", "bot", "bot")])
def test_redo_plays_the_same_again_until_something_else_happens(who):
    table_game = caylus(*who)
    for _ in who[1:] if "bot" in who else ():
        any_move(table_game, random.Random(1))
    any_move(table_game, random.Random(2))
    there, log = table_game.state.tobytes(), table_game.history.log
    undo(table_game, 0)
    assert table_game.offered_redo((1,)) is None
    redo(table_game, 0)
    assert table_game.state.tobytes() == there
    assert table_game.history.log == log
    assert table_game.offered_redo((0,)) is None
    assert again(table_game).state.tobytes() == there
    undo(table_game, 0)
    any_move(table_game, random.Random(5))
    assert table_game.offered_redo((0,)) is None
    with pytest.raises(CannotUndo, match="Nothing to redo"):
        table_game.plan_redo(0, 0, "k", 0.0)


def test_two_undos_are_redone_one_after_the_other():
    table_game = new_table_game("ann", "bot")
    while table_game.waiting != (0,):
        any_move(table_game, random.Random(1))
    positions = [table_game.state.tobytes()]
    for _ in range(2):
        any_move(table_game, random.Random(1))
        positions.append(table_game.state.tobytes())
    undo(table_game, 0)
    undo(table_game, 0)
    assert again(table_game).undone == table_game.undone, "a restart forgets nothing of it"
    for position in positions[1:]:
        redo(table_game, 0)
        assert table_game.state.tobytes() == position


def test_what_nobody_was_asked_about_is_undone_with_the_choice_before_it():
    """YS-8.5.2: a look that would show nothing new is passed over; undo leads to no question about it."""
    unasked = 0
    for seed in range(6):
        chance = random.Random(seed)
        table_game = new_table_game("ann", "bob", "eve", game="ys", seed=f"{seed}")
        while not table_game.over:
            any_move(table_game, chance)
            step = table_game.steps[-1]
            offered = table_game.offered_undo(range(3))
            if step.entry.key or step.entry.seat == NATURE or offered is None:
                continue
            unasked += 1
            assert offered.last > 1
    assert unasked > 0


def test_undo_and_redo_over_http_are_done_once(app):
    table_game = caylus("ann", "bob")
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}"
    with person(app, "ann") as ann:
        page = ann.get(address).text
        post_move(ann, page, next(iter(offers(page))))
        page = ann.get(address).text
        for _ in range(3):
            assert ask(ann, address, "undo", page).status_code == 303
        game = app.state.tables._held[table_game.id]
        assert [entry.kind for entry in game.entries].count(UNDO) == 1
        page = ann.get(address).text
        assert REDO_BUTTON in page
        assert REDO_BUTTON in ann.get(f"{address}/text").text
        assert REDO_BUTTON not in beside(ann, "bob").get(address).text
        for _ in range(3):
            assert ask(ann, address, "redo", page).status_code == 303
        assert game.seq == 3 + table_game.seq
        assert game.waiting == (1,)
        assert ask(beside(ann, "bob"), address, "undo", ann.get(address).text).status_code == 403


class Held(Quick):
    """A thinker that answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.thoughts: list[tuple[Answer, list[int]]] = []

    def choose(self, *question):
        chosen, future = super().choose(*question), Answer()
        self.thoughts.append((future, chosen.result()))
        return future

    def answer(self, number: int) -> None:
        future, chosen = self.thoughts[number]
        future.set_result(chosen)


def until(client, address: str, holds) -> None:
    """Fetch a page until something holds: the loop of the server goes on meanwhile."""
    while not holds():
        client.get(address)


def test_what_a_bot_thought_before_an_undo_is_thrown_away(tmp_path):
    thinker = Held()
    app = application(tmp_path, lambda: thinker)
    with person(app, "ann") as ann:
        form = {"game": "caylus", "seat.0": "me", "seat.1": "bot:greedy"}
        form |= {"option.turn_order.0": "0", "option.turn_order.1": "1"}
        address = ann.post("/new", data=form).headers["location"]
        page = ann.get(address).text
        post_move(ann, page, next(iter(offers(page))))
        until(ann, address, lambda: len(thinker.thoughts) == 1)
        page = ann.get(address).text
        assert ask(ann, address, "undo", page).status_code == 303
        seq = int(field(ann.get(address).text, "seq"))
        assert thinker.thoughts[0][0].cancelled(), "the question is dropped"
        page = wait_for(ann, address, 'id="moves"')
        for _ in range(20):
            page = ann.get(address).text
        assert int(field(page, "seq")) == seq, "the bot's move was for another position"
        post_move(ann, page, list(offers(page))[1])
        until(ann, address, lambda: len(thinker.thoughts) == 2)
        thinker.answer(1)
        wait_for(ann, address, 'id="moves"')
        game = app.state.tables._held[address.removeprefix("/t/")]
        assert {entry.by for entry in game.entries} == {""}, "no other level stood in"
        assert [step.entry.seat for step in game.steps if step.entry.seat != NATURE] == [0, 1]


def test_a_page_that_does_not_show_the_replies_yet_undoes_them_too(tmp_path):
    thinker = Held()
    app = application(tmp_path, lambda: thinker)
    with person(app, "ann") as ann:
        form = {"game": "caylus", "seat.0": "me", "seat.1": "bot:greedy"}
        form |= {"option.turn_order.0": "0", "option.turn_order.1": "1"}
        address = ann.post("/new", data=form).headers["location"]
        page = ann.get(address).text
        seq = int(field(page, "seq"))
        post_move(ann, page, next(iter(offers(page))))
        page = ann.get(address).text
        until(ann, address, lambda: thinker.thoughts)
        thinker.answer(0)
        wait_for(ann, address, 'id="moves"')
        for _ in range(2):
            assert ask(ann, address, "undo", page).status_code == 303
        game = app.state.tables._held[address.removeprefix("/t/")]
        assert game.seq == seq + 3
        assert game.entries[-1].action == 2
        text = ann.get(address).text
        assert "undoes 2 moves and the replies" in text
        assert 'id="moves"' in text


def test_at_a_shared_screen_each_may_undo_and_no_secret_shows(app):
    """The screen is passed again: the other player holds it, and must not see what the first one sees."""
    table_game = placing("ann", "ann", "bob")
    while table_game.waiting == (0,):
        any_move(table_game, random.Random(4))
    assert table_game.offered_undo((0, 1)).seat == 0
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}"
    with person(app, "ann") as ann:
        assert ann.post(f"{address}/screen", data={"seat": 0}).status_code == 303
        page = ann.get(address).text
        assert 'id="pass"' in page
        assert ">Undo: Blue</button>" in page
        assert ask(ann, address, "undo", page).status_code == 303
        page = ann.get(address).text
        assert "Pass the device to Blue" in page
        assert 'id="moves"' not in page


def test_the_log_keeps_only_what_stands():
    table_game = caylus("ann", "bob")
    before = len(table_game.steps)
    any_move(table_game, random.Random(1))
    undo(table_game, 0)
    assert len(table_game.steps) == before
    assert not isinstance(table_game.log[-1], Step)
    assert int(rules.waiting(table_game.state)) == 1
