"""Chapters 6.2 and 6.3: the quarters are scored, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.games.ys import domains
from donjon.games.ys.cards import IN_HAND
from donjon.games.ys.model import (
    COURT_WORTH,
    GEM_HIGH,
    GEM_LOW,
    LARGE_COUNT,
    MERCHANTS_WITH_CARD,
    MERCHANTS_WORTH,
    SHIP_AWARD,
    SHIP_LARGE,
    SHIP_SMALL,
    State,
    event_seat,
    is_neutral,
)
from donjon.games.ys.neutral import NEUTRAL_PRIZES, ask_neutral, neutral_picks, neutral_takes
from donjon.games.ys.nouns import (
    BOOK,
    DISTRICTS,
    FIRST_CELL,
    FIRST_THRONE,
    GEM_PAIRS,
    GEMS,
    MAX_SEATS,
    NONE,
    PARTIES,
    PLACE_OF_TEXT,
    PLACE_TEXTS,
    Character,
    Colour,
    District,
    Gem,
    Phase,
    Source,
    asked,
    at_district,
    at_screen,
    decide,
    of_quarter,
    place_name,
    place_text,
    quarter_now,
    rank_name,
)
from donjon.games.ys.pieces import GEM_TAKEN, add_gem, best_colour, take_back_from, turn_up
from donjon.games.ys.ties import (
    cite_lone_zero,
    cite_ties,
    cite_winner,
    count_tied,
    lines_of_standing,
    lines_of_ties,
    quarter_named,
    rank_parties,
    strength,
    winner,
)
from donjon.kernel.actions import Kind
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, NamedEvent, cite, emit
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.rule_ids import number

# The gems of a quarter (6.2)

RANK_RULE = number("YS-6.2.2")
WHITE_FOR = Message("Exchange the white gem for blue, green, yellow or red.")
TAKE_ONE = Message("Take a {colour} gem")


def _not_picked(case: Case) -> Message:
    state, count = case.state, picks(case.state)
    pair = GEM_PAIRS[case.argument] if case.action in TAKE_TWO else (case.argument,)
    if count != len(pair):
        if count == 2:
            return Message("You are first in this quarter: take two gems.")
        return Message("Take one gem from the ship now, not two.")
    lacking = next(kind for kind in pair if state.offer[kind] < pair.count(kind))
    gem, left = Gem(lacking).term, int(state.offer[lacking])
    return Message("Not enough on the ship: {gem} ({count}). Choose another.", gem=gem, count=left)


PICK_RULE = BOOK.forbids("YS-6.2.3", _not_picked)
LEFT_RULE = number("YS-6.2.4")
WHITE_RULE = BOOK.forbids("YS-6.2.5", WHITE_FOR)
ZERO_IS_RANKED = number("YS-6.2.6")
STRICT_ORDER = number("YS-6.6.3")
PICKS_OF_FEW = number("YS-9.2.4")
RANKED = BOOK.event(
    "ranked",
    "{seat} takes {rank_name} in quarter {quarter} with {sum}.",
    *("quarter", "rank", "sum"),
    at=of_quarter("quarter"),
    rank_name=lambda named: rank_name(named.rank),
    also=("YS-6.2.1",),
)
WHITE_EXCHANGED = BOOK.event(
    "white_exchanged", "{seat} exchanges the white gem for a {colour} one.", "colour", at=at_screen
)
GEMS_STAY = BOOK.event(
    "gems_stay",
    "Quarter {quarter}: {count:unclaimed gem goes|unclaimed gems go} back to the bank.",
    *("quarter", "count"),
    at=of_quarter("ship"),
)


def _how_many(case: Case) -> Message:
    if picks(case.state) == 2:
        return Message("Quarter {quarter}: you are first. Take two gems from the ship.", quarter=quarter_now)
    return Message("Quarter {quarter}: take a gem from the ship.", quarter=quarter_now)


decide(Phase.PICK, "YS-6.2.3", asked(_how_many, Message("{seat} is taking gems from the ship.").text))
decide(Phase.COLOUR, "YS-6.2.5", asked(Message("Choose the colour of your gem.")))
TAKE_TWO, GEM = Kind(domains.GEMS), Kind(domains.GEM)


@compilable
def open_quarter(state: State, log: EventLog | None) -> None:
    """Turn up the brokers of a quarter and rank the players present (YS-6.1.2, YS-6.2.1, YS-6.2.2)."""
    first = int(state.quarter) * DISTRICTS
    if ask_neutral(state, first, first + DISTRICTS, Phase.OPEN_QUARTER):
        return
    for slot in range(FIRST_THRONE):
        if first <= state.place[slot] < first + DISTRICTS:
            turn_up(state, slot, log)
    rank_parties(state, first, first + DISTRICTS)
    announce_ranking(state, log)
    fill_offer(state, int(state.ship[state.quarter]))
    state.rank = 0
    state.phase = Phase.PAY_QUARTER


@compilable
def announce_ranking(state: State, log: EventLog | None) -> None:
    """Announce the ranks one by one; the view shows none before (YS-6.2.2)."""
    if log is None:
        return
    first = int(state.quarter) * DISTRICTS
    ranking = state.ranking.copy()
    for rank in range(PARTIES):
        state.ranking[rank] = NONE
    for rank in range(PARTIES):
        party = int(ranking[rank])
        if party != NONE:
            state.ranking[rank] = party
            own = strength(state, party, first, first + DISTRICTS)
            if count_tied(state, party, first, first + DISTRICTS):
                cite(log, STRICT_ORDER)
                cite_ties(state, party, first, first + DISTRICTS, log)
            if own == 0:
                cite(log, ZERO_IS_RANKED)
            emit(log, RANKED, event_seat(state, party), RANK_RULE, state.quarter, rank + 1, own)


@compilable
def fill_offer(state: State, ship: int) -> None:
    """Put down the gems of a ship: two small ones, the large one once or twice (YS-3.5, YS-9.2.3)."""
    for kind in range(GEMS):
        state.offer[kind] = 0
    if ship == NONE:
        return
    for index in range(2):
        small = int(SHIP_SMALL[ship, index])
        state.offer[small] = int(state.offer[small]) + 1
    large = int(SHIP_LARGE[ship])
    state.offer[large] = int(state.offer[large]) + int(LARGE_COUNT[state.players])


@compilable
def offered(state: State) -> int:
    """Return how many gems are left on the ship."""
    count = 0
    for kind in range(GEMS):
        count += int(state.offer[kind])
    return count


@compilable
def picks(state: State) -> int:
    """Return how many gems the next player in the ranking takes (YS-6.2.3, YS-9.2.4)."""
    if state.rank >= SHIP_AWARD.shape[1]:
        return 0
    return min(int(SHIP_AWARD[state.players, state.rank]), offered(state))


@compilable
def pay_quarter(state: State, log: EventLog | None) -> None:
    """Let the next player in the ranking pick; the ship keeps gems without a taker (YS-6.2.3, YS-6.2.4)."""
    count = picks(state)
    party = int(state.ranking[state.rank]) if count else NONE
    if party == NONE:
        left = offered(state)
        fill_offer(state, NONE)
        if left:
            if state.players < MAX_SEATS:
                cite(log, PICKS_OF_FEW)
            emit(log, GEMS_STAY, NONE, LEFT_RULE, state.quarter, left, 0)
        state.phase = Phase.PAY_DISTRICTS
    elif is_neutral(state, party):
        for _ in range(count):
            neutral_picks(state, log)
        state.rank += 1
    else:
        state.actor = party
        state.phase = Phase.PICK


def two_gems(case: Case) -> Message:
    """Return the button that takes a pair of gems."""
    low, high = (Colour(kind) for kind in GEM_PAIRS[case.argument])
    if low == high:
        return Message("Take two {colour} gems", colour=low.term)
    return Message("Take a {colour} and a {other} gem", colour=low.term, other=high.term)


def gem_of(pile: str) -> Callable[[Any, int], str]:
    """Return the pieces of actions that take a gem of "ship", "bank", or of the player: "gem"."""
    return lambda _state, kind: f"{pile}-{Gem(kind).id}"


def gems_of(pile: str) -> Callable[[Any, int], str]:
    """Return the pieces of actions that take two gems of a pile."""
    return lambda _state, pair: " ".join(f"{pile}-{Gem(kind).id}" for kind in GEM_PAIRS[pair])


@compilable
def forbids_pick(state: State, low: int, high: int) -> int:
    """Return the rule against gems that the ship lacks; `high` is NONE for a single one (YS-6.2.3)."""
    need = 1 if high != low else 2
    if state.offer[low] < need:
        return PICK_RULE
    return PICK_RULE if high != NONE and state.offer[high] == 0 else 0


@compilable
def forbids_two(state: State, _seat: int, pair: int) -> int:
    """Return the rule against two gems, which only the first of the quarter picks (YS-6.2.3)."""
    if picks(state) != 2:
        return PICK_RULE
    return forbids_pick(state, int(GEM_LOW[pair]), int(GEM_HIGH[pair]))


@compilable
def forbids_one(state: State, _seat: int, kind: int) -> int:
    """Return the rule against one gem, where two are picked or it is not left (YS-6.2.3)."""
    return forbids_pick(state, kind, NONE) if picks(state) == 1 else PICK_RULE


@TAKE_TWO.action_at(Phase.PICK, verb="take", forbids=forbids_two, button=two_gems, pieces=gems_of("ship"))
@compilable
def pick_two(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Take two gems as the first of a quarter (YS-6.2.3)."""
    low, high = int(GEM_LOW[pair]), int(GEM_HIGH[pair])
    state.rank += 1
    state.phase = Phase.PAY_QUARTER
    take_from_ship(state, seat, low, log)
    take_from_ship(state, seat, high, log)


@GEM.action_at(Phase.PICK, verb="take", forbids=forbids_one, button=TAKE_ONE, pieces=gem_of("ship"))
@compilable
def pick_one(state: State, seat: int, kind: int, log: EventLog | None) -> None:
    """Take a gem as the second of a quarter, or the third (YS-6.2.3)."""
    state.rank += 1
    state.phase = Phase.PAY_QUARTER
    take_from_ship(state, seat, kind, log)


@compilable
def take_from_ship(state: State, seat: int, kind: int, log: EventLog | None) -> None:
    """Take a gem; a white one is exchanged before anything else happens (YS-6.2.5, YS-6.2.7)."""
    state.offer[kind] = int(state.offer[kind]) - 1
    if kind == Gem.WHITE:
        ask_colour(state, seat, WHITE_RULE, Phase.PAY_QUARTER)
    else:
        add_gem(state.seats[seat], kind, 1)
    if state.players < MAX_SEATS:
        cite(log, PICKS_OF_FEW)
    emit(log, GEM_TAKEN, seat, PICK_RULE, kind, 1, 0)


@compilable
def ask_colour(state: State, seat: int, rule: int, after: int) -> None:
    """Ask a seat for one of the four colours because of a rule."""
    state.actor = seat
    state.cause = rule
    state.resume = after
    state.phase = Phase.COLOUR


# Harbour, merchants, palace (6.3)

HARBOUR_RULE = number("YS-6.3.2")
MERCHANTS_RULE = number("YS-6.3.3")
MERCHANT_CARD = number("YS-8.15.1")
PALACE_RULE = number("YS-6.3.4")
EMPTY_RULE = number("YS-6.3.5")
COURT_RULE = number("YS-8.18.1")
BLUE_RULE = BOOK.forbids("YS-8.19.1", Message("The blue card gives only a blue, green, yellow or red gem."))
NEUTRAL_PALACE = number("YS-9.3.13")
HAND_SIZE = number("YS-8.1.8")
COURT_FREE = number("YS-8.18.2")
_DISTRICT_EMPTY = (
    Message("The harbour of quarter {quarter} is empty: no black gem.").text,
    Message("The merchants' district of quarter {quarter} is empty: no points.").text,
    Message("The palace of quarter {quarter} is empty: its card is discarded.").text,
)


def _nobody(named: NamedEvent) -> Message:
    return Message(_DISTRICT_EMPTY[named.district], quarter=named.quarter + 1)


BLACK_GEM = BOOK.event(
    "black_gem",
    "{seat} wins the harbour of quarter {quarter} with {sum}: a black gem.",
    *("quarter", "sum"),
    at=at_district(District.HARBOUR),
    also=("YS-6.3.1",),
)
MERCHANTS_WON = BOOK.event(
    "merchants_won",
    "{seat} wins the merchants' district of quarter {quarter} with {sum}: {points:point|points}.",
    *("quarter", "points", "sum"),
    at=at_district(District.MERCHANTS),
    also=("YS-6.3.1",),
)
CARD_WON = BOOK.event(
    "card_won",
    "{seat} wins the palace of quarter {quarter} with {sum}: the {card}.",
    *("quarter", "card", "sum"),
    at=at_district(District.PALACE),
    also=("YS-6.3.1",),
)
NOBODY_THERE = BOOK.event(
    "nobody_there",
    _nobody,
    *("quarter", "district"),
    at=lambda named, _view: place_text(named.quarter * DISTRICTS + named.district),
)
COURT = BOOK.event(
    "court",
    "{seat} gets {points:point|points} for Prince and King.",
    "points",
    at=at_screen,
    also=("YS-8.18.2",),
)


@compilable
def pay_districts(state: State, log: EventLog | None) -> None:
    """Give harbour, merchants and palace of the quarter to the strongest there (YS-6.3.1)."""
    state.actor = NONE
    state.phase = Phase.CLOSE_QUARTER
    pay_harbour(state, log)
    pay_merchants(state, log)
    pay_palace(state, log)


@compilable
def winner_of(state: State, district: int, log: EventLog | None) -> int:
    """Return and log the winner of a district of the quarter being scored; NONE if it is empty."""
    place = int(state.quarter) * DISTRICTS + district
    party = winner(state, place, place + 1)
    if party == NONE:
        emit(log, NOBODY_THERE, NONE, EMPTY_RULE, state.quarter, district, 0)
    return party


@compilable
def sum_there(state: State, party: int, district: int) -> int:
    """Return the sum of a party in a district of the quarter being scored."""
    return int(state.sums[state.quarter * DISTRICTS + district, party])


@compilable
def cite_district(state: State, party: int, district: int, log: EventLog | None) -> None:
    """Cite what made a party the winner of a district of the quarter being scored."""
    if log is not None:
        place = int(state.quarter) * DISTRICTS + district
        cite_winner(state, party, place, place + 1, log)
        cite_lone_zero(state, party, place, place + 1, log)


@compilable
def pay_harbour(state: State, log: EventLog | None) -> None:
    """Give a black gem for the harbour (YS-6.3.2)."""
    party = winner_of(state, District.HARBOUR, log)
    if party != NONE:
        add_gem(state.seats[party], Gem.BLACK, 1)
        own = sum_there(state, party, District.HARBOUR)
        if is_neutral(state, party):
            cite(log, NEUTRAL_PRIZES)
        cite_district(state, party, District.HARBOUR, log)
        emit(log, BLACK_GEM, event_seat(state, party), HARBOUR_RULE, state.quarter, own, 0)


@compilable
def pay_merchants(state: State, log: EventLog | None) -> None:
    """Give 3 points for the merchants' district, with the Merchant played 5 (YS-6.3.3, YS-8.15.1)."""
    party = winner_of(state, District.MERCHANTS, log)
    if party != NONE:
        worth = MERCHANTS_WITH_CARD if state.merchant else MERCHANTS_WORTH
        rule = MERCHANT_CARD if state.merchant else MERCHANTS_RULE
        points = state.seats[party].points
        points[Source.MERCHANTS] = int(points[Source.MERCHANTS]) + worth
        own = sum_there(state, party, District.MERCHANTS)
        if is_neutral(state, party):
            cite(log, NEUTRAL_PRIZES)
        cite_district(state, party, District.MERCHANTS, log)
        emit(log, MERCHANTS_WON, event_seat(state, party), rule, state.quarter, worth, own)


@compilable
def pay_palace(state: State, log: EventLog | None) -> None:
    """Give the card of the quarter (YS-6.3.4), or its prize (YS-8.18.1, YS-8.19.1, YS-9.3.13)."""
    card = int(state.character[state.quarter])
    state.character[state.quarter] = NONE
    party = winner_of(state, District.PALACE, log)
    if party == NONE or card == NONE:
        return
    me = state.seats[party]
    if COURT_WORTH[card] > 0:
        me.court += COURT_WORTH[card]
    elif card == Character.WHITE_GEM and not is_neutral(state, party):
        ask_colour(state, party, BLUE_RULE, Phase.CLOSE_QUARTER)
    elif not is_neutral(state, party):
        me.hand[card] = state.round
    own = sum_there(state, party, District.PALACE)
    cite_prize(state, party, card, log)
    cite_district(state, party, District.PALACE, log)
    emit(log, CARD_WON, event_seat(state, party), PALACE_RULE, state.quarter, card, own)
    if is_neutral(state, party) and COURT_WORTH[card] == 0:
        neutral_takes(state, best_colour(state), NEUTRAL_PALACE, log)


@compilable
def cite_prize(state: State, party: int, card: int, log: EventLog | None) -> None:
    """Cite what becomes of a card that a party wins in a palace."""
    if COURT_WORTH[card] > 0:
        cite(log, COURT_RULE)
        cite(log, COURT_FREE)
        if is_neutral(state, party):
            cite(log, NEUTRAL_PRIZES)
    elif is_neutral(state, party):
        cite(log, NEUTRAL_PALACE)
    elif card != Character.WHITE_GEM:
        cite(log, IN_HAND)
        cite(log, HAND_SIZE)


@compilable
def forbids_colour(state: State, _seat: int, kind: int) -> int:
    """Return the rule against a gem of none of the four colours (YS-6.2.5, YS-6.4.3, YS-8.19.1)."""
    return 0 if kind < Gem.BLACK else int(state.cause)


@GEM.action_at(Phase.COLOUR, verb="colour", forbids=forbids_colour, button=TAKE_ONE, pieces=gem_of("bank"))
@compilable
def choose_colour(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Give the gem of the colour chosen (YS-6.2.5, YS-6.4.3, YS-8.19.1)."""
    add_gem(state.seats[seat], colour, 1)
    if state.cause == BLUE_RULE:
        emit(log, GEM_TAKEN, seat, BLUE_RULE, colour, 1, 0)
    else:
        emit(log, WHITE_EXCHANGED, seat, state.cause, colour, 0, 0)
    state.actor = NONE
    state.cause = 0
    state.phase = state.resume
    state.resume = 0


@compilable
def enter_court(state: State, log: EventLog | None) -> None:
    """Give the points of Prince and King (YS-8.18.1)."""
    for party in range(PARTIES):
        me = state.seats[party]
        if me.court > 0:
            court = int(me.court)
            me.points[Source.COURT] = int(me.points[Source.COURT]) + court
            me.court = 0
            if is_neutral(state, party):
                cite(log, NEUTRAL_PRIZES)
            emit(log, COURT, event_seat(state, party), COURT_RULE, court, 0, 0)


# The end of a quarter (6.3.6)

BACK_RULE = number("YS-6.3.6")
QUEEN_GOES = number("YS-8.17.4")
BROKERS_BACK = BOOK.event(
    "brokers_back",
    "The brokers in quarter {quarter} return behind the screens.",
    "quarter",
    at=of_quarter("quarter"),
)
CARD_DROPPED = BOOK.event("card_dropped", "{seat} discards the {card}.", "card", at=at_screen)


@compilable
def close_quarter(state: State, log: EventLog | None) -> None:
    """Take the brokers back and discard the Queen; the next quarter follows (YS-6.3.6, YS-8.17.4)."""
    first = int(state.quarter) * DISTRICTS
    state.actor = NONE
    take_back_from(state, first, first + DISTRICTS)
    emit(log, BROKERS_BACK, NONE, BACK_RULE, state.quarter, 0, 0)
    if state.closed == state.quarter:
        queen = int(state.queen)
        state.closed = NONE
        state.queen = NONE
        emit(log, CARD_DROPPED, queen, QUEEN_GOES, Character.QUEEN, 0, 0)
    for rank in range(PARTIES):
        state.ranking[rank] = NONE
    state.rank = 0
    state.quarter += 1
    if state.quarter < state.quarters:
        state.phase = Phase.OPEN_QUARTER
    else:
        state.quarter = NONE
        state.phase = Phase.OPEN_MARKET


# Explanations

_PRIZES: dict[str, Line] = {
    "harbour": ("YS-6.3.2", Message("The winner of the harbour gets a black gem.")),
    "merchants": (
        "YS-6.3.3",
        Message("The winner of the merchants' district gets {points:point|points}.", points=MERCHANTS_WORTH),
    ),
    "palace": ("YS-6.3.4", Message("The winner of the palace gets its character card.")),
}
_WITH_MERCHANT: Line = (
    "YS-8.15.1",
    Message(
        "The Merchant is in play: the winner of the merchants' district gets {points:point|points}.",
        points=MERCHANTS_WITH_CARD,
    ),
)


def _about_quarter(view: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the entries of `about` for a quarter: "closed" where the Queen has closed it."""
    quarter = quarter_named(view, name)
    return ("closed",) if quarter is not None and quarter["closed"] is not None else ()


def _about_district(view: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the entries of `about` for a district: its kind, and "closed" with its quarter."""
    number, district = divmod(PLACE_OF_TEXT[name], DISTRICTS)
    return ("district", District(district).id, *_about_quarter(view, str(number + 1)))


@BOOK.explains(*PLACE_TEXTS[:FIRST_CELL], about=_about_district)
def explain_district(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what a district gives, and the sums of the parties there."""
    number, district = divmod(PLACE_OF_TEXT[name], DISTRICTS)
    quarter = quarter_named(view, str(number + 1))
    if quarter is None:
        return []
    kind = District(district).id
    with_merchant = kind == "merchants" and view["cards_in_play"]["merchant"]
    lines = [title(place_name(PLACE_OF_TEXT[name])), _WITH_MERCHANT if with_merchant else _PRIZES[kind]]
    if kind == "palace" and quarter["card"]:
        card = Character[quarter["card"].upper()].term
        lines.append(("YS-6.3.4", Message("Card to win: {card}.", card=card)))
    return [*lines, *lines_of_standing(view, quarter["districts"][kind], "YS-6.3.1"), *lines_of_ties(view)]


def award_of(quarter: Mapping[str, Any]) -> Line:
    """Return the line about the gems that a quarter gives by place."""
    return "YS-6.2.3", Message("Gems by rank in the quarter: {gems}.", gems=quarter["award"])


@BOOK.explains("quarter-", about=_about_quarter)
def explain_quarter(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what a quarter gives by rank, who has closed it, and the sums of the parties there."""
    quarter = quarter_named(view, name)
    if quarter is None:
        return []
    lines = [title(Message("quarter {number}", number=quarter["number"])), award_of(quarter)]
    if quarter["closed"] is not None:
        who = SeatName(quarter["closed"])
        lines.append(("YS-8.17.2", Message("Closed by the Queen: only {seat} can place here.", seat=who)))
    return [*lines, *lines_of_standing(view, quarter["standing"], "YS-6.2.1"), *lines_of_ties(view)]
