"""The pages of the boards of a minute: played, answered, remembered, and safe against any address."""

from __future__ import annotations

import re

import pytest

from donjon.kernel.games import games
from donjon.play.why_not import forbidden
from donjon.rulebook.boards import boards_of
from donjon.rulebook.lessons import lesson_of
from donjon.table.learn import boards, progress
from donjon.table.live import presentation
from donjon.table.web.rendering import say
from tests.table.people import person
from tests.table.test_book import words

GAMES = ["caylus", "kingdom-builder", "ys"]
EVERY = [(game, number) for game in GAMES for number in range(1, len(boards_of(game)) + 1)]


@pytest.fixture
def learner(app):
    """Somebody without cookies."""
    with person(app) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


def asked(game: str, number: int, step: int = 0) -> int:
    return boards.asked(boards.positions(game, number)[step], boards_of(game)[number - 1].steps[step])


def played(client, game: str, number: int) -> list[str]:
    """The pages of a board that is played to its end as asked."""
    steps = boards_of(game)[number - 1].steps
    address = f"/learn/{game}/{number}"
    pages = [client.get(address).text]
    for step in range(len(steps)):
        pages.append(client.get(f"{address}?step={step}&action={asked(game, number, step)}").text)
    return pages


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_board_is_played_as_marked_and_praised(learner, game, number, language):
    learner.headers["accept-language"] = language
    board, translate = boards_of(game)[number - 1], say(language)
    pages = [words(page) for page in played(learner, game, number)]
    assert translate(board.title) in pages[0]
    assert translate(board.teaches) in pages[0]
    for page, step in zip(pages, board.steps, strict=False):
        assert translate(step.order) in page
    assert translate(board.done) in pages[-1]
    assert translate(board.praise) in pages[-1]
    if number < len(boards_of(game)):
        assert translate(boards_of(game)[number].title) in pages[-1]


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_each_step_marks_one_move_with_a_ring_or_a_button(learner, game, number):
    for step, page in enumerate(played(learner, game, number)[:-1]):
        action = asked(game, number, step)
        marked = re.findall(
            r'<button id="(?:spot-marked|act-\d+)" class="[^"]*mark[^"]*"[^>]*value="(\d+)"', page
        )
        assert marked
        assert set(marked) == {str(action)}


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_every_other_legal_move_is_answered_and_not_played(learner, game, number):
    board = boards_of(game)[number - 1]
    for step, asks in enumerate(board.steps):
        play = boards.positions(game, number)[step]
        own = {action: other.text for other in asks.others for action in boards.named(play, other.actions)}
        for action in play.table_game.legal(board.seat)[:40]:
            if action == asked(game, number, step):
                continue
            page = learner.get(f"/learn/{game}/{number}?step={step}&action={action}").text
            assert own.get(action, asks.otherwise) in words(page)
            assert words(asks.order) in words(page), "the order stays, for one more try"
    assert boards.COOKIE not in learner.cookies


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_refused_move_is_answered_with_its_rule(learner, game, number):
    board, asks = boards_of(game)[number - 1], boards_of(game)[number - 1].steps[0]
    play = boards.positions(game, number)[0]
    texts = {other.rule: other.text for other in asks.others if other.rule}
    met = set()
    for action in presentation.boxes(games[game]):
        refusal = forbidden(games[game], play.table_game.state, board.seat, action)
        if refusal is None or refusal.rule in met:
            continue
        met.add(refusal.rule)
        page = learner.get(f"/learn/{game}/{number}?action={action}").text
        assert f">{refusal.rule}</a>" in page
        if refusal.rule in texts:
            assert texts[refusal.rule] in words(page)
    assert met >= texts.keys()


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_what_is_ringed_lies_in_the_part_that_is_always_shown(game, number):
    board = boards_of(game)[number - 1]
    for step in range(len(board.steps) + 1):
        left, top, width, height = board.part_at(step)
        scene = boards.scene(games[game], number, step, "en")
        for ring in (*([scene.ring] if scene.ring else []), *scene.goals):
            x, y, wide, high = ring.box
            assert left <= x + 0.5, (step, ring)
            assert top <= y + 0.5, (step, ring)
            assert x + wide <= left + width + 0.5, (step, ring)
            assert y + high <= top + height + 0.5, (step, ring)


def test_a_tap_on_the_board_is_answered_for_what_lies_there(learner):
    """Left of the first house is red's; far out lies nothing."""
    where = "/learn/kingdom-builder/5"
    box = presentation.boxes(games["kingdom-builder"])[asked("kingdom-builder", 5)]
    inside = f"{box[0] + box[2] / 2:.2f},{box[1] + box[3] / 2:.2f}"
    assert boards_of("kingdom-builder")[4].done in words(learner.get(f"{where}?at={inside}").text)
    location = presentation.boxes(games["kingdom-builder"])[20 * 6 + 11]
    on_it = f"{location[0] + location[2] / 2:.2f},{location[1] + location[3] / 2:.2f}"
    assert ">KB-5.3</a>" in learner.get(f"{where}?at={on_it}").text
    step = boards_of("kingdom-builder")[4].steps[0]
    for nowhere in ("0,0", "x", "1,2,3", "999,999", "-1,5", "1" * 5000):
        assert step.otherwise in words(learner.get(where, params={"at": nowhere}).text)


@pytest.mark.parametrize(
    "query",
    [
        *("step=9", "step=-1", "step=x", "step=99999999999", "step=0&action=x", "step=0&action=-1"),
        *("step=0&action=99999", "step=0&action=1.2", "action="),
    ],
)
def test_addresses_that_are_typed_reach_nothing_else(learner, query):
    assert learner.get(f"/learn/kingdom-builder/5?{query}").status_code == 404
    assert boards.COOKIE not in learner.cookies


def test_boards_that_there_are_not(learner):
    last = len(boards_of("ys"))
    for where in ("/learn/ys/0", f"/learn/ys/{last + 1}", "/learn/ys/x", "/learn/chess/1", "/learn/ys/01x"):
        assert learner.get(where).status_code == 404
        assert learner.get(f"{where}.svg").status_code == 404


def test_to_look_at_the_end_of_a_board_does_not_count(learner):
    steps = len(boards_of("caylus")[0].steps)
    page = learner.get(f"/learn/caylus/1?step={steps}").text
    assert boards_of("caylus")[0].done in words(page)
    assert boards.COOKIE not in learner.cookies


def test_progress_is_remembered_and_listed(learner):
    assert words(learner.get("/learn").text).count("0 of ") == len(GAMES)
    played(learner, "kingdom-builder", 1)
    played(learner, "kingdom-builder", 3)
    played(learner, "ys", 1)
    text = learner.get("/learn").text
    assert f"2 of {len(boards_of('kingdom-builder'))} done" in words(text)
    assert f"1 of {len(boards_of('ys'))} done" in words(text)
    go_on = re.search(r'id="go-on" href="([^"]*)"', text)[1]
    assert go_on == "/learn/kingdom-builder/2", "the first that isn't done"
    known = learner.get("/learn/kingdom-builder/2").text
    assert boards_of("kingdom-builder")[0].learnt in words(known)
    assert boards_of("kingdom-builder")[1].learnt not in words(known)
    assert known.count('<i class="done') == 2


def test_a_move_that_is_shown_is_not_called_right(learner):
    where = f"/learn/caylus/2?step=0&action={asked('caylus', 2)}"
    assert "Right" in learner.get(where).text
    page = learner.get(f"{where}&shown=1").text
    assert "This is how" in page
    assert "Right" not in words(page)


@pytest.mark.parametrize("game", GAMES)
def test_after_the_last_board_come_a_game_against_easy_bots_and_the_guide(learner, game):
    page = played(learner, game, len(boards_of(game)))[-1]
    assert f'action="/learn/{game}"' in page
    form = dict(
        re.findall(
            r'<input type="hidden" name="([\w.-]+)" value="([^"]*)">', page.partition('action="/new"')[2]
        )
    )
    assert form["game"] == game
    assert form["seat.1"] == f"bot:{lesson_of(game).level}"
    answer = learner.post("/new", data=form)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/t/")


def test_a_script_gets_only_the_part_that_changes(learner):
    part = learner.get("/learn/ys/1", headers={"x-frame": "board"}).text
    assert "<html" not in part
    assert 'id="spot-marked"' in part
    assert len(part.encode()) < len(learner.get("/learn/ys/1").content)


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_board_has_a_picture(learner, game, number):
    answer = learner.get(f"/learn/{game}/{number}.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


def test_a_cookie_of_something_else_is_ignored():
    count = {"ys": 3}.get
    assert progress.done_in("ys.f_chess.1_ys", lambda game: count(game, 0)) == {"ys": 7}
    assert progress.done_in("", lambda _game: 3) == {}
    assert progress.done_in(progress.cookie_of({"ys": 5, "a-b": 1}), lambda _game: 3) == {"ys": 5, "a-b": 1}
