"""A server loads the compiled rules of pages after its start, after the bots, and does without them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest

from donjon.kernel import compiling, page_rules
from donjon.table.host import rule_loading
from donjon.table.host.rule_loading import RuleLoader

NEVER_TOO_LONG = 60.0


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Is set when the rules would be loaded; nothing is compiled here."""
    done = threading.Event()
    monkeypatch.setattr(compiling, "is_interpreted", lambda: False)
    monkeypatch.setattr(page_rules, "are_compiled", lambda: True)
    monkeypatch.setattr(rule_loading, "load", done.set)
    monkeypatch.setattr(rule_loading, "PAUSE", 0.0)
    return done


def start(is_compiling: Callable[[], bool] = lambda: False) -> RuleLoader:
    loader = RuleLoader(is_compiling, delay=0.0)
    loader.start()
    return loader


def test_rules_are_loaded_once_the_bots_are_compiled(loaded: threading.Event) -> None:
    progress = iter([True, True, False])
    loader = start(lambda: next(progress))
    assert loaded.wait(NEVER_TOO_LONG)
    assert not [*progress]
    loader.close()


def test_a_server_that_stops_early_loads_nothing(loaded: threading.Event) -> None:
    loader = start(lambda: True)
    loader.close()
    assert not loaded.is_set()


def test_a_failure_is_logged_and_nothing_else(
    loaded: threading.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        loaded.set()
        raise OSError("no space left on device")

    monkeypatch.setattr(rule_loading, "load", fail)
    with caplog.at_level(logging.ERROR, "donjon.table"):
        loader = start()
        assert loaded.wait(NEVER_TOO_LONG)
        loader.close()
    assert "could not load the compiled rules of pages" in caplog.text


def test_what_is_not_on_the_disk_is_compiled_by_a_worker(
    loaded: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = list[Any]()

    class Worker:
        """Takes the place of a process."""

        pid = 0

        def is_alive(self) -> bool:
            return True

        def run(self, task: Any, _timeout: float | None) -> tuple[bool, Any]:
            tasks.append(task)
            return True, None

        def stop(self) -> None:
            """Nothing runs."""

        join = close = stop

    monkeypatch.setattr(page_rules, "are_compiled", lambda: False)
    monkeypatch.setattr(rule_loading, "Process", lambda _service, nice: Worker())
    loader = start()
    assert loaded.wait(NEVER_TOO_LONG)
    assert tasks == [None]
    loader.close()


def test_interpreted_rules_stay_interpreted(loaded: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "is_interpreted", lambda: True)
    start().close()
    assert not loaded.is_set()
