"""Weights on disk: what is damaged or belongs to something else is told, and never used."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import Game, errors
from donjon.bots import bot, net, shipped
from donjon.bots.shipped import About, Weights
from donjon.bots.workspace import new_workspace

YS = donjon.games["ys"]
ABOUT = About("ys", YS.rules_version, (2, 3), 100, "by hand")


def some_weights(game: Game = YS) -> Any:
    return np.random.RandomState(3).standard_normal(net.no_weights(game, 1)[0].shape).astype(np.float32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Weights(ABOUT, some_weights()).save(tmp_path / "ys.weights")
    return tmp_path / "ys.weights"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    shipped.shipped.cache_clear()
    shipped._usable.cache_clear()


def test_what_was_saved_is_loaded(path: Path) -> None:
    found = shipped.load(YS, path)
    assert found.about == ABOUT
    assert np.array_equal(found.values, some_weights())
    assert [file.name for file in path.parent.iterdir()] == ["ys.weights"]


def test_a_game_that_names_weights_has_a_net(path: Path) -> None:
    workspace = new_workspace(replace(YS, weights=path))
    assert np.array_equal(workspace.net.weights[0], some_weights())
    assert [count for count in range(9) if workspace.net.serves[count]] == [2, 3]
    assert bot("greedy+net").plan(replace(YS, weights=path)).net == shipped.SHIPPED


def test_a_game_without_weights_has_a_net_that_corrects_nothing() -> None:
    bare = replace(YS, weights=None)
    assert not new_workspace(bare).net.serves.any()
    with pytest.raises(errors.BadWeights, match="Ys has no learned evaluation"):
        bot("tree+net:9").plan(bare)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4000])


def turn_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def text(path: Path) -> None:
    path.write_text("no weights at all")


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def other_game(path: Path) -> None:
    Weights(replace(ABOUT, game="caylus"), some_weights()).save(path)


def other_rules(path: Path) -> None:
    Weights(replace(ABOUT, rules_version="0"), some_weights()).save(path)


def other_shape(path: Path) -> None:
    Weights(ABOUT, some_weights()[:-1]).save(path)


def no_digest(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"digest", b"gigest", 1))


def a_list(path: Path) -> None:
    path.write_bytes(b"[1, 2]\n" + path.read_bytes().partition(b"\n")[2])


def huge(path: Path) -> None:
    said = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(said + b"\n" + zlib.compress(bytes(30_000_000)))


def impossible_players(path: Path) -> None:
    Weights(replace(ABOUT, players=(2, 40)), some_weights()).save(path)


SPOILT = [
    cut, turn_a_bit, text, nothing, gone, other_game, other_rules, other_shape, no_digest, a_list,
    impossible_players, huge,
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__)
def test_what_is_spoilt_is_told_and_not_used(
    spoil: Any, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(path)
    game = replace(YS, weights=path)
    with pytest.raises(errors.BadWeights, match=str(path)):
        bot("greedy+net").plan(game)
    with caplog.at_level(logging.WARNING, "donjon.bots"):
        assert not new_workspace(game).net.serves.any()
        assert not new_workspace(game).net.weights.any()
    assert [record.getMessage().count("Bots of Ys estimate without it.") for record in caplog.records] == [1]


def test_a_bit_turned_anywhere_is_no_other_error(path: Path) -> None:
    whole = path.read_bytes()
    edges = [*range(0, 400, 3), *range(len(whole) - 400, len(whole), 3)]
    for place in [*edges, *range(400, len(whole), len(whole) // 40)]:
        data = bytearray(whole)
        data[place] ^= 0x21
        path.write_bytes(data)
        try:
            assert np.array_equal(shipped.load(YS, path).values, some_weights())
        except errors.BadWeights:
            continue


@pytest.mark.parametrize(
    "game", [game for game in donjon.games.values() if game.weights], ids=lambda game: game.name
)
def test_what_ships_can_be_used_and_is_small(game: Game) -> None:
    assert game.weights is not None
    found = shipped.shipped(game)
    assert game.weights.stat().st_size <= 4_000_000
    assert set(found.about.players) <= set(game.seats)
    assert found.about.trained.startswith(f"donjon train {game.name}")
    assert np.isfinite(found.values).all()
