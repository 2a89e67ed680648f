"""What each seat may know of a game of Ys, for the referee: the fields of a view."""

from __future__ import annotations

from typing import Any

from tests.referees import ys_data as data
from tests.referees.ys_table import Broker, Table, all_points

Eye = int | None


def known(table: Table, viewpoint: Eye) -> dict[str, Any]:
    """Chapter 10: all that is public, and what is hidden so far as a seat (None: a spectator) can tell it."""
    neutral = table.neutral is not None
    return {
        "round": table.round,
        "quarters": [quarter(table, number, viewpoint) for number in table.quarters],
        "market": market(table, viewpoint),
        "values": table.values,
        "worth": table.worth(),
        "brokers": [broker(table, one, viewpoint) for one in table.in_play()],
        "throne": [broker(table, one, viewpoint) for one in table.in_play(data.THRONE)],
        "players": [player(table, seat, viewpoint) for seat in table.seats],
        "neutral": neutral_player(table) if neutral else None,
        "cards_in_play": {
            "spy": table.spy,
            "looks": table.looks,
            "bishop": table.bishop,
            "magician": table.magician,
            "intriguer": table.intriguer,
            "merchant": table.merchant,
            "queen": table.queen,
        },
        "deck": table.deck,
        "unseen_cards": table.unseen,
        "over": table.over,
    }


def broker(table: Table, one: Broker, viewpoint: Eye) -> dict[str, Any]:
    """YS-10.4: what everybody sees of a broker, and what this seat knows of its value."""
    seen = table.memory[viewpoint]
    return {
        "text": table.name(one),
        "owner": one.owner,
        "neutral": one.owner == table.neutral,
        "by": one.by,
        "place": one.place,
        "face_up": one.up,
        "value": seen.get(one),
        "can": can(table, one, viewpoint),
        "known_to_all": one in table.memory[None],
        "seen_by_me": one in seen,
        "soldier": one.marked,
        "placed_in_turn": one.turn,
    }


def can(table: Table, one: Broker, viewpoint: Eye) -> list[int]:
    """YS-10.1 to YS-10.3, YS-10.7, YS-10.8, YS-10.10, YS-10.11: the values that a broker can have."""
    seen = table.memory[viewpoint]
    if one in seen:
        return [seen[one]]
    if one.owner == table.neutral:
        return sorted(table.supply[one.by])
    rest, hidden = table.rest(one.owner, viewpoint), table.hidden(one.owner, viewpoint)
    return sorted(table.worlds[one.owner].can(one, seen, rest, hidden))


def standing(table: Table, places: list[str], viewpoint: Eye) -> list[dict[str, int]]:
    """YS-8.16.3: who stands there; a marked broker is worth 5, whoever has seen it."""
    here = table.in_play(*places)
    rows = []
    for party in table.parties:
        own = [one for one in here if one.owner == party]
        worth = [data.SOLDIER if one.marked else table.memory[viewpoint].get(one) for one in own]
        told = [value for value in worth if value is not None]
        if own:
            row = {"seat": party, "brokers": len(own), "sum": sum(told), "unknown": len(own) - len(told)}
            rows.append(row)
    return rows


def quarter(table: Table, number: int, viewpoint: Eye) -> dict[str, Any]:
    """A quarter with its ship, its card and who stands there."""
    ship = None
    if number in table.ships:
        card = table.ships[number]
        large, *small = data.SHIPS[card]
        gems = data.offer(card, table.players)
        ship = {"card": card, "large": large, "small": small, "gems": gems}
    return {
        "number": number,
        "ship": ship,
        "card": table.cards.get(number),
        "closed": table.queen if table.closed == number else None,
        "award": data.AWARD[table.players],
        "standing": standing(table, data.districts(number), viewpoint),
        "districts": {
            name: standing(table, [f"q{number}.{letter}"], viewpoint)
            for name, letter in data.DISTRICTS.items()
        },
        "counted_now": table.counted == number,
    }


def market(table: Table, viewpoint: Eye) -> dict[str, Any]:
    """The market with who stands in its rows and columns."""
    rows = [
        {"row": row, "gem": table.market.get(row), "standing": standing(table, data.cells([row]), viewpoint)}
        for row in table.rows
    ]
    columns = [
        {
            "colour": colour,
            "standing": standing(table, [f"{row}{colour[0]}" for row in table.rows], viewpoint),
        }
        for colour in data.COLOURS
    ]
    everywhere = standing(table, data.cells(table.rows), viewpoint)
    return {"ship": table.market_ship, "rows": rows, "columns": columns, "standing": everywhere}


def player(table: Table, seat: int, viewpoint: Eye) -> dict[str, Any]:
    """YS-0.2, YS-0.3, YS-10.5: a player's things; screens and secret choices are their owner's."""
    points = all_points(table)[seat]
    chosen = table.choices.get(seat)
    open_ = viewpoint == seat or table.screens_seen
    return {
        "seat": seat,
        "order": table.order[seat],
        "chosen_order": table.picked.get(seat),
        "has_chosen": chosen is not None,
        "choice": [int(letter) for letter in chosen if letter.isdigit()]
        if chosen and viewpoint == seat
        else None,
        "front": sorted(table.fronts[seat]),
        "front_sum": table.front_sum(seat),
        "screen_size": len(table.screens[seat]),
        "screen": sorted(table.screens[seat]) if open_ else None,
        "unplaced": None if viewpoint == seat else unplaced(table, seat, viewpoint),
        "gems": table.gems[seat],
        "gem_count": sum(table.gems[seat].values()),
        "hand": [
            {"card": card, "won_in": table.hands[seat][card]}
            for card in data.CARDS
            if card in table.hands[seat]
        ],
        "cards_played": table.played[seat],
        "court_to_come": table.court[seat],
        "extra_brokers": table.extras[seat],
        "track": sum(table.track[seat].values()),
        "points": points,
        "total": sum(points.values()),
    }


def unplaced(table: Table, seat: int, viewpoint: Eye) -> dict[str, Any]:
    """YS-10.1, YS-10.10: what is left open of another seat's brokers, as a union."""
    return {
        "values": table.rest(seat, viewpoint),
        "brokers": [table.name(one) for one in table.hidden(seat, viewpoint)],
        "behind_screen": 0 if table.screens_seen else len(table.screens[seat]),
    }


def neutral_player(table: Table) -> dict[str, Any]:
    """YS-9.3.16, YS-10.7: the neutral player's things, and which values nobody has seen in this round."""
    party = table.parties[-1]
    return {
        "gems": table.gems[party],
        "gem_count": sum(table.gems[party].values()),
        "track": sum(table.track[party].values()),
        "court_to_come": table.court[party],
        "total": sum(all_points(table)[party].values()),
        "left": [sorted(table.supply[seat]) for seat in table.seats],
    }
