"""Every thing of the table is explained, with rules that exist, and what is said tells no secret."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

import donjon
from donjon import Match, rulebook
from donjon.drawing import Box
from donjon.games.kingdom_builder import drawing
from donjon.games.kingdom_builder.model import BOOK, SOURCES, Token
from donjon.kernel import NOBODY, copy
from tests.games.kingdom_builder.stage import BOARD_A, GAME, NAME, letters, position
from tests.games.kingdom_builder.test_twins import played, redealt
from tests.pictures import SVG, parse
from tests.referees.kingdom_builder_board import beside

SUBJECT = re.compile(r'data-subject="([^"]+)"')
HEXES = [f"hex-{row},{column}" for row in range(20) for column in range(20)]
KINDS = [f"card-{source}" for source in SOURCES] + [f"token-{kind}" for kind in Token.ids()]
GAIN = re.compile(r"A settlement here: ([+−]\d+|0) gold")


def said(state: Any, view: dict[str, Any], subject: str) -> list[tuple[str, str]]:
    return [(rule, words.english()) for rule, words in BOOK.explain(state, view, subject)]


def tagged(view: dict[str, Any]) -> set[str]:
    """The subjects that can be tapped on the board and in the panels."""
    return set(SUBJECT.findall(drawing.draw(view) + str(drawing.panel(view))))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_thing_is_explained_throughout_a_game(players: int) -> None:
    known = set(rulebook.load(NAME).ids())
    for match in played(players, 3, stops=4):
        for viewer in (None, 0, players - 1):
            view = match.view(viewer)
            subjects = tagged(view)
            assert subjects >= {*HEXES, "deck", "card-castles", "supply-0"}
            assert subjects >= set(drawing.moving_spots(view))
            chosen = {*subjects, *KINDS} - set(HEXES) | {*Random(players).sample(HEXES, 40)}
            for subject in (*chosen, *drawing.moving_spots(view)):
                lines = said(match.state, view, subject)
                assert lines, subject
                assert lines[0][0] == ""
                assert {rule for rule, _ in lines[1:]} <= known, subject
                assert all(words and "{" not in words for _, words in lines)


def test_an_unknown_thing_has_no_lines() -> None:
    match = donjon.new(NAME, players=2, seed=1)
    unknown = ("", "hex-", "hex-20,0", "hex-0,20", "hex--1,0", "card-grass", "token-castle", "supply-2")
    for subject in (*unknown, "hand-9", "deck-1", "hex-4,8,1"):
        assert said(match.state, match.view(0), subject) == [], subject
    unlaid = donjon.new(NAME, players=2, seed=1, nature="imposed")
    assert said(unlaid.state, unlaid.view(None), "hex-4,8") == []
    assert not drawing.moving_spots(unlaid.view(None))


@pytest.mark.parametrize("players", [2, 4])
def test_twins_are_told_the_same(players: int) -> None:
    """KB-11.2.2 to KB-11.2.5: no line depends on what who asks may not know."""
    different = 0
    for stop, match in enumerate(played(players, 8, stops=3)):
        for seat in (*range(players), NOBODY):
            viewer = None if seat == NOBODY else seat
            state = redealt(match, seat, stop)
            different += state.tobytes() != match.state.tobytes()
            view, same = match.view(viewer), GAME.view(state, viewer)
            for subject in sorted(tagged(view) - set(HEXES)) + Random(stop).sample(HEXES, 25):
                assert said(match.state, view, subject) == said(state, same, subject), subject
    assert different


def stated_gain(match: Match, seat: int, hex: int) -> int | None:
    """The change of gold that the hex promises the seat; None where it promises nothing."""
    lines = said(match.state, match.view(seat), f"hex-{hex // 20},{hex % 20}")
    if any("no change in gold" in words for _, words in lines):
        return 0
    found = [GAIN.search(words) for rule, words in lines if rule == "KB-10.0.1"]
    return int(found[0][1].replace("−", "-")) if found and found[0] else None


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_the_stated_gain_is_that_of_the_rules(players: int, seed: int) -> None:
    """KB-10.0.1: what is promised is the difference of gold when the settlement is put there."""
    random, checked, before = Random(seed), Counter[str](), 0
    match = donjon.new(NAME, players=players, seed=seed, sectors=["barn", "harbor", "farm", "tower"])
    while not match.over and (len(checked) < 4 or checked.total() < 60):
        seat, phase = match.waiting[0], match.view(None)["phase"]
        if phase != "put":  # where it counts from where it was lifted
            before = match.points[seat]
        tokens = [action for action in match.legal_actions() if 400 <= action < 408]
        action = random.choice(tokens or match.legal_actions())
        promised = stated_gain(match, seat, action) if action < 400 else None
        match.play(action)
        if promised is not None:
            assert match.points[seat] - before == promised
            checked[phase] += 1
        else:
            assert phase not in ("mandatory", "target", "put")
    assert set(checked) == {"start", "mandatory", "target", "put"}


def test_a_gain_is_told_by_its_sources() -> None:
    """KB-10.1, KB-10.7: beside a castle and a mountain."""
    castle = letters(BOARD_A, "K")[0]
    match = donjon.from_position(position([(8, 8)], [(8, 10)], card="grass"))
    view = match.view(0)
    free = [
        hex
        for hex in range(400)
        if stated_gain(match, 0, hex) and view["hexes"][hex // 20][hex % 20] in "GFTCD"
    ]
    texts = [
        "; ".join(words for _, words in said(match.state, view, f"hex-{h // 20},{h % 20}")) for h in free
    ]
    assert any("castles +3" in text for text in texts)
    assert not any(
        "A settlement here" in words for _, words in said(match.state, match.view(None), HEXES[free[0]])
    )
    assert said(match.state, view, f"hex-{castle[0]},{castle[1]}")[1][0] == "KB-10.1"


def test_a_location_says_whose_tokens_are_from_there() -> None:
    """KB-7.1, KB-7.3, KB-7.7."""
    match = next(match for match in played(3, 2) if any(one["tokens"] for one in match.view(None)["players"]))
    view = match.view(None)
    owner = next(player for player in view["players"] if player["tokens"])
    token = owner["tokens"][0]
    subject = f"hex-{token['hex'][0]},{token['hex'][1]}"
    place = next(place for place in view["locations"] if place["hex"] == token["hex"])
    told = said(match.state, view, subject)
    assert [rule for rule, _ in told][1] == "KB-7.1"  # first how one gets a token, then what it is for
    assert told[2][1].startswith("Once per turn, ")
    lines = dict(told)
    assert f"seat {owner['seat']}" in lines["KB-7.7"]
    assert f": {place['left']} left." in lines["KB-7.1"]
    assert any(
        f"seat {owner['seat']}" in words for _, words in said(match.state, view, f"token-{token['kind']}")
    )
    without = copy(match.state)
    without.seats[owner["seat"]].tokens[:] = 0
    lost = GAME.view(without, owner["seat"])
    assert "KB-7.3" in dict(said(without, lost, subject))


def test_a_hex_beside_a_location_says_which_token_it_takes() -> None:
    match = donjon.new(NAME, players=2, seed=4)
    view = match.view(0)
    found = 0
    for place in view["locations"]:
        for row, column in beside([tuple(place["hex"])]):
            lines = dict(said(match.state, view, f"hex-{row},{column}"))
            if view["hexes"][row][column] in "GFTCD":
                assert lines["KB-7.1"] == f"You take a token: {Token[place['kind'].upper()].word}."
                found += 1
            else:
                assert "KB-7.1" not in lines
    assert found > 10


def within(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def test_spots_are_the_locations_and_castles() -> None:
    match = donjon.new(NAME, players=3, seed=5)
    view = match.view(0)
    spots, boxes = drawing.moving_spots(view), drawing.boxes()
    special = {index for index, letter in enumerate("".join(view["hexes"])) if letter in "LK"}
    assert {drawing.subjects()[hex] for hex in special} == set(spots)
    assert all(within(spots[drawing.subjects()[hex]], boxes[hex]) for hex in special)
    drawn = {one.get("data-subject"): one for one in parse(drawing.draw(view)).iter(SVG + "use")}
    assert set(drawn) - {None} == set(HEXES)
    for action, subject in drawing.subjects().items():
        assert action >= 400 or drawn[subject].get("data-action") == str(action)
        assert said(match.state, view, subject)


def test_the_button_of_a_token_says_what_it_does() -> None:
    match = donjon.new(NAME, players=2, seed=1)
    terrain = match.view(0)["card"].replace("_", " ")
    buttons = [GAME.actions.button(match.state, 0, 400 + token).english() for token in Token]
    assert len({button.partition(": ")[2] for button in buttons}) >= len(Token) - 1
    assert buttons[Token.ORACLE] == f"Use the oracle: build on {terrain}"
    assert buttons[Token.TAVERN] == "Use the tavern: extend a line"
    assert buttons[Token.HARBOR] == "Use the harbour: move to water"


def test_what_may_not_be_played_now_is_called_as_it_is_elsewhere():
    """KB-4.6: before the third settlement the turn is not ended, but its end has the same name."""
    match = donjon.new("kingdom-builder", players=2, seed=1)
    end = match.read("end turn")[0]
    assert match.why_not(end) is not None
    assert match.game.actions.called(match.state, match.waiting[0], end).english() == "End turn"
