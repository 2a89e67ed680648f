"""A game of Caylus in a few lines of text."""

import donjon
from donjon.games.caylus.board import text_board

POSITION = {
    "game": "caylus",
    "players": 3,
    "neutral_tiles": [
        "forest",
        "farm_neutral",
        "quarry_neutral",
        "sawmill_neutral",
        "market_neutral",
        "carpenter_neutral",
    ],
    "order": [2, 0, 1],
    "round": 2,
    "phase": "placing",
    "ask": "place",
    "actor": 2,
    "passed": [1],
    "provost": 8,
    "bailiff": 7,
    "road": {"1": {"tile": "residence", "owner": 2}, "9": {"tile": "mason", "owner": 0, "pending": None}},
    "castle": {"dungeon": [0, 0, 1]},
    "workers": [["stables 1", "castle 1"], ["gate"], ["inn right", "road 9"]],
    "seats": [{"deniers": 4, "cubes": {"food": 0, "wood": 2}}, None, {"vp": 5}],
}


def test_a_line_for_each_thing() -> None:
    lines = text_board(donjon.from_position(POSITION).view()).splitlines()
    assert lines[:6] == [
        "round 2, phase placing: seat 2 decides (place)",
        "turn order 2 0 1, passed 1",
        "provost 8, bailiff 7",
        "gate 1, trading-post -, merchants-guild -, joust-field -, stables 0 - -, inn - 2",
        "castle: workers 0 - - - -; dungeon 0 0 1 (3 free), walls empty (10 free), towers empty (14 free)",
        "   1 residence          owner 2",
    ]
    assert "   9 mason              owner 0, worker 2, beyond the provost" in lines
    assert lines[-3] == "  seat 0: 0 points, 4 deniers, 2 wood, 4 workers at home"
    assert lines[-1].startswith("> seat 2: 5 points, ")
    assert lines[-1].endswith("4 workers at home, residences 1")


def test_before_the_start_nobody_decides() -> None:
    lines = text_board(donjon.new("caylus", players=2, seed=1, nature="imposed").view()).splitlines()
    assert lines[:2] == ["round 0, phase setup", "turn order - -, passed -"]


def test_the_letters_of_a_spectator_are_the_face_of_the_game() -> None:
    match = donjon.new("caylus", players=5, seed=1)
    assert match.game.text_board is not None
    assert match.game.text_board(match.view(None)) == text_board(match.view(3))
