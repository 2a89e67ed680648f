"""The puzzle of the day, and the days in a row on which a visitor found it.

A day is a day of UTC, on every server and for every visitor: the puzzle changes at 00:00 UTC. Which one it is
follows from the date alone. What a visitor has found is in a cookie, so it stays with the browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache
from math import gcd

from donjon.coach.puzzles import puzzles_of
from donjon.kernel.games import games

COOKIE = "donjon_days"
WEEK = 7
# What happened at the puzzle of a day before it was found: another move was played, a hint was given, the
# solution was shown. Only the first of them are stored.
MISSED, HINTED, SHOWN = "m", "h", "s"
MOST_MARKS = 9
_READ = re.compile(r"(\d{1,7})-(\d{1,5})-([0-9a-f]{1,2})(?:-(\d{1,7})([mhs]{1,9}))?")
# Two puzzles that follow each other should differ: the file of a game is sorted by how clear they are.
_STEP = 0.382


def today() -> date:
    """Return the current day of UTC."""
    return datetime.now(UTC).date()


def of_day(day: date) -> tuple[str, int]:
    """Return the game and the number of a day's puzzle: the games take turns, none repeats a puzzle early."""
    names = _games()
    turn, which = divmod(day.toordinal(), len(names))
    name = names[which]
    count = len(puzzles_of(name))
    return name, 1 + turn * _step(count) % count


@cache
def _games() -> tuple[str, ...]:
    return tuple(sorted(name for name in games if puzzles_of(name)))


def _step(count: int) -> int:
    """Return a step that visits all of `count` puzzles before one comes again."""
    return next(step for step in range(max(1, round(_STEP * count)), count + 2) if gcd(step, count) == 1)


@dataclass(frozen=True)
class Days:
    """The days on which a visitor found the puzzle of the day.

    last: the latest of them, as `date.toordinal`, 0 for none; row: the number of days in a row up to it;
    week: bit n is set for the day n days before `last`, so bit 0 is; tried: the latest day whose puzzle was
    not found at once, 0 for none; marks: what happened there before, in order.
    """

    last: int = 0
    row: int = 0
    week: int = 0
    tried: int = 0
    marks: str = ""

    @property
    def cookie(self) -> str:
        """Return the text that `read` reads."""
        mark = f"-{self.tried}{self.marks}" if self.tried else ""
        return f"{self.last}-{self.row}-{self.week:x}{mark}"

    def streak(self, day: date) -> int:
        """Return the days in a row up to a day; one that is not found yet does not end them."""
        return self.row if self.last and 0 <= day.toordinal() - self.last <= 1 else 0

    def found(self, day: date) -> bool:
        """Return whether the puzzle of one of the last days was found on its day."""
        before = self.last - day.toordinal()
        return bool(self.last) and 0 <= before < WEEK and bool(self.week >> before & 1)

    def before(self, day: date) -> str:
        """Return what happened at the puzzle of a day before it was found, as marks in order."""
        return self.marks if self.tried == day.toordinal() else ""

    def was_shown(self, day: date) -> bool:
        """Return whether the solution of a day was shown."""
        return SHOWN in self.before(day)

    def with_found(self, day: date) -> Days:
        """Return the days after a day's puzzle was found; unchanged if it was shown or a later one found."""
        ordinal = day.toordinal()
        passed = ordinal - self.last
        if self.was_shown(day) or passed <= 0:
            return self
        week = (self.week << min(passed, WEEK) | 1) & (1 << WEEK) - 1
        return replace(self, last=ordinal, row=1 + self.streak(day), week=week)

    def with_mark(self, day: date, mark: str) -> Days:
        """Return the days after a move was missed, or help was given, at the puzzle of a day.

        Nothing changes once it was found or shown.
        """
        before = self.before(day)
        if self.found(day) or SHOWN in before or (len(before) >= MOST_MARKS and mark != SHOWN):
            return self
        return replace(self, tried=day.toordinal(), marks=before[: MOST_MARKS - 1] + mark)


def read(cookie: str) -> Days:
    """Read a cookie; return no days if it holds anything else."""
    found = _READ.fullmatch(cookie)
    if found is None:
        return Days()
    last, row, week = int(found[1]), int(found[2]), int(found[3], 16) & (1 << WEEK) - 1
    tried = int(found[4]) if found[4] else 0
    if not all(0 <= one <= date.max.toordinal() for one in (last, tried)):
        return Days()
    if not last or not row or not week & 1:
        last = row = week = 0
    return Days(last, row, week, tried, found[5] or "")
