"""The levels, and the names of bots."""

from dataclasses import fields, replace
from typing import Any

import pytest

import donjon
from donjon.bots import STAND_IN, bot, levels, plan
from donjon.bots.ladder import Bot
from donjon.kernel.bot_settings import SearchSettings
from donjon.kernel.game import Game


def test_levels_have_different_keys_and_names() -> None:
    found = levels()
    assert len(found) == 6
    assert len({level.key for level in found}) == len(found)
    assert len({level.label.english() for level in found}) == len(found)
    for game in donjon.games.values():
        assert set(game.levels) == {level.key for level in found}
        assert len({level.help(game).english() for level in found}) == len(found)


def test_levels_that_old_tables_and_links_name_are_still_there() -> None:
    assert {"beginner", "greedy", "skilled", "expert"} <= {level.key for level in levels()}


@pytest.mark.parametrize("game", donjon.games.values(), ids=donjon.games)
def test_levels_go_from_a_first_game_to_the_most_thought(game: Game) -> None:
    found = [game.levels[level.key] for level in levels()]
    assert found[0].blind > 0 or found[0].wavering > 0
    assert [settings.playouts for settings in found] == sorted(settings.playouts for settings in found)
    assert found[-1].playouts > 0


@pytest.mark.parametrize("game", donjon.games.values(), ids=donjon.games)
def test_a_level_thinks_in_a_game_as_it_says_of_itself(game: Game) -> None:
    """Whether it needs compiled code is known without the game."""
    for level in levels():
        made = level.bot.plan(game)
        playouts = game.levels[level.key].playouts
        assert made.playouts == playouts
        assert level.needs_compiling == (playouts > 0) == (made.kind == plan.TREE)
        assert not playouts or str(playouts) in level.help(game).english().replace(",", "")


def test_the_stand_in_is_a_level_that_needs_no_compiled_code() -> None:
    assert [level.needs_compiling for level in levels() if level.key == STAND_IN] == [False]


def test_a_bot_sees_no_farther_than_it_is_to() -> None:
    game = donjon.games["caylus"]
    near, far = (Bot("", plan.TREE, playouts=9, depth=depth).plan(game) for depth in (3, 1000))
    assert (near.ahead, far.ahead) == (3, game.search.ahead)
    assert Bot("", plan.TREE, playouts=9, breadth=3).plan(game).breadth == 3


def test_a_levels_key_names_its_bot() -> None:
    for level in levels():
        assert bot(level.key) == level.bot


@pytest.mark.parametrize(
    ("name", "kind", "playouts", "seconds"),
    [
        ("random", plan.RANDOM, 0, 0.0),
        ("greedy", plan.GREEDY, 0, 0.0),
        ("search:2000", plan.TREE, 2000, 0.0),
        ("search:1s", plan.TREE, 0, 1.0),
        ("search:0.25s", plan.TREE, 0, 0.25),
        ("tree:140", plan.TREE, 140, 0.0),
        ("flat:140", plan.FLAT, 140, 0.0),
        ("tree:1s", plan.TREE, 0, 1.0),
        ("greedy+net", plan.GREEDY, 0, 0.0),
        ("tree+net:140", plan.TREE, 140, 0.0),
        ("search+net:0.5s", plan.TREE, 0, 0.5),
    ],
)
def test_names(name: str, kind: int, playouts: int, seconds: float) -> None:
    found = bot(name)
    assert (found.name, found.kind, found.playouts, found.seconds) == (name, kind, playouts, seconds)
    assert found.net == ("+net" in name)


def test_search_without_a_budget_has_a_usual_one() -> None:
    assert bot("search").playouts > 0


@pytest.mark.parametrize(
    "name",
    [
        "",
        "nobody",
        "search:",
        "search:0",
        "search:0s",
        "search:-5",
        "greedy:3",
        "tree",
        "tree:0",
        "random+net",
        "+net:9",
        None,
        5,
        b"greedy",
    ],
)
def test_an_unknown_name_is_answered_with_the_names_there_are(name: Any) -> None:
    with pytest.raises(donjon.BadOption, match="Choose one of: random, greedy, search"):
        bot(name)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": 99},
        {"level": "grandmaster"},
        {"playouts": -1},
        {"playouts": "9"},
        {"playouts": 10**30},
        {"depth": True},
        {"breadth": 1.5},
        {"seconds": "1"},
        {"seconds": float("nan")},
        {"wavering": float("inf")},
    ],
    ids=str,
)
def test_a_bot_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(donjon.BadOption):
        Bot(**{"name": "", "kind": plan.TREE, **wrong})


def test_a_search_grows_a_tree_and_either_can_be_asked_for_in_any_game() -> None:
    for game in donjon.games.values():
        assert bot("search:9").plan(game).kind == plan.TREE
        assert bot("flat:9").plan(game).kind == plan.FLAT
        assert bot("tree:9").plan(game).kind == plan.TREE


def test_how_a_tree_grows_is_told_by_the_game_or_by_the_bot() -> None:
    game = donjon.games["caylus"]
    assert bot("tree:9").plan(game).ahead == game.search.ahead
    other = Bot("", plan.TREE, settings=SearchSettings(ahead=3, noise=0.5)).plan(game)
    assert (other.ahead, other.noise) == (3, 0.5)


def test_a_tree_with_a_net_may_grow_in_another_way() -> None:
    usual, other = SearchSettings(ahead=7), SearchSettings(ahead=4)
    game = replace(donjon.games["caylus"], search=usual, search_with_net=other)
    with_net = replace(bot("tree:9"), net=True)
    assert with_net._usual(game) == other
    assert with_net._usual(replace(game, search_with_net=None)) == usual
    assert bot("tree:9").plan(game).ahead == 7


def test_every_setting_is_a_field_of_a_plan() -> None:
    assert {field.name for field in fields(SearchSettings)} <= set(plan.PLAN.names or ())
