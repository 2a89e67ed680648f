"""Reads the text of an action back to its numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from donjon.caylus import building, decisions
from donjon.caylus.actions import (
    BATCH,
    BATCHES,
    BONUS,
    BUILD,
    BUY,
    BUY_TWO,
    CONVERT,
    DECLINE,
    EXCHANGE_FOUR,
    EXCHANGE_GOLD,
    EXCHANGE_TWO,
    FAVOUR_CUBE,
    FIRST_BUILT,
    FOURS,
    JOUST,
    LAY,
    LEAVE,
    MOVE,
    NO_BATCH,
    ORDER,
    PAIRS,
    PASS,
    PAY,
    PLACE,
    PRODUCE,
    PROVOST,
    ROW,
    SELL,
    SITE,
    STEPS,
    SWAP,
    SWAP_FOR,
    SWAP_FOR_GOLD,
    TAKE_BACK,
    TRADE,
)
from donjon.caylus.nouns import (
    CUBES,
    MAX_SEATS,
    NEUTRALS,
    NONE,
    ROAD,
    TILES,
    Ask,
    Class,
    Cube,
    Space,
    Tile,
    tiles_called,
)
from donjon.caylus.tables import ANY, CLASS, TRADE_CLOTH, TRADE_DENIERS, TRADES
from donjon.errors import UnknownAction
from donjon.kernel import foreign
from donjon.kernel.foreign import short
from donjon.kernel.message import Message
from donjon.kernel.unknown_actions import no_such_text

EXAMPLES = "place peddler; pass; provost +2; build stone-farm; favour money; batch food wood stone; decline"
_PLAIN = {
    "pass": PASS,
    "decline": DECLINE,
    "stay": DECLINE,
    "stop": DECLINE,
    "take back": TAKE_BACK,
    "leave": LEAVE,
    "joust": JOUST,
}
_ROWS = {
    "prestige": 0,
    "vp": 0,
    "points": 0,
    "money": 1,
    "deniers": 1,
    "cubes": 2,
    "build": 3,
    "building": 3,
}


def read_action(state: Any, seat: int, text: str) -> list[int]:
    """The actions that a text means at this position: one, or several when it says a whole decision.

    Raises UnknownAction when it means nothing.
    """
    words = " ".join(text.lower().replace("_", "-").replace(",", " ").split())
    if words in _PLAIN:
        return [_PLAIN[words]]
    verb, *rest = words.split() or [""]
    reader = _READERS.get(verb)
    if reader is None:
        raise no_such_text("Caylus", text, EXAMPLES)
    return reader(state, seat, [word for word in rest if word != "the"], text)


def _place(first: int) -> Callable[[Any, int, list[str], str], list[int]]:
    def read(state: Any, _seat: int, words: list[str], text: str) -> list[int]:
        return [first + _space(state, words, text)]

    return read


def _space(state: Any, words: list[str], text: str) -> int:
    """The space that a name, a number, or both mean."""
    if words and foreign.number(words[-1]) is not None:
        space = _road_space(words[-1], text)
        name = "-".join(words[:-1])
        if name and int(state.tile[space]) not in tiles_called(name, list(range(TILES))):
            raise UnknownAction(
                Message(
                    "{words}: road space {space} is not the {name}.",
                    words=short(text),
                    space=space,
                    name=name,
                )
            )
        return Space.CASTLE + space
    name = "-".join(words)
    if name in Space.texts():
        return Space.texts().index(name)
    there = [int(tile) for tile in state.tile[1:] if tile != NONE]
    found = sorted(set(tiles_called(name, there)))
    spaces = [space for space in range(1, ROAD + 1) if state.tile[space] in found]
    if not spaces:
        raise UnknownAction(
            Message(
                "{words}: there is no {name} on the road; a space is named by its building or its number.",
                words=short(text),
                name=repr(name),
            )
        )
    if len(spaces) > 1:
        said = ", ".join(f"{Tile(state.tile[space]).text} {space}" for space in spaces)
        raise UnknownAction(
            Message("{words} may mean several spaces; say which: {said}.", words=short(text), said=said)
        )
    return Space.CASTLE + spaces[0]


def _road_space(word: str, text: str) -> int:
    number = foreign.number(word)
    if number is None or not 1 <= number <= ROAD:
        raise UnknownAction(
            Message(
                "{words} names no road space; they are numbered 1 to {last}.", words=short(text), last=ROAD
            )
        )
    return number


def _convert(state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    return [CONVERT + max(0, _space(state, words, text) - Space.CASTLE)]


def _cube(word: str, text: str) -> int:
    if word not in Cube.ids():
        raise UnknownAction(
            Message("{words} names no cube; the kinds are: {kinds}.", words=short(text), kinds=Cube.ids())
        )
    return Cube.ids().index(word)


def _cubes(words: list[str], text: str) -> list[int]:
    return sorted(_cube(word, text) for word in words if word != "and")


def _with_cube(first: int) -> Callable[[Any, int, list[str], str], list[int]]:
    def read(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
        if len(words) != 1:
            raise UnknownAction(
                Message("{words} must name one kind of cube: {kinds}.", words=short(text), kinds=Cube.ids())
            )
        return [first + _cube(words[0], text)]

    return read


def _provost(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    number = "".join(words)
    steps = {f"{step:+d}": index for index, step in enumerate(STEPS)} | {"1": 3, "2": 4, "3": 5}
    if number in ("0", "+0"):
        return [DECLINE]
    if number not in steps:
        raise UnknownAction(
            Message("{words}: the provost goes -3, -2, -1, +1, +2 or +3 spaces.", words=short(text))
        )
    return [PROVOST + steps[number]]


def _build(state: Any, seat: int, words: list[str], text: str) -> list[int]:
    """A build: "build mason", "build wood-market with gold", "build statue on 3"."""
    if "with" in words:
        at = words.index("with")
        return _second(state, seat, words[:at], PAY + _cube("-".join(words[at + 1 :]), text), text)
    if "on" in words:
        at = words.index("on")
        space = _road_space("".join(words[at + 1 :]), text)
        return _second(state, seat, words[:at], SITE + space, text)
    return [_built(state, seat, "-".join(words), text)]


def _built(state: Any, seat: int, name: str, text: str) -> int:
    """The action that builds the tile of this name."""
    among = [tile for tile in range(FIRST_BUILT, TILES) if tile != Tile.RESIDENCE]
    found = tiles_called(name, among)
    if len(found) > 1:
        open_now = [tile for tile in found if decisions.forbids(state, seat, BUILD + tile - FIRST_BUILT) == 0]
        found = open_now if len(open_now) == 1 else found
    if not found:
        raise UnknownAction(
            Message("{words}: {name} is no tile that can be built.", words=short(text), name=repr(name))
        )
    if len(found) > 1:
        said = ", ".join(Tile(tile).text for tile in found)
        raise UnknownAction(
            Message("{words} may mean several tiles; say which: {said}.", words=short(text), said=said)
        )
    return BUILD + found[0] - FIRST_BUILT


def _second(state: Any, seat: int, name: list[str], action: int, text: str) -> list[int]:
    """A build with its second half: what is not done yet, and not forced; alone if it is wrong."""
    build = _built(state, seat, "-".join(name), text)
    if action >= SITE and CLASS[build - BUILD + FIRST_BUILT] != Class.PRESTIGE:
        raise UnknownAction(
            Message(
                "{words}: only a prestige tile is built on a space that its builder chooses.",
                words=short(text),
            )
        )
    if state.ask in (Ask.PAY, Ask.SITE):
        if build != BUILD + int(state.chosen) - FIRST_BUILT:
            raise UnknownAction(
                Message(
                    "{words}: the {tile} is being built now.",
                    words=short(text),
                    tile=Tile(state.chosen).text,
                )
            )
        return [action]
    if decisions.forbids(state, seat, build):
        return [build]
    me = state.seats[seat]
    if action >= SITE:
        fits = building.is_residence(state, seat, action - SITE)
        is_asked = me.residences > 1
    else:
        tile = build - BUILD + FIRST_BUILT
        kinds = [cube for cube in range(CUBES) if ANY[tile] and building.can_pay_any(state, me, tile, cube)]
        fits = action - PAY in kinds
        is_asked = len(kinds) > 1
    if not fits:
        return [action]
    return [build, action] if is_asked else [build]


def _buy(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    cubes = _cubes(words, text)
    if Cube.GOLD in cubes:
        return [BUY + Cube.GOLD]
    if len(cubes) == 1:
        return [BUY + cubes[0]]
    if tuple(cubes) not in PAIRS:
        raise UnknownAction(
            Message("{words}: one cube or two are bought, such as: buy food wood.", words=short(text))
        )
    return [BUY_TWO + PAIRS.index((cubes[0], cubes[1]))]


def _exchange(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    cubes = tuple(_cubes(words, text))
    if Cube.GOLD in cubes:
        return [EXCHANGE_GOLD]
    if cubes in PAIRS:
        return [EXCHANGE_TWO + PAIRS.index((cubes[0], cubes[1]))]
    if cubes not in FOURS:
        raise UnknownAction(
            Message(
                "{words}: two or four cubes are exchanged, such as: exchange food wood.", words=short(text)
            )
        )
    return [EXCHANGE_FOUR + FOURS.index(cubes)]


def _pay(state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    """An offer of the church, the tailor or the bank tile: "pay 2 deniers", "pay 3 cloth"."""
    price = foreign.number(words[0]) if len(words) == 2 else None
    if price is not None and state.ask == Ask.TRADE:
        column = {"cloth": TRADE_CLOTH, "denier": TRADE_DENIERS, "deniers": TRADE_DENIERS}.get(words[1])
        offers = TRADES[int(state.values), state.tile[state.cursor]]
        for offer in range(2):
            if column is not None and offers[offer, column] == price > 0:
                return [TRADE + offer]
    raise UnknownAction(
        Message("{words} is no offer of this building; try: trade 1; trade 2.", words=short(text))
    )


def _trade(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    if words not in (["1"], ["2"]):
        raise UnknownAction(
            Message("{words}: a building makes the offers 'trade 1' and 'trade 2'.", words=short(text))
        )
    return [TRADE + int(words[0]) - 1]


def _favour(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    row = _ROWS.get("".join(words))
    if row is None:
        raise UnknownAction(
            Message("{words} names no row of favours: prestige, money, cubes or build.", words=short(text))
        )
    return [ROW + row]


def _swap(state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    """The exchange of a favour: "swap food", "swap food for wood stone"."""
    if "for" not in words:
        return [SWAP + _cube("".join(words), text)]
    at = words.index("for")
    given = _cube("".join(words[:at]), text)
    taken = tuple(_cubes(words[at + 1 :], text))
    if Cube.GOLD in taken:
        second = SWAP_FOR_GOLD
    elif taken in PAIRS:
        second = SWAP_FOR + PAIRS.index((taken[0], taken[1]))
    else:
        raise UnknownAction(
            Message(
                "{words}: two cubes are taken for one, such as: swap food for wood stone.", words=short(text)
            )
        )
    return [second] if state.ask == Ask.SWAP_FOR and state.chosen == given else [SWAP + given, second]


def _batch(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    cubes = _cubes(words, text)
    if len(cubes) == 3 and cubes[0] == Cube.FOOD and (Cube(cubes[1]), Cube(cubes[2])) in BATCHES:
        return [BATCH + BATCHES.index((Cube(cubes[1]), Cube(cubes[2])))]
    return [NO_BATCH]


def _lay(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    found = tiles_called("-".join(words), list(range(NEUTRALS)))
    if len(found) != 1:
        raise UnknownAction(
            Message(
                "{words} names no neutral tile: {tiles}.",
                words=short(text),
                tiles=list(Tile.texts()[:NEUTRALS]),
            )
        )
    return [LAY + found[0]]


def _order(_state: Any, _seat: int, words: list[str], text: str) -> list[int]:
    seats: Sequence[str] = [str(seat) for seat in range(MAX_SEATS)]
    if len(words) != 1 or words[0] not in seats:
        raise UnknownAction(
            Message("{words} names no seat: 0 to {last}.", words=short(text), last=MAX_SEATS - 1)
        )
    return [ORDER + int(words[0])]


_READERS: dict[str, Callable[[Any, int, list[str], str], list[int]]] = {
    "place": _place(PLACE),
    "move": _place(MOVE),
    "provost": _provost,
    "produce": _with_cube(PRODUCE),
    "bonus": _with_cube(BONUS),
    "build": _build,
    "convert": _convert,
    "sell": _with_cube(SELL),
    "buy": _buy,
    "pay": _pay,
    "trade": _trade,
    "exchange": _exchange,
    "favour": _favour,
    "take": _with_cube(FAVOUR_CUBE),
    "swap": _swap,
    "batch": _batch,
    "lay": _lay,
    "order": _order,
}
