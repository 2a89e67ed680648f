"""One sentence for a position: who must do what, with the numbers that matter."""

from __future__ import annotations

from typing import Any

from donjon.kernel.message import Message, SeatName
from donjon.ys.counting import picks
from donjon.ys.nouns import NONE, QUARTERS, Colour, Gem, Phase, broker_name, place_name
from donjon.ys.tables import OWN_TURN
from donjon.ys.windows import WINDOW_PHASES
from donjon.ys.words.filling import Sentence, filled


def prompt(state: Any, seat: int | None) -> Message:
    """What `seat` (None: a spectator) is told to do, or whom it waits for."""
    phase = Phase(int(state.phase))
    if phase == Phase.OVER:
        return Message("The game is over.")
    if phase < Phase.BID:
        return Message("Chance decides.")
    if phase in (Phase.BID, Phase.THRONE):
        return _together(state, seat, phase)
    if seat == state.actor:
        return filled(_PROMPTS[phase], state)
    return Message(_OTHERS.get(phase, _DECIDES), seat=SeatName(int(state.actor)))


def owes(state: Any, seat: int) -> bool:
    """Is it for a seat to decide now?"""
    if state.phase in (Phase.BID, Phase.THRONE):
        return 0 <= seat < state.players and bool(state.seats[seat].choice == NONE)
    return bool(state.phase >= Phase.BID and state.actor == seat)


def to_decide(state: Any, seat: int) -> Message:
    """What is to be decided now, and, unless by `seat` itself, by whom: a sentence for that seat."""
    phase = Phase(int(state.phase))
    if phase < Phase.BID:
        return filled(_CHANCE[phase], state)
    if owes(state, seat):
        return Message("Now: {what}", what=prompt(state, seat))
    if phase in (Phase.BID, Phase.THRONE):
        owing = _owing(state)
        asked = _together(state, owing[0].seat, phase)
        return Message("{what} Waiting for the secret choice of: {seats}.", what=asked, seats=owing)
    return Message(
        "{what} It is for {seat} to decide now.",
        what=filled(_PROMPTS[phase], state),
        seat=SeatName(int(state.actor)),
    )


def _owing(state: Any) -> list[SeatName]:
    return [SeatName(seat) for seat in range(state.players) if state.seats[seat].choice == NONE]


def _together(state: Any, seat: int | None, phase: Phase) -> Message:
    if seat is not None and state.seats[seat].choice == NONE:
        if phase == Phase.BID:
            return Message("Choose two brokers for your bid; all bids are shown together.")
        return Message("Choose a broker of your front for the throne room; nobody else will see which.")
    return Message("Waiting for the secret choice of: {seats}.", seats=_owing(state))


def _place(state: Any) -> Message:
    left = OWN_TURN - int(state.put_up) - int(state.put_down)
    if state.players == 2 and not state.put_neutral:
        return Message("Place your brokers: {count} of your own and a neutral one.", count=left)
    if left == OWN_TURN:
        return Message("Place two brokers: choose where the first one goes, face up or face down.")
    return Message("Place your second broker.")


def _value(state: Any) -> Message:
    if state.facing:
        return Message("Which broker goes there face up: {place}?", place=place_name(state.target))
    return Message("Which broker goes there face down: {place}?", place=place_name(state.target))


def _quarter(state: Any) -> int:
    return int(state.quarter) + 1


def _looks(state: Any) -> int:
    return int(state.looks)


def _broker(state: Any) -> Message:
    return broker_name(state, int(state.target))


def _pick(state: Any) -> Message:
    if picks(state) == 2:
        return Message("Quarter {quarter}: you are first, take two gems of the ship.", quarter=_quarter)
    return Message("Quarter {quarter}: take a gem of the ship.", quarter=_quarter)


def _after(state: Any) -> Message:
    if state.spy == state.actor and state.looks:
        return Message(
            "Play a card, look with the Spy (looks left: {count}), or end your turn.", count=_looks
        )
    return Message("Play a card or end your turn.")


_PROMPTS: dict[Phase, Sentence] = {
    Phase.ORDER: Message("Choose an order card."),
    **dict.fromkeys(WINDOW_PHASES, Message("Play a card, or pass.")),
    Phase.SPY: Message(
        "Look with the Spy at a face-down broker, or pass; looks left: {count}.", count=_looks
    ),
    Phase.PLACE: _place,
    Phase.VALUE: _value,
    Phase.REFILL: Message("Which broker from behind your screen takes its place in the front?"),
    Phase.CLOSE: Message("Which quarter does the Queen close?"),
    Phase.AFTER: _after,
    Phase.WIZARD: Message("Which two brokers does the Wizard swap? Choose the first."),
    Phase.WIZARD_WITH: Message("With which broker do you swap the one in {place}?", place=_broker),
    Phase.SOLDIER: Message("Which of the brokers just placed does the Soldier mark?"),
    Phase.MESSENGER: Message("Which of your brokers does the Messenger move?"),
    Phase.MESSENGER_TO: Message("Where does the Messenger move it?"),
    Phase.CAPTAIN: Message("Which two ships does the Captain exchange?"),
    Phase.PICK: _pick,
    Phase.COLOUR: Message("Choose the colour of the gem you get."),
    Phase.COLUMN: Message(
        "Market columns are equal: you decide which is number {rank}.", rank=lambda state: int(state.rank) + 1
    ),
    Phase.BEST: Message("You are the best bidder: move a gem value 1 up or 1 down."),
    Phase.ALCHEMIST: Message("Which gem do you give to the Alchemist? You may exchange nothing."),
    Phase.ALCHEMIST_TAKE: Message(
        "Which gem do you get for the {gem}?", gem=lambda state: Gem(state.target).term
    ),
    Phase.BANKER: Message("Which colour does the Banker raise?"),
    Phase.BANKER_LOWER: Message(
        "Raised: {colour}. Which colour do you lower?", colour=lambda state: Colour(state.target).term
    ),
    Phase.JEWELLER: Message("Which two gems does the Jeweller bring?"),
}
_DECIDES = Message("{seat} is to decide.").text
_OTHERS: dict[Phase, str] = {
    Phase.ORDER: Message("{seat} chooses an order card.").text,
    **dict.fromkeys((Phase.PLACE, Phase.VALUE, Phase.REFILL), Message("{seat} places brokers.").text),
    Phase.SPY: Message("{seat} may look with the Spy.").text,
    Phase.PICK: Message("{seat} takes gems of the ship.").text,
    Phase.COLUMN: Message("{seat} orders equal market columns.").text,
    Phase.BEST: Message("{seat} is the best bidder and moves a gem value.").text,
}


def _ship(state: Any) -> Message:
    if state.quarter < QUARTERS:
        return Message("Chance draws the ship of quarter {quarter} now.", quarter=_quarter)
    return Message("Chance draws the ship of the market now.")


_CHANCE: dict[Phase, Sentence] = {
    Phase.DEAL: Message("Chance deals the order cards now."),
    Phase.CHARACTER: Message("Chance turns up the card of quarter {quarter} now.", quarter=_quarter),
    Phase.SHIP: _ship,
    Phase.TURN_UP: Message("Chance turns up a neutral broker now: {place}.", place=_broker),
}
