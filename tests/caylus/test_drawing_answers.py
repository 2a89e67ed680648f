"""What the table's answers take from the drawing: the thing an action is about, and before and after."""

from __future__ import annotations

import donjon
from donjon.caylus.actions import BUILD, PASS
from donjon.caylus.choices import FIRST_BUILT
from donjon.caylus.drawing import changes, spots, subjects
from donjon.caylus.nouns import Tile
from donjon.caylus.words.explain import explain

CAYLUS = donjon.games["caylus"]


def test_every_thing_named_can_be_explained() -> None:
    match = donjon.new("caylus", players=3, seed=1)
    assert subjects()[PASS.first] == "bridge"
    assert subjects()[BUILD.action(Tile.CHURCH - FIRST_BUILT)] == "tile-church"
    for subject in set(subjects().values()):
        assert explain(match.state, match.view(0), subject), subject
        assert subject in spots() or subject.startswith("tile-")
    assert set(subjects()) <= set(range(CAYLUS.ACTIONS))


def test_only_what_changes_is_said() -> None:
    match = donjon.new("caylus", players=2, seed=1)
    seat, before = match.waiting[0], match.view(None)
    match.play("place castle")
    said = [message.english() for message in changes(before, match.view(None), seat)]
    assert said == [f"deniers: 7 → {match.view(None)['players'][seat]['deniers']}"]
    assert changes(before, before, seat) == []
