"""Check a shuffle: make every draw of nature again from the seed (docs/nature.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from donjon.errors import BadRecord
from donjon.kernel import nature, rng, rules
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short
from donjon.play.history import History


@dataclass(frozen=True)
class WrongDraw:
    """A draw that does not follow from the seed.

    number: its index among nature's draws, from 0; action: its index among all actions, from 0; line: its
    line in the record, None without a record; drawn, seeded: the texts of the actual draw and of the seed's
    draw.
    """

    number: int
    action: int
    drawn: str
    seeded: str
    line: int | None = None

    def __str__(self) -> str:
        draw = f"Draw {self.number} (from 0)" + ("" if self.line is None else f", on line {self.line},")
        return f"{draw} is {self.drawn!r}, but the seed draws {self.seeded!r}."


@dataclass(frozen=True)
class Verdict:
    """The result of a check of a match's draws.

    seed: its text; published: the hash published before the game, None if unknown; draws: the number of draws
    that follow from the seed; wrong: the first draw that does not, None if all do; plain: True if an old
    record published the SHA-256 of the seed's text itself.
    """

    seed: str
    published: str | None
    draws: int
    wrong: WrongDraw | None
    plain: bool = False

    @property
    def commitment(self) -> str:
        """Return the commitment to the seed, in hex; for old records the SHA-256 of the seed's text."""
        return nature.seed_hash(self.seed) if self.plain else nature.commitment(self.seed)

    @property
    def belongs(self) -> bool:
        """Return whether this seed was committed to before the game, or no commitment is known."""
        return self.published in (None, self.commitment)

    @property
    def fair(self) -> bool:
        """Return whether every draw follows from the seed that was committed to before the game."""
        return self.belongs and self.wrong is None

    def sentences(self) -> list[str]:
        """Return two sentences: about the seed, then about the draws."""
        kind = "SHA-256 of" if self.plain else "commitment to"
        made = f"The {kind} the seed {short(self.seed)} is {self.commitment}"
        if self.published is None:
            first = f"{made}; the record does not say what was published before the game."
        elif self.belongs:
            first = f"{made}, as published before the game."
        else:
            first = f"{made}, but {self.published} was published: this is not the seed of this game."
        draws = f"All {self.draws} draws match the seed."
        return [first, draws if self.wrong is None else str(self.wrong)]


def verify(match: History, seed: str | int | None = None, lines: Sequence[int] | None = None) -> Verdict:
    """Make every draw of a match again from its seed and compare.

    seed: the seed revealed after the game, None for the match's own; lines: the line in the record of every
    action. Raises BadRecord if there is no seed, and BadOption if the given seed is invalid.
    """
    opened = open_seed(match) if seed is None else rng.seed_text(seed)
    if opened is None:
        raise BadRecord(
            "The draws cannot be checked without the seed, which is shown when the game is over: "
            "give it with --seed, or load the record of the finished game, which contains it."
        )
    draws, wrong = compare(match.beginning(), match.log, opened)
    if wrong is not None and lines is not None:
        wrong = replace(wrong, line=lines[wrong.action])
    published = match.commitment or match.seed_hash
    return Verdict(opened, published, draws, wrong, plain=match.commitment is None and published is not None)


def compare(state: Any, actions: Iterable[tuple[int, int]], seed: str) -> tuple[int, WrongDraw | None]:
    """Return the number of draws before the first wrong one, and the wrong draw or None.

    `state` is the position before the actions, (seat, action), which are played on it.
    """
    text = rules.game_of(state).action_text
    draws = 0
    for at, (seat, action) in enumerate(actions):
        if seat == NATURE:
            seeded = nature.choose(state, seed, draws)
            if seeded != action:
                drawn = text(state, NATURE, action)
                return draws, WrongDraw(draws, at, drawn, text(state, NATURE, seeded))
            draws += 1
        rules.apply(state, seat, action, None)
    return draws, None


def open_seed(match: History) -> str | None:
    """Return the text of the match's seed if it matches the published hash, else None."""
    if match.commitment is not None:
        is_known = match.commitment == nature.commitment(match.seed)
    else:
        is_known = match.seed_hash is not None and match.seed_hash == nature.seed_hash(match.seed)
    return str(match.seed) if is_known else None
