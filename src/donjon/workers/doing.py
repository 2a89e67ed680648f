"""What a worker does with a job, wherever it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from donjon.errors import DonjonError


class Doer(Protocol):
    """What does the jobs of one worker. `close` is called when there are no more."""

    def do(self, job: Any) -> Any:
        """One job."""

    def close(self) -> None:
        """The end."""


class Service:
    """Does jobs by a doer that is made for the first of them."""

    def __init__(self, make: Callable[..., Doer], args: tuple[Any, ...]) -> None:
        self._make = make
        self._args = args
        self._doer: Doer | None = None

    def do(self, job: Any) -> Any:
        """The result of a job."""
        self._doer = self._doer or self._make(*self._args)
        return self._doer.do(job)

    def answer(self, job: Any) -> tuple[bool, Any]:
        """For another process: True and the result of a job, or False and the error that it raised."""
        try:
            return True, self.do(job)
        except Exception as error:  # it is raised again where the jobs come from
            return False, _portable(error)

    def close(self) -> None:
        """There are no more jobs."""
        if self._doer is not None:
            self._doer.close()


def _portable(error: Exception) -> Exception:
    """An error that another process can read: a sentence of ours stays one."""
    return DonjonError(str(error)) if isinstance(error, DonjonError) else RuntimeError(repr(error))
