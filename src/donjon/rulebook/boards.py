"""Boards of a minute: the first steps of a game, each a stated position with one move to make.

The boards of a game are its path, in `boards.toml` beside the game. A board has one or more steps; each asks
for one action, which the page marks. Texts are in English and translated by the catalogues.
`donjon.testing.boards` checks that what a board says is what happens.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.rulebook.illustrated import Act, act_of

FILE = "boards.toml"
_BOX = re.compile(r"(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


class BadBoard(DonjonError):
    """The boards of a game cannot be read."""


@dataclass(frozen=True)
class Other:
    """Moves other than the asked one that have an answer of their own.

    actions: legal moves; rule: all moves that this rule forbids. One of the two is given.
    """

    text: str
    actions: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class Step:
    """One move of a board.

    order: what to do, in one sentence; does: the action; otherwise: the answer to every other legal move;
    others: answers to some other moves; at: the subject to tap for an action without a place of its own;
    goals: the subjects that the move is for, which are ringed, too; shows: the panel beside the order
    ("hand", "goals"), "" for none; line: what others do before the next step; part: as of the board, if the
    step is about another part.
    """

    order: str
    does: str
    otherwise: str
    others: tuple[Other, ...] = ()
    at: str = ""
    goals: tuple[str, ...] = ()
    shows: str = ""
    line: tuple[Act, ...] = ()
    part: tuple[float, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts to translate."""
        return self.order, self.otherwise, *(other.text for other in self.others)


@dataclass(frozen=True)
class Board:
    """A board of a minute.

    title: its name; teaches: its rule, in one sentence; learnt: the rule in a few words, for the list of
    what is known; done, praise: the heading and the text after the last step; more: a last sentence, or "".
    rules: the ids of the rules that it is about. seat: who moves. line: what is played in the position before
    the first step. part: the part of the board that must be seen, as left, top, width and height in percent.
    seen, plates: the subjects that are ringed when the board is done, and short words on some; for other
    things, a box in percent is given instead: "left,top,width,height". shows: as of a step. expect: values in
    the seat's view then, by path; gains: what is added to numbers in it.
    """

    id: str
    title: str
    teaches: str
    learnt: str
    done: str
    praise: str
    rules: tuple[str, ...]
    position: Mapping[str, Any]
    part: tuple[float, ...]
    steps: tuple[Step, ...]
    seat: int = 0
    line: tuple[Act, ...] = ()
    more: str = ""
    seen: tuple[str, ...] = ()
    plates: Mapping[str, str] = field(default_factory=dict)
    shows: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict)
    gains: Mapping[str, int] = field(default_factory=dict)

    def part_at(self, step: int) -> tuple[float, ...]:
        """Return the part to show at a step, from 0; the part of the last step stays when it is done."""
        return self.steps[min(step, len(self.steps) - 1)].part or self.part

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts to translate."""
        own = (self.title, self.teaches, self.learnt, self.done, self.praise, self.more)
        steps = (text for step in self.steps for text in step.texts)
        every = (*own, *self.plates.values(), *steps)
        return tuple(text for text in every if any(letter.isalpha() for letter in text))


@cache
def boards_of(game: str) -> tuple[Board, ...]:
    """Return the boards of a game in their order, () if it has none. Raises BadBoard."""
    package = games[game].drawing_module.rpartition(".")[0] if game in games else ""
    file = resources.files(package) / FILE if package else None
    if file is None or not file.is_file():
        return ()
    try:
        boards = tuple(read_board(game, data) for data in tomllib.loads(file.read_text("utf-8"))["board"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadBoard(f"The boards of {game} cannot be read: {error}") from None
    if len({board.id for board in boards}) < len(boards):
        raise BadBoard(f"Two boards of {game} have one id.")
    return boards


def with_boards() -> list[str]:
    """Return the names of the games that have boards."""
    return [game for game in games if boards_of(game)]


def box_in(subject: str) -> tuple[float, float, float, float] | None:
    """Return the box that is given instead of a subject; None for a subject."""
    found = _BOX.fullmatch(subject)
    return None if found is None else (float(found[1]), float(found[2]), float(found[3]), float(found[4]))


def read_board(game: str, data: dict[str, Any]) -> Board:
    """Return a board of the data of its table. Raises KeyError, TypeError or ValueError for bad data."""
    position = {"game": game, **json.loads(data.pop("position"))}
    steps = tuple(_step(step) for step in data.pop("step"))
    line = tuple(map(act_of, data.pop("line", ())))
    if not steps or any(len(part) != 4 for part in (data["part"], *(one.part for one in steps if one.part))):
        raise ValueError(f"{data['id']} needs a part (left, top, width, height) and a step")
    return Board(**_tuples(data), position=position, line=line, steps=steps)


def _step(data: dict[str, Any]) -> Step:
    others = tuple(Other(**_tuples(other)) for other in data.pop("other", ()))
    line = tuple(map(act_of, data.pop("line", ())))
    for other in others:
        if bool(other.actions) == bool(other.rule):
            raise ValueError(f"an answer needs actions or a rule: {other.text}")
    return Step(**_tuples(data), others=others, line=line)


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
