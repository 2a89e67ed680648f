"""What a viewer sees of a position, and the view with all brokers open."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.games.ys import decisions, scoring
from donjon.games.ys.board import (
    MARKET_PLACES,
    Worlds,
    column_places,
    foreseen,
    in_places,
    quarter_places,
    row_places,
)
from donjon.games.ys.counting import picks
from donjon.games.ys.knowledge import are_screens_open, fill_left, knows
from donjon.games.ys.model import (
    FIRST_ROW,
    LARGE_COUNT,
    SHIP_AWARD,
    SHIP_LARGE,
    SHIP_NAMES,
    SHIP_SMALL,
    STATE,
    is_neutral,
    party_count,
    turns_in_all,
)
from donjon.games.ys.moving import BROKER
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    EVERYBODY,
    FIRST_NEUTRAL,
    FIRST_THRONE,
    GEMS,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_SLOTS,
    NONE,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    VALUE_PAIRS,
    VALUES,
    Character,
    District,
    Gem,
    Phase,
    Source,
    broker_text,
    place_text,
)
from donjon.games.ys.pieces import colour_rank, gem_count, pile_size, pile_sum
from donjon.games.ys.ties import judge
from donjon.kernel import rules
from donjon.kernel.game import copy
from donjon.kernel.page_rules import array_of, page_rule
from donjon.kernel.records import Grid
from donjon.kernel.rules import NATURE, NOBODY
from donjon.kernel.seat_numbers import reader_number
from donjon.kernel.views import shared


def number(value: Any) -> int | None:
    """Return a value as plain data, None for NONE."""
    return None if value == NONE else int(value)


def name(names: tuple[str, ...], index: Any) -> str | None:
    """Return a name by its number, None for NONE."""
    return None if index == NONE else names[int(index)]


def values_of(pile: Any) -> list[int]:
    """Return the values of a pile, from low to high."""
    return [value for value in range(VALUES) for _ in range(int(pile[value]))]


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the table as `seat` (None or NOBODY: a spectator) sees it, fit for JSON; raise UnknownSeat.

    docs/ys.md lists the fields.
    """
    seat = reader_number(seat, int(state.players))
    viewpoint = NOBODY if seat is None else seat
    worlds = Worlds(state, viewpoint)
    data = _seen_by_all(state)
    data["seat"] = seat
    data["foreseen"] = foreseen(worlds)
    data["market"] = _market(state, worlds)
    standing = np.flatnonzero(state.place != NONE).tolist()
    data["brokers"] = [_broker(state, slot, viewpoint, worlds) for slot in standing if slot < FIRST_THRONE]
    data["throne"] = [_broker(state, slot, viewpoint, worlds) for slot in standing if slot >= FIRST_THRONE]
    for quarter in data["quarters"]:
        quarter.update(_standing(quarter_places(quarter["number"] - 1), worlds))
    for player in data["players"]:
        player.update(_hidden(state, player["seat"], viewpoint, worlds))
    return data


@shared(STATE)
def _seen_by_all(state: Any) -> dict[str, Any]:
    """Return the public part of the view, with empty fields for the rest."""
    mask = decisions.waiting(state)
    is_over = bool(state.phase == Phase.OVER)
    return {
        "game": "ys",
        "seat": None,
        "seats": int(state.players),
        "phase": Phase(state.phase).id,
        "round": int(state.round),
        "turn": int(state.turn),
        "turns": turns_in_all(state),
        "actor": None if state.actor == NONE or is_over else int(state.actor),
        "waiting": [other for other in range(NATURE) if mask >> other & 1],
        "variants": _variants(state),
        "quarters": [_quarter(state, quarter) for quarter in range(int(state.quarters))],
        "market": None,
        "foreseen": None,
        "values": {Gem(colour).id: int(state.values[colour]) for colour in range(COLOURS)},
        "worth": [Gem(colour).id for colour in _by_worth(state)],
        "brokers": None,
        "throne": None,
        "players": _players(state),
        "neutral": _neutral(state) if state.players == 2 else None,
        "placed": _placed(state),
        "chosen": _chosen(state),
        "cards_in_play": _in_play(state),
        "counting": _counting(state),
        "deck": [SHIP_NAMES[ship] for ship in range(SHIPS) if state.deck[ship]],
        "unseen_cards": [Character(card).id for card in range(CHARACTERS) if state.unseen[card]],
        "over": is_over,
        "ranks": rules.ranking(state) if is_over else None,
    }


def _placed(state: Any) -> dict[str, Any] | None:
    """Return the brokers placed in this turn, and the place chosen for the next one."""
    if not Phase.PLACE <= state.phase <= Phase.CLOSE:
        return None
    chosen = state.phase in (Phase.VALUE, Phase.REFILL)
    return {
        "up": int(state.put_up),
        "down": int(state.put_down),
        "neutral": int(state.put_neutral),
        "place": place_text(state.target) if chosen else None,
        "face_up": bool(state.facing) if chosen else None,
    }


def _variants(state: Any) -> dict[str, Any]:
    return {
        "open_placement": bool(state.open),
        "royal_favour": bool(state.royal),
        "express": bool(state.express),
        "neutral": ("harder" if state.hard else "normal") if state.players == 2 else None,
    }


def _by_worth(state: Any) -> list[int]:
    return sorted(range(COLOURS), key=lambda colour: int(colour_rank(state, colour)))


def ship_of(state: Any, quarter: int) -> dict[str, Any] | None:
    """Return the ship card in a harbour, and the gems it offers when the quarter is scored."""
    ship = int(state.ship[quarter])
    if ship == NONE:
        return None
    large = Gem(SHIP_LARGE[ship]).id
    small = [Gem(gem).id for gem in SHIP_SMALL[ship]]
    gems = sorted([*small, *[large] * int(LARGE_COUNT[state.players])], key=Gem.ids().index)
    return {"card": SHIP_NAMES[ship], "large": large, "small": small, "gems": gems}


def _quarter(state: Any, quarter: int) -> dict[str, Any]:
    counted_now = state.quarter == quarter and _is_counting(state)
    return {
        "number": quarter + 1,
        "ship": ship_of(state, quarter),
        "card": name(Character.ids(), state.character[quarter]),
        "closed": int(state.queen) if state.closed == quarter else None,
        "award": [int(count) for count in SHIP_AWARD[state.players] if count > 0],
        "standing": None,
        "districts": None,
        "counted_now": bool(counted_now),
    }


def _standing(places: range, worlds: Worlds) -> dict[str, Any]:
    """Return the parties in a quarter, with their sums as far as the viewer knows them."""
    return {
        "standing": in_places(worlds, places),
        "districts": {
            name: in_places(worlds, range(places[index], places[index] + 1))
            for index, name in enumerate(District.ids())
        },
    }


def _market(state: Any, worlds: Worlds) -> dict[str, Any]:
    rows = range(int(FIRST_ROW[state.players]), ROWS)
    ship = int(state.ship[QUARTERS])
    return {
        "ship": name(SHIP_NAMES, ship),
        "rows": [
            {
                "row": row,
                "gem": name(Gem.ids(), state.market[row]),
                "standing": in_places(worlds, row_places(row)),
            }
            for row in rows
        ],
        "columns": [
            {"colour": Gem(column).id, "standing": in_places(worlds, column_places(column))}
            for column in range(COLOURS)
        ],
        "standing": in_places(worlds, MARKET_PLACES),
    }


# The values in a bit mask of them.
_VALUES_IN = [[value for value in range(VALUES) if mask >> value & 1] for mask in range(1 << VALUES)]


def _broker(state: Any, slot: int, viewpoint: int, worlds: Worlds) -> dict[str, Any]:
    """Return one broker; `can` are the values it can have as far as the viewer can infer."""
    owner = int(state.owner[slot])
    neutral = bool(is_neutral(state, owner))
    value = int(state.value[slot]) if knows(state, viewpoint, slot) else None
    return {
        "id": f"b{int(state.id[slot])}",
        "text": broker_text(state, slot),
        "action": BROKER.action(slot),
        "owner": owner,
        "neutral": neutral,
        "by": (slot - FIRST_NEUTRAL) // NEUTRAL_SLOTS if neutral else owner,
        "place": place_text(state.place[slot]),
        "face_up": bool(state.face[slot]),
        "value": value,
        "can": [*_VALUES_IN[worlds.can[slot]]],
        "known_to_all": bool(state.known[slot] == EVERYBODY),
        "seen_by_me": value is not None,
        "soldier": bool(state.marked[slot]),
        "placed_in_turn": int(state.since[slot]),
    }


@page_rule(lambda: (np.zeros(1, STATE), np.zeros((MAX_SEATS, len(Source)), np.int32)))
def fill_points(states: Any, points: Grid) -> None:
    """Fill int32 points[MAX_SEATS, sources] as `scoring.points` does."""
    scoring.points(states[0], points)


def _players(state: Any) -> list[dict[str, Any]]:
    points = np.zeros((MAX_SEATS, len(Source)), np.int32)
    fill_points(array_of(state), points)
    return [_player(state, seat, points[seat]) for seat in range(int(state.players))]


def _player(state: Any, seat: int, gained: Any) -> dict[str, Any]:
    me = state.seats[seat]
    points = dict(zip(Source.ids(), gained.tolist(), strict=True))
    if not state.royal or state.phase != Phase.OVER:
        del points[Source(Source.THRONE).id]
    return {
        "seat": seat,
        "order": number(me.order or NONE),
        "chosen_order": number(me.chosen or NONE),
        "has_chosen": bool(me.choice != NONE),
        "choice": None,
        "front": values_of(me.front),
        "front_sum": int(pile_sum(me.front)),
        "screen_size": int(pile_size(me.screen)),
        "screen": None,
        "unplaced": None,
        "gems": _gems(me),
        "gem_count": int(gem_count(me)),
        "hand": [
            {"card": Character(card).id, "won_in": int(me.hand[card])}
            for card in range(CHARACTERS)
            if me.hand[card]
        ],
        "cards_played": int(me.played),
        "court_to_come": int(me.court),
        "extra_brokers": int(me.extras),
        "track": sum(int(points) for points in me.points),
        "points": points,
        "total": sum(points.values()),
        "is_judge": bool(state.phase >= Phase.CARDS_BEFORE and judge(state) == seat),
    }


def _hidden(state: Any, seat: int, viewpoint: int, worlds: Worlds) -> dict[str, Any]:
    """Return the secret part of a player's view, as far as the viewer knows it."""
    me, is_own = state.seats[seat], seat == viewpoint
    return {
        "choice": _choice(state, me) if is_own else None,
        "screen": values_of(me.screen) if is_own or are_screens_open(state) else None,
        "unplaced": None if is_own else _unplaced(state, seat, viewpoint, worlds),
    }


def _choice(state: Any, me: Any) -> list[int] | None:
    """Return the values of a secret choice, for the seat that made it; None where there is none."""
    if me.choice == NONE:
        return None
    return list(VALUE_PAIRS[me.choice]) if state.phase == Phase.BID else [int(me.choice)]


def _unplaced(state: Any, seat: int, viewpoint: int, worlds: Worlds) -> dict[str, Any]:
    """Return the values of a rival that the viewer cannot place, and where its unknown brokers are."""
    hidden = [
        broker_text(state, slot)
        for slot in np.flatnonzero((state.place != NONE) & (state.owner == seat)).tolist()
        if not knows(state, viewpoint, slot)
    ]
    behind = 0 if are_screens_open(state) else int(pile_size(state.seats[seat].screen))
    return {"values": values_of(worlds.unplaced[seat]), "brokers": hidden, "behind_screen": behind}


def _gems(me: Any) -> dict[str, int]:
    return {Gem(kind).id: int(me.gems[kind]) for kind in range(GEMS - 1)}


def _neutral(state: Any) -> dict[str, Any]:
    me = state.seats[NEUTRAL]
    return {
        "gems": _gems(me),
        "gem_count": int(gem_count(me)),
        "track": sum(int(points) for points in me.points),
        "court_to_come": int(me.court),
        "total": int(scoring.total_of(state, NEUTRAL)),
        "left": [_left_of(state, seat) for seat in range(int(state.players))],
    }


def _left_of(state: Any, seat: int) -> list[int]:
    """Return the values of a seat's neutral brokers that no seat has seen in this round (YS-10.7)."""
    left = np.zeros(VALUES, np.int64)
    fill_left(state, seat, left)
    return values_of(left)


def _chosen(state: Any) -> dict[str, Any] | None:
    """Return the public first half of a decision that is half done; None elsewhere."""
    phase = state.phase
    if phase in (Phase.WIZARD_WITH, Phase.MESSENGER_TO):
        return {"broker": broker_text(state, int(state.target))}
    if phase in (Phase.ALCHEMIST_TAKE, Phase.BANKER_LOWER):
        return {"gem": Gem(state.target).id}
    if phase == Phase.REFILL:
        return {"from_front": int(state.from_front)}
    return None


def _in_play(state: Any) -> dict[str, Any]:
    """Return the cards with a lasting effect, each with the seat that has played it."""
    return {
        "spy": number(state.spy),
        "looks": int(state.looks),
        "bishop": number(state.bishop),
        "magician": number(state.magician),
        "intriguer": number(state.intriguer),
        "merchant": bool(state.merchant),
        "queen": number(state.queen),
    }


_CARDS = (Phase.CARDS_BEFORE, Phase.CARDS_AFTER)  # the windows for cards that belong to the counting
_MARKET = (Phase.TURN_UP, Phase.COLOUR, Phase.COLUMN, Phase.BEST)


def _is_counting(state: Any) -> bool:
    """Return whether places are scored: from the end of placement until the throne room.

    The steps that the rules take by themselves between two places are part of the counting.
    """
    phase = state.phase
    asked = Phase.CARDS_BEFORE <= phase < Phase.THRONE or phase == Phase.TURN_UP
    going_on = Phase.OPEN_QUARTER <= phase <= Phase.TAKE_BACK
    return bool(
        asked or going_on or (phase in (Phase.ASK_CARDS, Phase.NEXT_CHOICE) and state.window in _CARDS)
    )


def _stage(state: Any) -> str:
    """Return the stage of scoring: "before", "quarter", "market" or "after"."""
    if state.quarter != NONE:
        return "quarter"
    if state.phase in _MARKET or Phase.OPEN_MARKET <= state.phase <= Phase.TAKE_BACK:
        return "market"
    return "after" if state.window == Phase.CARDS_AFTER else "before"


def _row(state: Any) -> int | None:
    """Return the row of the market whose gem is being won."""
    is_won = state.phase == Phase.PAY_ROWS or (state.phase == Phase.COLOUR and state.quarter == NONE)
    return int(state.rank) - 1 if is_won and state.rank > FIRST_ROW[state.players] else None


def _counting(state: Any) -> dict[str, Any] | None:
    """Return the stage of scoring, the ranking, the gems left, and the columns ranked so far."""
    if not _is_counting(state):
        return None
    ranked = [int(party) for party in state.ranking if party != NONE and party < party_count(state)]
    return {
        "stage": _stage(state),
        "quarter": None if state.quarter == NONE else int(state.quarter) + 1,
        "row": _row(state),
        "ranking": ranked,
        "next": int(state.rank),
        "picks": int(picks(state)) if state.phase == Phase.PICK else None,
        "offer": {Gem(kind).id: int(state.offer[kind]) for kind in range(GEMS) if state.offer[kind]},
        "columns": [Gem(column).id for column in state.columns if column != NONE],
    }


def open_view(state: Any) -> dict[str, Any]:
    """Return the view of a position with every broker known, those behind the screens and in bids too.

    Only the neutral brokers that no seat has seen stay hidden (YS-9.3.5): their values are not in a
    position.
    """
    shown = copy(state)
    for slot in range(SLOTS):
        if shown.place[slot] != NONE and shown.value[slot] != NONE:
            shown.known[slot] = EVERYBODY
    data = view(shown, None)
    for player in data["players"]:
        player["screen"] = values_of(state.seats[player["seat"]].screen)
    return data
