"""The file of a run."""

from pathlib import Path

import pytest

from donjon.lab.arena.journal import BadJournal, Journal
from tests.arena.games import deal

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
