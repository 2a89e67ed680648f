"""The options of Caylus: what is chosen before the start, the rest is nature's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from donjon.caylus.nouns import MAX_SEATS, MIN_SEATS, NEUTRALS, NONE, Favours, Tile, Values
from donjon.caylus.state import OPTIONS, Options, State
from donjon.errors import BadOption
from donjon.kernel.foreign import short
from donjon.kernel.game import Option
from donjon.kernel.message import Message
from donjon.kernel.nouns import Noun
from donjon.kernel.option_values import check_names, check_players, numbers

NEUTRAL_NAMES = Tile.ids()[:NEUTRALS]


def _words(kind: type[Noun]) -> tuple[str, ...]:
    return tuple(term.word for term in kind.terms())


DECLARED = (
    Option(
        "favours",
        "choice",
        Favours.ids(),
        "table",
        "Favours",
        "With simplified favours each favour gives 3 prestige points, and the favour table is not used.",
        labels=_words(Favours),
    ),
    Option(
        "tile_values",
        "choice",
        Values.ids(),
        "rulebook",
        "Tile values",
        "The revised tile values are those of later printings: the church gives 3 prestige points when "
        "built, and the tailor buys 2 cloth for 4 points instead of 1 for 2.",
        labels=_words(Values),
    ),
    Option(
        "neutral_tiles",
        "list",
        NEUTRAL_NAMES,
        None,
        "Neutral tiles",
        "The order of the six neutral tiles after the bridge; leave one open for chance.",
        count=NEUTRALS,
        labels=_words(Tile)[:NEUTRALS],
        distinct=True,
        places=("space 1", "space 2", "space 3", "space 4", "space 5", "space 6"),
    ),
    Option(
        "turn_order",
        "list",
        tuple(range(MAX_SEATS)),
        None,
        "Turn order",
        "The first turn order, by seat; leave a place open for chance. Later players start with more "
        "deniers.",
        count=MAX_SEATS,
        distinct=True,
        places=("1st player", "2nd player", "3rd player", "4th player", "5th player"),
    ),
)
_NAMES = tuple(option.name for option in DECLARED)


def read_options(players: Any, given: Mapping[str, Any]) -> Any:
    """Options in words as a record of OPTIONS. Raises BadOption with a sentence that says what to do."""
    check_players("Caylus", players, MIN_SEATS, MAX_SEATS, "CAY-1.1")
    check_names("Caylus", given, _NAMES)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.simplified = max(0, *numbers("favours", [given.get("favours")], Favours.ids(), 1))
    options.values = max(0, *numbers("tile_values", [given.get("tile_values")], Values.ids(), 1))
    options.neutral[:] = numbers(
        "neutral_tiles", given.get("neutral_tiles"), NEUTRAL_NAMES, NEUTRALS, distinct=True
    )
    options.order[:] = NONE
    options.order[:players] = numbers(
        "turn_order",
        _shortened(given.get("turn_order"), players),
        tuple(range(players)),
        players,
        distinct=True,
    )
    return options


def _shortened(order: Any, players: int) -> Any:
    """A form offers five places; those beyond the players must be empty."""
    if isinstance(order, Sequence) and not isinstance(order, str) and len(order) > players:
        if any(seat is not None for seat in order[players:]):
            raise BadOption(
                Message(
                    "The option 'turn_order' wants a list of {players} seats, not {given}.",
                    players=players,
                    given=short(list(order)),
                )
            )
        return order[:players]
    return order


def show_options(options: Options | State) -> dict[str, Any]:
    """An OPTIONS record, or a state, in words, as `read_options` takes them; defaults are left out."""
    shown: dict[str, Any] = {}
    if options.simplified:
        shown["favours"] = Favours(options.simplified).id
    if options.values:
        shown["tile_values"] = Values(options.values).id
    neutral = [None if tile == NONE else NEUTRAL_NAMES[tile] for tile in options.neutral]
    if any(tile is not None for tile in neutral):
        shown["neutral_tiles"] = neutral
    order = [None if seat == NONE else int(seat) for seat in options.order[: int(options.players)]]
    if any(seat is not None for seat in order):
        shown["turn_order"] = order
    return shown
