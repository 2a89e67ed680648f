"""Run tasks in worker processes, for bots, coach, arena and training."""

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
