"""Streams: the newest page, a sign of life, and nobody who can hold them up."""

from __future__ import annotations

import asyncio
import gzip
import weakref
import zlib
from random import Random

import pytest
from sqlalchemy.exc import OperationalError

from donjon.table.host.connections import ABORT, WRITE_NOW
from donjon.table.host.limits import Fairness, TokenBuckets, Visit
from donjon.table.wire import streams
from donjon.table.wire.streams import (
    LOOKS_BACK,
    MOST_BLOCKS,
    Blocks,
    Gzip,
    Hub,
    Stream,
    StreamSettings,
    event,
    zipped_alone,
)
from tests import loops


class Viewer:
    """The other end of a stream. `reads` False: it never reads."""

    def __init__(self, reads: bool = True, zipped: bool = False) -> None:
        self.reads = reads
        self.status = 0
        self.messages = 0
        self.body = b""
        self.gone = asyncio.Event()
        self.ended = False
        headers = [(b"accept-encoding", b"gzip")] if zipped else []
        self.cut = False
        self.scope = {
            "type": "http",
            "method": "GET",
            "client": ("1.2.3.4", 5),  # as a proxy says: nothing that the line could be found by
            "headers": headers,
            "state": {ABORT: self.be_cut, WRITE_NOW: self.be_written},
        }
        self._unzip = zlib.decompressobj(16 + zlib.MAX_WBITS) if zipped else None

    def be_cut(self) -> None:
        self.cut = True

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        if not self.reads:
            await asyncio.sleep(3600)
        self.messages += 1
        body = message.get("body", b"")
        self.body += self._unzip.decompress(body) if self._unzip else body
        self.ended = not message.get("more_body", False)

    def be_written(self, part: bytes) -> bool:
        """What goes past the application."""
        if not self.reads:
            return False
        self.body += self._unzip.decompress(part) if self._unzip else part
        return True

    @property
    def unzipped_all(self) -> bool:
        """Whether the text came to its end, with the right checksum."""
        return self._unzip is not None and self._unzip.eof

    async def until(self, mark: bytes) -> None:
        while mark not in self.body:
            await asyncio.sleep(0.001)


class World:
    """Tables that are nothing but a number."""

    def __init__(self, **limits) -> None:
        self.number = 0
        self.drawn = 0
        self.hub = Hub(limits.pop("heartbeat", 30.0))
        plain = {"write_patience": 30.0, "per_address": 2}
        self.limits = StreamSettings(**{**plain, **limits})
        self.visit = Visit(Fairness(TokenBuckets(1e9, 0.0)), "1.2.3.4")

    async def render(self, _table, since):
        self.drawn += 1
        return str(self.number), f"page {self.number}\n<p>second line</p>" if since != str(
            self.number
        ) else ""

    def open(self, viewer: Viewer, seen: str = ""):
        stream = Stream(self.hub, self.render, {"table": seen}, self.limits, self.visit)
        return asyncio.ensure_future(stream(viewer.scope, viewer.receive, viewer.send))

    def go_on(self) -> None:
        self.number += 1
        self.hub.notify("table")


def run(play):
    loops.run(asyncio.wait_for(play(), 60))


@pytest.mark.parametrize("zipped", [False, True])
def test_a_viewer_gets_every_new_page(zipped):
    async def play():
        world, viewer = World(), Viewer(zipped=zipped)
        serving = world.open(viewer)
        await viewer.until(b"page 0")
        world.go_on()
        await viewer.until(b"id: 1\ndata: page 1\ndata: <p>second line</p>\n\n")
        viewer.gone.set()
        await serving
        assert world.hub.watching("table") == 0

    run(play)


def test_a_stream_that_waits_keeps_no_page():
    """With thousands of them each would hold some hundred KB."""

    class Page(str):
        __slots__ = ("__weakref__",)

    class Drawn(World):
        async def render(self, table, since):
            name, page = await super().render(table, since)
            self.pages.append(weakref.ref(made := Page(page)))
            return name, made

    async def play():
        world, viewer = Drawn(), Viewer()
        world.pages = []
        serving = world.open(viewer)
        for number in range(3):
            world.number = number
            world.hub.notify("table")
            await viewer.until(b"page %d" % number)
            while world.pages[-1]() is not None:
                await asyncio.sleep(0.001)
        viewer.gone.set()
        await serving

    run(play)


def test_who_has_the_page_is_not_sent_it_again():
    async def play():
        world, viewer = World(), Viewer()
        serving = world.open(viewer, seen="0")
        await viewer.until(b"beat")
        assert b"page 0" not in viewer.body
        world.go_on()
        await viewer.until(b"page 1")
        viewer.gone.set()
        await serving

    run(play)


def test_many_changes_at_once_are_one_page():
    async def play():
        world, viewer = World(), Viewer()
        serving = world.open(viewer)
        await viewer.until(b"page 0")
        for _ in range(1000):
            world.go_on()
        await viewer.until(b"page 1000")
        assert viewer.body.count(b"data: page") == 2
        assert world.drawn < 10
        viewer.gone.set()
        await serving

    run(play)


def test_a_sign_of_life_when_nothing_happens():
    async def play():
        world, viewer = World(heartbeat=0.01), Viewer()
        serving = world.open(viewer, seen="0")
        while viewer.body.count(b"event: beat") < 3:
            await asyncio.sleep(0.005)
        viewer.gone.set()
        await serving

    run(play)


def test_beats_go_past_the_application_and_wake_no_stream():
    async def play():
        world = World(heartbeat=0.01, per_address=10)
        viewers = [Viewer(zipped=zipped) for zipped in (True, False, True)]
        serving = [world.open(viewer) for viewer in viewers]
        for viewer in viewers:
            await viewer.until(b"page 0")
        drawn, sent = world.drawn, [viewer.messages for viewer in viewers]
        for viewer in viewers:
            while viewer.body.count(b"event: beat") < 5:
                await asyncio.sleep(0.005)
        assert (world.drawn, [viewer.messages for viewer in viewers]) == (drawn, sent)
        # What comes after a beat is still one text.
        world.go_on()
        for viewer in viewers:
            await viewer.until(b"page 1")
        world.hub.close()
        await asyncio.gather(*serving)
        assert viewers[0].unzipped_all
        assert viewers[2].unzipped_all

    run(play)


def test_a_text_for_several_streams_is_zipped_once(monkeypatch):
    zipped = []

    def note(part):
        zipped.append(part)
        return zipped_alone(part)

    monkeypatch.setattr(streams, "zipped_alone", note)

    async def play():
        world = World(per_address=10)
        viewers = [Viewer(zipped=True) for _ in range(5)]
        serving = [world.open(viewer) for viewer in viewers]
        for viewer in viewers:
            await viewer.until(b"page 0")
        zipped.clear()
        for number in range(1, 4):
            world.go_on()
            for viewer in viewers:
                await viewer.until(b"page %d" % number)
        world.hub.close()
        await asyncio.gather(*serving)
        assert all(viewer.unzipped_all for viewer in viewers)

    run(play)
    assert zipped == [event(f"page {number}\n<p>second line</p>", str(number)) for number in range(1, 4)]


def test_few_texts_are_kept_as_blocks_and_no_long_ones():
    blocks, long = Blocks(), b"x" * (LOOKS_BACK + 1)
    for number in range(3 * MOST_BLOCKS):
        assert blocks.block_of(b"%d" % number) == b""
    assert len(blocks._blocks) == MOST_BLOCKS
    assert blocks.block_of(b"%d" % (3 * MOST_BLOCKS - 1))
    assert blocks.block_of(long) == blocks.block_of(long) == b""


def test_who_does_not_read_is_cut():
    async def play():
        world, viewer = World(write_patience=0.05), Viewer(reads=False)
        await world.open(viewer)
        assert viewer.cut
        assert world.hub.watching("table") == 0

    run(play)


def test_an_address_has_so_many_streams_and_no_more():
    async def play():
        world = World()
        viewers = [Viewer() for _ in range(3)]
        serving = [world.open(viewer) for viewer in viewers]
        await serving[2]
        assert [viewers[2].status, world.hub.watching("table")] == [429, 2]
        viewers[0].gone.set()
        await serving[0]
        late = Viewer()
        again = world.open(late)
        await late.until(b"page 0")
        world.hub.close()
        await asyncio.gather(serving[1], again)
        assert viewers[1].ended
        assert late.ended

    run(play)


def test_a_page_is_one_event_whatever_lines_it_has():
    assert event("a\n\nb\r\nc", "7") == b"id: 7\ndata: a\ndata: \ndata: b\ndata: c\n\n"


def test_who_asks_for_the_head_of_a_stream_gets_no_stream():
    async def play():
        world, viewer = World(), Viewer()
        viewer.scope["method"] = "HEAD"
        await world.open(viewer)
        assert (viewer.status, viewer.body, viewer.ended) == (200, b"", True)
        assert world.hub.watching("table") == 0

    run(play)


def test_a_page_that_cannot_be_drawn_ends_its_stream_and_is_logged(caplog):
    async def play():
        world, viewer = World(), Viewer()

        async def fail(_table, _since):
            raise RuntimeError("on purpose")

        world.render = fail
        await world.open(viewer)
        assert world.hub.watching("table") == 0

    run(play)
    assert "table table: cannot render for a stream" in caplog.text


def test_one_stream_brings_several_tables_and_only_those_that_changed():
    async def play():
        world, viewer, numbers, drawn = World(), Viewer(), {"a": 0, "b": 0, "c": 0}, []

        async def render(table, since):
            drawn.append(table)
            name = f"{table}{numbers[table]}"
            return name, f"page {name}" if name != since else ""

        stream = Stream(world.hub, render, {"a": "a0", "b": "", "c": "c0"}, world.limits, world.visit)
        serving = asyncio.ensure_future(stream(viewer.scope, viewer.receive, viewer.send))
        await viewer.until(b"page b0")
        assert sorted(drawn) == ["a", "b", "c"]
        drawn.clear()
        numbers["c"] += 1
        world.hub.notify("c")
        await viewer.until(b"id: c1\ndata: page c1\n\n")
        assert drawn == ["c"]
        assert [world.hub.watching(table) for table in "abc"] == [1, 1, 1]
        viewer.gone.set()
        await serving
        assert [world.hub.watching(table) for table in "abc"] == [0, 0, 0]

    run(play)


def test_a_table_that_cannot_be_drawn_holds_up_no_other_of_the_stream(caplog):
    async def play():
        world, viewer, numbers = World(), Viewer(), {"a": 0, "b": 0}

        async def render(table, _since):
            if table == "a" and numbers["a"]:
                raise RuntimeError("on purpose")
            return f"{table}{numbers[table]}", "page"

        stream = Stream(world.hub, render, {"a": "a0", "b": "b0"}, world.limits, world.visit)
        serving = asyncio.ensure_future(stream(viewer.scope, viewer.receive, viewer.send))
        await viewer.until(b"beat")
        numbers.update(a=1, b=1)
        world.hub.notify_all()
        await viewer.until(b"id: b1\n")
        viewer.gone.set()
        await serving

    run(play)
    assert "table a: cannot render for a stream" in caplog.text


def test_a_failure_of_the_database_ends_the_stream_of_all_its_tables(caplog):
    """The browser opens it again until the database answers; else a table would stand still."""

    async def play():
        world, viewer, fails = World(), Viewer(), set()

        async def render(table, _since):
            if table in fails:
                raise OperationalError("select", {"owner": "secret"}, OSError("on purpose"))
            return f"{table}0", "page"

        stream = Stream(world.hub, render, {"a": "a0", "b": "b0"}, world.limits, world.visit)
        serving = asyncio.ensure_future(stream(viewer.scope, viewer.receive, viewer.send))
        await viewer.until(b"beat")
        fails.add("a")
        world.hub.notify("a")
        await serving
        assert viewer.ended
        assert [world.hub.watching(table) for table in "ab"] == [0, 0]

    run(play)
    assert "table a: not read for a stream: on purpose" in caplog.text
    assert "secret" not in caplog.text


def test_a_beat_says_how_long_the_next_takes():
    async def play():
        world, viewer = World(heartbeat=2.5), Viewer()
        serving = world.open(viewer, seen="0")
        await viewer.until(b"event: beat\ndata: 2.5\n\n")
        viewer.gone.set()
        await serving

    run(play)


def test_a_text_that_is_zipped_in_parts_is_one_text_by_gzip():
    random = Random(5)
    words = [f'<g id="{number}">'.encode() * random.randint(1, 40) for number in range(99)]
    parts = [b"".join(random.choices(words, k=random.randint(1, 200))) for _ in range(60)]
    packed, reader, whole = Gzip(), zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    for part in parts:
        sent = packed.more(part)
        assert reader.decompress(sent) == part  # at once, not when the next one comes
        whole += sent
    assert sum(map(len, parts)) > 10 * LOOKS_BACK
    assert gzip.decompress(whole + packed.end()) == b"".join(parts)


def test_a_part_is_told_by_what_was_told_a_short_while_ago():
    told = bytes(Random(6).randbytes(LOOKS_BACK // 2))
    packed = Gzip()
    first, *later = [len(packed.more(told)) for _ in range(3)]
    assert first > len(told)
    assert max(later) < len(told) / 50


def test_nothing_is_a_text_by_gzip_too():
    assert gzip.decompress(Gzip().end()) == b""
