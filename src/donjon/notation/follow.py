"""Replay another program's trace and compare its setup, draws and decisions with ours.

Every line is checked: draws must be possible, decisions legal, and the legal lists, points and ranks the
same. The first difference stops the replay, and is reported with the position in which it appears.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from donjon.errors import BadTrace, DonjonError, IllegalAction, UnknownAction
from donjon.kernel import untrusted
from donjon.kernel.actions import plain
from donjon.kernel.games import games
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short
from donjon.notation import trace
from donjon.notation.position import from_position
from donjon.play.match import LONGEST_TEXT, Match

KEYS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "setup": {
        "format": int,
        "game": str,
        "rules": str,
        "players": int,
        "options": dict,
        "position": dict,
        "table": dict,
        "seed": (str, int),
        "commitment": str,
        "seed_hash": str,
        "bots": list,
        "program": str,
    },
    "draw": {"taken": str, "for": (int, type(None)), "seen_by": list, "weights": dict},
    "decision": {"seat": int, "taken": str, "legal": list, "points": list},
    "end": {"points": list, "totals": list, "ranks": list},
}
_NEEDED = {"setup": ("game", "players"), "draw": ("taken",), "decision": ("seat", "taken"), "end": ()}
# Keys that are in both a setup line and its position.
_FRAME = ("game", "players")
# Keys for the reader of a trace, which are not checked but copied into our line.
_ABOUT = ("seed", "commitment", "seed_hash", "bots")
_SHOWN = 12


class Difference(DonjonError):
    """A difference between the other program and this one.

    line: the number of the line (from 1); what: "draw", "decision", "legal", "points", "weights", "order",
    "table", "end"…; theirs, ours: the two different values; reasons: sentences with rule ids; match: the
    match at the position in which the difference appears.
    """

    def __init__(
        self, line: int, what: str, message: str, theirs: Any, ours: Any, match: Match, reasons: list[str]
    ) -> None:
        self.line = line
        self.what = what
        self.theirs = theirs
        self.ours = ours
        self.match = match
        self.reasons = reasons
        super().__init__(f"Line {line}: {message}")

    def data(self) -> dict[str, Any]:
        """Return the difference as the JSON-able data of a line."""
        return {
            "kind": "difference",
            "line": self.line,
            "what": self.what,
            "message": str(self),
            "reasons": self.reasons,
            "theirs": self.theirs,
            "ours": self.ours,
            "position": self.match.position(),
        }


def follow(lines: Iterable[str], compiled: bool = True) -> Iterator[dict[str, Any]]:
    """Replay the lines of a trace and yield our own line for each of them.

    A trace may have several games, one after the other. Raises Difference at the first line where we
    disagree, and BadTrace if a line cannot be read; both name the line. `compiled` as in `trace`.
    """
    return Follower(compiled).follow(lines)


class Follower:
    """A reader of a trace, line by line.

    match: the current game so far; games: the number of games started.
    """

    def __init__(self, compiled: bool = True) -> None:
        self.compiled = compiled
        self.match: Match | None = None
        self.games = 0
        self._number = 0
        self._ended = False

    def follow(self, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Yield our own line for each line of a trace, see `follow`."""
        for number, text in enumerate(lines, 1):
            if text.strip():
                yield self.line(number, text)
        if self.match is None:
            raise BadTrace("The trace is empty. It must start with a 'setup' line.")

    def line(self, number: int, text: str) -> dict[str, Any]:
        """Check one line and return our own line. Raises Difference or BadTrace."""
        self._number = number
        fields = self._read(text)
        kind = fields.pop("kind")
        if kind == "setup":
            return self._setup(fields)
        match = self.match
        if match is None:
            self._bad(f"The first line is a {kind!r} line, but a trace starts with a 'setup' line.")
        if self._ended:
            self._bad(f"A {kind!r} line after the 'end' line; only a new 'setup' line may follow.")
        if kind == "end":
            return self._end(match, fields)
        answer: Callable[[Match, dict[str, Any]], dict[str, Any]]
        answer = self._draw if kind == "draw" else self._decision
        return answer(match, fields)

    # Reading

    def _bad(self, sentence: str) -> NoReturn:
        raise BadTrace(f"Line {self._number}: {sentence}")

    def _read(self, text: str) -> dict[str, Any]:
        try:
            fields = untrusted.parse(text)
        except ValueError as error:
            raise BadTrace(f"Line {self._number} isn't JSON: {error}.") from None
        if not isinstance(fields, dict) or fields.get("kind") not in tuple(KEYS):
            self._bad(f"A line must be an object whose 'kind' is one of: {', '.join(KEYS)}.")
        kind = fields["kind"]
        fields = {key: value for key, value in fields.items() if not key.startswith("_")}
        for key, value in fields.items():
            self._check_key(kind, key, value)
        for key in _NEEDED[kind]:
            if key not in fields:
                self._bad(f"A {kind!r} line needs {key!r}.")
        return fields

    def _check_key(self, kind: str, key: str, value: Any) -> None:
        if key == "kind":
            return
        wanted = KEYS[kind].get(key)
        if wanted is None:
            self._bad(
                f"A {kind!r} line has no {short(key)}; it may have: {', '.join(KEYS[kind])}, "
                "and your own keys that start with '_'."
            )
        if not isinstance(value, wanted) or isinstance(value, bool):
            self._bad(f"{key!r} of a {kind!r} line has the wrong form: {_short(value)}.")
        if key == "taken" and isinstance(value, str) and len(value) > LONGEST_TEXT:
            self._bad(f"'taken' must be the short text of an action, not {short(value)}.")

    # The four kinds of lines

    def _setup(self, theirs: dict[str, Any]) -> dict[str, Any]:
        if theirs.get("format", trace.FORMAT) != trace.FORMAT:
            self._bad(f"This trace has format {theirs['format']}; this program reads {trace.FORMAT}.")
        try:
            match = self._start(theirs)
        except DonjonError as error:
            raise BadTrace(f"Line {self._number}: {error}") from error
        position = theirs.get("position", {})
        if any(position.get(name, theirs[name]) != theirs[name] for name in _FRAME):
            self._bad("The position has another game or number of players than its line.")
        if "position" in theirs and "options" in theirs:
            self._bad("A line may have 'options' or 'position', but not both.")
        if theirs.get("rules", match.game.rules_version) != match.game.rules_version:
            self._bad(
                f"Rules version {short(theirs['rules'])}; this program has {match.game.rules_version!r}."
            )
        self.match = match
        self._ended = False
        self.games += 1
        ours = trace.setup_line(match, **{key: theirs[key] for key in _ABOUT if key in theirs})
        for field, value in theirs.get("table", {}).items():
            if field not in ours["table"]:
                self._bad(f"The table has no field {short(field)}; it has: {', '.join(ours['table'])}.")
            at = _first_difference(value, ours["table"][field], f"table.{field}")
            if at is not None:
                self._differ(
                    "table", f"{at[0]} is {_short(at[1])} there, {_short(at[2])} here.", at[1], at[2]
                )
        return ours

    def _start(self, setup: dict[str, Any]) -> Match:
        if "position" in setup:
            frame = {name: setup[name] for name in _FRAME}
            return from_position({**setup["position"], **frame}, nature="imposed")
        game = games[setup["game"]]
        return Match(game, game.read_options(setup["players"], setup.get("options", {})), 0, "imposed")

    def _draw(self, match: Match, theirs: dict[str, Any]) -> dict[str, Any]:
        taken = theirs["taken"]
        if match.waiting != (NATURE,):
            self._differ("order", f"Nature draws ({taken!r}), but here {_owing(match)}.", taken, None)
        action = self._one_action(match, taken)
        weights = trace.weights_of(match.game, match.state)
        if action not in match.legal_actions(NATURE):
            refusal = match.why_not(action, NATURE)
            why = [f"{taken}: {refusal}"] if refusal else []
            self._differ("draw", f"{taken!r} is not possible here.", taken, weights, why)
        stated = theirs.get("weights")
        if stated is not None and {self._plain(k): v for k, v in stated.items() if v} != weights:
            self._differ("weights", "The weights of nature's choices differ.", stated, weights)
        ours = trace.draw_line(match, action)
        for key, name in (("for", "is drawn for"), ("seen_by", "is seen by")):
            if key in theirs and _sorted(theirs[key]) != ours[key]:
                match.undo(anyway=True)
                sentence = f"{taken!r} {name} {_short(theirs[key])} there, {_short(ours[key])} here."
                self._differ(key, sentence, theirs[key], ours[key])
        return ours

    def _one_action(self, match: Match, text: str) -> int:
        try:
            return match.read(text, NATURE)[0]
        except UnknownAction as error:
            raise BadTrace(f"Line {self._number}: {error}") from error

    def _decision(self, match: Match, theirs: dict[str, Any]) -> dict[str, Any]:
        seat, taken = theirs["seat"], theirs["taken"]
        if seat not in match.waiting or seat == NATURE:
            sentence = f"Seat {short(seat)} decides ({taken!r}), but here {_owing(match)}."
            self._differ("order", sentence, taken, None)
        choices = trace.look(match, seat, self.compiled)
        if "legal" in theirs:
            self._compare_legal(match, seat, theirs["legal"], choices)
        if "points" in theirs and theirs["points"] != choices.totals:
            self._differ(
                "points",
                f"Points before the decision: {_short(theirs['points'])} there, {choices.totals} here.",
                theirs["points"],
                choices.points,
            )
        text, actions = self._taken(match, seat, taken, choices)
        for action in actions:
            match.play(action, seat)
        return trace.decision_line(seat, text, choices)

    def _compare_legal(self, match: Match, seat: int, stated: list[Any], choices: trace.Choices) -> None:
        theirs = [self._ours(match, seat, text, choices) for text in stated]
        more = sorted({text for text in theirs if text not in choices.decisions}, key=trace.natural)
        less = [text for text in choices.legal if text not in set(theirs)]
        twice = [text for text, count in Counter(theirs).items() if count > 1]
        if not more and not less and not twice:
            return
        parts = [
            f"{len(texts)} {name} ({_some(texts)})"
            for texts, name in ((more, "only there"), (less, "only here"), (twice, "listed twice"))
            if texts
        ]
        sentence = f"The legal actions of seat {seat} differ: {'; '.join(parts)}."
        reasons = [reason for text in more[:_SHOWN] if (reason := _why(match, seat, text))]
        self._differ("legal", sentence, more or twice, less, reasons)

    def _ours(self, match: Match, seat: int, text: Any, choices: trace.Choices) -> str:
        """Return our text for a decision that they may write differently, for example with a forced half."""
        plain = self._plain(text)
        if plain in choices.decisions:
            return plain
        try:
            actions = match.read(text, seat)
        except (UnknownAction, IllegalAction):
            return plain
        return next((ours for ours, whole in choices.decisions.items() if whole == actions), plain)

    def _taken(self, match: Match, seat: int, taken: str, choices: trace.Choices) -> tuple[str, list[int]]:
        """Return our text and the actions of a decision. Raises Difference if it is not legal."""
        text = self._ours(match, seat, taken, choices)
        if text in choices.decisions:
            return text, choices.decisions[text]
        try:
            actions = match.read(taken, seat)
        except UnknownAction as error:
            raise BadTrace(f"Line {self._number}: {error}") from error
        except IllegalAction:
            actions = []
        reason = _why(match, seat, taken)
        if reason is None:
            longer = [text for text, whole in choices.decisions.items() if whole[: len(actions)] == actions]
            self._bad(f"{taken!r} is only the start of a decision. Write all of it: {_some(longer)}.")
        self._differ(
            "decision", f"{taken!r} of seat {seat} is not legal here.", taken, choices.legal, [reason]
        )

    def _end(self, match: Match, theirs: dict[str, Any]) -> dict[str, Any]:
        if not match.over:
            self._differ("end", f"The game ends, but here {_owing(match)}.", "end", None)
        ours = trace.end_line(match)
        if "points" in theirs:
            self._compare_points(theirs["points"], ours["points"])
        for key in ("totals", "ranks"):
            if key in theirs and theirs[key] != ours[key]:
                sentence = f"The {key} are {_short(theirs[key])} there, {ours[key]} here."
                self._differ(key, sentence, theirs[key], ours[key])
        self._ended = True
        return ours

    def _compare_points(self, theirs: list[Any], ours: list[dict[str, int]]) -> None:
        if len(theirs) != len(ours) or not all(isinstance(row, Mapping) for row in theirs):
            self._bad(f"'points' of an 'end' line is a list of {len(ours)} objects: points by source.")
        for seat, (their_points, our_points) in enumerate(zip(theirs, ours)):
            for source in their_points:
                if source not in our_points:
                    self._bad(f"Unknown source of points {short(source)}. Sources: {', '.join(our_points)}.")
            for source, points in our_points.items():
                their = their_points.get(source, 0)
                if their != points:
                    sentence = f"Seat {seat} has {_short(their)} from {source} there, {points} here."
                    self._differ("points", sentence, theirs, ours)

    def _plain(self, text: Any) -> str:
        if not isinstance(text, str):
            self._bad(f"Actions must be texts, not {_short(text)}.")
        return plain(text)

    def _differ(
        self, what: str, message: str, theirs: Any, ours: Any, reasons: list[str] | None = None
    ) -> NoReturn:
        assert self.match is not None
        raise Difference(self._number, what, message, theirs, ours, self.match, reasons or [])


def _owing(match: Match) -> str:
    seats = match.waiting
    if not seats:
        return "the game is over"
    if seats == (NATURE,):
        return "nature draws next"
    names = " and ".join(str(seat) for seat in seats)
    return f"seat {names} decides next" if len(seats) == 1 else f"seats {names} decide next"


def _why(match: Match, seat: int, text: str) -> str | None:
    """Return why a decision of theirs is not legal, with the rule; None if no rule forbids it."""
    try:
        refusal = match.why_not(text, seat)
    except UnknownAction as error:
        return str(error)
    return f"{text}: {refusal}" if refusal else None


def _first_difference(theirs: Any, ours: Any, path: str) -> tuple[str, Any, Any] | None:
    """Return the path of the first difference of two pieces of plain data, and both values.

    Keys that are only in ours are ignored. None if there is no difference.
    """
    if isinstance(theirs, dict) and isinstance(ours, dict) and set(theirs) <= set(ours):
        pairs = [(f"{path}.{key}", value, ours[key]) for key, value in theirs.items()]
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        pairs = [(f"{path}[{at}]", *both) for at, both in enumerate(zip(theirs, ours))]
    else:
        return None if theirs == ours else (path, theirs, ours)
    differences = (_first_difference(their_value, our_value, at) for at, their_value, our_value in pairs)
    return next((difference for difference in differences if difference is not None), None)


def _sorted(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list) else value


def _some(texts: list[str]) -> str:
    cut = (text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…" for text in texts[:_SHOWN])
    shown = ", ".join(cut)
    return f"{shown} and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else shown


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 200 else f"{text[:200]}…"
