"""The counting of Ys for the referee (chapter 6), with what the neutral player does in it (9.3)."""

from __future__ import annotations

from itertools import combinations

from tests.referees import ys_data as data
from tests.referees.ys_asking import CHANCE, Choice, EventLog, choose
from tests.referees.ys_cards import Cards
from tests.referees.ys_table import Broker, Table


def counting(table: Table, cards: Cards) -> EventLog:
    """YS-6.1.1: the order of events."""
    yield from cards.window(data.BEFORE)
    for quarter in table.quarters:
        yield from count_quarter(table, quarter)
    yield from count_market(table)
    table.intriguer, table.merchant = None, False
    yield from cards.window(data.AFTER)


def turn_up(table: Table, brokers: list[Broker]) -> EventLog:
    """YS-6.1.2, YS-10.7: brokers are turned up; the value of a neutral one is one of those left of four."""
    for broker in brokers:
        if broker.value is None:
            left = table.supply[broker.by]
            text = yield from choose(CHANCE, (f"broker {value}" for value in left))
            broker.value = int(text.split()[1])
            left.remove(broker.value)
        broker.up = True
        table.show(broker)


def count_quarter(table: Table, quarter: int) -> EventLog:
    """YS-6.1.3: gems, harbour, merchants, palace."""
    table.counted = quarter
    here = table.in_play(*data.districts(quarter))
    yield from turn_up(table, here)
    yield from share_ship(table, quarter, table.ranked(here))
    harbour, merchants, palace = (table.ranked(table.in_play(place)) for place in data.districts(quarter))
    if harbour:  # YS-6.3.2
        table.gems[harbour[0]]["black"] += 1
    if merchants:  # YS-6.3.3, YS-8.15.1
        points = data.MERCHANTS_WITH_CARD if table.merchant else data.MERCHANTS
        table.track[merchants[0]]["merchants"] += points
    card, table.cards[quarter] = table.cards[quarter], None
    if palace and card:  # YS-6.3.4
        yield from win_card(table, palace[0], card)
    table.take_back(here)  # YS-6.3.6
    if table.closed == quarter:  # YS-8.17.4
        table.queen, table.closed = None, None
    table.counted = None


def share_ship(table: Table, quarter: int, ranking: list[int]) -> EventLog:
    """YS-6.2.3 to YS-6.2.5, YS-9.2.4, YS-9.3.10."""
    gems = data.offer(table.ships[quarter], table.players)
    for party, picks in zip(ranking, data.AWARD[table.players], strict=False):
        if party == table.neutral:
            taken = sorted(gems, key=lambda gem: table.worth().index(as_colour(table, gem)))[:picks]
        else:
            ways = {"take " + " ".join(gems_) for gems_ in combinations(gems, picks)}
            taken = (yield from choose(party, ways)).split()[1:]
        for gem in taken:
            gems.remove(gem)
        for gem in taken:
            yield from win_gem(table, party, gem)


def as_colour(table: Table, gem: str) -> str:
    """YS-9.3.11: what a gem is worth to the neutral player."""
    return table.worth()[0] if gem == "white" else gem


def win_gem(table: Table, party: int, gem: str) -> EventLog:
    """YS-6.2.5, YS-6.4.3: a white gem is exchanged at once."""
    if party == table.neutral:
        gem = as_colour(table, gem)
    elif gem == "white":
        gem = yield from free_colour(party)
    table.gems[party][gem] += 1


def free_colour(seat: int) -> Choice:
    """One of the four colours, as the seat likes."""
    text = yield from choose(seat, (f"colour {colour}" for colour in data.COLOURS))
    return text.split()[1]


def win_card(table: Table, party: int, card: str) -> EventLog:
    """YS-6.3.4, YS-8.18, YS-8.19, YS-9.3.12, YS-9.3.13."""
    if card in data.COURT:
        table.court[party] += data.COURT[card]
    elif party == table.neutral:
        table.gems[party][table.worth()[0]] += 1
    elif card == data.BLUE_CARD:
        table.gems[party][(yield from free_colour(party))] += 1
    else:
        table.hands[party][card] = table.round


def count_market(table: Table) -> EventLog:
    """YS-6.4, YS-6.5, YS-6.7, and what follows the market (YS-6.9.1, YS-8.18.1)."""
    here = table.in_play(*data.cells(table.rows))
    yield from turn_up(table, here)
    table.settle_thrones()
    for row in table.rows:
        winners = table.ranked(table.in_play(*data.cells([row])))
        gem, table.market[row] = table.market[row], None
        if winners and gem:
            yield from win_gem(table, winners[0], gem)
    yield from move_values(table)
    if here:  # YS-6.7.4
        yield from best_bidder(table, table.ranked(here)[0])
    table.take_back(here)
    for seat in table.seats:
        if not table.royal:
            table.screens[seat] += table.fronts[seat]
            table.fronts[seat] = []
    for party in table.parties:
        table.track[party]["court"] += table.court[party]
        table.court[party] = 0


def move_values(table: Table) -> EventLog:
    """YS-6.5: columns ranked, the judge orders those that are equal; values move by 2, 1, -1 and -2."""
    columns: list[str] = []
    for group in table.column_groups():
        while group:
            text = yield from choose(table.judge(), (f"column {colour}" for colour in group))
            columns.append(text.split()[1])
            group.remove(columns[-1])
    for colour, steps in zip(columns, data.COLUMN_MOVES, strict=True):
        table.move_value(colour, steps)


def best_bidder(table: Table, party: int) -> EventLog:
    """YS-6.7.2, YS-6.7.3, YS-9.3.14."""
    rising = [colour for colour in data.COLOURS if table.values[colour] < data.HIGHEST]
    falling = [colour for colour in data.COLOURS if table.values[colour] > data.LOWEST]
    if party == table.neutral:
        # max takes the first, so the one further left
        table.move_value(max(rising, key=lambda colour: table.gems[party][colour]), 1)
        return
    ways = {f"raise {colour}" for colour in rising} | {f"lower {colour}" for colour in falling}
    verb, colour = (yield from choose(party, ways)).split()
    table.move_value(colour, 1 if verb == "raise" else -1)
