"""Every rule of every game is named by a test."""

from __future__ import annotations

import pytest

from donjon import rulebook
from tests.rulebook.coverage import files_with_tests, named_in, untested


@pytest.mark.parametrize("game", rulebook.games())
def test_every_rule_is_named_by_a_test(game: str) -> None:
    missing = untested(game)
    assert not missing, f"{len(missing)} rules of {game} are named by no test: {', '.join(missing)}"


def test_only_files_of_tests_are_read() -> None:
    names = {path.name for path in files_with_tests()}
    assert "test_house.py" in names
    assert not names & {"test_coverage.py", "conftest.py", "stage.py"}


def test_ids_count_where_a_test_names_them() -> None:
    source = '''
"""Rules KB-1.1 and KB-1.2."""

CASES = [("KB-5.4", 1)]
UNUSED = "KB-1.3"


def helper():
    """KB-1.4"""


# KB-1.5
@pytest.mark.parametrize("rule", ["KB-5.5"])
def test_one():
    """KB-5.6: adjacent, KB-10.10.1."""
    # KB-5.7
    assert CASES


class TestMore:
    async def test_two(self):
        assert why() == "KB-5.8"
'''
    assert named_in(source) == {"KB-5.4", "KB-5.5", "KB-5.6", "KB-10.10.1", "KB-5.7", "KB-5.8"}


def test_ids_are_matched_whole() -> None:
    source = 'def test_one():\n    "By {}."'
    assert named_in(source.format("KB-5.1")) == {"KB-5.1"}
    assert named_in(source.format("KB-5.10, KB-5.1.2 and AKB-5.1")) == {"KB-5.10", "KB-5.1.2", "AKB-5.1"}
