"""Tournaments, and the journal from which they go on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from donjon.errors import BadOption, UnknownGame
from donjon.lab.arena import tournament
from donjon.lab.arena.statistics import Bounds
from donjon.lab.arena.tournament import BadJournal, Course, Journal, Settings, play
from tests.lab.arena.games import deal

SETTINGS = {"game": "caylus", "bots": ["a", "b"], "seed": "0", "test": None}
DEALS = {0: deal([5, 3], [4, 4]), 3: deal([1, 2], [7, 9])}


def kept(path: Path) -> None:
    journal = Journal(path, SETTINGS)
    for number, games in DEALS.items():
        journal.add(number, games)
    journal.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    kept(tmp_path / "run.jsonl")
    return tmp_path / "run.jsonl"


def test_deals_come_back(path: Path) -> None:
    again = Journal(path, SETTINGS)
    assert again.deals == DEALS
    again.add(1, DEALS[0])
    again.close()
    assert Journal(path, SETTINGS).deals == {**DEALS, 1: DEALS[0]}


def test_each_deal_is_in_the_file_at_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "run.jsonl", SETTINGS)
    for count in range(3):
        assert (tmp_path / "run.jsonl").read_text().count("\n") == 1 + count
        journal.add(count, DEALS[0])


def test_wherever_a_kill_cuts_the_file_all_whole_lines_stay(path: Path) -> None:
    whole = path.read_bytes()
    for cut in (*range(0, 20), *range(20, len(whole), 37), len(whole) - 1):
        path.write_bytes(whole[:cut])
        journal = Journal(path, SETTINGS)
        lines = whole[:cut].count(b"\n")
        assert journal.deals == {number: DEALS[number] for number in [0, 3][: max(0, lines - 1)]}
        for number in DEALS.keys() - journal.deals.keys():
            journal.add(number, DEALS[number])
        journal.close()
        assert path.read_bytes() == whole


def test_other_settings_are_named(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadJournal) as refused:
        Journal(path, {**SETTINGS, "seed": "1", "test": {"elo0": 0}})
    assert "other settings: seed was '0' and is '1'; test was None and is {'elo0': 0}." in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("my letters", "Line 1"),
        ("my letters\n", "Line 1"),
        ('{"arena": 99, "settings": {}}\n', "does not say the settings"),
        ("[" * 100_000 + "\n", "nested"),
        ("{}\n{}\n", "Line 1"),
    ],
)
def test_other_files_are_left_alone(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "letters"
    path.write_text(text)
    with pytest.raises(BadJournal, match=says):
        Journal(path, SETTINGS)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "line", ["{}", '{"deal": 1, "games": [{}]}', '{"deal": "x", "games": []}', "rubbish"]
)
def test_a_line_that_is_no_deal_is_named(line: str, path: Path) -> None:
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(BadJournal, match="Line 4"):
        Journal(path, SETTINGS)


def test_one_run_at_a_time(path: Path) -> None:
    first = Journal(path, SETTINGS)
    with pytest.raises(BadJournal, match="another run"):
        Journal(path, SETTINGS)
    first.close()
    assert Journal(path, SETTINGS).deals == DEALS


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadJournal, match="cannot be kept"):
        Journal(tmp_path, SETTINGS)
    with pytest.raises(BadJournal, match="cannot be kept"):
        Journal(tmp_path / "no" / "folder", SETTINGS)


RANDOM = Settings("kingdom-builder", 2, ("random", "beginner"), "tournament")
PRETENDED = Settings("kingdom-builder", 2, ("a", "b"))


def went(course: Course) -> list[list[tuple[list[str], list[int]]]]:
    return [[(game.bots, game.points) for game in played] for played in course.deals]


def test_every_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    done: list[int] = []
    course = play(RANDOM, 3, progress=done.append, out=tmp_path / "run.jsonl")
    assert (len(course.deals), course.ending, sum(done)) == (2, "played", 4)
    for played in course.deals:
        assert [game.bots for game in played] == [["random", "beginner"], ["beginner", "random"]]
    assert course.deals[0][0].points != course.deals[1][0].points
    assert went(play(RANDOM, 3, out=tmp_path / "run.jsonl")) == went(course)


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Deals that are not played but made up: a wins all but deal 2. The numbers of those asked for."""
    asked: list[int] = []

    class Pretenders:
        def map(self, tasks: Any) -> Iterator[tuple[Any, Any]]:
            # As several workers would: quick deals overtake slow ones.
            for task in sorted(tasks, key=lambda task: (task.number // 3, -task.number)):
                asked.append(task.number)
                yield task, deal([9, 3], [9, 3]) if task.number != 2 else deal([3, 9], [9, 3])

    monkeypatch.setattr(tournament, "make_executor", lambda *_: nullcontext(Pretenders()))
    monkeypatch.setattr(Settings, "check", lambda _settings: None)
    return asked


def test_deals_count_in_their_order(pretend: list[int], tmp_path: Path) -> None:
    course = play(PRETENDED, 18)
    assert pretend[:4] == [2, 1, 0, 5]
    assert [played[0].points for played in course.deals] == [[9, 3], [9, 3], [3, 9], *[[9, 3]] * 6]


@pytest.mark.parametrize("cut", range(1, 7))
def test_an_interrupted_run_goes_on_where_it_was(
    cut: int, pretend: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(games: int) -> None:
        if len(pretend) == cut:
            raise KeyboardInterrupt

    whole = play(PRETENDED, 12)
    pretend.clear()
    first = play(PRETENDED, 12, out=tmp_path / "run.jsonl", progress=interrupt)
    assert first.ending == "interrupted"
    # They come as 2, 1, 0, 5, 4, 3, and count when all before them are over.
    assert len(first.deals) == (0, 0, 3, 3, 3, 6)[cut - 1]
    again = play(PRETENDED, 12, out=tmp_path / "run.jsonl")
    assert sorted(pretend) == [0, 1, 2, 3, 4, 5]
    assert went(again) == went(whole)
    assert again.ending == "played"


def test_more_games_go_on_with_a_file_and_other_settings_do_not(pretend: list[int], tmp_path: Path) -> None:
    play(PRETENDED, 6, out=tmp_path / "run.jsonl")
    assert len(play(PRETENDED, 12, out=tmp_path / "run.jsonl").deals) == 6
    assert sorted(pretend) == [0, 1, 2, 3, 4, 5]
    assert len(play(PRETENDED, 2, out=tmp_path / "run.jsonl").deals) == 1
    for changed in ({"seed": "1"}, {"bots": ("a", "c")}, {"engine_seconds": 1.0}, {"seatings": "all"}):
        other = dataclasses.replace(PRETENDED, **changed)  # type: ignore[arg-type]
        with pytest.raises(BadJournal, match=next(iter(changed))):
            play(other, 6, out=tmp_path / "run.jsonl")
    with pytest.raises(BadJournal, match="test was None and is"):
        play(PRETENDED, 6, out=tmp_path / "run.jsonl", bounds=Bounds(0, 10))


def test_a_test_that_has_decided_ends_it(pretend: list[int], tmp_path: Path) -> None:
    course = play(PRETENDED, 2000, out=tmp_path / "run.jsonl", bounds=Bounds(0, 100))
    assert course.ending == "decided"
    assert course.test is not None
    assert course.test.verdict == "H1"
    assert len(course.deals) == course.test.deals < 40
    asked = len(pretend)
    again = play(PRETENDED, 2000, out=tmp_path / "run.jsonl", bounds=Bounds(0, 100))
    assert (len(again.deals), len(pretend)) == (len(course.deals), asked)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"players": 7}, "2 to 4 players, not 7"),
        ({"bots": ("random",)}, "at least two"),
        ({"bots": ("random", "genius")}, "'genius'"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"bots": ("random", "engine:no-such-program")}, "cannot be started"),
        ({"bots": ("random", "engine:cat")}, "should say 'ready'"),
    ],
)
def test_what_cannot_be_played_is_told_before_anything_is(
    changed: dict[str, Any], says: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOption) as refused:
        play(dataclasses.replace(RANDOM, **changed), 2, out=tmp_path / "run.jsonl")
    assert says in str(refused.value)
    assert not (tmp_path / "run.jsonl").exists()


def test_other_wrong_wishes() -> None:
    with pytest.raises(UnknownGame):
        play(dataclasses.replace(RANDOM, game="chess"), 2)
    with pytest.raises(BadOption, match="At least one game"):
        play(RANDOM, 0)
    with pytest.raises(BadOption, match="two bots, not 3"):
        play(dataclasses.replace(RANDOM, bots=("random", "greedy", "beginner")), 2, bounds=Bounds(0, 1))
