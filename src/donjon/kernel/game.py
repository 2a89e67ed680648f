"""What a game gives to the rest of the program: `Game`, which says it all."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Self

import numpy as np

from donjon.errors import UnknownGame
from donjon.kernel import event_log
from donjon.kernel.actions import Actions
from donjon.kernel.bot_settings import USUAL_LEVELS, LevelSettings, SearchSettings
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, Event, Events
from donjon.kernel.fields import Schema, schema_of, seen
from donjon.kernel.foreign import require_none, short
from donjon.kernel.message import Message
from donjon.kernel.observing import Observation, Seen
from donjon.kernel.option_values import ChosenOptions, Option, check_players

NOTHING = -1
DERIVED: Any = None


@compilable
def seat_count(state: Any) -> int:
    """Return how many seats play, for a state that has it in `players`."""
    return int(state.players)


def _nothing(_state: Any, _seat: int) -> int:
    return NOTHING


def _never(_state: Any) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its record, sizes, words and functions. One instance per game, found in `donjon.games`.

    What has a default need not be given. DERIVED: it follows from what the game declares, as is said there.
    None of a rule function: `donjon.kernel.rules` has what holds then.
    """

    name: str
    title: str
    prefix: str
    seats: range
    # Part of records and of files of weights; change it when a game that was recorded would go on otherwise.
    rules_version: str = "1"
    # The dtype of a position, which `donjon.kernel.records.layout` makes of a Record class.
    STATE: Any
    # The names of the kinds of points, where `points` tells several apart.
    SOURCES: tuple[str, ...] = ("points",)
    # What learners see; derived: the fields of the record, as it declares them.
    observation: Observation = DERIVED
    options: tuple[Option, ...] = ()
    # What is declared: the kinds of actions; derived: the kinds of events of their book.
    actions: Actions
    events: Events = DERIVED
    # the rules, see donjon.kernel.rules
    setup: Callable[..., None]
    waiting: Callable[..., int]
    chances: Callable[..., int] | None = None
    forbids: Callable[..., int]
    legal: Callable[..., int] | None = None
    apply: Callable[..., None] = DERIVED  # that of `actions`
    over: Callable[..., bool] | None = None
    points: Callable[..., None] | None = None
    total: Callable[..., int]
    standing: Callable[..., int] | None = None
    observers: Callable[..., int] | None = None
    redeal: Callable[..., None] | None = None
    reopen: Callable[..., None] | None = None
    observe: Callable[..., None] = DERIVED  # that of `observation`
    estimate: Callable[..., float] | None = None
    rollout_score: Callable[..., None] | None = None
    decision_complete: Callable[..., bool] | None = None
    # Options in words, as a record for `setup`, and back; derived where all of them are single choices.
    read_options: Callable[[int, Mapping[str, Any]], Any] = DERIVED
    show_options: Callable[[Any], dict[str, Any]] = DERIVED
    # The actions that a text means, the inverse of `action_text`; derived: one action, as `actions` reads it.
    # The text of the last action of a decision says all of it ("barn 13,0 2,9"): people and records use it.
    parse_action: Callable[[Any, int, str], list[int]] = DERIVED
    # What a seat (None: a spectator) is asked; derived: the prompt of the book for the decision.
    prompt: Callable[[Any, int | None], Message] = DERIVED
    # Why a rule forbids an action: (state, seat, action, rule id); derived: the sentence of the book.
    why: Callable[[Any, int, int, str], Message] = DERIVED
    # What a seat (None: a spectator) may know, as plain data; derived: the fields of the record that have a
    # codec, without those that only another seat may know.
    view: Callable[[Any, int | None], dict[str, Any]] = DERIVED
    # The whole position as plain data, options included, and back from the first decision of a game; derived:
    # the fields of the record that have a codec.
    position: Callable[[Any], dict[str, Any]] = DERIVED
    set_position: Callable[[Any, Mapping[str, Any]], None] = DERIVED
    # Sentences on what a position lacks to be played on, from a seat's first decision on: `set_position`
    # raises BadPosition with the first.
    faults: Callable[[Any], Iterable[str]] | None = None
    # Templates and drawing functions are found by name in this module when first needed; the usual one writes
    # what a view holds.
    drawing_module: str = "donjon.drawing.plain"
    # How many seats play.
    seat_count: Callable[..., int] = seat_count
    # May a reader (NOBODY: a spectator) by now know an action that it did not see? (position before the
    # action, its seat, action, a later position, reader); None: not before the game is over. Records show it
    # from then on.
    disclosed: Callable[[Any, int, int, Any, int], bool] | None = None
    # The action that the table plays for a seat without asking, because everybody would: (state, seat) -> its
    # number, NOTHING where there is something to decide. It must not depend on anything secret.
    foregone: Callable[[Any, int], int] = _nothing
    # Shortcuts for random play and playouts, which otherwise mark and rate all legal actions at every step:
    # that can cost more than the rules, where a game knows its choices in a shorter form. The same random
    # numbers must give the same actions as in donjon.kernel.playout. Kingdom Builder does it from its sets of
    # hexes. Ys spreads one random number over all actions, so that it agrees without noise only.
    # random_action: (state, seat, random, mask) -> a legal action.
    # chance_action: (state, random, weights) -> nature's.
    # attractive_action: (state, seat, random, noise, mask, out) -> that with the best score.
    random_action: Callable[..., int] | None = None
    chance_action: Callable[..., int] | None = None
    attractive_action: Callable[..., int] | None = None
    # Is this a position between two rounds, where `estimate` is most to be trusted? A playout that `rests`
    # stops there.
    at_rest: Callable[..., bool] | None = None
    # A playout of a flat search stops at an estimate after this many actions of seats; 0: at the game's end.
    horizon: int = 0
    # A search compares at most this many decisions, those that the estimate likes best; 0: as many as its
    # playouts allow.
    breadth: int = 0
    # How the tree of a search grows. Where a game is so long, or so much decided late, that whole playouts
    # tell decisions apart only by luck, they stop early: SearchSettings(ahead=...), or rests=True.
    search: SearchSettings = field(default_factory=SearchSettings)
    # How the levels of the bots play the game, by the key of a level. Let neighbours play each other in
    # `donjon arena`.
    levels: Mapping[str, LevelSettings] = field(default_factory=lambda: USUAL_LEVELS, hash=False)
    # The file, written by `donjon train`, with the weights of a net that corrects `estimate`
    # (`donjon.bots.net`); None where no net was found to be stronger.
    weights: Path | None = None
    # How the tree grows in a search that uses that net; None: as without it.
    search_with_net: SearchSettings | None = None
    # What a thing on the table is: (state, view, subject) -> its name, then lines of (rule id, sentence).
    # The asker's view is passed in, not made again: a page asks about every thing on the board. Derived, like
    # `about`, where chapters explain anything.
    explain: Callable[[Any, Mapping[str, Any], str], list[tuple[str, Message]]] | None = None
    # The entries of the rulebook's table `about` that hold for a thing on the table: (view, subject).
    about: Callable[[Mapping[str, Any], str], Sequence[str]] | None = None
    # What legal actions would bring their seat, in points: (state, seat, actions) -> points by action, for
    # those where people are told. It must not depend on anything that the seat does not know.
    worth: Callable[[Any, int, Sequence[int]], dict[int, int]] | None = None
    # The view of a finished game with all secrets open; None: the game has no secrets.
    open_view: Callable[[Any], dict[str, Any]] | None = None
    # Is nothing hidden at a position, and nothing random left, however it goes on? Where it is so, what is
    # published at the end of a game tells nothing about another way in which it could end: only then can the
    # action that ends a game be undone.
    settled: Callable[[Any], bool] = _never
    # A view in a few lines of text, for a terminal: (view, texts of actions) -> text. A game with a board
    # marks on it what the texts name.
    text_board: Callable[[Mapping[str, Any], Iterable[str]], str] | None = None

    def __post_init__(self) -> None:
        """Check the sentences that the chapters declare, and derive what the game does not give."""
        self.actions.check_sentences()
        for name, derive in self._derivations():
            if getattr(self, name) is None:
                object.__setattr__(self, name, derive())

    def _derivations(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield the name of each field that can be derived, and what makes it."""
        book, record = self.actions.book, self.STATE.type
        options = cache(lambda: ChosenOptions(self.title, self.seats, self.options))
        schema = cache(lambda: schema_of(self.title, record))
        yield "observation", lambda: Observation(record)
        yield "observe", lambda: self.observation.fill
        yield "events", lambda: book.events
        yield "apply", lambda: self.actions.apply
        yield "read_options", lambda: options().read
        yield "show_options", lambda: options().show
        yield "parse_action", lambda: self.actions.parse
        yield "prompt", lambda: self._prompt
        yield "why", lambda: self.actions.why
        yield "view", lambda: self._view
        yield "position", lambda: lambda state: {**self.show_options(state), **schema().write(state)}
        yield "set_position", lambda: partial(self._set_position, schema())
        if book.subjects:
            yield "explain", lambda: book.explain
            yield "about", lambda: book.about

    def _prompt(self, state: Any, viewer: int | None) -> Message:
        """Return the prompt of the decision: to the viewer, or to the first seat that owes it."""
        owing = int(self.waiting(state))
        if not owing:
            return Message("The game is over.")
        if not owing & EVERYONE:
            return Message("Chance decides.")
        first = (owing & -owing).bit_length() - 1
        seat = viewer if viewer is not None and viewer >= 0 and owing >> viewer & 1 else first
        return self.actions.book.prompt(state, seat, state[self.actions.decision])

    def _view(self, state: Any, viewer: int | None) -> dict[str, Any]:
        """Return the fields that a viewer may know, those of the seats as `players` with their points."""
        seats = range(self.seat_count(state))
        own = seen(state, viewer, len(seats))
        frame = {"seat": viewer, "seats": len(seats), "over": not self.waiting(state)}
        players = [
            {"seat": seat, "total": int(self.total(state, seat)), **own["players"][seat]} for seat in seats
        ]
        return {**frame, **own, "players": players}

    def _set_position(self, schema: Schema, state: Any, given: Mapping[str, Any]) -> None:
        """Put what is given into a state. Raises BadPosition with the first of its faults."""
        schema.read(state, given)
        require_none(self.faults(state) if self.faults else ())

    @cached_property
    def ACTIONS(self) -> int:
        """Return how many actions there are."""
        return self.actions.count

    @cached_property
    def OBSERVATION(self) -> int:
        """Return how many numbers an observation has."""
        return self.observation.size

    @cached_property
    def observed(self) -> Mapping[str, Seen]:
        """Return where in an observation the numbers of each field are, by the path of the field."""
        return self.observation.ranges

    @cached_property
    def FINISHING(self) -> tuple[int, ...]:
        """Return the actions by which a seat says that it is done: the main choice at the table."""
        return self.actions.finishing()

    @cached_property
    def DECLINING(self) -> frozenset[int]:
        """Return the actions with which a seat changes nothing: the table always offers them as buttons."""
        return self.actions.declining()

    @cached_property
    def EVENTS(self) -> tuple[str, ...]:
        """Return the names of the kinds of events, by number."""
        return self.events.names()

    @cached_property
    def REVEALING(self) -> tuple[str, ...]:
        """Return the kinds of events that show what was hidden: an action that caused one is not undone."""
        return self.events.revealing()

    def __copy__(self) -> Self:
        """There is one instance per game; `donjon.kernel.games` pickles it by its name."""
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def action_text(self, state: Any, seat: int, action: int) -> str:
        """Return the text of an action at a position. Raises UnknownAction for a number out of range."""
        return self.actions.text(state, seat, action)

    def read_events(self, log: Any) -> list[Event]:
        """Return the events in a buffer with all the rules that they cite."""
        return [self.events.cited(event) for event in event_log.read(log, list(self.EVENTS), self.prefix)]

    def event_message(self, event: Event) -> Message:
        """Return the sentence of an event."""
        return self.events.message(event)

    def blank(self) -> Any:
        """Return a zeroed state, one record of STATE."""
        return np.zeros(1, self.STATE)[0]

    def check_players(self, players: Any) -> None:
        """Raise BadOption unless the game is for this number of players."""
        check_players(self.title, players, min(self.seats), max(self.seats))

    def options_among(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return those fields of a position that are options of the game."""
        return {option.name: fields[option.name] for option in self.options if option.name in fields}

    @property
    def drawing(self) -> Any:
        """Return the module that draws the game (`donjon.drawing.protocol`), imported when first needed."""
        return importlib.import_module(self.drawing_module)


def check_game(given: Any) -> None:
    """Raise UnknownGame unless it is a Game: a caller may have given its name."""
    if not isinstance(given, Game):
        raise UnknownGame(f"{short(given)} is no game; give match.game, or one of donjon.games.")


def copy(state: Any) -> Any:
    """Return an independent copy of a state."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]


def from_bytes(game: Game, data: bytes) -> Any:
    """Return the state whose `tobytes()` these are. Raises ValueError for a length that is not the game's."""
    check_game(game)
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"A state of {game.title} is given as its bytes, not as {short(data)}.")
    if len(data) != game.STATE.itemsize:
        raise ValueError(f"{len(data)} bytes are no state of {game.title}: it has {game.STATE.itemsize}.")
    return np.frombuffer(bytearray(data), game.STATE)[0]
