"""Show the end of a game: the result as its viewer sees it, where the points come from, what decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from donjon.coach.reviewing import Review, percent
from donjon.drawing import Box
from donjon.drawing.protocol import drawing_of
from donjon.kernel.game import Game
from donjon.kernel.message import Message, SeatName, Translate, plain, signed
from donjon.play.course import Course, Gain, Lead, course
from donjon.table.live import decided, presentation, timeline, wording
from donjon.table.live.score import Score, capital, result
from donjon.table.store.table_game import TableGame
from donjon.table.web.rendering import say

# The sources of points that are named for a turn, at most.
MOST_NAMED = 3
MINUTES, HOURS = 60, 3600  # seconds
# Width and height of the banner, as fractions of the width of the board.
BANNER = (0.86, 0.19)
# Width and height of the picture of a lead, and its edge.
CURVE, CURVE_EDGE = (96, 48), 5
# A part of the board beside a turn: its width as a fraction of the board's, and its width by its height.
PART, PART_SHAPE = 0.34, 1.5
# How much a win chance must rise in a turn to be shown as a rise: the coach's figures are rough.
LEAST_RISE = 0.05


@dataclass(frozen=True)
class Piece:
    """A piece of a bar: its group's number, the points as they are written, and their amount."""

    group: int
    text: str
    size: int


@dataclass(frozen=True)
class Row:
    """The row of a seat: its place, its name, its points, its bar and what that says in words.

    rest: what the bar is shorter than the longest.
    """

    seat: int
    place: int
    name: str
    mine: bool
    total: str
    bar: tuple[Piece, ...]
    rest: int
    said: str


@dataclass(frozen=True)
class Key:
    """A group of sources in the key of the bars: its number, icon, word, and its places on the board.

    source: the source of the group, "" if it has several.
    """

    group: int
    source: str
    icon: Markup
    word: str
    boxes: str


@dataclass(frozen=True)
class Curve:
    """The lead of the winner over a game, as a line: its points, where it is 0, and the place of a moment.

    In units of a small picture (see CURVE), with its origin in the upper left corner.
    """

    seat: int
    line: str
    level: float
    at: tuple[float, float]


@dataclass(frozen=True)
class Part:
    """A part of the board, shown again beside a turn: the id of the board, its size, and the part.

    places: the middles of the places of the turn, in the board's units; size: the radius of a ring round one.
    """

    board: str
    width: float
    height: float
    part: str
    places: tuple[tuple[float, float], ...]
    size: float


@dataclass(frozen=True)
class Moment:
    """A moment of the game: what it was, in short and in a sentence, and the address that shows it.

    curve: the lead of the winner with this moment on it; part: where it happened on the board. Each is None
    where there is nothing to see.
    """

    id: str
    title: str
    text: str
    href: str
    curve: Curve | None = None
    part: Part | None = None


@dataclass(frozen=True)
class Banner:
    """A part of the board, shown again above the result: the id of the board, its size, the part."""

    board: str
    width: float
    height: float
    part: str


@dataclass(frozen=True)
class Ending:
    """The end of a game for a viewer.

    mine: the viewer's seat, None for others and for viewers with several; place: that seat's, 1 for others;
    about: the game, its rounds and how long it took; story: what made the difference, and what nearly was for
    a seat that has not won; opening: where a replay starts.
    """

    mine: int | None
    place: int
    heading: str
    about: tuple[str, ...]
    rows: tuple[Row, ...]
    key: tuple[Key, ...]
    story: str
    moments: tuple[Moment, ...]
    opening: int
    banner: Banner | None


def ending(table_game: TableGame, seats: Sequence[int], language: str) -> Ending:
    """Return the end of a finished game for a viewer with these seats."""
    translate = say(language)
    names = wording.names(table_game.seats, translate)
    mine = seats[0] if len(seats) == 1 else None
    score = Score.of(table_game)

    def spoken(message: Message) -> str:
        return message.say(translate, names)

    return Ending(
        mine,
        1 if mine is None else score.ranks[mine],
        spoken(result(score, mine)),
        (table_game.game.title, *map(spoken, about(table_game))),
        tuple(_rows(score, names, mine, translate)),
        tuple(_key(table_game, score, translate)),
        " ".join(map(spoken, decided.difference(score, mine, course_of(table_game)))),
        tuple(_moments(table_game, mine, spoken)),
        table_game.opening,
        _banner(table_game.game),
    )


def _banner(game: Game) -> Banner | None:
    """Return the part of the board above the result; None if the game's board has no id."""
    drawing = drawing_of(game)
    theme = getattr(drawing, "THEME", None)
    if theme is None:
        return None
    _left, _top, width, height = drawing.VIEWBOX
    wide, high = width * BANNER[0], width * BANNER[1]
    return Banner(
        f"{theme.prefix}-board",
        width,
        height,
        f"{(width - wide) / 2:g} {(height - high) * 0.12:g} {wide:g} {high:g}",
    )


def about(table_game: TableGame) -> list[Message]:
    """Return how many rounds the game had, and how long it took if that is known."""
    game, entries, told = table_game.game, table_game.entries, list[Message]()
    if game.round is not None:
        told.append(Message("{count:round|rounds}", count=int(game.round(table_game.state))))
    start = next((entry.at for entry in entries if entry.at), 0.0)
    seconds = entries[-1].at - start if entries else 0.0
    if seconds >= 48 * HOURS:
        told.append(Message("{count:day|days}", count=round(seconds / (24 * HOURS))))
    elif seconds >= 100 * MINUTES:
        told.append(Message("{count:hour|hours}", count=round(seconds / HOURS)))
    elif seconds >= MINUTES / 2:
        told.append(Message("{count:minute|minutes}", count=round(seconds / MINUTES)))
    return told


def _rows(score: Score, names: Sequence[str], mine: int | None, translate: Translate) -> Iterable[Row]:
    sizes = [sum(map(abs, points)) for points in score.points]
    words = [group.term.say(translate) for group in score.groups]
    for seat in score.order:
        points = score.points[seat]
        parts = [f"{word} {plain(got)}" for word, got in zip(words, points, strict=True)]
        yield Row(
            seat,
            score.ranks[seat],
            translate("You") if seat == mine else names[seat],
            seat == mine,
            plain(score.totals[seat]),
            tuple(Piece(group, plain(got), abs(got)) for group, got in enumerate(points) if got),
            max(sizes) - sizes[seat],
            ", ".join(parts),
        )


def _key(table_game: TableGame, score: Score, translate: Translate) -> Iterable[Key]:
    game, view = table_game.game, table_game.view(None)
    lying, drawing = presentation.spots_now(game, view), drawing_of(table_game.game)
    for number, group in enumerate(score.groups):
        if not any(row[number] for row in score.points):
            continue
        boxes = [lying[subject] for subject in group.subjects if subject in lying]
        yield Key(
            number,
            group.sources[0] if len(group.sources) == 1 else "",
            drawing.icon(group.icon),
            capital(group.term.say(translate)),
            ";".join(" ".join(f"{part:g}" for part in box) for box in boxes),
        )


def course_of(table_game: TableGame) -> Course | None:
    """Return how a finished game went, worked out once; None for a game that has no rounds."""
    if table_game.course is None:
        table_game.course = (course(table_game.history),)
    known: Course | None = table_game.course[0]
    return known


def _moments(table_game: TableGame, mine: int | None, spoken: Callable[[Message], str]) -> Iterable[Moment]:
    known = course_of(table_game)
    if known is None:
        return
    gains = [gain for gain in known.best if gain is not None and mine in (None, gain.seat)]
    if gains:
        best = max(gains, key=lambda gain: (gain.points, -gain.start))
        gained = _gained(table_game, best, spoken)
        part = part_of(table_game, best) if known.by_turns else None
        name, where = spoken(_best_title(known, best, mine)), _replay(table_game, best.start)
        yield Moment("best", name, gained, where, part=part)
    reviewed: Review | None = table_game.reviewed
    if known.lead is not None:
        title, text = decided.turning(known.lead, mine)
        chances = [] if reviewed is None else _chances(reviewed, known.lead, mine)
        words = " ".join(map(spoken, [text, *chances]))
        where = _replay(table_game, known.lead.start)
        yield Moment("turning", spoken(title), words, where, curve_of(known.lead))
    if reviewed is not None:
        yield from _costliest(table_game, reviewed, mine, spoken)


def part_of(table_game: TableGame, best: Gain) -> Part | None:
    """Return the part of the board where a turn was played; None if nothing of it has a place there."""
    game = table_game.game
    banner, boxes = _banner(game), list[Box]()
    for number in range(best.start, best.end):
        move = table_game.history.moves[number]
        view = presentation.looked_back(game, table_game.state_at(number), best.seat, True)
        box = presentation.boxes_now(game, view).get(move.action) if move.seat == best.seat else None
        boxes += [] if box is None else [box]
    if banner is None or not boxes:
        return None
    wide, high = banner.width / 100, banner.height / 100
    middles = [((left + width / 2) * wide, (top + height / 2) * high) for left, top, width, height in boxes]
    size = max(max(box[2] * wide, box[3] * high) for box in boxes) / 2
    room = (PART * banner.width, PART * banner.width / PART_SHAPE)

    def corner_of(middle: tuple[float, float]) -> tuple[float, float]:
        left, top = (at - part / 2 for at, part in zip(middle, room, strict=True))
        return min(max(left, 0), banner.width - room[0]), min(max(top, 0), banner.height - room[1])

    def held(corner: tuple[float, float]) -> int:
        return sum(0 <= at[0] - corner[0] <= room[0] and 0 <= at[1] - corner[1] <= room[1] for at in middles)

    # Of a turn all over the board the part with most of it: all of the board would be too small to read.
    corner = max(map(corner_of, middles), key=held)
    numbers = " ".join(f"{value:.0f}" for value in (*corner, *room))
    places = tuple((round(left), round(top)) for left, top in dict.fromkeys(middles))
    return Part(banner.board, banner.width, banner.height, numbers, places, round(size * 0.8))


def curve_of(lead: Lead) -> Curve | None:
    """Return the lead of the winner as a line; None if it was ahead from the first turn on."""
    if lead.turn < 2:
        return None
    wide, high = CURVE
    most, least = max(0, *lead.leads), min(0, *lead.leads)
    across = (wide - 2 * CURVE_EDGE) / (len(lead.leads) - 1)
    down = (high - 2 * CURVE_EDGE) / max(1, most - least)
    places = [
        (round(CURVE_EDGE + number * across, 1), round(CURVE_EDGE + (most - ahead) * down, 1))
        for number, ahead in enumerate(lead.leads)
    ]
    line = " ".join(f"{left:g},{top:g}" for left, top in places)
    return Curve(lead.seat, line, round(CURVE_EDGE + most * down, 1), places[lead.turn])


def _replay(table_game: TableGame, at: int) -> str:
    return f"/t/{table_game.id}/replay?at={at}"


def _chances(reviewed: Review, lead: Lead, mine: int | None) -> list[Message]:
    """Return by how much a turn changed the winner's chance, as the coach saw it; [] if it was no turn."""
    curve = reviewed.curve(lead.seat)
    before = next((share for number, share in curve if number >= lead.start), None)
    after = next((share for number, share in curve if number >= lead.end or number < 0), None)
    if lead.start == lead.end or before is None or after is None:
        return []
    told = {"seat": SeatName(lead.seat), "before": percent(before), "after": percent(after)}
    if after - before < LEAST_RISE:
        if lead.seat == mine:
            return [Message("You are at {after}% to win by then.", **told)]
        return [Message("{seat} is at {after}% to win by then.", **told)]
    if lead.seat == mine:
        return [Message("You go from {before}% to {after}% to win.", **told)]
    return [Message("{seat} goes from {before}% to {after}% to win.", **told)]


def _costliest(
    table_game: TableGame, reviewed: Review, mine: int | None, spoken: Callable[[Message], str]
) -> Iterable[Moment]:
    """Yield the move that cost most, of the viewer's seat or of all, with the way to a better one."""
    seats = range(reviewed.players) if mine is None else (mine,)
    for moment in reviewed.turning_points_of(seats, 1):
        number, seat = moment.decision.number, moment.decision.seat
        move = timeline.moves_after(table_game, number) + 1
        title = Message("Costliest move: move {move}", move=move)
        if mine is None:
            title = Message("Costliest move: {seat} (move {move})", seat=SeatName(seat), move=move)
        best, played = percent(moment.best.shares[seat]), percent(moment.played.shares[seat])
        text = Message("From {best}% to {played}% to win. Find a better move.", best=best, played=played)
        yield Moment("costliest", spoken(title), spoken(text), f"/t/{table_game.id}/review/{number}")


def _best_title(known: Course, best: Gain, mine: int | None) -> Message:
    if mine is None:
        if known.by_turns:
            return Message("Best turn: {seat} (round {round})", seat=SeatName(best.seat), round=best.round)
        return Message("Best round: {seat} (round {round})", seat=SeatName(best.seat), round=best.round)
    if known.by_turns:
        return Message("Best turn: round {round}", round=best.round)
    return Message("Best round: {round}", round=best.round)


def _gained(table_game: TableGame, best: Gain, spoken: Callable[[Message], str]) -> str:
    sources = [(source, got) for source, got in best.sources if got > 0][:MOST_NAMED]
    words = [
        Message("{source} {points}", source=table_game.game.source_term(source), points=got)
        for source, got in sources
    ]
    return spoken(Message("{points}: {sources}", points=signed(best.points), sources=words))
