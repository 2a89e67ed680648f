"""`donjon verify`, and what `donjon replay` says of the draws."""

import hashlib
import json
import re
from functools import cache

import pytest

import donjon as library
from tests.cli.command import FIXTURES, donjon, refused

RECORD = FIXTURES / "kingdom-builder" / "2-random.record"
SEED = "fixture 1"


@cache
def sealed() -> str:
    """A record of a finished game with its seed."""
    match = library.load(RECORD.read_text())
    match.seed = SEED
    return match.record()


def swapped() -> str:
    """The same with the first card drawn in the game changed, and nothing after it."""
    lines = sealed().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("nature draw "))
    card = "nature draw grass" if lines[at] != "nature draw grass" else "nature draw forest"
    return "\n".join([*lines[:at], card])


def test_a_record_that_carries_its_seed_is_checked_alone() -> None:
    result = donjon("verify", "-", input=sealed())
    assert (result.exit_code, result.stderr) == (0, "")
    seal, draws = result.stdout.splitlines()
    assert hashlib.sha256(SEED.encode()).hexdigest() in seal
    assert draws == f"All {sealed().count('nature ')} draws match the seed."


def test_a_seed_is_given_apart() -> None:
    assert donjon("verify", RECORD, "--seed", SEED).exit_code == 0
    told = refused("verify", RECORD, "--seed", "another", code=1)
    assert "not the seed of this game" in told
    assert "Draw 0 (from 0), on line 7, is" in told


def test_without_a_seed_there_is_nothing_to_check() -> None:
    told = refused("verify", RECORD)
    assert "--seed" in told
    assert "shown when the game is over" in told


def test_a_draw_that_was_changed_is_named() -> None:
    told = refused("verify", "-", input=swapped(), code=1)
    assert re.search(r"Draw \d+ \(from 0\), on line \d+, is 'draw \w+', but the seed draws 'draw \w+'", told)
    assert told == refused("replay", "-", input=swapped(), code=1)


def test_what_is_no_record_is_refused() -> None:
    assert "no header 'game'" in refused("verify", "-", input="")
    assert "must have 64 hex digits, not '0000'" in refused(
        "verify", "-", "--seed", SEED, input=re.sub("seed-hash: .*", "seed-hash: 0000", sealed())
    )


@pytest.mark.parametrize("digits", ["0000", "", "g" * 64, "٣" * 64, "0" * 65])
def test_a_malformed_hash_does_not_replay(digits: str) -> None:
    text = re.sub("seed-hash: .*", f"seed-hash: {digits}", RECORD.read_text())
    assert "'seed-hash' must have 64 hex digits" in refused("replay", "-", input=text)


def test_a_wrong_hash_does_not_replay() -> None:
    text = re.sub("seed-hash: .*", f"seed-hash: {'0' * 64}", sealed())
    assert "not the seed of this game" in refused("replay", "-", input=text, code=1)


@pytest.mark.parametrize(
    ("text", "draws", "says"),
    [
        (sealed(), "checked", "Every draw matches the seed."),
        (RECORD.read_text(), "unchecked", "The draws were not checked"),
        (re.sub("seed-hash: .*\n", "", RECORD.read_text()), "imposed", "The draws cannot be checked"),
    ],
    ids=["checked", "unchecked", "imposed"],
)
def test_a_replay_says_what_it_knows_of_the_draws(text: str, draws: str, says: str) -> None:
    lines = donjon("replay", "-", input=text).stdout.splitlines()
    assert sum(line.startswith(says) for line in lines) == 1
    assert json.loads(donjon("replay", "-", "--json", input=text).stdout)["draws"] == draws


def test_games_of_bots_carry_their_seed() -> None:
    """A game that was played to its end on the command line can be checked by whoever gets the file."""
    text = donjon("trace", "caylus", "--seed", "12", "--as-record").stdout
    assert "\nseed: 12\n" in text
    assert donjon("verify", "-", input=text).exit_code == 0
