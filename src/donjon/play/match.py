"""The class `Match`, a game being played with its history: the main interface of the library."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from donjon.errors import BadOption, GameOver, IllegalAction, UnknownAction
from donjon.kernel import nature, rules
from donjon.kernel.actions import no_such_action
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game, copy
from donjon.kernel.message import Message
from donjon.kernel.rules import NATURE
from donjon.kernel.seat_numbers import reader_number, seat_number
from donjon.kernel.untrusted import short
from donjon.notation import record
from donjon.play import why_not
from donjon.play.history import IMPOSED, SEEDED, History, stands
from donjon.play.why_not import Refusal

if TYPE_CHECKING:
    from donjon.coach.analysis import Analysis

LONGEST_TEXT = 200  # maximum length of an action's text; the longest of all games has some 40 characters


def check_nature(nature_is: Any) -> None:
    """Raise BadOption unless a value is "seeded" or "imposed"."""
    if not isinstance(nature_is, str) or nature_is not in (SEEDED, IMPOSED):
        raise BadOption(Message("nature must be 'seeded' or 'imposed', not {given}.", given=short(nature_is)))


class Match(History):
    """A game being played: its state, the actions so far and their events.

    Nature's choices are made from `seed` at once (None: a new secret seed), unless `nature_is` is "imposed":
    then they are played like other actions, `play("draw forest", seat=NATURE)`.
    """

    def __init__(
        self, game: Game, options: Any, seed: str | int | None = None, nature_is: str = SEEDED
    ) -> None:
        check_nature(nature_is)
        super().__init__(game, options, nature.fresh_seed() if seed is None else seed, nature_is)
        self.let_nature_play()

    # The current position

    @property
    def events(self) -> list[Event]:
        """Return all events so far, in order."""
        return [event for move in self.moves for event in move.events]

    def events_of(self, number: Any) -> list[Event]:
        """Return the events of action `number` (from 0). Raises IndexError if there is no such action."""
        if not isinstance(number, (int, np.integer)) or not 0 <= number < len(self.moves):
            raise IndexError(
                f"There is no action {short(number)}; {len(self.moves)} were played, counted from 0."
            )
        return list(self.moves[number].events)

    @property
    def legal(self) -> list[str]:
        """Return the legal actions of the (first) seat to move as texts; [] if the game is over."""
        seats = self.waiting
        texts, actions = self.game.action_text, self.legal_actions(seats[0]) if seats else []
        return [texts(self.state, seats[0], action) for action in actions]

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of a seat (default: the first to move) as numbers, ascending.

        The list is empty if it isn't the seat's turn. Raises UnknownSeat.
        """
        return [] if seat is None and self.over else super().legal_actions(self._seat(seat))

    @property
    def points_by_source(self) -> list[dict[str, int]]:
        """Return the points of every seat by the name of their source, as if scored now."""
        return rules.points_by_source(self.state)

    @property
    def points(self) -> list[int]:
        """Return the points of every seat, as if scored now."""
        return [int(rules.total(self.state, seat)) for seat in range(self.players)]

    @property
    def ranks(self) -> list[int]:
        """Return the current rank of every seat; ties share a rank (1, 1, 3)."""
        return rules.ranking(self.state)

    def text(self, action: int, seat: int | None = None) -> str:
        """Return the text of an action at this position, by default of the first seat to move.

        Raises UnknownAction or UnknownSeat, and GameOver without a seat when the game is over.
        """
        return self.game.action_text(self.state, self._seat(seat), self._number(action))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return the view of a seat (None or -1: a spectator) as plain data. Raises UnknownSeat."""
        return self.game.view(self.state, reader_number(seat, self.players))

    def position(self) -> dict[str, Any]:
        """Return the whole position as plain data, including hidden information.

        `donjon.from_position` reads it back.
        """
        return {"game": self.game.name, "players": self.players, **self.game.position(self.state)}

    # Playing

    def play(self, action: str | int, seat: int | None = None) -> list[Event]:
        """Play an action, given as a text or number; return its events and the events of nature's choices.

        A text may be a whole decision ("farm 8,7"): either all of it is played or nothing. Raises
        UnknownAction, IllegalAction (with the rule), UnknownSeat, NotYourTurn or GameOver, and leaves the
        match unchanged then.
        """
        seat = self._seat(seat)
        plan = self.plan(seat, self.read(action, seat))
        self.adopt(plan)
        if seat == NATURE:
            # An imposed draw is not made from a seed.
            self.commitment = self.seed_hash = None
        return [event for move in plan.moves for event in move.events]

    def read(self, action: str | int, seat: int | None = None) -> list[int]:
        """Return the actions that a text or number means for a seat at this position.

        Raises UnknownAction or UnknownSeat, and IllegalAction if a text has another half of a decision than
        the only legal one, which the rules play automatically.
        """
        seat = self._seat(seat)
        if isinstance(action, str) and len(action) > LONGEST_TEXT:
            raise UnknownAction(Message("An action is a short text, not {given}.", given=short(action)))
        if isinstance(action, str):
            return self.game.parse_action(self.state, seat, action)
        return [self._number(action)]

    def _number(self, action: Any) -> int:
        """Return the number of an action as a plain int. Raises UnknownAction."""
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise UnknownAction(
                Message("An action is text or a whole number, not {given}.", given=short(action))
            )
        if not 0 <= action < self.game.ACTIONS:
            raise no_such_action(self.game.title, action, self.game.ACTIONS)
        return int(action)

    def why_not(self, action: str | int, seat: int | None = None) -> Refusal | None:
        """Return the rule and reason why a seat may not play an action, None if no rule forbids it.

        Raises UnknownAction or UnknownSeat.
        """
        seat = 0 if self.over and seat is None else self._seat(seat)
        position = partial(rules.after, self.state, seat)
        try:
            actions = self.read(action, seat)
        except IllegalAction as error:
            return Refusal(error.rule, error.message)
        return why_not.why_not(self.game, seat, actions, position)

    def analyse(
        self,
        seat: int | None = None,
        seconds: float = 1.0,
        playouts: int = 0,
        seed: str | int = 0,
        count: int = 3,
        threads: int = 1,
    ) -> Analysis:
        """Return the best decisions of a seat (default: the first to move), with values and reasons.

        The search takes `seconds` or, if `playouts` is given, this number of playouts for each decision; the
        result is then always the same for the same number of `threads`. It depends only on what the seat may
        know. The first call for a game compiles its bots. Raises UnknownSeat, NotYourTurn or GameOver, and
        BadOption for bad numbers or seeds.
        """
        from donjon.coach.analysis import analyse

        seconds = 0.0 if playouts else seconds
        return analyse(
            self.game, self.state, self._seat(seat), playouts, seconds, seed, count, threads=threads
        )

    def undo(self, anyway: bool = False) -> bool:
        """Undo the last action of a seat; return False, without a change, if this isn't possible.

        It isn't possible if a choice of nature followed, or if the action showed a player hidden information,
        which cannot become unknown again (KB-11.1.6). With `anyway` it is undone in any case, to study a
        game: the last action of a seat with the choices of nature after it or, if nature is imposed, the very
        last action.
        """
        count = len(self.moves)
        if anyway:
            while count and self.moves[count - 1].seat == NATURE and self.nature == SEEDED:
                count -= 1
        elif count and stands(self.game, self.moves[-1].seat, self.moves[-1].events):
            return False
        if count == 0:
            return False
        self.adopt(self.plan_undo(len(self.moves) - count + 1))
        return True

    def let_nature_play(self) -> None:
        """Play nature's choices from the seed up to a seat's turn; do nothing if they are imposed."""
        self.adopt(self.plan_draws())

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat_number(seat, self.players, nature=True)
        waiting = self.waiting
        if not waiting:
            raise GameOver(
                "The game is over; nothing can be played any more. "
                "undo(anyway=True) takes back the last action."
            )
        return waiting[0]

    def rebase_on(self, fields: Mapping[str, Any], stated: dict[str, Any]) -> None:
        """Start again from the current position with `fields` put in; `stated` goes into the record."""
        start = copy(self.state)
        self.game.set_position(start, fields)
        self.based_on = stated
        self.begin_at(start)

    # Records and pictures

    def record(self, seat: int | str | None = "all") -> str:
        """Return the match as text, one action a line, with "?" for hidden information.

        seat: "all" hides nothing; a seat, or None or -1 for a spectator, hides what it may not know. Raises
        UnknownSeat.
        """
        everything = isinstance(seat, str) and seat == "all"
        return record.write(self, "all" if everything else reader_number(seat, self.players))

    def svg(self, seat: int | None = None) -> str:
        """Return the board as a standalone SVG picture, as a seat (None or -1: a spectator) sees it.

        Raises UnknownSeat.
        """
        picture: str = self.game.drawing.draw(self.view(seat), standalone=True)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        state = "over" if self.over else f"waiting for {self.waiting}"
        return f"<Match {self.game.name}, {self.players} players, {len(self.moves)} actions, {state}>"
