"""Simulate a day of a site from measured rates, and print what it needs: `python -m bench.capacity FILE`.

`make load LOAD="--out FILE"` measures the rates. A day is simulated minute by minute: people come by the hour
of the day, play a live game or answer in games over days, and leave. The busiest minute counts. The habits of
people are assumptions, all of which are options.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from dataclasses import dataclass, fields
from pathlib import Path

MINUTES = 24 * 60
# The share of the day's visits in each hour, for players of one part of the world: the evening is busiest.
HOURS = (2, 1, 1, 1, 1, 1, 2, 3, 3, 3, 4, 4, 5, 5, 5, 5, 6, 7, 8, 9, 10, 9, 7, 4)
# Bytes that a stored action takes in the database with its index, and the actions that a move stores.
ROW, ACTIONS = 300, 2.5
PEOPLE = (100, 10_000, 1_000_000)


@dataclass(frozen=True)
class Rates:
    """What one server process needs, as measured: the dearest game counts."""

    ms_per_move: float
    bytes_per_update: float
    kb_per_stream: float
    kb_per_table: float
    mb_empty: float


@dataclass(frozen=True)
class Habits:
    """What people do; each is an option."""

    visits: float = 0.15  # a day, of a person who came this month
    minutes: float = 40.0  # of a visit
    seconds_per_move: float = 15.0  # of a table with a live game
    seats: float = 2.5  # people at a table
    watching: float = 0.5  # others who watch it
    slow: float = 0.5  # share of visits that answer in games over days, with a move in every two minutes
    bots: float = 0.4  # share of moves that bots make
    bot_seconds: float = 0.2  # of processor, for a move of a bot
    load: float = 0.5  # share of a core that the busiest minute may take


@dataclass(frozen=True)
class Day:
    """The busiest minute of a day, and what is stored in it."""

    streams: int
    tables: int
    moves_per_second: float
    moves: float


def simulate(people: int, habits: Habits, chance: random.Random) -> Day:
    """Return the busiest minute of a simulated day."""
    come, leave = [0] * (2 * MINUTES), [0] * (2 * MINUTES)
    visits = _poisson(people * habits.visits, chance)
    hours = chance.choices(range(24), HOURS, k=visits) if visits < 500_000 else None
    if hours is None:
        # So many people come as expected: each minute of an hour alike.
        whole = sum(HOURS)
        for minute in range(MINUTES):
            count = round(visits * HOURS[minute // 60] / whole / 60)
            come[minute] += count
            leave[minute + round(habits.minutes)] += count
    else:
        for hour in hours:
            minute = 60 * hour + chance.randrange(60)
            come[minute] += 1
            leave[minute + max(1, round(chance.expovariate(1 / habits.minutes)))] += 1
    here, busiest, moves = 0, (0, 0.0, 0), 0.0
    for minute in range(MINUTES):
        here += come[minute] - leave[minute]
        playing = here * (1 - habits.slow)
        tables = math.ceil(playing / (habits.seats + habits.watching))
        rate = tables / habits.seconds_per_move + here * habits.slow / 120
        moves += 60 * rate
        busiest = max(busiest, (here, rate, tables))
    return Day(busiest[0], busiest[2], busiest[1], moves)


def _poisson(mean: float, chance: random.Random) -> int:
    return max(0, round(chance.gauss(mean, math.sqrt(mean))))


def needs(day: Day, rates: Rates, habits: Habits) -> list[tuple[str, str]]:
    """Return the names and values of what a site needs on such a day."""
    viewers = habits.seats + habits.watching
    cores = day.moves_per_second * rates.ms_per_move / 1000 / habits.load
    processes = max(1, math.ceil(cores))
    bots = max(1, math.ceil(day.moves_per_second * habits.bots * habits.bot_seconds / habits.load))
    memory = (
        processes * rates.mb_empty
        + (day.streams * rates.kb_per_stream + day.tables * rates.kb_per_table) / 1024
    )
    sent = day.moves_per_second * viewers * rates.bytes_per_update * 8 / 1e6
    return [
        ("people at once", f"{day.streams:,}"),
        ("tables at once", f"{day.tables:,}"),
        ("moves a second", f"{day.moves_per_second:,.1f}"),
        ("server processes, a core each", f"{processes:,}"),
        ("cores of workers for bots", f"{bots:,}"),
        ("their memory, GB", f"{memory / 1024:,.1f}"),
        ("sent, Mbit a second", f"{sent:,.2f}"),
        ("database, writes a second", f"{day.moves_per_second:,.1f}"),
        ("database, GB a year", f"{365 * day.moves * ACTIONS * ROW / 1e9:,.1f}"),
    ]


def main() -> None:
    """Read the options, simulate, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("measured", type=Path, help='the file of `make load LOAD="--out FILE"`')
    for one in fields(Habits):
        parser.add_argument(f"--{one.name.replace('_', '-')}", type=float, default=one.default)
    given = vars(parser.parse_args())
    measured = json.loads(given.pop("measured").read_text("utf-8"))
    rates = Rates(**{one.name: max(game[one.name] for game in measured.values()) for one in fields(Rates)})
    habits, chance = Habits(**given), random.Random(1)
    found = {people: dict(needs(simulate(people, habits, chance), rates, habits)) for people in PEOPLE}
    print(f"{'people in a month':32}" + "".join(f"{people:>14,}" for people in PEOPLE))
    for name in found[PEOPLE[0]]:
        print(f"{name:32}" + "".join(f"{values[name]:>14}" for values in found.values()))


if __name__ == "__main__":
    main()
