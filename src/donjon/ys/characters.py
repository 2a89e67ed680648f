"""Chapter 8: what the characters of the own turn and of the counting do, and the table of all cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.kernel.actions import Kind
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Message
from donjon.kernel.rule_ids import number
from donjon.kernel.sentences import Case
from donjon.ys import domains
from donjon.ys.counting import GEM, TAKE_TWO, gem_of, gems_of, two_gems
from donjon.ys.gems import GEM_GIVEN, GEM_TAKEN, add_gem, move_value, value_of
from donjon.ys.market import LOWER, RAISE
from donjon.ys.nouns import (
    BOOK,
    COLOURS,
    NONE,
    QUARTER_PAIRS,
    Character,
    Colour,
    Gem,
    Phase,
    asked,
    decide,
    of_quarter,
)
from donjon.ys.placing import NO_QUARTER
from donjon.ys.state import State
from donjon.ys.tables import (
    COURT_POINTS,
    GEM_HIGH,
    GEM_LOW,
    HIGHEST,
    LOOKS,
    LOWEST,
    MERCHANTS_WITH_CARD,
    QUARTER_HIGH,
    QUARTER_LOW,
    SOLDIER_VALUE,
    WINDOW_BITS,
    WINDOWS,
)
from donjon.ys.ties import quarter_named
from donjon.ys.windows import PASS

# The Queen (8.17)

CLOSE_RULE = BOOK.forbids("YS-8.17.1", NO_QUARTER)
QUARTER_CLOSED = BOOK.event(
    "quarter_closed",
    "{seat} closes quarter {quarter} with the Queen.",
    "quarter",
    at=of_quarter("quarter"),
    also=("YS-8.17.2", "YS-8.17.3"),
)
decide(Phase.CLOSE, "YS-8.17.1", asked(Message("Which quarter does the Queen close?")))
QUARTER, SWAP = Kind(domains.QUARTER), Kind(domains.HARBOURS)


@compilable
def forbids_close(state: State, _seat: int, quarter: int) -> int:
    """Return the rule against a quarter that is not in play (YS-8.17.1)."""
    return 0 if quarter < state.quarters else CLOSE_RULE


@QUARTER.action_at(
    Phase.CLOSE, verb="queen", forbids=forbids_close, button=Message("Close quarter {quarter}")
)
@compilable
def close(state: State, seat: int, quarter: int, log: EventLog | None) -> None:
    """Close a quarter with the Queen until it has been counted (YS-8.17.1)."""
    state.queen = seat
    state.closed = quarter
    state.phase = Phase.PLACE
    emit(log, QUARTER_CLOSED, seat, CLOSE_RULE, quarter, 0, 0)


# The Captain (8.4)

SHIPS_RULE = BOOK.forbids("YS-8.4.1", NO_QUARTER)
SHIPS_OF_CLOSED = number("YS-8.4.2")
SHIPS_SWAPPED = BOOK.event(
    "ships_swapped",
    "{seat} exchanges the ships of quarters {quarter} and {other_quarter}.",
    *("quarter", "other_quarter"),
    at=of_quarter("ship"),
)
decide(Phase.CAPTAIN, "YS-8.4.1", asked(Message("Which two ships does the Captain exchange?")))


def _ships_button(case: Case) -> Message:
    low, high = QUARTER_PAIRS[case.argument]
    return Message("Exchange the ships of quarters {low} and {high}", low=low + 1, high=high + 1)


def _ships_pieces(_state: Any, pair: int) -> str:
    return " ".join(f"ship-{quarter + 1}" for quarter in QUARTER_PAIRS[pair])


@compilable
def forbids_ships(state: State, _seat: int, pair: int) -> int:
    """Return the rule against harbours that are not in play (YS-8.4.1)."""
    return 0 if QUARTER_HIGH[pair] < state.quarters else SHIPS_RULE


@SWAP.action_at(
    Phase.CAPTAIN, verb="captain", forbids=forbids_ships, button=_ships_button, pieces=_ships_pieces
)
@compilable
def swap_ships(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Exchange the ships of two harbours with the Captain (YS-8.4.1)."""
    low, high = int(QUARTER_LOW[pair]), int(QUARTER_HIGH[pair])
    ship = int(state.ship[low])
    state.ship[low] = state.ship[high]
    state.ship[high] = ship
    if state.closed == low or state.closed == high:
        cite(log, SHIPS_OF_CLOSED)
    emit(log, SHIPS_SWAPPED, seat, SHIPS_RULE, low, high, 0)
    state.phase = Phase.ASK_CARDS


# The Jeweller (8.13)

JEWELLER_RULE = BOOK.forbids("YS-8.13.1", Message("The Jeweller brings blue, green, yellow or red gems."))
decide(Phase.JEWELLER, "YS-8.13.1", asked(Message("Which two gems does the Jeweller bring?")))


@compilable
def forbids_jewels(_state: State, _seat: int, pair: int) -> int:
    """Return the rule against gems that are of none of the four colours (YS-8.13.1)."""
    return 0 if GEM_HIGH[pair] < COLOURS else JEWELLER_RULE


@TAKE_TWO.action_at(
    Phase.JEWELLER, verb="jeweller", forbids=forbids_jewels, button=two_gems, pieces=gems_of("bank")
)
@compilable
def take_jewels(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Take two gems from the bank with the Jeweller (YS-8.13.1)."""
    for kind in (int(GEM_LOW[pair]), int(GEM_HIGH[pair])):
        add_gem(state.seats[seat], kind, 1)
        emit(log, GEM_TAKEN, seat, JEWELLER_RULE, kind, 1, 0)
    state.phase = Phase.ASK_CARDS


# The Alchemist (8.2)

ALCHEMIST_RULE = BOOK.forbids(
    "YS-8.2.1",
    Message("The Alchemist gives a gem of the four colours, and never of the colour that you give."),
)
GIVE_RULE = BOOK.forbids(
    "YS-8.2.2",
    Message(
        "You have no {gem} to give; you own {count}.",
        count=lambda case: int(case.me.gems[case.argument]),
    ),
)
NOTHING_TO_GIVE = number("YS-8.2.3")
decide(
    Phase.ALCHEMIST,
    "YS-8.2.1",
    asked(Message("Which gem do you give to the Alchemist? You may exchange nothing.")),
)
decide(
    Phase.ALCHEMIST_TAKE,
    "YS-8.2.1",
    asked(Message("Which gem do you get for the {gem}?", gem=lambda case: Gem(case.state.target).term)),
)


@compilable
def forbids_offer(state: State, seat: int, kind: int) -> int:
    """Return the rule against a gem that one does not have (YS-8.2.2)."""
    return 0 if state.seats[seat].gems[kind] > 0 else GIVE_RULE


@GEM.action_at(
    Phase.ALCHEMIST,
    verb="alchemist",
    forbids=forbids_offer,
    button=Message("Give a {gem}"),
    then=(Phase.ALCHEMIST_TAKE,),
    pieces=gem_of("gem"),
)
@compilable
def offer_gem(state: State, _seat: int, kind: int, _log: EventLog | None) -> None:
    """Choose the gem to give to the Alchemist; what to get comes next."""
    state.target = kind
    state.phase = Phase.ALCHEMIST_TAKE


@PASS.action_at(Phase.ALCHEMIST, verb="alchemist pass", button=Message("Exchange nothing"))
@compilable
def exchange_nothing(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Exchange nothing with the Alchemist (YS-8.2.1)."""
    state.phase = Phase.ASK_CARDS


@compilable
def forbids_exchange(state: State, _seat: int, kind: int) -> int:
    """Return the rule against a gem that is of none of the other colours (YS-8.2.1)."""
    return 0 if kind < Gem.BLACK and kind != state.target else ALCHEMIST_RULE


def _with_alchemist(state: Any) -> str:
    return f"alchemist {Gem(state.target).text}"


@GEM.action_at(
    Phase.ALCHEMIST_TAKE,
    forbids=forbids_exchange,
    button=Message("Take a {gem}"),
    after=_with_alchemist,
    pieces=gem_of("bank"),
)
@compilable
def exchange(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Exchange the gem chosen for one of another colour with the Alchemist (YS-8.2.1)."""
    me = state.seats[seat]
    add_gem(me, int(state.target), -1)
    emit(log, GEM_GIVEN, seat, ALCHEMIST_RULE, state.target, 0, 0)
    add_gem(me, colour, 1)
    emit(log, GEM_TAKEN, seat, ALCHEMIST_RULE, colour, 1, 0)
    state.target = NONE
    state.phase = Phase.ASK_CARDS


# The Banker (8.3)


def _stays_as_it_is(case: Case) -> Message:
    state = case.state
    if state.phase == Phase.BANKER and state.values[case.argument] < HIGHEST:
        return Message("If {colour} is raised, no other gem value can be lowered.")
    return Message("The value of {colour} is {value} and cannot move that way.", value=value_of)


BANKER_RULE = BOOK.forbids("YS-8.3.1", Message("The Banker has raised {colour}: lower another colour."))
BANKER_ENDS = BOOK.forbids("YS-8.3.2", _stays_as_it_is)
decide(Phase.BANKER, "YS-8.3.1", asked(Message("Which colour does the Banker raise?")))
decide(
    Phase.BANKER_LOWER,
    "YS-8.3.1",
    asked(
        Message(
            "Raised: {colour}. Which colour do you lower?",
            colour=lambda case: Colour(case.state.target).term,
        )
    ),
)


@compilable
def can_raise(state: State, colour: int) -> bool:
    """Return whether the Banker can raise this colour and then lower another (YS-8.3.1, YS-8.3.2)."""
    if state.values[colour] >= HIGHEST:
        return False
    for other in range(COLOURS):
        if other != colour and state.values[other] > LOWEST:
            return True
    return False


@compilable
def forbids_raise(state: State, _seat: int, colour: int) -> int:
    """Return the rule against a colour that cannot rise, or leaves none to lower (YS-8.3.2)."""
    return 0 if can_raise(state, colour) else BANKER_ENDS


@RAISE.action_at(
    Phase.BANKER,
    verb="banker",
    forbids=forbids_raise,
    button=Message("Raise {colour}"),
    then=(Phase.BANKER_LOWER,),
)
@compilable
def raise_one(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Raise a colour with the Banker; which one is lowered comes next (YS-8.3.1)."""
    move_value(state, seat, colour, 1, BANKER_RULE, log)
    state.target = colour
    state.phase = Phase.BANKER_LOWER


@compilable
def forbids_lower(state: State, _seat: int, colour: int) -> int:
    """Return the rule against the colour raised, or one that cannot fall (YS-8.3.1, YS-8.3.2)."""
    if colour == state.target:
        return BANKER_RULE
    return 0 if state.values[colour] > LOWEST else BANKER_ENDS


def _with_banker(state: Any) -> str:
    return f"banker {Gem(state.target).text}"


@LOWER.action_at(
    Phase.BANKER_LOWER, forbids=forbids_lower, button=Message("Lower {colour}"), after=_with_banker
)
@compilable
def lower_another(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Lower another colour with the Banker (YS-8.3.1)."""
    move_value(state, seat, colour, -1, BANKER_RULE, log)
    state.target = NONE
    state.phase = Phase.ASK_CARDS


# What people are told


def _by_window(card: Character, at_start: Message, at_end: Message) -> Message:
    """Return one of two sentences: a host may say at which end of the counting a card is played."""
    return at_start if WINDOWS[card] & WINDOW_BITS["W3"] else at_end


CHARACTER_LINES: dict[str, tuple[Line, ...]] = {
    "alchemist": (
        ("YS-8.2.1", Message("End of counting: exchange one of your gems for one of another colour.")),
    ),
    "banker": (
        (
            "YS-8.3.1",
            _by_window(
                Character.BANKER,
                Message("Start of counting: raise one gem value by 1 and lower another by 1."),
                Message("End of counting: raise one gem value by 1 and lower another by 1."),
            ),
        ),
    ),
    "captain": (("YS-8.4.1", Message("Start of counting: exchange the ships of two harbours.")),),
    "bishop": (
        ("YS-8.6.1", Message("For a whole placement: place your brokers face up or face down as you like.")),
    ),
    "spy": (
        (
            "YS-8.5.1",
            Message(
                "For a whole placement: up to {count} looks at face-down brokers of others.", count=LOOKS
            ),
        ),
        ("YS-8.5.3", Message("Everybody sees which broker you look at, you alone its value.")),
    ),
    "messenger": (("YS-8.7.1", Message("Start of counting: move one of your brokers to another place.")),),
    "magician": (("YS-8.8.1", Message("For a whole placement: place brokers of your front and refill it.")),),
    "intriguer": (("YS-8.12.1", Message("For a whole counting: you win every tie that you are part of.")),),
    "jeweller": (
        (
            "YS-8.13.1",
            _by_window(
                Character.JEWELLER,
                Message("Start of counting: take 2 gems of the four colours."),
                Message("End of counting: take 2 gems of the four colours."),
            ),
        ),
    ),
    "wizard": (
        ("YS-8.14.1", Message("After placing in one of your turns: swap any two brokers on the board.")),
    ),
    "merchant": (
        (
            "YS-8.15.1",
            Message(
                "For a whole counting: merchants' districts give {points} points.", points=MERCHANTS_WITH_CARD
            ),
        ),
    ),
    "soldier": (
        (
            "YS-8.16.1",
            Message(
                "After placing in one of your turns: a broker just placed counts {value}.",
                value=SOLDIER_VALUE,
            ),
        ),
    ),
    "queen": (
        ("YS-8.17.1", Message("Before placing in one of your turns: close a quarter.")),
        ("YS-8.17.2", Message("Only you may place brokers there until it has been counted.")),
    ),
    "prince": (
        (
            "YS-8.18.1",
            Message("When won: {points} points at the end of the counting.", points=COURT_POINTS["prince"]),
        ),
    ),
    "king": (
        (
            "YS-8.18.1",
            Message("When won: {points} points at the end of the counting.", points=COURT_POINTS["king"]),
        ),
    ),
    "white_gem": (("YS-8.19.1", Message("When won: one gem of a colour that you choose, at once.")),),
}
DELAYED: Line = ("YS-8.1.2", Message("Playable from the round after the one in which it was won."))
NOT_DELAYED = ("prince", "king", "white_gem")
_CARDS = ("YS-8.1.1", "YS-8.1.3", "YS-8.1.4", "YS-8.1.5", "YS-8.1.6", "YS-8.1.7", "YS-8.1.8")
_CHARACTERS: dict[str, tuple[str, ...]] = {
    "alchemist": ("YS-8.2.2", "YS-8.2.3"),
    "banker": ("YS-8.3.2",),
    "captain": ("YS-8.4.2",),
    "bishop": (),
    "spy": ("YS-8.5.2", "YS-8.5.4", "YS-8.5.5"),
    "messenger": ("YS-8.7.2", "YS-8.7.3", "YS-8.7.4"),
    "magician": ("YS-8.8.2", "YS-8.8.3", "YS-8.8.4", "YS-8.8.5"),
    "intriguer": ("YS-8.12.2", "YS-8.12.3", "YS-8.12.4"),
    "jeweller": (),
    "wizard": ("YS-8.14.2", "YS-8.14.3", "YS-8.14.4"),
    "merchant": (),
    "soldier": ("YS-8.16.2", "YS-8.16.3", "YS-8.16.4", "YS-8.16.5"),
    "queen": ("YS-8.17.3", "YS-8.17.4"),
    "prince": ("YS-8.18.2",),
    "king": ("YS-8.18.2",),
    "white_gem": (),
}
_IN_OPEN = {"bishop": ("YS-9.1.2",), "spy": ("YS-9.1.2",)}
_IN_ROYAL = {"spy": ("YS-9.4.6",), "wizard": ("YS-9.4.6", "YS-9.4.7")}


def _of_characters(view: Mapping[str, Any], name: str) -> tuple[str, ...]:
    if name not in Character.ids():
        return ()
    more: tuple[str, ...] = _IN_OPEN.get(name, ()) if view["variants"]["open_placement"] else ()
    more += _IN_ROYAL.get(name, ()) if view["variants"]["royal_favour"] else ()
    return (*_CHARACTERS[name], *more, *(() if name in NOT_DELAYED else _CARDS))


@BOOK.explains("character-", also=_of_characters)
def explain_character(_state: State, _view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what a character does, and when its card can be played."""
    if name not in Character.ids():
        return []
    lines = [title(Message("{card}", card=Character[name.upper()].term)), *CHARACTER_LINES[name]]
    return lines if name in NOT_DELAYED else [*lines, DELAYED]


def _of_cards(view: Mapping[str, Any], name: str) -> tuple[str, ...]:
    quarter = quarter_named(view, name)
    return _of_characters(view, quarter["card"]) if quarter and quarter["card"] else ()


@BOOK.explains("card-", also=_of_cards)
def explain_card(state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what the card of a quarter does."""
    quarter = quarter_named(view, name)
    if quarter is None:
        return []
    if quarter["card"] is None:
        first = title(Message("the card of quarter {number}", number=quarter["number"]))
        return [first, ("YS-3.2", Message("No card is here now."))]
    return explain_character(state, view, quarter["card"])
