"""`donjon perft` and `donjon signature`."""

import json

import pytest

import donjon as library
from donjon.kernel import playout
from donjon.kernel.playout import perft
from tests.cli.command import donjon, refused


@pytest.mark.parametrize("game", library.games)
def test_sequences_are_counted_for_every_depth(game: str) -> None:
    call = ("perft", game, "--depth", 2, "--players", 3, "--seed", 7)
    counts = json.loads(donjon(*call, "--json").stdout)["counts"]
    match = library.new(game, players=3, seed="7")
    assert counts == {"0": 1, "1": len(match.legal), "2": perft(match.game, 3, 2, "7")}
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


@pytest.mark.parametrize("game", library.games)
def test_the_signature_of_one_number_of_players(game: str) -> None:
    call = ("signature", game, "--games", 10, "--players", 2)
    signed = json.loads(donjon(*call, "--json").stdout)["signatures"]
    assert signed == {"2": playout.signature(library.games[game], 2, 10, "0")}
    assert donjon(*call).stdout == f"{game} 2 players: {signed['2']}\n"


@pytest.mark.parametrize(("game", "seats"), [("kingdom-builder", "234"), ("caylus", "2345")])
def test_the_signatures_of_all_numbers_of_players(game: str, seats: str) -> None:
    lines = donjon("signature", game, "--games", 2).stdout.splitlines()
    assert [line.split()[1] for line in lines] == list(seats)
    assert len({line.split()[-1] for line in lines}) == len(seats)


@pytest.mark.parametrize("command", ["perft", "signature"])
def test_a_wrong_number_of_players_is_refused(command: str) -> None:
    assert "2 to 4 players" in refused(command, "kingdom-builder", "--players", 9)
