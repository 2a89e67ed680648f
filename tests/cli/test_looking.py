"""`donjon games` and `donjon rules`."""

import json

import pytest

import donjon as library
from donjon import rulebook
from tests.cli.command import donjon, refused


def test_the_games_and_their_options() -> None:
    result = donjon("games")
    assert result.exit_code == 0
    assert "kingdom-builder: Kingdom Builder, 2 to 4 players" in result.stdout
    assert "board: random, first-game" in result.stdout
    assert "caylus: Caylus, 2 to 5 players" in result.stdout
    assert "favours: table, simplified" in result.stdout


def test_all_games_for_a_program() -> None:
    told = {game["name"]: game for game in json.loads(donjon("games", "--json").stdout)}
    assert list(told) == list(library.games)
    for name, game in library.games.items():
        assert told[name]["players"] == list(game.seats)
        assert told[name]["actions"] == game.ACTIONS
        assert told[name]["sources"] == list(game.SOURCES)
        assert [option["name"] for option in told[name]["options"]] == [
            option.name for option in game.options
        ]


def test_the_games_for_a_program() -> None:
    [game] = [
        game for game in json.loads(donjon("games", "--json").stdout) if game["name"] == "kingdom-builder"
    ]
    assert game["players"] == [2, 3, 4]
    assert game["actions"] == 444
    assert [option["name"] for option in game["options"]] == [
        "board",
        "sectors",
        "orientations",
        "cards",
        "first",
    ]


@pytest.mark.parametrize("game", library.games)
def test_all_rules_are_printed(game: str) -> None:
    result = donjon("rules", game)
    assert result.exit_code == 0
    prefix = library.games[game].prefix
    printed = {line.split()[0] for line in result.stdout.splitlines() if line.startswith(f"{prefix}-")}
    assert printed == set(rulebook.load(game).ids())


def test_one_rule_is_printed() -> None:
    text = rulebook.load("kingdom-builder").rule("KB-5.1").text
    for spelling in ("KB-5.1", "kb-5.1"):
        assert donjon("rules", "kingdom-builder", spelling).stdout == f"KB-5.1     {text}\n"


def test_a_chapter_or_section_is_printed() -> None:
    ids = [line.split()[0] for line in donjon("rules", "kingdom-builder", "KB-8.0").stdout.splitlines()]
    assert ids == [id for id in rulebook.load("kingdom-builder").ids() if id.startswith("KB-8.0.")]
    assert len(ids) > 3


@pytest.mark.parametrize(("game", "rule"), [("kingdom-builder", "KB-5.1"), ("caylus", "CAY-1.4")])
@pytest.mark.parametrize("language", ["ru", "hu"])
def test_the_rules_in_other_languages(language: str, game: str, rule: str) -> None:
    told = donjon("rules", game, rule, "--lang", language).stdout
    assert told == f"{rule:<11}{rulebook.load(game, language).rule(rule).text}\n"
    assert told != donjon("rules", game, rule).stdout


def test_rules_for_a_program() -> None:
    data = json.loads(donjon("rules", "kingdom-builder", "KB-5", "--json").stdout)
    assert data["game"] == "kingdom-builder"
    assert [rule["id"] for chapter in data["chapters"] for rule in chapter["rules"]][:2] == [
        "KB-5.1",
        "KB-5.2",
    ]


def test_an_unknown_rule_is_refused_with_those_near_it() -> None:
    assert "the nearest are KB-5.1, KB-5.2" in refused("rules", "kingdom-builder", "KB-5.77")
    assert "'X'" in refused("rules", "kingdom-builder", "X")


def test_an_unknown_language_is_refused() -> None:
    assert "'la'" in refused("rules", "kingdom-builder", "--lang", "la")


def test_rules_are_found_by_words_of_players() -> None:
    found = donjon("rules", "caylus", "favor track").stdout
    assert "CAY-11" in found
    assert "favour table" in found
    assert found == donjon("rules", "caylus", "favour table").stdout
    assert "has no rule 'zeppelin'" in refused("rules", "caylus", "zeppelin")
