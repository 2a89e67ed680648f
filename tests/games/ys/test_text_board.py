"""A game of Ys in a few lines of text."""

import donjon
from donjon.games.ys.board import text_board

POSITION = {
    "game": "ys",
    "players": 3,
    "phase": "place",
    "actor": 0,
    "fronts": [[1, 2], [3], []],
    "ships": ["S01"],
    "brokers": [
        {"owner": 0, "place": "q1.h", "value": 4, "up": True},
        {"owner": 1, "place": "q1.h", "value": 0, "up": False},
        {"owner": 0, "place": "2r", "value": 3, "up": False},
    ],
}


def lines_for(match: donjon.Match, seat: int | None) -> list[str]:
    return text_board(match.view(seat)).splitlines()


def test_a_line_for_each_thing() -> None:
    match = donjon.from_position(POSITION)
    own, foreign = lines_for(match, 0), lines_for(match, 1)
    assert own[0].endswith("phase place: seat 0 decides")
    assert own[1].startswith("values: ")
    quarter = next(line for line in own if line.startswith("quarter 1: ship s01"))
    assert "; harbour 0:4 1:?, merchants -, palace -" in quarter
    assert any("harbour 0:4 1:(0)" in line for line in foreign)
    market = [line for line in own if line.startswith("market 2 ")]
    assert market[0].endswith("red 0:(3)")
    assert any(line.startswith("market 2 ") and line.endswith("red 0:?") for line in foreign)
    assert own[-3].startswith("> seat 0: ")
    assert "front 1 2, screen 0" in own[-3]
    assert "hidden" in foreign[-3]


def test_all_who_bid_at_the_same_time_are_named() -> None:
    match = donjon.new("ys", players=3, seed=1)
    match.play("bid 3+4", seat=1)
    lines = lines_for(match, None)
    assert lines[0].endswith("phase bid: seats 0 2 decide")
    assert lines[-2].endswith("has chosen")
    assert "3 4" not in lines[-2]


def test_two_play_with_a_neutral_player() -> None:
    last = lines_for(donjon.new("ys", players=2, seed=1), 0)[-1]
    assert last.startswith("  neutral: ")
    assert last.endswith("points, gems -")


def test_the_throne_room_is_there_where_it_is_played_with() -> None:
    match = donjon.new("ys", players=3, seed=1, royal_favour="yes")
    assert "throne room: -" in lines_for(match, None)
    assert match.game.text_board is text_board
