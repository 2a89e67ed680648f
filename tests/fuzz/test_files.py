"""Malformed files and texts: DONJON_FUZZ=50000 feeds so many, the usual run some 1,500."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

import donjon
from tests.cli.command import donjon as command
from tests.fuzz import files
from tests.fuzz.spoiling import spoilt_text

INPUTS = int(os.environ.get("DONJON_FUZZ", "1500"))
# Every kind for every game, and own data of Ys.
SHARE = INPUTS // (len(files.KINDS) * len(donjon.games) + 1)


@pytest.mark.parametrize("game", donjon.games)
@pytest.mark.parametrize("kind", files.KINDS)
def test_what_is_malformed_is_refused_in_a_sentence(kind: str, game: str) -> None:
    sources, read = files.KINDS[kind]
    figures = files.feed(kind, game, sources(game), read, SHARE)
    sys.stdout.write(f"{kind} {game}: {figures}\n")
    assert all(figures.values())


def test_data_of_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = files.OwnData(tmp_path, monkeypatch).read
    figures = files.feed("data", "ys", files.own_tables("ys"), read, SHARE)
    sys.stdout.write(f"data ys: {figures}\n")
    assert all(figures.values())


@pytest.mark.parametrize("game", donjon.games)
def test_what_is_right_is_accepted(game: str) -> None:
    """So that nothing above is refused for another reason than what was spoilt."""
    for text in files.positions(game)[::2]:
        files.read_position(game, text)
    for text in files.records(game):
        if "?" not in text:
            files.read_record(game, text)
    for text in files.traces(game):
        files.follow_trace(game, text)


@pytest.mark.parametrize("name", ["replay", "verify", "follow"])
def test_commands_end_with_their_codes(name: str, tmp_path: Path) -> None:
    """Never with a traceback: 0, 1 with one line of what differs, or 2 with one line of what is wrong."""
    file = tmp_path / "file"
    for number in range(12):
        game = list(donjon.games)[number % 3]
        chance = Random(f"{name} {number}")
        sources = files.traces(game) if name == "follow" else files.records(game)
        file.write_bytes(spoilt_text(chance, chance.choice(sources)).encode("utf-8", "surrogatepass"))
        result = command(name, file)
        assert result.exit_code in (0, 1, 2), result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        assert result.exit_code == 0 or result.stderr.startswith("donjon: ")
