"""A position of Ys, field by field. What no seat knows is not in it."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import record_type
from donjon.ys.terms import (
    CHARACTERS,
    COLOURS,
    GEMS,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_VOICE,
    PARTIES,
    PLACES,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    TRACK_SOURCES,
    VALUES,
)

# A seat, or (seat 2 of the two-player game) the neutral player, who uses gems, points and court only.
SEAT = record_type(
    "YsSeat",
    [
        ("order", "i4"),  # order card held, 1 .. n; 0 before the deal
        ("chosen", "i4"),  # order card chosen in this round but not taken yet, 0 none (YS-4.6)
        ("choice", "i4"),  # secret choice not shown yet: pair of the bid, value for the throne room; -1 none
        ("played", "i4"),  # cards played in this round that count (YS-8.1.3)
        ("extras", "i4"),  # extra 2s beside the board (YS-9.4.1)
        ("court", "i4"),  # points of Prince and King still to be entered (YS-8.18.1)
        ("screen", "i1", VALUES),  # brokers behind the screen by value; known to this seat only
        ("front", "i1", VALUES),  # brokers of the front by value
        ("old_front", "i1", VALUES),  # those of them that stood there when the turn began (YS-8.8.5)
        ("gems", "i1", GEMS),  # won gems by kind; white ones are exchanged at once
        ("hand", "i1", CHARACTERS),  # round in which the card in hand was won, 0 not in hand
        ("points", "i2", TRACK_SOURCES),  # points on the score track, by source
    ],
)

STATE = record_type(
    "YsState",
    [
        ("players", "i4"),
        ("quarters", "i4"),  # quarters in play
        ("open", "i4"),  # 1 open placement (YS-9.1.1)
        ("royal", "i4"),  # 1 Royal Favour (YS-9.4.2)
        ("express", "i4"),  # 1 Ys Express (YS-9.5.1)
        ("hard", "i4"),  # 1 harder neutral brokers (YS-9.3.20)
        ("round", "i4"),  # from 1, 0 before the first
        ("phase", "i4"),
        ("screens_open", "i4"),  # 1 while all that stands behind the screens is publicly known (YS-5.10)
        ("actor", "i4"),  # whose decision it is, -1 none or several
        ("turn", "i4"),  # turns of placement finished in this round
        ("asked", "i4"),  # seats of the window that have been asked, in order-card order
        ("window", "i4"),  # Phase.CARDS_FIRST, CARDS_BEFORE or CARDS_AFTER
        ("put_up", "i4"),  # own brokers placed face up in this turn
        ("put_down", "i4"),  # and face down
        ("put_neutral", "i4"),  # and the neutral one
        ("target", "i4"),  # place (or slot, or colour) chosen by a decision that is half done, -1 none
        ("facing", "i4"),  # 1 if the broker being placed is to be face up
        ("from_front", "i4"),  # value of the front broker being placed (Magician), -1 none
        ("spy", "i4"),  # seat whose Spy, Bishop, … is in play, -1 none
        ("looks", "i4"),  # looks the Spy has left
        ("bishop", "i4"),
        ("magician", "i4"),
        ("intriguer", "i4"),
        ("merchant", "i4"),
        ("queen", "i4"),
        ("closed", "i4"),  # the quarter that the Queen closes, -1 none
        ("quarter", "i4"),  # the quarter being counted
        ("rank", "i4"),  # how many have been paid in the quarter; rows paid; columns ranked
        ("cause", "i4"),  # number of the rule for which a colour is to be chosen
        ("resume", "i4"),  # the step that follows the choice of a colour
        ("ranking", "i1", PARTIES),  # who is present in the quarter being counted, best first, -1 nobody
        ("columns", "i1", COLOURS),  # market columns, best first; those not ranked yet -1
        ("offer", "i1", GEMS),  # gems left on the ship of the quarter being counted
        ("values", "i1", COLOURS),  # gem values
        ("unseen", "i1", CHARACTERS),  # 1 if no one has seen the card yet
        ("deck", "i1", SHIPS),  # 1 if the ship card is still in the deck
        ("ship", "i1", QUARTERS + 1),  # ship card in each harbour, the last for the market; -1 none
        ("character", "i1", QUARTERS),  # card face up on each quarter, -1 none
        ("market", "i1", ROWS),  # gem on each row, -1 none
        ("discards", "i1", SHIPS),  # 1 if the ship card is out of the game
        # The brokers on the board and in the throne room, by slot.
        ("place", "i1", SLOTS),  # where it stands, -1 no broker in this slot
        ("owner", "i1", SLOTS),  # seat, NEUTRAL in the two-player game
        ("value", "i1", SLOTS),  # -1 a neutral one that nobody has seen; else known to its owner
        ("face", "i1", SLOTS),  # 1 face up
        ("known", "i1", SLOTS),  # mask of the seats that have seen it
        ("marked", "i1", SLOTS),  # 1 with the Soldier's marker
        ("since", "i1", SLOTS),  # turn in which it was placed, from 1; 0 in the throne room
        ("could", "i1", SLOTS),  # mask of the values it can have as far as its origin tells (YS-10.8)
        ("group", "i1", SLOTS),  # number of the set of brokers whose values are known together, 0 none
        ("id", "i2", SLOTS),  # stays with the broker for as long as it is on the board
        # What follows from them, kept up to date.
        ("sums", "i1", (PLACES, PARTIES)),  # values of a party's brokers in a place
        ("count", "i1", (PLACES, PARTIES)),  # and their number
        ("seats", SEAT, MAX_SEATS),
    ],
)

# What is chosen before the start (D1); order cards of 0 are nature's to deal.
OPTIONS = record_type(
    "YsOptions",
    [
        ("players", "i4"),
        ("quarters", "i4"),
        ("open", "i4"),
        ("royal", "i4"),
        ("express", "i4"),
        ("hard", "i4"),
        ("order", "i1", MAX_SEATS),
    ],
)


@compilable
def seat_count(state):  # type: ignore[no-untyped-def]
    """How many seats play."""
    return int(state.players)


@compilable
def party_count(state):  # type: ignore[no-untyped-def]
    """How many own brokers and gems: the seats, and with two players the neutral player (YS-9.3.2)."""
    return NEUTRAL + 1 if state.players == 2 else int(state.players)


@compilable
def is_neutral(state, party):  # type: ignore[no-untyped-def]
    """Is this the neutral player?"""
    return state.players == 2 and party == NEUTRAL


@compilable
def voice(state, party):  # type: ignore[no-untyped-def]
    """The number of a party in events."""
    return NEUTRAL_VOICE if is_neutral(state, party) else int(party)
