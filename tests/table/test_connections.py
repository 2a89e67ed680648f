"""Connections: no client that is slow, or many, keeps others from the table, and the server always ends."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress

import pytest

from donjon.errors import DonjonError
from donjon.table.host import connections
from donjon.table.host.connections import Connections, connections_for
from donjon.table.host.security import HEADERS
from tests.table.people import GAME, new_table_game, settings, store
from tests.table.served import FOR_EVER, Served, everything, request
from tests.table.test_server import server

FORM = ("Content-Type: application/x-www-form-urlencoded", "Content-Length: 60000")


def trickle(line: socket.socket, byte: bytes = b"x", most: int = 5000) -> int:
    """Say one byte after the other until the line is cut; how many were said."""
    line.settimeout(0.005)
    for count in range(most):
        try:
            if line.recv(1000) == b"":
                return count
        except TimeoutError:
            pass
        except ConnectionError:
            return count
        try:
            line.send(byte)
        except ConnectionError:
            return count
    raise AssertionError("the line was never cut")


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Y: "])
def test_who_does_not_say_what_it_wants_is_cut(tmp_path, said):
    with Served(tmp_path, head_patience=0.2) as served, served.call(said) as line:
        assert everything(line) == b""


def test_bytes_that_trickle_in_do_not_wind_the_clock(tmp_path):
    with Served(tmp_path, head_patience=0.2, body_patience=0.2) as served:
        with served.call(b"GET / HTTP/1.1\r\nX: ") as line:
            assert trickle(line) > 1
        with served.call(request("/new", *FORM, method="POST")) as line:
            assert trickle(line) > 1


@pytest.mark.parametrize("part", [b"", b"game=kingdom"])
def test_a_form_that_never_comes_is_not_waited_for(tmp_path, part):
    with Served(tmp_path, body_patience=0.2) as served:
        with served.call(request("/new", *FORM, method="POST") + part) as line:
            assert everything(line) == b""
        served.until(lambda: not served.server.server_state.tasks)


def test_the_second_request_of_a_line_has_its_clock_too(tmp_path):
    with Served(tmp_path, head_patience=0.2) as served, served.call(request("/healthz")) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET / HT")
        assert b"HTTP" not in everything(line)


def test_who_takes_its_time_within_reason_is_answered(tmp_path):
    with Served(tmp_path, head_patience=FOR_EVER) as served, served.call() as line:
        for byte in request("/healthz", "Connection: close"):
            line.sendall(bytes([byte]))
        assert everything(line).startswith(b"HTTP/1.1 200")


def test_who_does_not_read_an_answer_is_cut(tmp_path):
    with Served(tmp_path, buffer=4096, write_patience=0.2) as served, ExitStack() as stack:
        stack.enter_context(served.call(request("/"), buffer=4096))
        served.until(lambda: len(served.server.connections) == 1)
        served.until(lambda: len(served.server.connections) == 0)


@pytest.mark.parametrize("head", ["X-Forwarded-For: 192.0.2.7", "X-Nothing: 1"])
def test_who_does_not_read_a_stream_is_cut_behind_a_proxy_too(tmp_path, head):
    """The proxy says who asks; the line that is cut is the one that the request came by."""
    limits = {"write_patience": 0.2, "heartbeat": 0.05, "proxies": ("127.0.0.1",)}
    with Served(tmp_path, buffer=4096, **limits) as served:
        table_game = new_table_game("ann", "bob")
        store(served.app.state.storage, table_game)
        with served.call(request(f"/t/{table_game.id}/stream", head), buffer=4096):
            served.until(lambda: served.app.state.hub.watching(table_game.id) == 1)
            served.until(lambda: len(served.server.connections) == 0)
            served.until(lambda: served.app.state.hub.watching(table_game.id) == 0)


def test_a_line_too_many_is_turned_away_and_the_next_is_not(tmp_path):
    """Each of the others is being answered."""
    table_game = new_table_game("ann", "bob")
    with Served(tmp_path, lines=4, lines_per_address=4) as served, ExitStack() as stack:
        store(served.app.state.storage, table_game)
        stream = request(f"/t/{table_game.id}/stream")
        held = [stack.enter_context(served.call(stream)) for _ in range(4)]
        served.until(lambda: served.app.state.hub.watching(table_game.id) == 4)
        answer = served.ask("/")
        assert answer == b"" or answer.startswith(b"HTTP/1.1 503")
        held[0].close()
        served.until(lambda: len(served.server.connections) == 3)
        assert served.ask("/healthz").startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nX: ", request("/new", *FORM, method="POST")])
def test_a_line_that_asks_for_nothing_gives_way_to_one_that_does(tmp_path, said):
    """All lines are held by those who never say what they want: whoever does is answered."""
    patience = {"head_patience": FOR_EVER, "body_patience": FOR_EVER}
    with Served(tmp_path, lines=4, lines_per_address=4, **patience) as served, ExitStack() as stack:
        held = [stack.enter_context(served.call(said)) for _ in range(4)]
        served.until(lambda: len(served.server.connections) == 4)
        assert served.ask("/healthz").startswith(b"HTTP/1.1 200")
        assert everything(held[0]) == b"", "the oldest was closed"
        for line in held[1:]:
            line.settimeout(0.0)
            with pytest.raises(BlockingIOError):
                line.recv(1)


def test_what_is_said_before_the_table_is_reached_carries_the_headers_too(tmp_path):
    with Served(tmp_path) as served, served.call(b"what is this\r\n\r\n") as line:
        answer = everything(line)
        assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        for said in (answer, connections.refusal(503, "Full.")):
            for name, value in HEADERS.items():
                assert f"{name}: {value}\r\n".encode() in said


class Line:
    """Stands for an open line; `transport.abort()` notes that it was closed."""

    def __init__(self, idle: bool = False, is_new: bool = False) -> None:
        self.idle, self.is_new = idle, is_new
        self.closed = False
        self.transport = self

    def abort(self) -> None:
        self.closed = True


def enter(many: Connections, address: str, *lines_: Line) -> None:
    for line in lines_:
        assert many.make_room(address)
        many.add(line, address)


def test_one_address_cannot_take_all_lines():
    many = Connections(5, 2, ["10.0.0.0/8"])
    held = Line()
    enter(many, "192.0.2.1", held, Line())
    enter(many, "2001:db8::1", Line())
    enter(many, "2001:db8::ffff", Line())
    assert not many.make_room("192.0.2.1")
    assert not many.make_room("::ffff:192.0.2.1"), "the same address in another notation"
    assert not many.make_room("2001:db8::2"), "a household has many addresses of this kind"
    assert many.make_room("192.0.2.2")
    many.remove(held)
    many.remove(held)
    assert many.make_room("192.0.2.1")
    enter(many, "10.1.2.3", Line(), Line())
    assert len(many) == 5
    assert not many.make_room("10.1.2.3"), "the lines of a proxy count in all"


def test_of_the_lines_that_ask_for_nothing_the_oldest_goes_those_that_never_did_first():
    many = Connections(4, 4)
    answered, asked_once, first, second = Line(), Line(True), Line(True, True), Line(True, True)
    enter(many, "192.0.2.1", answered, asked_once, first)
    enter(many, "192.0.2.2", second)
    for gone in (first, second, asked_once):
        assert not gone.closed
        enter(many, "192.0.2.3", Line())
        assert gone.closed
        assert len(many) == 4
    assert not many.make_room("192.0.2.3")
    assert not answered.closed


def test_an_address_with_its_share_makes_room_among_its_own_lines():
    many = Connections(10, 2)
    other, own = Line(True, True), Line(True, True)
    enter(many, "192.0.2.1", other)
    enter(many, "192.0.2.2", Line(), own)
    enter(many, "192.0.2.2", Line())
    assert own.closed
    assert not other.closed
    assert not many.make_room("192.0.2.2")


def test_an_address_has_a_small_share_of_the_lines(tmp_path):
    """It takes many addresses to hold all of them."""
    allowed = connections_for(settings(tmp_path))
    assert allowed.per_address * 8 <= allowed.most
    assert allowed.per_address >= settings(tmp_path).streams_per_address


def test_lines_leave_room_for_the_files_of_the_program(tmp_path, monkeypatch):
    for files, most in ((256, 188), (100_000, connections.MAX_CONNECTIONS), (20, 8)):
        monkeypatch.setattr(resource, "getrlimit", lambda _which, files=files: (files, files))
        assert connections_for(settings(tmp_path)).most == most
    assert connections_for(settings(tmp_path, lines=5)).most == 5
    assert connections_for(settings(tmp_path, lines=5)).per_address == 5
    with pytest.raises(DonjonError, match="isn't an address or a network"):
        connections_for(settings(tmp_path, proxies=("proxy.example",)))


FEW_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from donjon.table import serving
import tests.table.people as people
build = serving.build
serving.build = lambda given: build(given, people.Quick)
serving.serve(port=0, data=sys.argv[1], announce=lambda address: print(address, flush=True))
"""


def test_a_crowd_at_the_door_neither_locks_it_nor_fills_the_log(tmp_path):
    """More half-open lines than the process may have files: it answers as soon as they are gone."""
    root = os.getcwd()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([root, os.path.join(root, "src")]),
        "DONJON_HEAD_PATIENCE": "0.5",
    }
    with (tmp_path / "log").open("w") as log, ExitStack() as stack:
        command = [sys.executable, "-c", FEW_FILES, str(tmp_path / "data")]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=root, env=environment
        )
        try:
            port = int(process.stdout.readline().strip().rpartition(":")[2])
            for _ in range(300):
                line = stack.enter_context(socket.create_connection(("127.0.0.1", port), FOR_EVER))
                with suppress(ConnectionError):
                    line.send(b"GET / HTTP/1.1\r\n")
            answer = b""
            while not answer.startswith(b"HTTP/1.1 200"):
                with socket.create_connection(("127.0.0.1", port), FOR_EVER) as line:
                    try:
                        line.sendall(request("/healthz", "Connection: close"))
                    except ConnectionError:
                        continue
                    answer = everything(line)
            process.send_signal(signal.SIGTERM)
            process.wait(FOR_EVER)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
    told = (tmp_path / "log").read_text()
    assert len(told) < 2_000


@pytest.mark.parametrize("kind", ["a form that never comes", "nothing said", "a stream"])
def test_the_server_ends_whoever_is_on_the_line(tmp_path, monkeypatch, kind):
    """SIGTERM, while a line would keep it waiting for as long as its clock allows: here, for an hour."""
    for clock in ("HEAD", "BODY", "WRITE", "STOP"):
        monkeypatch.setenv(f"DONJON_{clock}_PATIENCE", "3600")
    with server(tmp_path) as (address, process), ExitStack() as stack:
        port = int(address.rpartition(":")[2])
        table = begun(port)
        said = {
            "a form that never comes": request("/new", *FORM, method="POST") + b"game=",
            "nothing said": b"",
            "a stream": request(f"{table}/stream"),
        }[kind]
        line = stack.enter_context(socket.create_connection(("127.0.0.1", port), FOR_EVER))
        line.sendall(said)
        if kind == "a stream":
            line.recv(1000)
        process.send_signal(signal.SIGTERM)
        assert process.wait(FOR_EVER) is not None


def test_the_server_ends_although_nobody_reads_its_answer(tmp_path):
    hours = {"head_patience": 3600.0, "body_patience": 3600.0, "write_patience": 3600.0}
    with Served(tmp_path, buffer=4096, stop_patience=0.2, **hours) as served, ExitStack() as stack:
        stack.enter_context(served.call(request("/"), buffer=4096))
        held = served.server.server_state.connections
        served.until(lambda: any(line.flow.write_paused for line in list(held)))
        served.stop()


def begun(port: int) -> str:
    """The address of a table that was begun by one click."""
    body = f"game={GAME}&quick=1".encode()
    head = request("/new", FORM[0], f"Content-Length: {len(body)}", "Connection: close", method="POST")
    with socket.create_connection(("127.0.0.1", port), FOR_EVER) as line:
        line.sendall(head + body)
        answer = everything(line).decode()
    return answer.lower().partition("location: ")[2].partition("\r\n")[0]
