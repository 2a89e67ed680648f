"""Whether a game can go on from a stated position: the phase and what lies on the table."""

from __future__ import annotations

from enum import IntEnum

from donjon.kernel.game import copy
from donjon.kernel.rule_ids import name
from donjon.kernel.stated import require
from donjon.ys.bidding import is_free, next_to_choose
from donjon.ys.cards import WINDOW_OF, WINDOW_PHASES
from donjon.ys.characters import EFFECTS, LASTING
from donjon.ys.counting import BLUE_RULE, WHITE_RULE, fill_offer
from donjon.ys.market import WHITE_RULE as WHITE_IN_MARKET
from donjon.ys.market import column_key
from donjon.ys.model import (
    CARD_LIMIT,
    COURT_WORTH,
    EXTRAS,
    FIRST_ROW,
    LOWEST,
    OWN_TURN,
    SHIP_NAMES,
    SHIP_WHITE,
    WINDOWS,
    State,
    party_count,
    seat_of_order,
    turns_in_all,
)
from donjon.ys.moving import forbids_messenger, forbids_swap_first
from donjon.ys.neutral import is_hidden_neutral
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    GEMS,
    NONE,
    PLACES,
    QUARTERS,
    ROUNDS,
    ROWS,
    SHIPS,
    VALUE_PAIRS,
    Character,
    Gem,
    Phase,
)
from donjon.ys.pieces import pile_size
from donjon.ys.placing import forbids_own
from donjon.ys.setup import seat_to_deal
from donjon.ys.ties import judge, rank_parties, winner


class Stage(IntEnum):
    """The parts of a round, in order, and the end of the game."""

    BEFORE_BIDS = 0
    ORDERING = 1  # the order cards, and the cards played before the first turn
    PLACING = 2
    COUNTING = 3
    CLOSING = 4  # the board is empty again: the last cards, and the throne room
    OVER = 5


_STAGES = {
    **dict.fromkeys((Phase.DEAL, Phase.CHARACTER, Phase.SHIP, Phase.BID), Stage.BEFORE_BIDS),
    **dict.fromkeys((Phase.NEW_ROUND, Phase.TURN_UP_CARDS, Phase.SAIL, Phase.ASK_BIDS), Stage.BEFORE_BIDS),
    **dict.fromkeys((Phase.ORDER, Phase.NEXT_CHOICE, Phase.CARDS_FIRST), Stage.ORDERING),
    **dict.fromkeys((Phase(phase) for phase in range(Phase.SPY, Phase.CARDS_BEFORE)), Stage.PLACING),
    **dict.fromkeys((Phase(phase) for phase in range(Phase.BEFORE_TURN, Phase.OPEN_QUARTER)), Stage.PLACING),
    **dict.fromkeys((Phase(phase) for phase in range(Phase.PICK, Phase.CARDS_AFTER)), Stage.COUNTING),
    **dict.fromkeys((Phase(phase) for phase in range(Phase.OPEN_QUARTER, Phase.ASK_THRONE)), Stage.COUNTING),
    **dict.fromkeys((Phase.TURN_UP, Phase.CARDS_BEFORE), Stage.COUNTING),
    **dict.fromkeys((Phase.CARDS_AFTER, Phase.THRONE, Phase.ASK_THRONE, Phase.END_ROUND), Stage.CLOSING),
    Phase.OVER: Stage.OVER,
}
# Phases in which one seat plays its turn of placement; in some of them all its brokers are placed.
ALL_PLACED = (
    Phase.AFTER,
    Phase.WIZARD,
    Phase.WIZARD_WITH,
    Phase.SOLDIER,
    Phase.AFTER_PLACING,
    Phase.END_TURN,
)
IN_TURN = (Phase.PLACE, Phase.VALUE, Phase.REFILL, Phase.CLOSE, Phase.GO_ON, *ALL_PLACED)
# Phases that belong to one seat; in BID and THRONE all decide at once.
_OF_ONE = (
    *(Phase(phase) for phase in range(Phase.ORDER, Phase.THRONE)),
    *(Phase.GO_ON, Phase.AFTER_PLACING, Phase.END_TURN),
)
OF_NOBODY = (Phase.CHARACTER, Phase.SHIP, Phase.TURN_UP, Phase.BID, Phase.THRONE, Phase.OVER)
# The decisions of cards that are played in one of the windows in which all are asked.
CARD_OF = {
    **{phase: card for card, phase in EFFECTS.items() if phase > Phase.CARDS_BEFORE},
    Phase.MESSENGER_TO: Character.MESSENGER,
    Phase.ALCHEMIST_TAKE: Character.ALCHEMIST,
    Phase.BANKER_LOWER: Character.BANKER,
}
# Phases in the middle of a decision, which need what was chosen before.
_HALF_DONE = (
    *(Phase.VALUE, Phase.REFILL, Phase.WIZARD_WITH, Phase.MESSENGER_TO),
    *(Phase.ALCHEMIST_TAKE, Phase.BANKER_LOWER, Phase.TURN_UP),
)
# For which rule a colour is chosen, by the step that follows.
CAUSES = {Phase.PAY_QUARTER: WHITE_RULE, Phase.PAY_ROWS: WHITE_IN_MARKET, Phase.CLOSE_QUARTER: BLUE_RULE}
_TURN_UP_FOR = (Phase.OPEN_QUARTER, Phase.OPEN_MARKET)
_OF_QUARTERS = (Phase.PICK, *(Phase(phase) for phase in range(Phase.OPEN_QUARTER, Phase.OPEN_MARKET)))


def stage_of(state: State) -> Stage:
    """In which part of the round a position is."""
    phase = Phase(state.phase)
    if phase == Phase.ASK_CARDS or phase in CARD_OF:
        phase = Phase(state.window) if state.window in WINDOW_PHASES else Phase.CARDS_AFTER
    return _STAGES[phase]


def is_in_quarter(state: State) -> bool:
    """Is a quarter being counted?"""
    if state.phase in (Phase.COLOUR, Phase.TURN_UP):
        return state.resume in _OF_QUARTERS
    return state.phase in _OF_QUARTERS


def check_phase(state: State) -> None:
    """The phase fits the round, whose turn it is and what was chosen before. Raises BadPosition."""
    said = f"the phase {Phase(state.phase).id!r}"
    _check_round(state, said)
    _check_actor(state, said)
    _check_window(state, said)
    _check_turn(state, said)
    if state.phase in IN_TURN:
        _check_faces(state, said)
    _check_resume(state, said)
    _check_quarter(state, said)
    _check_half_done(state, said)
    _check_order(state, said)
    _check_choices(state, said)


def _check_round(state: State, said: str) -> None:
    phase = state.phase
    cards = [int(state.seats[seat].order) for seat in range(state.players)]
    dealt = [card for card in cards if card]
    require(len(set(dealt)) == len(dealt), "'order_cards' names a card twice (YS-2.3).")
    if phase == Phase.OVER:
        require(state.round == ROUNDS, f"'round': {said} comes after round {ROUNDS} (YS-3.1).")
    if phase == Phase.NEW_ROUND:
        require(state.round < ROUNDS, f"'round': there are {ROUNDS} rounds (YS-3.1).")
    elif phase == Phase.DEAL:
        require(state.round == 0, "'round': order cards are dealt before the first round (YS-2.3).")
        return
    else:
        require(state.round > 0, f"'round': {said} needs a round from 1 to {ROUNDS} (YS-3.1).")
    all_dealt = len(dealt) == len(cards) or (phase == Phase.NEW_ROUND and state.round == 0)
    require(all_dealt, "'order_cards': each seat has one when a round begins (YS-2.3).")


def _check_actor(state: State, said: str) -> None:
    phase = state.phase
    if phase in _OF_ONE:
        require(
            state.actor != NONE, f"The phase {Phase(phase).id!r} needs an 'actor': the seat that decides."
        )
    if phase in OF_NOBODY:
        require(state.actor == NONE, f"'actor': {said} is no single seat's.")
    if phase == Phase.DEAL:
        require(state.actor == seat_to_deal(state), "'actor': the first seat without an order card (YS-2.3).")
    if phase in (Phase.THRONE, Phase.ASK_THRONE):
        require(state.royal, f"'phase': there is {said} with Royal Favour only (YS-9.4.3).")


def _check_window(state: State, said: str) -> None:
    phase = Phase(state.phase)
    if phase == Phase.ASK_CARDS:
        require(
            state.window in WINDOW_PHASES,
            "The phase 'ask_cards' needs a 'window': cards_first, cards_before or cards_after.",
        )
        return
    if phase in WINDOW_PHASES:
        require(state.window == phase, f"'window': {said} is that window.")
    elif phase in CARD_OF:
        fits = state.window in WINDOW_PHASES and WINDOW_OF[state.window] & WINDOWS[CARD_OF[phase]]
        require(fits, f"'window': the card of {said} is not played there (YS-8.1.4).")
    else:
        require(state.window == NONE and state.asked == 0, f"'window': {said} is in none.")
        return
    asked = state.asked < state.players and seat_of_order(state, state.asked + 1) == state.actor
    require(asked, "'asked': the 'actor' is asked after so many others, in order (YS-8.1.5).")


def _check_turn(state: State, said: str) -> None:
    stage, turns = stage_of(state), turns_in_all(state)
    require(state.turn <= turns, f"'turn': a round has {turns} turns of placement (YS-5.1).")
    if stage in (Stage.BEFORE_BIDS, Stage.ORDERING, Stage.OVER):
        require(state.turn == 0, f"'turn': there is none in {said} (YS-5.1).")
    if stage in (Stage.COUNTING, Stage.CLOSING):
        require(state.turn == turns, f"'turn': all {turns} turns are over in {said} (YS-6.1.1).")
    if state.phase in IN_TURN:
        require(state.turn < turns, f"'turn': all {turns} turns are over (YS-5.1).")
        whose = seat_of_order(state, state.turn % state.players + 1)
        require(whose == state.actor, f"'actor': turn {state.turn} is that of seat {whose} (YS-5.1).")
    if state.phase == Phase.SPY:
        is_spy = state.spy == state.actor and state.looks > 0
        require(is_spy, "'spy': the 'actor' looks with its Spy and has 'looks' left (YS-8.5.1).")


def _check_faces(state: State, said: str) -> None:
    """How many brokers the turn has seen, and how they lie."""
    placed, neutral = int(state.put_up + state.put_down), int(state.put_neutral)
    due = int(state.players == 2)
    require(neutral <= due, "'put_neutral': only two players place neutral brokers (YS-9.3.4).")
    require(placed <= OWN_TURN, f"'put_up', 'put_down': a turn places {OWN_TURN} brokers (YS-5.1).")
    if state.bishop != state.actor:
        fits = state.put_down == 0 if state.open else max(state.put_up, state.put_down) <= 1
        rule = "YS-9.1.1" if state.open else "YS-5.2"
        require(fits, f"'put_up', 'put_down': so many cannot lie like this without the Bishop ({rule}).")
    if state.phase in ALL_PLACED:
        done = placed == OWN_TURN and neutral == due
        require(done, f"'put_up', 'put_down', 'put_neutral': all brokers are placed in {said} (YS-5.9).")
    elif state.phase == Phase.CLOSE:
        require(
            placed + neutral == 0, "'put_up', 'put_down', 'put_neutral': the Queen comes first (YS-8.17.1)."
        )
    elif state.phase == Phase.REFILL:
        require(placed, "'put_up', 'put_down': a broker of the front is placed (YS-8.8.1).")
    elif state.phase != Phase.GO_ON:
        left = placed < OWN_TURN or (state.phase == Phase.PLACE and neutral < due)
        require(left, f"'put_up', 'put_down': no broker is left to place in {said} (YS-5.1).")


def _check_resume(state: State, said: str) -> None:
    phase, resume = state.phase, state.resume
    if phase == Phase.TURN_UP:
        require(
            resume in _TURN_UP_FOR,
            "The phase 'turn_up' needs 'resume', the next step: open_quarter or open_market.",
        )
    elif phase == Phase.COLOUR:
        require(
            resume in CAUSES,
            "The phase 'colour' needs 'resume', the next step: pay_quarter, pay_rows or close_quarter.",
        )
    else:
        # What has followed a neutral broker's turning up stays to the end of the round.
        counted = state.players == 2 and stage_of(state) in (Stage.COUNTING, Stage.CLOSING)
        fits = not resume or (counted and resume in _TURN_UP_FOR)
        require(fits, f"'resume': no step is put off in {said}.")
    cause = CAUSES[Phase(resume)] if phase == Phase.COLOUR else 0
    require(state.cause == cause, f"'cause': it is {cause} ({name('YS', cause) or 'no rule'}) in {said}.")


def _check_quarter(state: State, said: str) -> None:
    quarter, quarters = int(state.quarter), int(state.quarters)
    if state.phase == Phase.CHARACTER:
        first = next((at for at in range(quarters) if state.character[at] == NONE), NONE)
        fits = state.round < ROUNDS and quarter == first
        require(fits, f"'quarter': {said} is for the first without one, in rounds 1 to 3 (YS-3.2).")
    elif state.phase == Phase.SHIP:
        harbours = (*range(quarters), QUARTERS)
        first = next((at for at in harbours if state.ship[at] == NONE), NONE)
        require(quarter == first, f"'quarter': {said} is for the first harbour without one (YS-3.4).")
    elif is_in_quarter(state):
        needs = f"The phase {Phase(state.phase).id!r} needs a 'quarter', from 0."
        require(quarter != NONE, needs)
        require(quarter < quarters, f"'quarter': {quarters} quarters are in play (YS-2.4, YS-9.2.2).")
    else:
        require(quarter == NONE, f"'quarter': none is counted in {said}.")


def _check_half_done(state: State, said: str) -> None:
    phase, target, actor = state.phase, int(state.target), int(state.actor)
    if phase not in _HALF_DONE:
        require(target == NONE, f"'target': nothing is half chosen in {said}.")
    needs = f"The phase {Phase(phase).id!r} needs a 'target': what was chosen before."
    require(target != NONE or phase not in _HALF_DONE, needs)
    fits = True
    if phase == Phase.VALUE:
        fits = target < PLACES and forbids_own(state, actor, target, int(state.facing)) == 0
    elif phase == Phase.REFILL:
        fits = target < PLACES
    elif phase == Phase.WIZARD_WITH:
        fits = forbids_swap_first(state, NONE, target) == 0
    elif phase == Phase.MESSENGER_TO:
        fits = forbids_messenger(state, actor, target) == 0
    elif phase == Phase.ALCHEMIST_TAKE:
        fits = target < GEMS and state.seats[actor].gems[target] > 0
    elif phase == Phase.BANKER_LOWER:
        fits = target < COLOURS and state.values[target] > LOWEST
    elif phase == Phase.TURN_UP:
        first = DISTRICTS * int(state.quarter) if is_in_quarter(state) else FIRST_CELL
        last = first + DISTRICTS if is_in_quarter(state) else PLACES
        fits = is_hidden_neutral(state, target) and first <= state.place[target] < last
    require(fits, f"'target': {target} could not be chosen before {said}.")
    refills = phase == Phase.REFILL
    fits = (state.from_front != NONE) == refills and (state.magician == actor or not refills)
    require(fits, f"'from_front': a broker of the front comes with the Magician, before {said} (YS-8.8.1).")


def _check_order(state: State, said: str) -> None:
    """The order cards chosen so far."""
    chosen = [int(state.seats[seat].chosen) for seat in range(state.players)]
    taken = [card for card in chosen if card]
    choosing = state.phase in (Phase.ORDER, Phase.NEXT_CHOICE)
    require(choosing or not taken, f"'chosen': no order card is being chosen in {said} (YS-4.5).")
    require(len(set(taken)) == len(taken), "'chosen' names a card twice (YS-4.5).")
    if state.phase == Phase.ORDER:
        free = sum(bool(is_free(state, card)) for card in range(1, state.players + 1))
        require(free > 1, "'chosen': the last order card needs no choice (YS-4.5).")
        fits = next_to_choose(state) == state.actor
        require(fits, f"'actor': seat {next_to_choose(state)} chooses next (YS-4.3, YS-4.4).")


def _check_choices(state: State, said: str) -> None:
    """The secret choices, which must be of brokers that the seat has."""
    seats = [state.seats[seat] for seat in range(state.players)]
    together = state.phase in (Phase.BID, Phase.THRONE)
    for me in seats:
        if me.choice == NONE:
            continue
        require(together, f"'choices': nothing is chosen in secret in {said} (YS-4.1, YS-9.4.3).")
        if state.phase == Phase.BID:
            pair = VALUE_PAIRS[me.choice]
            fits = all(me.screen[value] >= pair.count(value) for value in pair)
        else:
            fits = me.choice < len(me.front) and me.front[me.choice] > 0
        require(fits, "'choices': a seat has no such brokers to choose (YS-4.1, YS-9.4.3).")
    if together:
        undecided = any(me.choice == NONE for me in seats)
        require(undecided, f"In the phase {Phase(state.phase).id!r} a seat must be without a 'choice'.")
    if state.phase == Phase.REFILL:
        require(
            pile_size(seats[int(state.actor)].screen), "'screens': no broker is left to refill (YS-8.8.1)."
        )


RANKED = (Phase.PICK, Phase.COLOUR, Phase.PAY_QUARTER, Phase.PAY_DISTRICTS, Phase.CLOSE_QUARTER)
_MARKET_STEPS = (
    *(Phase.COLUMN, Phase.BEST, Phase.OPEN_MARKET, Phase.PAY_ROWS),
    *(Phase.RANK_COLUMNS, Phase.PAY_BEST, Phase.TAKE_BACK),
)


def check_table(state: State) -> None:
    """Cards, ships, gems and the counting are as the rules have them. Raises BadPosition."""
    _check_characters(state)
    _check_hands(state)
    _check_effects(state)
    _check_ships(state)
    _check_gems(state)
    if stage_of(state) == Stage.COUNTING and state.window == NONE:
        _check_places(state)
    _check_ranking(state)
    _check_columns(state)


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


def _check_characters(state: State) -> None:
    for quarter in range(QUARTERS):
        card = state.character[quarter]
        if card == NONE:
            continue
        require(quarter < state.quarters, f"'characters': {state.quarters} quarters are in play (YS-2.4).")
        fits = (card == Character.WHITE_GEM) == (state.round == ROUNDS)
        require(fits, f"'characters': blue cards lie in round {ROUNDS}, and no others do (YS-3.2, YS-3.3).")
    for card in range(CHARACTERS):
        shown = sum(int(state.character[quarter] == card) for quarter in range(QUARTERS))
        held = sum(int(state.seats[seat].hand[card] > 0) for seat in range(state.players))
        playing = int(in_play(state).get(Character(card), False))
        require(
            shown + held + playing + int(state.unseen[card]) <= 1,
            f"'unseen', 'hands', 'characters': there is one {Character(card).id} (YS-1.5).",
        )
    # A card for each quarter in rounds 1 to 3 that are still to begin, and those that this round lacks.
    due = int(state.quarters) * max(0, ROUNDS - 1 - int(state.round))
    if state.phase in (Phase.CHARACTER, Phase.TURN_UP_CARDS) and state.round < ROUNDS:
        due += sum(int(state.character[quarter] == NONE) for quarter in range(state.quarters))
    unseen = sum(int(state.unseen[card]) for card in range(CHARACTERS))
    require(unseen >= due, f"'unseen': {due} cards are still to be turned up, there are {unseen} (YS-3.2).")


def _check_hands(state: State) -> None:
    stage = stage_of(state)
    is_won = stage in (Stage.COUNTING, Stage.CLOSING) or state.phase == Phase.NEW_ROUND
    last = min(int(state.round), ROUNDS - 1)
    for seat in range(state.players):
        me = state.seats[seat]
        for card in range(CHARACTERS):
            if me.hand[card]:
                require(not COURT_WORTH[card], "'hands': Prince and King are not kept (YS-8.18.1).")
                fits = me.hand[card] <= last and (me.hand[card] < state.round or is_won)
                require(fits, "'hands': the round in which a card was won is over (YS-8.1.2).")
        fresh = me.played == 0 or stage not in (Stage.BEFORE_BIDS, Stage.OVER)
        fits = me.played <= CARD_LIMIT and fresh
        require(fits, f"'played': {CARD_LIMIT} cards at most in a round, from the start (YS-8.1.3).")
        if state.phase != Phase.END_ROUND:
            extras = EXTRAS - max(0, int(state.round) - 1) if state.royal else 0
            require(me.extras == extras, f"'extras': {extras} are left in round {state.round} (YS-9.4.5).")
    for party in range(party_count(state)):
        court = int(state.seats[party].court)
        parts = {0, *(int(worth) for worth in COURT_WORTH), int(COURT_WORTH.sum())}
        fits = court in parts and (court == 0 or stage == Stage.COUNTING)
        require(fits, "'court': the points of Prince and King, until they are entered (YS-8.18.1).")
    won = sum(int(state.seats[party].court) for party in range(party_count(state)))
    require(won <= COURT_WORTH.sum(), "'court': there is one Prince and one King (YS-8.18.1).")


def _check_effects(state: State) -> None:
    """Cards in play, each as long as its effect lasts."""
    stage = stage_of(state)
    placing = stage in (Stage.ORDERING, Stage.PLACING)
    playing = in_play(state)
    for card in (Character.SPY, Character.BISHOP, Character.MAGICIAN):
        require(placing or not playing[card], f"{card.id!r}: it lasts to the end of placement (YS-8.1.7).")
    require(state.looks == 0 or playing[Character.SPY], "'looks': they are the Spy's (YS-8.5.1).")
    for card in (Character.INTRIGUER, Character.MERCHANT):
        fits = placing or stage == Stage.COUNTING or not playing[card]
        require(fits, f"{card.id!r}: it lasts to the end of the counting (YS-8.1.7).")
    require((state.queen == NONE) == (state.closed == NONE), "'queen', 'closed': both or none (YS-8.17.1).")
    if state.closed != NONE:
        counted = int(state.quarter) if is_in_quarter(state) else 0
        in_time = stage == Stage.PLACING or (
            stage == Stage.COUNTING and state.phase not in _MARKET_STEPS and state.closed >= counted
        )
        require(in_time, "'closed': the quarter is closed until it has been counted (YS-8.17.1).")
    for seat in range(state.players):
        me = state.seats[seat]
        fits = all(old <= new for old, new in zip(me.old_front, me.front, strict=True))
        require(
            fits and (state.magician == seat or not me.old_front.sum()),
            "'old_fronts': what the Magician's front had when the turn began (YS-8.8.5).",
        )


def _check_ships(state: State) -> None:
    for quarter in range(state.quarters, QUARTERS):
        require(state.ship[quarter] == NONE, f"'ships': {state.quarters} quarters are in play (YS-2.4).")
    for ship in range(SHIPS):
        lies = sum(int(state.ship[quarter] == ship) for quarter in range(QUARTERS + 1))
        filled = int(state.ship[QUARTERS] == ship)
        there = lies + int(state.deck[ship]) + int(state.discards[ship]) - filled
        text = SHIP_NAMES[ship]
        if filled:
            require(state.discards[ship], f"'discards': {text} has filled the market and is out (YS-3.8).")
        if state.express and SHIP_WHITE[ship]:
            require(there == 0, f"'deck', 'ships', 'discards': {text} is not in Ys Express (YS-9.5.2).")
        else:
            require(there == 1, f"'deck', 'ships', 'discards': {text} is {there} times there (YS-1.4).")
    # A ship for each quarter and the market in the rounds to come, and those that this round lacks.
    due = (int(state.quarters) + 1) * (ROUNDS - int(state.round))
    if state.phase in (Phase.CHARACTER, Phase.TURN_UP_CARDS, Phase.SAIL, Phase.SHIP):
        due += sum(int(state.ship[at] == NONE) for at in (*range(state.quarters), QUARTERS))
    left = sum(int(state.deck[ship]) for ship in range(SHIPS))
    require(left >= due, f"'deck': {due} ships are still to come, there are {left} (YS-3.4).")


def _check_gems(state: State) -> None:
    for row in range(ROWS):
        gem = state.market[row]
        fits = gem == NONE or (row >= FIRST_ROW[state.players] and gem != Gem.BLACK)
        require(fits, f"'market': there is no such gem in row {row} (YS-3.6, YS-5.5, YS-9.2.5).")
    most = copy(state)
    is_paid = state.phase in (Phase.PICK, Phase.PAY_QUARTER) or (
        state.phase == Phase.COLOUR and state.resume == Phase.PAY_QUARTER
    )
    fill_offer(most, int(state.ship[state.quarter]) if is_paid else NONE)
    fits = all(state.offer[gem] <= most.offer[gem] for gem in range(GEMS))
    require(fits, "'offer': the gems left on the ship of the quarter being counted (YS-6.2.3).")


def _check_places(state: State) -> None:
    """What has been counted has gone back, and what is being counted lies face up."""
    in_quarter = is_in_quarter(state)
    counted = int(state.quarter) if in_quarter else int(state.quarters)
    for place in range(counted * DISTRICTS):
        require(not state.count[place].sum(), "'brokers': those of counted quarters go back (YS-6.3.6).")
    if state.phase in (Phase.OPEN_QUARTER, Phase.OPEN_MARKET, Phase.TURN_UP):
        return
    first, last = (counted * DISTRICTS, (counted + 1) * DISTRICTS) if in_quarter else (FIRST_CELL, PLACES)
    hidden = [at for at, place in enumerate(state.place) if first <= place < last and not state.face[at]]
    require(not hidden, "'brokers': those being counted lie face up (YS-6.1.2).")


def _check_ranking(state: State) -> None:
    ranked = copy(state)
    first = int(state.quarter) * DISTRICTS
    is_ranked = is_in_quarter(state) and state.phase in RANKED
    rank_parties(ranked, first, first + DISTRICTS if is_ranked else first)
    fits = bool((ranked.ranking == state.ranking).all())
    require(fits, "'ranking': the parties present in the quarter being counted, best first (YS-6.2.2).")
    rank, phase = int(state.rank), state.phase
    if phase == Phase.PICK:
        fits = rank < len(state.ranking) and state.ranking[rank] == state.actor
        require(fits, "'actor': the next of the 'ranking' picks (YS-6.2.3).")
    elif phase == Phase.COLOUR and state.resume == Phase.PAY_ROWS:
        require(FIRST_ROW[state.players] < rank, "'rank': the rows that are paid (YS-6.4.2).")
    elif phase not in (Phase.COLUMN, *RANKED, *_MARKET_STEPS):
        require(rank == 0, "'rank': nothing is being counted (YS-6.1.1).")
    if phase == Phase.BEST:
        fits = rank == 0 and winner(state, FIRST_CELL, PLACES) == state.actor
        require(fits, "'actor': the best bidder of the market moves a value (YS-6.7.1).")


def _check_columns(state: State) -> None:
    phase = state.phase
    ranked = [int(column) for column in state.columns if column != NONE]
    wanted = 0
    if phase in (Phase.COLUMN, Phase.RANK_COLUMNS):
        wanted = int(state.rank)
    elif phase in (Phase.BEST, Phase.PAY_BEST, Phase.TAKE_BACK):
        wanted = COLOURS
    require(len(ranked) == wanted, f"'columns': {wanted} are ranked now (YS-6.5.2).")
    rest = [column for column in range(COLOURS) if column not in ranked]
    keys = [int(column_key(state, column)) for column in ranked]
    keys.append(max([int(column_key(state, column)) for column in rest], default=0))
    fits = len(set(ranked)) == len(ranked) and keys == sorted(keys, reverse=True)
    require(fits, "'columns': best first, each once (YS-6.5.2).")
    if phase == Phase.COLUMN:
        require(state.actor == judge(state), f"'actor': seat {judge(state)} is the judge (YS-6.5.3).")
