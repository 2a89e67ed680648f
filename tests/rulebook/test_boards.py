"""Boards of a minute: stated positions in which what is asked is legal and does what the praise says."""

from __future__ import annotations

import json

import pytest

from donjon import rulebook
from donjon.rulebook.boards import BadBoard, Board, Other, Step, boards_of, read_board, with_boards
from donjon.testing import boards

GAMES = ["caylus", "kingdom-builder", "ys"]


def test_each_game_has_a_path():
    assert sorted(with_boards()) == GAMES
    assert boards_of("chess") == ()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_board_asks_is_legal_and_does_what_it_says(game):
    assert boards.faults(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_path_starts_with_the_goal_and_each_board_cites_rules(game):
    path = boards_of(game)
    assert path[0].id == "goal"
    for board in path:
        assert board.rules, board.id
        for id in board.rules:
            assert rulebook.load(game).rule(id).text


@pytest.mark.parametrize("game", GAMES)
def test_a_board_has_one_sentence_for_its_rule_and_one_for_each_order(game):
    for board in boards_of(game):
        assert board.teaches.endswith(".")
        assert board.teaches.count(". ") == 0, board.id
        assert not board.title.endswith("."), board.id
        for step in board.steps:
            assert step.order.endswith("."), board.id
            assert len(step.order) <= 80, step.order


def broken(**changes) -> Board:
    """The first board of Kingdom Builder with a fault."""
    good = boards_of("kingdom-builder")[0]
    values = {name: getattr(good, name) for name in good.__dataclass_fields__}
    return Board(**values | changes)


def faults(board: Board, monkeypatch) -> str:
    monkeypatch.setattr(boards, "boards_of", lambda _game: (board,))
    return " ".join(boards.faults("kingdom-builder"))


STEP = boards_of("kingdom-builder")[0].steps[0]


def step(**changes) -> tuple[Step, ...]:
    values = {name: getattr(STEP, name) for name in STEP.__dataclass_fields__}
    return (Step(**values | changes),)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"gains": {"players.0.gold.fishermen": 2}}, "changes by 1, not by 2"),
        ({"expect": {"built": 2}}, "built is 3, not 2"),
        ({"gains": {}, "expect": {}}, "nothing checks"),
        ({"rules": ("KB-99",)}, "no rule KB-99"),
        ({"seen": ("hex-99,99",)}, "nothing on the table is 'hex-99,99'"),
        ({"shows": "deck"}, "no panel 'deck'"),
        ({"steps": step(does="build 0,0")}, "isn't legal"),
        ({"steps": step(goals=("moon",))}, "nothing on the table is 'moon'"),
        ({"steps": step(others=(Other("No.", rule="KB-8.6"),))}, "no move is refused by KB-8.6"),
        ({"steps": step(others=(Other("No.", actions=("build 0,0",)),))}, "isn't legal"),
        ({"steps": step(others=(Other("No.", actions=(STEP.does,)),))}, "answered twice"),
        ({"seat": 1}, "isn't the player's turn"),
        ({}, "a path has 5 to 7"),
    ],
)
def test_faults_are_found(changes, fault, monkeypatch):
    assert fault in faults(broken(**changes), monkeypatch)


def data(**changes) -> dict:
    step = {"order": "Build.", "does": "build 0,0", "otherwise": "No."}
    texts = dict.fromkeys(("id", "title", "teaches", "learnt", "done", "praise"), "x")
    return {**texts, "rules": [], "position": "{}", "part": [0, 0, 50, 50], "step": [step], **changes}


@pytest.mark.parametrize("changes", [{"part": [0, 0]}, {"step": []}, {"position": "["}, {"colour": "red"}])
def test_a_malformed_board_is_refused(changes):
    with pytest.raises((ValueError, TypeError)):
        read_board("kingdom-builder", json.loads(json.dumps(data(**changes))))
    assert issubclass(BadBoard, Exception)


def test_an_answer_is_for_moves_or_for_a_rule():
    for other in ({"text": "No."}, {"text": "No.", "actions": ["pass"], "rule": "KB-5.1"}):
        step = {"order": "Build.", "does": "build 0,0", "otherwise": "No.", "other": [other]}
        with pytest.raises(ValueError, match="an answer needs actions or a rule"):
            read_board("kingdom-builder", data(step=[step]))
