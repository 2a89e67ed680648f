"""The lines that arena and engine say to each other; docs/engines.md describes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from donjon.errors import IllegalAction, UnknownAction
from donjon.kernel import rules
from donjon.kernel.decisions import legal_list, texts_of
from donjon.kernel.foreign import short
from donjon.kernel.game import Game, copy
from donjon.kernel.labels import Label, generator

PROTOCOL = 1
# Stands between the actions of an answer; no text of an action holds one.
BETWEEN = ";"


class Misunderstood(ValueError):
    """A line, or an answer, that is not as it should be; the sentence says why."""


def line(word: str, data: Mapping[str, Any] | None = None) -> str:
    """A message: a word, and what goes with it as JSON."""
    return word if data is None else f"{word} {json.dumps(data, ensure_ascii=True, separators=(',', ':'))}"


def position_data(game: Game, state: Any, seat: int, seed: str) -> dict[str, Any]:
    """What a seat that owes a decision is told: none of it depends on what the seat cannot know.

    `view` is what the seat sees. `position` is a whole position that could be true: everything that the seat
    cannot know has been dealt afresh, from `seed` alone.
    """
    world = copy(state)
    rules.redeal(world, seat, generator(Label.ENGINE, seed))
    return {
        "seat": seat,
        "legal": [game.action_text(world, seat, action) for action in legal_list(world, seat)],
        "view": game.view(world, seat),
        "position": {"game": game.name, "players": int(rules.seats(world)), **game.position(world)},
    }


def answer(state: Any, seat: int, actions: list[int]) -> str:
    """The texts of the actions of one decision, each as it is said after those before it."""
    return f"{BETWEEN} ".join(texts_of(state, seat, actions))


def read_answer(game: Game, state: Any, seat: int, text: str) -> list[int]:
    """The actions that an answer means, all of them legal one after the other. Raises Misunderstood."""
    world = copy(state)
    actions: list[int] = []
    for part in text.split(BETWEEN):
        try:
            meant = game.parse_action(world, seat, part.strip())
        except (UnknownAction, IllegalAction) as error:
            raise Misunderstood(f"{short(part.strip())} is no action here: {error}") from None
        for action in meant:
            if not rules.waiting(world) >> seat & 1 or rules.forbids(world, seat, action):
                raise Misunderstood(f"{short(part.strip())} is not legal")
            rules.apply(world, seat, action, None)
            actions.append(action)
    return actions
