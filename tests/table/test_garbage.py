"""Garbage is collected when nobody is being answered."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from contextlib import suppress

import pytest

from donjon.table.serving import COLLECT_AT_LATEST, NAP, collect_garbage_when_idle
from tests import loops


class Ring:
    def __init__(self):
        self.me = self


@pytest.fixture(autouse=True)
def _thresholds():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


async def collecting(then, **settings):
    task = asyncio.create_task(collect_garbage_when_idle(every=0.0, **settings))
    try:
        await then
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def test_a_ring_is_collected_when_nothing_else_is_done():
    gone = weakref.ref(Ring())

    async def wait():
        while gone() is not None:
            await asyncio.sleep(NAP)

    # A busy machine may wake who sleeps late, too.
    loops.run(collecting(wait(), idle=60.0))
    assert gc.get_threshold() == COLLECT_AT_LATEST


def test_nothing_is_collected_while_somebody_is_answered(monkeypatch):
    collected = []
    monkeypatch.setattr(gc, "collect", collected.append)

    async def answer():
        for _ in range(10):
            time.sleep(3 * NAP)
            await asyncio.sleep(0)
        assert not collected

    loops.run(collecting(answer()))
