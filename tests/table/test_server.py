"""The server as a process: killed, started again, and in the way of another."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import httpx2
import pytest

from donjon.errors import DonjonError
from donjon.table.serving import address_of, listen, serve
from tests import loops
from tests.table.people import GAME, field, offers

SERVE = """
import sys
from donjon.table import serving
import tests.table.people as people
pause = float(sys.argv[2])
build = serving.build
serving.build = lambda given: build(given, people.Quick)
many = {"burst": 1e9, "rate": 1e9, "look_burst": 1e9, "look_rate": 1e9}
announce = lambda address: print(address, flush=True)
serving.serve(port=0, data=sys.argv[1], announce=announce, bot_pause=pause, **many)
"""


@contextmanager
def server(folder, pause=0.0):
    """A served table in a process of its own: (address, process)."""
    root = os.getcwd()
    command = [sys.executable, "-c", SERVE, str(folder), str(pause)]
    path = os.pathsep.join([root, os.path.join(root, "src")])
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ, "PYTHONPATH": path}
    )
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        yield address, process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def acknowledged(client, table, action_of):
    """Play one action; (seq it answered, action), or None when it is not this guest's turn."""
    page = client.get(table).text
    if 'id="moves"' not in page:
        return None
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    action = action_of(list(offers(page)))
    answer = client.post(f"{table}/move", data={**data, "action": action})
    assert answer.status_code in (303, 409), answer.text
    return (int(data["seq"]), action) if answer.status_code == 303 else None


def record_of(client, table):
    return client.get(f"{table}/record.txt").text


def test_killed_at_any_moment_it_loses_nothing_that_was_acknowledged(tmp_path):
    lose_nothing(tmp_path, f"sqlite:///{tmp_path / 'donjon.sqlite'}")


def lose_nothing(tmp_path, url):
    """The process is killed in the middle of moves, again and again; each acknowledged one is stored."""
    chance = random.Random(7)
    kept, table, cookies = [], None, None
    for _round in range(5):
        with server(tmp_path) as (address, process):
            client = httpx2.Client(base_url=address, cookies=cookies, timeout=60)
            if table is None:
                answer = client.post("/new", data={"game": GAME, "quick": "1"})
                table, cookies = answer.headers["location"], client.cookies
            # However long the bots take between them.
            wanted = len(kept) + chance.randint(2, 3)
            while len(kept) < wanted:
                kept += [done for done in [acknowledged(client, table, chance.choice)] if done]
            threading.Timer(chance.uniform(0, 0.05), process.kill).start()
            with contextlib.suppress(httpx2.HTTPError):
                while True:
                    kept += [done for done in [acknowledged(client, table, chance.choice)] if done]
            client.close()
    assert len(kept) > 5
    from donjon.table.store.replaying import replay
    from donjon.table.store.storage import Storage

    storage = Storage(url)
    table_game = replay(storage.load(table.removeprefix("/t/")))
    storage.close()
    for seq, action in kept:
        assert (table_game.entries[seq].seat, table_game.entries[seq].action) == (0, action)


def test_bots_go_on_after_a_restart(tmp_path):
    with server(tmp_path, pause=3600.0) as (address, _process):
        client = httpx2.Client(base_url=address, timeout=60)
        for _ in range(50):
            table = client.post("/new", data={"game": GAME, "quick": "1"}).headers["location"]
            if 'id="moves"' not in client.get(table).text:
                break
        cookies = client.cookies
        assert 'id="moves"' not in client.get(table).text
    with server(tmp_path) as (address, _process):
        client = httpx2.Client(base_url=address, cookies=cookies, timeout=60)
        for _ in range(3000):
            if 'id="moves"' in client.get(table).text:
                break
            time.sleep(0.01)
        assert 'id="moves"' in client.get(table).text


def test_a_stream_brings_the_moves_of_others_and_ends_with_the_server(tmp_path):
    with server(tmp_path) as (address, process):
        client = httpx2.Client(base_url=address, timeout=60)
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        table = client.post("/new", data=form).headers["location"]
        with client.stream("GET", f"{table}/stream") as stream:
            lines = stream.iter_lines()
            first = next(line for line in lines if line.startswith("id:"))
            assert acknowledged(httpx2.Client(base_url=address, cookies=client.cookies), table, min)
            assert next(line for line in lines if line.startswith("id:")) != first
            process.send_signal(signal.SIGTERM)
            assert not [line for line in lines if line.startswith("id:")]
        assert process.wait(60) is not None


def test_one_stream_brings_the_moves_of_several_tables_and_leaves_out_what_there_is_not(tmp_path):
    with server(tmp_path) as (address, _process):
        client = httpx2.Client(base_url=address, timeout=60)
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        tables = [client.post("/new", data=form).headers["location"] for _ in range(2)]
        names = [table.removeprefix("/t/") for table in tables]
        seen = [("seen", f"{name}:") for name in (names[0], "nowhere", names[1], names[0])]
        with client.stream("GET", "/stream", params=seen) as stream:
            updates = (
                json.loads(line.removeprefix("data: "))
                for line in stream.iter_lines()
                if line.startswith("data: {") and '"to":' in line  # others say who watches
            )
            assert {next(updates)["table"] for _ in names} == set(names)
            for table, name in zip(tables, names, strict=True):
                assert acknowledged(client, table, min)
                update = next(updates)
                assert update["table"] == name
                assert update["moments"]


def test_each_tab_of_a_shared_stream_keeps_the_language_of_its_page(tmp_path):
    with server(tmp_path) as (address, _process):
        client = httpx2.Client(base_url=address, timeout=60, headers={"accept-language": "en"})
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        tables = [client.post("/new", data=form).headers["location"] for _ in range(2)]
        russian, english = (table.removeprefix("/t/") for table in tables)
        seen = [("seen", f"{russian}:0-pp-0-0-x-ru"), ("seen", f"{english}:0-pp-0-0-x-de")]
        with client.stream("GET", "/stream", params=seen) as stream:
            lines = (line for line in stream.iter_lines() if line.startswith("data: {") and '"to":' in line)
            pages = [json.loads(next(lines).removeprefix("data: ")) for _ in seen]
    frames = {page["table"]: page["to"] for page in pages}
    assert frames[russian].endswith("-ru")
    assert frames[english].endswith("-en")


def test_a_viewer_who_does_not_read_holds_nobody_up(tmp_path):
    """A raw line that asks for a stream and never reads it; others play on meanwhile."""
    with server(tmp_path) as (address, _process):
        client = httpx2.Client(base_url=address, timeout=60)
        form = {"game": GAME, "seat.0": "me", "seat.1": "person"}
        table = client.post("/new", data=form).headers["location"]
        host, port = address.removeprefix("http://").split(":")
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect((host, int(port)))
            lazy.sendall(f"GET {table}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            played = [
                acknowledged(client, table, lambda actions: 408 if 408 in actions else min(actions))
                for _ in range(20)
            ]
            assert None not in played
            assert client.get("/healthz").json()["ok"]


def test_a_port_in_use(tmp_path):
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DonjonError, match=f"Port {port} is in use.*--port"):
            serve(port=port, data=tmp_path)
        assert address_of(taken) == f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70000), ("no.such.host.invalid", 0)]
)
def test_an_address_that_is_not_ours(tmp_path, host, port):
    with pytest.raises(DonjonError, match="Choose"):
        serve(host=host, port=port, data=tmp_path)


def test_health_and_numbers(ann):
    assert ann.get("/healthz").json()["ok"] is True
    text = ann.get("/metrics").text
    assert re.search(r"^donjon_streams ", text, re.M)


def test_a_short_answer_is_sent_at_once():
    """Nagle's algorithm would hold it until the other end has acknowledged what came before."""

    async def accepted():
        line = listen("127.0.0.1", 0)
        line.setblocking(False)
        with line, socket.create_connection(line.getsockname()):
            loop = asyncio.get_running_loop()
            connection, _peer = await loop.sock_accept(line)
            transport, _protocol = await loop.connect_accepted_socket(asyncio.Protocol, connection)
            ours = transport.get_extra_info("socket")
            assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            transport.close()

    loops.run(accepted())
