"""`donjon train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from donjon.lab.training import run
from donjon.lab.training.trainer import Batch, Learned
from tests.cli.command import donjon, refused


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game in each lane, which is not really played, and no gate within reach."""

    def learn(_trainers: run.Trainers, batches: list[Batch], weights: Any, _best: Any) -> list[Learned]:
        return [Learned(weights, 0.25, 10) for _ in batches]

    monkeypatch.setattr(run, "LANE", 1)
    monkeypatch.setattr(run, "GATE", 1000)
    monkeypatch.setattr(run.Trainers, "learn", learn)


def test_a_training_is_told_and_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "ys.weights"
    call = ("train", "ys", "--out", out, "--games", 2, "--seed", 3)
    first = donjon(*call)
    assert first.stdout == f"Trained for 2 games; 0 better nets saved to {out}.\n"
    assert first.stderr.startswith("2 games: rate 0.005000, error 0.2500\n")
    assert (tmp_path / "ys.weights.training" / "log.jsonl").read_text().count("\n") == 1
    assert donjon(*call).stderr == "Going on after 2 games.\n"
    assert "with seed 3, not 4" in refused(*call[:-1], 4)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "Give either --games or --hours"),
        (("--games", 4, "--hours", 1), "Give either --games or --hours"),
        (("--games", 4, "--hours", "nan"), "Give either --games or --hours"),
        (("--hours", "inf"), "Give either --games or --hours"),
        (("--games", 4, "--players", "2,5"), "is for 2 to 4 players, not 5"),
        (("--games", 4, "--players", "many"), "is for 2 to 4 players, not 'many'"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[object, ...], why: str, tmp_path: Path) -> None:
    assert why in refused("train", "ys", "--out", tmp_path / "ys.weights", *words)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--workers", "--lanes"])
def test_nobody_is_too_few(option: str, tmp_path: Path) -> None:
    result = donjon("train", "ys", "--out", tmp_path / "ys.weights", "--games", 4, option, 0)
    assert result.exit_code == 2
    assert f"'{option}': Input should be greater than or equal to 1" in result.stderr


def test_lanes_are_settings_of_a_training(tmp_path: Path) -> None:
    call = ("train", "ys", "--out", tmp_path / "ys.weights", "--games", 6, "--lanes")
    assert donjon(*call, 3).stderr.startswith("3 games: ")
    assert "a training with lanes 3, not 2" in refused(*call, 2)


def test_a_folder_is_no_file_for_weights(tmp_path: Path) -> None:
    assert "is a folder" in refused("train", "ys", "--out", tmp_path, "--games", 2)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    said = refused("train", "ys", "--out", tmp_path / "none" / "ys.weights", "--games", 2)
    assert "no folder" in said
