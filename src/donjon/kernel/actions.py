"""Kinds of actions, each declared once: its texts, the decisions it belongs to, its rules, its button.

The actions of a game are one flat space of numbers. A `Kind` is a range of it; where its numbers mean
different things at different decisions, each meaning is a `Use`:

    BUILD = Kind(TILE_BUILT, Use("build", (Ask.BUILD, Ask.FAVOUR_BUILD), building.begin_build,
                                 forbids=building.forbids_build, button=buttons.build))
    ACTIONS = Actions("Caylus", "ask", len(Ask), [PASS, PLACE, BUILD, ...], EXAMPLES)

From the table come the masks of the decisions, the dispatch of `forbids` and `apply` as plain functions
that Numba compiles, the texts both ways, the buttons, and the tables of the documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from donjon.errors import UnknownAction
from donjon.kernel.compiling import compilable
from donjon.kernel.foreign import short
from donjon.kernel.message import Message
from donjon.kernel.records import Grid, Ints
from donjon.kernel.unknown_actions import no_such_action, no_such_text

NO_USE = -1


@dataclass(frozen=True)
class Reading:
    """A text that is being read at a position: the words that follow the verb, and the whole of it."""

    state: Any
    seat: int
    words: list[str]
    text: str

    def refuse(self, message: str, **places: Any) -> UnknownAction:
        """The error that says why the text is no action; {words} in the message is the text."""
        return UnknownAction(Message(message, words=short(self.text), **places))


@dataclass(frozen=True)
class Domain:
    """What the actions of a kind choose from.

    count: how many; write: (state, argument) -> its words in a text; read: the argument that words mean,
    raising UnknownAction where they mean none; what: a name for the documents.
    """

    what: str
    count: int
    write: Callable[[Any, int], str]
    read: Callable[[Reading], int]


def names(what: str, texts: Sequence[str], aliases: Mapping[str, int] | None = None) -> Domain:
    """A choice among fixed texts; `aliases` are further ones that are read."""
    numbers = {text: number for number, text in enumerate(texts)} | dict(aliases or {})

    def read(reading: Reading) -> int:
        number = numbers.get(" ".join(reading.words))
        if number is None:
            raise reading.refuse("{words} must name one of: {known}.", known=list(texts))
        return number

    return Domain(what, len(texts), lambda _state, argument: texts[argument], read)


def _alone(reading: Reading) -> int:
    if reading.words:
        raise reading.refuse("{words} says too much: nothing follows {verb}.", verb=reading.text.split()[0])
    return 0


ALONE = Domain("", 1, lambda _state, _argument: "", _alone)  # the verb says it all


@dataclass(frozen=True)
class Use:
    """What the actions of a kind mean at some decisions.

    verb: the word that a text begins with ("" for a half that follows without one); decisions: by their
    numbers; apply: rule function (state, seat, argument, story); forbids: rule function (state, seat,
    argument) -> 0 or the number of a rule, None where nothing forbids it; button: (state, seat, argument) ->
    the words of its button; after: (state) -> the text of the half that was chosen before, for second
    halves; aliases: whole texts that mean it too.
    """

    verb: str
    decisions: tuple[int, ...]
    apply: Callable[..., Any]
    forbids: Callable[..., int] | None = None
    button: Callable[[Any, int, int], Message] | None = None
    after: Callable[[Any], str] | None = None
    aliases: tuple[str, ...] = ()


@dataclass
class Kind:
    """A range of actions that choose from one domain; `first` is the number of its first, once it has one."""

    domain: Domain
    uses: tuple[Use, ...]
    first: int = field(default=NO_USE, init=False)

    def __init__(self, domain: Domain, *uses: Use) -> None:
        self.domain, self.uses, self.first = domain, uses, NO_USE

    @property
    def end(self) -> int:
        """One past the last action."""
        return self.first + self.domain.count

    def __contains__(self, action: int) -> bool:
        return self.first <= action < self.end

    def action(self, argument: int = 0) -> int:
        """The number of the action with this argument."""
        return self.first + int(argument)


class Actions:
    """The flat space of a game's actions, from its table of kinds.

    `decision` is the field of the state that says what is decided now, one of so many `decisions`.
    """

    def __init__(
        self, title: str, decision: str, decisions: int, kinds: Sequence[Kind], examples: str
    ) -> None:
        self.title, self.decision, self.kinds, self.examples = title, decision, tuple(kinds), examples
        self.count = 0
        for kind in kinds:
            kind.first, self.count = self.count, self.count + kind.domain.count
        self.uses = [(kind, use) for kind in kinds for use in kind.uses]
        # KIND[action], ARGUMENT[action]: number of its kind, and which of the kind it is.
        self.kind: Ints = np.repeat(np.arange(len(kinds)), [kind.domain.count for kind in kinds])
        self.argument: Ints = np.concatenate([np.arange(kind.domain.count) for kind in kinds])
        # USE[decision, action]: number of its meaning there, NO_USE where it is no choice.
        self.use: Grid = np.full((decisions, self.count), NO_USE, np.int16)
        for number, (kind, use) in enumerate(self.uses):
            for decision_number in use.decisions:
                self.use[decision_number, kind.first : kind.end] = number
        self.forbids = self._dispatch("forbids", "(state, seat, argument)", "0")
        self.apply = self._dispatch("apply", "(state, seat, argument, story)", "None")

    def of_decision(self) -> np.ndarray[Any, Any]:
        """uint8[decisions, ACTIONS]: 1 where an action is a choice of a decision."""
        return np.asarray(np.asarray(self.use) != NO_USE, np.uint8)

    def ranges(self, decision: int) -> list[tuple[int, int]]:
        """The first action and one past the last of each kind that belongs to a decision, in order."""
        return [
            (kind.first, kind.end)
            for kind in self.kinds
            if any(decision in use.decisions for use in kind.uses)
        ]

    def _dispatch(self, name: str, takes: str, otherwise: str) -> Any:
        """One plain function that finds the meaning of an action and calls its rule function.

        Written out as nested comparisons, because compiled code cannot call from a table of functions.
        """
        called = {number: getattr(use, name) for number, (_kind, use) in enumerate(self.uses)}
        space: dict[str, Any] = {"USE": self.use, "ARGUMENT": self.argument}
        space |= {f"{name}_{number}": function for number, function in called.items() if function}

        def branch(low: int, high: int, indent: str) -> list[str]:
            if high - low == 1:
                return [indent + "return " + (f"{name}_{low}{takes}" if called[low] else otherwise)]
            middle = (low + high) // 2
            lower = branch(low, middle, indent + "    ")
            return [f"{indent}if use < {middle}:", *lower, *branch(middle, high, indent)]

        head = takes.replace("argument", "action")
        lines = [
            f"def {name}{head}:",
            f"    use = USE[state.{self.decision}, action]",
            "    argument = ARGUMENT[action]",
            *branch(0, len(self.uses), "    "),
        ]
        exec("\n".join(lines), space)
        return compilable(space[name])

    # Texts

    def meaning(self, state: Any, action: int) -> Use:
        """What an action means at a position; where it is no choice, its first meaning."""
        number = int(self.use[state[self.decision], action])
        return self.uses[number][1] if number != NO_USE else self.kinds[self.kind[action]].uses[0]

    def text(self, state: Any, _seat: int, action: int) -> str:
        """The text of an action at a position; `read` reads it back.

        Raises UnknownAction for a number outside 0 .. count - 1.
        """
        if not 0 <= action < self.count:
            raise no_such_action(self.title, action, self.count)
        use, kind = self.meaning(state, action), self.kinds[self.kind[action]]
        begun = use.after(state) if use.after else ""
        said = kind.domain.write(state, int(self.argument[action]))
        return " ".join(part for part in (begun, use.verb, said) if part)

    def button(self, state: Any, seat: int, action: int) -> Message:
        """The words of the button that plays an action: the meaning's own, else its text."""
        use = self.meaning(state, action)
        if use.button is None:
            return Message("Chance: {choice}", choice=self.text(state, seat, action))
        return use.button(state, seat, int(self.argument[action]))

    def read(self, state: Any, seat: int, text: str) -> int:
        """The single action that a text means at a position: an alias, or a verb and words of its domain.

        Of several kinds with the verb the one that is a choice now comes first. Raises UnknownAction.
        """
        words = plain(text).split()
        whole = " ".join(words)
        for kind, use in self.uses:
            if whole in use.aliases:
                return kind.first
        refused: UnknownAction | None = None
        for kind, use in self._called(state, words):
            try:
                rest = words[len(use.verb.split()) :]
                return kind.action(kind.domain.read(Reading(state, seat, rest, text)))
            except UnknownAction as error:
                refused = refused or error
        raise refused or no_such_text(self.title, text, self.examples)

    def _called(self, state: Any, words: list[str]) -> Iterator[tuple[Kind, Use]]:
        """The meanings whose verb the words begin with, those of the decision at hand first."""
        decision = int(state[self.decision])
        called = [
            (kind, use)
            for kind, use in self.uses
            if use.verb and words[: len(use.verb.split())] == use.verb.split()
        ]
        yield from sorted(called, key=lambda one: decision not in one[1].decisions)

    def rows(self) -> list[tuple[int, int, str, str]]:
        """For the documents: (first action, one past the last, verb, what is chosen) of every kind."""
        return [
            (kind.first, kind.end, " / ".join(sorted({use.verb for use in kind.uses})), kind.domain.what)
            for kind in self.kinds
        ]


def plain(text: str) -> str:
    """A text as all are read: in small letters, words parted by single blanks."""
    return " ".join(text.lower().split())
