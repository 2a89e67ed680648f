"""`donjon perft` and `donjon signature`."""

import json

import pytest

import donjon as library
from donjon.kernel import playout
from tests.cli.command import donjon, refused

GAME = library.games["kingdom-builder"]


def test_sequences_are_counted_for_every_depth() -> None:
    call = ("perft", "kingdom-builder", "--depth", 2, "--players", 3, "--seed", 7)
    counts = json.loads(donjon(*call, "--json").stdout)["counts"]
    match = library.new("kingdom-builder", players=3, seed="7")
    assert counts == {"0": 1, "1": len(match.legal), "2": playout.perft(GAME, 3, 2, "7")}
    rows = [line.replace(",", "").split() for line in donjon(*call).stdout.splitlines()]
    assert rows == [[depth, str(count)] for depth, count in counts.items()]


def test_options_shape_the_start() -> None:
    call = ("perft", "kingdom-builder", "--depth", 1, "--option", "board=first-game", "--option", "first=1")
    match = library.new("kingdom-builder", players=2, seed="0", board="first-game", first=1)
    assert json.loads(donjon(*call, "--json").stdout)["counts"]["1"] == len(match.legal)
    turned = ("--option", "orientations=180,,,0", "--json")
    assert json.loads(donjon("perft", "kingdom-builder", *turned).stdout)["options"] == {
        "orientations": [180, None, None, 0]
    }


def test_the_signature_of_one_number_of_players() -> None:
    call = ("signature", "kingdom-builder", "--games", 10, "--players", 2)
    signed = json.loads(donjon(*call, "--json").stdout)["signatures"]
    assert signed == {"2": playout.signature(GAME, 2, 10, "0")}
    assert donjon(*call).stdout == f"kingdom-builder 2 players: {signed['2']}\n"


def test_the_signatures_of_all_numbers_of_players() -> None:
    lines = donjon("signature", "kingdom-builder", "--games", 2).stdout.splitlines()
    assert [line.split()[1] for line in lines] == ["2", "3", "4"]
    assert len({line.split()[-1] for line in lines}) == 3


@pytest.mark.parametrize("command", ["perft", "signature"])
def test_a_wrong_number_of_players_is_refused(command: str) -> None:
    assert "2 to 4 players" in refused(command, "kingdom-builder", "--players", 9)
