"""The tables of the page on Ys say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import donjon
from donjon.games.ys.decisions import ACTIONS
from donjon.kernel import rules
from tests.docs.test_tables import rows
from tests.games.ys.playing import played
from tests.games.ys.stage import VARIANTS

PAGE = (Path(__file__).parents[2] / "docs" / "ys.md").read_text()
GAME = donjon.games["ys"]


def named(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


def test_the_table_of_actions_is_whole() -> None:
    table = rows(PAGE, "Actions")
    for (numbers, _, texts), (first, end, verbs, _) in zip(table, ACTIONS.rows(), strict=True):
        said = [int(number) for number in (*numbers.split("–"), numbers)[:2]]
        assert said == [first, end - 1]
        words = {word for text in named(texts) for word in text.split()}
        assert {word for verb in verbs.split(" / ") for word in verb.split()} <= words
    assert end == GAME.ACTIONS


def test_the_table_of_options_is_whole() -> None:
    table = {cells[0].strip("`"): cells[1] for cells in rows(PAGE, "Options")}
    assert list(table) == [option.name for option in GAME.options]
    for option in GAME.options:
        assert all(re.search(rf"\b{choice}\b", table[option.name]) for choice in option.choices)


def test_the_table_of_the_view_is_whole() -> None:
    table = {name: cells[1] for cells in rows(PAGE, "The view") for name in named(cells[0])}
    for players, options in VARIANTS:
        for match in played(players, 41, options, stops=6):
            view = match.view(0)
            assert set(view) == set(table)
            assert view["phase"] in named(table["phase"])
            assert set(view["players"][0]) - {"seat"} <= named(table["players"])
            for name in ("quarters", "market", "placed", "counting", "cards_in_play", "neutral"):
                shown = view[name][0] if name == "quarters" else view[name] or {}
                assert set(shown) <= named(table[name])
            for one in [*view["brokers"], *view["throne"]]:
                assert all(f"`{field}`" in PAGE for field in one)


def test_the_table_of_positions_is_whole() -> None:
    fields = {name for cells in rows(PAGE, "Stated positions") for name in named(cells[0])}
    position = donjon.new("ys", players=2, seed=1).position()
    assert set(position) - {"game", "players", *(option.name for option in GAME.options)} <= fields


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_of_the_observation_is_right(seat: int) -> None:
    out = np.zeros(GAME.OBSERVATION, np.float32)
    for match in played(3, 42, {}, stops=6):
        rules.observe(match.state, seat, out)
        seen = {name: out[field.range].reshape(field.shape) for name, field in GAME.observed.items()}
        view = match.view(seat)
        assert seen["phase"].sum() == 1
        assert seen["values"] == pytest.approx([n / 15 for n in view["values"].values()])
        assert seen["unseen"].sum() == len(view["unseen_cards"])
        assert seen["deck"].sum() == len(view["deck"])
        assert (seen["place"] >= 0).sum() == len(view["brokers"]) + len(view["throne"])
        for relative in range(3):
            player = view["players"][(seat + relative) % 3]
            unplaced = player["unplaced"] or {"values": []}
            assert seen["seats.front"][relative].sum() == pytest.approx(len(player["front"]) / 4)
            assert seen["seats.screen"][relative].any() == (relative == 0 and player["screen_size"] > 0)
            shown = seen["screens"].reshape(4, 5)[relative].sum()
            assert shown == pytest.approx(len(player["screen"] or []) / 4)
            cannot = seen["unplaced"].reshape(4, 5)[relative].sum()
            assert cannot == pytest.approx(len(unplaced["values"]) / 4)
            assert seen["seats.gems"][relative].sum() == pytest.approx(player["gem_count"] / 8)
            assert seen["behind"][relative] == pytest.approx(player["screen_size"] / 12)
