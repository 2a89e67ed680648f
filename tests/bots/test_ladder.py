"""The levels, and the names of bots."""

from dataclasses import fields

import pytest

import donjon
from donjon.bots import bot, levels, plan
from donjon.bots.ladder import Bot
from donjon.kernel.search_settings import SearchSettings


def test_levels_have_different_keys_and_names() -> None:
    found = levels()
    assert len(found) >= 4
    assert len({level.key for level in found}) == len(found)
    assert len({level.label.english() for level in found}) == len(found)
    assert all(level.help.english().endswith(".") for level in found)


def test_levels_go_from_a_first_game_to_the_most_thought() -> None:
    found = [level.bot for level in levels()]
    assert found[0].blind > 0
    assert [player.playouts for player in found] == sorted(player.playouts for player in found)
    assert found[-1].kind == plan.SEARCH


def test_a_levels_key_names_its_bot() -> None:
    for level in levels():
        assert bot(level.key) == level.bot


@pytest.mark.parametrize(
    ("name", "kind", "playouts", "seconds"),
    [
        ("random", plan.RANDOM, 0, 0.0),
        ("greedy", plan.GREEDY, 0, 0.0),
        ("search:2000", plan.SEARCH, 2000, 0.0),
        ("search:1s", plan.SEARCH, 0, 1.0),
        ("search:0.25s", plan.SEARCH, 0, 0.25),
        ("tree:140", plan.TREE, 140, 0.0),
        ("flat:140", plan.FLAT, 140, 0.0),
        ("tree:1s", plan.TREE, 0, 1.0),
    ],
)
def test_names(name: str, kind: int, playouts: int, seconds: float) -> None:
    assert bot(name) == Bot(name, kind, playouts=playouts, seconds=seconds)


def test_search_without_a_budget_has_a_usual_one() -> None:
    assert bot("search").playouts > 0


@pytest.mark.parametrize(
    "name", ["", "nobody", "search:", "search:0", "search:0s", "search:-5", "greedy:3", "tree", "tree:0"]
)
def test_an_unknown_name_is_answered_with_the_names_there_are(name: str) -> None:
    with pytest.raises(donjon.BadOption, match="the bots are: random, greedy, search"):
        bot(name)


def test_a_games_own_search_is_the_one_that_is_stronger_there() -> None:
    """Either can be asked for in any game."""
    kinds = {name: int(bot("search:9").plan(game).kind) for name, game in donjon.games.items()}
    assert kinds == {name: plan.TREE if game.search else plan.FLAT for name, game in donjon.games.items()}
    assert set(kinds.values()) == {plan.TREE, plan.FLAT}
    for game in donjon.games.values():
        assert bot("flat:9").plan(game).kind == plan.FLAT
        assert bot("tree:9").plan(game).kind == plan.TREE


def test_how_a_tree_grows_is_told_by_the_game_or_by_the_bot() -> None:
    game = donjon.games["caylus"]
    assert game.search is not None
    assert bot("tree:9").plan(game).ahead == game.search.ahead
    other = Bot("", plan.TREE, settings=SearchSettings(ahead=3, mixing=0.5)).plan(game)
    assert (other.ahead, other.mixing) == (3, 0.5)


def test_every_setting_is_a_field_of_a_plan() -> None:
    assert {field.name for field in fields(SearchSettings)} <= set(plan.PLAN.names or ())
