"""Answer questions in the bar: about things on the table, and about the outcome of an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from starlette.requests import Request

from donjon.coach.analysis import Analysis
from donjon.errors import DonjonError, IllegalAction, NotYourTurn, Spoken
from donjon.kernel import rules
from donjon.kernel.actions import NO_USE
from donjon.kernel.message import Message
from donjon.rulebook import rules_about
from donjon.table.host.addresses import household
from donjon.table.live import coaching, presentation, wording
from donjon.table.live.coaching import Advice, NotAlone
from donjon.table.live.viewers import Viewer, outlook
from donjon.table.live.wording import ActionButton
from donjon.table.store.rows import Stale
from donjon.table.store.table_game import CannotUndo, TableGame
from donjon.table.web import table_rules
from donjon.table.web.rendering import say

MOST_EFFECTS = 6
LONGEST_SUBJECT = 60

_RULES: dict[type[DonjonError], str] = {
    Stale: table_rules.TURN,
    NotYourTurn: table_rules.SEATS,
    NotAlone: table_rules.HINTS,
    CannotUndo: table_rules.UNDO,
}


@dataclass(frozen=True)
class Notice:
    """A sentence with the rule it follows from ("" for none), and further rules.

    `allows`: the sentence is not a refusal, but says that the action is legal.
    """

    text: str
    rule: str = ""
    also: tuple[str, ...] = ()
    allows: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """Return all rules of the sentence."""
        return (self.rule, *self.also) if self.rule else self.also


@dataclass(frozen=True)
class Outcome:
    """The outcome of an action: its effects (`more`: some are left out), and what changes for its seat."""

    effects: tuple[Notice, ...]
    more: bool
    changes: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """The bar's answer about a thing or an action.

    `choices`: legal actions to offer; `outcome`: the outcome of the only choice, if it needs a confirmation;
    `refusal`: why nothing can be done with the thing; `rules`: further rules about it; `advice`: the coach's
    view of the best decisions; `again`: the hint that there was not may be asked for again.
    """

    title: str
    lines: tuple[Notice, ...] = ()
    choices: tuple[ActionButton, ...] = ()
    outcome: Outcome | None = None
    refusal: Notice | None = None
    rules: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()
    again: bool = False


@dataclass(frozen=True)
class Thing:
    """A thing on the board to ask about: its subject, its name and its box in percent.

    level: those with a higher level lie above. It is the same whatever other things can be asked about.
    """

    subject: str
    label: str
    box: tuple[float, float, float, float]
    level: int


class Answers:
    """Answers for one viewer, in the viewer's language, about the current position or another `state`."""

    def __init__(self, table_game: TableGame, viewer: Viewer, state: Any = None) -> None:
        self.table_game = table_game
        self.viewer = viewer
        self.state = table_game.state if state is None else state
        self.seat = viewer.acts if state is None else None
        self.say = say(viewer.language)
        self.names = wording.names(table_game.seats, self.say)

    @cached_property
    def _view(self) -> dict[str, Any]:
        """Return the viewer's observation of the position, cached for all questions."""
        table_game, viewpoint = self.table_game, self.viewer.viewpoint
        return (
            table_game.view(viewpoint)
            if self.state is table_game.state
            else table_game.game.view(self.state, viewpoint)
        )

    def consider(self, text: str) -> Answer:
        """Explain the outcome of an action, given by its number; if it is not legal, the refusal."""
        action = int(text) if text.isdecimal() and len(text) < 10 else -1
        if self.seat is None:
            return self._refused(NotYourTurn(Message("It isn't your turn.").text))
        refusal = self.table_game.refuse(self.seat, action)
        if refusal is not None:
            return self._refused(refusal)
        choice = wording.choice(self.table_game, self.seat, action, self.say, self.names)
        subject = presentation.subjects(self.table_game.game).get(action, "")
        lines = self._explained(subject)
        title = lines[0].text if lines else choice.label
        more = self._more_rules(subject, lines)
        return Answer(title, lines[1:], (choice,), self._outcome(self.seat, action), rules=more)

    def about(self, subject: str) -> Answer:
        """Explain a thing, with the actions that the viewer may do with it, or why there are none."""
        lines = self._explained(subject[:LONGEST_SUBJECT])
        if not lines:
            return Answer(self.say(Message("No description available.").text))
        title, rest = lines[0].text, lines[1:]
        more = self._more_rules(subject, rest)
        if self.seat is None:
            return Answer(title, rest, rules=more)
        actions_here = [
            action
            for action, thing in presentation.subjects(self.table_game.game).items()
            if thing == subject
        ]
        legal = set(self.table_game.legal(self.seat))
        choices = tuple(
            wording.choice(self.table_game, self.seat, action, self.say, self.names)
            for action in actions_here
            if action in legal
        )
        if not choices:
            refusal = self._why_nothing(self.seat, actions_here, legal)
            if refusal is None and actions_here:
                rest = (*rest, self._what_now(self.seat))
            others = tuple(line for line in rest if line != refusal)
            return Answer(title, others, refusal=refusal, rules=more)
        outcome = None
        if len(choices) == 1 and choices[0].asks:
            outcome = self._outcome(self.seat, choices[0].action)
        return Answer(title, rest, choices, outcome, rules=more)

    def advised(self, analysis: Analysis) -> Answer:
        """Return an answer with the coach's analysis for the seat to act."""
        decisions = coaching.advised(self.table_game, analysis, self.say, self.names)
        return Answer(self.say(Message("The coach suggests").text), advice=decisions)

    def not_advised(self, error: DonjonError) -> Answer:
        """Return an answer with the reason why there is no hint."""
        return Answer(
            self.say(Message("No hint available").text),
            refusal=self.notice(error),
            again=isinstance(error, coaching.NotNow),
        )

    def things(self, taken: set[int]) -> list[Thing]:
        """Return the things on the board to ask about, except at the places of the actions `taken`."""
        game = self.table_game.game
        covered = {
            presentation.subjects(game)[action] for action in taken if action in presentation.subjects(game)
        }
        things = []
        for level, (subject, box) in enumerate(presentation.spots_now(game, self._view).items()):
            lines = self._lines(subject) if subject not in covered else ()
            if lines:
                things.append(Thing(subject, lines[0][1].say(self.say, self.names), box, level))
        return things

    def described(self) -> list[Answer]:
        """Explain every thing on the board, in sentences."""
        subjects = presentation.told(self.table_game.game, self._view)
        explanations = [self._explained(subject) for subject in subjects]
        return [Answer(lines[0].text, lines[1:]) for lines in explanations if lines]

    def notice(self, error: DonjonError) -> Notice:
        """Return a refusal in the viewer's language, with its rule."""
        if isinstance(error, IllegalAction):
            return Notice(error.message.say(self.say, self.names), error.rule)
        if isinstance(error, Spoken):
            return Notice(error.message.say(self.say, self.names), _RULES.get(type(error), ""))
        return Notice(self.say(str(error)), _RULES.get(type(error), ""))

    def _refused(self, error: DonjonError) -> Answer:
        title = self.say(Message("Not possible now").text)
        return Answer(title, refusal=self.notice(error))

    def _explained(self, subject: str) -> tuple[Notice, ...]:
        return tuple(Notice(text.say(self.say, self.names), rule) for rule, text in self._lines(subject))

    def _lines(self, subject: str) -> Sequence[tuple[str, Message]]:
        game = self.table_game.game
        return game.explain(self.state, self._view, subject) if game.explain is not None and subject else ()

    def _more_rules(self, subject: str, lines: Sequence[Notice]) -> tuple[str, ...]:
        """Return the rules about a thing that no line cites."""
        named = {line.rule for line in lines}
        more = rules_about(self.table_game.game, self._view, subject)
        return tuple(rule for rule in more if rule not in named)

    def _outcome(self, seat: int, action: int) -> Outcome:
        table_game = self.table_game
        coming = outlook(table_game, seat, [action])
        effects = [
            Notice(table_game.game.event_message(event).say(self.say, self.names), event.rule, event.also)
            for event in (happened.seen_by(seat) for happened in coming.events)
        ]
        if coming.after is None:
            effects = effects[: MOST_EFFECTS - 1]
            effects.append(
                Notice(self.say(Message("Then hidden information is revealed; that can't be undone.").text))
            )
            return Outcome(tuple(effects), False, ())
        changed = presentation.changes(table_game.game, table_game.state, coming.after, seat)
        changes = tuple(text.say(self.say, self.names) for text in changed)
        return Outcome(tuple(effects[:MOST_EFFECTS]), len(effects) > MOST_EFFECTS, changes)

    def _what_now(self, seat: int) -> Notice:
        """Return the current prompt, for a viewer who asks about a thing that cannot be used now."""
        prompt = self.table_game.game.prompt(self.table_game.state, seat)
        return Notice(Message("Now: {what}", what=prompt).say(self.say, self.names))

    def _is_choice_now(self, action: int) -> bool:
        """Return whether an action, legal or not, belongs to the current decision."""
        actions = self.table_game.game.actions
        return bool(actions.use[self.table_game.state[actions.decision], action] != NO_USE)

    def _why_nothing(self, seat: int, candidates: list[int], legal: set[int]) -> Notice | None:
        """Return why no action at a thing is legal; None if the current decision is not about such things."""
        every = presentation.subjects(self.table_game.game)
        candidates = [action for action in candidates if self._is_choice_now(action)]
        if not candidates or (len(legal) > 1 and not any(action in every for action in legal)):
            return None
        # Of several actions at one thing, the viewer means the one whose like is legal elsewhere: actions
        # that belong to other moments are all refused for the same reason.
        forbidden = {action: int(rules.forbids(self.table_game.state, seat, action)) for action in every}
        alike = Counter(forbidden.values())
        meant = min(candidates, key=lambda action: alike[forbidden[action]])
        refusal = self.table_game.refuse(seat, meant)
        return None if refusal is None else self.notice(refusal)


async def hint(request: Request, table_game: TableGame, viewer: Viewer) -> Answer:
    """Return the coach's hint, or the reason why there is none."""
    answers = Answers(table_game, viewer)
    try:
        analysis = await request.app.state.coach.hint(table_game, viewer, household(request.scope))
    except DonjonError as error:
        return answers.not_advised(error)
    return answers.advised(analysis)
