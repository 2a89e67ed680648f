"""How the story of Ys asks: a generator yields what may be answered, and is sent who answers, and what."""

from __future__ import annotations

from collections.abc import Generator, Iterable

CHANCE = "nature"
# The decisions of each seat that owes one, or of chance; the answer is who decides, and what.
Asked = dict[int | str, set[str]]
Answer = tuple[int | str, str]
EventLog = Generator[Asked, Answer, None]
Choice = Generator[Asked, Answer, str]


def choose(who: int | str, options: Iterable[str]) -> Choice:
    """The choice of a seat, or of chance; one that leaves no choice is not asked."""
    texts = set(options)
    if len(texts) == 1:
        return texts.pop()
    _, text = yield {who: texts}
    return text


def together(options: dict[int, set[str]], choices: dict[int, str]) -> EventLog:
    """All seats choose at the same time, in secret and in any order; their choices are written down."""
    choices.update({seat: min(texts) for seat, texts in options.items() if len(texts) == 1})
    while len(choices) < len(options):
        seat, text = yield {seat: texts for seat, texts in options.items() if seat not in choices}
        assert isinstance(seat, int)
        choices[seat] = text
