"""Save a training on disk, so that it continues where it was when it was killed, and draw its curve."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from donjon.errors import BadWeights


@dataclass(frozen=True)
class Settings:
    """The settings that decide all that a training does, except when it ends and the number of workers.

    games: how many to play in all; 0 where time decides, and no two trainings are alike. lanes: how many
    are played side by side in a round.
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
    """The state of a training.

    current: the weights that learn. average: of all so far, later ones counting more.
    best: the last weights that passed a gate.
    scale: the factor of the learning rates. rejected: how many averages in a row were no better.
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
        """Return the path of the log: a line of JSON for every round and for every gate."""
        return self.path / "log.jsonl"

    def load(self) -> Progress | None:
        """Read how far the training was; None if it has not started. Raises BadWeights if it is another."""
        if not self._state.exists():
            self.log.unlink(missing_ok=True)
            return None
        try:
            with np.load(self._state, allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                weights = {name: file[name] for name in WEIGHTS}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise BadWeights(f"The training in {self.path} cannot be read: {error}.") from None
        for name, value in json.loads(json.dumps(asdict(self.settings))).items():
            # An earlier version had fewer settings, and did what is the default now.
            there = about["settings"].get(name, getattr(Settings, name, None))
            if there != value:
                raise BadWeights(
                    f"The folder {self.path} contains a training with {name} {there}, not {value}. "
                    "Use the same settings, or choose another file."
                )
        progress = Progress(**weights, **{name: about[name] for name in NUMBERS})
        self._forget_after(progress.rounds)
        return progress

    def save(self, progress: Progress) -> None:
        """Write how far the training is; a kill leaves the file before or this one, whole."""
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
        """Return the lines of the log, without one that was cut off."""
        lines = []
        for line in self.log.read_text("utf-8").splitlines() if self.log.exists() else []:
            try:
                lines.append(json.loads(line))
            except ValueError:
                break
        return lines

    def _forget_after(self, rounds: int) -> None:
        """Remove the log lines of rounds that are played again."""
        lines = [json.dumps(line) for line in self.lines() if line["round"] <= rounds]
        fresh = self.log.with_suffix(".new")
        fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        os.replace(fresh, self.log)


WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 48
STYLE = "font: 12px sans-serif; fill: #333"


def draw_curve(lines: list[dict[str, Any]], path: Path, title: str) -> None:
    """Draw the gates among the lines of a log into a file."""
    fresh = path.with_suffix(".new")
    fresh.write_text(curve([line for line in lines if "gate" in line], title), "utf-8")
    os.replace(fresh, path)


def curve(gates: list[dict[str, Any]], title: str) -> str:
    """Return the drawing: a line through all gates, a disc where the net was kept, a ring elsewhere."""
    last = max([line["games"] for line in gates], default=1)
    points = [(_across(line["games"] / last), _up(line["against_hand"])) for line in gates]
    marks = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" stroke="#1a5fb4" stroke-width="2" '
        f'fill="{"#1a5fb4" if line["kept"] else "#fff"}"/>'
        for line, (x, y) in zip(gates, points, strict=True)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    name = escape(f"{title}: wins against the estimate alone")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{name}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text x="{LEFT}" y="22" style="{STYLE}">{name}</text>',
            *_grid(last),
            f'<polyline points="{path}" fill="none" stroke="#1a5fb4" stroke-width="2"/>',
            *marks,
            f'<text x="{LEFT}" y="{HEIGHT - 8}" style="{STYLE}">Games; a disc: kept, a ring: not</text>',
            "</svg>\n",
        ]
    )


def _grid(last: int) -> list[str]:
    """Return grid lines for shares of wins, and the numbers of games."""
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _up(share)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ccc"/>')
        parts.append(f'<text x="{LEFT - 44}" y="{y + 4:.1f}" style="{STYLE}">{share:.0%}</text>')
    for part in (0.0, 0.5, 1.0):
        x = _across(part)
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" style="{STYLE}">'
            f"{round(part * last):,}</text>"
        )
    return parts


def _across(part: float) -> float:
    return LEFT + part * (WIDTH - LEFT - RIGHT - 20)


def _up(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
