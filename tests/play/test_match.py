"""Match: what a person of the library holds in hand."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import NATURE, coach


@pytest.fixture
def match() -> donjon.Match:
    return donjon.new("kingdom-builder", players=3, seed=7)


def snapshot(match: donjon.Match) -> tuple[bytes, list[tuple[int, int]], int]:
    return match.state.tobytes(), match.log, len(match.events)


def test_a_seed_gives_the_same_match_again(match: donjon.Match) -> None:
    again = donjon.new("kingdom-builder", players=3, seed="7")
    assert snapshot(again) == snapshot(match)
    assert snapshot(donjon.new("kingdom-builder", players=3, seed=8)) != snapshot(match)


def test_without_a_seed_a_secret_one_is_made() -> None:
    one, other = (donjon.new("kingdom-builder", players=2) for _ in range(2))
    assert one.seed != other.seed
    assert len(str(one.seed)) == 32
    assert len(one.commitment) == 64


def test_every_legal_text_reads_back_to_its_action(match: donjon.Match) -> None:
    seat = match.waiting[0]
    actions = match.legal_actions()
    assert len(actions) == len(match.legal) > 10
    assert [match.read(text) for text in match.legal] == [[action] for action in actions]
    assert all(match.why_not(action, seat) is None for action in actions)


def test_play_by_text_and_number_is_the_same(match: donjon.Match) -> None:
    twin = donjon.new("kingdom-builder", players=3, seed=7)
    text, number = match.legal[3], match.legal_actions()[3]
    assert match.play(text) == twin.play(number)
    assert snapshot(match) == snapshot(twin)


def test_nature_answers_at_once_and_is_in_the_log(match: donjon.Match) -> None:
    assert NATURE not in match.waiting
    assert [seat for seat, _ in match.log] == [NATURE] * len(match.log)
    # 4 sectors, 3 cards, the first player, 3 hands
    assert len(match.log) == 11


def test_imposed_nature_waits_to_be_played() -> None:
    match = donjon.new("kingdom-builder", players=2, nature="imposed", board="first-game", first=1)
    assert match.waiting == (NATURE,)
    assert match.legal == ["draw grass", "draw flower_field", "draw forest", "draw canyon", "draw desert"]
    match.play("draw flower field", seat=NATURE)
    match.play("draw desert", seat=NATURE)
    assert match.waiting == (1,)
    assert match.view(None)["card"] == "flower_field"


def test_refusals_name_the_rule_and_change_nothing(match: donjon.Match) -> None:
    before = snapshot(match)
    with pytest.raises(donjon.IllegalAction, match=r"^KB-4\.6: You can't end your turn yet") as refused:
        match.play("end turn")
    assert refused.value.rule == "KB-4.6"
    other = (match.waiting[0] + 1) % 3
    with pytest.raises(
        donjon.NotYourTurn, match=rf"Seat {other} has no decision now, but seat {match.waiting[0]}"
    ):
        match.play(match.legal[0], seat=other)
    assert snapshot(match) == before


def test_why_not_of_a_seat_that_does_not_move_and_of_chance(match: donjon.Match) -> None:
    other = (match.waiting[0] + 1) % 3
    refusal = match.why_not(match.legal[0], seat=other)
    assert refusal is not None
    assert refusal.rule == "KB-11.1.4"
    mover = match.waiting[0]
    now = match.game.prompt(match.state, mover).english()
    assert str(refusal) == f"KB-11.1.4: You play after seat {mover} (KB-3.9). seat {mover} to move. {now}"
    assert str(match.why_not("draw forest")) == f"KB-11.1.4: This is drawn at random. {now}"


@pytest.mark.parametrize(
    "action", ["", "biuld 4,8", "build 4;8", "build 20,3", "farm 1,2 3,4", "draw gold", "end the turn"]
)
def test_unknown_texts_say_what_actions_look_like(match: donjon.Match, action: str) -> None:
    before = snapshot(match)
    with pytest.raises(
        donjon.UnknownAction, match=r"such as 4,8|Examples|Choose one of: grass|Too many hexes"
    ):
        match.play(action)
    assert snapshot(match) == before


@pytest.mark.parametrize("action", [-1, 444, 10**9, True, 1.5, None])
def test_unknown_numbers_are_refused(match: donjon.Match, action: object) -> None:
    with pytest.raises(donjon.UnknownAction):
        match.play(action)  # type: ignore[arg-type]


def test_a_half_legal_decision_is_not_played_at_all() -> None:
    match = donjon.from_position(
        {
            "game": "kingdom-builder",
            "players": 2,
            "board": "first-game",
            "actor": 0,
            "card": "desert",
            "settlements": [[[0, 1], [9, 6], [15, 11]], []],
            "tokens": [[{"hex": [15, 12], "state": "usable"}], []],
        }
    )
    before = snapshot(match)
    with pytest.raises(donjon.IllegalAction, match=r"^KB-5\.6"):
        match.play("farm 14,5")
    assert snapshot(match) == before
    match.play("farm 8,7")
    assert [move.text for move in match.moves] == ["farm", "farm 8,7"]


def test_undo_goes_back_to_the_last_answer_of_chance(match: donjon.Match) -> None:
    """KB-11.1.6: three settlements can be taken back, but not the end of the turn once a card was drawn."""
    before = snapshot(match)
    for _ in range(3):
        match.play(match.legal_actions()[0])
    taken_back = 0
    while match.undo():
        taken_back += 1
    assert taken_back == 3
    assert snapshot(match) == before
    for _ in range(3):
        match.play(match.legal_actions()[0])
    match.play("end turn")
    drawn = snapshot(match)
    assert match.moves[-1].seat == NATURE
    assert not match.undo()
    assert snapshot(match) == drawn


def test_undo_anyway_steps_back_over_the_answer_of_chance(match: donjon.Match) -> None:
    before = snapshot(match)
    for _ in range(3):
        match.play(match.legal_actions()[0])
    three = snapshot(match)
    match.play("end turn")
    assert match.undo(anyway=True)
    assert snapshot(match) == three
    while match.undo(anyway=True):
        pass
    assert snapshot(match) == before


def test_undo_of_an_imposed_draw() -> None:
    """What was imposed stands, too, until it is taken back anyway."""
    match = donjon.new("kingdom-builder", players=2, nature="imposed", board="first-game", first=1)
    before = snapshot(match)
    assert not match.undo(anyway=True)
    match.play("draw flower field", seat=NATURE)
    assert not match.undo()
    assert len(match.moves) == 1
    assert match.undo(anyway=True)
    assert snapshot(match) == before


def test_undo_of_a_secret_choice_and_of_its_showing() -> None:
    """A bid can be taken back until the last one has shown them all."""
    match = donjon.new("ys", players=2, seed=7)
    match.play("bid 3+4", seat=1)
    assert match.undo()
    assert match.waiting == (0, 1)
    match.play("bid 3+4", seat=1)
    match.play("bid 0+1", seat=0)
    assert not match.undo()
    assert match.undo(anyway=True)
    assert match.waiting == (0,)


def test_undo_then_redo_is_identity(match: donjon.Match) -> None:
    for _ in range(30):
        match.play(match.legal_actions()[-1])
    after = snapshot(match)
    seat, action = match.log[-1] if match.log[-1][0] != NATURE else match.log[-2]
    match.undo(anyway=True)
    match.play(action, seat)
    assert snapshot(match) == after


def test_a_finished_match_says_so(match: donjon.Match) -> None:
    while not match.over:
        match.play(match.legal_actions()[-1])
    assert match.waiting == ()
    assert match.legal == []
    with pytest.raises(donjon.GameOver, match="The game is over"):
        match.play("end turn")
    refusal = match.why_not("build 0,0")
    assert refusal is not None
    assert refusal.rule == "KB-9.7"
    assert [sum(sources.values()) for sources in match.points_by_source] == match.points
    assert min(match.ranks) == 1
    assert match.undo(anyway=True)
    assert not match.over


def test_events_of_every_action_are_kept_in_order(match: donjon.Match) -> None:
    for _ in range(12):
        match.play(match.legal_actions()[0])
    told = [event for number in range(len(match.moves)) for event in match.events_of(number)]
    assert told == match.events
    assert all(event.rule.startswith("KB-") for event in told)
    assert all(match.game.event_message(event).english() for event in told)


def test_what_was_not_played_yet_is_not_shown_as_if_it_were(match: donjon.Match) -> None:
    played = len(match.moves)
    for number in (-1, played + 1):
        with pytest.raises(IndexError, match=f"no position after {number} moves"):
            match.state_at(number)
    for number in (-1, played):
        with pytest.raises(IndexError, match=f"no action {number}"):
            match.events_of(number)


def test_hidden_events_lose_their_arguments(match: donjon.Match) -> None:
    dealt = [event for event in match.events if event.kind == "dealt"]
    assert [event.to for event in dealt] == [1 << event.seat for event in dealt]
    mine = dealt[0]
    assert mine.seen_by(mine.seat) == mine
    assert mine.seen_by((mine.seat + 1) % 3).args == ()
    assert mine.seen_by(None).args == ()


def test_unknown_games_and_options_are_named() -> None:
    with pytest.raises(donjon.UnknownGame, match="the games are: kingdom-builder"):
        donjon.new("chess", players=2)
    with pytest.raises(donjon.BadOption, match="2 to 4 players"):
        donjon.new("kingdom-builder", players=5)
    with pytest.raises(donjon.BadOption, match="no option 'colour'"):
        donjon.new("kingdom-builder", players=2, colour="red")
    with pytest.raises(donjon.BadOption, match="'lord' isn't a value of option 'cards'"):
        donjon.new("kingdom-builder", players=2, cards=("lord", "miners", "knights"))
    with pytest.raises(donjon.BadOption, match="lists a value twice"):
        donjon.new("kingdom-builder", players=2, sectors=("farm", "farm", "oasis", "tower"))
    with pytest.raises(donjon.BadOption, match="'seeded' or 'imposed'"):
        donjon.new("kingdom-builder", players=2, nature="kind")


def test_the_board_is_a_picture(match: donjon.Match) -> None:
    assert match.svg().lstrip().startswith("<svg")
    assert match._repr_svg_() == match.svg(None)


def test_what_was_taken_back_is_made_again(match: donjon.Match) -> None:
    for _ in range(3):
        match.play(match.legal_actions()[0])
    match.play("end turn")
    after, events = snapshot(match), match.events
    while match.undo(anyway=True):
        pass
    assert len(match.moves) == 11
    while match.redo():
        pass
    assert snapshot(match) == after
    assert match.events == events
    assert not match.redo()


def test_nothing_is_made_again_once_something_else_was_played(match: donjon.Match) -> None:
    assert not match.redo()
    match.play(match.legal_actions()[0])
    assert match.undo()
    match.play(match.legal_actions()[1])
    after = snapshot(match)
    assert not match.redo()
    assert snapshot(match) == after


@pytest.mark.parametrize("copied", [donjon.Match.copy, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("game", list(donjon.games))
def test_a_copy_and_its_original_leave_each_other_alone(
    game: str, copied: Callable[[donjon.Match], donjon.Match]
) -> None:
    match = donjon.new(game, players=3, seed=7)
    for _ in range(20):
        match.play(match.legal[0])
    match.undo(anyway=True)
    before, taken_back = (match.record(), *snapshot(match)), match.state_at(len(match.moves)).tobytes()
    twin = copied(match)
    assert type(twin) is donjon.Match
    assert twin.game is match.game
    assert (twin.record(), *snapshot(twin)) == before
    assert twin.redo()
    for _ in range(20):
        twin.play(twin.legal[0])
    while twin.undo(anyway=True):
        pass
    assert (match.record(), *snapshot(match)) == before
    assert match.state_at(len(match.moves)).tobytes() == taken_back
    assert match.redo()
    match.play(match.legal[-1])
    assert donjon.load(match.record()).state.tobytes() == match.state.tobytes()


NO_SEATS = (-2, 3, 99, "0", 1.5, True)


@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
@pytest.mark.parametrize("game", list(donjon.games))
def test_a_wrong_seat_is_refused_wherever_one_is_asked_for(game: str, seat: Any) -> None:
    match = donjon.new(game, players=3, seed=7)
    before = snapshot(match)
    action = match.legal_actions()[0]
    asked: list[Callable[[], object]] = [
        lambda: match.legal_actions(seat),
        lambda: match.text(action, seat),
        lambda: match.view(seat),
        lambda: match.svg(seat),
        lambda: match.record(seat),
        lambda: match.read(action, seat),
        lambda: match.play(action, seat),
        lambda: match.why_not(action, seat),
        lambda: match.analyse(seat, playouts=2),
        lambda: coach.analyse(match.game, match.state, seat, 2),
        lambda: coach.heat(match, seat, 0),
        lambda: coach.heat_svg(match, {}, seat),
    ]
    for ask in asked:
        with pytest.raises(donjon.UnknownSeat, match="the seats are 0 to 2"):
            ask()
    assert snapshot(match) == before


@pytest.mark.parametrize("game", list(donjon.games))
def test_nobody_is_a_spectator_and_no_last_seat(game: str) -> None:
    match = donjon.new(game, players=3, seed=7)
    match.play(match.legal[0], match.waiting[-1])
    assert match.view(-1) == match.view(None)
    assert match.record(-1) == match.record(None)
    assert match.svg(-1) == match.svg(None)
    assert match.game.view(match.state, -1) == match.view(None)
    with pytest.raises(donjon.UnknownSeat):
        match.game.view(match.state, 3)
    assert [event.seen_by(-1) for event in match.events] == [event.seen_by(None) for event in match.events]


def test_seats_may_be_numbers_of_numpy() -> None:
    match = donjon.new("kingdom-builder", players=3, seed=7)
    seat = np.int64(1)
    assert type(match.view(seat)["seat"]) is int
    assert match.view(seat) == match.view(1)
    assert match.record(seat) == match.record(1) != match.record(None)
    match.play(match.legal[0], np.int64(match.waiting[0]))
    assert [type(move.seat) for move in match.moves] == [int] * len(match.moves)


def test_a_wrong_seat_is_refused_when_the_game_is_over() -> None:
    match = donjon.new("kingdom-builder", players=2, seed=7)
    while not match.over:
        match.play(match.legal[0])
    assert match.legal == match.legal_actions() == match.legal_actions(0) == []
    with pytest.raises(donjon.UnknownSeat):
        match.legal_actions(99)


@pytest.mark.parametrize("action", [None, "build 1,4", 1.0, True, b"1", [1], -1, 10**30], ids=repr)
def test_only_numbers_of_actions_have_texts(action: Any) -> None:
    match = donjon.new("kingdom-builder", players=2, seed=7)
    with pytest.raises(donjon.UnknownAction):
        match.text(action)
