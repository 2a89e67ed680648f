"""Following another program: every kind of difference is found, said and shown."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import donjon as library
from donjon.errors import BadTrace
from donjon.notation.follow import Difference, follow
from donjon.notation.trace import natural, trace
from tests.cli.command import donjon, refused
from tests.cli.test_trace import short_match

Lines = list[dict[str, Any]]


@cache
def _told() -> str:
    return json.dumps(list(trace(short_match(3), compiled=False)))


def told() -> Lines:
    """A short trace of our own, from a stated position."""
    lines: Lines = json.loads(_told())
    return lines


def opening() -> Lines:
    """The first lines of a whole game."""
    match = library.new("kingdom-builder", players=2, seed=5)
    match.play(match.legal[0])
    return list(trace(match, compiled=False))


def follow_all(lines: Lines) -> Lines:
    return list(follow(map(json.dumps, lines), compiled=False))


def differs(lines: Lines) -> Difference:
    with pytest.raises(Difference) as caught:
        follow_all(lines)
    return caught.value


def first(lines: Lines, kind: str) -> int:
    return next(at for at, line in enumerate(lines) if line["kind"] == kind)


def test_an_illegal_decision() -> None:
    lines = told()
    at = first(lines, "decision")
    lines[at]["taken"] = "build 0,0"
    difference = differs(lines)
    assert (difference.line, difference.what, difference.theirs) == (at + 1, "decision", "build 0,0")
    assert difference.ours == lines[at]["legal"]
    assert difference.reasons[0].startswith("build 0,0: KB-")
    assert str(difference) == f"Line {at + 1}: 'build 0,0' of seat {lines[at]['seat']} is not legal here."


def test_a_decision_missing_from_their_list() -> None:
    lines = told()
    at = first(lines, "decision")
    gone = lines[at]["legal"].pop()
    difference = differs(lines)
    assert (difference.line, difference.what) == (at + 1, "legal")
    assert (difference.theirs, difference.ours) == ([], [gone])
    assert f"1 only here ({gone})" in str(difference)


def test_a_decision_too_many_in_their_list() -> None:
    lines = told()
    at = first(lines, "decision")
    lines[at]["legal"].append("build 0,0")
    difference = differs(lines)
    assert (difference.what, difference.theirs, difference.ours) == ("legal", ["build 0,0"], [])
    assert "1 only there (build 0,0)" in str(difference)
    assert "KB-" in difference.reasons[0]


def test_a_decision_twice_in_their_list() -> None:
    lines = told()
    at = first(lines, "decision")
    lines[at]["legal"].append(lines[at]["legal"][0])
    assert "1 listed twice" in str(differs(lines))


def test_the_order_of_their_list_does_not_matter() -> None:
    lines = told()
    for line in lines:
        line.get("legal", []).reverse()
    assert follow_all(lines) == told()


def test_other_points_on_the_way() -> None:
    lines = told()
    at = first(lines, "decision")
    lines[at]["points"] = [99, 0]
    difference = differs(lines)
    assert (difference.line, difference.what, difference.theirs) == (at + 1, "points", [99, 0])
    assert "[99, 0] there" in str(difference)


def test_other_points_at_the_end() -> None:
    lines = told()
    source = next(iter(lines[-1]["points"][1]))
    lines[-1]["points"][1][source] += 3
    difference = differs(lines)
    assert (difference.line, difference.what) == (len(lines), "points")
    assert str(difference).startswith(f"Line {len(lines)}: Seat 1 has")


@pytest.mark.parametrize("key", ["totals", "ranks"])
def test_other_totals_or_ranks(key: str) -> None:
    lines = told()
    lines[-1][key] = [7, 7]
    assert f"The {key} are [7, 7] there" in str(differs(lines))


def test_sources_without_points_may_be_left_out() -> None:
    lines = told()
    lines[-1]["points"] = [
        {source: points for source, points in row.items() if points} for row in lines[-1]["points"]
    ]
    assert follow_all(lines) == told()


def test_an_impossible_draw() -> None:
    lines = opening()
    lines[1]["taken"] = "card lords"
    difference = differs(lines)
    assert (difference.line, difference.what) == (2, "draw")
    assert set(difference.ours) == {
        f"draw {name}" for name in ("grass", "flower_field", "forest", "canyon", "desert")
    }


def test_a_draw_for_another_seat() -> None:
    lines = opening()
    right = lines[1]["for"]
    lines[1]["for"] = 1 - right
    difference = differs(lines)
    assert (difference.what, difference.theirs, difference.ours) == ("for", 1 - right, right)
    assert len(difference.match.moves) == 0


def test_a_draw_from_another_deck() -> None:
    lines = opening()
    lines[2]["weights"]["draw grass"] += 1
    difference = differs(lines)
    assert (difference.line, difference.what) == (3, "weights")


def test_a_draw_left_out() -> None:
    lines = opening()
    del lines[2]
    assert "but here nature draws next" in str(differs(lines))


def test_a_draw_too_many() -> None:
    lines = opening()
    lines.insert(3, lines[2])
    assert f"but here seat {lines[-1]['seat']} decides next" in str(differs(lines))


def test_another_seat_decides() -> None:
    lines = told()
    at = first(lines, "decision")
    lines[at]["seat"] = 1 - lines[at]["seat"]
    difference = differs(lines)
    assert (difference.line, difference.what) == (at + 1, "order")


def test_the_game_ends_too_early() -> None:
    lines = told()
    del lines[-2]
    assert differs(lines).what == "end"


def test_the_game_goes_on_too_long() -> None:
    lines = told()
    lines.insert(-1, lines[-2])
    assert "the game is over" in str(differs(lines))


def test_another_board() -> None:
    lines = opening()
    row = lines[0]["table"]["hexes"][3]
    lines[0]["table"] = {"hexes": list(lines[0]["table"]["hexes"])}
    lines[0]["table"]["hexes"][3] = "W" * 20
    difference = differs(lines)
    assert (difference.line, difference.what, difference.ours) == (1, "table", row)
    assert "table.hexes[3]" in str(difference)


BAD: list[tuple[Callable[[Lines], Any], str]] = [
    (lambda lines: lines.clear(), "is empty"),
    (lambda lines: lines.pop(0), "starts with a 'setup' line"),
    (lambda lines: lines[0].update(game="chess"), "'chess'"),
    (lambda lines: lines[0].update(players=9), "2 to 4 players"),
    (lambda lines: lines[0].update(players=True), "'players'"),
    (lambda lines: lines[0].update(rules="7"), "Rules version '7'"),
    (lambda lines: lines[0].update(format=9), "format 9"),
    (lambda lines: lines[0]["position"].update(card="swamp"), "'swamp'"),
    (lambda lines: lines[0]["table"].update(weather="fair"), "'weather'"),
    (lambda lines: lines[1].update(kind="wish"), "'kind'"),
    (lambda lines: lines[1].update(legel=[]), "no 'legel'"),
    (lambda lines: lines[1].update(legal="all"), "'legal'"),
    (lambda lines: lines[1].update(legal=[7]), "Actions must be texts"),
    (lambda lines: lines[1].update(seat="0"), "'seat'"),
    (lambda lines: lines[1].update(taken="dance"), "'dance'"),
    (lambda lines: lines[1].update(taken="build " + "4" * 5000), "short text of an action"),
    (lambda lines: lines[1].update(taken="build ٤,٨"), "isn't a hex"),
    (lambda lines: lines[1].update(kind={"a": 1}), "'kind'"),
    (lambda lines: lines[0].update(game={}), "'game'"),
    (lambda lines: lines[0].update(options={}), "'options' or 'position'"),
    (lambda lines: lines[0]["position"].update(game="caylus"), "has another game"),
    (lambda lines: lines[0].update(seed="\ud800"), "half a character"),
    (lambda lines: lines[0]["position"].update(turn=2**70), "'turn' must be a whole number"),
    (lambda lines: lines[1].pop("taken"), "needs 'taken'"),
    (lambda lines: lines[-1].update(points=[]), "list of 2"),
    (lambda lines: lines[-1]["points"][0].update(luck=3), "'luck'"),
    (lambda lines: lines.append(lines[-1]), "after the 'end' line"),
]


@pytest.mark.parametrize(("change", "why"), BAD, ids=[why for _, why in BAD])
def test_a_line_that_cannot_be_read(change: Callable[[Lines], Any], why: str) -> None:
    lines = told()
    assert lines[1]["kind"] == "decision"
    change(lines)
    with pytest.raises(BadTrace) as caught:
        follow_all(lines)
    assert why in str(caught.value)
    assert str(caught.value).startswith("Line ") or not lines


def test_half_a_decision_is_refused_with_the_whole_ones() -> None:
    match = library.from_position(
        {
            "game": "kingdom-builder",
            "players": 2,
            "board": "first-game",
            "actor": 0,
            "card": "grass",
            "settlements": [[[7, 10], [7, 11]], []],
            "tokens": [[{"kind": "paddock", "hex": [6, 11]}], []],
        }
    )
    lines: Lines = [*trace(match, compiled=False), {"kind": "decision", "seat": 0, "taken": "paddock 7,10"}]
    with pytest.raises(BadTrace, match=r"only the start of a decision.*paddock 7,10 7,8"):
        follow_all(lines)


def test_our_own_fields_are_ignored() -> None:
    lines = told()
    for line in lines:
        line["_note"] = {"mine": 1}
    assert follow_all(lines) == told()


def test_the_command_shows_the_position() -> None:
    lines = told()
    at = first(lines, "decision")
    gone = lines[at]["legal"].pop()
    result = donjon("follow", "-", input="\n".join(map(json.dumps, lines)))
    assert result.exit_code == 1
    last = json.loads(result.stdout.splitlines()[-1])
    assert (last["kind"], last["line"], last["what"]) == ("difference", at + 1, "legal")
    assert library.from_position(last["position"]).legal_actions()
    assert result.stderr.startswith(f"donjon: Line {at + 1}: The legal actions of seat")
    row, column = gone.split()[-1].split(",")
    drawn = [text for text in result.stderr.splitlines() if text.startswith(f"{int(row):3}  ")]
    assert len(drawn) == 1
    assert drawn[0].count("[") == len(gone.split()) - 1
    assert int(column) < 20
    assert json.loads(result.stderr.split("position: ")[1]) == last["position"]


def test_the_command_refuses_what_is_no_trace() -> None:
    assert "Line 1 isn't JSON" in refused("follow", "-", input="hello\n")
    assert "is empty" in refused("follow", "-", input="")


def test_a_game_that_is_not_over_is_said_to_be_so() -> None:
    result = donjon("follow", "-", "--quiet", input="\n".join(map(json.dumps, opening())))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "No difference in 4 lines of 1 game(s). The last game is not over.\n"


def test_texts_are_sorted_by_their_numbers_whatever_their_length() -> None:
    digits = "9" * 5000
    assert sorted([f"build {digits},1", "build 4,10", "build 04,9", "build 4,8"], key=natural) == [
        "build 4,8",
        "build 04,9",
        "build 4,10",
        f"build {digits},1",
    ]
    lines = told()
    at = first(lines, "decision")
    lines[at]["legal"].append(f"build {digits},1")
    assert "1 only there" in str(differs(lines))
