"""At the moment of an event the position shows what its sentence says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.games.ys import scoring
from donjon.games.ys.counting import offered
from donjon.games.ys.model import SHIP_SMALL
from donjon.games.ys.nouns import (
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
from donjon.kernel.event_log import NamedEvent
from tests.games.ys.stage import GAME, VARIANTS
from tests.moments import World

KINDS = GAME.events.kinds


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


CHECKS: dict[str, Callable[[Moment], Any]] = {
    "order_dealt": lambda now: now.me.order == now.named.order,
    "round_began": lambda now: now.state.round == now.named.round,
    "card_turned": lambda now: now.state.character[now.named.quarter] == now.named.card,
    "ship_came": lambda now: now.state.ship[now.named.quarter] == now.named.ship,
    "market_filled": _market_filled,
    "bid_chosen": lambda now: VALUE_PAIRS[now.me.choice] == (now.named.low, now.named.high),
    "bid_shown": _bid_shown,
    "order_chosen": lambda now: now.me.chosen == now.named.order,
    "card_played": lambda now: not now.me.hand[now.named.card] and now.me.played > now.me_before.played,
    "quarter_closed": lambda now: (now.state.closed, now.state.queen) == (now.named.quarter, now.seat),
    "put_down": _put_down,
    "hidden": lambda now: now.stands(
        now.named.place, owner=now.seat, value=now.named.value, face=0, known=1 << now.seat
    ),
    "placed": _placed,
    "placed_known": lambda now: now.stands(
        now.named.place, owner=now.seat, value=now.named.value, face=0, known=EVERYBODY
    ),
    "refilled": lambda now: now.has_more("front", now.named.value),
    "neutral_placed": lambda now: now.stands(now.named.place, owner=NEUTRAL, value=NONE, face=0),
    "market_bonus": lambda now: now.gained(Source.MARKET) and now.stands(now.named.place, owner=now.seat),
    "looked": _looked,
    "saw": lambda now: now.stands(now.named.place, owner=now.seat, value=now.named.value, face=0),
    "wizard_swapped": _wizard_swapped,
    "marked": lambda now: now.stands(now.named.place, owner=now.seat, marked=1),
    "last_shown": lambda now: now.has_more("front", now.named.value),
    "moved": _moved,
    "ships_swapped": _ships_swapped,
    "turned_up": _turned_up,
    "ranked": _ranked,
    "gem_taken": _gem_taken,
    "white_exchanged": lambda now: now.has_more("gems", now.named.colour),
    "gems_stay": lambda now: offered(now.state) == 0,
    "black_gem": lambda now: now.has_more("gems", Gem.BLACK),
    "merchants_won": lambda now: now.gained(Source.MERCHANTS),
    "card_won": _card_won,
    "nobody_there": _nobody_there,
    "brokers_back": lambda now: now.nobody_in(
        now.named.quarter * DISTRICTS, now.named.quarter * DISTRICTS + DISTRICTS
    ),
    "row_won": _row_won,
    "row_empty": lambda now: now.state.market[now.named.row] == NONE,
    "column_ranked": lambda now: now.state.columns[now.named.rank - 1] == now.named.colour,
    "value_moved": lambda now: now.state.values[now.named.colour] == now.named.new,
    "best_bidder": lambda now: now.named.sum == now.state.sums[FIRST_CELL:, now.seat].sum(),
    "court": lambda now: now.gained(Source.COURT) and now.me.court == 0,
    "all_back": lambda now: now.nobody_in(FIRST_CELL, THRONE),
    "gem_given": lambda now: now.has_more("gems", now.named.gem, -1),
    "card_dropped": lambda now: now.state.queen == NONE and now.state.closed == NONE,
    "throne_chosen": lambda now: now.me.choice == now.named.value,
    "throne_entered": _throne_entered,
    "extra_taken": lambda now: now.me.extras == now.me_before.extras - 1,
    "game_over": lambda now: now.state.phase == Phase.OVER and now.state.round == ROUNDS,
    "scored": _scored,
    "neutral_scored": _neutral_total,
    "won": lambda now: scoring.total(now.state, now.seat) == now.named.points,
    "neutral_ahead": _neutral_total,
}


def test_every_kind_of_event_is_checked() -> None:
    assert set(CHECKS) == set(KINDS)


def test_every_event_is_told_after_its_change() -> None:
    seen: set[str] = set()
    games = 0
    while len(seen) < len(KINDS) or games < len(VARIANTS):
        assert games < 200, set(KINDS) - seen
        players, options = VARIANTS[games % len(VARIANTS)]
        games += 1
        for before, _seat, _action, happening in World(GAME, players, options, f"told {games}").play():
            states = [before, *happening.moments]
            for number, event in enumerate(happening.events):
                seen.add(event.kind)
                moment = Moment(GAME.events.named(event), states[number + 1], states[number])
                assert CHECKS[event.kind](moment), (games, event, [named.kind for named in happening.events])
