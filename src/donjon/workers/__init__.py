"""One executor for all who have tasks: bots and the coach, compilers, arenas and trainings."""

from __future__ import annotations

from donjon.workers.executor import (
    Executor,
    ExecutorClosed,
    SerialExecutor,
    TaskFailed,
    TaskFuture,
    Warn,
    make_executor,
)
from donjon.workers.process import Process

__all__ = [
    "Executor",
    "ExecutorClosed",
    "Process",
    "SerialExecutor",
    "TaskFailed",
    "TaskFuture",
    "Warn",
    "make_executor",
]
