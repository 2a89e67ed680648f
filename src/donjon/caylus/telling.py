"""The log: one sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.caylus.actions import BATCH_CUBES, FOUR_CUBES, PAIR_CUBES
from donjon.caylus.nouns import NONE, Cube, Phase, Row, Section, Space, Tile, amounts, space_word
from donjon.caylus.tables import TRADES
from donjon.caylus.words import offer_message
from donjon.kernel.message import Message, SeatName
from donjon.kernel.story import Event

Args = tuple[int, ...]
Line = Callable[[SeatName, Args], Message]


def event_message(event: Event) -> Message:
    """The log line of an event."""
    return _LINES[event.kind](SeatName(event.seat), event.args)


def _plain(text: str) -> Line:
    return lambda who, _args: Message(text, seat=who)


def _counted(text: str, *names: str) -> Line:
    """A line whose places are filled by the arguments in order."""
    return lambda who, args: Message(text, seat=who, **dict(zip(names, args, strict=False)))


def _at_space(text: str, **more: int) -> Line:
    """A line about a space (argument 0) and the tile there (argument 2); `more`: places by argument."""
    return lambda who, args: Message(
        text,
        seat=who,
        space=space_word(args[0], args[2]),
        **{name: args[index] for name, index in more.items()},
    )


def _on_road(text: str, **more: int) -> Line:
    """The same for a road space by its number."""

    def line(who: SeatName, args: Args) -> Message:
        word = space_word(Space.CASTLE + args[0], args[2])
        return Message(text, seat=who, space=word, **{name: args[index] for name, index in more.items()})

    return line


def _neutral(_who: SeatName, args: Args) -> Message:
    return Message("Space {space}: {tile}.", space=args[0], tile=Tile(args[1]).term)


def _place_in_order(who: SeatName, args: Args) -> Message:
    return Message(
        "{seat} is number {place} in turn order and starts with {deniers} deniers.",
        seat=who,
        place=args[0] + 1,
        deniers=args[1],
    )


def _phase(_who: SeatName, args: Args) -> Message:
    return Message("Phase {number}: {phase}.", number=args[0], phase=Phase(args[0]).term)


def _provost_moved(who: SeatName, args: Args) -> Message:
    if args[2]:
        text = Message("{seat} moves the provost from space {origin} to {target} (deniers: −{deniers}).").text
        return Message(text, seat=who, origin=args[0], target=args[1], deniers=args[2])
    return Message(
        "{seat} moves the provost from space {origin} to {target}.", seat=who, origin=args[0], target=args[1]
    )


def _new_place(who: SeatName, args: Args) -> Message:
    return Message("Stables: {seat} is now number {place} in turn order.", seat=who, place=args[0] + 1)


def _not_used(who: SeatName, args: Args) -> Message:
    return Message("{seat} makes no use of this: {space}.", seat=who, space=space_word(args[0], args[2]))


def _took(text: str) -> Line:
    def line(who: SeatName, args: Args) -> Message:
        cubes = [0] * 5
        cubes[args[0]] = args[1]
        return Message(text, seat=who, tile=Tile(args[2]).term, cubes=amounts(cubes))

    return line


def _built(who: SeatName, args: Args) -> Message:
    return Message(
        "{seat} builds: {tile} on space {space} (prestige points: +{vp}).",
        seat=who,
        tile=Tile(args[0]).term,
        space=args[1],
        vp=args[2],
    )


def _cube(text: str) -> Line:
    return lambda who, args: Message(text, seat=who, cube=Cube(args[0]).term)


def _sold(who: SeatName, args: Args) -> Message:
    return Message(
        "{seat} sells 1 × {cube} (deniers: +{deniers}).",
        seat=who,
        cube=Cube(args[0]).term,
        deniers=args[1],
    )


def _bought(who: SeatName, args: Args) -> Message:
    cubes = [0] * 5
    cubes[args[0]] = 1
    return _purchase(who, amounts(cubes), args[1])


def _bought_two(who: SeatName, args: Args) -> Message:
    return _purchase(who, amounts(PAIR_CUBES[args[0]]), args[1])


def _purchase(who: SeatName, cubes: list[Message], deniers: int) -> Message:
    return Message("{seat} buys {cubes} (deniers: −{deniers}).", seat=who, cubes=cubes, deniers=deniers)


def _traded(who: SeatName, args: Args) -> Message:
    offer = offer_message(TRADES[args[2], args[0], args[1]])
    return Message("{seat} trades at the {tile}: {offer}.", seat=who, tile=Tile(args[0]).term, offer=offer)


def _exchanged(table: Any) -> Line:
    return lambda who, args: Message(
        "{seat} turns {cubes} into {gold} gold.", seat=who, cubes=amounts(table[args[0]]), gold=args[1]
    )


def _batch(who: SeatName, args: Args) -> Message:
    return Message(
        "{seat} gives {cubes} for a house in the castle: {section} (prestige points: +{vp}).",
        seat=who,
        cubes=amounts(BATCH_CUBES[args[0]]),
        section=Section(args[1]).term,
        vp=args[2],
    )


def _section(_who: SeatName, args: Args) -> Message:
    return Message("A section is scored: {section}.", section=Section(args[0]).term)


def _result(who: SeatName, args: Args) -> Message:
    places = {"seat": who, "section": Section(args[0]).term, "houses": args[1]}
    if args[2] > 0:
        return Message(
            "{seat} has {houses} houses in the {section}. Favours: {favours}.", **places, favours=args[2]
        )
    if args[1] == 0 and args[2] == 0:
        return Message("{seat} has no house in the {section}.", **places)
    if args[1] == 0:
        return Message(
            "{seat} has no house in the {section} (prestige points: −{vp}).", **places, vp=-args[2]
        )
    return Message("{seat} has {houses} house in the {section}: neither favour nor loss.", **places)


def _to_convert(who: SeatName, args: Args) -> Message:
    word = space_word(Space.CASTLE + args[0], args[2])
    if args[1]:
        text = Message("{seat} pays for a conversion (cloth: 1, deniers: {deniers}): {space}.").text
        return Message(text, seat=who, deniers=args[1], space=word)
    return Message("{seat} pays for a conversion (cloth: 1): {space}.", seat=who, space=word)


def _if_any(index: int, some: str, none: str, *names: str) -> Line:
    """A line whose places are filled by the arguments in order; another one when one of them is 0."""
    return lambda who, args: _counted(some if args[index] else none, *names)(who, args)


def _row_chosen(who: SeatName, args: Args) -> Message:
    places = {"seat": who, "row": Row(args[0]).term, "column": args[2]}
    if args[1] == args[2]:
        return Message("{seat} uses a favour: {row}. The marker stays in column {column}.", **places)
    return Message("{seat} uses a favour: {row}. The marker moves to column {column}.", **places)


def _row_gain(who: SeatName, args: Args) -> Message:
    if args[0] == Row.VP:
        return Message("{seat} gains prestige points: {count}.", seat=who, count=args[1])
    return Message("{seat} gains {count} deniers.", seat=who, count=args[1])


def _swapped(who: SeatName, args: Args) -> Message:
    return Message(
        "{seat} gives 1 × {cube} and takes {cubes}.",
        seat=who,
        cube=Cube(args[0]).term,
        cubes=amounts(PAIR_CUBES[args[1]]),
    )


def _favour_not_used(who: SeatName, args: Args) -> Message:
    return Message("{seat} does not use the row: {row}.", seat=who, row=Row(args[0]).term)


def _placed(who: SeatName, args: Args) -> Message:
    return Message(
        "{seat} places a worker: {space} (deniers: −{cost}).",
        seat=who,
        space=space_word(args[0], args[2] if args[0] > Space.CASTLE else NONE),
        cost=args[1],
    )


_LINES: dict[str, Line] = {
    "neutral_laid": _neutral,
    "place_in_order": _place_in_order,
    "round_began": _counted(Message("Round {round} begins.").text, "round"),
    "phase_began": _phase,
    "income": _counted(Message("{seat} has an income of {deniers} deniers.").text, "deniers"),
    "passed": _counted(Message("{seat} passes as number {place}.").text, "place"),
    "first_to_pass": _counted(Message("{seat} is the first to pass and gains {count} denier.").text, "count"),
    "placed": _placed,
    "visited": _at_space(
        Message("{seat} owns this building and gains {vp} prestige point: {space}.").text, vp=1
    ),
    "moved_from_gate": _at_space(Message("{seat} moves the worker of the gate to: {space}.").text),
    "taken_back": _plain(Message("{seat} takes the worker of the gate home.").text),
    "trading_post": _counted(Message("Trading post: {seat} gains {deniers} deniers.").text, "deniers"),
    "provost_moved": _provost_moved,
    "provost_stayed": _counted(Message("{seat} leaves the provost on space {space}.").text, "space"),
    "jousted": _plain(Message("{seat} pays 1 denier and 1 cloth at the joust field for a favour.").text),
    "not_used": _not_used,
    "new_place": _new_place,
    "inn_moved": _plain(Message("Inn: the worker of {seat} moves to the right circle.").text),
    "inn_left": _plain(Message("Inn: the worker of {seat} goes home.").text),
    "inn_stayed": _plain(Message("Inn: the worker of {seat} stays on the right circle.").text),
    "produced": _took(Message("{seat} takes {cubes} at the {tile}.").text),
    "owner_took": _took(Message("{seat} takes {cubes} as the owner of the {tile}.").text),
    "not_reached": _on_road(
        Message("The provost does not reach this: {space}. {seat} takes the worker home.").text
    ),
    "paid_any": _cube(Message("{seat} pays 1 × {cube} for the cube of any kind.").text),
    "built": _built,
    "to_convert": _to_convert,
    "converted": _on_road(
        Message("{seat} gains a residence (prestige points: +{vp}) in place of: {space}.").text, vp=1
    ),
    "sold": _sold,
    "bought": _bought,
    "bought_two": _bought_two,
    "traded": _traded,
    "exchanged_two": _exchanged(PAIR_CUBES),
    "exchanged_four": _exchanged(FOUR_CUBES),
    "batch": _batch,
    "no_batch": _if_any(
        0,
        Message("{seat} gives no batch (prestige points: −{vp}).").text,
        Message("{seat} gives no batch.").text,
        "vp",
    ),
    "no_room": _plain(Message("{seat} finds no room left in the castle and loses nothing.").text),
    "most_houses": _counted(
        Message("{seat} has put the most houses into the castle in this round: {count}.").text, "count"
    ),
    "bailiff_moved": _counted(
        Message("The bailiff moves from space {origin} to {target}.").text, "origin", "target"
    ),
    "provost_to_bailiff": _counted(
        Message("The provost goes from space {origin} to the bailiff on {target}.").text, "origin", "target"
    ),
    "section_scored": _section,
    "section_result": _result,
    "columns_open": _counted(Message("Columns 1 to {count} of the favour table are open now.").text, "count"),
    "favour_lost": _plain(Message("{seat} has used all rows in this phase: the favour is lost.").text),
    "favour_vp": _counted(Message("{seat} gains {vp} prestige points for a favour.").text, "vp"),
    "row_chosen": _row_chosen,
    "row_gain": _row_gain,
    "favour_cube": _cube(Message("{seat} takes 1 × {cube}.").text),
    "swapped": _swapped,
    "favour_not_used": _favour_not_used,
    "order_swapped": _plain(Message("The turn order swaps: {seat} is first.").text),
    "game_over": _plain(Message("The towers are scored: the game is over.").text),
    "counted_gold": _if_any(
        1,
        Message("{seat}: gold {count} (prestige points: +{vp}).").text,
        Message("{seat}: gold {count}.").text,
        "count",
        "vp",
    ),
    "counted_cubes": _if_any(
        1,
        Message("{seat}: other cubes {count} (prestige points: +{vp}).").text,
        Message("{seat}: other cubes {count}.").text,
        "count",
        "vp",
    ),
    "counted_deniers": _if_any(
        1,
        Message("{seat}: deniers {count} (prestige points: +{vp}).").text,
        Message("{seat}: deniers {count}.").text,
        "count",
        "vp",
    ),
    "won": _counted(Message("{seat} wins with {vp} prestige points.").text, "vp"),
}
