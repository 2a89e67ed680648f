"""`donjon review`."""

import json
from pathlib import Path

import pytest

import donjon as library
from donjon.cli.reviewing import curve
from donjon.coach import Review, decisions
from tests.cli.command import FIXTURES, donjon, refused
from tests.coach.test_reviewing import made

RECORD = FIXTURES / "ys" / "2-neutral.record"


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of the beginning of a game."""
    match = library.load(RECORD.read_text())
    match.adopt(match.plan_undo(len(match.moves) - 40))
    path = tmp_path_factory.mktemp("review") / "short.record"
    path.write_text(match.record())
    return str(path)


def test_a_game_is_looked_at_again(short: str) -> None:
    result = donjon("review", short, "--playouts", 2, "--names", "Anna,Boris")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [line[:6] for line in lines[1:12]] == [f"{10 * row:4} |" for row in reversed(range(11))]
    assert "0  Anna" in lines[-2]
    assert "1  Boris" in lines[-1]
    assert donjon("review", short, "--playouts", 2, "--names", "Anna,Boris").stdout == result.stdout


def test_a_review_for_a_program(short: str) -> None:
    data = json.loads(donjon("review", short, "--playouts", 2, "--json").stdout)
    match = library.load(Path(short).read_text())
    assert [one["number"] for one in data["moments"]] == [one.number for one in decisions(match)]
    assert data["result"] is None
    assert len(data["seats"]) == 2
    again = json.loads(donjon("review", short, "--playouts", 2, "--json", "--seed", "other").stdout)
    assert again != data


def test_what_cannot_be_looked_at_is_refused(short: str) -> None:
    assert "cannot be read" in refused("review", "no.record")
    assert "Unknown language" in refused("review", short, "--lang", "xx")
    assert donjon("review", short, "--playouts", 1).exit_code == 2
    start = library.new("ys", players=2, seed=1, nature="imposed").record()
    assert "no decision" in refused("review", "-", input=start)


def test_a_seat_stands_in_the_curve_where_its_share_is() -> None:
    found = Review("ys", 2, tuple(made(number, 0, 0.0) for number in range(200)), None)
    drawn = curve(found)
    assert drawn[0] == " 100 |"
    assert drawn[5] == "  50 |" + "0" * 72
    assert drawn[-1] == "     +" + "-" * 72
