"""A moment of a finished game decided anew: what the coach says of it, and what stays hidden."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from donjon.coach import reviewing as library
from donjon.coach.reviewing import Moment
from donjon.kernel import rules
from donjon.kernel.games import games
from donjon.kernel.labels import Label, generator
from donjon.table.learn import retrying, review
from donjon.table.learn.retrying import AS_GOOD, BETTER, NO_BETTER, Retry, kind_of
from tests.table.people import Quick, application, found, new_table_game, person, store
from tests.table.test_reviewing import GAMES, SHOWS_TURNS, asked
from tests.table.test_verifying import finished

GOOD, WAS_PLAYED = "Found: this is the coach&#39;s move.", "The same move as in the game."


def moments(table_game) -> list[Moment]:
    """What the quick coach finds in a game: the first legal action is the best."""
    made = []
    for decision in library.decisions(table_game.history):
        world = review.before(table_game, decision)
        mask = [
            action
            for action in range(table_game.game.ACTIONS)
            if not rules.forbids(world, decision.seat, action)
        ]
        analysis = found(table_game.game, world, decision.seat, mask[:3], list(decision.actions))
        made.append(Moment(decision, analysis))
    return made


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_game_can_be_made_again(game):
    """Each position is stated as the coach saw it, and takes the same decision as the game did."""
    table_game = finished(game)
    for decision in library.decisions(table_game.history):
        at = Moment(decision, None)
        again = Retry(table_game, at, ".".join(map(str, decision.actions)))
        assert again.decided
        assert again.viewpoint == decision.seat
        world = review.before(table_game, decision)
        legal = [
            action
            for action in range(table_game.game.ACTIONS)
            if not rules.forbids(world, decision.seat, action)
        ]
        assert list(Retry(table_game, at).table_game.legal(decision.seat)) == legal


@pytest.mark.parametrize("game", GAMES)
def test_what_was_hidden_from_a_seat_is_not_in_its_position(game):
    """Whatever the others held: a try shows the same."""
    table_game = finished(game)
    for decision in library.decisions(table_game.history)[::7]:
        seat = decision.seat
        shown = Retry(table_game, Moment(decision, None)).table_game.view(seat)
        known = table_game.game.view(table_game.state_at(decision.number), seat)
        assert shown == known
        dealt = table_game.state_at(decision.number)
        rules.redeal(dealt, seat, generator(Label.REVIEW_WORLD, "another key", decision.number))
        assert table_game.game.view(dealt, seat) == shown


@pytest.fixture
def table(tmp_path):
    thinker = Quick()
    app, table_game = application(tmp_path, lambda: thinker), finished()
    store(app.state.storage, table_game)
    with person(app, "ann") as client:
        text = asked(client, table_game, SHOWS_TURNS)
        at = int(re.search(r'href="/t/\w+/review/(\d+)"', text)[1])
        moment = next(one for one in moments(table_game) if one.decision.number == at)
        yield client, thinker, f"/t/{table_game.id}/review/{at}", moment


def did(actions) -> str:
    return ".".join(map(str, actions))


def test_what_was_played_is_shown_and_the_better_move_is_not(table):
    client, _coach, address, moment = table
    text = client.get(address).text
    assert "Find a better move" in text
    assert '<i class="played"' in text
    assert '<i class="better"' not in text
    assert f"?did={did(moment.best.actions)}&amp;shown=1" in text, "it is there for those who ask"


def test_the_coachs_move_is_found(table):
    client, coach, address, moment = table
    before = len(coach.analysed)
    text = client.get(f"{address}?did={did(moment.best.actions)}").text
    assert GOOD in text
    assert '<i class="better"' in text
    assert '<i class="played"' in text
    assert "to win" in text
    shown = client.get(f"{address}?did={did(moment.best.actions)}&shown=1").text
    assert GOOD not in shown
    assert "This is the coach&#39;s move." in shown
    assert len(coach.analysed) == before, "what the review found is not thought about again"


def test_the_same_move_is_called_the_same_and_the_answer_stays_hidden(table):
    client, coach, address, moment = table
    before = len(coach.analysed)
    text = client.get(f"{address}?did={did(moment.decision.actions)}").text
    assert WAS_PLAYED in text
    assert "Try again" in text
    assert '<i class="better"' not in text
    assert len(coach.analysed) == before


def test_any_other_move_is_compared_by_the_coach_once(table):
    client, coach, address, moment = table
    known = {moment.best.actions, moment.decision.actions}
    offered = [(int(action),) for action in re.findall(r'id="spot-(\d+)"', client.get(address).text)]
    other = next(actions for actions in offered if actions not in known)
    before = len(coach.analysed)
    texts = [client.get(f"{address}?did={did(other)}").text for _ in range(2)]
    assert texts[0] == texts[1]
    assert "Your try" in texts[0]
    assert "In the game" in texts[0]
    assert len(coach.analysed) == before + 1


def test_a_coach_that_fails_says_so_and_can_be_asked_again(table, monkeypatch):
    client, coach, address, moment = table
    known = {moment.best.actions, moment.decision.actions}
    offered = [(int(action),) for action in re.findall(r'id="spot-(\d+)"', client.get(address).text)]
    other = next(actions for actions in offered if actions not in known)

    def fail(*_args, **_more):
        raise retrying.NoAdvice(retrying.Message("The coach ran out of time. Ask again."))

    with monkeypatch.context() as broken:
        broken.setattr(coach, "analyse", fail)
        text = client.get(f"{address}?did={did(other)}").text
        assert "The coach ran out of time. Ask again." in text
        assert f'href="{address}?did={did(other)}"' in text
    assert "Your try" in client.get(f"{address}?did={did(other)}").text


def test_what_cannot_be_played_is_refused_and_there_is_nothing_elsewhere(table):
    client, _coach, address, _moment = table
    assert client.get(f"{address}?did=9999999").status_code == 422
    assert client.get(f"{address}?did=no").status_code == 422
    assert client.get(address.rpartition("/")[0] + "/999999").status_code == 404


def test_a_game_that_goes_on_cannot_be_tried(app):
    table_game = new_table_game("ann", "bob")
    store(app.state.storage, table_game)
    for number in range(len(table_game.steps) + 1):
        assert person(app, "ann").get(f"/t/{table_game.id}/review/{number}").status_code == 404


def test_a_try_is_as_good_better_or_no_better():
    table_game = finished()
    moment = next(one for one in moments(table_game) if one.best.shares[one.decision.seat] > 0.5)
    seat, played = moment.decision.seat, moment.played

    def tried(behind: float, more: float):
        shares = tuple(share + more for share in played.shares)
        return replace(played, behind=behind, behind_error=0.01, shares=shares)

    assert kind_of(tried(0.02, 0.0), moment) == AS_GOOD
    assert kind_of(tried(0.2, 0.1), moment) == BETTER
    assert kind_of(tried(0.2, -0.1), moment) == NO_BETTER
    assert kind_of(tried(0.2, 0.0), moment) == NO_BETTER
    assert 0 <= seat < games[table_game.game.name].seats.stop
