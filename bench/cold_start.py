"""Print when a bot of each level first answers on a fresh machine: `python -m bench.cold_start [GAME...]`.

Each game starts with an empty cache and the pool of bots that a server has, and somebody waits for its bots.
The seconds count from the start of the pool; a level that another one stands in for has not answered.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

import donjon
from donjon.bots import Pool, levels
from donjon.kernel import shipped_code

PAUSE = 0.2


def measure(name: str) -> dict[str, float]:
    """Return the seconds until the first answer of each level, by its key."""
    match = donjon.new(name, players=2, seed=1)
    began, seconds = time.perf_counter(), dict.fromkeys([level.key for level in levels()], 0.0)
    with Pool(workers=1) as pool:
        while left := [key for key, passed in seconds.items() if not passed]:
            for key in reversed(left):
                answer = pool.choose(name, match.state.tobytes(), match.waiting[0], key, 1)
                answer.result()
                if not answer.stand_in:
                    seconds[key] = time.perf_counter() - began
            time.sleep(PAUSE)
    return seconds


def main(names: list[str]) -> None:
    """Measure the games one after the other."""
    print(f"machine code in the package: {shipped_code.misfit() or 'used'}")
    for name in names or [*donjon.games]:
        with tempfile.TemporaryDirectory() as cache:
            os.environ["DONJON_CACHE"] = cache
            told = ", ".join(f"{key} {passed:.1f} s" for key, passed in measure(name).items())
        print(f"{name}: {told}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
