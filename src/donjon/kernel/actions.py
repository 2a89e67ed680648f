"""Kinds of actions, each with its texts, the decisions it belongs to, its rules and its button.

The actions of a game are one flat space of numbers. A `Kind` is a range of it; if its numbers mean different
things at different decisions, each meaning is a `Use`. Chapters declare the meanings next to their rule
functions (see `donjon.kernel.book`), and the game lists its kinds in order:

    BUILD = Kind(TILE_BUILT)

    @BUILD.action_at(Decision.BUILD, verb="build", forbids=forbids_build, button=Message("Build {tile}"))
    def begin_build(state, seat, tile, log): ...

    ACTIONS = Actions("Caylus", "decision", len(Decision), [PASS, PLACE, BUILD, ...], EXAMPLES, BOOK)

`Actions` derives from this list the masks of the decisions, the dispatch of `forbids` and `apply` as plain
functions that Numba compiles, the reading and writing of texts, the buttons, and the tables in the docs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import numpy as np

from donjon.errors import UnknownAction
from donjon.kernel import rule_ids
from donjon.kernel.book import Book
from donjon.kernel.compiling import compilable
from donjon.kernel.message import Case, Message, Sentence, say
from donjon.kernel.records import Grid, Ints
from donjon.kernel.untrusted import short


def no_such_action(title: str, action: object, actions: int) -> UnknownAction:
    """Return the error for a number that is not an action of a game with this number of actions."""
    return UnknownAction(
        Message(
            "{title} has no action {action}: actions are numbered 0 to {last}.",
            action=str(action),
            title=title,
            last=actions - 1,
        )
    )


def no_such_text(title: str, text: str, examples: str) -> UnknownAction:
    """Return the error for a text that is not an action of a game, with examples of texts that are."""
    return UnknownAction(
        Message(
            "{words} isn't a move in {title}. Examples: {examples}.",
            words=short(text),
            title=title,
            examples=examples,
        )
    )


def no_choice_of_nature(text: str, examples: str) -> UnknownAction:
    """Return the error for a text that is not an action of nature, with examples of texts that are."""
    return UnknownAction(
        Message(
            "{words} isn't a random draw. Examples: {examples}.",
            words=short(text),
            examples=examples,
        )
    )


NO_USE = -1
_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Reading:
    """A text that is being read at a position.

    words: the words after the verb; text: the whole text; verb: the verb itself.
    """

    state: Any
    seat: int
    words: list[str]
    text: str
    verb: str = ""

    def one_of(self, known: Sequence[str], word: str | None = None) -> int:
        """Return the index in `known` of a word (default: of all the words, joined).

        Raises UnknownAction if it isn't one of the known texts.
        """
        text = " ".join(self.words) if word is None else word
        if text not in known:
            raise self.refuse("{words} doesn't fit. Choose one of: {known}.", known=list(known))
        return list(known).index(text)

    def refuse(self, message: str, **places: Any) -> UnknownAction:
        """Return the error that says why the text isn't an action; {words} in the message is the text."""
        return UnknownAction(Message(message, words=short(self.text), **places))


@dataclass(frozen=True)
class Domain:
    """The set of arguments that the actions of a kind choose from.

    count: the number of arguments; write: (state, argument) -> its words in a text; read: returns the
    argument that the words mean, or raises UnknownAction; what: a name for the docs.
    """

    what: str
    count: int
    write: Callable[[Any, int], str]
    read: Callable[[Reading], int]


def names(
    what: str,
    texts: Sequence[str],
    aliases: Mapping[str, int] | None = None,
    otherwise: Callable[[Reading], UnknownAction] | None = None,
) -> Domain:
    """Return a domain of fixed texts, numbered from 0.

    aliases: further texts that are accepted, with the number of each; otherwise: makes the error for any
    other words.
    """
    numbers = {text: number for number, text in enumerate(texts)} | dict(aliases or {})

    def read(reading: Reading) -> int:
        number = numbers.get(" ".join(reading.words))
        if number is None and otherwise is not None:
            raise otherwise(reading)
        return reading.one_of(texts) if number is None else number

    return Domain(what, len(texts), lambda _state, argument: texts[argument], read)


def _alone(reading: Reading) -> int:
    if reading.words:
        raise reading.refuse("{words} is too long: nothing can follow {verb}.", verb=reading.verb)
    return 0


ALONE = Domain("", 1, lambda _state, _argument: "", _alone)  # for actions without an argument


@dataclass
class Use:
    """The meaning of the actions of a kind at some decisions.

    verb: the word that a text starts with; "" for a half that follows without one.
    decisions: the numbers of the decisions at which this meaning holds.
    apply: rule function (state, seat, argument, log); None for actions that are never legal and are listed
        only so that `forbids` can say why.
    forbids: rule function (state, seat, argument) -> 0 or the number of a rule; or just the number of a rule
            that always applies; None if no rule forbids it.
        button: the words of its button, a sentence about the case (see `donjon.kernel.message`).
        after: for second halves, (state) -> the text of the half that was chosen before.
        aliases: whole texts that mean the same action.

    The rest is optional.

    mark: rule function (state, seat, first, mask) -> the number of legal actions; sets mask[first + argument]
        for each of them unless mask is None. Give it where it is faster than one call of `forbids` each.
    rollout_score: the score that bots dispatch (`Actions.dispatch`).
    previews: True if people see the effect before they confirm it.
    risky: True for actions that are costly and final.
    place, about: the subject of the drawing that is tapped for it; the subject whose explanation offers it.
        Both may be functions (argument) -> subject, "" for none.
    pieces: (state, argument) -> the things of the drawing that a player taps for it, separated by blanks; a
        thing that is tapped twice is listed twice.
    noun: the noun for its actions where a page shows their number; "" for plain choices.
    finishes: True for "I am done"; the table offers it as the main choice.
    declines: True for "do nothing"; always shown as a button.
    then: the decisions that can follow within the same whole decision; their texts start with this one's
        text.
    weight: for choices of nature, rule function (state, argument) -> its weight, 0 if it is impossible.
    """

    verb: str
    decisions: tuple[int, ...]
    apply: Callable[..., Any] | None
    forbids: Callable[..., int] | int | None = None
    button: Sentence | None = None
    after: Callable[[Any], str] | None = None
    aliases: tuple[str, ...] = ()
    mark: Callable[..., int] | None = None
    rollout_score: float | Callable[..., Any] | None = None
    previews: bool | Callable[[Any, int, int], bool] = False
    risky: bool = False
    place: str | Callable[[int], str] = ""
    about: str | Callable[[int], str] = ""
    pieces: Callable[[Any, int], str] | None = None
    noun: Literal["space", "card", ""] = ""
    finishes: bool = False
    declines: bool = False
    then: tuple[int, ...] = ()
    weight: Callable[..., int] | None = None


class Meaning(TypedDict, total=False):
    """The keywords of `Kind.action_at` other than decisions and verb (see `Use`)."""

    button: Sentence
    forbids: Callable[..., int] | int
    after: Callable[[Any], str]
    aliases: tuple[str, ...]
    mark: Callable[..., int]
    previews: bool | Callable[[Any, int, int], bool]
    risky: bool
    place: str | Callable[[int], str]
    about: str | Callable[[int], str]
    pieces: Callable[[Any, int], str]
    noun: Literal["space", "card", ""]
    finishes: bool
    declines: bool
    then: tuple[int, ...]
    weight: Callable[..., int]


@dataclass
class Kind:
    """A range of actions that choose from one domain.

    `first` is the number of its first action, NO_USE until `Actions` has numbered it. Chapters declare what
    its actions mean, each beside its rule (see `donjon.kernel.book`).
    """

    domain: Domain
    uses: tuple[Use, ...]
    first: int = field(default=NO_USE, init=False)

    def __init__(self, domain: Domain, *uses: Use) -> None:
        self.domain, self.uses, self.first = domain, uses, NO_USE
        self.refusals: dict[str, Sentence] = {}

    def action_at(
        self, *decisions: int, verb: str = "", **meaning: Unpack[Meaning]
    ) -> Callable[[_Function], _Function]:
        """Declare that a rule function (state, seat, argument, log) applies the actions at these decisions.

        The other keywords are the fields of `Use`. Raises TypeError for an unknown keyword.
        """

        def declare(apply: _Function) -> _Function:
            self._add(Use(verb, decisions, apply, **meaning))
            return apply

        return declare

    def never_at(self, *decisions: int, rule: int | Callable[..., int], verb: str = "") -> None:
        """Declare that a rule forbids all actions of the kind at these decisions.

        rule: its number, or a rule function (state, seat, argument) that returns the number.
        """
        self._add(Use(verb, decisions, None, rule))

    def refuses(self, rule: str, sentence: Sentence) -> int:
        """Declare the sentence of a rule that forbids actions of this kind; return the number of the rule.

        Needed only if a rule forbids several kinds of actions with different sentences; otherwise declare one
        sentence for the rule (`Book.forbids`).
        """
        if rule in self.refusals:
            raise ValueError(f"{rule} has a sentence for these actions already.")
        self.refusals[rule] = sentence
        return rule_ids.number(rule)

    def rate_at(self, *decisions: int, score: float | Callable[..., Any]) -> None:
        """Set the `rollout_score` of the actions at these decisions, before bots dispatch it.

        Bots call this, because chapters do not know bots. Raises ValueError if the actions have no meaning at
        one of the decisions, or share a meaning with a decision that isn't named.
        """
        rated = [use for use in self.uses if set(use.decisions) & set(decisions)]
        if {decision for use in rated for decision in use.decisions} != set(decisions):
            raise ValueError(f"No meaning of these actions is that at the decisions {list(decisions)} only.")
        for use in rated:
            use.rollout_score = score

    def _add(self, use: Use) -> None:
        if self.first != NO_USE:
            raise ValueError("A meaning is declared after the table of the game's actions was made.")
        self.uses = (*self.uses, use)

    @property
    def end(self) -> int:
        """Return the number after the last action."""
        return self.first + self.domain.count

    @property
    def decisions(self) -> frozenset[int]:
        """Return the numbers of the decisions at which its actions can be played."""
        return frozenset(decision for use in self.uses if use.apply is not None for decision in use.decisions)

    def __contains__(self, action: int) -> bool:
        return self.first <= action < self.end

    def action(self, argument: int = 0) -> int:
        """Return the number of the action with this argument."""
        return self.first + int(argument)


class Actions:
    """The flat space of a game's actions, numbered from the list of its kinds.

    decision: the field of the state with the number of the current decision, below `decisions`; examples:
    sample texts for error messages; book: the declarations of the game's chapters.
    """

    def __init__(
        self,
        title: str,
        decision: str,
        decisions: int,
        kinds: Sequence[Kind],
        examples: str,
        book: Book | None = None,
    ) -> None:
        self.book = Book() if book is None else book
        self.title, self.decision, self.kinds, self.examples = title, decision, tuple(kinds), examples
        self.count = 0
        for kind in kinds:
            kind.first, self.count = self.count, self.count + kind.domain.count
        self.uses = [(kind, use) for kind in kinds for use in kind.uses]
        # kind[action], argument[action]: the number of its kind, and its index within the kind.
        self.kind: Ints = np.repeat(np.arange(len(kinds)), [kind.domain.count for kind in kinds])
        self.argument: Ints = np.concatenate([np.arange(kind.domain.count) for kind in kinds])
        # use[decision, action]: the number of its meaning there, NO_USE if it isn't a choice.
        self.use: Grid = np.full((decisions, self.count), NO_USE, np.int16)
        for number, (kind, use) in enumerate(self.uses):
            for decision_number in use.decisions:
                self.use[decision_number, kind.first : kind.end] = number
        # bounds[decision, n]: the first action of its n-th kind, and one past the last; unused rows are
        # empty.
        most = max(len(self.ranges(number)) for number in range(decisions))
        self.bounds: Grid = np.zeros((decisions, most, 2), np.int64)
        for number in range(decisions):
            for at, bounds in enumerate(self.ranges(number)):
                self.bounds[number, at] = bounds
        self.forbids = self.dispatch("forbids", "(state, seat, argument)", "0")
        self.apply = self.dispatch("apply", "(state, seat, argument, log)", "None")
        self.mark = self._marking(decisions)
        self.weight = self.dispatch("weight", "(state, argument)", "0")

    def of_decision(self) -> np.ndarray[Any, Any]:
        """Return uint8[decisions, ACTIONS]: 1 where an action is a choice of a decision."""
        return np.asarray(np.asarray(self.use) != NO_USE, np.uint8)

    def ranges(self, decision: int) -> list[tuple[int, int]]:
        """Return (first action, one past the last) of each kind that may be legal at a decision, in order."""
        return [(kind.first, kind.end) for kind in self.kinds if decision in kind.decisions]

    def dispatch(self, name: str, takes: str, otherwise: str) -> Any:
        """Return a plain function that finds the meaning of an action and calls its function of this name.

        `takes` is the parameter list, "(state, seat, argument)"; the generated function takes `action`
        instead of `argument`. `otherwise` is the result for meanings without such a function. Call the
        generated function only for choices of the current decision.
        """
        space: dict[str, Any] = {"USE": self.use, "ARGUMENT": self.argument} | self._named(name)

        def call(number: int, indent: str) -> list[str]:
            called = f"{name}_{number}"
            answer = space.get(called, otherwise)
            return [f"{indent}return {called + takes if callable(answer) else answer}"]

        lines = [
            f"def {name}{takes.replace('argument', 'action')}:",
            # int: interpreted, numbers of numpy are several times slower than Python's.
            f"    use = int(USE[state.{self.decision}, action])",
            "    argument = int(ARGUMENT[action])",
            *_nest("use", 0, len(self.uses), "    ", call),
        ]
        return _compiled(name, lines, space)

    def _named(self, *names: str) -> dict[str, Any]:
        """Return the functions of all meanings by name and number: "forbids_3" is from meaning 3."""
        return {
            f"{name}_{number}": getattr(use, name)
            for name in names
            for number, (_kind, use) in enumerate(self.uses)
            if getattr(use, name) is not None
        }

    def each(self, name: str, takes: str, put: str) -> Any:
        """Return a plain function that fills an array for all meanings of the current decision.

        The attribute `name` of a meaning is a function, a number, or missing (0). A function is called with
        the parameter list `takes`, in which `first` is the first action of its kind. A number is stored by
        the line `put`, with {value} and {action} filled in, before any function is called.
        """
        space = self._named(name)

        def call(decision: int, indent: str) -> list[str]:
            calls, lines = [], []
            for number, (kind, use) in enumerate(self.uses):
                value = space.get(f"{name}_{number}", 0)
                if decision in use.decisions and callable(value):
                    calls.append(f"{indent}{name}_{number}{takes.replace('first', str(kind.first))}")
                elif decision in use.decisions:
                    lines.append(f"{indent}for action in range({kind.first}, {kind.end}):")
                    lines.append(f"{indent}    {put.format(action='action', value=value)}")
            return [*lines, *calls, indent + "return"]

        head = [f"def {name}{takes.replace('first, ', '')}:", f"    decision = state.{self.decision}"]
        return _compiled(name, [*head, *_nest("decision", 0, len(self.use), "    ", call)], space)

    def _marking(self, decisions: int) -> Any:
        """Return a function (state, seat, mask) that counts the legal choices and marks them in the mask.

        The mask may be None.
        """
        space = self._named("forbids", "mark", "weight")

        def mark(decision: int, indent: str) -> list[str]:
            lines = [indent + "count = 0"]
            for number, (kind, use) in enumerate(self.uses):
                if decision in use.decisions and use.apply is not None:
                    lines += [indent + line for line in _mark_lines(number, kind, space)]
            return [*lines, indent + "return count"]

        head = ["def mark(state, seat, mask):", f"    decision = state.{self.decision}"]
        return _compiled("mark", [*head, *_nest("decision", 0, decisions, "    ", mark)], space)

    def kind_of(self, action: int) -> Kind:
        """Return the kind of an action."""
        return self.kinds[self.kind[action]]

    # Texts

    def meaning(self, state: Any, action: int) -> Use:
        """Return what an action means at a position; its first meaning if it isn't a choice there."""
        number = int(self.use[state[self.decision], action])
        return self.uses[number][1] if number != NO_USE else self.kind_of(action).uses[0]

    def text(self, state: Any, _seat: int, action: int) -> str:
        """Return the text of an action at a position; `read` reads it back.

        Raises UnknownAction for a number outside 0 .. count - 1.
        """
        if not 0 <= action < self.count:
            raise no_such_action(self.title, action, self.count)
        use, kind = self.meaning(state, action), self.kind_of(action)
        argument = kind.domain.write(state, int(self.argument[action]))
        return " ".join(part for part in (self.begun(state, action), use.verb, argument) if part)

    def begun(self, state: Any, action: int) -> str:
        """Return the text of the half chosen before an action, "" if it isn't a second half here."""
        use = self.meaning(state, action)
        return use.after(state) if use.after and state[self.decision] in use.decisions else ""

    def button(self, state: Any, seat: int, action: int) -> Message:
        """Return the words of the button that plays an action; for nature's choices, the text."""
        label = self.called(state, seat, action)
        return label or Message("Random draw: {choice}", choice=self.text(state, seat, action))

    def called(self, state: Any, seat: int, action: int) -> Message | None:
        """Return the words for an action on buttons and in sentences; None if none of its meanings has any.

        An action that isn't a choice now has the words of a decision at which it is.
        """
        meanings = (self.meaning(state, action), *self.kind_of(action).uses)
        button = next((use.button for use in meanings if use.button is not None), None)
        return None if button is None else say(button, self.case(state, seat, action), self.book.facts)

    def case(self, state: Any, seat: int, action: int) -> Case:
        """Return the case that fills the sentences about an action at a position."""
        return Case(state, seat, action, int(self.argument[action]))

    def why(self, state: Any, seat: int, action: int, rule: str) -> Message:
        """Return why a rule forbids an action here: the sentence of the action's kind, else of the rule."""
        kind = self.kind_of(action)
        sentence = kind.refusals[rule] if rule in kind.refusals else self.book.refusals[rule]
        return say(sentence, self.case(state, seat, action), self.book.facts)

    def check_sentences(self) -> None:
        """Raise ValueError if nothing fills a place of a declared sentence."""
        buttons = [use.button for _kind, use in self.uses if use.button is not None]
        by_kind = [sentence for kind in self.kinds for sentence in kind.refusals.values()]
        self.book.check_sentences(*buttons, *by_kind)

    def previews(self, state: Any, seat: int, action: int) -> bool:
        """Return whether a player should see the effect of this action before confirming it."""
        previews = self.meaning(state, action).previews
        return previews if isinstance(previews, bool) else previews(state, seat, int(self.argument[action]))

    def risky(self, state: Any, action: int) -> bool:
        """Return whether an action is costly and final."""
        return self.meaning(state, action).risky

    def pieces(self, state: Any, action: int) -> str:
        """Return the things that a player taps for an action, separated by blanks; "" for none."""
        use = self.meaning(state, action)
        return use.pieces(state, int(self.argument[action])) if use.pieces else ""

    def noun(self, state: Any, action: int) -> str:
        """Return the noun with which an action is counted: "space", "card", or "" for plain choices."""
        return self.meaning(state, action).noun

    def finishing(self) -> tuple[int, ...]:
        """Return the actions that mean "I am done": the table shows them as the main choice."""
        return tuple(kind.first for kind, use in self.uses if use.finishes)

    def declining(self) -> frozenset[int]:
        """Return the actions that mean "do nothing": the table always shows them as buttons."""
        return frozenset(kind.first for kind, use in self.uses if use.declines)

    def places(self, name: Literal["place", "about"]) -> dict[int, str]:
        """Return the subject of each action that has one: to tap it ("place") or explain it ("about")."""
        subjects = {}
        for kind, use in self.uses:
            place = getattr(use, name)
            for argument in range(kind.domain.count):
                if subject := place if isinstance(place, str) else place(argument):
                    subjects[kind.action(argument)] = subject
        return subjects

    def read(self, state: Any, seat: int, text: str, full_text: str = "") -> int:
        """Return the action that a text means at a position: an alias, or a verb and words of its domain.

        If several kinds have the verb, those that are a choice now are tried first. `full_text` is the text
        that `text` is a part of, if any, for the error. Raises UnknownAction.
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
                return kind.action(kind.domain.read(Reading(state, seat, rest, full_text or text, use.verb)))
            except UnknownAction as error:
                refused = refused or error
        raise refused or no_such_text(self.title, full_text or text, self.examples)

    def parse(self, state: Any, seat: int, text: str) -> list[int]:
        """Return the one action that a text means, for games without multi-action decisions.

        Raises UnknownAction.
        """
        return [self.read(state, seat, text)]

    def _called(self, state: Any, words: list[str]) -> Iterator[tuple[Kind, Use]]:
        """Yield the meanings whose verb the words start with, those of the current decision first."""
        decision = int(state[self.decision])
        called = [
            (kind, use)
            for kind, use in self.uses
            if use.verb and words[: len(use.verb.split())] == use.verb.split()
        ]
        yield from sorted(called, key=lambda one: decision not in one[1].decisions)

    def rows(self) -> list[tuple[int, int, str, str]]:
        """Return (first action, one past the last, verb, name of the domain) of every kind, for the docs."""
        return [
            (kind.first, kind.end, " / ".join(sorted({use.verb for use in kind.uses})), kind.domain.what)
            for kind in self.kinds
        ]


def _nest(name: str, low: int, high: int, indent: str, leaf: Callable[[int, str], list[str]]) -> list[str]:
    """Return lines of code that find a number by bisection.

    Compiled code can't call functions from a table.
    """
    if high - low == 1:
        return leaf(low, indent)
    middle = (low + high) // 2
    lower = _nest(name, low, middle, indent + "    ", leaf)
    return [f"{indent}if {name} < {middle}:", *lower, *_nest(name, middle, high, indent, leaf)]


def _mark_lines(number: int, kind: Kind, space: Mapping[str, Any]) -> list[str]:
    """Return lines of code that mark the legal actions of a kind: by its `mark`, else one by one."""
    if f"mark_{number}" in space:
        return [f"count += mark_{number}(state, seat, {kind.first}, mask)"]
    is_legal = f"forbids_{number}(state, seat, argument) == 0" if f"forbids_{number}" in space else "True"
    if f"weight_{number}" in space:
        is_legal = f"weight_{number}(state, argument) > 0"
    return [
        f"for argument in range({kind.domain.count}):",
        f"    if {is_legal}:",
        "        count += 1",
        "        if mask is not None:",
        f"            mask[{kind.first} + argument] = 1",
    ]


def _compiled(name: str, lines: list[str], space: dict[str, Any]) -> Any:
    """Return the function of this name that these lines of Python define."""
    exec("\n".join(lines), space)
    return compilable(space[name])


def plain(text: str) -> str:
    """Return a text in lower case, with words separated by single blanks; texts are read in this form."""
    return " ".join(text.lower().split())
