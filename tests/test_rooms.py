"""How many files name a rule or a mechanism of a game, with bounds that only fall.

A rule that is told in many files is wrong in one of them sooner or later. A change that brings facts together
lowers the bounds, and the tests say so; nobody raises them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from donjon import rulebook

SOURCE = Path(__file__).parents[1] / "src" / "donjon"
# A bound that is this far from what is measured is to be lowered.
SLACK = 0.03


@dataclass(frozen=True)
class Bounds:
    """Bounds of a game: files that name a rule id, on average and at most; files that name a word."""

    package: str
    mean: float
    most: int
    longest: int  # lines of a file
    words: Mapping[str, int]


BOUNDS = {
    "kingdom-builder": Bounds(
        "kingdom_builder",
        mean=1.62,
        most=5,
        longest=600,
        words={"tavern": 5, "lords": 5, "token": 14, "redraw": 3, "discard": 6},
    ),
    "caylus": Bounds(
        "caylus",
        mean=1.582,
        most=4,
        longest=600,
        # The provost is also in the sentence that the home page shows about the game.
        words={"joust": 13, "inn": 14, "batch": 12, "provost": 17, "lawyer": 11, "bailiff": 8},
    ),
    "ys": Bounds(
        "ys",
        mean=1.79,
        most=5,
        longest=600,
        words={"spy": 14, "throne": 21, "queen": 12, "wizard": 11, "market": 23},
    ),
}


def files(game: str) -> dict[str, str]:
    """Return the texts of the Python files of a game by their names."""
    folder = SOURCE / "games" / BOUNDS[game].package
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.py")}


def rooms_of_rules(game: str) -> Counter[str]:
    """Return how many files name each rule of a game that any file names."""
    known = set(rulebook.load(game).ids())
    named: Counter[str] = Counter()
    for text in files(game).values():
        named.update(known & set(re.findall(r"[A-Z]+-\d+(?:\.\d+)*", text)))
    return named


@pytest.mark.parametrize("game", BOUNDS)
def test_a_rule_is_told_in_few_files(game: str) -> None:
    named, bounds = rooms_of_rules(game), BOUNDS[game]
    mean, most = named.total() / len(named), max(named.values())
    told = [rule for rule, count in named.most_common(10)]
    assert mean <= bounds.mean, f"{mean:.3f} files name a rule, not {bounds.mean}; most name {told}"
    assert most <= bounds.most, f"{most} files name {told[0]}"
    assert mean > bounds.mean - SLACK, f"{mean:.3f} files name a rule: lower the bound"
    assert most == bounds.most, f"at most {most} files name a rule: lower the bound"


@pytest.mark.parametrize(
    ("game", "word"), [(game, word) for game, bounds in BOUNDS.items() for word in bounds.words]
)
def test_a_mechanism_is_told_in_few_files(game: str, word: str) -> None:
    pattern = re.compile(rf"(?<![a-z]){word}(?:s|es)?(?![a-z])", re.IGNORECASE)
    # The drawing is one room: its files are cut by what they draw, and name what they draw.
    naming = sorted(
        {
            "drawing" if name.startswith("drawing/") else name
            for name, text in files(game).items()
            if pattern.search(text)
        }
    )
    bound = BOUNDS[game].words[word]
    assert len(naming) <= bound, f"{len(naming)} files name {word}: {', '.join(naming)}"
    assert len(naming) == bound, f"{len(naming)} files name {word}: lower the bound"


@pytest.mark.parametrize("game", BOUNDS)
def test_files_are_not_long(game: str) -> None:
    lines = {name: len(text.splitlines()) for name, text in files(game).items()}
    longest = max(lines, key=lambda name: lines[name])
    assert lines[longest] <= BOUNDS[game].longest, f"{longest} has {lines[longest]} lines"
