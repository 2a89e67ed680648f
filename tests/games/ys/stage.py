"""Positions of Ys set up for a test, and a stage on which they are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import donjon
from donjon import Match
from donjon.errors import GameOver, IllegalAction, NotYourTurn
from donjon.games.ys.model import BASE_SET, EXPRESS_SET
from donjon.kernel import NATURE, rule_ids, rules
from donjon.notation import position

NAME = "ys"
GAME = donjon.games[NAME]
CLOCKWISE = [1, 2, 3, 4]
# Every variant in which the game can be played: players and options.
VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (3, {}),
    (3, {"quarters": 3}),
    (2, {}),
    (2, {"neutral": "harder", "open_placement": "yes"}),
    (4, {"open_placement": "yes"}),
    (4, {"royal_favour": "yes"}),
    (3, {"royal_favour": "yes", "quarters": 3}),
    (4, {"express": "yes"}),
    (4, {"royal_favour": "yes", "express": "yes", "open_placement": "yes"}),
    (3, {"royal_favour": "yes", "express": "yes"}),
]


def broker(owner: int, place: str, value: int | None, up: bool = True, **more: Any) -> dict[str, Any]:
    """A broker of a stated position."""
    return {"owner": owner, "place": place, "value": value, "up": up, **more}


def brokers(owner: int, **places: str) -> list[dict[str, Any]]:
    """Brokers of a seat by place, "q1h" for q1.h and "c2r" for the cell 2r: values, face-down ones in (…)."""
    made = []
    for place, values in places.items():
        name = f"{place[:2]}.{place[2]}" if place[0] == "q" else place[1:]
        for word in values.split():
            made.append(broker(owner, name, int(word.strip("()")), up="(" not in word))
    return made


def rest_of_sets(players: int, fields: Mapping[str, Any]) -> list[list[int]]:
    """By seat the brokers that are neither behind the stated screens nor among the stated brokers."""
    rests = []
    for seat in range(players):
        owned = EXPRESS_SET if fields.get("express") else BASE_SET
        rest = [value for value, count in enumerate(owned) for _ in range(count)]
        mine = [one["value"] for one in fields.get("brokers", ()) if one["owner"] == seat]
        for value in (*fields["screens"][seat], *mine):
            rest.remove(value)
        rests.append(rest)
    return rests


def hands(*cards: str, seat: int = 0, won: int = 1, players: int = 4) -> list[dict[str, int]]:
    """The hands of all seats, when one of them holds these cards, won in the same round."""
    return [dict.fromkeys(cards, won) if other == seat else {} for other in range(players)]


class Stage:
    """A match with the questions that tests ask."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @classmethod
    def new(cls, players: int = 4, seed: int = 1, nature: str = "seeded", **options: Any) -> Stage:
        return cls(donjon.new(NAME, players=players, seed=seed, nature=nature, **options))

    @classmethod
    def at(cls, players: int = 4, nature: str = "seeded", impossible: bool = False, **fields: Any) -> Stage:
        """A stated position; order cards are 1, 2, 3, 4 if not said otherwise.

        `impossible`: one that is not checked, such as with four brokers of a value that a set has twice, so
        that a rule can be seen alone, or as an example of the rule book has it.
        """
        fields.setdefault("order_cards", CLOCKWISE[:players])
        if "screens" in fields and not impossible:
            fields.setdefault("fronts", rest_of_sets(players, fields))
        stated = {"game": NAME, "players": players, **fields}
        with patch("donjon.games.ys.position.faults", return_value=()) if impossible else nullcontext():
            return cls(position.from_position(stated, nature=nature))

    @classmethod
    def counting(cls, players: int = 4, **fields: Any) -> Stage:
        """A counting that begins with quarter 1."""
        fields = {"phase": "open_quarter", "quarter": 0, "ships": [], "characters": [], **fields}
        fields.setdefault("market", [None] * 4)
        fields.setdefault("fronts", [[0]] * players)
        return cls.at(players, **fields)

    @classmethod
    def placing(cls, players: int = 4, actor: int = 0, **fields: Any) -> Stage:
        """The turn of a seat: its first after those in which the brokers on the board were placed."""
        cards = fields.get("order_cards", CLOCKWISE[:players])
        owners = [one["owner"] for one in fields.get("brokers", ()) if one["place"] != "t"]
        before = max((-(-owners.count(seat) // 2) for seat in range(players)), default=0)
        fields = {"phase": "begin_turn", "turn": cards[actor] - 1 + players * before, **fields}
        if "screens" not in fields or fields.get("impossible"):
            fields.setdefault("fronts", [[2, 3]] * players)
        return cls.at(players, **fields)

    @classmethod
    def window(cls, name: str, players: int = 4, **fields: Any) -> Stage:
        """The window W1, W3 or W4 is about to open."""
        phase = {"W1": "cards_first", "W3": "cards_before", "W4": "cards_after"}[name]
        fields = {"phase": "ask_cards", "window": phase, "round": 2, **fields}
        if name != "W4" or fields.get("royal_favour"):
            fields.setdefault("fronts", [[3, 3]] * players)
        return cls.at(players, **fields)

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def view(self) -> dict[str, Any]:
        return self.match.view(None)

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def actor(self) -> int | None:
        seat: int | None = self.view["actor"]
        return seat

    @property
    def values(self) -> str:
        return "/".join(str(value) for value in self.view["values"].values())

    @property
    def log(self) -> list[str]:
        return [GAME.event_message(event).english() for event in self.match.events]

    def play(self, *texts: str, seat: int | None = None) -> Stage:
        for text in texts:
            self.match.play(text, seat=seat)
        return self

    def player(self, seat: int, viewpoint: int | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self.match.view(viewpoint)["players"][seat]
        return found

    def gems(self, seat: int) -> dict[str, int]:
        found = self.view["neutral"] if seat >= self.match.players else self.player(seat)
        return {name: count for name, count in found["gems"].items() if count}

    def track(self, seat: int) -> int:
        """Points on the score track."""
        return int(self.state.seats[seat].points.sum())

    def hand(self, seat: int) -> list[str]:
        return [card["card"] for card in self.player(seat)["hand"]]

    def screen(self, seat: int) -> list[int]:
        screen: list[int] = self.player(seat, seat)["screen"]
        return screen

    def front(self, seat: int) -> list[int]:
        front: list[int] = self.player(seat)["front"]
        return front

    def legal(self, verb: str = "") -> set[str]:
        """The texts of what the seat to decide may do, those beginning with a word."""
        return {text for text in self.match.legal if text.startswith(verb)}

    def refused(self, text: str, seat: int | None = None) -> str:
        """The rule against an action; "" if it is legal. The match refuses it by the same rule."""
        refusal = self.match.why_not(text, seat)
        if refusal is None:
            return ""
        with pytest.raises((IllegalAction, NotYourTurn, GameOver)) as error:
            self.match.play(text, seat=seat)
        assert getattr(error.value, "rule", refusal.rule) == refusal.rule
        assert refusal.message.english().endswith((".", "?"))  # the prompt of an optional step is a question
        return refusal.rule

    def brokers(self, viewpoint: int | None = None) -> list[dict[str, Any]]:
        view = self.match.view(viewpoint)
        return [*view["brokers"], *view["throne"]]

    def at_place(self, place: str, viewpoint: int | None = None) -> list[dict[str, Any]]:
        return [broker for broker in self.brokers(viewpoint) if broker["place"] == place]

    def impose(self, *texts: str) -> Stage:
        """Nature's choices, one after the other."""
        for text in texts:
            self.match.play(text, seat=NATURE)
        return self

    def rules(self, kind: str) -> list[str]:
        """The rules named by the events of a kind."""
        return [event.rule for event in self.match.events if event.kind == kind]


def mask(state: Any, seat: int) -> set[int]:
    found = np.zeros(GAME.ACTIONS, np.uint8)
    count = rules.legal(state, seat, found)
    assert count == int(found.sum())
    return {int(action) for action in np.flatnonzero(found)}


def rule_of(state: Any, seat: int, action: int) -> str:
    return rule_ids.name("YS", int(rules.forbids(state, seat, action)))


def end_points(players: int, gems: Sequence[Mapping[str, int]], **fields: Any) -> Stage:
    """A finished game with these gems."""
    return Stage.at(players, phase="over", round=4, gems=[dict(own) for own in gems], **fields)
