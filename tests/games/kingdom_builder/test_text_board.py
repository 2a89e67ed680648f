"""The board as text: a sign for each hex, and the part of it around what is named."""

import donjon
from donjon.games.kingdom_builder.board import text_board

POSITION = {
    "game": "kingdom-builder",
    "players": 2,
    "board": "first-game",
    "settlements": [[[7, 10]], [[0, 0]]],
}


def test_free_hexes_are_letters_and_settlements_digits_of_their_seats() -> None:
    view = donjon.from_position(POSITION).view()
    columns, *rows = [line.split() for line in text_board(view).splitlines()]
    assert columns == [str(column) for column in range(20)]
    for number, (said, letters) in enumerate(zip(rows, view["hexes"], strict=True)):
        signs = list(letters.lower())
        for piece in view["settlements"]:
            if piece["hex"][0] == number:
                signs[piece["hex"][1]] = str(piece["seat"])
        assert said == [str(number), *signs]


def test_what_texts_name_is_marked_with_some_board_around_it() -> None:
    lines = text_board(donjon.from_position(POSITION).view(), ["build 7,11"]).splitlines()
    assert lines[0].split() == [str(column) for column in range(8, 15)]
    assert [line.split()[0] for line in lines[1:]] == [str(row) for row in range(4, 11)]
    assert [line.count("[") for line in lines] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert " 0  [" in lines[4]


def test_what_is_not_on_the_board_is_not_marked() -> None:
    view = donjon.from_position(POSITION).view()
    assert text_board(view, ["build 20,3", "end turn"]) == text_board(view)
