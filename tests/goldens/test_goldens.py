"""What the games do and say is what the golden texts say."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

import pytest

import donjon
from tests.goldens.cases import CASES, RECORDS, TEXTS, Case
from tests.goldens.playthrough import playthrough

# So many lines of a difference are shown.
SHOWN = 40
ANEW = "If this is meant, write the texts anew: .venv/bin/python -m tests.goldens"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_playthrough_is_as_it_was(case: Case) -> None:
    shown = []
    for viewer, text in playthrough(case).items():
        file = case.text(viewer)
        before, now = file.read_text("utf-8").splitlines(), text.splitlines()
        shown += islice(unified_diff(before, now, file.name, "now", lineterm=""), SHOWN)
    assert not shown, "\n".join([f"{ANEW} {case.name}", *shown])


def test_every_file_belongs_to_a_case() -> None:
    texts = {case.text(viewer) for case in CASES for viewer in case.viewers}
    assert set(TEXTS.iterdir()) == texts
    assert set(RECORDS.iterdir()) == {case.record for case in CASES}


def test_every_game_and_number_of_players_is_there() -> None:
    there = {(case.game, case.players) for case in CASES}
    assert there == {(game.name, players) for game in donjon.games.values() for players in game.seats}
