"""The panels of Caylus, drawn from real positions, and the words of all drawings."""

import html
import re
from typing import Any

import pytest

from donjon.games.caylus import drawing
from donjon.games.caylus.drawing import aids, tiles
from donjon.games.caylus.model import SOURCES, Cube, Tile
from tests.games.caylus.test_drawing import ALL_SEATS, NAMES, finished, middle, play
from tests.pictures import quote, untranslated

__all__ = ["finished", "middle"]

PHASES = ("income", "placing", "special", "provost", "road", "castle", "end")


def text_of(markup: str) -> str:
    """What a person reads in the markup, without the figures of pictures."""
    bare = re.sub(r"<svg.*?</svg>", " ", markup, flags=re.DOTALL)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", bare)))


def own(view: Any, seat: int) -> str:
    """The panel of one seat."""
    return str(drawing.seats(view, names=NAMES)).split(f'id="seat-{seat}"')[1].split("</section>")[0]


def test_every_word_is_translated(middle: Any, finished: Any) -> None:
    names = ["N"] * 5
    matches = [middle, finished, *(play(players, players, 90) for players in ALL_SEATS)]
    for match in matches:
        view = match.view(0)
        road = [lot | {"pending": 0} for lot in view["road"]]
        for shown in (view, match.view(None), view | {"road": road, "simplified": True}):
            assert not untranslated(str(drawing.panel(shown, translate=quote, names=names)))
            assert not untranslated(drawing.draw(shown, translate=quote, names=names))


def test_the_purse_holds_what_the_viewer_has(middle: Any) -> None:
    view = middle.view(2)
    me = view["players"][2]
    shown = str(drawing.hand(view))
    amounts = [int(count) for count in re.findall(r"<b[^>]*>(\d+)</b>(?:</span>)?</li>", shown)]
    assert amounts == [me["deniers"], *(me["cubes"][name] for name in Cube.ids()), me["home"]]
    assert "cay-goods" not in drawing.hand(middle.view(None)), "a spectator has no purse"


@pytest.mark.parametrize("phase", PHASES)
def test_the_phase_of_the_round_is_always_marked(middle: Any, phase: str) -> None:
    """CAY-3.1."""
    shown = str(drawing.hand(middle.view(None) | {"phase": phase}))
    assert re.findall(r'data-subject="phase-(\w+)"', shown) == list(PHASES)
    assert re.findall(r'data-subject="phase-(\w+)"[^>]*aria-current="step"', shown) == [phase]
    assert f"Round {middle.view(None)['round']}" in text_of(shown)


def test_seats_show_all_they_hold(middle: Any) -> None:
    view = middle.view(0)
    for player in view["players"]:
        shown = own(view, player["seat"])
        said = text_of(shown)
        held = [int(count) for count in re.findall(r"<b[^>]*>(\d+)</b></li>", shown)]
        assert held == [player["deniers"], *(player["cubes"][name] for name in Cube.ids()), player["home"]]
        assert f"income: +{player['income']}" in said
        assert f"residences: {player['residences']}" in said
        for section, houses in player["houses"].items():
            assert f"houses in the castle ({section}): {houses}" in said
        assert f"place in turn order: {player['place'] + 1}" in said
        assert re.search(rf"{player['total']}\s+prestige points", said)
        counted = sum(player["count"].values())
        assert (f"+{counted} at the final count" in said) == (counted > 0)
        assert ("cay-passed" in shown) == player["passed"]
        assert ("pane-turn" in shown) == (player["seat"] == view["actor"])
        assert shown.count("<li", shown.find("cay-owned")) == len(player["tiles"]) or not player["tiles"]


def test_the_forecast_holds_every_space_in_reach_once() -> None:
    for players, decisions in ((2, 40), (3, 70), (4, 12), (5, 100)):
        match = play(players, players, decisions)
        while match.view(0)["phase"] not in ("placing", "special", "provost"):
            match.play(match.legal_actions()[0])
        view = match.view(0)
        rows = view["forecast"]["rows"]
        lines = aids.forecast_lines(view)
        spaces = [space for line in lines for space in range(line["low"], line["high"] + 1)]
        assert spaces == [row["space"] for row in rows]
        for line in lines:
            for row in line["rows"]:
                assert row["runs"] == line["runs"]
                assert row["starts"] == line["starts"]
                assert row["stops"] == line["stops"]
        (now,) = (line for line in lines if line["now"])
        assert now["low"] <= view["provost"] <= now["high"]


def forecast_view(middle: Any) -> dict[str, Any]:
    """A forecast of three lines with a gain of the owner's, all kinds of costs."""

    def run(space: int, tile: str, seat: int, owner: int | None = None) -> dict[str, Any]:
        return {"space": space, "tile": tile, "seat": seat, "owner_gains": owner}

    first, second = run(6, "quarry_neutral", 1), run(9, "park", 2, 4)

    def row(space: int, cost: int | None, least: int, *runs: Any) -> dict[str, Any]:
        return {
            "space": space,
            "steps": space - 7,
            "cost": cost,
            "least": least,
            "runs": list(runs),
            "starts": [one for one in runs if one is not first],
            "stops": [] if first in runs else [first],
        }

    rows = [row(5, 2, 2), row(6, 1, 0, first), row(7, 0, 0, first), row(8, 1, 0, first)]
    rows += [row(9, None, 4, first, second)]
    return middle.view(0) | {
        "provost": 7,
        "forecast": {"provost": 7, "reach": [5, 9], "mine": 0, "rows": rows},
    }


def test_the_forecast_says_who_gains_and_loses_and_what_it_costs(middle: Any) -> None:
    shown = str(drawing.cards(forecast_view(middle), names=NAMES)).split('id="cay-forecast"')[1]
    lines = re.findall(r"<tr.*?</tr>", shown.split("<tbody", 1)[1], re.DOTALL)
    assert [re.findall(r'data-provost="(\d+)"[^>]*>([^<]+)<', line)[0] for line in lines] == [
        ("5", "5"),
        ("7", "6–8"),
        ("9", "9"),
    ]
    assert "<details" not in shown.split("6–8")[0]
    assert "<details" in shown.split("6–8")[1].split(">9<")[0], "what nobody reaches alone is folded"
    stops, now, starts = lines
    assert 'aria-label="no longer activated"' in stops
    assert "neutral quarry: Béla" in text_of(stops)
    assert "2 deniers if one player pays" in text_of(stops)
    assert 'aria-label="activated now"' in now
    assert 'aria-label="newly activated"' in starts
    assert "park: Даниил" in text_of(starts)
    assert "and a cube for Zsófi" in text_of(starts)
    assert "together 4" in text_of(starts)
    assert "one player" not in text_of(starts)


def test_what_the_guild_moves_for_nothing_is_said_to_be_free(middle: Any) -> None:
    view = forecast_view(middle)
    rows = [row | {"least": 0} for row in view["forecast"]["rows"]]
    shown = drawing.cards(view | {"forecast": view["forecast"] | {"rows": rows}})
    assert shown.count('aria-label="free with the merchants&#39; guild"') == 2


def test_when_the_provost_has_been_moved_the_forecast_says_so(middle: Any) -> None:
    view = middle.view(0)
    shown = drawing.cards(view | {"forecast": view["forecast"] | {"rows": []}, "provost": 9})
    assert "The provost stays on space 9 until the end of the round." in shown


def test_a_line_of_the_forecast_shows_on_the_board_where_the_provost_would_stand(middle: Any) -> None:
    board, sheet = drawing.draw(forecast_view(middle)), drawing.counting_css()
    for space in range(1, 29):
        assert f'class="cay-ghost at-{space}"' in board
        assert f'[data-provost="{space}"]:is(:hover,:focus-visible)) .cay-ghost.at-{space}' in sheet


def test_the_deadline_of_each_section_is_shown(middle: Any) -> None:
    view = middle.view(0)
    sections = [
        section | {"scored": section["id"] == "dungeon", "fastest": 2 + number, "slowest": 4}
        for number, section in enumerate(view["castle"]["sections"])
    ]
    shown = str(drawing.cards(view | {"castle": view["castle"] | {"sections": sections}}))
    lines = re.findall(r"<tr.*?</tr>", shown.split('id="cay-deadline"')[1].split("<tbody>")[1], re.DOTALL)
    assert "scored" in text_of(lines[0])
    assert f"{sections[1]['free']} 3–4" in text_of(lines[1])
    assert f"{sections[2]['free']} 4" in text_of(lines[2])
    assert 'title="in 3–4 rounds"' in lines[1]


def test_every_tile_of_the_stock_can_be_asked_about(middle: Any) -> None:
    view = middle.view(0)
    shown = str(drawing.piles(view))
    links = re.findall(r'<a href="\?about=(tile-\w+)" data-subject="(tile-\w+)" title="([^"]+)"', shown)
    assert [link[0] for link in links] == [f"tile-{tile['tile']}" for tile in view["stock"]]
    for tile, (link, subject, title) in zip(view["stock"], links, strict=True):
        assert link == subject
        said = html.unescape(title)
        assert re.search(rf"; {tile['vp']} points?; {tile['favours']} favours?; {tile['left']} left", said)
        for cube, count in tile["cost"].items():
            assert f"{count} {'cube of any kind' if cube == 'any' else cube}" in said
    assert f'<b data-text="stock">{sum(tile["left"] for tile in view["stock"])}</b>' in shown
    gone = [tile for tile in view["stock"] if not tile["left"]]
    assert len(re.findall(r'class="cay-stock \w+ gone"', shown)) == len(gone)
    assert shown.count("×0") == len(gone)


@pytest.mark.parametrize("tile", Tile.ids())
def test_every_tile_has_an_emblem(tile: str) -> None:
    assert "<path" in drawing.icon(tiles.EMBLEMS[tile])


def test_the_score_table_crowns_the_winners(finished: Any) -> None:
    view = finished.view(None)
    table = str(drawing.scores(view))
    assert table.count("pane-crown") == view["ranks"].count(1)
    assert sorted(re.findall(r'<tr[^>]* data-source="([\w ]+)">', table)) == sorted(SOURCES)
    for name in SOURCES:
        row = table.split(f'data-source="{name}"')[1].split("</tr>")[0]
        shown = [int(number.replace("−", "-")) for number in re.findall(r"<td>(−?\d+)</td>", row)]
        assert shown == [player["points"][name] for player in view["players"]]
    total = re.findall(r"<td[^>]*>(\d+)</td>", table.split("<tfoot>")[1])
    assert [int(number) for number in total] == finished.points
    assert drawing.scores(view | {"ranks": [1, 1, 3]}).count("pane-crown") == 2
    assert "cay-scores" in drawing.panel(view)
    assert "cay-forecast" not in drawing.panel(view)


def test_ids_on_a_page_are_unique_and_links_lead_somewhere(middle: Any) -> None:
    page = drawing.draw(middle.view(0), legal=middle.legal_actions()) + str(drawing.panel(middle.view(0)))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_panels_are_light(middle: Any) -> None:
    assert len(str(drawing.panel(middle.view(0))).encode()) <= 120_000
