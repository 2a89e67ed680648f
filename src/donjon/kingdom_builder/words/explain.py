"""What the things on the table are and do: the lines that a tap on them shows, each with its rule.

What anybody may not know is read from the view of who asks; of the position only what is public.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from donjon.kernel.message import Message, SeatName, Term, signed
from donjon.kernel.scoring_card import SUBJECT, scoring_card
from donjon.kingdom_builder.information.placement_gold import change, with_settlement
from donjon.kingdom_builder.nouns import HexKind, Token, TokenState
from donjon.kingdom_builder.tables import COLUMNS, LETTERS, MANDATORY, ROWS, SETTLEMENTS
from donjon.kingdom_builder.tokens import place_at
from donjon.kingdom_builder.words import rows
from donjon.kingdom_builder.words.buttons import hex_name
from donjon.kingdom_builder.words.lines import SOURCE_LINES, TOKEN_LINES, Line

View = Mapping[str, Any]
_HEX = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")


def explain(state: Any, view: View, subject: str) -> list[Line]:
    """What a subject of the drawing is: lines of (rule id or "", sentence), its name first.

    Subjects: "hex-<row>,<column>", "card-<source of gold>", "token-<kind>", "hand-<seat>", "supply-<seat>",
    "row-<row>", "played", "deck", "scoring". An unknown one gives an empty list.
    """
    head, _, tail = subject.partition("-")
    if subject in _SINGLE:
        return _SINGLE[subject](view)
    if head == "hex":
        return _hex(state, view, tail)
    if subject in rows.NAMES:
        return rows.explain_row(view, int(tail))
    if head == "card" and tail in SOURCE_LINES:
        return _card(view, tail)
    if head == "token" and tail in TOKEN_LINES:
        return _token(view, tail)
    if head in _OF_SEATS:
        player = next((player for player in view["players"] if str(player["seat"]) == tail), None)
        return _OF_SEATS[head](view, player) if player else []
    return []


def _title(text: Message) -> Line:
    return "", text


def _seats(seats: list[int]) -> list[SeatName]:
    return [SeatName(seat) for seat in seats]


# Hexes


def _hex(state: Any, view: View, text: str) -> list[Line]:
    found = _HEX.fullmatch(text)
    if found is None or int(found[1]) >= ROWS or int(found[2]) >= COLUMNS:
        return []
    place = [int(found[1]), int(found[2])]
    kind = HexKind(LETTERS.index(view["hexes"][place[0]][place[1]]))
    if kind == HexKind.OFF:
        return []
    if kind == HexKind.LOCATION:
        return _location(state, view, place)
    hex = place[0] * COLUMNS + place[1]
    lines = [_title(Message("{hex}: {kind}", hex=hex_name(hex), kind=kind.term))]
    if kind == HexKind.CASTLE:
        return lines + _castle(view, place)
    owner = next((piece["seat"] for piece in view["settlements"] if piece["hex"] == place), None)
    if owner is not None:
        return [*lines, ("KB-5.1", Message("A settlement of {seat} stands here.", seat=SeatName(owner)))]
    return [*lines, _GROUND.get(kind, _FREE), *_would_bring(state, view, hex)]


_FREE: Line = ("KB-5.2", Message("It is free: one settlement may stand here."))
_GROUND: dict[HexKind, Line] = {
    HexKind.WATER: ("KB-5.2", Message("Only the harbor puts settlements on water.")),
    HexKind.MOUNTAIN: ("KB-5.3", Message("No settlement is ever put here.")),
}


def _location(state: Any, view: View, place: list[int]) -> list[Line]:
    """A location: its token, how many are left, who holds one from here."""
    here = next(location for location in view["locations"] if location["hex"] == place)
    hex = place[0] * COLUMNS + place[1]
    lines = [
        _title(Message("{hex}: {kind}", hex=hex_name(hex), kind=Token[here["kind"].upper()].term)),
        (
            "KB-7.1",
            Message("Whoever puts a settlement next to it takes a token. Tokens left: {left}.", **here),
        ),
        TOKEN_LINES[here["kind"]],
    ]
    holders = [
        player["seat"]
        for player in view["players"]
        if any(token["hex"] == place for token in player["tokens"])
    ]
    if holders:
        lines.append(("KB-7.7", Message("Tokens from here are held by: {seats}.", seats=_seats(holders))))
    seat = view["seat"]
    if seat is not None and seat not in holders and state.seats[seat].taken[place_at(state, hex)]:
        lines.append(("KB-7.3", Message("You have taken a token from here before and get no second one.")))
    return lines


def _castle(view: View, place: list[int]) -> list[Line]:
    """A castle: what it brings, and to whom."""
    beside = [player["seat"] for player in view["players"] if place in player["counting"]["castles"]]
    if not beside:
        return [SOURCE_LINES["castles"], ("KB-10.1", Message("Nobody has built next to it."))]
    return [SOURCE_LINES["castles"], ("KB-10.1", Message("Next to it stand: {seats}.", seats=_seats(beside)))]


def _would_bring(state: Any, view: View, hex: int) -> list[Line]:
    """What a settlement on a free hex would bring to the seat that asks, if it could have one there."""
    seat = view["seat"]
    after = None if seat is None or view["over"] else with_settlement(state, seat, hex)
    if after is None:
        return []
    parts = change(state, after, seat)
    if parts:
        gold = signed(sum(parts.values()))
        said = [
            Message("{source} {gold}", source=Term(source), gold=signed(parts[source])) for source in parts
        ]
        text = Message("A settlement of yours here would change your gold by {gold}: {parts}.").text
        lines: list[Line] = [("KB-10.0.1", Message(text, gold=gold, parts=said))]
    else:
        lines = [("KB-10.0.1", Message("A settlement of yours here would not change your gold."))]
    for place in range(state.place_count):
        if after.seats[seat].taken[place] and not state.seats[seat].taken[place]:
            token = Token(after.places[place].token).term
            lines.append(("KB-7.1", Message("It would take a token: {token}.", token=token)))
    return lines


# Cards and tokens


def _card(view: View, source: str) -> list[Line]:
    """What gives gold: the sentence of the card, and what it gives everybody now."""
    lines = [_title(Message("{name}", name=Term(source))), SOURCE_LINES[source]]
    if source in _MORE:
        lines.append(_MORE[source])
    if source != "castles" and source not in view["cards"]:
        return [*lines, ("KB-3.5", Message("This card is not in the game."))]
    rule = SOURCE_LINES[source][0]
    return lines + [
        (rule, Message("{seat}: {gold} gold.", seat=SeatName(player["seat"]), gold=player["gold"][source]))
        for player in view["players"]
    ]


_MORE: dict[str, Line] = {
    "merchants": ("KB-10.3", Message("A group of your settlements links all that it touches.")),
    "lords": ("KB-10.10.1", Message("0 settlements are a number too; who ties gets the gold in full.")),
    "farmers": ("KB-10.11", Message("A sector without a settlement of yours makes it 0.")),
}


def _token(view: View, kind: str) -> list[Line]:
    """A token: what it does, and who has one in which state."""
    lines = [_title(Message("{name}", name=Token[kind.upper()].term)), TOKEN_LINES[kind]]
    for player in view["players"]:
        for token in player["tokens"]:
            if token["kind"] == kind:
                rule, held = _TOKEN_STATES[token["state"]]
                lines.append((rule, Message(held.text, seat=SeatName(player["seat"]))))
    lost = Message("It is lost when a move leaves no settlement of its owner next to its location.")
    return [*lines, ("KB-7.8", lost)]


_TOKEN_STATES: dict[str, Line] = {
    TokenState.USABLE.id: ("KB-7.6", Message("{seat} may use one, once in a turn.")),
    TokenState.SPENT.id: ("KB-7.6", Message("{seat} has used one in this turn.")),
    TokenState.NEW.id: ("KB-7.5", Message("{seat} has just taken one and may use it from the next turn on.")),
}


def _played(view: View) -> list[Line]:
    """The terrain card in play."""
    if view["card"] is None:
        return [
            _title(Message("terrain card")),
            ("KB-4.1", Message("A turn begins with the terrain card in hand being shown.")),
        ]
    kind = HexKind[view["card"].upper()]
    free = "".join(view["hexes"]).count(LETTERS[kind]) - sum(
        view["hexes"][row][column] == LETTERS[kind]
        for row, column in (piece["hex"] for piece in view["settlements"])
    )
    return [
        _title(Message("terrain card in play: {terrain}", terrain=kind.term)),
        (
            "KB-4.2",
            Message(
                "In this turn {count} settlements are built on it; still to build: {owed}.",
                count=MANDATORY,
                owed=view["owed"],
            ),
        ),
        ("KB-5.6", Message("They are built next to own settlements where that can be.")),
        (
            "KB-6.1",
            Message("Free hexes of it: {count}. When none is left, another card is drawn.", count=free),
        ),
    ]


def _hand(view: View, player: View) -> list[Line]:
    """The terrain card that a seat holds."""
    who = SeatName(player["seat"])
    if player["hand"]:
        title = Message("terrain card in hand: {terrain}", terrain=HexKind[player["hand"].upper()].term)
        return [
            _title(title),
            ("KB-11.2.2", Message("Only you know it until your turn begins.")),
            ("KB-4.2", Message("In your next turn you build on it.")),
        ]
    if player["holds_card"]:
        hidden = Message("Only {seat} knows it until it is shown at the beginning of the turn.", seat=who)
        return [_title(Message("hidden terrain card of {seat}", seat=who)), ("KB-11.2.2", hidden)]
    return _played(view) if player["seat"] == view["actor"] else []


def _deck(view: View) -> list[Line]:
    """The deck, as far as the viewer may know it."""
    cards = [
        Message("{kind} {count}", kind=HexKind[kind.upper()].term, count=count)
        for kind, count in view["unseen"].items()
    ]
    return [
        _title(Message("deck of terrain cards")),
        ("KB-11.2.1", Message("Cards in the deck: {count}.", count=view["deck"])),
        ("KB-11.2.4", Message("In the deck and in hands that you do not see: {cards}.", cards=cards)),
        ("KB-6.9", Message("When it is empty, the discard pile is shuffled into a new one.")),
    ]


def _supply(view: View, player: View) -> list[Line]:
    """The settlements that a seat has left."""
    lines = [
        _title(Message("supply of {seat}", seat=SeatName(player["seat"]))),
        (
            "KB-3.6",
            Message(
                "Settlements left to build: {count} of {most}.", count=player["supply"], most=SETTLEMENTS
            ),
        ),
    ]
    if view["ending"]:
        return [*lines, ("KB-9.4", Message("A supply is empty: this is the last round."))]
    return [*lines, ("KB-9.1", Message("When a supply is empty, the round is the last one."))]


def _scoring(view: View) -> list[Line]:
    """The card "What scores?": the castles and the cards of this game, with the asker's gold."""
    mine = None if view["seat"] is None else view["players"][view["seat"]]["gold"]
    return scoring_card(
        {name: (Term(name), SOURCE_LINES[name]) for name in ("castles", *view["cards"])}, mine
    )


_SINGLE: dict[str, Callable[[View], list[Line]]] = {"played": _played, "deck": _deck, SUBJECT: _scoring}
_OF_SEATS: dict[str, Callable[[View, View], list[Line]]] = {"hand": _hand, "supply": _supply}
