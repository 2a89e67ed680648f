"""What a host may put in place of the reconstructed data of Ys, and what it must keep to."""

from __future__ import annotations

from typing import Any

from donjon.errors import BadData
from donjon.kernel.foreign import short

# Ship cards (YS-1.4), value track (YS-2.6), windows of some characters (YS-8.3.1, YS-8.4.1, YS-8.13.1); and
# the brokers of the harder neutral player, about which players agree (YS-9.3.20).
REPLACEABLE = ("ship_card", "value_track", "character", "brokers")
COLOURS = ("blue", "green", "yellow", "red")
# Characters whose window is reconstructed, and the windows that make sense for them.
WINDOWS = {"banker": ("W3", "W4"), "captain": ("W3",), "jeweller": ("W3", "W4")}
PLAIN_SHIPS = 20  # Ys Express draws so many without white (YS-9.5.2)
LONGEST_TRACK = 15
HARDER = "neutral_set_hard"
NEUTRAL_BROKERS = 4  # of each of the two players, out of one colour (YS-9.3.2)


def check(tables: dict[str, Any], printed: dict[str, Any]) -> None:
    """Raises BadData, naming the table and what it should be."""
    for card in tables["ship_card"]:
        _check_ship(card)
    plain = sum("white" not in card["small"] for card in tables["ship_card"])
    if plain < PLAIN_SHIPS:
        raise BadData(f"'ship_card': {plain} cards are without white, but Ys Express needs {PLAIN_SHIPS}.")
    _check_track(tables["value_track"])
    _check_brokers(tables["brokers"], printed["brokers"])
    for card, original in zip(tables["character"], printed["character"], strict=True):
        if card != original:
            _check_character(card, original)


def _check_ship(card: dict[str, Any]) -> None:
    where = f"'ship_card' {card['id']!r}"
    if card["large"] not in COLOURS:
        raise BadData(
            f"{where}: the large gem is {short(card['large'])}, but must be one of: {', '.join(COLOURS)}."
        )
    small = card["small"]
    is_pair = isinstance(small, list) and len(small) == 2
    if not is_pair or any(gem not in (*COLOURS, "white") for gem in small):
        raise BadData(f"{where}: 'small' must be two gems out of: {', '.join(COLOURS)}, white.")
    if small.count("white") > 1:
        raise BadData(f"{where}: at most one gem of a ship is white (YS-1.4).")


def _check_track(track: dict[str, Any]) -> None:
    low, high, start = track["min"], track["max"], track["start"]
    if not all(type(end) is int for end in (low, high)) or not 1 <= low < high <= LONGEST_TRACK:
        raise BadData(f"'value_track': min and max must be whole numbers, 1 <= min < max <= {LONGEST_TRACK}.")
    is_whole = isinstance(start, dict) and set(start) == set(COLOURS)
    if not is_whole or any(type(step) is not int or not low <= step <= high for step in start.values()):
        raise BadData(
            f"'value_track': start must give each of {', '.join(COLOURS)} a step from {low} to {high}."
        )


def _check_brokers(brokers: dict[str, Any], original: dict[str, Any]) -> None:
    if {**brokers, HARDER: None} != {**original, HARDER: None}:
        raise BadData(f"'brokers': only {HARDER} can be replaced (YS-9.3.20).")
    values, box = brokers[HARDER], original["full_set"]
    is_list = isinstance(values, list) and len(values) == NEUTRAL_BROKERS
    if not is_list or any(type(value) is not int or value not in box for value in values):
        raise BadData(f"'brokers': {HARDER} must be {NEUTRAL_BROKERS} values from {min(box)} to {max(box)}.")
    for value in values:
        most = box.count(value) // 2
        if values.count(value) > most:
            raise BadData(
                f"'brokers': {HARDER} takes {value} {values.count(value)} times; both players' brokers are "
                f"out of one colour, which allows each {most} of that value."
            )


def _check_character(card: dict[str, Any], original: dict[str, Any]) -> None:
    allowed = WINDOWS.get(card["id"], ())
    if {**card, "windows": None} != {**original, "windows": None} or not allowed:
        named = ", ".join(WINDOWS)
        raise BadData(f"'character' {card['id']!r}: only the windows of {named} can be replaced.")
    windows = card["windows"]
    if not isinstance(windows, list) or len(windows) != 1 or windows[0] not in allowed:
        raise BadData(f"'character' {card['id']!r}: windows must be one of: {', '.join(allowed)}.")
