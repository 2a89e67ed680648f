"""Worker processes that are asked what a coach would find."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import pytest

import donjon
from donjon.bots.pool import Loader, NoAnswer
from donjon.coach import Analysis, analyse
from donjon.coach.pool import CoachPool, CoachService, NotReady
from tests.bots.positions import GAME, random_match

MATCH = random_match(2, 8, 60)
SEAT = MATCH.waiting[0]
STATE = MATCH.state.tobytes()


@pytest.fixture(scope="module")
def pool() -> Iterator[CoachPool]:
    with CoachPool(workers=1) as pool:
        yield pool


def test_a_worker_finds_what_the_coach_finds(pool: CoachPool) -> None:
    found = Analysis.from_dict(pool.analyse(GAME, STATE, SEAT, 2, "seed").result())
    assert found == analyse(MATCH.game, MATCH.state, SEAT, 2, seed="seed")


def test_it_is_asked_about_what_was_played(pool: CoachPool) -> None:
    action = MATCH.legal_actions()[-1]
    found = Analysis.from_dict(pool.analyse(GAME, STATE, SEAT, 2, 5, played=[action]).result())
    assert found.played is not None
    assert found.played.actions == (action,)


def test_bots_think_there_too(pool: CoachPool) -> None:
    actions = pool.choose(GAME, STATE, SEAT, "random", 5).result()
    assert actions == donjon.bots.choose(MATCH.game, MATCH.state, SEAT, "random", 5)


def test_a_seat_that_is_not_to_decide_gets_the_reason(pool: CoachPool) -> None:
    with pytest.raises(NoAnswer, match="has no decision"):
        pool.analyse(GAME, STATE, 1 - SEAT, 2, 5).result()


def test_what_is_not_compiled_is_said_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loader, "ask", lambda self, name: None)
    monkeypatch.setattr(Loader, "loaded", lambda self, name, patience: False)
    asked = {
        "game": GAME,
        "state": base64.b64encode(STATE).decode(),
        "seat": SEAT,
        "playouts": 2,
        "seed": 1,
        "played": None,
    }
    with pytest.raises(NotReady, match="not compiled"):
        CoachService().run(asked)


def test_an_analysis_goes_through_json_and_back() -> None:
    found = analyse(MATCH.game, MATCH.state, SEAT, 2, played=MATCH.legal_actions()[:1])
    assert Analysis.from_dict(json.loads(json.dumps(found.as_dict()))) == found
