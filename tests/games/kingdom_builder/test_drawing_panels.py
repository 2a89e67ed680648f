"""The panels of Kingdom Builder, drawn from real positions, and the words of all drawings."""

import re
from typing import Any

import donjon
from donjon.games.kingdom_builder import drawing
from donjon.games.kingdom_builder.model import Token
from tests.games.kingdom_builder.test_drawing import finished, middle, play
from tests.pictures import quote, untranslated

__all__ = ["finished", "middle"]


def test_every_word_is_translated(middle: Any, finished: Any) -> None:
    names = ["N", "N", "N", "N"]
    for match in (middle, finished):
        for seat in (None, 0, 1, 2, 3):
            view = match.view(seat)
            assert not untranslated(drawing.panel(view, translate=quote, names=names))
            assert not untranslated(drawing.draw(view, translate=quote, names=names))


def test_every_card_and_token_says_what_it_does() -> None:
    view = play(2, 1, 0).view(0)
    sentences: set[str] = set()
    for player in view["players"]:
        player["gold"] = dict.fromkeys(drawing.SOURCES, 0)
    for card in drawing.SOURCES:
        view["cards"] = [card]
        sentences |= set(re.findall(r"<p>(.+?)</p>", drawing.cards(view)))
    assert len(sentences) == len(drawing.SOURCES)
    kinds = ("oracle", "farm", "oasis", "tower", "tavern", "barn", "harbor", "paddock")
    view["players"][0]["tokens"] = [{"kind": kind, "hex": [1, 1], "state": "usable"} for kind in kinds]
    told = re.findall(r'class="kb-token usable" title="(\w+): ready to use. (.+?)"', drawing.seats(view))
    assert [kind for kind, _ in told] == [Token[kind.upper()].word for kind in kinds]
    assert len({sentence for _, sentence in told}) == len(kinds)


def test_a_seat_shows_what_it_has(middle: Any) -> None:
    view = middle.view(1)
    for player in view["players"]:
        section = drawing.seats(view).split(f'id="seat-{player["seat"]}"')[1].split("</section>")[0]
        for name in ("supply", "total"):
            assert re.search(rf'<b data-text="{name}-{player["seat"]}">{player[name]}</b>', section)
        assert section.count('<li class="kb-token') == len(player["tokens"])
        for source, gold in player["gold"].items():
            assert re.search(
                rf'data-card="{source}" data-seat="{player["seat"]}".*?<b [^>]*>{gold}</b>', section
            )
        assert ("pane-turn" in section) == (player["seat"] == view["actor"])
        assert ("hidden-card" in section) == (player["holds_card"] and player["hand"] is None)


def test_a_token_tells_its_state_by_shape(middle: Any) -> None:
    view = middle.view(0)
    drawn = {}
    for state in ("usable", "spent", "new"):
        view["players"][0]["tokens"] = [{"kind": "farm", "hex": [1, 1], "state": state}]
        own = drawing.seats(view).split('id="seat-0"')[1]
        drawn[state] = re.findall(r'<li class="kb-token.*?</li>', own, re.DOTALL)[0]
    assert "kb-strike" in drawn["spent"]
    assert "kb-badge" in drawn["new"]
    assert not re.search("kb-strike|kb-badge", drawn["usable"])


def test_a_hidden_card_is_nowhere_on_the_table() -> None:
    """KB-11.2.4: two games that differ only in the other's card look the same."""
    position = play(2, 4, 12).position()
    other = 1 - position["actor"]
    pictures = set()
    for kind in ("grass", "flower_field", "forest", "canyon", "desert"):
        deck = dict(position["deck"])
        deck[position["hands"][other]] += 1
        deck[kind] -= 1
        hands = [kind if seat == other else held for seat, held in enumerate(position["hands"])]
        view = donjon.from_position(position | {"deck": deck, "hands": hands}).view(1 - other)
        pictures.add(drawing.panel(view) + drawing.draw(view))
    assert len(pictures) == 1


def test_the_terrain_in_play_and_in_hand_are_shown_large(middle: Any) -> None:
    view = middle.view(0)
    text = drawing.hand(view, names=["Ann", "Bob", "Cleo", "Dan"])
    held = re.findall(r'<figure id="held-\d" class="pane kb-terrain (\w+)(?: theirs)?"', text)
    assert held == [kind for kind in (view["players"][0]["hand"], view["card"]) if kind]
    whose = re.findall(r'kb-whose"><svg.*?</svg> ([^<]+)</small>', text, re.DOTALL)
    assert whose == ["you", ["Ann", "Bob", "Cleo", "Dan"][view["actor"]]], "each card says whose it is"
    assert held


def test_the_piles_count_every_card_the_viewer_does_not_hold(middle: Any) -> None:
    view = middle.view(0)
    rows = re.findall(
        r"<tr><th.*?</th>" + r"<td [^>]*>(\d+)</td>" * 3 + "</tr>", drawing.piles(view), re.DOTALL
    )
    assert len(rows) == 5
    held = bool(view["card"]) + bool(view["players"][0]["hand"])
    assert sum(int(number) for row in rows for number in row) + held == 25


def test_the_score_table_crowns_the_winners(finished: Any) -> None:
    view = finished.view(None)
    table = drawing.scores(view)
    assert table.count("pane-crown") == view["ranks"].count(1)
    rows = re.findall(r'<tr data-card="(\w+)">.*?</tr>', table, re.DOTALL)
    assert rows == ["castles", *view["cards"]]
    total = re.findall(r"<td[^>]*>(\d+)</td>", table.split("<tfoot>")[1])
    assert [int(number) for number in total] == finished.points
    shared = view | {"ranks": [1, 1, 3, 4]}
    assert drawing.scores(shared).count("pane-crown") == 2, "KB-10.12.2"
    assert "kb-scores" in drawing.panel(view)


def test_the_goals_in_short_tell_a_viewer_its_own_gold(middle: Any) -> None:
    view = middle.view(0)
    told = re.findall(r'data-subject="card-([a-z]+)".*?<b [^>]*>(\d+)</b>', drawing.goals(view))
    assert told == [(name, str(view["players"][0]["gold"][name])) for name in [*view["cards"], "castles"]]
    assert drawing.goals(middle.view(None)).strip() == ""
