"""What the worker processes of the tests do; a fresh Python finds it by name."""

import os
import signal
from pathlib import Path

from donjon.errors import BadOption


class Doubles:
    """Doubles numbers, noting in a folder what it was given; jobs below 0 end the process, once or always."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def do(self, job: int) -> int:
        if job == -1:
            first = self.folder / "died"
            if not first.exists():
                first.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        elif job == -2:
            os._exit(7)
        elif job == -3:
            raise ZeroDivisionError("no half of it")
        elif job == -4:
            raise BadOption("no such job")
        return 2 * job

    def close(self) -> None:
        (self.folder / f"closed {os.getpid()}").touch()
