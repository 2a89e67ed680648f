"""Every rule is cited in play, or listed with the reason why it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

import donjon
from donjon import Match, rulebook
from donjon.kernel import Game
from donjon.rulebook import books
from donjon.testing import books as checks
from donjon.testing.information import viewers
from donjon.testing.sample import Played, Sample, begun
from tests.games.ys.stage import VARIANTS
from tests.rulebook import rare

# So much of a game is asked about, besides the first of each kind of decision.
SHARE = 0.01


def caylus() -> Iterator[tuple[str, Match]]:
    yield from begun(donjon.games["caylus"], 8)
    for players in (2, 4):
        options = {"favours": "simplified", "tile_values": "revised"}
        yield f"caylus for {players}, {options}", donjon.new("caylus", players, 1, **options)


def ys() -> Iterator[tuple[str, Match]]:
    for players, options in VARIANTS:
        yield f"ys for {players}, {options}", donjon.new("ys", players, 1, **options)
    yield from begun(donjon.games["ys"], 6)
    yield from rare.ys()


def kingdom_builder() -> Iterator[tuple[str, Match]]:
    yield from begun(donjon.games["kingdom-builder"], 6)
    yield from rare.kingdom_builder()


STARTS: dict[str, Callable[[], Iterator[tuple[str, Match]]]] = {
    "caylus": caylus,
    "ys": ys,
    "kingdom-builder": kingdom_builder,
}


@pytest.fixture(scope="module", params=STARTS)
def sample(request: pytest.FixtureRequest) -> Sample:
    return Sample(donjon.games[request.param], STARTS[request.param]())


@pytest.fixture(scope="module")
def cited(sample: Sample) -> set[str]:
    found = set().union(*checks.cited(sample, sample.some(SHARE)).values())
    for played in sample.games:
        if not played.name.startswith(sample.game.name):  # a stated position, about which more is asked
            found.update(_cited_in(sample.game, played))
    return found


def _cited_in(game: Game, played: Played) -> Iterator[str]:
    first = played.steps[0]
    yield from checks.by_explanations(game, first.before, 0, Random(played.name), most=400)
    for step in played.steps[:8]:
        yield from checks.by_refusals(game, step.before)


@pytest.fixture(scope="module")
def asked(sample: Sample) -> list[tuple[str, tuple[str, ...], bool]]:
    """What can be asked about in some positions: the entries of `about`, and whether a line has a rule."""
    return [
        thing
        for step in (*(played.steps[0] for played in sample.games), *sample.some(SHARE))
        for viewer in viewers(step.before)
        for thing in checks.about(sample.game, step.before, viewer, Random(step.place))
    ]


def test_every_thing_has_a_rule(sample: Sample, asked: list[tuple[str, tuple[str, ...], bool]]) -> None:
    book = rulebook.load(sample.game.name)
    assert not {subject for subject, entries, is_ruled in asked if not is_ruled and not book.about(entries)}


def test_every_entry_of_about_is_used(sample: Sample, asked: list[tuple[str, tuple[str, ...], bool]]) -> None:
    written = books.read_file(sample.game.name, rulebook.ORIGINAL)["about"]
    table = dict(books._lists(written))
    used = {entry for entries in table.values() for entry in entries}
    used.update(entry for _subject, entries, _is_ruled in asked for entry in entries)
    assert table.keys() <= used


def test_every_rule_is_cited_or_listed(sample: Sample, cited: set[str]) -> None:
    game = sample.game.name
    neither = [rule for rule in rulebook.load(game).ids() if rule not in cited | set(rulebook.silent(game))]
    assert not neither, f"nothing cites them, and they are not listed: {', '.join(neither)}"


def test_no_listed_rule_is_cited(sample: Sample, cited: set[str]) -> None:
    assert not cited & set(rulebook.silent(sample.game.name))


def test_all_that_is_cited_or_listed_is_a_rule(sample: Sample, cited: set[str]) -> None:
    known = set(rulebook.load(sample.game.name).ids())
    assert cited | set(rulebook.silent(sample.game.name)) <= known


def test_reasons_are_few(sample: Sample) -> None:
    reasons = rulebook.silent(sample.game.name)
    assert all(reason.endswith(".") for reason in reasons.values())
    assert len(set(reasons.values())) <= 6
