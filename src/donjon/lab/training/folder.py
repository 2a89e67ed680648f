"""What a training keeps on disk, so that it goes on where it was when it was killed."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from donjon.errors import BadWeights


@dataclass(frozen=True)
class Settings:
    """What decides all that a training does, but for when it ends and who plays.

    games: how many there are to be; 0 where time decides, and no two trainings are alike. lanes: so many are
    played side by side in a round.
    """

    game: str
    players: tuple[int, ...] = (2,)
    seed: int = 0
    games: int = 0
    rate: float = 0.005
    trace: float = 0.9
    lanes: int = 2


@dataclass
class Progress:
    """How far a training is.

    current: the weights that learn. average: of all so far, later ones counting more. best: what was kept.
    scale: what rates are multiplied by. rejected: so many averages in a row were no better.
    """

    current: Any
    average: Any
    best: Any
    rounds: int = 0
    games: int = 0
    seconds: float = 0.0
    scale: float = 1.0
    rejected: int = 0
    kept: int = 0


WEIGHTS = ("current", "average", "best")
NUMBERS = ("rounds", "games", "seconds", "scale", "rejected", "kept")


class Folder:
    """The folder of one training: `state.npz`, `log.jsonl` and `curve.svg`."""

    def __init__(self, path: Path, settings: Settings) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.settings = settings

    @property
    def _state(self) -> Path:
        return self.path / "state.npz"

    @property
    def log(self) -> Path:
        """A line of JSON for every round and for every gate."""
        return self.path / "log.jsonl"

    def load(self) -> Progress | None:
        """How far the training was; None when it has not begun. Raises BadWeights if it is another one."""
        if not self._state.exists():
            self.log.unlink(missing_ok=True)
            return None
        try:
            with np.load(self._state, allow_pickle=False) as file:
                said = json.loads(str(file["about"]))
                weights = {name: file[name] for name in WEIGHTS}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise BadWeights(f"The training in {self.path} cannot be read: {error}.") from None
        for name, value in json.loads(json.dumps(asdict(self.settings))).items():
            # An earlier version knew fewer settings, and did what is usual now.
            there = said["settings"].get(name, getattr(Settings, name, None))
            if there != value:
                raise BadWeights(
                    f"The folder {self.path} holds a training with {name} {there}, not {value}: "
                    "go on with that, or name another file."
                )
        progress = Progress(**weights, **{name: said[name] for name in NUMBERS})
        self._forget_after(progress.rounds)
        return progress

    def save(self, progress: Progress) -> None:
        """Note how far the training is; a kill leaves the note before or this one, whole."""
        about = {name: getattr(progress, name) for name in NUMBERS} | {"settings": asdict(self.settings)}
        fresh = self._state.with_suffix(".new.npz")
        weights = {name: getattr(progress, name) for name in WEIGHTS}
        np.savez(fresh, about=np.array(json.dumps(about)), **weights)
        os.replace(fresh, self._state)

    def note(self, line: dict[str, Any]) -> None:
        """Add a line to the log."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log, without one that was cut off."""
        found = []
        for line in self.log.read_text("utf-8").splitlines() if self.log.exists() else []:
            try:
                found.append(json.loads(line))
            except ValueError:
                break
        return found

    def _forget_after(self, rounds: int) -> None:
        """Drop what was logged of rounds that are to be played again."""
        lines = [json.dumps(line) for line in self.lines() if line["round"] <= rounds]
        fresh = self.log.with_suffix(".new")
        fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        os.replace(fresh, self.log)
