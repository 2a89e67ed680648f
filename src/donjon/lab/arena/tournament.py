"""Play a tournament: the same deals from every seat, until all are played or a test has decided.

Its journal is a file: a line of settings, then a line for each deal as soon as it is over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Literal

from donjon.errors import BadOption, DonjonError
from donjon.kernel import untrusted
from donjon.kernel.games import games
from donjon.kernel.untrusted import short
from donjon.lab.arena import players as seated_players
from donjon.lab.arena.engine import Engine
from donjon.lab.arena.game_runner import GameResult, GameRunner, Seatings, seatings_of_a_deal
from donjon.lab.arena.seated import LostDecision
from donjon.lab.arena.statistics import Bounds, SequentialTest, pair_scores
from donjon.workers import Executor, SerialExecutor, Warn, make_executor

VERSION = 1
_BEGINNING = b'{"arena":'
Deals = dict[int, list[GameResult]]


class BadJournal(DonjonError):
    """A journal that cannot be continued; the sentence says what is wrong with it, and what to do."""


class Journal:
    """The file of the finished deals. A line cut off by a kill is removed, and its deal played again."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open or create the file. Raises BadJournal, also when it was started with other settings."""
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
        """Write a finished deal."""
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
        """Compare the settings with the journal's. Raises BadJournal, naming what differs."""
        theirs = head.get("settings")
        if head.get("arena") != VERSION or not isinstance(theirs, dict):
            raise self._bad(1, "it does not say the settings of a run")
        ours = json.loads(json.dumps(settings))
        differ = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
        if differ:
            differences = "; ".join(
                f"{name} was {short(theirs.get(name))} and is {short(ours.get(name))}" for name in differ
            )
            raise BadJournal(
                f"{short(str(self.path))} was started with other settings: {differences}. "
                f"Use the same settings to continue, or another file."
            )

    def _parse(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            return untrusted.parse_object(line.decode())
        except ValueError as error:
            raise self._bad(number, str(error)) from None

    def _bad(self, number: int, what: str) -> BadJournal:
        return BadJournal(
            f"Line {number} of {short(str(self.path))} cannot be read, {what}: give another file, or mend it."
        )


def _lock(file: IO[bytes], path: Path) -> None:
    """Lock the file. Raises BadJournal when another run writes it."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadJournal(f"{short(str(path))} is being written by another run.") from None


Ending = Literal["played", "decided", "interrupted"]


@dataclass(frozen=True)
class Settings:
    """The settings of a tournament: two runs with the same settings play the same games.

    `bots` are names, each once. An engine is told that it has `engine_seconds` for each answer.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    seed: str = "0"
    options: dict[str, Any] = field(default_factory=dict)
    seatings: Seatings = "rotations"
    engine_seconds: float | None = None

    def tables(self) -> list[list[str]]:
        """Return the tables at which each deal is played, in their order."""
        return seatings_of_a_deal(self.bots, self.players, self.seatings)

    def check(self) -> None:
        """Raise UnknownGame or BadOption for settings that cannot be played, before the first game."""
        game = games[self.game]
        game.check_players(self.players)
        game.read_options(self.players, self.options)
        seated_players.check_names(self.bots)
        if len(self.bots) < 2:
            raise BadOption("An arena needs at least two different bots, such as --bots greedy,random.")
        self.tables()
        for name in self.bots:
            make = seated_players.maker(name, self.engine_seconds)
            player = make() if make else None
            if isinstance(player, Engine):
                _start_once(player)

    def kept(self) -> dict[str, Any]:
        """Return the settings of a run as data for its journal."""
        return {**asdict(self), "bots": list(self.bots), "rules": games[self.game].rules_version}


def _start_once(engine: Engine) -> None:
    """Start an engine and end it again. Raises BadOption with what it did."""
    try:
        engine.start()
    except LostDecision as error:
        raise BadOption(str(error)) from None
    finally:
        engine.close()


@dataclass(frozen=True)
class Course:
    """The course of a tournament: the games of deal 0, 1, 2, …, none missing between them.

    A deal that was over before one with a lower number counts when that one is: otherwise quick games
    would count more often. `test` has seen all deals up to the one that decided, which is the last one.
    """

    settings: Settings
    deals: list[list[GameResult]]
    ending: Ending
    test: SequentialTest | None = None


class DealService:
    """The service of a worker that plays whole deals."""

    def __init__(self, settings: Settings) -> None:
        self.tables = settings.tables()
        game = games[settings.game]
        self.runner = GameRunner(game, settings.seed, settings.options, True, settings.engine_seconds)

    def run(self, task: Deal) -> list[GameResult]:
        """Play all games of a deal."""
        return [self.runner.play(table, task.number) for table in self.tables]

    def close(self) -> None:
        """Close the players."""
        self.runner.close()


@dataclass(frozen=True)
class Deal:
    """A task: the deal of this number."""

    number: int

    def __str__(self) -> str:
        return f"deal {self.number}"


def play(
    settings: Settings,
    games: int,
    workers: int | None = 1,
    out: Path | None = None,
    bounds: Bounds | None = None,
    progress: Callable[[int], None] | None = None,
    tell: Warn | None = None,
    ray: str | None = None,
) -> Course:
    """Play `games` games, rounded up to whole deals; Ctrl+C ends it with what was played so far.

    What `out` holds of an earlier run with the same settings is not played again. With `bounds` it ends as
    soon as the test of the first of two bots is decided. `progress` is called with the number of games just
    finished; for `workers`, `ray` and `tell` (its `warn`) see `donjon.workers.make_executor`. Raises
    UnknownGame, BadOption, BadJournal, TaskFailed.
    """
    settings.check()
    check_games(games)
    if bounds and len(settings.bots) != 2:
        raise BadOption(f"The test compares two bots, not {len(settings.bots)}.")
    kept = {**settings.kept(), "test": asdict(bounds) if bounds else None}
    journal = Journal(out, kept) if out else None
    count = -(-games // len(settings.tables()))
    run = _Run(settings, count, bounds, journal, progress or (lambda _games: None))
    try:
        return run.play(lambda: make_executor(DealService, (settings,), workers, ray, tell))
    finally:
        if journal:
            journal.close()


def check_games(count: Any) -> None:
    """Raise BadOption unless this number of games can be played."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise BadOption(f"At least one game must be played, not {short(count)}.")


class _Run:
    def __init__(
        self,
        settings: Settings,
        count: int,
        bounds: Bounds | None,
        journal: Journal | None,
        progress: Callable[[int], None],
    ) -> None:
        self.settings = settings
        self.count = count
        self.journal = journal
        self.progress = progress
        self.test = SequentialTest(bounds) if bounds else None
        self.waiting: Deals = dict(journal.deals) if journal else {}
        self.deals: list[list[GameResult]] = []

    def play(self, make: Callable[[], Executor | SerialExecutor]) -> Course:
        """Play the missing deals."""
        for games_ in list(self.waiting.values()):
            self.progress(len(games_))
        missing = [Deal(number) for number in range(self.count) if number not in self.waiting]
        ending: Ending = "played"
        try:
            if not self._take():
                with make() as executor:
                    for deal, played in executor.map(missing):
                        self._add(deal.number, played)
                        if self._take():
                            break
        except KeyboardInterrupt:
            ending = "interrupted"
            self._take()
        if self.test and self.test.verdict:
            ending = "decided"
        return Course(self.settings, self.deals, ending, self.test)

    def _add(self, number: int, played: list[GameResult]) -> None:
        self.waiting[number] = played
        if self.journal:
            self.journal.add(number, played)
        self.progress(len(played))

    def _take(self) -> bool:
        """Count the deals that follow without a gap; return whether the test has decided."""
        for played in self._following():
            self.deals.append(played)
            if self.test and self.test.add(first_score(self.settings, played)):
                return True
        return False

    def _following(self) -> Iterator[list[GameResult]]:
        while len(self.deals) < self.count and len(self.deals) in self.waiting:
            yield self.waiting.pop(len(self.deals))


def first_score(settings: Settings, played: list[GameResult]) -> float:
    """Return the mean score of the first of two bots against the other in the games of a deal."""
    score, met = 0.0, 0.0
    for game in played:
        scores, meetings = pair_scores([settings.bots.index(name) for name in game.bots], game.ranks, 2)
        score += float(scores[0, 1])
        met += float(meetings[0, 1])
    return score / met
