"""The invariants of a position: what rules and players rely on, field by field.

Whether a history could lead to a position is not asked. Each sentence names the field and what it should be.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from enum import IntEnum

from donjon.games.ys.cards import WINDOW_PHASES
from donjon.games.ys.characters import EFFECTS, LASTING
from donjon.games.ys.counting import BLUE_RULE, WHITE_RULE, fill_offer
from donjon.games.ys.knowledge import ANY_VALUE
from donjon.games.ys.market import WHITE_IN_ROW
from donjon.games.ys.model import (
    BASE_SET,
    COURT_WORTH,
    EXPRESS_SET,
    EXTRA_VALUE,
    EXTRAS,
    FIRST_ROW,
    HIGHEST,
    NEUTRAL_SETS,
    OWN_TURN,
    SHIP_NAMES,
    SHIP_WHITE,
    State,
    is_neutral,
    party_count,
    turns_in_all,
)
from donjon.games.ys.moving import forbids_swap_first
from donjon.games.ys.neutral import is_hidden_neutral
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    EVERYBODY,
    FIRST_CELL,
    FIRST_NEUTRAL,
    FIRST_THRONE,
    GEMS,
    MAX_SEATS,
    NEUTRAL_SLOTS,
    NONE,
    OWN_SLOTS,
    PLACES,
    QUARTERS,
    ROUNDS,
    ROWS,
    SHIPS,
    SLOTS,
    THRONE,
    VALUE_PAIRS,
    VALUES,
    Character,
    Gem,
    Phase,
    place_text,
)
from donjon.games.ys.pieces import IDS_PER_ROUND, pile_size, quarter_of
from donjon.games.ys.placing import IN_TURN, forbids_place
from donjon.kernel.game import copy
from donjon.kernel.rule_ids import name


class Stage(IntEnum):
    """The parts of a round, in order, and the end of the game."""

    BEFORE_BIDS = 0
    ORDERING = 1  # the order cards, and the cards played before the first turn
    PLACING = 2
    COUNTING = 3
    CLOSING = 4  # the board is empty again: the last cards, and the throne room
    OVER = 5


# From which phase on it is which part of a round, in the order of their numbers.
_STAGES = (
    (Phase.DEAL, Stage.BEFORE_BIDS),
    (Phase.TURN_UP, Stage.COUNTING),
    (Phase.BID, Stage.BEFORE_BIDS),
    (Phase.ORDER, Stage.ORDERING),
    (Phase.SPY, Stage.PLACING),
    (Phase.CARDS_BEFORE, Stage.COUNTING),
    (Phase.CARDS_AFTER, Stage.CLOSING),
    (Phase.OVER, Stage.OVER),
    (Phase.NEW_ROUND, Stage.BEFORE_BIDS),
    (Phase.NEXT_CHOICE, Stage.ORDERING),
    (Phase.BEFORE_TURN, Stage.PLACING),
    (Phase.OPEN_QUARTER, Stage.COUNTING),
    (Phase.ASK_THRONE, Stage.CLOSING),
)
_FIRST_PHASES = [phase for phase, _stage in _STAGES]
# Phases that belong to one seat; in BID and THRONE all decide at once.
_OF_ONE = (
    *(Phase(phase) for phase in range(Phase.ORDER, Phase.THRONE)),
    *(Phase.GO_ON, Phase.AFTER_PLACING, Phase.END_TURN),
)
OF_NOBODY = (Phase.CHARACTER, Phase.SHIP, Phase.TURN_UP, Phase.BID, Phase.THRONE, Phase.OVER)
# Phases between two rounds: the number of the round has not been raised yet.
_BETWEEN = (Phase.DEAL, Phase.NEW_ROUND)
# The decisions of cards that are played in one of the windows in which all are asked.
CARD_OF = {
    **{phase: card for card, phase in EFFECTS.items() if phase > Phase.CARDS_BEFORE},
    Phase.MESSENGER_TO: Character.MESSENGER,
    Phase.ALCHEMIST_TAKE: Character.ALCHEMIST,
    Phase.BANKER_LOWER: Character.BANKER,
}
_IN_WINDOW = (Phase.ASK_CARDS, *WINDOW_PHASES, *CARD_OF)
# For which rule a colour is chosen, by the step that follows.
CAUSES = {Phase.PAY_QUARTER: WHITE_RULE, Phase.PAY_ROWS: WHITE_IN_ROW, Phase.CLOSE_QUARTER: BLUE_RULE}
_TURN_UP_FOR = (Phase.OPEN_QUARTER, Phase.OPEN_MARKET)
_OF_QUARTERS = (Phase.PICK, *(Phase(phase) for phase in range(Phase.OPEN_QUARTER, Phase.OPEN_MARKET)))
RANKED = (Phase.PICK, Phase.COLOUR, Phase.PAY_QUARTER, Phase.PAY_DISTRICTS, Phase.CLOSE_QUARTER)


def faults(state: State) -> Iterator[str]:
    """Yield a sentence for each invariant that does not hold, with the field and what it should be.

    Later checks rely on earlier ones: only the first sentence is sure.
    """
    yield from _order_cards(state)
    yield from _deciding(state)
    yield from _turn(state)
    yield from _half_done(state)
    yield from _secret_choices(state)
    yield from _counting(state)
    yield from _columns(state)
    yield from _cards(state)
    yield from _ships(state)
    yield from _gems(state)
    yield from _brokers(state)
    for seat in range(state.players):
        yield from _set_of_seat(state, seat)
        yield from _supply(state, seat)


def stage_of(state: State) -> Stage:
    """Return the part of the round in which a position is."""
    phase = Phase(state.phase)
    if phase == Phase.ASK_CARDS or phase in CARD_OF:
        phase = Phase(state.window) if state.window in WINDOW_PHASES else Phase.CARDS_AFTER
    return _STAGES[bisect_right(_FIRST_PHASES, phase) - 1][1]


def is_served(state: State) -> bool:
    """Return whether the throne room has been served in the round whose number this is."""
    return state.phase in (Phase.END_ROUND, Phase.OVER, *_BETWEEN)


def is_in_quarter(state: State) -> bool:
    """Return whether a quarter is being scored."""
    if state.phase in (Phase.COLOUR, Phase.TURN_UP):
        return state.resume in _OF_QUARTERS
    return state.phase in _OF_QUARTERS


def _named_phase(state: State) -> str:
    return f"the phase {Phase(state.phase).id!r}"


# The course of the game


def _order_cards(state: State) -> Iterator[str]:
    cards = [int(state.seats[seat].order) for seat in range(state.players)]
    chosen = [int(state.seats[seat].chosen) for seat in range(state.players)]
    for key, numbers, rule in (("order_cards", cards, "YS-2.3"), ("chosen", chosen, "YS-4.5")):
        dealt = [card for card in numbers if card]
        if len(set(dealt)) < len(dealt):
            yield f"{key!r} names a card twice ({rule})."
    if state.phase == Phase.DEAL and all(cards):
        yield "'order_cards': in the phase 'deal' one seat must have none yet (YS-2.3)."
    if state.phase not in _BETWEEN and not all(cards):
        yield "'order_cards': each seat must have one when a round starts (YS-2.3)."
    if state.phase in _BETWEEN and state.round == ROUNDS:
        yield f"'round': there are {ROUNDS} rounds (YS-3.1)."
    if state.phase not in _BETWEEN and state.round == 0:
        yield f"'round': {_named_phase(state)} needs a round from 1 to {ROUNDS} (YS-3.1)."


def _deciding(state: State) -> Iterator[str]:
    phase = Phase(state.phase)
    if phase in _OF_ONE and state.actor == NONE:
        yield f"The phase {phase.id!r} needs an 'actor': the seat that decides."
    if phase in (Phase.THRONE, Phase.ASK_THRONE) and not state.royal:
        yield f"'phase': there is {_named_phase(state)} with Royal Favour only (YS-9.4.3)."
    if phase in _IN_WINDOW and state.window not in WINDOW_PHASES:
        yield f"The phase {phase.id!r} needs a 'window': cards_first, cards_before or cards_after."
    if phase in WINDOW_PHASES and state.window != phase:
        yield f"'window': {_named_phase(state)} belongs to that window."
    if phase not in _IN_WINDOW and state.window != NONE:
        yield f"'window': {_named_phase(state)} belongs to no window."
    if (state.queen == NONE) != (state.closed == NONE):
        yield "'queen', 'closed': state both or neither (YS-8.17.1)."


def _turn(state: State) -> Iterator[str]:
    turns, phase = turns_in_all(state), state.phase
    if state.turn > turns:
        yield f"'turn': a round has {turns} turns of placement (YS-5.1)."
    if phase in IN_TURN and state.turn == turns:
        yield f"'turn': all {turns} turns are over (YS-5.1)."
    placed = int(state.put_up + state.put_down)
    if phase in IN_TURN and placed > OWN_TURN:
        yield f"'put_up', 'put_down': a turn places {OWN_TURN} brokers (YS-5.1)."
    neutral_left = state.players == 2 and not state.put_neutral
    is_done = placed == OWN_TURN and (phase == Phase.VALUE or not neutral_left)
    if phase in (Phase.PLACE, Phase.VALUE, Phase.CLOSE) and is_done:
        yield f"'put_up', 'put_down': no broker is left to place in {_named_phase(state)} (YS-5.1)."
    for seat in range(state.players):
        me = state.seats[seat]
        is_kept = state.magician == seat and stage_of(state) < Stage.COUNTING
        fits = all(old <= new for old, new in zip(me.old_front, me.front, strict=True))
        if not fits or (me.old_front.sum() and not is_kept):
            yield "'old_fronts': what was in front of the Magician's screen when the turn started (YS-8.8.5)."


def _half_done(state: State) -> Iterator[str]:
    """Yield what is wrong with what was chosen before: a place, a broker, a gem, or a colour."""
    phase, target, actor = state.phase, int(state.target), int(state.actor)
    checks = {
        Phase.VALUE: lambda: target < PLACES and forbids_place(state, target) == 0,
        Phase.REFILL: lambda: target < PLACES and state.from_front != NONE,
        Phase.WIZARD_WITH: lambda: forbids_swap_first(state, NONE, target) == 0,
        Phase.MESSENGER_TO: lambda: target < FIRST_THRONE and 0 <= state.place[target] < PLACES,
        Phase.ALCHEMIST_TAKE: lambda: target < GEMS and state.seats[actor].gems[target] > 0,
        Phase.BANKER_LOWER: lambda: target < COLOURS,
        Phase.TURN_UP: lambda: is_hidden_neutral(state, target),
    }
    if phase not in checks:
        return
    if target == NONE:
        yield f"The phase {Phase(phase).id!r} needs a 'target': what was chosen before."
    elif not checks[Phase(phase)]():
        yield f"'target', 'from_front': {target} could not be chosen before {_named_phase(state)}."


def _secret_choices(state: State) -> Iterator[str]:
    """Yield what is wrong with secret choices, which must be of brokers that the seat has."""
    phase = Phase(state.phase)
    chosen = [me for me in state.seats[: state.players] if me.choice != NONE]
    if phase not in (Phase.BID, Phase.THRONE):
        if chosen:
            yield f"'choices': nothing is chosen secretly in {_named_phase(state)} (YS-4.1, YS-9.4.3)."
        return
    for me in chosen:
        if phase == Phase.BID:
            pair = VALUE_PAIRS[me.choice]
            fits = all(me.screen[value] >= pair.count(value) for value in pair)
        else:
            fits = me.choice < VALUES and me.front[me.choice] > 0
        if not fits:
            yield "'choices': a seat has no such brokers to choose (YS-4.1, YS-9.4.3)."
    if len(chosen) == state.players:
        yield f"In the phase {phase.id!r} a seat must be without a 'choice'."


# Scoring


def _counting(state: State) -> Iterator[str]:
    phase, resume = Phase(state.phase), state.resume
    if phase == Phase.TURN_UP and resume not in _TURN_UP_FOR:
        yield "The phase 'turn_up' needs 'resume', the next step: open_quarter or open_market."
    if phase == Phase.COLOUR:
        if resume not in CAUSES:
            yield "The phase 'colour' needs 'resume', the next step: pay_quarter, pay_rows or close_quarter."
        elif state.cause != CAUSES[Phase(resume)]:
            cause = CAUSES[Phase(resume)]
            yield f"'cause': it is {cause} ({name('YS', cause)}) in {_named_phase(state)}."
    yield from _quarter(state)
    parties = [int(party) for party in state.ranking if party != NONE]
    if len(set(parties)) < len(parties) or any(party >= party_count(state) for party in parties):
        yield "'ranking': the parties present in the quarter being scored, each once (YS-6.2.2)."
    stage = stage_of(state)
    if stage == Stage.COUNTING and state.window == NONE:
        counted = int(state.quarter) if is_in_quarter(state) else int(state.quarters)
        if any(state.count[place].sum() for place in range(counted * DISTRICTS)):
            yield "'brokers': those of scored quarters go back (YS-6.3.6)."
    if stage > Stage.COUNTING and any(state.count[place].sum() for place in range(PLACES)):
        yield "'brokers': none is on the board after scoring (YS-6.9.1)."
    is_neutral_next = phase == Phase.PAY_BEST and state.players == 2
    if is_neutral_next and all(value == HIGHEST for value in state.values):
        yield "'values': one of them must be able to rise (YS-9.3.14)."


def _quarter(state: State) -> Iterator[str]:
    phase, quarter, quarters = Phase(state.phase), int(state.quarter), int(state.quarters)
    if phase == Phase.CHARACTER:
        if not 0 <= quarter < quarters or state.character[quarter] != NONE:
            yield f"'quarter': {_named_phase(state)} is for a quarter without a card (YS-3.2)."
    elif phase == Phase.SHIP:
        if quarter not in (*range(quarters), QUARTERS) or state.ship[quarter] != NONE:
            yield f"'quarter': {_named_phase(state)} is for a harbour without a ship, or the market (YS-3.4)."
    elif is_in_quarter(state):
        if quarter == NONE:
            yield f"The phase {phase.id!r} needs a 'quarter', from 0."
        if quarter >= quarters:
            yield f"'quarter': {quarters} quarters are in play (YS-2.4, YS-9.2.2)."
    elif quarter != NONE:
        yield f"'quarter': no quarter is scored in {_named_phase(state)}."


def _columns(state: State) -> Iterator[str]:
    if state.phase in (Phase.COLUMN, Phase.RANK_COLUMNS):
        ranked = [int(column) for column in state.columns if column != NONE]
        if len(ranked) != state.rank or len(set(ranked)) < len(ranked):
            yield f"'columns': {int(state.rank)} are ranked now, each once (YS-6.5.2)."


# Cards, ships and gems


def in_play(state: State) -> dict[Character, bool]:
    """Return for each card with a lasting effect whether that effect is in play."""
    played = {Character[card.upper()]: bool(state[card] != NONE) for card in LASTING}
    return {**played, Character.MERCHANT: bool(state.merchant)}


def is_held(state: State, card: int) -> bool:
    """Return whether a yellow card is in a hand, or its effect in play."""
    if not 0 <= card < CHARACTERS:
        return False
    held = any(state.seats[seat].hand[card] for seat in range(state.players))
    return held or in_play(state).get(Character(card), False)


def is_somewhere(state: State, card: int) -> bool:
    """Return whether a yellow card lies on a quarter, is in a hand, or has its effect in play."""
    return is_held(state, card) or any(state.character[quarter] == card for quarter in range(QUARTERS))


def _cards(state: State) -> Iterator[str]:
    """Yield what is wrong with the character cards: each is there once, and enough are to be turned up."""
    for card in range(CHARACTERS):
        shown = sum(int(state.character[quarter] == card) for quarter in range(QUARTERS))
        held = sum(int(state.seats[seat].hand[card] > 0) for seat in range(state.players))
        playing = int(in_play(state).get(Character(card), False))
        if shown + held + playing + int(state.unseen[card]) > 1:
            yield f"'unseen', 'hands', 'characters': there is one {Character(card).id} (YS-1.5)."
    court = sum(int(state.seats[party].court) for party in range(party_count(state)))
    if court > COURT_WORTH.sum():
        yield "'court': there is one Prince and one King (YS-8.18.1)."
    # A card for each quarter in rounds 1 to 3 that are still to start, and those that this round lacks.
    due = int(state.quarters) * max(0, ROUNDS - 1 - int(state.round))
    if state.phase in (Phase.CHARACTER, Phase.TURN_UP_CARDS) and state.round < ROUNDS:
        due += sum(int(state.character[quarter] == NONE) for quarter in range(state.quarters))
    unseen = sum(int(state.unseen[card]) for card in range(CHARACTERS))
    if unseen < due:
        yield f"'unseen': {due} cards are still to be turned up, there are {unseen} (YS-3.2)."


def _ships(state: State) -> Iterator[str]:
    """Yield what is wrong with the ships: each is there once, and enough are to come."""
    for quarter in range(state.quarters, QUARTERS):
        if state.ship[quarter] != NONE:
            yield f"'ships': {state.quarters} quarters are in play (YS-2.4)."
    for ship in range(SHIPS):
        lies = sum(int(state.ship[quarter] == ship) for quarter in range(QUARTERS + 1))
        filled = int(state.ship[QUARTERS] == ship)
        count = lies + int(state.deck[ship]) + int(state.discards[ship]) - filled
        text = SHIP_NAMES[ship]
        if filled and not state.discards[ship]:
            yield f"'discards': {text} has filled the market and is out (YS-3.8)."
        if state.express and SHIP_WHITE[ship]:
            if count:
                yield f"'deck', 'ships', 'discards': {text} is not in Ys Express (YS-9.5.2)."
        elif count != 1:
            yield f"'deck', 'ships', 'discards': {text} occurs {count} times (YS-1.4)."
    # A ship for each quarter and the market in the rounds to come, and those that this round lacks.
    due = (int(state.quarters) + 1) * (ROUNDS - int(state.round))
    if state.phase in (Phase.CHARACTER, Phase.TURN_UP_CARDS, Phase.SAIL, Phase.SHIP):
        due += sum(int(state.ship[at] == NONE) for at in (*range(state.quarters), QUARTERS))
    left = sum(int(state.deck[ship]) for ship in range(SHIPS))
    if left < due:
        yield f"'deck': {due} ships are still to come, there are {left} (YS-3.4)."


def _gems(state: State) -> Iterator[str]:
    for row in range(ROWS):
        gem = state.market[row]
        if gem != NONE and (row < FIRST_ROW[state.players] or gem == Gem.BLACK):
            yield f"'market': that gem can't be in row {row} (YS-3.6, YS-5.5, YS-9.2.5)."
    most = copy(state)
    fill_offer(most, int(state.ship[state.quarter]) if is_in_quarter(state) else NONE)
    if any(state.offer[gem] > most.offer[gem] for gem in range(GEMS)):
        yield "'offer': the gems left on the ship of the quarter being scored (YS-6.2.3)."


# Brokers


def brokers_of(state: State, seat: int) -> list[int]:
    """Return all brokers that a seat has, by value (YS-2.2, YS-9.4.5, YS-9.5.1)."""
    owned = [int(count) for count in (EXPRESS_SET if state.express else BASE_SET)]
    if state.royal:
        owned[EXTRA_VALUE] += EXTRAS - int(state.seats[seat].extras)
    return owned


def unplaced(state: State, seat: int) -> list[int]:
    """Return those neither before the screen nor in play, by value; below 0 where too many are elsewhere."""
    front = state.seats[seat].front
    rest = [owned - int(front[value]) for value, owned in enumerate(brokers_of(state, seat))]
    for slot in range(SLOTS):
        if state.id[slot] and state.owner[slot] == seat and not is_neutral(state, seat):
            rest[int(state.value[slot])] -= 1
    return rest


def turns_left(state: State, seat: int) -> int:
    """Return how many turns of placement a seat has still to start in this round; the most it can have."""
    stage, players = stage_of(state), int(state.players)
    if stage > Stage.PLACING:
        return 0
    coming = range(int(state.turn) + int(state.phase in IN_TURN), turns_in_all(state))
    if stage == Stage.BEFORE_BIDS or state.phase in (Phase.ORDER, Phase.NEXT_CHOICE):
        return -(-len(coming) // players)
    return sum(turn % players + 1 == state.seats[seat].order for turn in coming)


def _is_in_turn(state: State, seat: int) -> bool:
    return bool(state.phase in IN_TURN and state.actor == seat)


def to_place(state: State, seat: int) -> int:
    """Return how many brokers a seat has still to place in this round."""
    now = OWN_TURN - int(state.put_up + state.put_down) if _is_in_turn(state, seat) else 0
    return OWN_TURN * turns_left(state, seat) + now


def _neutral_to_place(state: State, seat: int) -> int:
    """Return how many neutral brokers a seat has still to place in this round (YS-9.3.4)."""
    now = 1 - int(state.put_neutral) if _is_in_turn(state, seat) else 0
    return turns_left(state, seat) + now if state.players == 2 else 0


def has_room(state: State) -> bool:
    """Return whether there is room on the board for the brokers that are to be placed in this round."""
    for seat in range(state.players):
        if _used(state, OWN_SLOTS * seat, OWN_SLOTS) + to_place(state, seat) > OWN_SLOTS:
            return False
        neutral = _used(state, FIRST_NEUTRAL + NEUTRAL_SLOTS * seat, NEUTRAL_SLOTS)
        if state.players == 2 and neutral + _neutral_to_place(state, seat) > NEUTRAL_SLOTS:
            return False
    return True


def _used(state: State, first: int, count: int) -> int:
    return sum(int(state.id[slot] != 0) for slot in range(first, first + count))


def _brokers(state: State) -> Iterator[str]:
    if state.round == 0 and any(place != NONE for place in state.place):
        yield "'brokers': none is in play before the first round (YS-3.1)."
    for slot in range(SLOTS):
        if state.id[slot]:
            yield from _place(state, slot)
            yield from _knowledge(state, slot)
    if not has_room(state):
        yield "'brokers': with those still to be placed this round, there are too many (YS-5.1)."
    for place in range(FIRST_CELL, PLACES):
        if state.count[place].sum() > 1:
            yield f"'brokers': two are in {place_text(place)} (YS-5.4)."
    yield from _names(state)
    yield from _limits(state)
    if state.players == 2:
        yield from _neutral_sets(state)


def _place(state: State, slot: int) -> Iterator[str]:
    place, neutral = int(state.place[slot]), bool(is_neutral(state, state.owner[slot]))
    where = "'brokers': " + (place_text(place) if place != NONE else "a broker without a place")
    if slot >= FIRST_THRONE:
        since, seat = divmod(slot - FIRST_THRONE, MAX_SEATS)
        past = state.round - int(not is_served(state))
        if place != THRONE or not state.royal or since >= past or seat >= state.players:
            yield f"{where}: the throne room has a 'slot' for each seat and past round (YS-9.4.3)."
        return
    last = FIRST_NEUTRAL + 2 * NEUTRAL_SLOTS if state.players == 2 else OWN_SLOTS * int(state.players)
    if slot >= last or place == THRONE or (place == NONE and not neutral):
        yield f"{where} can't hold the broker of 'slot' {slot}."
    if state.players == 2 and neutral != (slot >= FIRST_NEUTRAL):
        yield "'slot': the neutral player's brokers have slots of their own (YS-9.3.2)."
    if 0 <= place < FIRST_CELL and quarter_of(place) >= state.quarters:
        yield f"{where} is not in play (YS-2.4, YS-9.2.2)."
    if place >= FIRST_CELL and (place - FIRST_CELL) // COLOURS < FIRST_ROW[state.players]:
        yield f"{where} is in a row that is not used (YS-5.5, YS-9.2.5)."


def _knowledge(state: State, slot: int) -> Iterator[str]:
    """Yield what is wrong with the seats that know a broker, and with the known facts about it."""
    owner, value, known = int(state.owner[slot]), int(state.value[slot]), int(state.known[slot])
    up = bool(state.face[slot])
    if is_neutral(state, owner):
        if known != (EVERYBODY if up else 0) or (value == NONE and up):
            yield "'known', 'up': nobody sees a neutral broker before it is turned up (YS-9.3.5)."
        return
    if value == NONE:
        yield "A broker needs a 'value' from 0 to 4; only neutral brokers can lack it."
    seen_by_some = not up and known >> owner & 1 and known < 1 << state.players
    if known != EVERYBODY and (not seen_by_some or state.phase == Phase.OVER):
        yield "'known': the owner knows a broker, and everyone knows a face-up broker (YS-10.1)."
    if not int(state.could[slot]) >> max(value, 0) & 1:
        yield "'could': the values the broker can have, its own included (YS-10.8)."
    settled = stage_of(state) > Stage.COUNTING or (
        stage_of(state) == Stage.COUNTING
        and state.phase not in (Phase.OPEN_MARKET, Phase.TURN_UP)
        and state.window == NONE
        and not is_in_quarter(state)
    )
    if state.group[slot] > max(0, state.round - int(not settled)):
        yield "'group': a group forms when the brokers of a market are revealed (YS-10.8)."


def _limits(state: State) -> Iterator[str]:
    """Yield where several brokers that must be distinguished by their origin are dealt together (YS-10.8)."""
    limited = [
        (int(state.owner[slot]), int(state.group[slot]))
        for slot in range(SLOTS)
        if state.id[slot] and state.could[slot] != ANY_VALUE and state.known[slot] != EVERYBODY
    ]
    if len(set(limited)) < len(limited):
        yield "'could': limit only one broker of a seat and 'group' to values in front of a screen (YS-10.8)."


def _names(state: State) -> Iterator[str]:
    """Yield where two brokers have the same name, or one has the name of a broker still to come (YS-10.4)."""
    names = [int(broker) for broker in state.id]
    is_placed = stage_of(state) > Stage.PLACING
    for slot, broker in enumerate(names):
        begun, home = divmod(broker, IDS_PER_ROUND)
        is_given = is_served(state) or (home < FIRST_THRONE and (is_placed or names[home] != 0))
        is_new = begun > state.round or (begun == state.round and not is_given)
        if broker and (is_new or names.count(broker) > 1):
            yield f"'id': {broker} is not that of a broker in 'slot' {slot} (YS-10.4)."


def _neutral_sets(state: State) -> Iterator[str]:
    for seat in range(state.players):
        first = FIRST_NEUTRAL + NEUTRAL_SLOTS * seat
        for value in range(VALUES):
            count = sum(int(state.value[slot] == value) for slot in range(first, first + NEUTRAL_SLOTS))
            if count > NEUTRAL_SETS[state.hard, value]:
                yield f"'brokers': too many neutral {value}s with seat {seat} (YS-9.3.2, YS-9.3.20)."


def _set_of_seat(state: State, seat: int) -> Iterator[str]:
    """Yield where a seat has other brokers than those of its set, or too few for this round."""
    me, stage = state.seats[seat], stage_of(state)
    for value, rest in enumerate(unplaced(state, seat)):
        owned, behind = brokers_of(state, seat)[value], int(me.screen[value])
        if rest != behind:
            finding = f"seat {seat} has {owned - rest + behind} brokers worth {value}, and its set {owned}"
            yield f"'screens', 'fronts', 'brokers': {finding} (YS-2.2)."
    need = to_place(state, seat) + (2 if stage == Stage.BEFORE_BIDS else 0)
    need += int(state.phase == Phase.REFILL and state.actor == seat)
    if pile_size(me.screen) < need:
        yield f"'screens': seat {seat} has {need} brokers still to place (YS-5.1)."
    is_bid = Stage.ORDERING <= stage <= Stage.CLOSING and state.phase != Phase.END_ROUND
    if state.royal and is_bid and not me.front.sum():
        yield "'fronts': one broker of each player goes to the throne room (YS-9.4.3)."


def _supply(state: State, seat: int) -> Iterator[str]:
    """Yield where the throne room leaves too few brokers of a seat for the last round."""
    if not state.royal or state.round == ROUNDS or state.phase == Phase.OVER:
        return
    services = ROUNDS - int(state.round) - int(is_served(state))
    mine = sum(int(state.id[slot] != 0 and state.owner[slot] == seat) for slot in range(FIRST_THRONE, SLOTS))
    left = sum(brokers_of(state, seat)) - mine - max(0, services - int(state.seats[seat].extras))
    need = 2 + OWN_TURN * turns_in_all(state) // int(state.players)
    if left - int(_has_wizard(state)) < need:
        yield f"'extras', 'brokers': seat {seat} needs {need} outside the throne room to the end (YS-9.4.5)."


def _has_wizard(state: State) -> bool:
    """Return whether the Wizard can still swap in this game."""
    wizard = Character.WIZARD
    busy = state.phase in (Phase.WIZARD, Phase.WIZARD_WITH)
    return busy or bool(state.unseen[wizard]) or is_somewhere(state, wizard)
