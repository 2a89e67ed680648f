"""Where on the table an event happened, so that the eye can follow a round step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus.nouns import Row, Section, Tile
from donjon.caylus.view import subject_of
from donjon.kernel.story import Event

# Events that always happen at the same place.
_FIXED = {
    "passed": "bridge",
    "first_to_pass": "bridge",
    "taken_back": "gate",
    "trading_post": "trading_post",
    "jousted": "joust_field",
    "new_place": "stables",
    "inn_moved": "inn",
    "inn_left": "inn",
    "inn_stayed": "inn",
    "provost_moved": "provost",
    "provost_stayed": "provost",
    "provost_to_bailiff": "provost",
    "bailiff_moved": "bailiff",
    "batch": "castle",
    "no_batch": "castle",
    "no_room": "castle",
    "most_houses": "castle",
}
# Events whose first argument is a space (nouns.Space), a road space, a section or a row of favours.
_SPACES = ("placed", "visited", "moved_from_gate", "not_used")
_ROAD_SPACES = ("not_reached", "to_convert", "converted", "neutral_laid")
_SECTIONS = ("section_scored", "section_result")
_ROWS = ("row_chosen", "row_gain", "favour_not_used")
# Events that name a tile, and which argument that is.
_TILES = {"produced": 2, "owner_took": 2, "sold": 2, "bought": 2, "bought_two": 2, "traded": 0}


def subject(event: Event, view: Mapping[str, Any]) -> str | None:
    """The subject of the drawing where an event happened; None where it has no place of its own."""
    kind, args = event.kind, event.args
    if kind in _SPACES:
        return subject_of(args[0])
    if kind in _ROAD_SPACES:
        return f"road-{args[0]}"
    if kind == "built":
        return f"road-{args[1]}"
    if kind in _SECTIONS:
        return Section(args[0]).id
    if kind in _ROWS:
        return f"favour-{Row(args[0]).id}"
    if kind in _TILES:
        return _on_road(Tile(args[_TILES[kind]]).id, view)
    return _FIXED.get(kind)


def _on_road(tile: str, view: Mapping[str, Any]) -> str | None:
    """The road space where a tile lies now; None if it has been converted since."""
    return next((f"road-{there['space']}" for there in view["road"] if there["tile"] == tile), None)
