"""`donjon replay`, and the recorded whole games."""

import json
import re
from pathlib import Path

import pytest

import donjon as library
from tests.cli.command import FIXTURES, RECORDS, donjon, refused

ROOT = Path(__file__).parents[2]
FIRST = FIXTURES / "kingdom-builder" / "2-greedy-first-game.record"


@pytest.mark.parametrize("game", library.games)
def test_the_recorded_games_cover_all_numbers_of_players(game: str) -> None:
    starts = {path.name[0] for path in RECORDS if path.parent.name == game}
    assert starts == {str(players) for players in library.games[game].seats}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_points(path: Path) -> None:
    points = json.loads((FIXTURES / path.parent.name / "points.json").read_text())
    match = library.load(path.read_text())
    assert match.over
    assert match.points == points[path.stem]
    assert match.record().splitlines()[6:] == path.read_text().splitlines()[6:]


def test_a_game_is_told_with_the_rules() -> None:
    match = library.load(FIRST.read_text())
    result = donjon("replay", FIRST)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    told = [line.split(maxsplit=1)[0] for line in lines if re.match(r" {8}KB-", line)]
    assert told == [event.rule for event in match.events]
    assert f"{len(match.moves)} actions. The game is over." in lines
    assert [int(line.split()[-2]) for line in lines[-match.players :]] == match.points


def test_a_game_is_told_in_another_language_with_names() -> None:
    result = donjon("replay", FIRST, "--lang", "hu", "--names", "Anna,Béla")
    assert result.exit_code == 0
    assert "Anna" in result.stdout
    assert result.stdout != donjon("replay", FIRST, "--names", "Anna,Béla").stdout


def test_a_game_for_a_program() -> None:
    match = library.load(FIRST.read_text())
    data = json.loads(donjon("replay", FIRST, "--json").stdout)
    assert data["points"] == match.points
    assert [action["text"] for action in data["actions"]] == [move.text for move in match.moves]
    assert data["actions"][0]["seat"] == "nature"
    assert data["position"] == match.position()
    assert library.from_position(data["position"]).points == match.points


def test_a_replay_can_stop_early() -> None:
    data = json.loads(donjon("replay", FIRST, "--json", "--at", 40).stdout)
    assert len(data["actions"]) == 40
    assert not data["over"]
    assert "actions, so --at 9999 is too large" in refused("replay", FIRST, "--at", 9999)


def test_a_position_is_drawn(tmp_path: Path) -> None:
    whole, early = tmp_path / "whole.svg", tmp_path / "early.svg"
    assert donjon("replay", FIRST, "--svg", whole).exit_code == 0
    assert donjon("replay", FIRST, "--svg", early, "--at", 40, "--seat", 1).exit_code == 0
    match = library.load(FIRST.read_text())
    assert pieces(whole) == {piece["id"] for piece in match.view()["settlements"]}
    assert pieces(early) < pieces(whole)
    assert "--seat takes a seat from 0 to 1" in refused("replay", FIRST, "--svg", whole, "--seat", 5)


def pieces(path: Path) -> set[str]:
    """The ids of the settlements in a picture."""
    return set(re.findall(r'id="(s\d-\d+)"', path.read_text()))


@pytest.mark.parametrize(
    ("game", "name", "stop"),
    [("kingdom-builder", "4-search", ()), ("caylus", "4-greedy", ()), ("ys", "4-plain", ("--at", 372))],
)
def test_the_picture_of_the_readme_shows_a_recorded_game(
    tmp_path: Path, game: str, name: str, stop: tuple[object, ...]
) -> None:
    record, drawn = FIXTURES / game / f"{name}.record", tmp_path / "drawn.svg"
    assert donjon("replay", record, "--svg", drawn, *stop).exit_code == 0
    picture = (ROOT / "docs" / "pictures" / f"{game}.svg").read_text()
    assert said(picture) == said(drawn.read_text())
    assert standing(picture) == standing(drawn.read_text())
    assert len(standing(picture)) > 20


def said(picture: str) -> list[str]:
    """What a picture says to those who do not see it."""
    return re.findall(r"<desc.*?</desc>", picture, re.DOTALL)


def standing(picture: str) -> set[str]:
    """The ids of the settlements; of houses on the road and workers; or of brokers, in a picture."""
    return set(re.findall(r'id="(s\d-\d+|h\d+|w\d-\d|b\d+)"', picture))


def test_a_record_is_read_from_standard_input() -> None:
    assert donjon("replay", "-", input=FIRST.read_text()).stdout == donjon("replay", FIRST).stdout


def test_where_a_game_stands_is_shown_in_letters() -> None:
    lines = donjon("replay", FIRST, "--board").stdout.splitlines()
    assert sum(bool(re.match(r" {1,2}\d{1,2}  ", line)) for line in lines[-20:]) == 20


def test_an_illegal_action_fails_the_check() -> None:
    lines = FIRST.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("0 build"))
    lines.insert(at, lines[at])
    told = refused("replay", "-", input="\n".join(lines), code=1)
    assert f"Line {at + 2}," in told
    assert "KB-5.1" in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: "", "no header 'game'"),
        (lambda text: "hello\n" + text, "Line 1"),
        (lambda text: text.replace("kingdom-builder", "chess"), "'chess'"),
        (lambda text: text.replace("rules: 1", "rules: 99"), "rules version '99'"),
        (lambda text: text.replace("players: 2", "players: 9"), "2 to 4 players"),
        (lambda text: text.replace("players: 2", "players: two"), "cannot be read"),
        (lambda text: text.replace("options: {}", 'options: {"board": "flat"}'), "'flat'"),
        (lambda text: text.replace("nature sector oracle 0", "nature sector moon 0"), "Line 7"),
        (lambda text: text.replace("nature sector oracle 0", "nature sector ?"), "hides a draw"),
    ],
)
def test_a_malformed_record_is_refused(change, told: str) -> None:  # type: ignore[no-untyped-def]
    text = (FIXTURES / "kingdom-builder" / "2-random.record").read_text()
    assert change(text) != text
    assert told in refused("replay", "-", input=change(text))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused("replay", tmp_path / "none.record")
    assert "cannot be read" in refused("replay", tmp_path)
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\xff")
    assert "isn't a text file" in refused("replay", binary)


def test_a_picture_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    assert "cannot be written" in refused("replay", FIRST, "--svg", tmp_path / "no" / "such.svg")


def test_a_record_that_begins_with_a_position_is_replayed() -> None:
    match = library.from_position({"game": "kingdom-builder", "players": 2, "seed": 4, "turn": 9})
    for _ in range(4):
        match.play(match.legal[0])
    data = json.loads(donjon("replay", "-", "--json", "--at", 2, input=match.record()).stdout)
    assert data["position"]["turn"] == 9
    assert [action["text"] for action in data["actions"]] == [move.text for move in match.moves[:2]]
