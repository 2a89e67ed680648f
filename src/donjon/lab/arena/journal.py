"""The file of a run: what is played, then a line for each deal as soon as it is over."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from donjon.errors import DonjonError
from donjon.kernel import foreign
from donjon.kernel.foreign import short
from donjon.lab.arena.hall import GameResult

VERSION = 1
_BEGINNING = b'{"arena":'
Deals = dict[int, list[GameResult]]


class BadJournal(DonjonError):
    """A file cannot be gone on with; the sentence says what is wrong with it, and what to do."""


class Journal:
    """Keeps deals in a file. What was half written when a run was killed is cut off and played again."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open the file, or make it. Raises BadJournal, also when it was begun with other settings."""
        self.path = path
        self.deals: Deals = {}
        try:
            # One run at a time: two would write each other's lines.
            self._file: IO[bytes] = open(path, "a+b")  # noqa: SIM115
            _lock(self._file, path)
            self._read(settings)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadJournal(f"{short(str(path))} cannot be kept ({reason}): choose another place.") from None

    def add(self, deal: int, games: list[GameResult]) -> None:
        """Keep a deal that is over."""
        self.deals[deal] = games
        self._write({"deal": deal, "games": [asdict(game) for game in games]})

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def _read(self, settings: Mapping[str, Any]) -> None:
        self._file.seek(0)
        *lines, rest = self._file.read().split(b"\n")
        if lines:
            self._compare(self._parse(1, lines[0]), settings)
        elif not rest.startswith(_BEGINNING[: len(rest)]):
            raise self._bad(1, "it is no file of a run")
        self._file.truncate(self._file.tell() - len(rest))
        if not lines:
            self._write({"arena": VERSION, "settings": settings})
        for number, line in enumerate(lines[1:], 2):
            data = self._parse(number, line)
            try:
                self.deals[int(data["deal"])] = [GameResult(**game) for game in data["games"]]
            except (KeyError, TypeError, ValueError) as error:
                raise self._bad(number, f"it is no deal ({error})") from None

    def _compare(self, head: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        """Raises BadJournal, naming what differs."""
        theirs = head.get("settings")
        if head.get("arena") != VERSION or not isinstance(theirs, dict):
            raise self._bad(1, "it does not say the settings of a run")
        ours = json.loads(json.dumps(settings))
        differ = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
        if differ:
            told = "; ".join(
                f"{name} was {short(theirs.get(name))} and is {short(ours.get(name))}" for name in differ
            )
            raise BadJournal(
                f"{short(str(self.path))} was begun with other settings: {told}. "
                f"Give the same ones to go on, or another file."
            )

    def _parse(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            return foreign.parse_object(line.decode())
        except ValueError as error:
            raise self._bad(number, str(error)) from None

    def _bad(self, number: int, what: str) -> BadJournal:
        return BadJournal(
            f"Line {number} of {short(str(self.path))} cannot be read, {what}: give another file, or mend it."
        )


def _lock(file: IO[bytes], path: Path) -> None:
    """Raises BadJournal when another run writes the file."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadJournal(f"{short(str(path))} is being written by another run.") from None
