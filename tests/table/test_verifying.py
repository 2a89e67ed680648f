"""The page that makes every draw of a finished game again from its seed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import donjon
from donjon.kernel.generic import NATURE
from donjon.table.playing import Playing
from tests.table.people import new_playing, person, step, store


def finished(game: str = "kingdom-builder", undos: bool = False) -> Playing:
    """A whole game of two; with undos, some of the actions that can be taken back are."""
    playing = new_playing("ann", "bob", seed="a seed that is kept", game=game)
    chance = random.Random(game)
    while not playing.over:
        seat = playing.waiting[0]
        step(playing, chance)
        if undos and chance.random() < 0.3 and (count := playing.undoable(seat)):
            playing.adopt(playing.plan_undo(seat, count, f"undo{playing.seq}", 0.0), "")
    return playing


def page(app, playing: Playing, part: str = "/verify"):
    store(app.state.storage, playing)
    return person(app, "ann").get(f"/t/{playing.id}{part}")


def draws(playing: Playing) -> int:
    return sum(line.entry.seat == NATURE for line in playing.steps)


@pytest.mark.parametrize("game", donjon.games)
def test_the_draws_of_a_finished_game_are_made_again(app, game: str) -> None:
    playing = finished(game, undos=True)
    assert any(entry.kind == "undo" for entry in playing.entries)
    answer = page(app, playing)
    assert answer.status_code == 200
    assert 'id="right"' in answer.text
    assert 'id="wrong"' not in answer.text
    assert f"{draws(playing)}." in answer.text
    for shown in (playing.header.seed, playing.header.seed_hash):
        assert f"<code>{shown}</code>" in answer.text


def test_the_first_wrong_draw_is_named(app) -> None:
    """The rules allow what was drawn, but it is not what the seed that is opened draws."""
    playing = finished()
    playing.header = replace(playing.header, seed="another seed")
    answer = page(app, playing)
    assert 'id="right"' not in answer.text
    match = donjon.Match(playing.game, playing.history.options, nature_is="imposed")
    for seat, action in playing.history.log:
        match.play(action, seat=seat)
    wrong = donjon.verify(match, "another seed").wrong
    assert wrong is not None
    assert f"draw number {wrong.number}, counted from 0" in answer.text
    assert f"<code>{wrong.drawn}</code>" in answer.text
    assert f"<code>{wrong.seeded}</code>" in answer.text
    assert f"/replay?at={wrong.action + 1}" in answer.text
    with pytest.raises(donjon.BadShuffle, match=f"Draw {wrong.number} "):
        donjon.load(person(app, "ann").get(f"/t/{playing.id}/record.txt").text)


def test_nothing_is_opened_while_the_game_is_on(app) -> None:
    playing = new_playing("ann", "bob", seed="a seed that is kept")
    answer = page(app, playing)
    assert answer.status_code == 404
    assert "The seed is opened when the game is over" in answer.text
    assert playing.header.seed not in answer.text
    record = person(app, "ann").get(f"/t/{playing.id}/record.txt").text
    assert playing.header.seed not in record
    assert playing.header.seed_hash in record


@pytest.mark.parametrize("part", ["", "/replay"])
def test_the_page_is_linked_after_the_end_only(app, part: str) -> None:
    over, running = finished(), new_playing("ann", "bob")
    over.header = replace(over.header, id="overtable")
    link = 'href="/t/{}/verify"'
    assert link.format("overtable") in page(app, over, part=part).text
    assert "/verify" not in page(app, running, part=part).text


@pytest.mark.parametrize("game", donjon.games)
def test_the_record_of_a_finished_game_can_be_verified_alone(app, game: str) -> None:
    playing = finished(game, undos=True)
    text = page(app, playing, part="/record.txt").text
    match = donjon.load(text)
    assert match.state.tobytes() == playing.state.tobytes()
    assert donjon.verify(text).fair
    assert donjon.verify(text).draws == draws(playing)
    assert match.record() == text
