"""Answers in the bar: what an action would do before it is confirmed, and what a thing on the table is."""

from __future__ import annotations

import random
import re
from html import unescape
from types import ModuleType

import pytest

from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.table.live import answers, presentation
from donjon.table.live.answers import Answers
from donjon.table.live.viewers import Viewer, outlook
from tests.table.people import GAME, field, new_table_game, offers, person, post_move, step, store

ASKING = "caylus"  # its actions are shown before they are played
FRAGMENT = {"x-frame": "0"}


@pytest.fixture
def table(app):
    """A stored game of Ann and Bob, both at screens of their own, at its first decision."""
    table_game = new_table_game("ann", "bob", game=ASKING)
    store(app.state.storage, table_game)
    return table_game


@pytest.fixture
def mover(app, table):
    """Who is to move, and the address of the table."""
    with person(app, ("ann", "bob")[table.waiting[0]]) as client:
        yield client, f"/t/{table.id}"


def answers_of(table_game, acts=True, language="en"):
    seat = table_game.waiting[0]
    return Answers(table_game, Viewer("ann", language, (seat,), seat, seat if acts else None))


def asked(table_game, placed=True):
    """The legal actions that ask before they are played."""
    game, seat = table_game.game, table_game.waiting[0]
    found = [
        action for action in table_game.legal(seat) if game.actions.previews(table_game.state, seat, action)
    ]
    return [action for action in found if (action in presentation.boxes(game)) == placed]


def words(html):
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def test_an_action_is_shown_before_it_is_played(mover, table):
    client, address = mover
    page = client.get(address).text
    for action in asked(table) + asked(table, placed=False):
        button = re.search(rf'<button [^>]*value="{action}"[^>]*>', page)[0]
        assert 'form="consider" name="consider"' in button
    action = asked(table)[0]
    shown = client.get(address, params={"consider": action}).text
    reply = shown.partition('class="reply"')[2].partition("</section>")[0]
    assert re.search(rf'<button id="confirm"[^>]*name="action" value="{action}" autofocus>Confirm<', reply)
    assert f'href="{address}" data-back' in reply
    assert 'href="/rules/' in reply
    assert 'role="group" aria-labelledby="reply-title"' in shown
    assert field(shown, "seq") == field(page, "seq")
    after = post_move(client, shown, action)
    assert after.status_code == 303
    assert 'id="moves"' not in client.get(address).text


def test_what_would_happen_is_told_with_its_rules_and_nothing_happens():
    table_game = new_table_game("ann", "bob", game=ASKING)
    before, seat = table_game.state.tobytes(), table_game.waiting[0]
    action = asked(table_game)[0]
    answer = answers_of(table_game).consider(str(action))
    assert table_game.state.tobytes() == before
    plan = table_game.plan(seat, [action], "", 0.0)
    said = [event.rules for event in plan.plan.moves[0].events]
    assert [line.rules for line in answer.outcome.effects] == said[: answers.MOST_EFFECTS]
    assert answer.outcome.more == (len(said) > answers.MOST_EFFECTS)
    assert all(line.text for line in answer.outcome.effects)


@pytest.mark.parametrize(
    ("game", "subject", "rule"),
    [("caylus", "castle", "CAY-9.3.2"), ("ys", "market", "YS-6.7.4"), ("kingdom-builder", "deck", "KB-6.11")],
)
def test_a_thing_names_the_rules_for_which_it_has_no_line(game: str, subject: str, rule: str) -> None:
    answer = answers_of(new_table_game("ann", "bob", game=game)).about(subject)
    assert rule in answer.rules
    assert not {line.rule for line in answer.lines} & set(answer.rules)
    assert len(set(answer.rules)) == len(answer.rules)


def test_a_long_tale_is_cut(mover, table, monkeypatch):
    monkeypatch.setattr(answers, "MOST_EFFECTS", 1)
    client, address = mover
    seat = table.waiting[0]
    for action in asked(table) + asked(table, placed=False):
        text = client.get(f"{address}/answer", params={"consider": action}, headers=FRAGMENT).text
        events = outlook(table, seat, [action]).events
        told = text.partition('class="reply-outcome"')[2].partition("</ul>")[0]
        assert told.count("<li>") == min(len(events), 2)
        assert ("<li>…</li>" in told) == (len(events) > 1)


def test_what_the_seat_has_before_and_after_is_said_if_the_drawing_can(monkeypatch):
    table_game = new_table_game("ann", "bob", game=ASKING)
    drawing = games[ASKING].drawing
    told = []

    def changes(before, after, seat):
        told.append((before["players"][seat], after["players"][seat]))
        return [Message("{number} more", number=7)]

    monkeypatch.setattr(drawing, "changes", changes, raising=False)
    answer = answers_of(table_game).consider(str(asked(table_game)[0]))
    assert answer.outcome.changes == ("7 more",)
    assert told[0][0] != told[0][1]


@pytest.mark.parametrize("what", ["99999", "-1", "x", "", "1e9"])
def test_what_is_no_action_cannot_be_considered(mover, what):
    client, address = mover
    answer = client.get(address, params={"consider": what})
    assert answer.status_code == 200
    assert "No such move" in answer.text
    assert 'id="confirm"' not in answer.text


def test_an_action_that_is_not_open_says_why():
    table_game = new_table_game("ann", "bob", game=ASKING)
    legal = table_game.legal(table_game.waiting[0])
    shut = next(action for action in presentation.boxes(table_game.game) if action not in legal)
    answer = answers_of(table_game).consider(str(shut))
    assert answer.refusal.rule.startswith(f"{table_game.game.prefix}-")
    assert not answer.choices


def test_only_who_is_to_move_considers(app, table):
    action = asked(table)[0]
    for visitor in (person(app), person(app, ("bob", "ann")[table.waiting[0]])):
        text = visitor.get(f"/t/{table.id}", params={"consider": action}).text
        assert "It isn&#39;t your turn" in text
        assert 'id="confirm"' not in text


def test_every_thing_on_the_board_is_explained_in_every_language():
    table_game, chance = new_table_game("ann", "bob", game=ASKING), random.Random(3)
    for _ in range(12):
        step(table_game, chance)
    subjects = presentation.spots(table_game.game)
    assert subjects
    titles = {}
    for language in ("en", "ru", "hu"):
        here = answers_of(table_game, language=language)
        for subject in subjects:
            answer = here.about(subject)
            assert answer.title
            assert answer.lines, subject
            titles[subject, language] = answer.title
    assert sum(titles[subject, "en"] != titles[subject, "ru"] for subject in subjects) == len(subjects)


def test_every_place_of_an_action_lies_on_a_thing():
    game = games[ASKING]
    subjects, spots, boxes = presentation.subjects(game), presentation.spots(game), presentation.boxes(game)
    assert set(boxes) <= set(subjects)
    assert all(spots[subjects[action]] == box for action, box in boxes.items())


def test_things_are_links_except_where_an_action_is_open(mover, table):
    client, address = mover
    page = client.get(address).text
    linked = set(re.findall(r'<a id="about-[^"]*" class="thing" href="\?about=([^"]*)"', page))
    open_places = {presentation.subjects(table.game)[choice] for choice in asked(table)}
    assert linked == set(presentation.spots(table.game)) - open_places


def test_an_open_place_is_explained_and_offered_together(mover, table):
    client, address = mover
    action = asked(table)[0]
    subject = presentation.subjects(table.game)[action]
    about = client.get(f"{address}/answer", params={"about": subject}, headers=FRAGMENT).text
    considered = client.get(f"{address}/answer", params={"consider": action}, headers=FRAGMENT).text
    assert about == considered
    assert 'id="confirm"' in about
    assert "<html" not in about


def is_choice_now(table_game, action):
    actions = table_game.game.actions
    return actions.use[table_game.state[actions.decision], action] >= 0


@pytest.mark.parametrize("game", ["caylus", "ys"])
def test_only_a_place_that_is_chosen_from_now_says_why_it_is_not_open(game):
    """A thing of another moment is explained alone, with what is to be decided: nobody wanted to play it."""
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(1)
    now, kinds = Message("Now: {what}", what=Message("")).english(), set()
    for _round in range(12):
        legal = set(table_game.legal(table_game.waiting[0]))
        places = presentation.subjects(table_game.game)
        shut = set(places.values()) - {places[action] for action in legal if action in places}
        chosen = {about for action, about in places.items() if is_choice_now(table_game, action)}
        mine, others = answers_of(table_game), answers_of(table_game, acts=False)
        for subject in shut:
            told, rest = mine.about(subject), others.about(subject).lines
            if not rest:
                continue
            assert others.about(subject).refusal is None
            assert told.refusal is None or subject in chosen
            assert (told.refusal is None) == (told.lines[: len(rest)] == rest and len(told.lines) > len(rest))
            assert told.refusal not in told.lines, subject
            assert told.refusal is not None or told.lines[-1].text.startswith(now)
            kinds.add(told.refusal is None)
        for _step in range(5):
            step(table_game, chance)
    assert kinds == {True, False}


def test_choices_that_do_not_ask_are_offered_as_they_are(monkeypatch):
    table_game = new_table_game("ann", "bob", game=ASKING)
    action = asked(table_game)[0]
    subject = presentation.subjects(table_game.game)[action]
    monkeypatch.setattr(table_game.game.actions, "previews", lambda state, seat, action: False)
    answer = answers_of(table_game).about(subject)
    assert [choice.action for choice in answer.choices] == [action]
    assert answer.outcome is None


@pytest.mark.parametrize("what", ["nothing", "", "road-99", "<script>", "x" * 5000, "phase-", "\x00"])
def test_an_unknown_thing_is_said_to_be_unknown(app, table, what):
    for game in (ASKING, GAME):
        table_game = table
        if game == GAME:
            table_game = new_table_game("ann", "bob")
            table_game.header = table_game.header.__class__(
                **{**table_game.header.__dict__, "id": "othertable"}
            )
            store(app.state.storage, table_game)
        answer = person(app).get(f"/t/{table_game.id}", params={"about": what})
        assert answer.status_code == 200
        assert "No description available" in answer.text
        assert "<script>" not in answer.text.partition('class="reply"')[2].partition("</section>")[0]


def test_the_answer_alone_is_for_open_pages(mover, table):
    client, address = mover
    away = client.get(f"{address}/answer", params={"consider": "5"})
    assert away.status_code == 303
    assert away.headers["location"] == f"{address}?consider=5"
    past = client.get(f"{address}/answer", params={"at": "2", "about": "x"})
    assert past.headers["location"] == f"{address}/replay?at=2&about=x"
    assert words(client.get(f"{address}/answer", headers=FRAGMENT).text) == ""


def test_the_past_is_explained_without_offers(mover, table):
    client, address = mover
    subject = presentation.subjects(table.game)[asked(table)[0]]
    for query in ({"at": "3", "about": subject}, {"at": "0", "about": subject}):
        text = client.get(f"{address}/replay", params=query).text
        assert 'class="reply-lines"' in text
        assert 'id="confirm"' not in text
        alone = client.get(f"{address}/answer", params=query, headers=FRAGMENT).text
        assert words(alone) in words(text)


def test_answers_have_a_place_for_each_position(mover, table):
    client, address = mover
    place = r'<div class="answer" id="(answer-[^"]*)" [^>]*aria-live="polite">'
    page = client.get(address).text
    refused = client.get(address, params={"ask": "x"}).text
    assert re.search(place, page)[1] == re.search(place, refused)[1]
    post_move(client, page, min(offers(page)))
    assert re.search(place, client.get(address).text)[1] != re.search(place, page)[1]


def test_an_answer_stays_while_others_decide_at_the_same_time(app):
    """In Ys all bid at once: what another seat bids does not end an own decision."""
    table_game = new_table_game("ann", "bob", game="ys")
    store(app.state.storage, table_game)
    assert len(table_game.waiting) == 2
    place = r'<div class="answer" id="(answer-[^"]*)"'
    with person(app, "ann") as ann, person(app, "bob") as bob:
        address = f"/t/{table_game.id}"
        before = ann.get(address).text
        page = bob.get(address).text
        post_move(bob, page, min(offers(page)))
        after = ann.get(address).text
        assert re.search(r"data-frame=\"(\d+)", after)[1] != re.search(r"data-frame=\"(\d+)", before)[1]
        assert re.search(place, after)[1] == re.search(place, before)[1]
        post_move(ann, after, min(offers(after)))
        assert re.search(place, ann.get(address).text)[1] != re.search(place, before)[1]


def test_a_game_may_explain_its_things_and_ask_nothing(ann, app):
    table_game = new_table_game("ann", "bob")
    seat = table_game.waiting[0]
    store(app.state.storage, table_game)
    page = person(app, ("ann", "bob")[seat]).get(f"/t/{table_game.id}").text
    assert 'name="consider"' not in page
    assert all(
        not table_game.game.actions.previews(table_game.state, seat, action)
        for action in table_game.legal(seat)
    )
    assert set(re.findall(r'<a id="about-([^"]*)" class="thing"', page)) == set(
        presentation.spots_now(table_game.game, table_game.view(seat))
    )


def test_a_thing_that_is_a_place_of_an_action_offers_it_or_says_why_not():
    """Things that lie elsewhere in each game, and hexes, which are no links: there are too many."""
    table_game = new_table_game("ann", "bob")
    here, view = answers_of(table_game), table_game.view(table_game.waiting[0])
    boxes, legal = presentation.boxes(table_game.game), table_game.legal(table_game.waiting[0])
    subjects = presentation.subjects(table_game.game)
    assert set(boxes) <= set(subjects)
    assert [choice.action for choice in here.about(subjects[legal[0]]).choices] == [legal[0]]
    for subject in presentation.spots_now(table_game.game, view):
        assert here.about(subject).refusal.rule == "KB-5.3"


def test_the_face_of_a_drawing(monkeypatch):
    """A drawing says where places and things are, or says nothing."""
    bare = ModuleType("bare")
    bare.boxes = dict
    monkeypatch.setitem(__import__("sys").modules, "bare", bare)
    from dataclasses import replace

    game = replace(games[GAME], name="bare", drawing_module="bare")
    assert presentation.boxes(game) == {}
    assert presentation.spots(game) == {}
    bare.boxes = lambda: {1: (0.0, 0.0, 1.0, 1.0)}
    bare.spots = lambda: {"thing": (0.0, 0.0, 2.0, 2.0)}
    silent = replace(game, title="Another")
    object.__setattr__(silent, "explain", None)  # as of a game whose chapters explain nothing
    assert presentation.spots(silent) == {}
    explained = replace(game, title="Explained", explain=lambda *_: [])
    assert presentation.subjects(explained) == {1: "thing"}
    bare.subjects = lambda: {7: "card"}
    assert presentation.subjects(silent) == {}
    assert presentation.subjects(replace(explained, title="With cards")) == {1: "thing", 7: "card"}
    bare.moving_spots = lambda view: {view["what"]: (0.0, 0.0, 3.0, 3.0)}
    there = presentation.spots_now(explained, {"what": "tower"})
    assert there == {"thing": (0.0, 0.0, 2.0, 2.0), "tower": (0.0, 0.0, 3.0, 3.0)}
    assert presentation.spots_now(silent, {"what": "tower"}) == {}
