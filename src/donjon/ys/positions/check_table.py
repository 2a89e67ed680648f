"""What must hold of a position, so that it is one of Ys: cards, ships, gems and the counting."""

from __future__ import annotations

from donjon.kernel.game import copy
from donjon.kernel.stated import require
from donjon.ys.cards import LASTING
from donjon.ys.counting import fill_offer
from donjon.ys.market import column_key
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
    Character,
    Gem,
    Phase,
)
from donjon.ys.positions.check_phase import Stage, is_in_quarter, stage_of
from donjon.ys.state import State, party_count
from donjon.ys.tables import CARD_LIMIT, COURT_WORTH, EXTRAS, FIRST_ROW, SHIP_NAMES, SHIP_WHITE
from donjon.ys.ties import judge, rank_parties, winner

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
    """The cards whose effect lasts: is it in play?"""
    played = {Character[card.upper()]: bool(state[card] != NONE) for card in LASTING}
    return {**played, Character.MERCHANT: bool(state.merchant)}


def is_held(state: State, card: int) -> bool:
    """Is a yellow card in a hand, or its effect in play?"""
    if not 0 <= card < CHARACTERS:
        return False
    held = any(state.seats[seat].hand[card] for seat in range(state.players))
    return held or in_play(state).get(Character(card), False)


def is_somewhere(state: State, card: int) -> bool:
    """Does a yellow card lie on a quarter, in a hand, or is its effect in play?"""
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
