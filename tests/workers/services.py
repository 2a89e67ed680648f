"""What the worker processes of the tests do; a fresh Python finds it by name."""

import os
import signal
import struct
import time
from contextlib import suppress
from pathlib import Path

from donjon.errors import BadOption


class Doubles:
    """Doubles numbers; tasks below 0 end the process, hold it, or fail. A file says that it was closed."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def run(self, task: int) -> int:
        if task == -1:
            first = self.folder / "died"
            if not first.exists():
                first.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        elif task == -2:
            os._exit(7)
        elif task == -5:
            time.sleep(3600)
        elif task == -6:
            return self  # type: ignore[return-value]
        elif task == -7:
            for file in range(3, 20):  # one of them is the pipe to the executor
                with suppress(OSError):
                    os.write(file, struct.pack("!i", 5) + b"junk!")
        elif task == -3:
            raise ZeroDivisionError("no half of it")
        elif task == -4:
            raise BadOption("no such task")
        return 2 * task

    def close(self) -> None:
        (self.folder / f"closed {os.getpid()}").touch()


class SlowCompiler:
    """Says in a folder that it compiles, waits to be told to end, and marks its game as ready or fails."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def run(self, task: str) -> None:
        with (self.folder / "began").open("a") as began:
            began.write(task + "\n")
        while not (self.folder / f"{task}.end").exists():
            time.sleep(0.01)
        if (self.folder / f"{task}.fails").exists():
            raise OSError("no room on the disk")
        (self.folder / f"{task}.ready").touch()

    def close(self) -> None:
        """Nothing was opened."""
