"""What the things on the table are and do: the lines that a tap on them shows, each with its rule.

Everything said is worked out from the view of who asks, so that it can tell no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.kernel.message import Message, SeatName
from donjon.kernel.scoring_card import SUBJECT
from donjon.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_SEAT,
    PLACE_OF_TEXT,
    THRONE_TEXT,
    Character,
    Colour,
    District,
    Gem,
    name_of,
    place_name,
)
from donjon.ys.tables import GEM_TABLE, HIGHEST
from donjon.ys.words.characters import CHARACTER_LINES, DELAYED, NOT_DELAYED
from donjon.ys.words.scoring import what_scores

Line = tuple[str, Message]
View = Mapping[str, Any]


def explain(_state: Any, seen: View, subject: str) -> list[Line]:
    """What a subject of the drawing is: lines of (rule id or "", sentence), its name first.

    Subjects: places ("q1.h", "2r"), "quarter-1", "ship-1", "card-1", "row-1", "column-blue", "value-blue",
    "market", "values", "order", "round", "throne", "neutral", "screen-0", "character-spy", "scoring". An
    unknown one gives an empty list.
    """
    if subject in PLACE_OF_TEXT:
        return _place(seen, PLACE_OF_TEXT[subject])
    if subject in _SINGLE:
        return _SINGLE[subject](seen)
    head, _, tail = subject.partition("-")
    if head in _OF_QUARTERS:
        quarter = _quarter_of(seen, tail)
        return _OF_QUARTERS[head](seen, quarter) if quarter else []
    reader = _FAMILIES.get(head)
    return reader(seen, tail) if reader else []


def _title(message: Message) -> Line:
    return "", message


def _quarter_of(seen: View, tail: str) -> View | None:
    return next((quarter for quarter in seen["quarters"] if str(quarter["number"]) == tail), None)


# Who stands somewhere


def _standing(seen: View, rows: list[dict[str, int]], rule: str) -> list[Line]:
    """One line for each party that is there: its sum as far as the viewer knows it."""
    lines = []
    for row in rows:
        neutral = seen["neutral"] is not None and row["seat"] == NEUTRAL
        who = name_of(NEUTRAL_SEAT if neutral else row["seat"])
        text = Message("{seat}: {sum}.").text
        if row["unknown"]:
            text = Message("{seat}: {sum}, and face-down brokers: {count}.").text
        lines.append((rule, Message(text, seat=who, sum=row["sum"], count=row["unknown"])))
    return lines or [(rule, Message("Nobody is there."))]


def _ties(seen: View) -> list[Line]:
    """Who comes first of those whose sums are equal."""
    lines, intriguer = list[Line](), seen["cards_in_play"]["intriguer"]
    if intriguer is not None:
        text = Message("The Intriguer is in play: in every tie {seat} comes first.", seat=SeatName(intriguer))
        lines.append(("YS-8.12.1", text))
    if seen["neutral"] is not None:
        text = Message("The neutral player wins every tie, except against the Intriguer.")
        lines.append(("YS-9.3.8", text))
    text = Message("In a tie the higher sum of the front comes first, then the lower order card.")
    return [*lines, ("YS-6.6.1", text)]


def _judge(seen: View) -> Line:
    """Who puts columns in order that sums and numbers of brokers leave equal."""
    intriguer = seen["cards_in_play"]["intriguer"]
    if intriguer is not None:
        return "YS-8.12.3", Message(
            "Columns still equal: {seat}, with the Intriguer, puts them in order.", seat=SeatName(intriguer)
        )
    return "YS-6.5.3", Message(
        "Columns still equal: the player with the highest sum of the front puts them in order."
    )


def _place(seen: View, place: int) -> list[Line]:
    if place >= FIRST_CELL:
        return _cell(seen, place)
    number, district = divmod(place, DISTRICTS)
    quarter = _quarter_of(seen, str(number + 1))
    if quarter is None:
        return []
    kind = District(district).id
    with_merchant = kind == "merchants" and seen["cards_in_play"]["merchant"]
    lines = [_title(place_name(place)), _WITH_MERCHANT if with_merchant else _DISTRICTS[kind]]
    if kind == "palace" and quarter["card"]:
        lines.append(("YS-6.3.4", _offers(quarter["card"])))
    return [*lines, *_standing(seen, quarter["districts"][kind], "YS-6.3.1"), *_ties(seen)]


_DISTRICTS: dict[str, Line] = {
    "harbour": ("YS-6.3.2", Message("Who wins the harbour gets a black gem.")),
    "merchants": ("YS-6.3.3", Message("Who wins the merchants' district gets 3 points.")),
    "palace": ("YS-6.3.4", Message("Who wins the palace gets its character card.")),
}
_WITH_MERCHANT: Line = (
    "YS-8.15.1",
    Message("The Merchant is in play: who wins the merchants' district gets 5 points."),
)


def _offers(card: str) -> Message:
    return Message("It offers: {card}.", card=Character[card.upper()].term)


def _cell(seen: View, place: int) -> list[Line]:
    row, column = divmod(place - FIRST_CELL, COLOURS)
    lines = [
        _title(place_name(place)),
        ("YS-5.4", Message("A market place holds one broker.")),
        ("YS-5.6", Message("Placing a broker here brings 1 point at once.")),
    ]
    return lines + _row(seen, str(row))[1:2] + _column(seen, Gem(column).id)[1:2]


# Quarters, ships, cards


def _quarter(seen: View, quarter: View) -> list[Line]:
    lines = [
        _title(Message("quarter {number}", number=quarter["number"])),
        ("YS-6.2.3", Message("Gems by place in the quarter: {gems}.", gems=quarter["award"])),
    ]
    if quarter["closed"] is not None:
        who = SeatName(quarter["closed"])
        lines.append(("YS-8.17.2", Message("The Queen has closed it: only {seat} may place here.", seat=who)))
    return [*lines, *_standing(seen, quarter["standing"], "YS-6.2.1"), *_ties(seen)]


def _ship(_seen: View, quarter: View) -> list[Line]:
    title = _title(Message("the ship of quarter {number}", number=quarter["number"]))
    if quarter["ship"] is None:
        return [title, ("YS-3.4", Message("No ship is here yet."))]
    gems = [Gem[gem.upper()].term for gem in quarter["ship"]["gems"]]
    lines = [
        title,
        ("YS-3.5", Message("It brings: {gems}.", gems=gems)),
        ("YS-6.2.3", Message("Gems by place in the quarter: {gems}.", gems=quarter["award"])),
    ]
    if "white" in quarter["ship"]["gems"]:
        lines.append(("YS-6.2.5", Message("A white gem is exchanged at once for one of the four colours.")))
    return lines


def _card(seen: View, quarter: View) -> list[Line]:
    if quarter["card"] is None:
        title = _title(Message("the card of quarter {number}", number=quarter["number"]))
        return [title, ("YS-3.2", Message("No card is here now."))]
    return _character(seen, quarter["card"])


def _character(_seen: View, card: str) -> list[Line]:
    if card not in Character.ids():
        return []
    lines = [_title(Message("{card}", card=Character[card.upper()].term)), *CHARACTER_LINES[card]]
    return lines if card in NOT_DELAYED else [*lines, DELAYED]


# Market and values


def _row(seen: View, tail: str) -> list[Line]:
    row = next((row for row in seen["market"]["rows"] if str(row["row"]) == tail), None)
    title = _title(Message("market row {row}", row=tail))
    if row is None:
        rule = "YS-5.5" if seen["seats"] == MAX_SEATS else "YS-9.2.5"
        return [title, (rule, Message("This row is not used."))] if tail in ("0", "1") else []
    if row["gem"] is None:
        gem = Message("Its gem has been given, or is not there yet.")
    else:
        gem = Message("Who has most in the row gets: {gem}.", gem=Gem[row["gem"].upper()].term)
    return [title, ("YS-6.4.2", gem), *_standing(seen, row["standing"], "YS-6.4.2"), *_ties(seen)]


def _column(seen: View, tail: str) -> list[Line]:
    column = next((column for column in seen["market"]["columns"] if column["colour"] == tail), None)
    if column is None:
        return []
    colour = Colour[tail.upper()].term
    moves = Message("The columns move their gem values by +2, +1, −1, −2, the one with most first.")
    shown = sum(row["sum"] for row in column["standing"])
    hidden = sum(row["unknown"] for row in column["standing"])
    return [
        _title(Message("market column: {colour}", colour=colour)),
        ("YS-6.5.5", moves),
        ("YS-6.5.1", Message("It has {sum} now, and face-down brokers: {count}.", sum=shown, count=hidden)),
        ("YS-6.5.2", Message("Of columns with equal sums the one with more brokers comes first.")),
        _judge(seen),
    ]


def _value(seen: View, tail: str) -> list[Line]:
    if tail not in seen["values"]:
        return []
    rank = seen["worth"].index(tail) + 1
    points = [int(points) for points in GEM_TABLE[rank - 1]]
    return [
        _title(Message("value of the {gem}", gem=Gem[tail.upper()].term)),
        ("YS-6.5.7", Message("It stands on {value} of {most}.", value=seen["values"][tail], most=HIGHEST)),
        ("YS-7.1", Message("It is number {rank} of the four colours.", rank=rank)),
        ("YS-7.2", Message("At the end, by number of such gems: {points} points.", points=points)),
    ]


_VALUES = [
    _title(Message("gem values")),
    ("YS-7.1", Message("At the end the colours are ranked by value; ties go to the one further left.")),
    ("YS-6.7.2", Message("The best bidder of the market moves one value by 1.")),
]


def _market(seen: View) -> list[Line]:
    return [
        _title(Message("market")),
        ("YS-6.4.2", Message("Rows give gems, columns move the gem values.")),
        ("YS-6.7.1", Message("Who has most in the whole market is the best bidder.")),
        *_standing(seen, seen["market"]["standing"], "YS-6.7.1"),
        *_ties(seen),
    ]


# The rest


_ORDER = [
    _title(Message("order cards")),
    ("YS-4.3", Message("The higher bid chooses first; in a tie the lower order card.")),
    ("YS-4.6", Message("They fix the turn order and break the last ties of the round.")),
]


def _round(seen: View) -> list[Line]:
    return [
        _title(Message("round {number} of 4", number=seen["round"])),
        ("YS-3.1", Message("Each round: set-up, turn order, placement, counting.")),
    ]


def _throne(seen: View) -> list[Line]:
    title = _title(Message("the throne room"))
    if not seen["variants"]["royal_favour"]:
        return [title, ("YS-9.4.2", Message("It is used with Royal Favour only."))]
    return [
        title,
        ("YS-9.4.3", Message("After each round everybody puts a broker of the front here, face down.")),
        ("YS-9.4.9", Message("At the end the highest sums here bring 12, 7 and 3 points.")),
    ]


def _neutral(seen: View) -> list[Line]:
    if seen["neutral"] is None:
        return []
    return [
        _title(Message("the neutral player")),
        ("YS-9.3.4", Message("In each turn one of its brokers is placed face down; nobody knows its value.")),
        ("YS-9.3.8", Message("It wins every tie, except against the Intriguer.")),
    ]


def _screen(seen: View, tail: str) -> list[Line]:
    player = next((player for player in seen["players"] if str(player["seat"]) == tail), None)
    if player is None:
        return []
    who = SeatName(player["seat"])
    lines = [
        _title(Message("the screen of {seat}", seat=who)),
        ("YS-0.3", Message("Brokers behind it: {count}.", count=player["screen_size"])),
        ("YS-5.11", Message("Sum of the front: {sum}.", sum=player["front_sum"])),
    ]
    held = [Character[card["card"].upper()].term for card in player["hand"]]
    if held:
        lines.append(("YS-8.1.1", Message("Cards won and not played yet: {cards}.", cards=held)))
    return lines


_SINGLE: dict[str, Callable[[View], list[Line]]] = {
    "market": _market,
    "values": lambda _seen: _VALUES,
    "order": lambda _seen: _ORDER,
    "round": _round,
    "throne": _throne,
    THRONE_TEXT: _throne,
    "neutral": _neutral,
    SUBJECT: what_scores,
}
_OF_QUARTERS: dict[str, Callable[[View, View], list[Line]]] = {
    "quarter": _quarter,
    "ship": _ship,
    "card": _card,
}
_FAMILIES: dict[str, Callable[[View, str], list[Line]]] = {
    "character": _character,
    "row": _row,
    "column": _column,
    "value": _value,
    "screen": _screen,
}
