"""A host's own data in place of what was reconstructed: merged, checked, told apart from the printed one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import donjon
from donjon.errors import BadData
from donjon.games.ys import model
from donjon.kernel import game_data

GOOD = """
[value_track]
start = { blue = 5, green = 6, yellow = 7, red = 8 }

[[ship_card]]
id = "S01"
large = "red"
small = ["blue", "green"]

[[character]]
id = "banker"
windows = ["W3"]
"""


def load(monkeypatch: pytest.MonkeyPatch, path: Path, text: str) -> tuple[game_data.Tables, str]:
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("DONJON_YS_DATA", str(path))
    return game_data.load("ys", "donjon.games.ys", model.REPLACEABLE, model.check_own_data)


def test_what_is_said_replaces_what_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """YS-1.4, YS-2.6, YS-8.3.1: ship cards, value track, windows."""
    tables, tag = load(monkeypatch, tmp_path / "own.toml", GOOD)
    assert tables["value_track"]["start"]["yellow"] == 7
    assert tables["value_track"]["max"] == 15
    assert tables["ship_card"][0]["large"] == "red"
    assert len(tables["ship_card"]) == 24
    assert next(card for card in tables["character"] if card["id"] == "banker")["windows"] == ["W3"]
    assert tag.startswith("+")
    assert len(tag) == 9


def test_without_a_file_nothing_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DONJON_YS_DATA", raising=False)
    _tables, tag = game_data.load("ys", "donjon.games.ys", model.REPLACEABLE, model.check_own_data)
    assert tag == ""
    assert donjon.games["ys"].rules_version == "1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = ", "is not valid TOML"),
        ("[board]\nx = 1", "'board' cannot be replaced; those that can are: ship_card"),
        ("[brokers]\nx = 1", "has no 'x'"),
        ("[brokers]\nneutral_set = [4, 4, 4, 4]", "only neutral_set_hard can be replaced (YS-9.3.20)"),
        ("[brokers]\nneutral_set_hard = [4, 3, 1]", "must be 4 values from 0 to 4"),
        ("[brokers]\nneutral_set_hard = [5, 3, 1, 0]", "must be 4 values from 0 to 4"),
        ("[brokers]\nneutral_set_hard = [4, 4, 1, 0]", "takes 4 2 times"),
        ("[brokers]\nneutral_set_hard = [4, 2, 2, true]", "must be 4 values from 0 to 4"),
        ("[value_track]\nmid = 1", "has no 'mid'"),
        ("[value_track]\nmin = 9\nmax = 2", "min < max"),
        ("[value_track]\nstart = { blue = 1 }", "start must give each of blue, green, yellow, red"),
        ('[[ship_card]]\nid = "S99"', "has no entry 'S99'"),
        ('[[ship_card]]\nid = "S01"\nlarge = "white"', "the large gem is 'white'"),
        ('[[ship_card]]\nid = "S01"\nsmall = ["white", "white"]', "at most one gem of a ship is white"),
        ('[[ship_card]]\nid = "S01"\nsmall = ["blue"]', "'small' must be two gems"),
        ('[[ship_card]]\nid = "S01"\nsmall = ["blue", "white"]', "Ys Express needs 20"),
        ("[ship_card]\nx = 1", "must be written as in the game's own data"),
        ('[[character]]\nid = "banker"\nwindows = ["W1"]', "windows must be one of: W3, W4"),
        ('[[ship_card]]\nid = ["S01"]', "each entry with an 'id'"),
        ('[[ship_card]]\nid = "S01"\n\n[[ship_card]]\nid = "S01"', "has the entry 'S01' twice"),
        ('[[ship_card]]\nid = "S01"\nlarg = "red"', "'S01' has no 'larg'"),
        ("x = " + "[" * 100_000, "nested too deeply"),
        ("[value_track.start" + ".a" * 100 + "]\nb = 1", "nested more than 32 deep"),
        ("[value_track]\nmin = " + "1" * 5000, "is not valid TOML"),
        ("# " + "x" * 200_000, "larger than 200,000 bytes"),
        ('[[character]]\nid = "soldier"\nvalue = 9', "only the windows of banker, captain, jeweller"),
    ],
)
def test_what_does_not_fit_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(BadData) as caught:
        load(monkeypatch, tmp_path / "own.toml", text)
    assert says in str(caught.value)
    assert str(tmp_path / "own.toml") in str(caught.value)


def test_a_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DONJON_YS_DATA", str(tmp_path / "none.toml"))
    with pytest.raises(BadData, match="cannot be read"):
        game_data.load("ys", "donjon.games.ys", model.REPLACEABLE, model.check_own_data)


def test_a_game_is_played_with_it_under_a_version_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(GOOD, encoding="utf-8")
    program = (
        "import donjon; match = donjon.new('ys', players=3, seed=1);"
        "print(match.game.rules_version.split('+')[0], match.view(0)['values']['yellow'])"
    )
    environment = {**os.environ, "DONJON_YS_DATA": str(tmp_path / "own.toml")}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert ran.stdout.split() == ["1", "7"], ran.stderr


def test_the_neutral_player_can_be_made_harder_still(tmp_path: Path) -> None:
    """YS-9.3.20: stronger sets may be agreed; the usual one stays as it is, and the option says so."""
    (tmp_path / "own.toml").write_text("[brokers]\nneutral_set_hard = [4, 3, 2, 2]", encoding="utf-8")
    program = """
import random
import donjon

for neutral in ("normal", "harder"):
    match = donjon.new("ys", players=2, seed=1, neutral=neutral)
    print(match.view(0)["neutral"]["left"][1])
    chance, drawn = random.Random(1), set()
    while match.state.round < 2:
        match.play(chance.choice(match.legal_actions()))
    drawn = [event.args[1] for event in match.events if event.kind == "turned_up" and event.seat == 6]
    print(sorted(drawn))
print([option.help for option in match.game.options if option.name == "neutral"][0])
"""
    environment = {**os.environ, "DONJON_YS_DATA": str(tmp_path / "own.toml")}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert ran.stdout.splitlines() == [
        "[0, 1, 2, 4]",
        "[0, 0, 1, 1, 2, 2, 4, 4]",
        "[2, 2, 3, 4]",
        "[2, 2, 2, 2, 3, 3, 4, 4]",
        "For 2 players: neutral brokers 4, 2, 1, 0, or harder ones set by the site owner.",
    ], ran.stderr


@pytest.mark.parametrize(("window", "when"), [("W3", "Start"), ("W4", "End")])
def test_cards_are_explained_with_their_window(tmp_path: Path, window: str, when: str) -> None:
    """YS-8.3.1, YS-8.13.1: Banker and Jeweller are played where the host's data says."""
    cards = [f'[[character]]\nid = "{card}"\nwindows = ["{window}"]\n' for card in ("banker", "jeweller")]
    (tmp_path / "own.toml").write_text("\n".join(cards), encoding="utf-8")
    program = """
import donjon

match = donjon.new("ys", players=3, seed=1)
for card in ("banker", "jeweller", "alchemist", "captain"):
    lines = match.game.explain(match.state, match.view(0), f"character-{card}")
    print(lines[1][1].english().split()[0])
"""
    environment = {**os.environ, "DONJON_YS_DATA": str(tmp_path / "own.toml")}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert ran.stdout.split() == [when, when, "End", "Start"], ran.stderr
