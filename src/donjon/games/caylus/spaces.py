"""The names of special spaces, castle and road, for people, actions and drawings.

A space is a model.Space, or CASTLE + the number of a road space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.caylus.model import BOOK, INN_RIGHT, NONE, ROAD, SPACES, TILES, Space, State, Tile
from donjon.kernel import untrusted
from donjon.kernel.actions import Domain, Reading
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import NamedEvent
from donjon.kernel.message import Message, Term

# For people


def space_word(space: Any, tile: Any) -> Term | Message:
    """Return the words for a space with the tile that lies there."""
    space, tile = int(space), int(tile)
    if space == INN_RIGHT:
        return Space.INN.term
    if space <= Space.CASTLE:
        return Space(space).term
    if tile == NONE:
        return Message("unbuilt space {number}", number=space - Space.CASTLE)
    return Message("{tile}, space {number}", tile=Tile(tile).term, number=space - Space.CASTLE)


@compilable
def tile_at(state: State, space: int) -> int:
    """Return the tile of a road space, NONE elsewhere."""
    return int(state.tile[space - Space.CASTLE]) if space > Space.CASTLE else NONE


def where(state: Any, space: int) -> Term | Message:
    """Return the words for a space with what lies there."""
    return space_word(space, tile_at(state, space))


def name_of(word: Any) -> Line:
    """Return the first line about a thing, which is its name."""
    return title(Message("{name}", name=word))


# In events: "space" is a space, "road" the number of a road space, "tile" what lies there (NONE for nothing).


def space_words(named: NamedEvent) -> Term | Message:
    """Return the words for the space of an event."""
    return space_word(named.space, named.tile)


def road_words(named: NamedEvent) -> Term | Message:
    """Return the words for the road space of an event."""
    return space_word(Space.CASTLE + named.road, named.tile)


def at_space(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return the subject of the space of an event."""
    return subject_of(named.space)


def at_road(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return the subject of the road space of an event."""
    return f"road-{named.road}"


def at_tile(named: NamedEvent, view: Mapping[str, Any]) -> str | None:
    """Return the subject of the road space where a tile lies now; None if it has been converted since."""
    tile = Tile(named.tile).id
    return next((f"road-{lot['space']}" for lot in view["road"] if lot["tile"] == tile), None)


NOT_USED = BOOK.event("not_used", "{seat} skips: {space}.", "space", "tile", space=space_words, at=at_space)

# In drawings and in the texts of actions


def subject_of(space: int) -> str:
    """Return the name of a space as drawings and explanations use it."""
    if space < Space.CASTLE:
        return Space(space).id
    return "castle" if space == Space.CASTLE else f"road-{space - Space.CASTLE}"


def space_text(state: Any, space: int) -> str:
    """Return the text of a space in an action: its name, with its number if the name is not enough."""
    if space <= Space.CASTLE:
        return Space(space).text
    number = space - Space.CASTLE
    tile = int(state.tile[number])
    if tile == NONE:
        return str(number)
    alike = [other for other in range(1, ROAD + 1) if state.tile[other] == tile]
    return Tile(tile).text if len(alike) == 1 else f"{Tile(tile).text} {number}"


def tiles_called(word: str, among: list[int]) -> list[int]:
    """Return the tiles among some that a word may mean: by text or id, else by the end of the text."""
    exact = [tile for tile in among if word in (Tile(tile).text, Tile(tile).id.replace("_", "-"))]
    return exact or [tile for tile in among if Tile(tile).text.endswith("-" + word)]


def read_space(reading: Reading) -> int:
    """Return the space that a name, a number, or both mean. Raises UnknownAction."""
    state, words = reading.state, reading.words
    if words and untrusted.number(words[-1]) is not None:
        space = road_number(reading)
        name = "-".join(words[:-1])
        if name and state.tile[space] not in tiles_called(name, list(range(TILES))):
            raise reading.refuse("{words}: road space {space} isn't the {name}.", space=space, name=name)
        return Space.CASTLE + space
    name = "-".join(words)
    if name in Space.texts():
        return Space.texts().index(name)
    tiles = tiles_called(name, [tile for tile in state.tile[1:] if tile != NONE])
    spaces = [space for space in range(1, ROAD + 1) if state.tile[space] in tiles]
    if not spaces:
        raise reading.refuse(
            "{words}: there is no {name} on the road. Type a building or a space number.",
            name=repr(name),
        )
    if len(spaces) > 1:
        options = ", ".join(f"{Tile(state.tile[space]).text} {space}" for space in spaces)
        raise reading.refuse("{words} matches several spaces. Type one of: {spaces}.", spaces=options)
    return Space.CASTLE + spaces[0]


def road_number(reading: Reading) -> int:
    """Return the road space whose number is the last word. Raises UnknownAction."""
    number = untrusted.number(reading.words[-1]) if reading.words else None
    if number is None or not 1 <= number <= ROAD:
        raise reading.refuse("{words} isn't a road space. Type 1 to {last}.", last=ROAD)
    return number


SPACE = Domain("a space", SPACES, space_text, read_space)
