"""Bots in processes of their own: they answer, they are replaced, they never hold anybody up."""

import os
import signal
from collections.abc import Iterator

import pytest

from donjon.bots import Pool, choose
from donjon.bots.pool import NoAnswer
from tests import loops
from tests.bots.positions import GAME, random_match

MATCH = random_match(2, 8, 30)
SEAT = MATCH.waiting[0]
STATE = MATCH.state.tobytes()


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(workers=1) as pool:
        yield pool


def test_it_answers_what_the_bot_would_choose(pool: Pool) -> None:
    answer = pool.choose(GAME, STATE, SEAT, "greedy", 5)
    assert answer.result() == choose(MATCH.game, MATCH.state, SEAT, "greedy", 5)


def test_questions_wait_for_each_other(pool: Pool) -> None:
    answers = [pool.choose(GAME, STATE, SEAT, "greedy", seed) for seed in range(5)]
    assert [answer.result() for answer in answers] == [
        choose(MATCH.game, MATCH.state, SEAT, "greedy", seed) for seed in range(5)
    ]


def test_an_answer_may_be_awaited(pool: Pool) -> None:
    async def ask() -> list[int]:
        return await pool.choose(GAME, STATE, SEAT, "random", 5)

    assert loops.run(ask()) == choose(MATCH.game, MATCH.state, SEAT, "random", 5)


def test_killed_workers_are_replaced(pool: Pool) -> None:
    for seed in range(3):
        pool.choose(GAME, STATE, SEAT, "random", seed).result()
        (before,) = pool.processes
        os.kill(before, signal.SIGKILL)
        # Asked at once, while the process may still be dying.
        assert pool.choose(GAME, STATE, SEAT, "random", seed).result()
        assert pool.processes != [before]


@pytest.mark.parametrize(
    ("game", "state", "level", "says"),
    [
        (GAME, STATE, "nobody", "no bot 'nobody'"),
        ("chess", STATE, "greedy", "no game named 'chess'"),
        (GAME, b"short", "greedy", "does not have 5 bytes"),
    ],
)
def test_a_wrong_question_is_answered_with_the_reason(
    pool: Pool, game: str, state: bytes, level: str, says: str
) -> None:
    with pytest.raises(NoAnswer, match=says):
        pool.choose(game, state, SEAT, level, 5).result()
    assert pool.choose(GAME, STATE, SEAT, "random", 5).result()


def test_a_worker_that_is_stuck_is_given_up() -> None:
    with Pool(workers=1) as pool, pytest.raises(NoAnswer, match=r"within 0\.01 seconds"):
        pool.choose(GAME, STATE, SEAT, "search:1000000", 5, deadline=0.01).result()


def test_closing_ends_the_workers_and_answers_what_is_left() -> None:
    pool = Pool(workers=2)
    answers = [pool.choose(GAME, STATE, SEAT, "search:1000000", seed) for seed in range(4)]
    pool.close()
    pool.close()
    assert pool.processes == []
    for answer in answers:
        with pytest.raises(NoAnswer):
            answer.result()
    with pytest.raises(NoAnswer, match="closed"):
        pool.choose(GAME, STATE, SEAT, "greedy", 1).result()
