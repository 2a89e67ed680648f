"""A process that compiles for one game (see `compilers`): `python -m donjon.bots.compiler GAME`.

It compiles the bots in the background, and ends when its standard input does, so that it never outlives the
process that started it. With the word "all" after the game it compiles all entry points, for somebody who
waits.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading

from donjon.bots.warming import warm_bots, warm_game

# Whatever else wants the processor gets it.
NICE = 19
SELDOM = (200_000, 50, 50)


def main() -> None:
    """Compile, and leave."""
    # The compiler makes millions of objects and drops few, so these are looked for seldom. Never would be
    # faster still, but three compilers side by side would take 1 GB of memory each.
    gc.set_threshold(*SELDOM)
    if sys.argv[2:] == ["all"]:
        warm_game(sys.argv[1])
        return
    threading.Thread(target=_end_with_input, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    warm_bots(sys.argv[1])


def _end_with_input() -> None:
    sys.stdin.read()
    # What is half saved is never found: machine code comes under its name when it is whole.
    os._exit(1)


if __name__ == "__main__":
    main()
