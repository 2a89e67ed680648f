"""Where a game stands, in a few lines of text: for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from donjon.caylus.nouns import Cube, Tile

_NAMES = dict(zip(Tile.ids(), Tile.texts(), strict=True))
_SINGLE = ("gate", "trading_post", "merchants_guild", "joust_field")


def text_board(view: Mapping[str, Any], _texts: Iterable[str] = ()) -> str:
    """A view as text: a line for each thing. A seat is its number, "-" is nobody."""
    return "\n".join(
        [
            _course(view),
            f"turn order {_seats(view['order'])}, passed {_seats(view['passed'])}",
            f"provost {view['provost']}, bailiff {view['bailiff']}",
            _special(view["special"]),
            _castle(view["castle"]),
            *_road(view["road"]),
            *(_player(player, view["actor"]) for player in view["players"]),
        ]
    )


def _course(view: Mapping[str, Any]) -> str:
    """The round, the phase, and who decides what."""
    said = f"round {view['round']}, phase {view['phase']}"
    if view["actor"] is None:
        return said
    at = f" at {view['at']}" if view["at"] else ""
    return f"{said}{at}: seat {view['actor']} decides ({view['ask'].replace('_', ' ')})"


def _seat(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def _seats(seats: list[int | None]) -> str:
    return " ".join(map(_seat, seats)) or "-"


def _special(special: Mapping[str, Any]) -> str:
    spaces = [f"{name.replace('_', '-')} {_seat(special[name])}" for name in _SINGLE]
    inn = special["inn"]
    stables = _seats(special["stables"])
    return f"{', '.join(spaces)}, stables {stables}, inn {_seat(inn['left'])} {_seat(inn['right'])}"


def _castle(castle: Mapping[str, Any]) -> str:
    sections = [
        f"{section['id']} {'scored' if section['scored'] else _houses(section)}"
        for section in castle["sections"]
    ]
    return f"castle: workers {_seats(castle['workers'])}; {', '.join(sections)}"


def _houses(section: Mapping[str, Any]) -> str:
    houses = [str(seat) for seat in section["parts"] if seat is not None]
    return f"{' '.join(houses) or 'empty'} ({section['free']} free)"


def _road(road: list[Mapping[str, Any]]) -> Iterator[str]:
    """The road as far as it is built, and the fixed buildings."""
    for space in road:
        if space["tile"] is None:
            continue
        marks = [f"{word} {space[word]}" for word in ("owner", "worker") if space[word] is not None]
        if space["pending"] is not None:
            marks.append(f"residence of {space['pending']} to come")
        if not space["runs"]:
            marks.append("beyond the provost")
        yield f"{space['space']:4} {_NAMES[space['tile']]:<18} {', '.join(marks)}".rstrip()


def _player(player: Mapping[str, Any], actor: int | None) -> str:
    cubes = [f"{player['cubes'][name]} {name}" for name in Cube.ids() if player["cubes"][name]]
    held = [f"{player['vp']} points", f"{player['deniers']} deniers", *cubes]
    held.append(f"{player['home']} workers at home")
    if player["residences"]:
        held.append(f"residences {player['residences']}")
    return f"{'>' if player['seat'] == actor else ' '} seat {player['seat']}: {', '.join(held)}"
