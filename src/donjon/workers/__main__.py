"""Run a worker process: `python -m donjon.workers CODEC MODULE:SERVICE` (see `process`)."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pkgutil import resolve_name

from donjon.workers.service import CODECS, describe_error, run_task


def main(codec: str, name: str) -> None:
    """Make the service, then run tasks until the requests end."""
    requests, replies = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    # Other code must neither read nor write these pipes.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    # Exit by an exception, so that the service closes what it has opened.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=_end_with_parent, args=(requests,), daemon=True).start()
    dumps, loads = CODECS[codec]
    try:
        sys.path[:], nice, args = loads(requests.recv_bytes())
        os.nice(nice)
        try:
            service = resolve_name(name)(*args)
        except Exception as error:
            requests.recv_bytes()
            replies.send_bytes(dumps((False, describe_error(error))))
            return
        try:
            while True:
                replies.send_bytes(dumps(run_task(service, loads(requests.recv_bytes()))))
        finally:
            service.close()
    except (EOFError, OSError):
        return


def _end_with_parent(requests: Connection) -> None:
    """End this process at once when the parent was killed, so that no more requests can come."""
    hangup = select.poll()
    hangup.register(requests.fileno(), 0)
    hangup.poll()
    # A compiler leaves nothing half saved: machine code gets its name when it is whole.
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
