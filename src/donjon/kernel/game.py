"""The interface of a game to the rest of the program: `Game`."""

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
from donjon.kernel.fields import Schema, schema_of, visible_fields
from donjon.kernel.message import Message, Term
from donjon.kernel.observing import Observation, Seen
from donjon.kernel.option_values import ChosenOptions, Option, check_players
from donjon.kernel.untrusted import require_none, short

NOTHING = -1
DERIVED: Any = None


@compilable
def seat_count(state: Any) -> int:
    """Return the number of seats, for a state that has it in the field `players`."""
    return int(state.players)


def _nothing(_state: Any, _seat: int) -> int:
    return NOTHING


def _never(_state: Any) -> bool:
    return False


@dataclass(frozen=True)
class Glance:
    """What a person who chooses a game wants to know first.

    pitch: what it is about, one or two short sentences; line: the same in at most 34 letters, for a phone;
    minutes: of a usual game; weight: how much there is to learn, 1 (light) to 3 (heavy).
    """

    pitch: Message
    line: Message
    minutes: int
    weight: int


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its record, sizes, words and functions. One instance per game, found in `donjon.games`.

    Fields with a default are optional. DERIVED: the field is derived from the game's declarations, as its
    comment says. None for a rule function: the default in `donjon.kernel.rules` is used.
    """

    name: str
    title: str
    prefix: str
    seats: range
    glance: Glance | None = None
    # Part of records and of files of weights; change it if recorded games would no longer replay alike.
    rules_version: str = "1"
    # The dtype of a position, made by `donjon.kernel.records.layout` from a Record class.
    STATE: Any
    # The names of the sources of points, if `points` fills in several.
    SOURCES: tuple[str, ...] = ("points",)
    # The words for them, in the same order; derived: the names.
    source_terms: tuple[Term, ...] = DERIVED
    # Those of them that only the end of the game counts.
    closing_sources: tuple[str, ...] = ()
    # The number of the round of a state, from 1; None for a game that has no rounds.
    round: Callable[[Any], int] | None = None
    # The numbers that learners see; derived: the fields of the record, as it declares them.
    observation: Observation = DERIVED
    options: tuple[Option, ...] = ()
    # The kinds of actions, and of events; derived: the events of the book of the actions.
    actions: Actions
    events: Events = DERIVED
    # the rules, see donjon.kernel.rules
    setup: Callable[..., None]
    waiting: Callable[..., int]
    chances: Callable[..., int] | None = None
    forbids: Callable[..., int]
    legal: Callable[..., int] | None = None
    apply: Callable[..., None] = DERIVED  # from `actions`
    over: Callable[..., bool] | None = None
    points: Callable[..., None] | None = None
    total: Callable[..., int]
    standing: Callable[..., int] | None = None
    observers: Callable[..., int] | None = None
    redeal: Callable[..., None] | None = None
    reopen: Callable[..., None] | None = None
    prepare: Callable[..., None] | None = None
    observe: Callable[..., None] = DERIVED  # from `observation`
    estimate: Callable[..., float] | None = None
    rollout_score: Callable[..., None] | None = None
    decision_complete: Callable[..., bool] | None = None
    # Convert options in words to a record for `setup`, and back; derived if all options are single choices.
    read_options: Callable[[int, Mapping[str, Any]], Any] = DERIVED
    show_options: Callable[[Any], dict[str, Any]] = DERIVED
    # The actions that a text means, the inverse of `action_text`; derived: one action, as `actions` reads it.
    # The text of the last action of a decision is the whole decision ("barn 13,0 2,9"); people and records
    # use this text.
    parse_action: Callable[[Any, int, str], list[int]] = DERIVED
    # The prompt for a seat (None: a spectator); derived: the prompt of the book for the decision.
    prompt: Callable[[Any, int | None], Message] = DERIVED
    # The reason why a rule forbids an action: (state, seat, action, rule id); derived: the book's sentence.
    why: Callable[[Any, int, int, str], Message] = DERIVED
    # The data that a seat (None: a spectator) may know; derived: the fields of the record with a codec,
    # except fields that only another seat may know.
    view: Callable[[Any, int | None], dict[str, Any]] = DERIVED
    # The whole position as plain data, options included; and the inverse, which fills in a state at the first
    # decision of a game; derived: the fields of the record with a codec.
    position: Callable[[Any], dict[str, Any]] = DERIVED
    set_position: Callable[[Any, Mapping[str, Any]], None] = DERIVED
    # Sentences that say why a position can't be played on; `set_position` raises BadPosition with the first.
    faults: Callable[[Any], Iterable[str]] | None = None
    # The module with the templates and drawing functions, imported when first needed; the default one writes
    # the view as text.
    drawing_module: str = "donjon.drawing.plain"
    # The number of seats of a state.
    seat_count: Callable[..., int] = seat_count
    # (position before an action, its seat, the action, a later position, reader) -> True if the reader
    # (NOBODY: a spectator) may by then know the action, although it did not see it; records then show it.
    # None: only after the end of the game.
    disclosed: Callable[[Any, int, int, Any, int], bool] | None = None
    # The action that the table plays for a seat without asking, because there is no sensible alternative:
    # (state, seat) -> its number, NOTHING if there is something to decide. It must not depend on hidden
    # information.
    foregone: Callable[[Any, int], int] = _nothing
    # Shortcuts for random play and playouts, which otherwise mark and rate all legal actions at every step;
    # that can take more time than the rules. The same random numbers must give the same actions as in
    # donjon.kernel.playout. Kingdom Builder chooses from its sets of hexes. Ys spreads one random number over
    # all actions, so it agrees only without noise.
    # random_action: (state, seat, random, mask) -> a random legal action.
    # chance_action: (state, random, weights) -> an action of nature.
    # attractive_action: (state, seat, random, noise, mask, out) -> the action with the best score.
    random_action: Callable[..., int] | None = None
    chance_action: Callable[..., int] | None = None
    attractive_action: Callable[..., int] | None = None
    # True between two rounds, where `estimate` is most accurate; playouts with SearchSettings(rests=True)
    # stop there.
    at_rest: Callable[..., bool] | None = None
    # The number of actions of seats after which a playout of a flat search stops with an estimate; 0: it runs
    # to the end of the game.
    horizon: int = 0
    # The maximum number of decisions that a search compares, the best by `estimate`; 0: as its playouts
    # allow.
    breadth: int = 0
    # Parameters of the tree search. In long games, or games that are decided late, whole playouts tell
    # decisions apart only by luck; make them stop early: SearchSettings(ahead=...), or rests=True.
    search: SearchSettings = field(default_factory=SearchSettings)
    # Parameters of the bot levels, by the key of a level. Compare adjacent levels with `donjon arena`.
    levels: Mapping[str, LevelSettings] = field(default_factory=lambda: USUAL_LEVELS, hash=False)
    # The file, written by `donjon train`, with the weights of a net that corrects `estimate`
    # (`donjon.bots.net`); None if no net was found to be stronger.
    weights: Path | None = None
    # Parameters of a tree search with that net; None: the same as without it.
    search_with_net: SearchSettings | None = None
    # The explanation of a thing on the table: (state, view, subject) -> lines of (rule id, sentence), its
    # name first. The caller passes the viewer's view, because a page asks about every thing on the board.
    # Derived, like `about`, if chapters explain anything.
    explain: Callable[[Any, Mapping[str, Any], str], list[tuple[str, Message]]] | None = None
    # The entries of the rulebook's table `about` for a thing on the table: (view, subject) -> entries.
    about: Callable[[Mapping[str, Any], str], Sequence[str]] | None = None
    # The points that legal actions would bring their seat: (state, seat, actions) -> points by action, for
    # the actions where the table shows them. It must not depend on anything that the seat does not know.
    worth: Callable[[Any, int, Sequence[int]], dict[int, int]] | None = None
    # The view of a finished game with everything revealed; None: the game has no hidden information.
    open_view: Callable[[Any], dict[str, Any]] | None = None
    # True if nothing is hidden at a position and nothing random can follow. Only then can the action that
    # ends a game be undone: the data published at the end reveals nothing about another way to end it.
    settled: Callable[[Any], bool] = _never
    # A view in a few lines of text, for a terminal: (view, texts of actions) -> text. A game with a board
    # marks the places that the texts name.
    text_board: Callable[[Mapping[str, Any], Iterable[str]], str] | None = None

    def __post_init__(self) -> None:
        """Check the sentences that the chapters declare, and derive the fields that are not given."""
        self.actions.check_sentences()
        for name, derive in self._derivations():
            if getattr(self, name) is None:
                object.__setattr__(self, name, derive())

    def _derivations(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield the name of each field that can be derived, and a function that makes it."""
        book, record = self.actions.book, self.STATE.type
        options = cache(lambda: ChosenOptions(self.title, self.seats, self.options))
        schema = cache(lambda: schema_of(self.title, record))
        yield "source_terms", lambda: tuple(Term(name.replace("_", " ")) for name in self.SOURCES)
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
        """Return the prompt of the decision for the viewer, or for the first seat to move."""
        owing = int(self.waiting(state))
        if not owing:
            return Message("The game is over.")
        if not owing & EVERYONE:
            return Message("Waiting for a random draw.")
        first = (owing & -owing).bit_length() - 1
        seat = viewer if viewer is not None and viewer >= 0 and owing >> viewer & 1 else first
        return self.actions.book.prompt(state, seat, state[self.actions.decision])

    def _view(self, state: Any, viewer: int | None) -> dict[str, Any]:
        """Return the fields that a viewer may know, and `players`: fields and points of each seat."""
        seats = range(self.seat_count(state))
        own = visible_fields(state, viewer, len(seats))
        frame = {"seat": viewer, "seats": len(seats), "over": not self.waiting(state)}
        players = [
            {"seat": seat, "total": int(self.total(state, seat)), **own["players"][seat]} for seat in seats
        ]
        return {**frame, **own, "players": players}

    def _set_position(self, schema: Schema, state: Any, data: Mapping[str, Any]) -> None:
        """Put the given fields into a state. Raises BadPosition with the first of its faults."""
        schema.read(state, data)
        require_none(self.faults(state) if self.faults else ())

    @cached_property
    def ACTIONS(self) -> int:
        """Return the number of actions."""
        return self.actions.count

    @cached_property
    def OBSERVATION(self) -> int:
        """Return the number of values in an observation."""
        return self.observation.size

    @cached_property
    def observed(self) -> Mapping[str, Seen]:
        """Return the range of each field in an observation, by the path of the field."""
        return self.observation.ranges

    @cached_property
    def FINISHING(self) -> tuple[int, ...]:
        """Return the actions that mean "I am done": the table shows them as the main choice."""
        return self.actions.finishing()

    @cached_property
    def DECLINING(self) -> frozenset[int]:
        """Return the actions that mean "do nothing": the table always shows them as buttons."""
        return self.actions.declining()

    @cached_property
    def EVENTS(self) -> tuple[str, ...]:
        """Return the names of the kinds of events, by number."""
        return self.events.names()

    @cached_property
    def REVEALING(self) -> tuple[str, ...]:
        """Return the kinds of events that show hidden information: such actions can't be undone."""
        return self.events.revealing()

    def __copy__(self) -> Self:
        """Return the game itself: there is one instance per game. `donjon.kernel.games` pickles its name."""
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def action_text(self, state: Any, seat: int, action: int) -> str:
        """Return the text of an action at a position. Raises UnknownAction for a number out of range."""
        return self.actions.text(state, seat, action)

    def read_events(self, log: Any) -> list[Event]:
        """Return the events in an EVENT_LOG record with all rules that they cite."""
        return [self.events.cited(event) for event in event_log.read(log, list(self.EVENTS), self.prefix)]

    def event_message(self, event: Event) -> Message:
        """Return the sentence of an event."""
        return self.events.message(event)

    def blank(self) -> Any:
        """Return a zeroed state, one record of STATE."""
        return np.zeros(1, self.STATE)[0]

    def check_players(self, players: Any) -> None:
        """Raise BadOption unless the game can be played with this number of players."""
        check_players(self.title, players, min(self.seats), max(self.seats))

    @cached_property
    def _source_terms(self) -> dict[str, Term]:
        return dict(zip(self.SOURCES, self.source_terms, strict=True))

    def source_term(self, source: str) -> Term:
        """Return the word for a source of points; the name itself if it is not among SOURCES."""
        return self._source_terms.get(source, Term(source))

    def options_among(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a position that are options of the game."""
        return {option.name: fields[option.name] for option in self.options if option.name in fields}

    @property
    def drawing(self) -> Any:
        """Return the module that draws the game (`donjon.drawing.protocol`), imported when first needed."""
        return importlib.import_module(self.drawing_module)


def check_game(value: Any) -> None:
    """Raise UnknownGame unless a value is a Game; callers may pass a name by mistake."""
    if not isinstance(value, Game):
        raise UnknownGame(f"{short(value)} isn't a game. Give match.game, or one of donjon.games.")


def copy(state: Any) -> Any:
    """Return an independent copy of a state."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]


def from_bytes(game: Game, data: bytes) -> Any:
    """Return the state with these bytes, as `state.tobytes()` returns them.

    Raises ValueError if `data` isn't bytes of the length of the game's STATE.
    """
    check_game(game)
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"Give a state of {game.title} as its bytes, not as {short(data)}.")
    if len(data) != game.STATE.itemsize:
        raise ValueError(
            f"A state of {game.title} does not have {len(data)} bytes, but {game.STATE.itemsize}."
        )
    return np.frombuffer(bytearray(data), game.STATE)[0]
