"""The page that makes every draw of a finished game again from its seed."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import donjon
from donjon.kernel.rules import NATURE
from donjon.table.live import wording
from donjon.table.store.table_game import TableGame
from tests.table.people import new_table_game, person, step, store


def finished(game: str = "kingdom-builder", undos: bool = False) -> TableGame:
    """A whole game of two; with undos, some of the actions that can be taken back are."""
    table_game = new_table_game("ann", "bob", seed="a seed that is kept", game=game)
    chance = random.Random(game)
    while not table_game.over:
        seat = table_game.waiting[0]
        step(table_game, chance)
        if undos and chance.random() < 0.3 and (offered := table_game.offered_undo((seat,))):
            table_game.adopt(table_game.take_back(seat, offered.turn, f"undo{table_game.seq}", 0.0), "")
    return table_game


def page(app, table_game: TableGame, part: str = "/verify"):
    store(app.state.storage, table_game)
    return person(app, "ann").get(f"/t/{table_game.id}{part}")


def draws(table_game: TableGame) -> int:
    return sum(line.entry.seat == NATURE for line in table_game.steps)


@pytest.mark.parametrize("game", donjon.games)
def test_the_draws_of_a_finished_game_are_made_again(app, game: str) -> None:
    table_game = finished(game, undos=True)
    assert any(entry.kind == "undo" for entry in table_game.entries)
    answer = page(app, table_game)
    assert answer.status_code == 200
    assert 'id="right"' in answer.text
    assert 'id="wrong"' not in answer.text
    assert f"{draws(table_game)}." in answer.text
    for shown in (table_game.header.seed, table_game.header.published):
        assert f"<code>{shown}</code>" in answer.text


def test_the_first_wrong_draw_is_named(app) -> None:
    """The rules allow what was drawn, but it is not what the seed that is opened draws."""
    table_game = finished()
    table_game.header = replace(table_game.header, seed="another seed")
    answer = page(app, table_game)
    assert 'id="right"' not in answer.text
    match = donjon.Match(table_game.game, table_game.history.options, nature_is="imposed")
    for seat, action in table_game.history.log:
        match.play(action, seat=seat)
    wrong = donjon.verify(match, "another seed").wrong
    assert wrong is not None
    assert f"draw {wrong.number} (counting from 0)" in answer.text
    assert f"<code>{wrong.drawn}</code>" in answer.text
    assert f"<code>{wrong.seeded}</code>" in answer.text
    assert f"/replay?at={wrong.action + 1}" in answer.text
    with pytest.raises(donjon.BadShuffle, match=f"Draw {wrong.number} "):
        donjon.load(person(app, "ann").get(f"/t/{table_game.id}/record.txt").text)


def test_nothing_is_opened_while_the_game_is_on(app) -> None:
    table_game = new_table_game("ann", "bob", seed="a seed that is kept")
    answer = page(app, table_game)
    assert answer.status_code == 404
    assert "The seed is shown when the game is over" in answer.text
    assert table_game.header.seed not in answer.text
    record = person(app, "ann").get(f"/t/{table_game.id}/record.txt").text
    assert table_game.header.seed not in record
    assert table_game.header.published in record


@pytest.mark.parametrize("part", ["", "/replay"])
def test_the_page_is_linked_after_the_end_only(app, part: str) -> None:
    over, running = finished(), new_table_game("ann", "bob")
    over.header = replace(over.header, id="overtable")
    link = 'href="/t/{}/verify"'
    assert link.format("overtable") in page(app, over, part=part).text
    assert "/verify" not in page(app, running, part=part).text


@pytest.mark.parametrize("game", donjon.games)
def test_the_record_of_a_finished_game_can_be_verified_alone(app, game: str) -> None:
    table_game = finished(game, undos=True)
    text = page(app, table_game, part="/record.txt").text
    match = donjon.load(text)
    assert match.state.tobytes() == table_game.state.tobytes()
    assert donjon.verify(text).fair
    assert donjon.verify(text).draws == draws(table_game)
    assert match.record() == text
    date = datetime.fromtimestamp(table_game.header.created, UTC).date().isoformat()
    points = [f"{points} (rank {rank})" for points, rank in zip(match.points, match.ranks, strict=True)]
    names = [
        seat.name or colour for seat, colour in zip(table_game.seats, wording.colour_names(str), strict=False)
    ]
    assert [match.notes[f"seat-{seat}"] for seat in range(match.players)] == names
    assert (match.notes["date"], match.notes["result"]) == (date, ", ".join(points))


def test_the_record_of_a_game_that_is_on_has_names_and_no_result(app) -> None:
    table_game = new_table_game("ann", "bob", seed="a seed that is kept")
    notes = donjon.load(page(app, table_game, part="/record.txt").text.split("\n\n")[0]).notes
    assert list(notes) == ["seat-0", "seat-1", "date"]
