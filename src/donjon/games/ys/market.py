"""Chapters 6.4, 6.5 and 6.7: market rows, market columns, the best bidder; the brokers go back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys import domains
from donjon.games.ys.cards import open_window
from donjon.games.ys.counting import GEM, WHITE_FOR, ask_colour, enter_court
from donjon.games.ys.model import (
    CELL_BONUS,
    COLUMN_MOVES,
    FIRST_ROW,
    HIGHEST,
    LOWEST,
    State,
    event_seat,
    is_neutral,
    party_count,
)
from donjon.games.ys.neutral import NEUTRAL_PRIZES, ask_neutral, colour_to_raise, neutral_takes
from donjon.games.ys.nouns import (
    BOOK,
    COLOURS,
    EVERYBODY,
    FIRST_CELL,
    FIRST_THRONE,
    MAX_SEATS,
    NEUTRAL_SEAT,
    NONE,
    PLACE_OF_TEXT,
    PLACE_TEXTS,
    PLACES,
    ROWS,
    SLOTS,
    VALUES,
    Colour,
    Gem,
    Phase,
    asked,
    at_row,
    colour_of_gem,
    decide,
    of_colour,
    place_name,
    rank_name,
)
from donjon.games.ys.pieces import add_gem, add_to, move_value, take_back_from, turn_up, value_of
from donjon.games.ys.ties import (
    cite_lone_zero,
    cite_winner,
    judge,
    lines_of_standing,
    lines_of_ties,
    presence,
    strength,
    winner,
)
from donjon.kernel.actions import Kind
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, SeatName, signed
from donjon.kernel.rule_ids import number

# The rows (6.4)

ROW_RULE = number("YS-6.4.2")
WHITE_IN_ROW = BOOK.forbids("YS-6.4.3", WHITE_FOR)
EMPTY_ROW = number("YS-6.4.4")
ROW_WON = BOOK.event(
    "row_won",
    "{seat} wins market row {row} with {sum}: a {colour} gem.",
    *("row", "gem", "sum"),
    at=at_row,
    colour=colour_of_gem,
)
ROW_EMPTY = BOOK.event(
    "row_empty",
    "Market row {row} is empty: the {colour} gem goes back to the bank.",
    *("row", "gem"),
    at=at_row,
    colour=colour_of_gem,
)


@compilable
def open_market(state: State, log: EventLog | None) -> None:
    """Turn up all brokers of the market (YS-6.4.1)."""
    if ask_neutral(state, FIRST_CELL, PLACES, Phase.OPEN_MARKET):
        return
    for slot in range(FIRST_THRONE):
        if FIRST_CELL <= state.place[slot] < PLACES:
            turn_up(state, slot, log)
    if state.royal:
        settle_throne(state)
    state.rank = FIRST_ROW[state.players]
    state.phase = Phase.PAY_ROWS


@compilable
def settle_throne(state: State) -> None:
    """Note what the brokers shown reveal of those in the throne room (YS-10.8).

    A single unknown one of an owner is certain now. Two or three become a group: their values are known, but
    not which broker has which.
    """
    for owner in range(state.players):
        unknown, groups = 0, 0
        for slot in range(FIRST_THRONE, SLOTS):
            if is_open(state, slot, owner):
                unknown += 1
            groups = max(groups, int(state.group[slot]))
        for slot in range(FIRST_THRONE, SLOTS):
            if is_open(state, slot, owner):
                if unknown == 1:
                    state.known[slot] = EVERYBODY
                else:
                    state.group[slot] = groups + 1


@compilable
def is_open(state: State, slot: int, owner: int) -> bool:
    """Return whether this is a broker of the owner in the throne room of which nothing is certain yet."""
    mine = state.place[slot] != NONE and state.owner[slot] == owner
    return mine and state.known[slot] != EVERYBODY and state.group[slot] == 0


@compilable
def pay_rows(state: State, log: EventLog | None) -> None:
    """Give each row's gem to the highest sum there, from the lowest row up (YS-6.4.2 to YS-6.4.4)."""
    while state.rank < ROWS:
        row = int(state.rank)
        kind = int(state.market[row])
        state.rank += 1
        if kind == NONE:
            continue
        state.market[row] = NONE
        first = FIRST_CELL + row * COLOURS
        party = winner(state, first, first + COLOURS)
        if party == NONE:
            emit(log, ROW_EMPTY, NONE, EMPTY_ROW, row, kind, 0)
            continue
        own = strength(state, party, first, first + COLOURS)
        if kind != Gem.WHITE and not is_neutral(state, party):
            add_gem(state.seats[party], kind, 1)
        if log is not None:
            cite_row(state, party, row, kind, log)
        emit(log, ROW_WON, event_seat(state, party), ROW_RULE, row, kind, own)
        if is_neutral(state, party):
            neutral_takes(state, kind, NEUTRAL_PRIZES, log)
        elif kind == Gem.WHITE:
            ask_colour(state, party, WHITE_IN_ROW, Phase.PAY_ROWS)
            return
    state.rank = 0
    state.phase = Phase.RANK_COLUMNS


@compilable
def cite_row(state: State, party: int, row: int, kind: int, log: EventLog | None) -> None:
    """Cite what made a party the winner of a row, and what becomes of its gem."""
    first = FIRST_CELL + row * COLOURS
    if is_neutral(state, party):
        cite(log, NEUTRAL_PRIZES)
    elif kind == Gem.WHITE:
        cite(log, WHITE_IN_ROW)
    cite_winner(state, party, first, first + COLOURS, log)
    cite_lone_zero(state, party, first, first + COLOURS, log)


# The columns (6.5)


def _not_equal(case: Case) -> Message:
    if case.argument >= COLOURS:
        return Message("The market has no {colour} column.")
    return Message("This column isn't one of the tied ones. Choose a tied column.")


COLUMN_RULE = number("YS-6.5.2")
JUDGE_RULE = BOOK.forbids("YS-6.5.3", _not_equal)
ONE_JUDGE = number("YS-6.5.4")
VALUES_RULE = number("YS-6.5.5")
ZERO_COLUMN = number("YS-6.5.6")
NEUTRAL_IS_NO_JUDGE = number("YS-9.3.15")
INTRIGUER_JUDGES = number("YS-8.12.3")
INTRIGUER_IS_ABSENT = number("YS-8.12.4")
COLUMN_RANKED = BOOK.event(
    "column_ranked",
    "The {colour} market column takes {rank_name} with {sum}.",
    *("colour", "rank", "sum"),
    at=of_colour("column"),
    rank_name=lambda named: rank_name(named.rank),
    also=("YS-6.5.1", "YS-6.5.2"),
)
decide(
    Phase.COLUMN,
    "YS-6.5.3",
    asked(
        Message(
            "Tied columns: choose the one to take {rank_name}.",
            rank_name=lambda case: rank_name(int(case.state.rank) + 1),
        ),
        Message("{seat} is ordering tied market columns.").text,
    ),
)


@compilable
def column_sum(state: State, column: int) -> int:
    """Return the sum of the values of all brokers in a column (YS-6.5.1)."""
    total = 0
    for row in range(ROWS):
        for party in range(party_count(state)):
            total += int(state.sums[FIRST_CELL + row * COLOURS + column, party])
    return total


@compilable
def column_key(state: State, column: int) -> int:
    """Return the sort key of a column: its sum, then its number of brokers (YS-6.5.2)."""
    count = 0
    for row in range(ROWS):
        for party in range(party_count(state)):
            count += int(state.count[FIRST_CELL + row * COLOURS + column, party])
    return column_sum(state, column) * 64 + count


@compilable
def is_ranked(state: State, column: int) -> bool:
    """Return whether this column has its rank already."""
    for rank in range(state.rank):
        if state.columns[rank] == column:
            return True
    return False


@compilable
def is_candidate(state: State, column: int) -> bool:
    """Return whether no column still to be ranked is before this one (YS-6.5.2, YS-6.5.3)."""
    if is_ranked(state, column):
        return False
    own = column_key(state, column)
    for other in range(COLOURS):
        if not is_ranked(state, other) and column_key(state, other) > own:
            return False
    return True


@compilable
def rank_columns(state: State, log: EventLog | None) -> None:
    """Rank the columns, asking the judge about equal ones; then move the values (YS-6.5.2 to YS-6.5.5)."""
    while state.rank < COLOURS:
        candidates, best = 0, NONE
        for column in range(COLOURS):
            if is_candidate(state, column):
                candidates += 1
                best = column
        if candidates > 1:
            state.actor = judge(state)
            state.phase = Phase.COLUMN
            return
        rank_column(state, best, NONE, COLUMN_RULE, log)
    state.actor = NONE
    for rank in range(COLOURS):
        column = int(state.columns[rank])
        move_value(state, NONE, column, int(COLUMN_MOVES[rank]), VALUES_RULE, log)
    state.rank = 0
    state.phase = Phase.PAY_BEST


@compilable
def rank_column(state: State, column: int, seat: int, rule: int, log: EventLog | None) -> None:
    """Give a column the next rank."""
    if log is not None:
        cite_column(state, column, seat, log)
    state.columns[state.rank] = column
    state.rank += 1
    emit(log, COLUMN_RANKED, seat, rule, column, state.rank, column_sum(state, column))
    state.phase = Phase.RANK_COLUMNS


@compilable
def cite_column(state: State, column: int, seat: int, log: EventLog | None) -> None:
    """Cite what gave a column the next rank; `seat` is the judge who chose it, NONE if none was needed."""
    own = column_key(state, column)
    if seat != NONE:
        cite_judge(state, seat, own, log)
    elif state.rank > 0 and column_key(state, state.columns[state.rank - 1]) == own:
        cite(log, JUDGE_RULE)
    if own > 0 and column_sum(state, column) == 0:
        for other in range(COLOURS):
            if column_key(state, other) == 0:
                cite(log, ZERO_COLUMN)
                return


@compilable
def cite_judge(state: State, seat: int, key: int, log: EventLog | None) -> None:
    """Cite what made a seat the judge of the columns with this key."""
    is_absent = presence(state, seat, FIRST_CELL, PLACES) == 0
    if is_absent or has_other_tie(state, key):
        cite(log, ONE_JUDGE)
    if state.intriguer == seat:
        cite(log, INTRIGUER_JUDGES)
        if is_absent:
            cite(log, INTRIGUER_IS_ABSENT)
    if state.players == 2:
        cite(log, NEUTRAL_IS_NO_JUDGE)


@compilable
def has_other_tie(state: State, key: int) -> bool:
    """Return whether two columns are equal that have another key than this one."""
    for column in range(COLOURS):
        own = column_key(state, column)
        for other in range(column):
            if own != key and column_key(state, other) == own:
                return True
    return False


@compilable
def forbids_column(state: State, _seat: int, column: int) -> int:
    """Return the rule against a column that is not one of the equal ones (YS-6.5.3)."""
    return 0 if column < COLOURS and is_candidate(state, column) else JUDGE_RULE


@GEM.action_at(Phase.COLUMN, verb="column", forbids=forbids_column, button=Message("Rank {colour} next"))
@compilable
def choose_column(state: State, seat: int, column: int, log: EventLog | None) -> None:
    """Put one of the equal columns next, as their judge (YS-6.5.3)."""
    rank_column(state, column, seat, JUDGE_RULE, log)


# The best bidder (6.7)

BEST_RULE = number("YS-6.7.1")
BEST_MOVE = number("YS-6.7.2")
BEST_REAL = BOOK.forbids(
    "YS-6.7.3",
    Message("The {colour} gem value is {value} and can't go further. Choose another move.", value=value_of),
)
NEUTRAL_RAISES = number("YS-9.3.14")
BEST_BIDDER = BOOK.event(
    "best_bidder",
    "{seat} is the best bidder with {sum}.",
    "sum",
    at="market",
    also=("YS-6.7.4",),
)
decide(
    Phase.BEST,
    "YS-6.7.2",
    asked(
        Message("Best bidder: raise or lower one gem value by 1."),
        Message("{seat} is moving a gem value as best bidder.").text,
    ),
)
RAISE, LOWER = Kind(domains.COLOUR), Kind(domains.COLOUR)


@compilable
def pay_best(state: State, log: EventLog | None) -> None:
    """Let the best bidder move a gem value by 1 (YS-6.7.1, YS-6.7.4, YS-9.3.14)."""
    party = winner(state, FIRST_CELL, PLACES)
    if party == NONE:
        state.phase = Phase.TAKE_BACK
        return
    own = strength(state, party, FIRST_CELL, PLACES)
    if log is not None:
        cite_winner(state, party, FIRST_CELL, PLACES, log)
    emit(log, BEST_BIDDER, event_seat(state, party), BEST_RULE, own, 0, 0)
    if is_neutral(state, party):
        move_value(state, NEUTRAL_SEAT, colour_to_raise(state), 1, NEUTRAL_RAISES, log)
        state.phase = Phase.TAKE_BACK
    else:
        state.actor = party
        state.phase = Phase.BEST


@compilable
def forbids_best_up(state: State, _seat: int, colour: int) -> int:
    """Return the rule against a value that cannot rise: it must really move (YS-6.7.3)."""
    return 0 if state.values[colour] < HIGHEST else BEST_REAL


@compilable
def forbids_best_down(state: State, _seat: int, colour: int) -> int:
    """Return the rule against a value that cannot fall: it must really move (YS-6.7.3)."""
    return 0 if state.values[colour] > LOWEST else BEST_REAL


@RAISE.action_at(Phase.BEST, verb="raise", forbids=forbids_best_up, button=Message("Raise {colour}"))
@compilable
def best_up(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Raise a gem value as the best bidder (YS-6.7.2)."""
    move_value(state, seat, colour, 1, BEST_MOVE, log)
    state.phase = Phase.TAKE_BACK


@LOWER.action_at(Phase.BEST, verb="lower", forbids=forbids_best_down, button=Message("Lower {colour}"))
@compilable
def best_down(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Lower a gem value as the best bidder (YS-6.7.2)."""
    move_value(state, seat, colour, -1, BEST_MOVE, log)
    state.phase = Phase.TAKE_BACK


# The brokers go back (6.9.1)

NEUTRAL_BACK = number("YS-9.3.19")
BACK_RULE = number("YS-6.9.1")
PHASE_FIVE = number("YS-9.4.2")
ALL_BACK = BOOK.event("all_back", "The brokers in the market return behind the screens.", at="market")


@compilable
def take_all_back(state: State, log: EventLog | None) -> None:
    """Take market and fronts back, enter the court's points, discard the cards (YS-6.9.1, YS-8.18.1).

    With Royal Favour the fronts stay until the throne room has been served (YS-9.4.3).
    """
    state.actor = NONE
    take_back_from(state, FIRST_CELL, PLACES)
    if not state.royal:
        fronts_back(state)
    if state.players == 2:
        cite(log, NEUTRAL_BACK)
    if state.royal:
        cite(log, PHASE_FIVE)
    emit(log, ALL_BACK, NONE, BACK_RULE, 0, 0, 0)
    enter_court(state, log)
    for column in range(COLOURS):
        state.columns[column] = NONE
    state.merchant = 0
    state.intriguer = NONE
    open_window(state, Phase.CARDS_AFTER)


@compilable
def fronts_back(state: State) -> None:
    """Take the brokers of all fronts back behind the screens."""
    for seat in range(state.players):
        me = state.seats[seat]
        for value in range(VALUES):
            add_to(me.screen, value, int(me.front[value]))
            me.front[value] = 0


# Explanations


def _judge_line(view: Mapping[str, Any]) -> Line:
    """Return the line about the player who orders columns with equal sums and numbers of brokers."""
    intriguer = view["cards_in_play"]["intriguer"]
    if intriguer is not None:
        return "YS-8.12.3", Message(
            "If columns are still tied, {seat} orders them (Intriguer).", seat=SeatName(intriguer)
        )
    return "YS-6.5.3", Message(
        "If columns are still tied, the player with the highest sum in front of the screen orders them."
    )


@BOOK.explains(*PLACE_TEXTS[FIRST_CELL:], about=("cell",))
def explain_cell(state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what a place of the market brings, with the gem of its row and what its column does."""
    place = PLACE_OF_TEXT[name]
    row, column = divmod(place - FIRST_CELL, COLOURS)
    return [
        title(place_name(place)),
        ("YS-5.4", Message("A market cell holds one broker.")),
        ("YS-5.6", Message("A broker placed here scores {points:point|points} at once.", points=CELL_BONUS)),
        *explain_row(state, view, str(row))[1:2],
        *explain_column(state, view, Gem(column).id)[1:2],
    ]


@BOOK.explains("row-")
def explain_row(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return the gem of a row, and the sums of the parties there."""
    row = next((row for row in view["market"]["rows"] if str(row["row"]) == name), None)
    first = title(Message("market row {row}", row=name))
    if row is None:
        rule = "YS-5.5" if view["seats"] == MAX_SEATS else "YS-9.2.5"
        return [first, (rule, Message("This row isn't used in this game."))] if name in ("0", "1") else []
    if row["gem"] is None:
        gem = Message("There is no gem in this row now.")
    else:
        gem = Message("The highest sum in the row wins: {gem}.", gem=Gem[row["gem"].upper()].term)
    standing = lines_of_standing(view, row["standing"], "YS-6.4.2")
    return [first, ("YS-6.4.2", gem), *standing, *lines_of_ties(view)]


@BOOK.explains("column-")
def explain_column(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return how a column moves its gem value, its sum now, and what decides between equal columns."""
    column = next((column for column in view["market"]["columns"] if column["colour"] == name), None)
    if column is None:
        return []
    moves = Message(
        "From highest to lowest sum, the columns move their gem values by {moves}.",
        moves=[signed(int(move)) for move in COLUMN_MOVES],
    )
    shown = sum(row["sum"] for row in column["standing"])
    hidden = sum(row["unknown"] for row in column["standing"])
    return [
        title(Message("market column: {colour}", colour=Colour[name.upper()].term)),
        ("YS-6.5.5", moves),
        (
            "YS-6.5.1",
            Message("Sum now: {sum} + {count:face-down broker|face-down brokers}.", sum=shown, count=hidden),
        ),
        ("YS-6.5.2", Message("Ties are broken by the number of brokers.")),
        _judge_line(view),
    ]


@BOOK.explains("market")
def explain_market(_state: State, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return what the market does, and each party's total in it."""
    return [
        title(Message("market")),
        ("YS-6.4.2", Message("Rows give gems, columns move the gem values.")),
        ("YS-6.7.1", Message("The player with the highest sum in the whole market is the best bidder.")),
        *lines_of_standing(view, view["market"]["standing"], "YS-6.7.1"),
        *lines_of_ties(view),
    ]
