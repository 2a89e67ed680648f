"""The games of the house conform, in all their variants; the suite looks at enough to say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import donjon
from donjon import Match
from donjon.testing import conformance, information
from donjon.testing.conformance import Check, Sample
from donjon.testing.sample import begun
from tests.games.caylus import random_play
from tests.games.ys.stage import VARIANTS


def kingdom_builder() -> Iterator[tuple[str, Match]]:
    yield from begun(donjon.games["kingdom-builder"], 6)
    yield "the first game", donjon.new("kingdom-builder", players=2, seed=9, board="first-game")


def caylus() -> Iterator[tuple[str, Match]]:
    """Positions of rich players, in which much can be done, besides usual starts."""
    yield from begun(donjon.games["caylus"], 5)
    for players, seed in random_play.GAMES[1::2]:
        yield f"caylus, random_play.begin({players}, {seed})", random_play.begin(players, seed)


def ys() -> Iterator[tuple[str, Match]]:
    for seed, nature in enumerate(("seeded", "imposed")):
        for players, options in VARIANTS:
            name = f"ys for {players}, seed {seed}, nature {nature}, {options}"
            yield name, donjon.new("ys", players, seed, nature, **options)


STARTS: dict[str, Callable[[], Iterator[tuple[str, Match]]]] = {
    "kingdom-builder": kingdom_builder,
    "caylus": caylus,
    "ys": ys,
}


@pytest.fixture(scope="module", params=STARTS)
def sample(request: pytest.FixtureRequest) -> Sample:
    return Sample(donjon.games[request.param], STARTS[request.param]())


@pytest.mark.parametrize("check", conformance.CHECKS)
def test_it_conforms(check: Check, sample: Sample) -> None:
    check(sample)


def test_every_number_of_players_is_looked_at(sample: Sample) -> None:
    assert {played.match.players for played in sample.games} == set(sample.game.seats)


def test_most_twins_differ_in_what_the_viewer_cannot_see(sample: Sample) -> None:
    if sample.game.name == "caylus":
        assert not any(information.twins(sample)), "CAY-3.3: everything is open"
        return
    differ = [true.after.tobytes() != other.after.tobytes() for *_, true, other in information.twins(sample)]
    assert len(differ) > 50 * len(sample.games)
    assert sum(differ) > len(differ) / 2


def test_a_check_says_all_that_is_wrong_and_where() -> None:
    def wrong(sample: Sample) -> None:
        raise conformance.NotConforming(sample.games[0].name, "is wrong")

    with pytest.raises(
        conformance.NotConforming, match="kingdom-builder does not conform:\nwrong: "
    ) as error:
        conformance.check("kingdom-builder", games=1, checks=[wrong, conformance.INTERPRETED[0], wrong])
    assert str(error.value).count("kingdom-builder for 2, seed 0") == 2
