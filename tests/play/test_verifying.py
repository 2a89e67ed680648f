"""Every draw made again from the seed: what was changed is found, wherever it is."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from random import Random

import pytest

import donjon
from donjon.kernel import NATURE, rules
from donjon.kernel.game import copy
from donjon.notation.trace import weights_of
from tests.cli.command import FIXTURES
from tests.fixtures.record import GAMES

SEED = "a seed of the tests"


def committed(seed: str) -> str:
    return hashlib.sha256(f"donjon commitment {seed}".encode()).hexdigest()


def as_of_old(text: str) -> str:
    """A record as older versions wrote it: with the hash of the seed itself."""
    return re.sub("commitment: .*", f"seed-hash: {hashlib.sha256(SEED.encode()).hexdigest()}", text)


@cache
def finished(game: str) -> donjon.Match:
    """A whole game of two."""
    match = donjon.new(game, players=2, seed=SEED)
    chance = Random(game)
    while not match.over:
        match.play(chance.choice(match.legal_actions()))
    return match


def test_the_draws_of_a_match_are_those_of_its_seed() -> None:
    for game in donjon.games:
        match = finished(game)
        verdict = donjon.verify(match)
        assert verdict.fair
        assert verdict.wrong is None
        assert verdict.draws == sum(move.seat == NATURE for move in match.moves)
        assert verdict.published == verdict.commitment == committed(SEED)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/*.record")), ids=lambda path: path.stem)
def test_the_recorded_games_are_those_of_their_seeds(path) -> None:  # type: ignore[no-untyped-def]
    seed = GAMES[path.parent.name][path.stem][1]
    verdict = donjon.verify(path.read_text(), seed)
    assert (verdict.fair, verdict.seed) == (True, seed)
    assert verdict.draws == path.read_text().count("\nnature ")


def swaps(match: donjon.Match) -> list[tuple[int, int, str]]:
    """(draw, action, another choice that nature had there) for every draw that had one."""
    state = match.beginning()
    found, draws = [], 0
    for at, move in enumerate(match.moves):
        if move.seat == NATURE:
            others = [text for text in weights_of(match.game, state) if text != move.text]
            found += [(draws, at, others[draws % len(others)])] if others else []
            draws += 1
        rules.apply(state, move.seat, move.action, None)
    return found


@pytest.mark.parametrize("game", donjon.games)
def test_every_draw_that_is_changed_is_found(game: str) -> None:
    """The record up to a draw, with another choice in its place: the rules allow it, the seed does not."""
    match = finished(game)
    lines = match.record().split("\n")
    first = lines.index("") + 1
    checked = 0
    for draw, at, other in swaps(match):
        changed = "\n".join([*lines[: first + at], f"nature {other}"])
        assert donjon.load(changed.replace(f"\nseed: {SEED}", "")).moves[at].text == other
        wrong = donjon.verify(changed).wrong
        assert wrong is not None
        assert (wrong.number, wrong.action, wrong.line) == (draw, at, first + at + 1)
        assert (wrong.drawn, wrong.seeded) == (other, match.moves[at].text)
        with pytest.raises(donjon.BadShuffle, match=rf"^Draw {draw} \(from 0\), on line {first + at + 1},"):
            donjon.load(changed)
        checked += 1
    assert checked >= 5


def test_a_seed_of_another_commitment_is_found() -> None:
    text = finished("caylus").record()
    other = committed("other")
    swapped = re.sub("commitment: .*", f"commitment: {other}", text)
    verdict = donjon.verify(swapped)
    assert (verdict.belongs, verdict.fair, verdict.wrong, verdict.published) == (False, False, None, other)
    assert "not the seed of this game" in verdict.sentences()[0]
    with pytest.raises(donjon.BadShuffle, match="not the seed"):
        donjon.load(swapped)


def test_an_old_record_is_verified_by_the_hash_that_it_published() -> None:
    text = as_of_old(finished("caylus").record())
    verdict = donjon.verify(text)
    assert (verdict.fair, verdict.plain, verdict.published) == (True, True, verdict.commitment)
    match = donjon.load(text)
    assert match.record() == text
    assert match.commitment is None
    other = text.replace(f"seed: {SEED}", "seed: other")
    assert not donjon.verify(other).belongs


def test_a_record_publishes_one_thing_about_its_seed() -> None:
    """A commitment is not taken for the hash of a seed, nor the other way round."""
    text = finished("caylus").record()
    hashed = as_of_old(text)
    plain = re.search("seed-hash: (.*)", hashed)[1]  # type: ignore[index]
    assert not donjon.verify(text.replace(committed(SEED), plain)).belongs
    assert not donjon.verify(hashed.replace(plain, committed(SEED))).belongs
    with pytest.raises(donjon.BadRecord, match="'commitment' and a 'seed-hash'"):
        donjon.load(text.replace("commitment:", f"seed-hash: {plain}\ncommitment:"))


@pytest.mark.parametrize("game", donjon.games)
def test_a_seed_that_is_given_is_checked(game: str) -> None:
    text = finished(game).record().replace(f"seed: {SEED}\n", "")
    with pytest.raises(donjon.BadRecord, match="cannot be checked without the seed"):
        donjon.verify(text)
    assert donjon.verify(text, SEED).fair
    verdict = donjon.verify(text, "another")
    assert not verdict.belongs
    assert verdict.wrong is not None


def test_no_seed_answers_for_draws_made_elsewhere() -> None:
    match = donjon.new("kingdom-builder", players=2, board="first-game", first=0, nature="imposed")
    assert match.commitment is None
    for _ in range(2):
        match.play(match.legal[0], seat=NATURE)
    assert "seed" not in match.record()
    with pytest.raises(donjon.BadRecord, match="cannot be checked without the seed"):
        donjon.verify(match)
    loaded = donjon.load(donjon.new("kingdom-builder", players=2, seed=SEED).record())
    assert loaded.commitment is not None
    while loaded.waiting != (NATURE,):
        loaded.play(loaded.legal[-1])
    assert loaded.commitment is not None
    loaded.play(loaded.legal[0], seat=NATURE)
    assert loaded.commitment is None


def test_what_is_taken_back_leaves_no_draw() -> None:
    """Undone draws are made again with the numbers they had."""
    match = donjon.new("kingdom-builder", players=3, seed=SEED)
    chance = Random(5)
    for _ in range(150):
        if match.over:
            break
        match.play(chance.choice(match.legal_actions()))
        if chance.random() < 0.3:
            match.undo()
    assert donjon.verify(match).fair
    assert donjon.verify(match.record(), SEED).fair


def test_draws_after_a_position_are_numbered_from_there() -> None:
    """A position that was stated with a seed keeps that seed to itself until the end."""
    start = finished("ys").beginning()
    match = donjon.from_position({"game": "ys", "players": 2, "seed": SEED})
    assert match.state.tobytes() != copy(start).tobytes()
    chance = Random(5)
    while not match.over:
        assert SEED not in match.record()
        match.play(chance.choice(match.legal_actions()))
    text = match.record()
    assert f"\nseed: {SEED}\n" in text
    assert donjon.verify(text).fair
    assert donjon.load(text).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("seed", [" around ", "two\nlines", "", "\x1b[31m"])
def test_a_seed_that_fits_on_no_line_stays_out_of_the_record(seed: str) -> None:
    match = donjon.new("caylus", players=2, seed=seed)
    chance = Random(5)
    while not match.over:
        match.play(chance.choice(match.legal_actions()))
    text = match.record()
    assert donjon.verify(text, seed).fair
    assert donjon.load(text).log == match.log
    assert ("seed: \n" in text) == (seed == "")


@pytest.mark.parametrize("seed", [True, 1.5, b"seed", [], 10**1000, "\ud800"])
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(donjon.BadOption, match=r"A seed is text or a whole number"):
        donjon.new("caylus", players=2, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(donjon.BadPosition, match=r"A seed is text or a whole number"):
        donjon.from_position({"game": "caylus", "players": 2, "seed": seed})
