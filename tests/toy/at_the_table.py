"""Plays a game of High or Low at a table in FOLDER: `python -m tests.toy.at_the_table FOLDER`.

Run in a process of its own, because a table keeps what it knows of the games there are.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.table.people import application, offers, person, post_move, quick_table, wait_for


def main(folder: Path) -> None:
    chance = random.Random(1)
    with person(application(folder), "ann") as ann:
        assert "High or Low" in ann.get("/").text
        assert "high-low" in ann.get("/new?game=high-low").text
        assert "HL-2.2" in ann.get("/rules/high-low").text
        # Its rulebook is in English alone: who reads another language is shown that.
        for address in ("/", "/rules/high-low", "/rules/high-low?q=card"):
            answer = ann.get(address, headers={"accept-language": "hu"})
            assert answer.status_code == 200, answer.text
            assert 'lang="hu"' in answer.text
        assert ann.get("/static/high-low.css").status_code == 200
        address = quick_table(ann, game="high-low")
        for _ in range(3):
            page = wait_for(ann, address, 'name="action"')
            assert "Say " in page
            answer = post_move(ann, page, chance.choice(sorted(offers(page))))
            assert answer.status_code in (200, 303), answer.text
        over = wait_for(ann, address, "Final score")
        assert "HL-3.3" in over
        # Its drawing has no facts: an update of a replay brings the whole page.
        replay = ann.get(f"{address}/replay?at=2&told=1", headers={"x-frame": "1"})
        assert replay.status_code == 200, replay.text
        assert 'id="board"' in replay.json()["html"]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
