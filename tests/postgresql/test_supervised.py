"""`donjon play --processes`: one command, one address, several processes that are one site."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from bench.load import Size, measure
from donjon.errors import DonjonError
from donjon.table.host import settings
from donjon.table.host.supervisor import Supervisor
from donjon.table.serving import serve
from tests.crash.house import until
from tests.postgresql.test_processes import begin, move, stored
from tests.table.people import FOR_EVER

ROOT = Path(__file__).parents[2]


@contextmanager
def played(folder, url, processes=2):
    """The command itself: (process, address)."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "DONJON_DATABASE_URL": url,
        "DONJON_INTERPRETED": "1",
        "DONJON_METRICS": "127.0.0.1",
    }
    command = [sys.executable, "-m", "donjon", "play", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(
        [*command, "--processes", str(processes)], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        address = re.search(r"http://[\d.:]+", process.stdout.readline())[0]
        yield process, address
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def browser(address, cookies=None):
    """Each request has a connection of its own, which any process may accept."""
    limits = httpx2.Limits(max_keepalive_connections=0)
    return httpx2.Client(
        base_url=address, timeout=FOR_EVER, cookies=cookies, limits=limits, headers={"accept-language": "en"}
    )


def pids(client):
    """The processes that answer, by the metrics of all together."""
    return {int(pid) for pid in re.findall(r'donjon_lines\{pid="(\d+)"\}', client.get("/metrics").text)}


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_of_the_processes_is_killed_while_people_play_and_then_all_are_stopped(tmp_path, url):
    with played(tmp_path, url, 3) as (process, address):
        ann = browser(address)
        table = begin(ann, "me", "person")
        assert until(lambda: len(pids(ann)) == 3)
        first, kept = pids(ann), []
        killer = threading.Timer(0.05, os.kill, (min(first), signal.SIGKILL))
        killer.start()
        while len(kept) < 30:
            try:
                page = ann.get(table).text
                if 'id="pass"' in page:
                    seat = re.search(r'name="seat" value="(\d)"', page)[1]
                    ann.post(f"{table}/screen", data={"seat": seat})
                    continue
                seq, answer = re.search(r'name="seq" value="(\d+)"', page)[1], move(ann, page)
            except httpx2.HTTPError:
                continue  # this connection was the killed process's
            if answer.status_code == 303:
                kept.append(int(seq))
        killer.join()
        table_game = stored(url, table)
        keyed = [entry.seq for entry in table_game.entries if entry.key]
        assert set(kept) <= set(keyed)
        keys = [entry.key for entry in table_game.entries if entry.key]
        assert len(set(keys)) == len(keys)
        assert until(lambda: len(pids(ann)) == 3 and min(first) not in pids(ann))
        assert ann.get("/healthz").json()["ok"]
        last = pids(ann)
        process.send_signal(signal.SIGTERM)
        assert process.wait(FOR_EVER) == 0
        assert not any(map(is_alive, first | last))


def test_every_acknowledged_move_reaches_every_viewer_in_order(url, monkeypatch):
    """Whichever of the processes the move and the stream are at."""
    monkeypatch.setenv("DONJON_DATABASE_URL", url)
    report = measure(Size(tables=6, streams=24, rate=20.0, seconds=2.0, opening=4, processes=2))
    assert report.is_sound, report
    assert report.moves + report.late == 40
    assert report.moves > 0
    assert report.whole_pages == 0


def test_the_processes_end_with_their_supervisor(tmp_path, url):
    with played(tmp_path, url) as (process, address):
        client = browser(address)
        assert until(lambda: len(pids(client)) == 2)
        children = pids(client)
        process.kill()
        assert until(lambda: not any(map(is_alive, children)))


def test_sqlite_serves_one_process(tmp_path):
    with pytest.raises(DonjonError, match=r"SQLite serves one process, not 2\. .*DONJON_DATABASE_URL"):
        serve(port=0, data=tmp_path, processes=2)


def fail(announce):
    raise DonjonError("It cannot start.")


def vanish(announce):
    os._exit(7)


def die_once(folder, announce):
    announce()
    if not (folder / "died").exists():
        (folder / "died").touch()
        os._exit(7)
    (folder / "again").touch()
    threading.Event().wait()


@pytest.mark.parametrize(("work", "words"), [(fail, "It cannot start"), (vanish, r"exit code 7")])
def test_a_process_that_cannot_start_ends_all_with_a_sentence(work, words):
    with pytest.raises(DonjonError, match=words):
        Supervisor(2, work, (), 1.0).run(lambda: None)


def test_a_process_that_died_is_replaced(tmp_path):
    def stop_then():
        assert until(lambda: (tmp_path / "again").exists())
        os.kill(os.getpid(), signal.SIGTERM)

    watching = threading.Thread(target=stop_then)
    watching.start()
    Supervisor(1, die_once, (tmp_path,), 0.0).run(lambda: None)
    watching.join()
    assert (tmp_path / "again").exists()


def test_the_number_of_processes_is_a_setting(tmp_path, monkeypatch):
    monkeypatch.setenv("DONJON_PROCESSES", "3")
    assert settings.load(tmp_path).processes == 3
