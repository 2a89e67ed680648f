"""What the table's answers take from the drawing: the thing an action is about, and before and after."""

from __future__ import annotations

import donjon
from donjon.games.caylus.building import BUILD, FIRST_BUILT
from donjon.games.caylus.drawing import changes, spots, subjects
from donjon.games.caylus.model import Tile
from donjon.games.caylus.placing import PASS

CAYLUS = donjon.games["caylus"]


def test_every_thing_named_can_be_explained() -> None:
    match = donjon.new("caylus", players=3, seed=1)
    assert subjects()[PASS.first] == "bridge"
    assert subjects()[BUILD.action(Tile.CHURCH - FIRST_BUILT)] == "tile-church"
    for subject in set(subjects().values()):
        assert CAYLUS.explain(match.state, match.view(0), subject), subject
        assert subject in spots() or subject.startswith("tile-")
    assert set(subjects()) <= set(range(CAYLUS.ACTIONS))


def test_a_building_beyond_the_provost_says_when_it_would_run() -> None:
    """CAY-8.1.2: the fixed carpenter on 8, the provost on 6."""
    match = donjon.new("caylus", players=2, seed=1)

    def said(space: int) -> list[str]:
        lines = CAYLUS.explain(match.state, match.view(0), f"road-{space}")
        return [message.english() for rule, message in lines if rule == "CAY-8.1.2"]

    assert match.view(0)["provost"] == 6
    assert said(8) == ["The provost is on 6. Activated only if the provost reaches space 8."]
    assert said(6) == []


def test_only_what_changes_is_said() -> None:
    match = donjon.new("caylus", players=2, seed=1)
    seat, before = match.waiting[0], match.view(None)
    match.play("place castle")
    said = [message.english() for message in changes(before, match.view(None), seat)]
    assert said == [f"deniers: 7 → {match.view(None)['players'][seat]['deniers']}"]
    assert changes(before, before, seat) == []
