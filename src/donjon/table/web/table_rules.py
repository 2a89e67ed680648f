"""The rules of the table itself, in addition to the games' rules. They have ids, too."""

from __future__ import annotations

from donjon.kernel.message import Message

PREFIX = "TBL"
SEATS = f"{PREFIX}-1"
TURN = f"{PREFIX}-2"
UNDO = f"{PREFIX}-3"
BOTS = f"{PREFIX}-5"
HINTS = f"{PREFIX}-7"
LEAVING = f"{PREFIX}-8"
GATHERING = f"{PREFIX}-9"
CLOCKS = f"{PREFIX}-10"
CONSENT = f"{PREFIX}-11"

RULES = {
    SEATS: Message(
        "Only the player in a seat can move for it. Everyone else can watch and sees nothing hidden."
    ),
    TURN: Message("A move counts for the position you see. If the game has moved on since, choose again."),
    UNDO: Message(
        "You can undo your last move until another person moves or something random or hidden is "
        "revealed. Bots' replies are undone with it. The move that ends a game can be undone only if "
        "nothing hidden or random was left in the game. The log shows every undo."
    ),
    f"{PREFIX}-4": Message(
        "The seed of all random draws is fixed before the first move. A shuffle check that gives "
        "nothing away is shown from the start, the seed after the game: then anyone can check every "
        "draw."
    ),
    BOTS: Message(
        "A bot sees only what a player in its seat can see. If it fails to answer, an easier bot moves "
        "instead, and the log says so."
    ),
    f"{PREFIX}-6": Message(
        "On a shared device, nothing hidden is shown until someone says which player is looking."
    ),
    HINTS: Message(
        "The coach gives hints only in games against bots, never in games between people. It knows only "
        "what the player can know."
    ),
    LEAVING: Message(
        "A player may leave a running game: a bot then plays for them. They still see what their seat may "
        "see, and can rejoin at any moment, even in the middle of a turn. When all people have left, the "
        "bots rest until someone is back."
    ),
    GATHERING: Message(
        "A table with free seats waits for its players. The first to take a free seat has it, and the game "
        "starts when all are taken. The person who has been seated longest is the host: the host can put "
        "bots into free seats, free a seat, show the table in the lobby, and start with bots. Nothing is "
        "drawn before the start."
    ),
    CLOCKS: Message(
        "With a clock, each person has time for their own turns; bots have none. At a live pace a reserve "
        "runs down and grows after each turn. At a pace of days, each turn has free time, and a reserve for "
        "the whole game comes after it; no deadline falls between 22:00 and 8:00 of the player's day. When "
        "all time is used, a bot takes over; at a table of friends over days only if another player asks "
        "for it. The player can rejoin at any moment. Undoing within a turn gives no time back. No clock "
        "counts the time in which the server was away."
    ),
    CONSENT: Message(
        "What changes the game for all needs all people at the table: undoing more than the last move alone "
        "allows, another pace, an early end. Bots agree. After such an undo the same cards and tiles are "
        "drawn again, and whoever asked for it has used the time. A request to undo ends with the next move."
    ),
}
