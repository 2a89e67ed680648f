"""The tables of the page on Ys say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import donjon
from donjon.kernel import rules
from donjon.ys.decisions import ACTIONS
from tests.docs.test_tables import rows
from tests.ys.playing import played
from tests.ys.stage import VARIANTS

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
    ranges = [(int(first), int(last)) for first, last, _ in rows(PAGE, "The observation")]
    assert [first for first, _ in ranges] == [0, *(last + 1 for _, last in ranges[:-1])]
    assert ranges[-1][1] + 1 == GAME.OBSERVATION
    phases, values, cards, ships = ranges[3], ranges[4], ranges[7], ranges[8]
    out = np.zeros(GAME.OBSERVATION, np.float32)
    for match in played(3, 42, {}, stops=6):
        rules.observe(match.state, seat, out)
        view = match.view(seat)
        assert out[phases[0] : phases[1] + 1].sum() == 1
        assert out[values[0] : values[1] + 1] == pytest.approx([n / 15 for n in view["values"].values()])
        assert out[cards[0] : cards[1] + 1].sum() == len(view["unseen_cards"])
        assert out[ships[0] : ships[1] + 1].sum() == len(view["deck"])
        for relative in range(3):
            player = view["players"][(seat + relative) % 3]
            own = out[ranges[1][0] + 53 * relative : ranges[1][0] + 53 * (relative + 1)]
            assert own[:5].sum() == pytest.approx(len(player["front"]) / 4)
            assert own[5:10].sum() == pytest.approx(len(player["screen"] or []) / 4)
            unplaced = player["unplaced"] or {"values": []}
            assert own[10:15].sum() == pytest.approx(len(unplaced["values"]) / 4)
            assert own[15:21].sum() == pytest.approx(player["gem_count"] / 8)
