"""Measure how long a visitor waits while others ask for all they can: `python -m bench.attack`.

A server of its own is started with its usual limits. Each attacker has an address of its own (127.0.0.x) and
keeps a number of connections busy with one page; the visitor, at another address, loads a page again and
again.
"""

from __future__ import annotations

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean, median
from urllib.parse import urlsplit

VISITOR = "127.0.1.1"


@contextmanager
def server(*options: str, **environment: str) -> Iterator[tuple[str, int]]:
    """Serve a table with its usual limits, or those of the environment; yield host and port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "donjon", "play", "--port", "0", "--data", folder, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
        try:
            assert process.stdout is not None
            said = next(word for line in process.stdout for word in line.split() if "http://" in word)
            address = urlsplit(said)
            yield str(address.hostname), int(address.port or 0)
        finally:
            process.terminate()
            process.wait()


class Attacker(threading.Thread):
    """One connection that asks for a page until it is stopped, and counts the statuses of the answers."""

    def __init__(self, place: tuple[str, int], source: str, page: str) -> None:
        super().__init__(daemon=True)
        self.place, self.source, self.page = place, source, page
        self.stopped = threading.Event()
        self.answers = Counter[int]()

    def run(self) -> None:
        """Ask for the page until the attack is over."""
        while not self.stopped.is_set():
            try:
                self.answers[_load(self.place, self.source, self.page)] += 1
            except OSError:
                self.answers[0] += 1


def _load(place: tuple[str, int], source: str, page: str) -> int:
    line = http.client.HTTPConnection(*place, timeout=60, source_address=(source, 0))
    try:
        line.request("GET", page)
        answer = line.getresponse()
        answer.read()
        return answer.status
    finally:
        line.close()


def main() -> None:
    """Attack, and print the waiting times of the visitor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", default="/puzzles/kingdom-builder/1", help="what the attackers ask for")
    parser.add_argument("--visits", default="/about", help="what the visitor loads")
    parser.add_argument("--addresses", type=int, default=1, help="of attackers")
    parser.add_argument("--connections", type=int, default=40, help="of each address")
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    with server() as place:
        _load(place, VISITOR, given.page)
        alone = [_wait(place, given.visits) for _ in range(10)]
        attackers = [
            Attacker(place, f"127.0.0.{2 + number}", given.page)
            for number in range(given.addresses)
            for _ in range(given.connections)
        ]
        for attacker in attackers:
            attacker.start()
        waits, end = [], time.monotonic() + given.seconds
        while time.monotonic() < end:
            waits.append(_wait(place, given.visits))
            time.sleep(0.1)
        for attacker in attackers:
            attacker.stopped.set()
        answers = sum((attacker.answers for attacker in attackers), Counter[int]())
        print(f"alone: {1000 * fmean(alone):.0f} ms")
        usual, worst = (1000 * wait for wait in (median(waits), max(waits)))
        print(f"attacked: median {usual:.0f} ms, worst {worst:.0f} ms, {len(waits)} visits")
        print(f"answers to attackers: {dict(answers)}")


def _wait(place: tuple[str, int], page: str) -> float:
    """Return the seconds until a page has arrived."""
    before = time.perf_counter()
    _load(place, VISITOR, page)
    return time.perf_counter() - before


if __name__ == "__main__":
    main()
