"""One sentence for a position: who must do what, with the numbers that matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.kernel.message import Message, SeatName
from donjon.ys.counting import picks
from donjon.ys.nouns import NONE, QUARTERS, Colour, Gem, Phase, broker_name, place_name


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
        return _PROMPTS[phase](state)
    return Message(_OTHERS.get(phase, _DECIDES), seat=SeatName(int(state.actor)))


def to_decide(state: Any) -> Message:
    """What is to be decided now, and by whom."""
    phase = Phase(int(state.phase))
    if phase < Phase.BID:
        return _CHANCE[phase](state)
    if phase in (Phase.BID, Phase.THRONE):
        owing = _owing(state)
        asked = _together(state, owing[0].seat, phase)
        return Message("{what} Waiting for the secret choice of: {seats}.", what=asked, seats=owing)
    return Message(
        "{what} It is for {seat} to decide now.",
        what=_PROMPTS[phase](state),
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
    left = 2 - int(state.put_up) - int(state.put_down)
    if state.players == 2 and not state.put_neutral:
        return Message("Place your brokers: {count} of your own and a neutral one.", count=left)
    if left == 2:
        return Message("Place two brokers: choose where the first one goes, face up or face down.")
    return Message("Place your second broker.")


def _value(state: Any) -> Message:
    return Message("Which broker goes there: {place}?", place=place_name(state.target))


def _cards(_state: Any) -> Message:
    return Message("Play a card, or pass.")


def _pick(state: Any) -> Message:
    if picks(state) == 2:
        return Message(
            "Quarter {quarter}: you are first, take two gems of the ship.", quarter=int(state.quarter) + 1
        )
    return Message("Quarter {quarter}: take a gem of the ship.", quarter=int(state.quarter) + 1)


def _column(state: Any) -> Message:
    return Message("Market columns are equal: you decide which is number {rank}.", rank=int(state.rank) + 1)


def _spy(state: Any) -> Message:
    return Message(
        "Look with the Spy at a face-down broker, or pass; looks left: {count}.", count=state.looks
    )


def _after(state: Any) -> Message:
    if state.spy == state.actor and state.looks:
        return Message(
            "Play a card, look with the Spy (looks left: {count}), or end your turn.", count=state.looks
        )
    return Message("Play a card or end your turn.")


def _fixed(text: str) -> Callable[[Any], Message]:
    return lambda _state: Message(text)


def _alchemist_take(state: Any) -> Message:
    return Message("Which gem do you get for the {gem}?", gem=Gem(state.target).term)


def _banker_lower(state: Any) -> Message:
    return Message("Raised: {colour}. Which colour do you lower?", colour=Colour(state.target).term)


def _wizard_with(state: Any) -> Message:
    return Message(
        "With which broker do you swap the one in {place}?", place=broker_name(state, int(state.target))
    )


_PROMPTS: dict[Phase, Callable[[Any], Message]] = {
    Phase.ORDER: _fixed(Message("Choose an order card.").text),
    Phase.CARDS_FIRST: _cards,
    Phase.SPY: _spy,
    Phase.PLACE: _place,
    Phase.VALUE: _value,
    Phase.REFILL: _fixed(Message("Which broker from behind your screen takes its place in the front?").text),
    Phase.CLOSE: _fixed(Message("Which quarter does the Queen close?").text),
    Phase.AFTER: _after,
    Phase.WIZARD: _fixed(Message("Which two brokers does the Wizard swap? Choose the first.").text),
    Phase.WIZARD_WITH: _wizard_with,
    Phase.SOLDIER: _fixed(Message("Which of the brokers just placed does the Soldier mark?").text),
    Phase.CARDS_BEFORE: _cards,
    Phase.MESSENGER: _fixed(Message("Which of your brokers does the Messenger move?").text),
    Phase.MESSENGER_TO: _fixed(Message("Where does the Messenger move it?").text),
    Phase.CAPTAIN: _fixed(Message("Which two ships does the Captain exchange?").text),
    Phase.PICK: _pick,
    Phase.COLOUR: _fixed(Message("Choose the colour of the gem you get.").text),
    Phase.COLUMN: _column,
    Phase.BEST: _fixed(Message("You are the best bidder: move a gem value 1 up or 1 down.").text),
    Phase.CARDS_AFTER: _cards,
    Phase.ALCHEMIST: _fixed(
        Message("Which gem do you give to the Alchemist? You may exchange nothing.").text
    ),
    Phase.ALCHEMIST_TAKE: _alchemist_take,
    Phase.BANKER: _fixed(Message("Which colour does the Banker raise?").text),
    Phase.BANKER_LOWER: _banker_lower,
    Phase.JEWELLER: _fixed(Message("Which two gems does the Jeweller bring?").text),
}
_DECIDES = Message("{seat} is to decide.").text
_OTHERS: dict[Phase, str] = {
    Phase.ORDER: Message("{seat} chooses an order card.").text,
    Phase.PLACE: Message("{seat} places brokers.").text,
    Phase.VALUE: Message("{seat} places brokers.").text,
    Phase.REFILL: Message("{seat} places brokers.").text,
    Phase.SPY: Message("{seat} may look with the Spy.").text,
    Phase.PICK: Message("{seat} takes gems of the ship.").text,
    Phase.COLUMN: Message("{seat} orders equal market columns.").text,
    Phase.BEST: Message("{seat} is the best bidder and moves a gem value.").text,
}


def _ship(state: Any) -> Message:
    if state.quarter < QUARTERS:
        return Message("Chance draws the ship of quarter {quarter} now.", quarter=int(state.quarter) + 1)
    return Message("Chance draws the ship of the market now.")


_CHANCE: dict[Phase, Callable[[Any], Message]] = {
    Phase.DEAL: _fixed(Message("Chance deals the order cards now.").text),
    Phase.CHARACTER: lambda state: Message(
        "Chance turns up the card of quarter {quarter} now.", quarter=int(state.quarter) + 1
    ),
    Phase.SHIP: _ship,
    Phase.TURN_UP: lambda state: Message(
        "Chance turns up a neutral broker now: {place}.", place=broker_name(state, int(state.target))
    ),
}
