"""Where a game stands, in a few lines of text: for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

HIDDEN = "?"  # a value that the viewer does not know


def text_board(view: Mapping[str, Any], _texts: Iterable[str] = ()) -> str:
    """A view as text: a line for each thing. A seat is its number, n the neutral player, "-" is nobody.

    A broker is written 1:4, seat 1 with value 4; 1:? is one that the viewer does not know, 1:(4) one that
    lies face down and that the viewer knows.
    """
    return "\n".join(
        [
            _course(view),
            f"values: {_counted(view['values'])}",
            *(_quarter(view, quarter) for quarter in view["quarters"]),
            *_market(view),
            *_throne(view),
            *_counting(view["counting"]),
            *(_player(player, view) for player in view["players"]),
            *_neutral(view["neutral"]),
        ]
    )


def _course(view: Mapping[str, Any]) -> str:
    """The round, the phase, and who decides."""
    said = f"round {view['round']}, turn {view['turn']} of {view['turns']}, phase {view['phase']}"
    seats = [str(seat) for seat in view["waiting"]]
    if not seats:
        return said
    decides = "seats {} decide" if len(seats) > 1 else "seat {} decides"
    return f"{said}: {decides.format(' '.join(seats))}"


def _counted(numbers: Mapping[str, int]) -> str:
    """What there is, with its number."""
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number) or "-"


def _values(values: Iterable[int]) -> str:
    return " ".join(map(str, values)) or "-"


def _broker(broker: Mapping[str, Any]) -> str:
    value = HIDDEN if broker["value"] is None else str(broker["value"])
    if not broker["face_up"] and value != HIDDEN:
        value = f"({value})"
    owner = "n" if broker["neutral"] else broker["owner"]
    return f"{owner}:{value}{' soldier' if broker['soldier'] else ''}"


def _standing(view: Mapping[str, Any], place: str) -> str:
    return " ".join(_broker(broker) for broker in view["brokers"] if broker["place"] == place) or "-"


def _quarter(view: Mapping[str, Any], quarter: Mapping[str, Any]) -> str:
    """A quarter: what is to be won there, and who stands in its districts."""
    number, ship = quarter["number"], quarter["ship"]
    prizes = [] if ship is None else [f"ship {ship['card'].lower()} ({', '.join(ship['gems'])})"]
    prizes += [] if quarter["card"] is None else [quarter["card"]]
    prizes += [] if quarter["closed"] is None else [f"closed by seat {quarter['closed']}"]
    districts = [f"{name} {_standing(view, f'q{number}.{name[0]}')}" for name in quarter["districts"]]
    return f"quarter {number}: {', '.join(prizes) or '-'}; {', '.join(districts)}"


def _market(view: Mapping[str, Any]) -> Iterator[str]:
    """The market, a line for each row: its gem, then the columns."""
    columns = [column["colour"] for column in view["market"]["columns"]]
    for row in view["market"]["rows"]:
        number = row["row"]
        cells = [f"{colour} {_standing(view, f'{number}{colour[0]}')}" for colour in columns]
        yield f"market {number} ({row['gem'] or 'no gem'}): {', '.join(cells)}"


def _throne(view: Mapping[str, Any]) -> Iterator[str]:
    if view["variants"]["royal_favour"]:
        yield f"throne room: {' '.join(map(_broker, view['throne'])) or '-'}"


def _counting(counting: Mapping[str, Any] | None) -> Iterator[str]:
    if counting is not None:
        what = "the market" if counting["quarter"] is None else f"quarter {counting['quarter']}"
        yield f"counting {what}: ranking {_values(counting['ranking'])}, offer {_counted(counting['offer'])}"


def _player(player: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    order = "-" if player["order"] is None else player["order"]
    held = [f"{player['total']} points", f"order {order}", f"gems {_counted(player['gems'])}"]
    held.append(f"front {_values(player['front'])}")
    size = player["screen_size"]
    held.append(f"screen {_values(player['screen']) if player['screen'] is not None else f'{size} hidden'}")
    if player["hand"]:
        held.append(f"hand {' '.join(card['card'] for card in player['hand'])}")
    if player["has_chosen"]:
        held.append("has chosen")
    mark = ">" if player["seat"] in view["waiting"] else " "
    return f"{mark} seat {player['seat']}: {', '.join(held)}"


def _neutral(neutral: Mapping[str, Any] | None) -> Iterator[str]:
    if neutral is not None:
        yield f"  neutral: {neutral['total']} points, gems {_counted(neutral['gems'])}"
