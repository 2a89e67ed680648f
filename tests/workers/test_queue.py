"""A queue in which nobody can stand in everybody's way."""

import threading

import pytest

from donjon.workers.queue import QueueClosed, TaskQueue


def test_lanes_take_turns_however_much_one_of_them_asks() -> None:
    queue: TaskQueue[str] = TaskQueue()
    for number in range(100):
        queue.put(f"greedy {number}", "greedy")
    queue.put("modest 0", "modest")
    queue.put("modest 1", "modest")
    assert [queue.get() for _ in range(5)] == ["greedy 0", "modest 0", "greedy 1", "modest 1", "greedy 2"]


def test_a_lane_is_first_come_first_served() -> None:
    queue: TaskQueue[int] = TaskQueue()
    for number in range(4):
        queue.put(number, "only")
    assert [queue.get() for _ in range(4)] == [0, 1, 2, 3]


def test_a_higher_number_waits_until_no_lower_one_is_left() -> None:
    queue: TaskQueue[str] = TaskQueue()
    for number in range(2):
        for lane in ("a", "b"):
            queue.put(f"later {lane} {number}", lane, priority=1)
    queue.put("now", "a")
    assert [queue.get() for _ in range(3)] == ["now", "later a 0", "later b 0"]
    queue.put("now", "b")
    assert [queue.get() for _ in range(3)] == ["now", "later a 1", "later b 1"]


def test_closing_lets_go_of_who_waits_and_of_what_waited() -> None:
    queue: TaskQueue[int] = TaskQueue()
    ended = threading.Event()

    def wait() -> None:
        with pytest.raises(QueueClosed):
            queue.get()
        ended.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert queue.close() == []
    waiting.join()
    assert ended.is_set()
    with pytest.raises(QueueClosed):
        queue.put(1)


def test_what_was_not_served_is_handed_back() -> None:
    queue: TaskQueue[int] = TaskQueue()
    queue.put(1, "a")
    queue.put(2, "b")
    queue.put(3, "a", priority=1)
    assert sorted(queue.close()) == [1, 2, 3]
