"""What a table's page shows of clocks and open requests, and what a viewer may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from donjon.kernel.message import Message, SeatName, Translate
from donjon.rulebook.lessons import lesson_for
from donjon.table.live.viewers import Viewer
from donjon.table.store import agreeing
from donjon.table.store.clocks import DAY, HOUR, LIVE, MINUTE, SECOND
from donjon.table.store.offers import Offer
from donjon.table.store.paces import CHOICES, Choice, label_of, pace_of, turns
from donjon.table.store.rows import END, PACE, PERSON, REWIND
from donjon.table.store.table_game import TableGame

# A game that may take more days is said to take months, not weeks.
MOST_WEEKS_IN_DAYS = 60


@dataclass(frozen=True)
class Clock:
    """The clock of a seat on a page. left: in words, of a turn that runs when it began.

    due: when it runs out, in milliseconds since 1970, 0 if it does not run; may_claim: whether the viewer may
    let a bot play on once it has run out.
    """

    seat: int
    left: str
    due: int
    may_claim: bool = False


@dataclass(frozen=True)
class OpenRequest:
    """An open request on a page: its row, what it says, and the viewer's seat that may answer it.

    answers: the seat that may agree or decline, None for none; own: the seat that may withdraw it; names:
    the names of those who have not answered.
    """

    number: int
    words: str
    seen: str = ""
    answers: int | None = None
    own: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asks:
    """What a viewer may ask for. seat: for which of the own seats; paces: (name, label) of other paces."""

    seat: int
    undo: bool
    paces: tuple[tuple[str, str], ...]
    end: bool
    resign: bool


def in_words(time: int, say: Translate) -> str:
    """Return a time in milliseconds as a clock shows it."""
    if time >= DAY:
        return Message("{days} d {hours} h", days=time // DAY, hours=time % DAY // HOUR).say(say)
    if time >= 3 * HOUR:
        minutes = time % HOUR // MINUTE
        return Message("{hours} h {minutes} min", hours=time // HOUR, minutes=minutes).say(say)
    minutes, seconds = divmod(time // SECOND, 60)
    return f"{minutes}:{seconds:02}"


def clocks(table_game: TableGame, viewer: Viewer, say: Translate) -> tuple[Clock, ...]:
    """Return the clocks of a table, in the order of the seats; none if it has no pace, or after the end."""
    kept = table_game.clocks
    if not kept.pace.ticks or table_game.over or table_game.is_ended or table_game.is_gathering:
        return ()
    shown = []
    in_charge = bool(in_charge_of(table_game, viewer))
    for seat in table_game.seats:
        if seat.kind != PERSON:
            continue
        due, turn = kept.due(seat.seat), kept.turns.get(seat.seat)
        at = 0 if turn is None else turn.since
        left = kept.reserve_left(seat.seat, at) + (0 if turn is None else kept.free_left(seat.seat, at))
        may_claim = kept.pace.by_claim and due is not None and in_charge and seat.seat not in viewer.seats
        shown.append(Clock(seat.seat, in_words(left, say), due or 0, may_claim))
    return tuple(shown)


def in_charge_of(table_game: TableGame, viewer: Viewer) -> list[int]:
    """Return the seats that a viewer plays, none of them a bot's now."""
    return [seat for seat in viewer.seats if table_game.seats[seat].kind == PERSON]


def requests(
    table_game: TableGame, viewer: Viewer, say: Translate, names: list[str]
) -> tuple[OpenRequest, ...]:
    """Return the open requests as a viewer sees them."""
    own, shown = in_charge_of(table_game, viewer), []
    for offer in table_game.offers:
        asked = agreeing.asked_of(table_game, offer)
        shown.append(
            OpenRequest(
                offer.number,
                _what(table_game, offer).say(say, names),
                _seen(table_game, offer).say(say, names) if offer.what == REWIND else "",
                next((seat for seat in own if seat in asked), None),
                next((seat for seat in own if seat == offer.seat), None),
                tuple(names[seat] for seat in sorted(asked)),
            )
        )
    return tuple(shown)


def _what(table_game: TableGame, offer: Offer) -> Message:
    """Return what a request asks for."""
    seat = SeatName(offer.seat)
    if offer.what == END:
        return Message("{seat} suggests ending the game now, without a winner.", seat=seat)
    if offer.what == PACE:
        pace = label_of(offer.facts["pace"])
        return Message("{seat} suggests another pace: {pace}.", seat=seat, pace=pace)
    count = len(table_game.steps) - int(offer.facts["keep"])
    return Message("{seat} asks to undo {count:move|moves}.", seat=seat, count=count)


def _seen(table_game: TableGame, offer: Offer) -> Message:
    """Return what has been drawn or revealed since the position that a request to undo leads to."""
    if agreeing.seen_since(table_game, int(offer.facts["keep"])):
        return Message("Something has been drawn or revealed since. The same draws come again.")
    return Message("Nothing has been drawn or revealed since.")


def asks(table_game: TableGame, viewer: Viewer, say: Translate) -> Asks | None:
    """Return what a viewer may ask for, None for spectators and after the end."""
    own = in_charge_of(table_game, viewer)
    if not own or table_game.over or table_game.is_ended or table_game.is_gathering:
        return None
    seat = viewer.acts if viewer.acts in own else own[0]
    assert seat is not None
    others = any(one.owner not in ("", viewer.guest) for one in table_game.seats)
    # The guide of a lesson says when to undo.
    is_taught = lesson_for(table_game.game.name, table_game.header.seed) is not None
    asked = {offer.what for offer in table_game.offers if offer.seat == seat}
    current = table_game.clocks.pace.name
    paces = tuple((one.name, one.label.say(say)) for one in CHOICES if one.name != current)
    return Asks(
        seat,
        REWIND not in asked and not is_taught and agreeing.may_rewind(table_game, seat),
        paces if others and PACE not in asked else (),
        others and END not in asked,
        others,
    )


def shows_zone(table_game: TableGame, viewer: Viewer) -> dict[int, str]:
    """Return the time zones of a viewer's seats as the table knows them, where they matter."""
    pace = table_game.clocks.pace
    if not pace.ticks or pace.kind == LIVE or table_game.over or table_game.is_ended:
        return {}
    return {seat: table_game.zones[seat] for seat in in_charge_of(table_game, viewer)}


@dataclass(frozen=True)
class PaceChoice:
    """A pace that can be chosen. about: how long a game takes with it, "" if nothing limits it."""

    name: str
    label: str
    about: str
    chosen: bool


def paces(table_game: TableGame, say: Translate) -> tuple[PaceChoice, ...]:
    """Return the paces that a table can have before its game starts."""
    header = table_game.header
    return tuple(
        PaceChoice(
            choice.name,
            choice.label.say(say),
            _about(choice, header.game, header.players, say),
            choice.name == table_game.pace_name,
        )
        for choice in CHOICES
    )


def _about(choice: Choice, game: str, players: int, say: Translate) -> str:
    """Return what a pace gives each player, and how long a game takes with it; "" without a clock."""
    pace = pace_of(choice.name, game, players)
    if not pace.ticks:
        return ""
    start, seconds = in_words(pace.reserve, say), pace.increment // SECOND
    if choice.minutes:
        given = Message("{start} at first, +{seconds} s a turn", start=start, seconds=seconds)
    else:
        given = Message("{count:day|days} in reserve", count=choice.spare)
    return f"{given.say(say)} · {_length(choice, game, players).say(say)}"


def _length(choice: Choice, game: str, players: int) -> Message:
    """Return how long a game of a pace takes at most, about."""
    if choice.minutes:
        return Message("up to {count:minute|minutes}", count=choice.minutes * players)
    days = choice.days * players * turns(game, players)
    if days > MOST_WEEKS_IN_DAYS:
        return Message("up to {count:month|months}", count=round(days / 30))
    return Message("up to {count:week|weeks}", count=max(1, round(days / 7)))
