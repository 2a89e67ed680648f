"""The rules of the table itself, in addition to the games' rules. They have ids, too."""

from __future__ import annotations

from donjon.kernel.message import Message

PREFIX = "TBL"
SEATS = f"{PREFIX}-1"
TURN = f"{PREFIX}-2"
UNDO = f"{PREFIX}-3"
BOTS = f"{PREFIX}-5"
HINTS = f"{PREFIX}-7"

RULES = {
    SEATS: Message("Only who sits at a seat acts for it. Everybody else may watch and sees no secrets."),
    TURN: Message(
        "A move answers the page it was chosen on; if the game has gone on meanwhile, choose again."
    ),
    UNDO: Message(
        "You can undo your last move until another person moves or something random or hidden is revealed. "
        "Bots' replies are undone with it. The move that ends a game can be undone only if nothing hidden or "
        "random was left in it. The log shows every undo."
    ),
    f"{PREFIX}-4": Message(
        "The seed of all random draws is fixed before the first move. A shuffle check, from which nothing "
        "about the seed follows, is shown from the start, and the seed after the end: then anyone can check "
        "every draw."
    ),
    BOTS: Message(
        "A bot is handed only what its seat may know. If it gives no answer, a simpler one decides in its "
        "place, and the log says so."
    ),
    f"{PREFIX}-6": Message(
        "Where several people share a screen it shows nobody's secrets until somebody says who is there."
    ),
    HINTS: Message(
        "The coach gives hints where all others are bots; among people nobody is helped. It knows only what "
        "the seat may know."
    ),
}
