"""Clocks of the seats: computed from the times of the rows and from who was to move after each change.

All times are whole milliseconds since 1970, as the server's database tells them. Nothing here is stored: the
same rows, and the same times without a server, give the same clocks in every process.

A seat's turn at the clock lasts from the change after which its person is to move to the change after which
that is no longer so. Only people's clocks run, in simultaneous decisions all of them at once. An undo within
the turn leaves the turn as it is; whoever has undone more than that has used the time all the same, and the
turns played again bring no increments a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

# After a clock has run out, before anybody acts on it: moves that were sent in time still arrive.
GRACE = 2_000
SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
# The hours of a person's day in which no deadline of a game over days falls.
NIGHT_FIRST, NIGHT_LAST = 22, 8
NONE, LIVE, DAYS = "none", "live", "days"
# (since, until) of each time in which no server ran, in order.
Outages = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Pace:
    """The time that each seat has.

    kind: NONE, LIVE or DAYS; free: for each turn; reserve: used after the free time, for the whole game;
    increment: added to the reserve after each turn; most: the reserve never grows beyond it. by_claim: a bot
    takes over from a person without time only if another player asks for it. name: of the choice that led to
    these numbers (see paces.py).
    """

    kind: str = NONE
    free: int = 0
    reserve: int = 0
    increment: int = 0
    most: int = 0
    by_claim: bool = False
    name: str = ""

    @property
    def ticks(self) -> bool:
        """Return whether the pace has clocks."""
        return self.kind != NONE

    @property
    def purse(self) -> str:
        """Return the name of the reserve that belongs to this pace."""
        return self.name or self.kind

    def as_dict(self) -> dict[str, Any]:
        """Return the pace as data for a row, {} for none."""
        return dict(vars(self)) if self.ticks else {}


NO_PACE = Pace()


def read_pace(stated: Any) -> Pace:
    """Return the pace that a row states, NO_PACE for {}. Raises ValueError if it is not valid."""
    if not isinstance(stated, Mapping):
        raise ValueError("a pace is no object")
    if not stated:
        return NO_PACE
    numbers: list[Any] = [stated.get(name) for name in ("free", "reserve", "increment", "most")]
    kind, name = stated.get("kind"), stated.get("name")
    if kind not in (LIVE, DAYS) or not isinstance(name, str):
        raise ValueError("a pace is of no known kind")
    if not all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in numbers):
        raise ValueError("a pace has a time that is no number")
    free, reserve, increment, most = numbers
    return Pace(kind, free, reserve, increment, most, stated.get("by_claim") is True, name)


def lost(outages: Outages, since: int, until: int) -> int:
    """Return how much of a time no server ran."""
    return sum(max(0, min(until, end) - max(since, begin)) for begin, end in outages)


def after_night(due: int, zone: str) -> int:
    """Return a deadline, moved to the morning if it falls into the night of a zone; "" has no nights."""
    if not zone:
        return due
    try:
        there = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return due  # another version of the time zones knew it
    when = datetime.fromtimestamp(due / 1000, UTC).astimezone(there)
    if NIGHT_LAST <= when.hour < NIGHT_FIRST:
        return due
    day = when.date() + timedelta(days=1 if when.hour >= NIGHT_FIRST else 0)
    morning = datetime(day.year, day.month, day.day, NIGHT_LAST, tzinfo=there)
    return max(due, round(morning.timestamp() * 1000))


@dataclass(frozen=True)
class Turn:
    """A turn at the clock: since when it runs, the free time used before, and the person's time zone."""

    since: int
    used: int = 0
    zone: str = ""


@dataclass(frozen=True)
class Mark:
    """The clocks after a change, for those who go back to it: by seat, reserves, turns, time used, gains."""

    purse: str
    reserves: tuple[int, ...]
    turns: Mapping[int, Turn]
    charged: tuple[int, ...]
    gained: tuple[int, ...]
    at: int


@dataclass
class Clocks:
    """The clocks of all seats. `turns`: those that run, by seat; `charged`: the time used in finished turns.

    `gained`: what increments have added; `ahead`: increments that a seat has had for turns that it plays
    again. `purses`: the reserves of other paces that the game had, so that going back to one refills none.
    `marks`: by the number of moves in the game.
    """

    seats: int
    pace: Pace = NO_PACE
    outages: Outages = ()
    reserves: list[int] = field(default_factory=list)
    turns: dict[int, Turn] = field(default_factory=dict)
    purses: dict[str, list[int]] = field(default_factory=dict)
    charged: list[int] = field(default_factory=list)
    gained: list[int] = field(default_factory=list)
    ahead: list[int] = field(default_factory=list)
    marks: dict[int, Mark] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in (self.reserves, self.charged, self.gained, self.ahead):
            one.extend([0] * (self.seats - len(one)))

    def copy(self) -> Clocks:
        """Return an independent copy."""
        return replace(
            self,
            reserves=[*self.reserves],
            turns=dict(self.turns),
            purses={kind: [*purse] for kind, purse in self.purses.items()},
            charged=[*self.charged],
            gained=[*self.gained],
            ahead=[*self.ahead],
            marks=dict(self.marks),
        )

    def running(self, seat: int, at: int) -> int:
        """Return for how long the seat's turn has run, 0 if it does not."""
        turn = self.turns.get(seat)
        return 0 if turn is None else max(0, at - turn.since - lost(self.outages, turn.since, at))

    def free_left(self, seat: int, at: int) -> int:
        """Return the free time that a seat has left of its turn; of its next one if none runs."""
        turn = self.turns.get(seat, Turn(at))
        return max(0, self.pace.free - turn.used - self.running(seat, at))

    def reserve_left(self, seat: int, at: int) -> int:
        """Return the reserve that a seat has left at a time."""
        turn = self.turns.get(seat)
        used = 0 if turn is None else turn.used + self.running(seat, at)
        return max(0, self.reserves[seat] - max(0, used - self.pace.free))

    def due(self, seat: int) -> int | None:
        """Return when a seat's clock runs out, None if it does not run."""
        turn = self.turns.get(seat)
        if turn is None or not self.pace.ticks:
            return None
        left = max(0, self.pace.free - turn.used) + self.reserves[seat]
        due = turn.since + left
        # The time moved by may itself hold a time without a server.
        while (later := turn.since + left + lost(self.outages, turn.since, due)) > due:
            due = later
        return after_night(due, turn.zone) if self.pace.kind == DAYS else due

    def late(self, at: int) -> list[int]:
        """Return the seats whose clock had run out at a time, by more than GRACE."""
        dues = ((seat, self.due(seat)) for seat in sorted(self.turns))
        return [seat for seat, due in dues if due is not None and due + GRACE <= at]

    def settle(
        self, at: int, to_move: Iterable[int], zones: Sequence[str], moves: int, gains: bool = True
    ) -> None:
        """Take in a whole change: end the turns of seats that are no longer to move, and begin others.

        to_move: the seats whose person is to move after it; moves: the number of moves in the game; gains:
        whether those who have moved get the increment.
        """
        owing = set(to_move) if self.pace.ticks else set()
        for seat in sorted(self.turns.keys() - owing):
            self._stop(seat, at, gains)
        for seat in sorted(owing - self.turns.keys()):
            self.turns[seat] = Turn(at, zone=zones[seat])
        self.marks[moves] = Mark(
            self.pace.purse,
            tuple(self.reserves),
            dict(self.turns),
            tuple(self.charged),
            tuple(self.gained),
            at,
        )

    def _stop(self, seat: int, at: int, gains: bool) -> None:
        """End a seat's turn; with `gains` it gets the increment."""
        left = self.reserve_left(seat, at)
        self.charged[seat] += self.running(seat, at)
        del self.turns[seat]
        if not self.pace.ticks:
            return
        self.reserves[seat] = left
        if gains:
            had = min(self.ahead[seat], self.pace.increment)
            self.ahead[seat] -= had
            self.gained[seat] += had
            self._add(seat, self.pace.increment - had)

    def _add(self, seat: int, time: int) -> None:
        """Add time to a seat's reserve, up to the most that it may hold."""
        before = self.reserves[seat]
        self.reserves[seat] = max(before, min(before + time, self.pace.most))
        self.gained[seat] += self.reserves[seat] - before

    def set_pace(self, pace: Pace, at: int) -> None:
        """Change the pace: turns that run are charged by the old one, and then begin anew."""
        for seat in sorted(self.turns):
            self._stop(seat, at, gains=False)
        self.purses[self.pace.purse] = self.reserves
        held = self.purses.get(pace.purse, [pace.reserve] * self.seats)
        self.reserves = [min(one, max(pace.most, pace.reserve)) for one in held]
        self.pace = pace

    def begin(self, pace: Pace) -> None:
        """Set the first pace of a game, with full reserves."""
        self.pace, self.purses = pace, {}
        self.reserves = [pace.reserve] * self.seats

    def go_back(self, seat: int, moves: int, at: int) -> None:
        """Take in that a seat has taken the game back to `moves` moves.

        The seat has used its time: the free time used since is gone, the reserve stays as it is, and the
        turns played again bring nothing. The others have what they had then, or have now, if that is more.
        """
        known = [number for number in self.marks if number <= moves]
        if not known:
            return
        mark = self.marks[max(known)]
        for other, then in mark.turns.items():
            if self.turns.get(other) == then or other >= self.seats:
                continue  # the same turn still runs
            used = then.used + self._ran(then, mark.at)
            if other == seat:
                spent = self.charged[seat] + self.running(seat, at) - mark.charged[seat]
                used = min(self.pace.free, used + max(0, spent - self._ran(then, mark.at)))
            self._restart(other, Turn(at, used, then.zone), at)
        for other in sorted(self.turns.keys() - mark.turns.keys()):
            # Its turn has never been: what it used of it is not charged.
            self.charged[other] += self.running(other, at)
            del self.turns[other]
        same = mark.purse == self.pace.purse
        for other in range(self.seats):
            gained = self.gained[other] - mark.gained[other]
            self.gained[other] = mark.gained[other]
            if other == seat:
                self.ahead[other] += gained
            elif same and not (other in self.turns and self.turns[other] == mark.turns.get(other)):
                self.reserves[other] = max(self.reserves[other], mark.reserves[other])
        self.marks = {number: one for number, one in self.marks.items() if number <= moves}

    def _ran(self, turn: Turn, at: int) -> int:
        return max(0, at - turn.since - lost(self.outages, turn.since, at))

    def _restart(self, seat: int, turn: Turn, at: int) -> None:
        """Let a turn run for a seat instead of the one that does, which is charged."""
        if seat in self.turns:
            self._stop(seat, at, gains=False)
        self.turns[seat] = turn

    def come_back(self, seat: int) -> None:
        """Give a person who returns time to play: two increments, or a tenth of a full reserve if more."""
        if self.pace.ticks:
            least = max(2 * self.pace.increment, self.pace.reserve // 10)
            self.reserves[seat] = max(self.reserves[seat], least)
