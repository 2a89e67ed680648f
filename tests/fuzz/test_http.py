"""Thousands of hostile requests: never a mistake of ours, never a change that nobody may make.

DONJON_FUZZ_REQUESTS says how many, DONJON_FUZZ_SEED which ones.
"""

from __future__ import annotations

import asyncio
import collections
import logging
import os
import re

from donjon.table.host.security import HEADERS
from donjon.table.live import devices, posters
from donjon.table.web.assets import FOLDER
from tests import loops
from tests.fuzz.http import Hostile, scene
from tests.fuzz.odds import NAMES
from tests.fuzz.wire import Wire

REQUESTS = int(os.environ.get("DONJON_FUZZ_REQUESTS", "600"))
SEED = os.environ.get("DONJON_FUZZ_SEED", "1")
# Only so that a request that hangs is told from one that is answered.
FOR_EVER = 120.0


class Complaints(logging.Handler):
    """What the server logs as a mistake."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(logging.Formatter().format(record))


def test_every_field_that_is_read_is_among_those_that_are_sent():
    read = set()
    for file in FOLDER.rglob("*.py"):
        read |= set(re.findall(r'(?:query_params|query|form)(?:\.get\(|\[)"([\w.]+)"', file.read_text()))
    assert {"at", "quick", "key"} < read
    assert read <= set(NAMES)


def kept(name: str, given: str | None, promised: str) -> bool:
    """Whether a header is as promised; a poster, and a page whose address is a secret, have their own."""
    own = {"content-security-policy": posters.POLICY, "referrer-policy": devices.REFERRER_POLICY}
    return given in (promised, own.get(name))


def wrong(answer, complaints, changed: bool) -> str:
    """What is wrong with an answer, "" for nothing."""
    if complaints.said:
        return f"the server complains: {complaints.said}"
    if answer.status >= 500 or b"HTTP/1.1 5" in answer.written:
        return f"status {answer.status}"
    if answer.status == 0:
        return "a whole request was not answered" if answer.heard else ""
    lacking = [name for name, value in HEADERS.items() if not kept(name, answer.headers.get(name), value)]
    if lacking:
        return f"status {answer.status} without {lacking}"
    return "a table was changed by who may not" if changed else ""


def test_hostile_requests(tmp_path):
    """No mistake, no hang; every answer carries the headers; only ann's own requests may change her games."""
    made, complaints = scene(tmp_path), Complaints()
    statuses: collections.Counter[int] = collections.Counter()

    async def ask_all():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, told: complaints.said.append(str(told)))
        async with Wire(made.app) as wire:
            before = made.actions()
            for number in range(REQUESTS):
                request = Hostile(SEED, number, made)
                async with asyncio.timeout(FOR_EVER):
                    answer = await wire.ask(request.bytes)
                statuses[answer.status] += 1
                after = made.actions()
                # Who has the link of a free seat may take it.
                may = request.who == "ann" or request.route == "/t/{table}/sit/{token}"
                fault = wrong(answer, complaints, after != before and not may)
                assert not fault, f"request {number} of seed {SEED}: {fault}\n{request.bytes[:3000]!r}"
                before = after

    for name in ("donjon", "uvicorn", "asyncio"):
        logging.getLogger(name).addHandler(complaints)
    try:
        loops.run(ask_all())
    finally:
        for name in ("donjon", "uvicorn", "asyncio"):
            logging.getLogger(name).removeHandler(complaints)
    logging.getLogger("tests").info("answers by status: %s", dict(sorted(statuses.items())))
    # It is no use to be refused at the door all the time.
    assert statuses[200] > REQUESTS / 5
    assert {400, 403, 404, 405, 413, 415} <= set(statuses)
