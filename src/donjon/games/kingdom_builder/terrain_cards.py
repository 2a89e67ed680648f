"""Chapter 6: useless cards, redraws, the deck; 11.2 and 11.3: hidden cards and random draws."""

from __future__ import annotations

from typing import Any

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.model import BOOK, LETTERS, MANDATORY, NONE, TERRAINS, HexKind, Phase, State
from donjon.kernel import rng as random
from donjon.kernel.actions import Kind, names
from donjon.kernel.book import Line, player_named, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.records import Ints
from donjon.kernel.rng import Rng
from donjon.kernel.rule_ids import number

USELESS = number("KB-6.3")
REDRAW = number("KB-6.4")
BUILT_STAYS = number("KB-6.5")
AFTER_THE_LAST = number("KB-6.7")
NO_CARD_LEFT = number("KB-6.8")
RESHUFFLE = number("KB-6.9")
DISCARD_FIRST = number("KB-6.10")
BY_WEIGHT = BOOK.forbids(
    "KB-11.3.5",
    Message("No {terrain} cards are left in the deck.", terrain=lambda case: HexKind(case.argument).term),
)

CARD_REMOVED = BOOK.event(
    "card_removed",
    "No free {terrain} hexes are left: the card is removed.",
    "terrain",
    also=("KB-6.1", "KB-6.2"),
)
REDRAWN = BOOK.event(
    "redrawn", "{seat} draws {terrain} instead.", "terrain", also=("KB-6.1", "KB-6.6", "KB-11.3.6")
)
CARD_KEPT = BOOK.event(
    "card_kept",
    "No cards are left to draw: {terrain} stays, and the mandatory action ends.",
    "terrain",
    also=("KB-5.9",),
)
RESHUFFLED = BOOK.event(
    "reshuffled",
    "The deck is empty: {count:discarded card is|discarded cards are} reshuffled.",
    "count",
    also=("KB-6.11", "KB-11.3.7"),
)

DRAW = Kind(names("a terrain", HexKind.texts()[:TERRAINS], {"flower field": HexKind.FLOWER_FIELD}))
for _phase in (Phase.DEAL, Phase.DRAW, Phase.REDRAW):
    BOOK.asks(
        _phase,
        Message(
            "Drawing a terrain card for {seat}.",
            seat=lambda case: SeatName(int(case.state.actor)),
        ),
    )


@BOOK.fact("count")
def _settlements_owed(case: Case) -> int:
    """Return the settlements still to build."""
    return owed(case.state)


def owed(state: Any) -> int:
    """Return the number of settlements that the mandatory action of this turn still demands (KB-5.9)."""
    if state.actor == NONE or state.halted:
        return 0
    return min(MANDATORY - int(state.built), int(state.seats[state.actor].supply))


# The deck


@compilable
def cards_in(pile: Ints) -> int:
    """Return how many cards a pile (counts by terrain) holds."""
    count = 0
    for terrain in range(TERRAINS):
        count += int(pile[terrain])
    return count


@compilable
def ask_for_card(state: State, phase: int, log: EventLog | None) -> None:
    """Ask for a random card; an empty deck is first formed again from the discard pile (KB-6.9)."""
    if cards_in(state.deck) == 0:
        state.era += 1
        for terrain in range(TERRAINS):
            state.deck[terrain] = state.discard[terrain]
            state.discard[terrain] = 0
        if phase == Phase.DRAW:
            cite(log, DISCARD_FIRST)
        emit(log, RESHUFFLED, NONE, RESHUFFLE, cards_in(state.deck), 0, 0)
    state.phase = phase


@compilable
def forbids_draw(state: State, _nature: int, terrain: int) -> int:
    """Return the rule against a card that the deck does not hold (KB-11.3.5); 0 if it holds one."""
    return 0 if state.deck[terrain] > 0 else BY_WEIGHT


@compilable
def take_card(state: State, seat: int, terrain: int) -> None:
    """Move a terrain card from the deck to a hand; only the owner sees it (KB-11.2.2)."""
    state.deck[terrain] -= 1
    state.seats[seat].hand = terrain
    state.seats[seat].hand_era = state.era


# Useless cards


@compilable
def is_useless(state: State) -> bool:
    """Return whether no free hex of the terrain of the card is left on the board (KB-6.1, KB-12.3)."""
    return hexes.is_empty(state.land[state.played])


@compilable
def replace_useless_card(state: State, seat: int, log: EventLog | None) -> bool:
    """Ask for another card if the one in play is useless (KB-6.1 to KB-6.8); return whether it was."""
    if not is_useless(state):
        return False
    if cards_in(state.deck) + cards_in(state.discard) == 0:
        if not state.halted:
            state.halted = 1
            emit(log, CARD_KEPT, seat, NO_CARD_LEFT, state.played, 0, 0)
        return False
    card = int(state.played)
    state.removed[card] += 1
    state.played = NONE
    if is_mandatory_complete(state, seat):
        cite(log, AFTER_THE_LAST)
    emit(log, CARD_REMOVED, seat, USELESS, card, 0, 0)
    ask_for_card(state, Phase.REDRAW, log)
    return True


@DRAW.action_at(Phase.REDRAW, verb="draw", forbids=forbids_draw)
@compilable
def redraw(state: State, _nature: int, terrain: int, log: EventLog | None) -> None:
    """Lay open the random card that replaces a useless one (KB-6.4, KB-11.3.6)."""
    seat = state.actor
    state.deck[terrain] -= 1
    state.played = terrain
    if state.built > 0 and not is_mandatory_complete(state, seat):
        cite(log, BUILT_STAYS)
    emit(log, REDRAWN, seat, REDRAW, terrain, 0, 0)
    go_on(state, seat, log)


@compilable
def go_on(state: State, seat: int, log: EventLog | None) -> None:
    """Replace a useless card before the player decides anything (KB-6.2), then ask for the next decision."""
    state.using = NONE
    state.lifted = NONE
    state.origin = NONE
    if replace_useless_card(state, seat, log):
        return
    if is_mandatory_complete(state, seat):
        state.phase = Phase.AFTER
    elif state.built == 0:
        state.phase = Phase.START
    else:
        state.phase = Phase.MANDATORY


@compilable
def is_mandatory_complete(state: State, seat: int) -> bool:
    """Return whether three are built, the supply is empty, or no card was left (KB-5.9, KB-6.8)."""
    return state.built == MANDATORY or state.seats[seat].supply == 0 or state.halted != 0


# The cards that a seat may know


@compilable
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Deal the hands that `seat` cannot know again, each from the deck it was drawn from (KB-11.2.6).

    Cards drawn since the last reshuffle mix with the deck; older ones only among the hands of their own
    era, because all seats know which cards those are.
    """
    for other in range(state.players):
        hidden = state.seats[other]
        if other != seat and hidden.hand != NONE:
            if hidden.hand_era == state.era:
                state.deck[hidden.hand] += 1
            else:
                swap_within_era(state, seat, other, rng)
    for other in range(state.players):
        hidden = state.seats[other]
        if other != seat and hidden.hand != NONE and hidden.hand_era == state.era:
            hidden.hand = draw_from(state.deck, rng)
            state.deck[hidden.hand] -= 1


@compilable
def draw_from(pile: Ints, rng: Rng) -> int:
    """Return a random terrain of a pile (counts by terrain) that holds a card."""
    rest = random.below(rng, cards_in(pile))
    for terrain in range(TERRAINS):
        rest -= int(pile[terrain])
        if rest < 0:
            return terrain
    return NONE


@compilable
def swap_within_era(state: State, seat: int, other: int, rng: Rng) -> None:
    """Give `other` one of the hidden cards of its era that this and later seats hold, in exchange.

    The card is counted out in the order of terrains, so that the result depends only on which cards are
    hidden, which `seat` knows, and not on which seat holds which of them.
    """
    era = state.seats[other].hand_era
    count = 0
    for mate in range(other, state.players):
        count += is_mate(state, seat, mate, era)
    rest = random.below(rng, count)
    for terrain in range(TERRAINS):
        for mate in range(other, state.players):
            if is_mate(state, seat, mate, era) and state.seats[mate].hand == terrain:
                if rest == 0:
                    state.seats[mate].hand = state.seats[other].hand
                    state.seats[other].hand = terrain
                    return
                rest -= 1


@compilable
def is_mate(state: State, seat: int, mate: int, era: int) -> bool:
    """Return whether a seat holds a card of the era that `seat` cannot see."""
    hand = state.seats[mate]
    return mate != seat and hand.hand != NONE and hand.hand_era == era


@compilable
def unseen(state: State, seat: int, terrain: int) -> int:
    """Return the cards of a terrain in the deck and in hands that `seat` cannot see (KB-11.2.4)."""
    count = int(state.deck[terrain])
    for other in range(state.players):
        count += other != seat and state.seats[other].hand == terrain
    return count


def disclosed(then: Any, _seat: int, _action: int, now: Any, _reader: int) -> bool:
    """Return whether a card, dealt or drawn in the position `then` unseen by the reader, is open by now.

    `now` is a later position of the same game. A card is revealed when the next turn of its owner starts
    (KB-4.1); turns follow each other in turn order (KB-3.9).
    """
    owner, players = int(then.actor), int(then.players)
    before_the_first = then.turn == 0
    next_turn = 1 + (owner - int(then.first)) % players if before_the_first else int(then.turn) + players
    return bool(now.turn >= next_turn)


# Explanations


@BOOK.explains("played")
def explain_played(_state: Any, view: Any, _name: str) -> list[Line]:
    """Explain the terrain card in play."""
    if view["card"] is None:
        return [
            title(Message("terrain card")),
            ("KB-4.1", Message("A turn starts when the player reveals the terrain card in hand.")),
        ]
    kind = HexKind[view["card"].upper()]
    free = "".join(view["hexes"]).count(LETTERS[kind]) - sum(
        view["hexes"][row][column] == LETTERS[kind]
        for row, column in (piece["hex"] for piece in view["settlements"])
    )
    return [
        title(Message("terrain card in play: {terrain}", terrain=kind.term)),
        (
            "KB-4.2",
            Message(
                "{count} settlements go on this terrain this turn: {owed} left.",
                count=MANDATORY,
                owed=view["owed"],
            ),
        ),
        ("KB-5.6", Message("They go next to the player's own settlements if possible.")),
        (
            "KB-6.1",
            Message(
                "{count:free hex|free hexes} left. When there are none, another card is drawn.", count=free
            ),
        ),
    ]


@BOOK.explains("hand-")
def explain_hand(state: Any, view: Any, name: str) -> list[Line]:
    """Explain the terrain card that a seat holds."""
    player = player_named(view, name)
    if player is None:
        return []
    who = SeatName(player["seat"])
    if player["hand"]:
        terrain = HexKind[player["hand"].upper()].term
        return [
            title(Message("terrain card in hand: {terrain}", terrain=terrain)),
            ("KB-11.2.2", Message("Only you see it until your turn starts.")),
            ("KB-4.2", Message("On your next turn you build on this terrain.")),
        ]
    if player["holds_card"]:
        hidden = Message("Only {seat} sees it until that player's turn starts.", seat=who)
        return [title(Message("{seat}'s hidden terrain card", seat=who)), ("KB-11.2.2", hidden)]
    return explain_played(state, view, "") if player["seat"] == view["actor"] else []


@BOOK.explains("deck")
def explain_deck(_state: Any, view: Any, _name: str) -> list[Line]:
    """Explain the deck, as far as the viewer may know it."""
    cards = [
        Message("{kind} {count}", kind=HexKind[kind.upper()].term, count=count)
        for kind, count in view["unseen"].items()
    ]
    return [
        title(Message("terrain deck")),
        ("KB-11.2.1", Message("{count:card|cards} in the deck.", count=view["deck"])),
        ("KB-11.2.4", Message("In the deck and in hidden hands: {cards}.", cards=cards)),
        ("KB-6.9", Message("When it runs out, the discard pile is reshuffled.")),
    ]
