"""The panels of Ys, drawn from real positions: words, hidden brokers, preview, counting."""

import re
from typing import Any

import donjon
from donjon.games.ys import drawing, nouns
from donjon.games.ys.board import Worlds, foreseen
from donjon.games.ys.pieces import put
from donjon.games.ys.ties import rank_parties, winner
from donjon.kernel.game import copy
from tests.games.ys.pictures import counted, finished, middle, moments, placing, until
from tests.games.ys.stage import GAME, NAME
from tests.pictures import quote, untranslated

__all__ = ["counted", "finished", "middle"]


def seat_section(view: dict[str, Any], seat: int) -> str:
    return drawing.seats(view).split(f'id="seat-{seat}"')[1].split("</section>")[0]


def test_every_word_is_translated() -> None:
    names = ["N"] * 4
    for state, seat, legal in moments():
        for viewpoint in {None, 0, seat}:
            view = GAME.view(state, viewpoint)
            assert not untranslated(drawing.panel(view, translate=quote, names=names))
            assert not untranslated(drawing.draw(view, legal=legal, translate=quote, names=names))


def test_a_seat_shows_what_it_has(counted: Any) -> None:
    view = counted.view(1)
    for player in view["players"]:
        section = seat_section(view, player["seat"])
        for kind, count in player["gems"].items():
            assert f'<b data-text="g-{player["seat"]}-{kind}">{count}</b>' in section
            assert re.search(rf'title="{kind} gem".*?data-text="g-{player["seat"]}-{kind}"', section)
        assert f'<b data-text="behind-{player["seat"]}">{player["screen_size"]}</b>' in section
        assert f"<b>= {player['front_sum']}</b>" in section
        assert f'<b data-text="points-{player["seat"]}">{player["track"]}</b>' in section
        assert section.count('class="ys-emblem-chip') == len(player["hand"])
        assert ("pane-turn" in section) == (player["seat"] in view["waiting"])
        assert ("ys-judge" in section) == player["is_judge"]


def test_the_hand_shows_own_brokers_gems_and_cards(middle: Any) -> None:
    view = middle.view(0)
    view["players"][0]["hand"] = [{"card": "spy", "won_in": 1}, {"card": "queen", "won_in": 2}]
    me, markup = view["players"][0], drawing.hand(view)
    own = markup.split('class="ys-own"')[1].split("</ul>")[0]
    assert re.findall(r'<text class="ys-value"[^>]*>(\d)<', own) == [str(value) for value in me["screen"]]
    shown = re.findall(r'class="ys-portrait[^"]*" href="\?about=character-(\w+)"', markup)
    assert shown == [held["card"] for held in me["hand"]]
    assert markup.count("ys-portrait waits") == 1, "YS-8.1.2"
    assert not drawing.hand(middle.view(None)).strip()


def test_cards_whose_effect_lasts_lie_by_their_seat(middle: Any) -> None:
    view = middle.view(0)
    view["cards_in_play"] |= {"spy": 1, "queen": 1, "bishop": None, "magician": 2, "intriguer": None}
    chips = [
        re.findall(r'class="ys-emblem-chip played" href="\?about=character-(\w+)"', seat_section(view, seat))
        for seat in range(4)
    ]
    assert chips == [[], ["spy", "queen"], ["magician"], []]


def test_every_character_says_what_it_does(middle: Any) -> None:
    view = middle.view(0)
    view["unseen_cards"] = list(nouns.Character.ids())
    told = re.findall(r'class="ys-portrait" [^>]*title="([^"]+)"', drawing.piles(view))
    assert len(told) == 16
    assert len({text.split(". ", 1)[1] for text in told}) >= 15
    assert not [text for text in told if "Can be played from" in text], "said in the panel of the piles"


def test_the_bluff_room_counts_fairly(middle: Any) -> None:
    """YS-10.1: the values of every rival's face-down broker are those of the view; own ones are left out."""
    view = middle.view(0)
    room = drawing.cards(view).split('id="ys-bluff"')[1].split("</details>")[0]
    assert 'class="ys-rival seat-0"' not in room
    checked = 0
    for player in view["players"][1:]:
        section = room.split(f'class="ys-rival seat-{player["seat"]}"')[1].split("</section>")[0]
        found = []
        for step, line in re.findall(r'<li id="[\w-]+" data-step="([\w-]+)"(.*?)</li>', section):
            can = [int(value) for value in re.findall(r'<span class="can"><b>(\d)</b>', line)]
            assert len(can) + line.count('class="cannot"') == nouns.VALUES
            found.append((step, can))
        hidden = [one for one in view["brokers"] if one["owner"] == player["seat"] and one["value"] is None]
        assert sorted(found) == sorted((one["place"].replace(".", "-"), one["can"]) for one in hidden)
        checked += len(hidden)
        lots = re.findall(r"<b>(\d)</b>×(\d+)", section)
        pool = [int(value) for value, count in lots for _ in range(int(count))]
        assert pool == player["unplaced"]["values"]
    assert checked > 3


def leader(ranking: Any) -> int:
    return ranking["order"][0]["seat"] if ranking["order"] else nouns.NONE


def test_the_preview_ranks_as_the_rules_do_when_all_is_open() -> None:
    """YS-6.2.2, YS-6.3.1, YS-6.4.2, YS-6.6: with every broker face up what is seen is what is so."""
    compared = 0
    for seed in range(6):
        match = until(placing, 3 + seed % 2, seed, open_placement="yes")
        found, state = match.view(None)["foreseen"], match.state
        for quarter, districts in enumerate(found["districts"]):
            first = 3 * quarter
            for index, district in enumerate(nouns.District.ids()):
                assert leader(districts[district]) == winner(state, first + index, first + index + 1)
            rank_parties(state, first, first + 3)
            order = [int(party) for party in state.ranking if party != nouns.NONE]
            assert [one["seat"] for one in found["quarters"][quarter]["order"]] == order
            compared += len(order)
        for row in range(nouns.ROWS):
            first = nouns.FIRST_CELL + nouns.COLOURS * row
            assert leader(found["rows"][row]) == winner(state, first, first + nouns.COLOURS)
    assert compared > 30


def test_the_neutral_player_wins_ties_in_the_preview_but_for_the_intriguer() -> None:
    """YS-9.3.8, YS-8.12.1."""
    state = donjon.new(NAME, players=2, seed=4).state
    assert leaders_of_a_tie(state, nouns.NEUTRAL, 0) == [nouns.NEUTRAL, 0]
    assert leaders_of_a_tie(state, 1, nouns.NEUTRAL) == [nouns.NEUTRAL, 1]
    state.intriguer = 1
    assert leaders_of_a_tie(state, 1, nouns.NEUTRAL) == [1, nouns.NEUTRAL]
    assert leaders_of_a_tie(state, nouns.NEUTRAL, 0) == [nouns.NEUTRAL, 0]


def leaders_of_a_tie(state: Any, *parties: int) -> list[int]:
    """The order in a harbour in which each of these parties has a broker of 3, all open."""
    state = copy(state)
    for party in parties:
        slot = nouns.FIRST_NEUTRAL if party == nouns.NEUTRAL else nouns.OWN_SLOTS * party
        state.owner[slot], state.value[slot], state.face[slot] = party, 3, 1
        state.known[slot], state.id[slot] = nouns.EVERYBODY, slot + 1
        put(state, slot, 0)
    ranking = foreseen(Worlds(state, 0))["districts"][0]["harbour"]
    return [one["seat"] for one in ranking["order"]]


def test_the_preview_says_what_face_down_brokers_can_change(middle: Any) -> None:
    for seat in (0, None):
        view = middle.view(seat)
        for quarter, districts in enumerate(view["foreseen"]["districts"]):
            for name, ranking in districts.items():
                place = f"q{quarter + 1}.{name[0]}"
                there = [one for one in view["brokers"] if one["place"] == place]
                order = ranking["order"]
                assert sum(one["brokers"] for one in order) == len(there)
                assert sum(one["unknown"] for one in order) == sum(one["value"] is None for one in there)
                assert sum(one["sum"] for one in order) == sum(one["value"] or 0 for one in there)
                for one in order:
                    assert one["low"] <= one["high"]
                    assert one["unknown"] or one["low"] == one["sum"] == one["high"]
                if ranking["certain"] and order:
                    assert all(order[0]["low"] > other["high"] for other in order[1:])


def test_columns_move_by_their_sums(middle: Any) -> None:
    """YS-6.5.2, YS-6.5.5."""
    columns = middle.view(None)["foreseen"]["columns"]
    assert sorted(column["move"] for column in columns) == [-2, -1, 1, 2]
    for one in columns:
        for other in columns:
            if one["sum"] > other["sum"]:
                assert one["move"] > other["move"]
    empty = donjon.new(NAME, players=4, seed=1).view(None)["foreseen"]["columns"]
    assert not any(column["certain"] for column in empty), "the judge decides (YS-6.5.3)"


def test_the_throne_room_shows_bounds_only() -> None:
    """YS-9.4.3: what rivals have put into the throne room is counted, not told."""
    match = until(lambda view: view["round"] == 3, 3, 8, royal_favour="yes")
    view = match.view(0)
    aid = drawing.cards(view).split('id="ys-throne-aid"')[1]
    rows = re.findall(r'<td class="ys-sum">([\d–]+)</td>', aid)
    assert len(rows) == 3
    assert re.fullmatch(r"\d+", rows[0]), "one's own sum is known"
    assert "12 · 7 · 3" in aid
    assert "ys-throne-aid" not in drawing.cards(donjon.new(NAME, players=3, seed=1).view(0))


def test_the_piles_count_the_ships_and_characters(middle: Any) -> None:
    view = middle.view(0)
    markup = drawing.piles(view)
    rows = re.findall(
        r'</th><td data-text="large-\w+">(\d+)</td><td data-text="small-\w+">(\d+)</td></tr>', markup
    )
    assert sum(int(large) for large, _ in rows) == len(view["deck"])
    assert sum(int(small) for _, small in rows) == 2 * len(view["deck"])
    cards = re.findall(r'about=character-(\w+)"[^>]*?(hidden="")?\s*data-facts="hidden:unseen-\w+"', markup)
    assert [card for card, hidden in cards if not hidden] == view["unseen_cards"]
    assert [card for card, _ in cards] == list(nouns.Character.ids())
    stacks = re.findall(r'class="ys-lot">\d: <b data-text="stack-\d">(\d)</b>', markup)
    assert stacks == ["1"] * 4, "two of three are turned up"


def test_the_score_table_crowns_the_winners(finished: Any) -> None:
    view = finished.view(None)
    table = drawing.scores(view)
    assert table.count("pane-crown") == view["ranks"].count(1)
    total = re.findall(r"<td[^>]*>(\d+)</td>", table.split("<tfoot>")[1])
    assert [int(number) for number in total] == finished.points
    body = table.split("<tbody>")[1].split("</tbody>")[0]
    rows = re.findall(r'<tr(?: class="([\w-]+)")?>', body)
    assert len(rows) - rows.count("pane-group") == len(view["players"][0]["points"])
    assert drawing.scores(view | {"ranks": [1, 1, 3, 4]}).count("pane-crown") == 2, "YS-7.9"
    assert "ys-scores" in drawing.panel(view)
    assert "ys-bluff" not in drawing.panel(view)


def test_after_the_game_all_is_open(finished: Any) -> None:
    """Nothing is hidden in the last picture: no broker keeps its value to itself."""
    view = finished.view(None)
    assert all(player["screen"] is not None for player in view["players"])
    assert "ys-back-ring" not in str(drawing.seats(view))
