"""The options of Kingdom Builder (chapter 3): what is chosen before the start, the rest is nature's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.kernel.foreign import short
from donjon.kernel.game import Option
from donjon.kernel.message import Message
from donjon.kernel.option_values import check_names, check_players, is_choice, numbers
from donjon.kingdom_builder.nouns import NONE, SLOTS, Card, Slot
from donjon.kingdom_builder.state import OPTIONS, Options, State
from donjon.kingdom_builder.tables import (
    CARDS_IN_USE,
    FIRST_GAME,
    MAX_SEATS,
    MIN_SEATS,
    ORIENTATIONS,
    SECTOR_IDS,
)

BOARDS = ("random", "first-game")

DECLARED = (
    Option(
        "board",
        "choice",
        BOARDS,
        "random",
        "Board",
        "The first-game board is the suggested one for beginners.",
        labels=("random", "first game"),
    ),
    Option(
        "sectors",
        "list",
        SECTOR_IDS,
        None,
        "Sectors",
        "One sector for each quarter of the board; leave one open for chance.",
        count=SLOTS,
        labels=SECTOR_IDS,
        distinct=True,
        places=tuple(slot.word for slot in Slot),
    ),
    Option(
        "orientations",
        "list",
        ORIENTATIONS,
        None,
        "Orientations",
        "How each sector lies: as printed or turned by 180 degrees.",
        count=SLOTS,
        labels=("as printed", "turned"),
        places=tuple(slot.word for slot in Slot),
    ),
    Option(
        "cards",
        "list",
        Card.ids(),
        None,
        "Kingdom Builder cards",
        "The three cards that decide what gives gold; leave one open for chance.",
        count=CARDS_IN_USE,
        labels=tuple(card.word for card in Card),
        distinct=True,
        places=("first", "second", "third"),
    ),
    Option(
        "first",
        "choice",
        tuple(range(MAX_SEATS)),
        None,
        "First player",
        "Who begins; chance decides unless a seat is chosen.",
    ),
)
_NAMES = tuple(option.name for option in DECLARED)


def read_options(players: Any, given: Mapping[str, Any]) -> Any:
    """Options in words as a record of OPTIONS. Raises BadOption with a sentence that says what to do."""
    check_players("Kingdom Builder", players, MIN_SEATS, MAX_SEATS, "KB-3.11")
    check_names("Kingdom Builder", given, _NAMES)
    given = _with_first_game(given)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.sectors[:] = numbers("sectors", given.get("sectors"), SECTOR_IDS, SLOTS, distinct=True)
    options.orientations[:] = numbers("orientations", given.get("orientations"), ORIENTATIONS, SLOTS)
    options.cards[:] = numbers("cards", given.get("cards"), Card.ids(), CARDS_IN_USE, distinct=True)
    first = given.get("first")
    options.first = numbers("first", [first], tuple(range(players)), 1)[0]
    return options


def _with_first_game(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """KB-3.10: the suggested first game fills what is not said otherwise."""
    board = given.get("board", "random")
    if not is_choice(board, BOARDS):
        raise BadOption(
            Message("There is no board {board}; choose one of: {boards}.", board=short(board), boards=BOARDS)
        )
    if board == "random":
        return given
    defaults = {
        "sectors": FIRST_GAME["slots"],
        "orientations": FIRST_GAME["orientations"],
        "cards": FIRST_GAME["kingdom_cards"],
    }
    return {**defaults, **{name: value for name, value in given.items() if value is not None}}


def show_options(options: Options | State) -> dict[str, Any]:
    """An OPTIONS record or a state in words, as `read_options` takes them; not what is left to nature."""
    shown: dict[str, Any] = {}
    lists = (("sectors", SECTOR_IDS), ("orientations", ORIENTATIONS), ("cards", Card.ids()))
    for name, choices in lists:
        values = [None if number == NONE else choices[int(number)] for number in options[name]]
        if any(value is not None for value in values):
            shown[name] = values
    if options.first != NONE:
        shown["first"] = int(options.first)
    return shown
