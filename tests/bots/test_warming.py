"""Compiling ahead; what is compiled, and that it serves, the rest of the tests show."""

import gc

import pytest

from donjon.bots import warming


def test_the_garbage_collector_rests_while_compiling_and_works_again_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collecting = []
    monkeypatch.setattr(warming, "choose", lambda *_asked: collecting.append(gc.isenabled()))
    warming.warm_bots()
    assert collecting == [False] * len(warming.games)
    assert gc.isenabled()


def test_it_works_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_asked: object) -> None:
        raise RuntimeError("no compiler")

    monkeypatch.setattr(warming, "choose", fail)
    with pytest.raises(RuntimeError, match="no compiler"):
        warming.warm()
    assert gc.isenabled()


def test_who_had_no_garbage_collector_has_none_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "choose", lambda *_asked: None)
    gc.disable()
    try:
        warming.warm_bots()
        assert not gc.isenabled()
    finally:
        gc.enable()
