"""A queue in which nobody can stand in everybody's way."""

import threading

import pytest

from donjon.bots.fair_queue import Closed, FairQueue


def test_lanes_take_turns_however_much_one_of_them_asks() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put(f"greedy {number}", "greedy")
    queue.put("modest 0", "modest")
    queue.put("modest 1", "modest")
    assert [queue.get() for _ in range(5)] == ["greedy 0", "modest 0", "greedy 1", "modest 1", "greedy 2"]


def test_a_lane_is_first_come_first_served() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(4):
        queue.put(number, "only")
    assert [queue.get() for _ in range(4)] == [0, 1, 2, 3]


def test_what_is_for_later_comes_when_nothing_else_waits() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(2):
        for lane in ("a", "b"):
            queue.put(f"later {lane} {number}", lane, later=True)
    queue.put("now", "a")
    assert [queue.get() for _ in range(3)] == ["now", "later a 0", "later b 0"]
    queue.put("now", "b")
    assert [queue.get() for _ in range(3)] == ["now", "later a 1", "later b 1"]


def test_closing_lets_go_of_who_waits_and_of_what_waited() -> None:
    queue: FairQueue[int] = FairQueue()
    ended = threading.Event()

    def wait() -> None:
        with pytest.raises(Closed):
            queue.get()
        ended.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert queue.close() == []
    waiting.join()
    assert ended.is_set()
    with pytest.raises(Closed):
        queue.put(1)


def test_what_was_not_served_is_handed_back() -> None:
    queue: FairQueue[int] = FairQueue()
    queue.put(1, "a")
    queue.put(2, "b")
    queue.put(3, "a", later=True)
    assert sorted(queue.close()) == [1, 2, 3]
