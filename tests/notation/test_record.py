"""Records: a match as text and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import donjon
from donjon.kernel import NATURE, NOBODY, rules


def played(players: int = 2, seed: int = 3, actions: int | None = None) -> donjon.Match:
    match = donjon.new("kingdom-builder", players=players, seed=seed)
    count = 0
    while not match.over and (actions is None or count < actions):
        choices = match.legal_actions()
        match.play(choices[count * 7 % len(choices)])
        count += 1
    return match


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_replays_to_the_same_bytes(players: int) -> None:
    match = played(players)
    again = donjon.load(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.log == match.log
    assert again.events == match.events
    assert again.record().splitlines()[6:] == match.record().splitlines()[6:]


def test_the_record_carries_the_draws_and_needs_no_seed() -> None:
    match = played(actions=40)
    text = match.record()
    assert "commitment: " + match.commitment in text
    assert f"seed: {match.seed}" not in text
    assert sum(line.startswith("nature draw") for line in text.splitlines()) > 5


def test_a_seat_gets_only_its_own_draws_while_the_game_is_on() -> None:
    """In a game that does not say what is learnt."""
    match = played(actions=40)
    match.game = replace(match.game, disclosed=None)
    full, own, watching = (match.record(seat).splitlines() for seat in ("all", 1, None))
    assert len(full) == len(own) == len(watching)
    hidden = [line for line in own if line == "nature draw ?"]
    assert hidden
    assert len([line for line in watching if line == "nature draw ?"]) > len(hidden)
    shown = [f for f, o in zip(full, own, strict=True) if f != o]
    assert all(line.startswith("nature draw ") for line in shown)


def test_a_reader_is_shown_what_it_has_learnt() -> None:
    """The game is asked about each action that was not seen: the position before it, and the one now."""
    match = played(actions=40)
    match.game = replace(match.game, disclosed=None)
    full, before = match.record().splitlines(), match.record(None).splitlines()
    hidden = [number for number, line in enumerate(before) if line == "nature draw ?"]
    asked = []

    def disclosed(then: Any, seat: int, action: int, now: Any, reader: int) -> bool:
        assert rules.forbids(then, seat, action) == 0
        assert now is match.state
        asked.append((seat, match.game.action_text(then, seat, action), reader))
        return len(asked) <= 3

    match.game = replace(match.game, disclosed=disclosed)
    after = match.record(None).splitlines()
    assert [number for number, line in enumerate(full) if after[number] != line] == hidden[3:]
    assert asked == [(NATURE, full[number].removeprefix("nature "), NOBODY) for number in hidden]
    assert match.record().splitlines() == full
    assert len(asked) == len(hidden)


def test_a_finished_record_hides_nothing() -> None:
    match = played()
    assert match.over
    assert match.record(None) == match.record("all")


def test_a_hidden_record_says_that_it_cannot_be_replayed() -> None:
    with pytest.raises(donjon.BadRecord, match=r"Line \d+ hides a draw"):
        donjon.load(played(actions=20).record(None))


def test_a_match_from_a_position_records_the_position() -> None:
    stated = {"game": "kingdom-builder", "players": 2, "board": "first-game", "actor": 1, "card": "grass"}
    match = donjon.from_position(stated)
    match.play(match.legal[0])
    again = donjon.load(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.based_on == stated


BASE = "game: kingdom-builder\nrules: 1\nplayers: 2\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no header 'game'"),
        ("hello", "Line 1 of the record, 'hello', isn't a header"),
        ("colour = red\n", "isn't a header"),
        ("Colour: red\n", "isn't a header"),
        (BASE + "option: {}\n", "Line 4 of the record, 'option: {}', isn't a header. Did you mean 'options'"),
        (BASE + "seedhash: 0\n", "isn't a header. Did you mean 'seed-hash'"),
        (BASE + "event: one\nevent: two\n", "Line 5 of the record repeats the header 'event'"),
        ("game: chess\nrules: 1\nplayers: 2\n", "no game named 'chess'"),
        ("game: kingdom-builder\nrules: 9\nplayers: 2\n", "rules version '9'"),
        ("game: kingdom-builder\nrules: 1\nplayers: two\n", "cannot be read"),
        ("game: kingdom-builder\nrules: 1\nplayers: 9\n", "2 to 4 players"),
        (BASE + "options: {\n", "cannot be read"),
        (BASE + 'options: {"cards": ["a"]}\n', "takes a list of 3"),
        (BASE + "\nnature sector moon 0\n", "Line 5, 'nature sector moon 0', cannot be replayed"),
        (BASE + "\nnature sector farm 0\nnature sector farm 180\n", r"Line 6, .* KB-3\.1"),
        (BASE + "\nsomebody build 4,8\n", "doesn't start with a seat or 'nature'"),
        (BASE + "\n0 build 4,8\n", "Seat 0 has no decision now"),
        (BASE + "\n7 sector farm 0\n", "the seats are 0 to 1"),
        (BASE + "\n" + "1" * 5000 + " build 4,8\n", "Line 5, '1{79}…, doesn't start with a seat"),
        (BASE + "\n٠ build 4,8\n", "doesn't start with a seat"),
        (BASE + "\n² build 4,8\n", "doesn't start with a seat"),
        (BASE + "\nnature " + "x" * 5000 + "\n", "An action is a short text"),
        (BASE + "players: 3\n", "Line 4 of the record repeats the header 'players'"),
        ("game: kingdom-builder\nrules: 1\nplayers: ٢\n", "'players' cannot be read: '٢' isn't a whole"),
        ("game: kingdom-builder\nrules: 1\nplayers: " + "2" * 5000 + "\n", "'players' cannot be read"),
        (BASE + "options: []\n", "'options' cannot be read: it must be an object"),
        (BASE + 'options: {"first": 0, "first": 1}\n', "the key 'first' appears twice"),
        (BASE + "options: " + "[" * 100_000 + "\n", "'options' cannot be read: it is nested"),
        (BASE + 'options: {"first": 1' + "0" * 5000 + "}\n", "'options' cannot be read"),
        (BASE + 'options: {"first": 0.0}\n', "0.0 isn't a value of option 'first'"),
        (BASE + 'options: {"board": ["\\ud800"]}\n', "half a character"),
        (BASE + "position: null\n", "'position' cannot be read: it must be an object"),
        (BASE + 'position: {"game": {}, "players": 2}\n', "no game named {}"),
        (BASE + "position: ?\n", "hides the position"),
        (BASE + "seed-hash: 0000\n", "'seed-hash' must have 64 hex digits"),
    ],
)
def test_bad_records_name_the_line_and_the_reason(text: str, says: str) -> None:
    with pytest.raises(donjon.BadRecord, match=says):
        donjon.load(text)


def test_windows_line_ends_and_blank_lines_at_the_end_are_fine() -> None:
    match = played(actions=10)
    again = donjon.load(match.record().replace("\n", "\r\n") + "\r\n\r\n")
    assert again.state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("how", ["the seed is given", "it stands in the record"])
@pytest.mark.parametrize("game", list(donjon.games))
def test_a_saved_game_goes_on_from_its_seed(game: str, how: str) -> None:
    match = donjon.new(game, players=2, seed=9)
    for _ in range(5):
        match.play(match.legal[0])
    text, seed = match.record(), 9
    if how == "it stands in the record":
        text, seed = text.replace("\n\n", "\nseed: 9\n\n"), None
    again = donjon.load(text, seed)
    assert again.record() == match.record()
    while not match.over:
        again.play(again.legal[0])
        match.play(match.legal[0])
    assert again.record() == match.record()
    assert donjon.verify(again).fair


def test_nature_answers_at_once_where_a_record_ends_before_her() -> None:
    match = donjon.new("kingdom-builder", players=2, seed=9)
    text = match.record().rpartition("nature draw")[0]
    assert donjon.load(text).waiting == (NATURE,)
    assert donjon.load(text, seed=9).record() == match.record()


def test_without_its_seed_a_saved_game_waits_for_nature() -> None:
    match = played(actions=2)
    again = donjon.load(match.record())
    while again.waiting != (NATURE,):
        again.play(again.legal[0])
    again.play(again.legal[0], seat=NATURE)
    assert again.commitment is None


def test_a_seed_of_another_game_is_refused() -> None:
    text = played(actions=10).record()
    with pytest.raises(donjon.BadShuffle, match="not the seed of this game"):
        donjon.load(text, seed=4)
    without_commitment = "".join(line for line in text.splitlines(True) if not line.startswith("commitment"))
    with pytest.raises(donjon.BadShuffle, match=r"Draw \d+ .* but the seed draws"):
        donjon.load(without_commitment, seed=4)
    assert donjon.load(without_commitment, seed=3).nature == "seeded"
    with pytest.raises(donjon.BadOption, match="A seed is text"):
        donjon.load(text, seed=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, 5, b"game: ys", ["game: ys"]], ids=repr)
def test_what_is_no_text_is_no_record(given: Any) -> None:
    for read in (donjon.load, donjon.verify):
        with pytest.raises(donjon.BadRecord, match="A record must be text"):
            read(given)


def test_a_byte_order_mark_comments_and_headers_of_others_are_read() -> None:
    match = donjon.new("caylus", players=2, seed=1)
    match.play(match.legal[0])
    plain = match.record()
    headers, actions = plain.split("\n\n")
    added = "event: club night\n# by hand\nseat-0: Anna"
    text = f"\ufeff# of the club\n{headers}\n{added}\n\n# first\n{actions}# end\n"
    for read in (text, text.replace("\n", "\r\n")):
        again = donjon.load(read)
        assert again.state.tobytes() == match.state.tobytes()
        assert again.notes == {"event": "club night", "seat-0": "Anna"}
        assert again.record() == f"{headers}\nevent: club night\nseat-0: Anna\n\n{actions}"
        assert donjon.verify(read, seed=1).fair
