"""The book of a game: the declarations of its chapters, each chapter in a module of its own.

A chapter holds, in the order of the rulebook, the constants of its rules, its events, its rule functions, and
the texts about them: refusals, buttons, prompts, explanations. The game has one `Book`, in the module of its
nouns and records, and the chapters declare in it:

    BOOK = Book({"hex": hex_name, "token": lambda token: Token(token).term})

**Rules.** A rule is a number in compiled code. One that forbids actions has a sentence for it; one that only
causes events has none.

    BUILD_THREE = number("KB-4.2")                          # kernel.rule_ids
    OCCUPIED = BOOK.forbids("KB-5.1", Message("{hex} is taken by {owner}."))

**Events.** A kind of event is a number, too. `also` lists rules that all events of the kind cite. For further
rules of a single event, call `cite` just before `emit`, where the rules are applied.

    BUILT = BOOK.event("built", "{seat} builds on {hex}.", "hex", at=at_hex, also=("KB-5.4",))

    cite(log, TURN_ORDER)
    emit(log, BUILT, seat, BUILD_THREE, hex, 0, 0)

**Actions.** A `Kind` is a range of action numbers. A chapter says what they mean at a decision on the rule
function that applies them, and at which decisions a rule forbids all of them. A kind may have meanings of
several chapters; its number follows from the list of kinds that the game gives to `Actions`.

    END_TURN = Kind(ALONE)
    END_TURN.never_at(Phase.START, rule=MANDATORY_FIRST, verb="end turn")

    @END_TURN.action_at(Phase.AFTER, verb="end turn", button=Message("End turn"), finishes=True)
    @compilable
    def end_turn(state: State, seat: int, _only: int, log: EventLog | None) -> None: ...

A rule that forbids several kinds has a sentence for each kind: `SELL.refuses("CAY-3.9", ...)`. Bots add
their scores of actions themselves: `JOUST.rate_at(Decision.JOUST, score=gains.of_jousting)`.

**Sentences** of refusals, buttons and prompts are about a `Case`. Their places are filled, in this order, by
the message, by a fact of the book, and by a word of the book for the action's argument. Facts are for
refusals, prompts and buttons; words are for the arguments of events, too.

    @BOOK.fact("owner")
    def _owner_of_hex(case: Case) -> SeatName:
        return SeatName(int(case.state.owner[case.argument]))

    BOOK.asks(Phase.TARGET, Message("Choose where to build ({token})."))

**Explanations** are lines about a thing of the drawing, its name first. "deck" is a single thing; "token-"
stands for all subjects with this prefix, and the function gets the rest ("farm" of "token-farm") as the name.

    @BOOK.explains("deck")
    def explain_deck(state: State, view: Mapping[str, Any], name: str) -> list[Line]: ...

Further rules about a thing, which no line names, are listed in the rulebook's table `about`, under its
subject or a prefix of several subjects: `deck`, `token-`, `token-farm`. A declaration may name more entries
of that table, or a function that chooses them by the view:

    @BOOK.explains("hex-", about=ground_of_hex)     # (view, "4,8") -> ("castle",)

Rules of a variant are entries with the variant's name in front, `express.deck`; the book finds the variants
of a view with `Book(WORDS, variants=variants_of)`. An entry may name another entry in its list.

The game gives the book to `Actions`, and `Game` finds it there. A second declaration of the same thing raises
ValueError at once; a place that nothing fills raises it when the game is made.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from donjon.kernel import rule_ids
from donjon.kernel.event_log import At, Declared, Events, EventSentence, Say, Who, Words
from donjon.kernel.message import Case, Facts, Message, SeatName, Sentence, places, say

Line: TypeAlias = tuple[str, Message]  # the id of a rule, or "", and a sentence
Explain = Callable[[Any, Mapping[str, Any], str], list[Line]]  # (state, view, name) -> lines, the name first
# Entries of the rulebook's table `about`, or a function (view, name) -> entries.
About: TypeAlias = "Sequence[str] | Callable[[Mapping[str, Any], str], Sequence[str]]"
Variants = Callable[[Mapping[str, Any]], Sequence[str]]
_Fact = TypeVar("_Fact", bound=Callable[[Case], Any])
_Explain = TypeVar("_Explain", bound=Explain)


def _no_variants(_view: Mapping[str, Any]) -> Sequence[str]:
    return ()


class Book:
    """The declarations of the chapters of a game.

    words: functions that turn numbers into words, by the names of arguments and places; who: a function that
    names the seat of an event, for games in which a seat may not be a player's; variants: a function that
    returns the variants of a view with rules of their own about things.
    """

    def __init__(
        self, words: Words | None = None, who: Who = SeatName, variants: Variants = _no_variants
    ) -> None:
        words = words or {}
        self.events = Events(words, who)
        self.refusals: dict[str, Sentence] = {}
        self.prompts: dict[int, Sentence] = {}
        self._own_facts: dict[str, Callable[[Case], Any]] = {}
        self.facts: Facts = ChainMap(
            self._own_facts, {name: _of_argument(word) for name, word in words.items()}
        )
        self._explained: dict[str, tuple[Explain, About]] = {}
        self._variants = variants

    # Declarations of chapters

    def event(
        self,
        name: str,
        sentence: EventSentence,
        *arguments: str,
        unseen: str = "",
        at: At = None,
        reveals: bool = False,
        without: str = "",
        also: tuple[str, ...] = (),
        **says: Say,
    ) -> int:
        """Declare a kind of event; return its number.

        name: the name of the kind in logs, lessons and statistics; sentence: the English text, or a function
        that returns the Message; arguments: their names, in the order in which rules emit them; unseen: the
        sentence for viewers who may not know the arguments; at: the subject of the drawing where it happens,
        or a function of the event and the view; reveals: True if it shows hidden information to a player;
        without: the sentence if the last argument is 0; also: ids of further rules that every event of the
        kind cites; says: functions that fill places of the sentence, instead of a word of the book or the
        plain number.
        """
        kind = Declared(sentence, arguments, unseen, at, reveals, without, says, also)
        return self.events.declare(name, kind)

    def forbids(self, rule: str, sentence: Sentence) -> int:
        """Declare the sentence of a rule that forbids actions; return the number of the rule."""
        _add(self.refusals, rule, sentence)
        return rule_ids.number(rule)

    def fact(self, *names: str) -> Callable[[_Fact], _Fact]:
        """Declare that a function of the case fills the places of these names."""

        def declare(fact: _Fact) -> _Fact:
            for name in names:
                _add(self._own_facts, name, fact)
            return fact

        return declare

    def asks(self, decision: int, sentence: Sentence) -> None:
        """Declare the prompt of a decision."""
        _add(self.prompts, int(decision), sentence)

    def explains(self, *subjects: str, about: About = ()) -> Callable[[_Explain], _Explain]:
        """Declare that a function (state, view, name) -> lines explains things.

        A subject that ends in a dash stands for all subjects with this prefix; the name is the rest. The name
        of a single thing is its subject. about: further entries of the rulebook's table `about` for them.
        """

        def declare(explain: _Explain) -> _Explain:
            for subject in subjects:
                _add(self._explained, subject, (explain, about))
            return explain

        return declare

    # Queries of the game

    @property
    def subjects(self) -> tuple[str, ...]:
        """Return the subjects that chapters explain."""
        return tuple(self._explained)

    def prompt(self, state: Any, seat: int, decision: int) -> Message:
        """Return the prompt for a seat at a decision."""
        return say(self.prompts[int(decision)], Case(state, seat), self.facts)

    def explain(self, state: Any, view: Mapping[str, Any], subject: str) -> list[Line]:
        """Return the lines about a thing, its name first; an empty list if no chapter explains it."""
        key, name = self._parted(subject)
        return self._explained[key][0](state, view, name) if key in self._explained else []

    def about(self, view: Mapping[str, Any], subject: str) -> tuple[str, ...]:
        """Return the entries of the rulebook's table `about` for a thing; none if no chapter explains it.

        The table may lack some of them: "token-" has the rules of all tokens, "token-farm" the additional
        rules of one token, if it has any.
        """
        key, name = self._parted(subject)
        if key not in self._explained:
            return ()
        about = self._explained[key][1]
        entries = dict.fromkeys((key, subject, *(about(view, name) if callable(about) else about)))
        of_variants = (f"{variant}.{entry}" for variant in self._variants(view) for entry in entries)
        return (*entries, *of_variants)

    def check_sentences(self, *more: Sentence) -> None:
        """Raise ValueError if nothing fills a place of a refusal, a prompt or one of `more` sentences."""
        for sentence in (*self.refusals.values(), *self.prompts.values(), *more):
            if isinstance(sentence, Message):
                for place in places(sentence):
                    if place not in sentence.args and place not in self.facts:
                        raise ValueError(f"Nothing fills {{{place}}} in {sentence.text!r}.")

    def _parted(self, subject: str) -> tuple[str, str]:
        """Return the declared subject of a thing, and the name that its function gets."""
        head, dash, name = subject.partition("-")
        return (subject, subject) if subject in self._explained or not dash else (head + dash, name)


def title(text: Message) -> Line:
    """Return the first line about a thing: its name, without a rule id."""
    return "", text


def player_named(view: Mapping[str, Any], name: str) -> Any:
    """Return the entry in a view of the player with this seat number (a text); None if there is none."""
    return next((player for player in view["players"] if str(player["seat"]) == name), None)


def _add(declared: dict[Any, Any], key: str | int, value: Any) -> None:
    if key in declared:
        raise ValueError(f"{key!r} is declared twice.")
    declared[key] = value


def _of_argument(word: Callable[[int], Any]) -> Callable[[Case], Any]:
    return lambda case: word(case.argument)
