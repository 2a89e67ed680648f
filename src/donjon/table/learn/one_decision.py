"""A position in which one seat makes one whole decision; then the game stops."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from donjon.kernel import rules
from donjon.kernel.message import Message
from donjon.table.learn.sandbox import BadPlay, Sandbox


def did(actions: Sequence[int]) -> str:
    """Return the actions of one seat as an address holds them."""
    return ".".join(map(str, actions))


class OneDecision(Sandbox):
    """A sandbox in which `decider` makes one whole decision; `ONLY_ONE` refuses the moves of others."""

    ONLY_ONE = Message("Here only one player moves.")

    def __init__(
        self, position: Mapping[str, Any], seat: int, did: str = "", names: Sequence[str] = ()
    ) -> None:
        """Play `did`, the decision of `seat` or its start. Raises BadPlay."""
        self.decider = seat
        super().__init__(position, seat, did, names)

    @property
    def decided(self) -> bool:
        """Return whether the whole decision has been made."""
        return bool(self.actions) and (
            self.decider not in self.table_game.waiting or rules.decision_complete(self.table_game.state)
        )

    @property
    def actor(self) -> int | None:
        """Return the seat that decides until it has decided, then None."""
        return None if self.decided else self.decider

    @property
    def viewpoint(self) -> int:
        """Return the seat that decides, even after it has decided."""
        return self.decider

    def do(self, action: int, seat: int | None = None) -> None:
        """Play an action of the seat that decides. Raises BadPlay, with the reason."""
        if seat not in (None, self.decider):
            raise BadPlay(self.ONLY_ONE)
        super().do(action)

    @property
    def end(self) -> str:
        """Return the position as text: two decisions that lead to the same position are one."""
        table_game = self.table_game
        return json.dumps(table_game.game.position(table_game.state), sort_keys=True)
