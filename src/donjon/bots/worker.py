"""A process that thinks for bots: reads questions as lines of JSON, writes answers (see `pool`).

It warms up in the background. Until the compiled bots are ready it answers interpreted, as "greedy"
at most, which takes a fraction of a second, and says so.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import sys
import threading
import time
from typing import Any, TextIO

from donjon.bots import deciding, ladder
from donjon.bots.choosing import choose
from donjon.bots.warming import warm_bots
from donjon.errors import DonjonError
from donjon.kernel.game import from_bytes
from donjon.kernel.games import games

# Leaves the processor to the table when both want it.
NICE = 5
# Seconds after the start for which questions wait for the compiled bots: from the disk cache they are
# ready by then, else the compiler is at work and takes a minute.
PATIENCE = 4.0


def answer(asked: dict[str, Any], ready: bool) -> dict[str, Any]:
    """The actions chosen; while not `ready`, interpreted greedy play stands in for a search, and says so."""
    game = games[asked["game"]]
    state = from_bytes(game, base64.b64decode(asked["state"]))
    bot, stand_in = ladder.bot(asked["level"]), ""
    if not ready and bot.kind == deciding.SEARCH:
        bot, stand_in = ladder.bot(ladder.STAND_IN), ladder.STAND_IN
    actions = choose(game, state, asked["seat"], bot, asked["seed"], interpreted=not ready)
    return {"actions": actions, "stand_in": stand_in}


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer until the questions end."""
    warmed = threading.Event()
    patient_until = time.monotonic() + PATIENCE
    threading.Thread(target=_warm, args=(warmed,), daemon=True).start()
    for line in questions:
        ready = warmed.wait(max(0.0, patient_until - time.monotonic()))
        try:
            reply = answer(json.loads(line), ready)
        except (DonjonError, ValueError, KeyError) as error:
            reply = {"error": str(error)}
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


def _warm(warmed: threading.Event) -> None:
    warm_bots()
    warmed.set()


def main() -> None:
    """Serve on the standard streams; nothing else may write there."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.stdin, answers)
    # The thread that warms up may be deep in the compiler: do not wait for it.
    os._exit(0)


if __name__ == "__main__":
    main()
