"""TBL-10, TBL-11: clocks at tables, and what needs consent: an undo, another pace, an early end."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.rulebook.lessons import lesson_of
from donjon.table.live import consent, deadlines
from donjon.table.live.viewers import Viewer
from donjon.table.store import agreeing, seating, upkeep
from donjon.table.store.clocks import DAY, GRACE, HOUR, MINUTE, NO_PACE, SECOND, lost
from donjon.table.store.paces import CHOICES, pace_of
from donjon.table.store.replaying import replay
from donjon.table.store.rows import (
    BOT,
    CLAIMED,
    END,
    OUT,
    OVER,
    PACE,
    PERSON,
    RESIGNED,
    REWIND,
    TIME,
    TO_MOVE,
    Damaged,
    Header,
    Seat,
    Stored,
)
from donjon.table.store.table_game import TableGame
from donjon.table.web.sessions import Identity
from tests import loops
from tests.crash import clock_race
from tests.table.people import GAME, SECRET, beside, field, person

NAMES = ("ann", "bob", "cid")
AWAY = ((1_000_050_000, 1_000_350_000), (1_000_900_000, 1_002_000_000))
BEGAN = 1_000_000.0


def started(*who: str, game: str = GAME, pace: str = "live-10", outages=(), listed=False) -> TableGame:
    """A game that has begun with a pace. who: guests and "bot"."""
    seats = [
        Seat(number, BOT, "", "", "greedy") if name == "bot" else Seat(number, PERSON, name, name.title())
        for number, name in enumerate(who)
    ]
    header = Header("testtable", game, games[game].rules_version, len(who), "{}", "seed", "ann", BEGAN)
    table_game = TableGame(header, seats, outages=outages)
    table_game.adopt(seating.plan_gathering(table_game, BEGAN, listed, pace=pace), "")
    return table_game


def from_its_log(table_game: TableGame, outages=()) -> TableGame:
    entries = tuple(table_game.entries)
    return replay(Stored(table_game.header, table_game.seats, entries, table_game.check), outages=outages)


def picture(table_game: TableGame) -> dict[str, object]:
    """All that must be equal whoever computes it."""
    clocks = table_game.clocks
    return {
        "state": table_game.state.tobytes(),
        "seats": table_game.seats,
        "offers": table_game.offers,
        "notes": table_game.notes,
        "columns": table_game.columns,
        "ended": (table_game.is_ended, table_game.resigned, table_game.zones),
        "clocks": (clocks.pace, clocks.reserves, clocks.turns, clocks.charged, clocks.purses, clocks.ahead),
    }


def play(table_game: TableGame, at: float, chance: random.Random) -> int:
    """A move of a person or bot that is to move, as they choose it."""
    seat = chance.choice(table_game.waiting)
    key = f"key{table_game.seq}" if table_game.seats[seat].kind == PERSON else ""
    change = table_game.plan(seat, [chance.choice(table_game.legal(seat))], key, at)
    table_game.adopt(change, "")
    return seat


def verb(table_game: TableGame, at: float, chance: random.Random) -> object:
    """A random thing that somebody does, as a planned change; raises DonjonError if it is refused."""
    seat = chance.randrange(len(table_game.seats))
    what = chance.choice(
        ("undo", "redo", "offer", "offer", "answer", "answer", "out", "back", "zone", "claim")
    )
    if what == "undo":
        undo = table_game.offered_undo((seat,))
        return table_game.take_back(seat, undo.last, "undo", at) if undo else None
    if what == "redo":
        redo = table_game.offered_redo((seat,))
        return table_game.plan_redo(seat, redo.entry.action, "redo", at) if redo else None
    if what == "offer":
        pace = chance.choice(CHOICES).name
        header = table_game.header
        numbers = pace_of(pace, header.game, header.players, by_claim=chance.random() < 0.5)
        return agreeing.plan_offer(table_game, seat, chance.choice((REWIND, REWIND, PACE)), "", at, numbers)
    if what == "answer":
        number = chance.choice([one.number for one in table_game.offers] or [0])
        return agreeing.plan_answer(table_game, seat, number, chance.random() < 0.8, "", at)
    if what == "out":
        return None if chance.random() < 0.6 else seating.plan_out(table_game, seat, "greedy", "", at)
    if what == "back":
        return seating.plan_back(table_game, seat, "", at) if table_game.seats[seat].is_away else None
    if what == "zone":
        return seating.plan_zone(table_game, seat, chance.choice(("Europe/Paris", "Asia/Tokyo")), at)
    return seating.plan_claim(table_game, seat, "greedy", "", at)


def course(table_game: TableGame, seed: int, steps: int, after) -> float:
    """Play a table with random verbs; `after` is called with the time of each change. Returns the time."""
    chance, at = random.Random(seed), BEGAN
    after(at)
    for _step in range(steps):
        if table_game.over:
            break
        at += chance.choice((0.05, 1.0, 8.0, 40.0, 200.0))
        change = seating.plan_timeouts(table_game, "greedy", at)
        if change is not None:
            table_game.adopt(change, "")
            after(table_game.entries[-1].at)
        if chance.random() < 0.5 and table_game.waiting:
            play(table_game, at, chance)
            after(table_game.entries[-1].at)
            continue
        try:
            change = verb(table_game, at, chance)
        except DonjonError:
            continue
        if change is not None and change.entries:
            table_game.adopt(change, "")
            after(table_game.entries[-1].at)
    return at


@pytest.mark.parametrize("game", list(games))
@given(seed=st.integers(0, 10**6))
@settings(deadline=None, max_examples=12)
def test_time_charged_is_time_owed_by_a_second_reckoning_and_live_is_replayed(game, seed):
    table_game = started(*NAMES, "bot", game=game, outages=AWAY)
    owed, last = [0] * 4, [round(BEGAN * 1000), set()]

    def after(time: float) -> None:
        at = round(time * 1000)
        for seat in last[1]:
            owed[seat] += at - last[0] - lost(AWAY, last[0], at)
        to_move = {note.seat for note in table_game.notes if note.state == TO_MOVE}
        last[:] = [at, to_move]

    at = course(table_game, seed, 60, after)
    clocks, time = table_game.clocks, round(at * 1000) + 5000
    for seat in range(4):
        running = time - last[0] - lost(AWAY, last[0], time) if seat in last[1] else 0
        if clocks.pace.ticks:
            assert clocks.charged[seat] + clocks.running(seat, time) == owed[seat] + running
        assert clocks.reserves[seat] >= 0
    assert picture(from_its_log(table_game, AWAY)) == picture(table_game)


@pytest.mark.parametrize("game", list(games))
def test_what_is_planned_for_the_rows_is_what_the_game_says_after_it(game):
    """The notes written with a change are those of the game after it, clocks included."""
    table_game = started(*NAMES, game=game)
    chance, at = random.Random(8), BEGAN
    for _move in range(60):
        if table_game.over:
            break
        at += 3.0
        seat = chance.choice(table_game.waiting)
        change = table_game.plan(seat, [chance.choice(table_game.legal(seat))], "k", at)
        planned = table_game.columns_after(change), table_game.notes_after(change)
        table_game.adopt(change, "")
        assert planned == (table_game.columns, table_game.notes)
        dues = [note.due for note in table_game.notes if note.due]
        assert table_game.columns.due == (min(dues) + GRACE if dues else 0)


def test_a_bot_takes_over_when_time_is_up_and_the_person_may_come_back_with_time_to_play():
    """TBL-10."""
    table_game = started("ann", "bob")
    seat = table_game.waiting[0]
    due = table_game.clocks.due(seat)
    assert due == round(BEGAN * 1000) + 5 * MINUTE
    early = seating.plan_timeouts(table_game, "greedy", (due + GRACE - 1) / 1000)
    assert early is None
    table_game.adopt(seating.plan_timeouts(table_game, "greedy", (due + GRACE) / 1000), "")
    assert table_game.entries[-1].facts["why"] == TIME
    assert table_game.seats[seat].is_away
    assert table_game.clocks.reserves[seat] == 0
    assert table_game.late((due + DAY) / 1000) == []
    table_game.adopt(seating.plan_back(table_game, seat, "", due / 1000 + 100), "")
    assert table_game.clocks.reserves[seat] >= 2 * table_game.clocks.pace.increment


def test_among_friends_over_days_a_bot_takes_over_only_if_another_asks():
    """TBL-10."""
    for listed in (False, True):
        table_game = started("ann", "bob", pace="days-1", listed=listed)
        seat = table_game.waiting[0]
        late = (table_game.clocks.due(seat) + GRACE) / 1000
        if listed:
            assert seating.plan_timeouts(table_game, "greedy", late) is not None
            continue
        assert seating.plan_timeouts(table_game, "greedy", late) is None
        assert table_game.columns.due == 0, "no process looks at it"
        with pytest.raises(seating.NotSeated, match="time left"):
            seating.plan_claim(table_game, seat, "greedy", "", late - 10)
        table_game.adopt(seating.plan_claim(table_game, seat, "greedy", "", late), "")
        assert table_game.entries[-1].facts["why"] == CLAIMED
        assert table_game.seats[seat].is_away


def test_a_deadline_over_days_waits_for_the_morning_of_the_person():
    table_game = started("ann", "bob", pace="days-1")
    seat = table_game.waiting[0]
    before = table_game.clocks.due(seat)
    table_game.adopt(seating.plan_zone(table_game, seat, "Europe/Paris", BEGAN + 1), "")
    assert table_game.clocks.due(seat) == before, "a turn that has begun keeps its deadline"
    assert seating.plan_zone(table_game, seat, "Europe/Paris", BEGAN + 2) is None
    assert seating.plan_zone(table_game, seat, "Mars/Olympus", BEGAN + 2) is None
    chance = random.Random(1)
    for number in range(12):
        play(table_game, BEGAN + 10 * HOUR / 1000 * (number + 1), chance)
    turn = table_game.clocks.turns.get(seat)
    if turn is not None:
        assert turn.zone == "Europe/Paris"


def ask(table_game: TableGame, seat: int, what: str, at: float, pace=NO_PACE) -> None:
    table_game.adopt(agreeing.plan_offer(table_game, seat, what, "", at, pace), "")


def give(table_game: TableGame, seat: int, agrees: bool, at: float) -> None:
    number = table_game.offers[0].number
    table_game.adopt(agreeing.plan_answer(table_game, seat, number, agrees, "", at), "")


@pytest.mark.parametrize("game", list(games))
def test_an_undo_by_consent_leads_to_before_the_last_own_choice_and_the_same_draws_come_again(game):
    """TBL-11."""
    table_game, chance, at = started(*NAMES, game=game), random.Random(3), BEGAN
    undone = 0
    for number in range(40):
        at += 2
        seat = play(table_game, at, chance)
        if number % 9 != 8 or table_game.over:
            continue
        asker = next(other for other in range(3) if agreeing.rewind_target(table_game, other) is not None)
        keep = agreeing.rewind_target(table_game, asker)
        before = table_game.state_at(keep).tobytes()
        moves = list(table_game.history.moves)
        ask(table_game, asker, REWIND, at + 0.1)
        others = [other for other in range(3) if other != asker]
        give(table_game, others[0], True, at + 0.2)
        assert len(table_game.history.moves) == len(moves), "not before all have agreed"
        give(table_game, others[1], True, at + 0.3)
        assert table_game.offers == ()
        assert table_game.state.tobytes() == before
        undone += 1
        redo = table_game.offered_redo((asker,))
        table_game.adopt(table_game.plan_redo(asker, redo.entry.action, "redo", at + 0.4), "")
        again = [(move.seat, move.action) for move in table_game.history.moves]
        assert again == [(move.seat, move.action) for move in moves[: len(again)]]
        del seat
    assert undone >= 3
    assert picture(from_its_log(table_game)) == picture(table_game)


def test_a_request_to_undo_ends_with_the_next_move_others_do_not():
    table_game, chance = started(*NAMES), random.Random(1)
    first = play(table_game, BEGAN + 1, chance)
    other = (first + 1) % 3
    ask(table_game, first, REWIND, BEGAN + 2)
    ask(table_game, other, END, BEGAN + 3)
    assert [one.what for one in table_game.offers] == [REWIND, END]
    play(table_game, BEGAN + 4, chance)
    assert [one.what for one in table_game.offers] == [END]


def test_one_who_declines_ends_a_request_and_who_asked_may_withdraw_it():
    table_game = started(*NAMES)
    for seat, agrees in ((1, False), (0, False)):
        ask(table_game, 0, END, BEGAN + table_game.seq)
        give(table_game, seat, agrees, BEGAN + table_game.seq)
        assert table_game.offers == ()
        assert not table_game.is_ended
    ask(table_game, 0, END, BEGAN + 50)
    with pytest.raises(DonjonError):
        give(table_game, 0, True, BEGAN + 60)


def test_bots_agree_and_a_person_agrees_once_for_all_own_seats():
    table_game = started("ann", "bot", "bot")
    ask(table_game, 0, END, BEGAN + 1)
    assert table_game.is_ended
    shared = started("ann", "ann", "bob")
    ask(shared, 0, END, BEGAN + 1)
    give(shared, 2, True, BEGAN + 2)
    assert shared.is_ended


def test_a_game_that_ends_early_takes_no_moves_and_shows_no_secret():
    """TBL-11: what was hidden stays hidden, as the game may be told to others."""
    table_game = started("ann", "bob", game="ys")
    ask(table_game, 0, END, BEGAN + 1)
    give(table_game, 1, True, BEGAN + 2)
    assert table_game.waiting == ()
    assert not table_game.over
    assert table_game.columns.waits == OVER
    assert table_game.columns.result == ""
    assert table_game.columns.due == 0
    assert table_game.view(None)["seat"] is None
    for plan in (
        lambda: seating.plan_out(table_game, 0, "greedy", "", BEGAN + 3),
        lambda: agreeing.plan_offer(table_game, 0, END, "", BEGAN + 3),
    ):
        with pytest.raises(DonjonError, match="over"):
            plan()
    assert picture(from_its_log(table_game)) == picture(table_game)


def test_a_new_pace_holds_from_then_on_and_going_back_refills_nothing():
    """TBL-10."""
    table_game, chance = started("ann", "bob", pace=""), random.Random(2)
    fast = pace_of("live-10", GAME, 2)
    ask(table_game, 0, PACE, BEGAN + 1, fast)
    give(table_game, 1, True, BEGAN + 2)
    assert table_game.clocks.pace == fast
    seat = table_game.waiting[0]
    assert table_game.clocks.due(seat) == round((BEGAN + 2) * 1000) + fast.reserve
    play(table_game, BEGAN + 62, chance)
    left = [table_game.clocks.reserve_left(one, round((BEGAN + 62) * 1000)) for one in (0, 1)]
    for number, pace in ((100, NO_PACE), (200, fast)):
        ask(table_game, 0, PACE, BEGAN + number, pace)
        give(table_game, 1, True, BEGAN + number + 1)
    again = [table_game.clocks.reserve_left(one, round((BEGAN + 201) * 1000)) for one in (0, 1)]
    assert all(new <= old for new, old in zip(again, left, strict=True))
    assert picture(from_its_log(table_game)) == picture(table_game)


def test_who_resigns_cannot_come_back():
    table_game = started("ann", "bob")
    table_game.adopt(seating.plan_out(table_game, 0, "greedy", "", BEGAN + 1, RESIGNED), "")
    assert table_game.resigned == {0}
    with pytest.raises(seating.NotSeated, match="resigned"):
        seating.plan_back(table_game, 0, "", BEGAN + 2)


def test_rows_that_make_no_sense_are_damage():
    for kind, change in (
        ("offer", {"kind": "answer", "action": 0, "more": '{"yes":true}'}),
        ("offer", {"more": '{"what":"gold"}'}),
        ("offer", {"kind": "pace", "seat": -1, "more": '{"pace":{"kind":"never"}}'}),
        ("offer", {"kind": "rewind", "action": 99, "more": ""}),
    ):
        table_game = started("ann", "bob")
        ask(table_game, 0, END, BEGAN + 1)
        entries = list(table_game.entries)
        assert entries[-1].kind == kind
        entries[-1] = entries[-1].__class__(**{**vars(entries[-1]), **change})
        table_game.entries = entries
        with pytest.raises((Damaged, ValueError)):
            from_its_log(table_game)


# At a server.


class Time:
    """A heartbeat whose time a test sets."""

    outages = ()
    is_fresh = True

    def __init__(self) -> None:
        self.at = 2_000_000_000.0

    def now(self) -> float:
        return self.at


def table_with(app, pace: str = "live-10", guests=("ann", "bob"), game: str = GAME):
    """Browsers of guests who sit at a table that has started, its address, and the server's time."""
    time = Time()
    app.state.tables.heartbeat = time
    seats = {f"seat.{number}": "open" for number in range(1, len(guests))}
    host = person(app, guests[0])
    table = host.post("/new", data={"game": game, "seat.0": "me", "name.0": "Ann", **seats}).headers[
        "location"
    ]
    if pace:
        assert host.post(f"{table}/pace", data={"pace": pace}).status_code == 303
    clients = [host]
    for name in guests[1:]:
        clients.append(beside(host, name))
        assert clients[-1].post(f"{table}/sit", data={"name": name.title()}).status_code == 303
    return clients, table, time


def stored(app, table: str) -> TableGame:
    return replay(app.state.storage.load(table.removeprefix("/t/")))


def post(client, table: str, verb: str, **fields):
    page = client.get(table).text
    data = {"seq": field(page, "seq"), "key": field(page, "key"), **fields}
    return client.post(f"{table}/{verb}", data=data)


def move(app, clients, table) -> int:
    """The first legal move of a seat to move, by its person."""
    game = stored(app, table)
    seat = game.waiting[0]
    assert post(clients[seat], table, "move", seat=seat, action=game.legal(seat)[0]).status_code == 303
    return seat


def test_the_host_chooses_a_pace_and_the_page_shows_the_clocks(app):
    clients, table, time = table_with(app)
    game = stored(app, table)
    assert game.clocks.pace.name == "live-10"
    (seat,) = game.waiting
    page = clients[seat].get(table).text
    assert 'id="clocks"' in page
    assert f'data-due="{game.clocks.due(seat)}"' in page
    assert f'data-now="{round(time.at * 1000)}"' in page
    assert "5:00" in page
    assert "Time left" in clients[0].get(f"{table}/text").text


def test_nobody_but_the_host_chooses_the_pace_and_none_that_is_unknown(app):
    app.state.tables.heartbeat = Time()
    host = person(app, "ann")
    table = host.post("/new", data={"game": GAME, "seat.0": "me", "seat.1": "open"}).headers["location"]
    assert person(app, "eve").post(f"{table}/pace", data={"pace": "live-10"}).status_code == 409
    assert host.post(f"{table}/pace", data={"pace": "blitz"}).status_code == 409
    assert stored(app, table).pace_name == ""
    assert host.post(f"{table}/pace", data={"pace": "days-1"}).status_code == 303
    assert "A day a move" in person(app, "eve").get(table).text
    assert host.post(f"{table}/pace", data={"pace": ""}).status_code == 303
    assert stored(app, table).pace_name == ""


def test_a_move_that_comes_too_late_finds_a_bot_in_the_seat(app):
    """TBL-10: whoever writes first looks for deadlines."""
    clients, table, time = table_with(app)
    game = stored(app, table)
    (seat,) = game.waiting
    page = clients[seat].get(table).text
    data = {"seat": seat, "seq": field(page, "seq"), "key": field(page, "key"), "action": game.legal(seat)[0]}
    time.at += (5 * MINUTE + GRACE) / 1000 + 1
    answer = clients[seat].post(f"{table}/move", data=data)
    assert answer.status_code == 409
    assert "A bot plays for you now." in answer.text
    outs = [entry for entry in stored(app, table).entries if entry.kind == OUT]
    assert [entry.facts["why"] for entry in outs] == [TIME]


def test_a_move_in_the_last_second_counts(app):
    clients, table, time = table_with(app)
    time.at += (5 * MINUTE + GRACE) / 1000 - 0.001
    move(app, clients, table)
    assert not [entry for entry in stored(app, table).entries if entry.kind == OUT]


def test_a_table_that_nobody_looks_at_is_settled_by_the_sweep_once(app):
    clients, table, time = table_with(app)
    name = table.removeprefix("/t/")
    seat = stored(app, table).waiting[0]
    loops.run(deadlines.settle_due(app.state.tables))
    assert app.state.storage.due_tables(round(time.at * 1000), 9) == []
    time.at += (5 * MINUTE + GRACE) / 1000 + 1
    assert app.state.storage.due_tables(round(time.at * 1000), 9) == [name]
    for _sweep in range(3):
        loops.run(deadlines.settle_due(app.state.tables))
    outs = [entry.seat for entry in stored(app, table).entries if entry.kind == OUT]
    assert outs == [seat]
    assert app.state.storage.due_tables(round(time.at * 1000), 9) == []
    assert "has no time left" in clients[0].get(table).text


def test_a_stored_deadline_that_is_too_early_is_put_right_and_not_looked_at_for_ever(app):
    _clients, table, time = table_with(app)
    name = table.removeprefix("/t/")
    game = stored(app, table)
    wrong = game.columns.__class__(**{**vars(game.columns), "due": 5})
    assert app.state.storage.mend(name, app.state.storage.load(name).check, wrong)
    loops.run(deadlines.settle_due(app.state.tables))
    assert app.state.storage.due_tables(round(time.at * 1000), 9) == []
    assert stored(app, table).seats[0].kind == PERSON


def test_a_process_that_does_not_know_of_all_outages_ends_nobodys_time(app):
    clients, table, time = table_with(app)
    time.at += DAY / 1000
    time.is_fresh = False
    move(app, clients, table)
    loops.run(deadlines.settle_due(app.state.tables))
    assert not [entry for entry in stored(app, table).entries if entry.kind == OUT]


def test_an_undo_is_asked_for_and_agreed_to(app):
    """TBL-11."""
    clients, table, _time = table_with(app)
    first = move(app, clients, table)
    while stored(app, table).waiting == (first,):
        move(app, clients, table)
    move(app, clients, table)
    game = stored(app, table)
    keep = agreeing.rewind_target(game, first)
    assert post(clients[first], table, "offer", seat=first, what="undo").status_code == 303
    other = 1 - first
    page = clients[other].get(table).text
    assert "asks to undo" in page
    assert "Agree" in page
    number = stored(app, table).offers[0].number
    assert post(clients[other], table, "consent", seat=other, offer=number, yes=1).status_code == 303
    after = stored(app, table)
    assert len(after.history.moves) == keep
    assert after.offers == ()


def test_a_stranger_and_a_wrong_key_ask_for_nothing(app):
    clients, table, _time = table_with(app)
    eve = beside(clients[0], "eve")
    rows = stored(app, table).seq
    page = clients[0].get(table).text
    good = {"seat": 0, "seq": field(page, "seq"), "key": field(page, "key")}
    for verb, fields in (
        ("offer", {"what": "end"}),
        ("consent", {"offer": 1, "yes": 1}),
        ("resign", {}),
        ("claim", {"late": 1}),
        ("zone", {"zone": "Europe/Paris"}),
    ):
        assert eve.post(f"{table}/{verb}", data={**good, **fields}).status_code == 403, verb
        assert clients[1].post(f"{table}/{verb}", data={**good, **fields}).status_code == 403, verb
        wrong = {**good, "key": "x", **fields}
        assert clients[0].post(f"{table}/{verb}", data=wrong).status_code == 409, verb
    assert stored(app, table).seq == rows


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("offer", {"what": "gold"}),
        ("offer", {"what": ""}),
        ("offer", {"what": "pace", "pace": "blitz"}),
        ("offer", {"what": "undo"}),
        ("consent", {"offer": "99", "yes": "1"}),
        ("consent", {"offer": "-1", "yes": "0"}),
        ("consent", {"offer": "x"}),
        ("claim", {"late": "9"}),
        ("claim", {"late": "1"}),
        ("claim", {"late": "x"}),
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_a_reason(app, verb, fields):
    clients, table, _time = table_with(app)
    rows = stored(app, table).seq
    answer = post(clients[0], table, verb, seat=0, **fields)
    assert answer.status_code == 409
    assert stored(app, table).seq == rows


def test_a_repeated_request_asks_once_and_a_request_makes_no_move_stale(app):
    clients, table, _time = table_with(app)
    seat = stored(app, table).waiting[0]
    page = clients[seat].get(table).text
    data = {"seat": seat, "seq": field(page, "seq"), "key": field(page, "key")}
    game = stored(app, table)
    for _time in range(3):
        assert post(clients[1 - seat], table, "offer", seat=1 - seat, what="end").status_code == 303
    assert len(stored(app, table).offers) == 1
    answer = clients[seat].post(f"{table}/move", data={**data, "action": game.legal(seat)[0]})
    assert answer.status_code == 303, "the page was made before the request"
    number = stored(app, table).offers[0].number
    for _time in range(2):
        assert post(clients[seat], table, "consent", seat=seat, offer=number, yes=0).status_code == 303
    assert stored(app, table).offers == ()


def test_all_agree_to_end_and_the_page_says_so(app):
    clients, table, _time = table_with(app)
    moved = move(app, clients, table)
    assert stored(app, table).offered_undo((moved,)) is not None
    assert post(clients[0], table, "offer", seat=0, what="end").status_code == 303
    number = stored(app, table).offers[0].number
    assert post(clients[1], table, "consent", seat=1, offer=number, yes=1).status_code == 303
    for client in (*clients, beside(clients[0], "eve")):
        for part in ("", "/text", "/log", "/replay", "/record.txt", "/live"):
            answer = client.get(f"{table}{part}")
            assert answer.status_code == 200, part
        assert "has ended early" in client.get(table).text
    game = stored(app, table)
    for verb in ("move", "undo", "redo"):
        for seat, client in enumerate(clients):
            keyed = Identity(SECRET).page_key(game.id, ("ann", "bob")[seat], game.moved)
            sent = {"seat": seat, "seq": game.moved, "key": keyed, "count": 1}
            for action in game.legal(moved) if moved == seat else (0,):
                assert client.post(f"{table}/{verb}", data={**sent, "action": action}).status_code == 409
    assert stored(app, table).seq == game.seq
    (finding,) = [one for one in upkeep.check_tables(app.state.storage) if one.table == game.id]
    assert finding.verdict == upkeep.SOUND


def test_who_resigns_is_out_for_good_and_the_others_play_on(app):
    clients, table, _time = table_with(app)
    page = clients[0].get(table).text
    data = {"seat": 0, "seq": field(page, "seq"), "key": field(page, "key")}
    for _twice in range(2):
        assert clients[0].post(f"{table}/resign", data=data).status_code == 303
    page = clients[0].get(table).text
    assert "Rejoin" not in page
    assert "resigned" in page
    assert clients[0].post(f"{table}/back", data=data).status_code == 409
    assert "resigns" in clients[1].get(table).text


def test_another_pace_is_suggested_and_agreed_to(app):
    clients, table, _time = table_with(app)
    assert post(clients[0], table, "offer", seat=0, what="pace", pace="live-25").status_code == 303
    assert "About 25 minutes a player" in clients[1].get(table).text
    number = stored(app, table).offers[0].number
    assert post(clients[1], table, "consent", seat=1, offer=number, yes=1).status_code == 303
    assert stored(app, table).clocks.pace.name == "live-25"


def test_a_friend_whose_days_are_over_loses_the_seat_when_another_asks(app):
    clients, table, time = table_with(app, pace="days-1")
    seat = stored(app, table).waiting[0]
    other = 1 - seat
    assert post(clients[other], table, "claim", seat=other, late=seat).status_code == 409
    time.at += 6 * DAY / 1000
    assert post(clients[other], table, "claim", seat=other, late=seat).status_code == 303
    assert stored(app, table).seats[seat].is_away
    assert post(clients[seat], table, "back", seat=seat).status_code == 303
    assert stored(app, table).seats[seat].kind == PERSON


def test_the_zone_of_a_player_is_noted_at_tables_over_days_alone(app):
    clients, table, _time = table_with(app, pace="days-1")
    page = clients[0].get(table).text
    assert "data-zone" in page
    assert "data-zone" not in beside(clients[0], "eve").get(table).text
    assert post(clients[0], table, "zone", seat=0, zone="Europe/Paris").status_code == 303
    assert stored(app, table).zones == ["Europe/Paris", ""]
    assert "Europe/Paris" not in clients[1].get(table).text, "where a person lives is not told"
    rows = stored(app, table).seq
    for zone in ("Europe/Paris", "Mars", "", "x" * 500):
        assert post(clients[0], table, "zone", seat=0, zone=zone).status_code == 303
    assert stored(app, table).seq == rows


def test_a_spectator_may_ask_for_nothing():
    table_game = started("ann", "bob")
    say = str
    assert consent.asks(table_game, Viewer(None, "en"), say) is None
    assert consent.shows_zone(table_game, Viewer(None, "en")) == {}


def test_against_bots_alone_an_undo_beyond_a_draw_happens_at_once_but_not_in_a_lesson():
    """TBL-11: bots agree; the guide of a lesson says itself when to undo."""
    table_game, chance = started("ann", "bot", pace=""), random.Random(5)
    viewer = Viewer("ann", "en", (0,), 0, 0)
    while agreeing.rewind_target(table_game, 0) is None or not agreeing.may_rewind(table_game, 0):
        play(table_game, BEGAN + 1, chance)
    asks = consent.asks(table_game, viewer, str)
    assert asks.undo
    assert (asks.paces, asks.end, asks.resign) == ((), False, False)
    keep = agreeing.rewind_target(table_game, 0)
    before = table_game.state_at(keep).tobytes()
    ask(table_game, 0, REWIND, BEGAN + 2)
    assert table_game.state.tobytes() == before
    assert picture(from_its_log(table_game)) == picture(table_game)
    lesson = lesson_of(GAME)
    taught = started("ann", "bot", pace="")
    taught.header = replace(taught.header, seed=lesson.seed)
    while agreeing.rewind_target(taught, 0) is None or not agreeing.may_rewind(taught, 0):
        play(taught, BEGAN + 1, chance)
    assert not consent.asks(taught, viewer, str).undo


def test_a_time_is_shown_as_people_say_it():
    say = str
    shown = [
        consent.in_words(time, say) for time in (0, 59 * SECOND, 61 * SECOND, 2 * HOUR, 3 * HOUR, 2 * DAY)
    ]
    assert shown == ["0:00", "0:59", "1:01", "120:00", "3 h 0 min", "2 d 0 h"]


def test_three_processes_end_the_time_of_each_person_once_and_lose_no_move(tmp_path):
    """TBL-10: the same in SQLite, where the file decides who was first."""
    counts = clock_race.race(f"sqlite:///{tmp_path}/race.db", tmp_path)
    assert counts["time-outs"] > 0
    assert counts["acknowledged"] > 0
