"""At the moment of an event the position shows what its sentence says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.kernel.events import NamedEvent
from donjon.ys import scoring
from donjon.ys.counting import offered
from donjon.ys.events import Event
from donjon.ys.nouns import (
    DISTRICTS,
    EVERYBODY,
    FIRST_CELL,
    FIRST_THRONE,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_SEAT,
    NONE,
    ROUNDS,
    SLOTS,
    THRONE,
    VALUE_PAIRS,
    VALUES,
    Character,
    District,
    Gem,
    Phase,
    Source,
)
from donjon.ys.tables import SHIP_SMALL
from tests.moments import World
from tests.ys.stage import GAME, VARIANTS


@dataclass(frozen=True)
class Moment:
    """What is told, the position that it is told in, and the one before it within the action."""

    named: NamedEvent
    state: Any
    before: Any

    @property
    def seat(self) -> int:
        return NEUTRAL if self.named.seat == NEUTRAL_SEAT else int(self.named.seat)

    @property
    def me(self) -> Any:
        return self.state.seats[self.seat]

    @property
    def me_before(self) -> Any:
        return self.before.seats[self.seat]

    def stands(self, place: int, **wanted: int) -> bool:
        """Does a broker with these values of its fields stand there?"""
        return any(
            self.state.place[slot] == place
            and all(self.state[name][slot] == value for name, value in wanted.items())
            for slot in range(SLOTS)
        )

    def has_more(self, field: str, at: int, count: int = 1) -> bool:
        """Has the seat more of it than before?"""
        return int(self.me[field][at]) == int(self.me_before[field][at]) + count

    def nobody_in(self, first: int, last: int) -> bool:
        return not any(self.state.count[place].any() for place in range(first, last))

    def gained(self, source: int) -> bool:
        return self.has_more("points", source, self.named.points)


def _placed(moment: Moment) -> bool:
    named = moment.named
    return moment.stands(named.place, owner=moment.seat, value=named.value, face=1, known=EVERYBODY)


def _put_down(moment: Moment) -> bool:
    place, seat = moment.named.place, moment.seat
    one_more = moment.state.count[place, seat] == moment.before.count[place, seat] + 1
    return bool(one_more and moment.stands(place, owner=seat, face=0))


def _turned_up(moment: Moment) -> bool:
    """It lies face up; of those that lie face down yet nobody can tell whether they are decided."""
    named = moment.named
    up = moment.stands(named.place, owner=moment.seat, value=named.value, face=1, known=EVERYBODY)
    return up and all(one["can"] for one in GAME.view(moment.state, None)["brokers"])


def _ranked(moment: Moment) -> bool:
    """This rank is shown, and none that is told later."""
    rank, ranking = moment.named.rank, moment.state.ranking
    return bool(ranking[rank - 1] == moment.seat and (ranking[rank:] == NONE).all())


def _gem_taken(moment: Moment) -> bool:
    gem = moment.named.gem
    if gem == Gem.WHITE:
        return bool(moment.state.offer[gem] < moment.before.offer[gem] and moment.state.phase == Phase.COLOUR)
    return moment.has_more("gems", gem)


def _card_won(moment: Moment) -> bool:
    card, state = moment.named.card, moment.state
    if state.character[moment.named.quarter] != NONE:
        return False
    if card in (Character.PRINCE, Character.KING):
        return bool(moment.me.court > moment.me_before.court)
    if moment.named.seat == NEUTRAL_SEAT:
        return True  # it takes a gem instead, which is told next
    return bool(state.phase == Phase.COLOUR if card == Character.WHITE_GEM else moment.me.hand[card])


def _row_won(moment: Moment) -> bool:
    gem, state = moment.named.gem, moment.state
    if state.market[moment.named.row] != NONE:
        return False
    if moment.named.seat == NEUTRAL_SEAT or gem == Gem.WHITE:
        return True  # another gem is taken for it, which is told next
    return moment.has_more("gems", gem)


def _nobody_there(moment: Moment) -> bool:
    quarter, district = moment.named.quarter, moment.named.district
    place = quarter * DISTRICTS + district
    stays = moment.state.character[quarter] == NONE or district != District.PALACE
    return bool(moment.nobody_in(place, place + 1) and stays)


def _looked(moment: Moment) -> bool:
    named, state = moment.named, moment.state
    seen = [
        int(state.known[slot]) >> moment.seat & 1
        for slot in range(SLOTS)
        if state.place[slot] == named.place and state.owner[slot] == named.owner
    ]
    return any(seen) and bool(state.looks == named.looks_left)


def _wizard_swapped(moment: Moment) -> bool:
    """What stood in one place stands in the other: two brokers have a new place, none is missing."""

    def standing(state: Any, place: int) -> set[int]:
        return {int(state.id[slot]) for slot in range(SLOTS) if state.place[slot] == place}

    here, there = moment.named.place, moment.named.other
    came, left = standing(moment.state, here), standing(moment.before, here)
    other_came, other_left = standing(moment.state, there), standing(moment.before, there)
    return came - left == other_left - other_came and left - came == other_came - other_left and came != left


def _moved(moment: Moment) -> bool:
    old, new = moment.named.place, moment.named.other
    fewer = moment.state.count[old, moment.seat] < moment.before.count[old, moment.seat]
    return bool(fewer and moment.stands(new, owner=moment.seat))


def _ships_swapped(moment: Moment) -> bool:
    one, other = moment.named.quarter, moment.named.other_quarter
    now, then = moment.state.ship, moment.before.ship
    return bool(now[one] == then[other] and now[other] == then[one])


def _throne_entered(moment: Moment) -> bool:
    slot = FIRST_THRONE + MAX_SEATS * (moment.state.round - 1) + moment.seat
    empty = not moment.me.front.any() and moment.me.choice == NONE
    return bool(moment.state.place[slot] == THRONE and moment.state.owner[slot] == moment.seat and empty)


def _scored(moment: Moment) -> bool:
    out = np.zeros((MAX_SEATS, len(Source)), np.int32)
    scoring.points(moment.state, out)
    return bool(out[moment.seat, moment.named.source] == moment.named.points)


def _neutral_total(moment: Moment) -> bool:
    return bool(scoring.total_of(moment.state, NEUTRAL) == moment.named.points)


def _bid_shown(moment: Moment) -> bool:
    low, high = moment.named.low, moment.named.high
    need = np.bincount([low, high], minlength=VALUES)
    return bool((np.asarray(moment.me.front) >= need).all() and moment.me.choice == NONE)


def _market_filled(moment: Moment) -> bool:
    lying = [int(gem) for gem in moment.state.market]
    return all(int(gem) in lying for gem in SHIP_SMALL[moment.named.ship])


CHECKS: dict[Event, Callable[[Moment], Any]] = {
    Event.ORDER_DEALT: lambda now: now.me.order == now.named.order,
    Event.ROUND_BEGAN: lambda now: now.state.round == now.named.round,
    Event.CARD_TURNED: lambda now: now.state.character[now.named.quarter] == now.named.card,
    Event.SHIP_CAME: lambda now: now.state.ship[now.named.quarter] == now.named.ship,
    Event.MARKET_FILLED: _market_filled,
    Event.BID_CHOSEN: lambda now: VALUE_PAIRS[now.me.choice] == (now.named.low, now.named.high),
    Event.BID_SHOWN: _bid_shown,
    Event.ORDER_CHOSEN: lambda now: now.me.chosen == now.named.order,
    Event.CARD_PLAYED: lambda now: not now.me.hand[now.named.card] and now.me.played > now.me_before.played,
    Event.QUARTER_CLOSED: lambda now: (now.state.closed, now.state.queen) == (now.named.quarter, now.seat),
    Event.PUT_DOWN: _put_down,
    Event.HIDDEN: lambda now: now.stands(
        now.named.place, owner=now.seat, value=now.named.value, face=0, known=1 << now.seat
    ),
    Event.PLACED: _placed,
    Event.PLACED_KNOWN: lambda now: now.stands(
        now.named.place, owner=now.seat, value=now.named.value, face=0, known=EVERYBODY
    ),
    Event.REFILLED: lambda now: now.has_more("front", now.named.value),
    Event.NEUTRAL_PLACED: lambda now: now.stands(now.named.place, owner=NEUTRAL, value=NONE, face=0),
    Event.MARKET_BONUS: lambda now: now.gained(Source.MARKET) and now.stands(now.named.place, owner=now.seat),
    Event.LOOKED: _looked,
    Event.SAW: lambda now: now.stands(now.named.place, owner=now.seat, value=now.named.value, face=0),
    Event.WIZARD_SWAPPED: _wizard_swapped,
    Event.MARKED: lambda now: now.stands(now.named.place, owner=now.seat, marked=1),
    Event.LAST_SHOWN: lambda now: now.has_more("front", now.named.value),
    Event.MOVED: _moved,
    Event.SHIPS_SWAPPED: _ships_swapped,
    Event.TURNED_UP: _turned_up,
    Event.RANKED: _ranked,
    Event.GEM_TAKEN: _gem_taken,
    Event.WHITE_EXCHANGED: lambda now: now.has_more("gems", now.named.colour),
    Event.GEMS_STAY: lambda now: offered(now.state) == 0,
    Event.BLACK_GEM: lambda now: now.has_more("gems", Gem.BLACK),
    Event.MERCHANTS_WON: lambda now: now.gained(Source.MERCHANTS),
    Event.CARD_WON: _card_won,
    Event.NOBODY_THERE: _nobody_there,
    Event.BROKERS_BACK: lambda now: now.nobody_in(
        now.named.quarter * DISTRICTS, now.named.quarter * DISTRICTS + DISTRICTS
    ),
    Event.ROW_WON: _row_won,
    Event.ROW_EMPTY: lambda now: now.state.market[now.named.row] == NONE,
    Event.COLUMN_RANKED: lambda now: now.state.columns[now.named.rank - 1] == now.named.colour,
    Event.VALUE_MOVED: lambda now: now.state.values[now.named.colour] == now.named.new,
    Event.BEST_BIDDER: lambda now: now.named.sum == now.state.sums[FIRST_CELL:, now.seat].sum(),
    Event.COURT: lambda now: now.gained(Source.COURT) and now.me.court == 0,
    Event.ALL_BACK: lambda now: now.nobody_in(FIRST_CELL, THRONE),
    Event.GEM_GIVEN: lambda now: now.has_more("gems", now.named.gem, -1),
    Event.CARD_DROPPED: lambda now: now.state.queen == NONE and now.state.closed == NONE,
    Event.THRONE_CHOSEN: lambda now: now.me.choice == now.named.value,
    Event.THRONE_ENTERED: _throne_entered,
    Event.EXTRA_TAKEN: lambda now: now.me.extras == now.me_before.extras - 1,
    Event.GAME_OVER: lambda now: now.state.phase == Phase.OVER and now.state.round == ROUNDS,
    Event.SCORED: _scored,
    Event.NEUTRAL_SCORED: _neutral_total,
    Event.WON: lambda now: scoring.total(now.state, now.seat) == now.named.points,
    Event.NEUTRAL_AHEAD: _neutral_total,
}


def test_every_kind_of_event_is_checked() -> None:
    assert list(CHECKS) == list(Event)


def test_every_event_is_told_after_its_change() -> None:
    seen: set[Event] = set()
    games = 0
    while len(seen) < len(Event) or games < len(VARIANTS):
        assert games < 200, [kind.name for kind in Event if kind not in seen]
        players, options = VARIANTS[games % len(VARIANTS)]
        games += 1
        for before, _seat, _action, happening in World(GAME, players, options, f"told {games}").play():
            states = [before, *happening.moments]
            for number, event in enumerate(happening.events):
                kind = Event[event.kind.upper()]
                seen.add(kind)
                moment = Moment(Event.named(event), states[number + 1], states[number])
                assert CHECKS[kind](moment), (games, event, [named.kind for named in happening.events])
