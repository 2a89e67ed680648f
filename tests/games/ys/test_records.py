"""Records of games that are not over: a secret choice stands in them as soon as the reader may know it."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon import Match
from donjon.kernel import NOBODY
from tests.games.ys.playing import origins, played, redealt, retold
from tests.games.ys.stage import VARIANTS, Stage

READERS = (None, 0, 1, 2)
ROYAL: dict[str, Any] = {"royal_favour": "yes", "phase": "ask_throne", "round": 1}


def lines(stage: Stage | Match, reader: int | str | None, verb: str = "") -> list[str]:
    """The actions of the record of a reader ("all": of the full one), those with a verb."""
    match = stage.match if isinstance(stage, Stage) else stage
    actions = match.record(reader).split("\n\n")[1].splitlines()
    return [line for line in actions if line.split()[1].startswith(verb)]


def bidding(second: str) -> Stage:
    stage = Stage.new(3, order=[1, 2, 3])
    return stage.play("bid 3+4", seat=2).play(f"bid {second}", seat=0)


def test_bids() -> None:
    """YS-0.3, YS-4.1: hidden from all others until all bids are shown, then known to everybody."""
    stage = bidding("0+1")
    assert [lines(stage, reader, "bid") for reader in READERS] == [
        ["2 bid ?", "0 bid ?"],
        ["2 bid ?", "0 bid 0+1"],
        ["2 bid ?", "0 bid ?"],
        ["2 bid 3+4", "0 bid ?"],
    ]
    assert stage.match.record(1) == bidding("2+3").match.record(1)
    stage.play("bid 1+1", seat=1)
    for reader in READERS:
        assert lines(stage, reader, "bid") == ["2 bid 3+4", "0 bid 0+1", "1 bid 1+1"]


def test_face_down_brokers() -> None:
    """YS-5.2, YS-6.1.2: a broker placed face down is the owner's secret until it is turned up."""
    stage = Stage.placing(
        3, actor=2, turn=11, screens=[[1], [1], [0, 3, 4]], ships=[], characters=[], impossible=True
    )
    stage.play("down q1.h 4", "up q1.h 3")
    # After the last turn the quarter is counted at once: what was turned up has gone back already.
    assert stage.brokers() == []
    assert lines(stage, 0) == ["2 down q1.h", "2 down q1.h 4", "2 up q1.h", "2 up q1.h 3"]
    other = Stage.placing(3, actor=0, screens=[[1, 3, 4], [1, 2], [2]], impossible=True)
    other.play("down q2.h 4", "up q1.h 3")
    assert lines(other, 0, "down") == ["0 down q2.h", "0 down q2.h 4"]
    for reader in (None, 1, 2):
        assert lines(other, reader, "down") == ["0 down q2.h", "0 down ?"]


def test_the_spy_and_what_is_certain() -> None:
    """YS-8.5.3, YS-10.1, YS-10.11: known to who has looked, and to who can tell it from what is left."""
    stage = Stage.placing(
        3, actor=0, round=2, spy=1, looks=1, screens=[[1, 1, 4], [1, 2], [1, 2]], impossible=True
    )
    stage.play("down q2.h 4", "up q1.h 1", "look q2.h/1")
    assert lines(stage, 1, "down") == ["0 down q2.h", "0 down q2.h 4"]
    assert lines(stage, 2, "down") == lines(stage, None, "down") == ["0 down q2.h", "0 down ?"]
    certain = Stage.placing(3, actor=0, screens=[[1, 1, 4], [1, 2], [1, 2]], impossible=True).play(
        "down q2.h 1", "up q1.h 4"
    )
    for reader in READERS:
        assert lines(certain, reader, "down") == ["0 down q2.h", "0 down q2.h 1"]


def choosing(*fronts: list[int]) -> Stage:
    return Stage.at(3, fronts=list(fronts), **ROYAL)


def test_the_throne_room() -> None:
    """YS-9.4.3, YS-10.8: the choice is hidden, also when all have chosen, as long as it can be another."""
    stage = choosing([1, 3], [2, 4], [0, 2])
    for seat, value in enumerate((3, 4, 0)):
        stage.play(f"throne {value}", seat=seat)
        assert lines(stage, None, "throne") == [f"{other} throne ?" for other in range(seat + 1)]
    assert lines(stage, 1, "throne") == ["0 throne ?", "1 throne 4", "2 throne ?"]
    for seat, bid in enumerate(("0+1", "2+4", "1+1")):
        stage.play(f"bid {bid}", seat=seat)
    assert lines(stage, 0, "throne") == ["0 throne 3", "1 throne ?", "2 throne ?"]


def test_a_throne_choice_that_a_bid_gives_away() -> None:
    """YS-10.8: of a 3 and a 4, when both 4s are shown in a bid, it was the 3, and all may know it."""
    stage = choosing([3, 4], [2, 4], [0, 2])
    for seat, value in enumerate((3, 4, 0)):
        stage.play(f"throne {value}", seat=seat)
    stage.play("bid 4+4", seat=0)
    assert lines(stage, 1, "throne")[0] == "0 throne ?"
    stage.play("bid 0+1", seat=1).play("bid 1+1", seat=2)
    for reader in READERS:
        assert lines(stage, reader, "throne")[0] == "0 throne 3"
        assert lines(stage, reader, "bid") == ["0 bid 4+4", "1 bid 0+1", "2 bid 1+1"]


@pytest.mark.parametrize(("players", "options"), [(4, {}), (2, {}), (3, {"express": "yes"})], ids=str)
def test_a_record_without_a_secret_replays(players: int, options: dict[str, Any]) -> None:
    """After a round nothing is secret: the record of every reader replays to the same bytes.

    Before, it is read up to its first secret.
    """
    whole = next(played(players, 3, options, stops=0))
    match = Match(whole.game, whole.options, 0, "imposed")
    for seat, action in whole.log:
        if match.state.round == 3 and match.view()["phase"] == "bid":
            break
        match.play(action, seat=seat)
    for reader in (None, *range(players)):
        assert donjon.load(match.record(reader)).state.tobytes() == match.state.tobytes()
    match.play(match.legal[0])
    with pytest.raises(donjon.BadRecord, match=r"'0 bid \?'"):
        donjon.load(match.record(1))


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_records_tell_what_is_known_and_nothing_else(players: int, options: dict[str, Any]) -> None:
    """YS-10.9, YS-10.12: in all worlds that the reader cannot tell apart the moves shown are the same.

    And what is hidden differs in some of them, so nothing is hidden that the reader may know.
    """
    hidden = 0
    for match in played(players, 17, options, stops=3):
        full, where = lines(match, "all"), origins(match)
        for reader in (None, *range(players)):
            shown = lines(match, reader)
            secret = {number for number, line in enumerate(shown) if line.endswith("?")}
            assert all(shown[number] == full[number] for number in set(range(len(full))) - secret)
            differ: set[int] = set()
            for stream in range(40):
                log = retold(match, redealt(match, NOBODY if reader is None else reader, stream), where)
                differ |= {number for number, move in enumerate(match.log) if move != log[number]}
            assert differ <= secret
            assert len(secret - differ) <= 1
            hidden += len(secret)
        assert not match.over or hidden > 0
