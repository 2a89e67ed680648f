"""What a table shows when a game is over: the result as its viewer sees it, bars, and what decided it."""

from __future__ import annotations

import html
import random
import re
import time
from collections import Counter
from dataclasses import replace
from itertools import takewhile

import pytest

import donjon
from donjon.coach.reviewing import percent
from donjon.drawing.protocol import PointGroup, drawing_of
from donjon.kernel import rules
from donjon.kernel.message import Term
from donjon.kernel.rules import NATURE
from donjon.play.course import Lead
from donjon.table.live.decided import CLOSE, difference, turning
from donjon.table.live.ending import CURVE, LEAST_RISE, course_of, curve_of, ending
from donjon.table.live.score import Score, groups_of, result, result_of
from tests.table.people import FOR_EVER, application, new_table_game, person, step, store

SIZES = [(name, seats) for name in donjon.games for seats in donjon.games[name].seats]
# Groups of sources that have a tone of their own; one more is of points that are lost.
TONES = 4
# Seat 0 passes seat 1, or several seats that were level; or all were level.
PASSED, CAME = Lead(0, 5, 1, 2, -3, 6, 1), Lead(0, 5, 1, 2, -3, 6, None)
LEVEL = Lead(0, 5, 1, 2, 0, 1, None)
NAMES = ("Blue", "Red", "Green", "Yellow", "Black")


def finished(name: str, *people: str, seed: int = 1):
    table_game, chance = new_table_game(*people, game=name, seed=f"ending {seed}"), random.Random(seed)
    while not table_game.over:
        step(table_game, chance)
    return table_game


def score(*totals: int, ranks: tuple[int, ...] = ()) -> Score:
    places = ranks or tuple(1 + sum(other > total for other in totals) for total in totals)
    return Score(
        places, totals, (PointGroup(Term("points"), "crown", ("points",)),), tuple((n,) for n in totals)
    )


@pytest.mark.parametrize(
    ("held", "mine", "said"),
    [
        (score(52, 48, 32), 0, "You win by 4 points"),
        (score(52, 51, 32), 0, "You win by 1 point"),
        (score(52, 48, 32), 1, "Second, 4 points behind Blue"),
        (score(52, 48, 32), 2, "Third, 20 points behind Blue"),
        (score(52, 48, 48), 2, "Second, 4 points behind Blue"),
        (score(52, 48, 32), None, "Blue wins by 4 points"),
        (score(52, 52, 32), 1, "You share the win with Blue"),
        (score(52, 52, 32), 2, "Third, 20 points behind Blue, Red"),
        (score(52, 52, 32), None, "Shared win: Blue, Red"),
        (score(52, 52), None, "Shared win: Blue, Red"),
        (score(52, 52, 32, ranks=(2, 1, 3)), 1, "You win on the tie-break"),
        (score(52, 52, 32, ranks=(2, 1, 3)), 0, "Second on the tie-break, level with Red"),
        (score(52, 52, 32, ranks=(2, 1, 3)), None, "Red wins on the tie-break"),
        (score(5, 4, 3, 2, 1), 4, "Fifth, 4 points behind Blue"),
    ],
)
def test_the_result_is_told_as_its_viewer_sees_it(held, mine, said):
    assert result(held, mine).english(NAMES) == said


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_every_source_of_points_is_in_one_bar(name, seats):
    table_game = finished(name, *(f"person {seat}" for seat in range(seats)))
    groups = list(groups_of(table_game.game, table_game.view(None)))
    shown = [source for group in groups for source in group.sources]
    assert max(Counter(shown).values()) == 1
    scored = list(rules.points_by_source(table_game.state))
    assert {source for row in scored for source, points in row.items() if points} <= set(shown)
    lost = [number for number, group in enumerate(groups) if number >= TONES]
    held = Score.of(table_game)
    assert all(points[number] <= 0 for points in held.points for number in lost)
    assert [sum(points) for points in held.points] == list(held.totals)


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_the_score_table_has_the_groups_of_the_bars(name, seats):
    table_game = finished(name, *(f"person {seat}" for seat in range(seats)))
    view, held = table_game.view(None), Score.of(table_game)
    table = str(drawing_of(table_game.game).scores(view))
    rows = [
        (kind, html.unescape(re.sub("<[^>]*>", "", title)).strip(), [number(cell) for cell in cells])
        for kind, title, cells in (
            (kind, row.split("</th>")[0], re.findall(r"<td>(.*?)</td>", row))
            for kind, row in re.findall(r"<tr(?: class=\"(.*?)\")?[^>]*>(<th.*?)</tr>", table, re.S)[:-1]
        )
    ]
    for place, group in enumerate(held.groups):
        sums = [points[place] for points in held.points]
        if len(group.sources) == 1:
            assert ("", sums) in [(kind, cells) for kind, _title, cells in rows]
            continue
        at = [title.lower() for _kind, title, _cells in rows].index(group.term.word.lower())
        parts = list(takewhile(lambda row: row[0] == "pane-part", rows[at + 1 :]))
        assert rows[at][0] == "pane-group"
        assert rows[at][2] == sums == [sum(column) for column in zip(*(row[2] for row in parts), strict=True)]


def number(cell: str) -> int:
    return int(re.match(r"[−\d]+", re.sub("<.*", "", cell))[0].replace("−", "-"))


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_rows_stand_by_rank_and_their_bars_add_up(name, seats):
    table_game = finished(name, "ann", *(f"person {seat}" for seat in range(1, seats)))
    shown = ending(table_game, (0,), "en")
    ranks = rules.ranking(table_game.state)
    assert [row.place for row in shown.rows] == sorted(ranks)
    assert [row.name for row in shown.rows if row.mine] == ["You"]
    lengths = {sum(piece.size for piece in row.bar) + row.rest for row in shown.rows}
    assert len(lengths) == 1, "all bars have one scale"
    for row in shown.rows:
        written = [int(piece.text.replace("−", "-")) for piece in row.bar]
        assert sum(written) == int(row.total.replace("−", "-")) == rules.total(table_game.state, row.seat)
        assert 0 not in written
        for number in written:
            assert re.search(rf"\b{number}\b".replace("-", "−"), row.said) or number < 0


@pytest.mark.parametrize("name", donjon.games)
def test_only_who_nearly_won_reads_what_was_missing(name):
    for seed in range(6):
        table_game = finished(name, "ann", "bob", "cid", seed=seed)
        ranks, held = rules.ranking(table_game.state), Score.of(table_game)
        for seat in range(3):
            said = ending(table_game, (seat,), "en").story
            missing = max(held.totals) - held.totals[seat]
            if ranks[seat] == 1:
                assert (
                    said.startswith("What won it: ")
                    or ranks.count(1) > 1
                    or held.totals.count(max(held.totals)) > 1
                )
            elif not missing:
                assert said.startswith("Level on points")
            else:
                assert said.startswith("So close") == (missing <= CLOSE * max(held.totals))
                assert "more would have won" not in said or f"{missing + 1} point" in said


@pytest.mark.parametrize(
    ("first", "other", "said"),
    [
        ((40, 20), (20, 20), "What decided it: castle (Blue 40, you 20)."),
        (
            (40, 20),
            (20, 30),
            "What decided it: castle (Blue 40, you 20). Your strong point: gems (30 to 20).",
        ),
        ((30, 30, 30), (20, 21, 22), "Blue was ahead all round, most of all here: castle (30, you 20)."),
        ((50, 50), (53, 44), "So close. This alone would have turned it: gems (Blue 50, you 44)."),
        ((50, 50), (48, 49), "So close: 4 points more would have won."),
        ((50, 50), (52, 48), "Level on points: Blue wins the tie-break."),
        ((40, 0), (5, -3), "What decided it: castle (Blue 40, you 5)."),
    ],
)
def test_what_decided_a_game_is_told_by_its_sources(first, other, said):
    terms = [PointGroup(Term(word), "crown", (word,)) for word in ("castle", "gems", "town")]
    held = Score((1, 2), (sum(first), sum(other)), tuple(terms[: len(first)]), (first, other))
    assert " ".join(part.english(NAMES) for part in difference(held, 1, None)) == said


@pytest.mark.parametrize(
    ("lead", "mine", "title", "said"),
    [
        (PASSED, 1, "round 5", "Blue overtakes you: from 3 points behind to 6 ahead, and stays in front."),
        (PASSED, 0, "round 5", "You overtake Red: from 3 points behind to 6 ahead, and stay in front."),
        (PASSED, 2, "round 5", "Blue overtakes Red: from 3 points behind to 6 ahead, and stays in front."),
        (CAME, 1, "round 5", "Blue comes from 3 points behind, goes 6 ahead and stays in front."),
        (CAME, 0, "round 5", "You come from 3 points behind, go 6 ahead and stay in front."),
        (LEVEL, 1, "round 5", "Level so far. Blue goes 1 point ahead and stays in front."),
        (LEVEL, 0, "round 5", "Level so far. You go 1 point ahead and stay in front."),
        (Lead(0, 1, 0, 2, 0, 2, None), 1, "round 1", "Blue leads from here to the end."),
        (Lead(0, 1, 0, 2, 0, 2, None), 0, "round 1", "You lead from here to the end."),
        (Lead(0, 0, 9, 9, -4, 2, 1), 1, "the end", "You led until the final count, which puts Blue ahead."),
        (Lead(0, 0, 9, 9, -4, 2, 1), 2, "the end", "Only the final count puts Blue ahead."),
        (Lead(0, 0, 9, 9, -4, 2, 1), 0, "the end", "Only the final count puts you ahead."),
        (Lead(0, 0, 9, 9, 0, 0, None), 0, "the tie-break", "Level on points at the end."),
    ],
)
def test_the_turning_point_is_told_as_its_viewer_saw_it(lead, mine, title, said):
    heading, text = turning(lead, mine)
    assert heading.english(NAMES) == f"Turning point: {title}"
    assert text.english(NAMES) == said


def test_the_turning_point_lies_on_the_curve_of_the_lead():
    """Points ahead lie above the line of a level game, points behind below it."""
    curve = curve_of(Lead(1, 3, 5, 6, -4, 2, 0, (0, -4, 2, 6), 2))
    places = [tuple(map(float, place.split(","))) for place in curve.line.split()]
    assert curve.seat == 1
    assert places[0][1] == curve.level
    assert places[1][1] > curve.level > places[2][1] > places[3][1]
    assert curve.at == places[2]
    assert places == sorted(places)
    assert all(0 < left < CURVE[0] and 0 < top < CURVE[1] for left, top in places)
    assert curve_of(Lead(1, 1, 0, 2, 0, 2, None, (0, 2, 6), 1)) is None, "ahead from the first turn on"
    assert curve_of(replace(PASSED, leads=(0, 0, 0), turn=2)) is not None, "decided by a tie-break"


@pytest.mark.parametrize("seed", range(4))
def test_beside_the_best_turn_lies_the_part_of_the_board_where_most_of_it_was_played(seed):
    table_game = finished("kingdom-builder", "ann", "bob", "cid", seed=seed)
    moment = ending(table_game, (0,), "en").moments[0]
    shown, best = moment.part, course_of(table_game).best[0]
    left, top, wide, high = map(float, shown.part.split())
    assert 0 <= left <= left + wide <= shown.width + 1
    assert 0 <= top <= top + high <= shown.height + 1
    moves = table_game.history.moves[best.start : best.end]
    assert {move.seat for move in moves} <= {0, NATURE}
    words = [line for line in map(str, (move.text for move in moves)) if "build" in line or "," in line]
    assert 0 < len(shown.places) <= len(words)
    assert all(0 < x < shown.width and 0 < y < shown.height for x, y in shown.places)
    inside = [left <= x <= left + wide and top <= y <= top + high for x, y in shown.places]
    assert any(inside)
    near = [
        sum(abs(x - a) <= wide / 2 and abs(y - b) <= high / 2 for a, b in shown.places)
        for x, y in shown.places
    ]
    assert sum(inside) >= max(near)


@pytest.mark.parametrize("name", ["caylus", "ys"])
def test_a_whole_round_has_no_part_of_the_board(name):
    """It is played all over it."""
    table_game = finished(name, "ann", "bob", "cid")
    assert all(moment.part is None for moment in ending(table_game, (), "en").moments)


def test_a_lead_is_told_once_and_never_after_it_was_lost():
    table_game = finished("kingdom-builder", "ann", "bob", "cid")
    known, held = course_of(table_game), Score((3, 1, 2), (30, 60, 50), (), ((), (), ()))
    groups = tuple(PointGroup(Term(word), "crown", (word,)) for word in ("castle", "gems"))
    held = replace(held, groups=groups, points=((20, 10), (50, 10), (40, 10)))
    lost = Lead(1, 7, 1, 2, -3, 6, 0)
    led = replace(known, rounds=10, led=(7, 7, 0), lead=lost)
    assert not [part for part in difference(held, 0, led) if "in front" in part.english(NAMES)]
    by_another = replace(led, lead=replace(lost, leader=2))
    assert difference(held, 0, by_another)[-1].english(NAMES) == "You were still in front in round 7."
    assert len(difference(held, 0, replace(by_another, led=(4, 7, 0)))) == 1, "not for long"


@pytest.mark.parametrize("name", donjon.games)
def test_the_points_under_the_board_are_those_of_the_result(app, name):
    table_game = finished(name, "ann", "bob", "cid")
    store(app.state.storage, table_game)
    page = person(app, "ann").get(f"/t/{table_game.id}").text
    chips = page.partition('id="chips"')[2].partition("</ul>")[0]
    shown = re.findall(r'data-text="total-\d">(.*?)<', chips)
    assert [int(points) for points in shown] == list(Score.of(table_game).totals)


def heading(page: str) -> str:
    return html.unescape(re.search(r'<h2 id="end-result">(.*?)</h2>', page)[1])


def test_each_viewer_reads_their_own_result(app):
    table_game = finished("kingdom-builder", "ann", "bob", "cid")
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}"
    for guest, seat in (("ann", 0), ("bob", 1), ("cid", 2), ("zoe", None)):
        page = person(app, guest).get(address).text
        assert heading(page) == result(Score.of(table_game), seat).english(NAMES)
        assert ('name="game" value="kingdom-builder"' in page) == (seat is not None), "a rematch"
        assert f'href="{address}/review"' in page
        shared = re.search(r'data-share="([^"]*)"', page)[1]
        assert shared == (address if seat is None else f"{address}?of={seat}")


def test_at_a_shared_screen_the_winner_is_named(app):
    table_game = finished("ys", "ann", "ann", "ann")
    store(app.state.storage, table_game)
    page = person(app, "ann").get(f"/t/{table_game.id}").text
    assert heading(page) == result(Score.of(table_game), None).english(NAMES)
    assert "<b>You</b>" not in page


@pytest.mark.parametrize("name", donjon.games)
def test_best_turn_and_turning_point_open_the_replay_there(app, name):
    table_game = finished(name, "ann", "bob", "cid")
    store(app.state.storage, table_game)
    known = course_of(table_game)
    with person(app, "ann") as ann:
        page = ann.get(f"/t/{table_game.id}").text
        for id, start in (("best", known.best[0].start), ("turning", known.lead and known.lead.start)):
            link = re.search(rf'id="to-{id}"[^>]*href="([^"]*)"', page)
            assert (link is None) == (start is None)
            if link:
                assert link[1] == f"/t/{table_game.id}/replay?at={start}"
                assert ann.get(link[1]).status_code == 200


def reviewed(client, table_game) -> None:
    """Wait until the coach has looked at every decision."""
    deadline = time.monotonic() + FOR_EVER
    while 'data-look-again="' in client.get(f"/t/{table_game.id}/review").text:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("name", donjon.games)
def test_the_figures_of_a_review_reach_the_end_as_soon_as_it_is_ready(app, name):
    table_game = finished(name, "ann", "bob", "cid")
    store(app.state.storage, table_game)
    address = f"/t/{table_game.id}"
    with person(app, "ann") as ann:
        before = ann.get(address).text
        assert "% to win" not in before
        frame = re.search(r'data-frame="([^"]*)"', before)[1]
        assert not ann.get(f"{address}/live", headers={"x-frame": frame}).json()["facts"][0]
        reviewed(ann, table_game)
        sent = ann.get(f"{address}/live", headers={"x-frame": frame}).json()
        assert sent["to"] != frame
        assert "html" not in sent, "only what has changed"
        costly = [facts["=end"] for facts in sent["facts"] if "=end" in facts]
        assert len(costly) == 1
        link = re.search(r'id="to-costliest" class="end-moment" href="([^"]*)"', costly[0])[1]
        assert link in ann.get(f"{address}/review").text
        assert ann.get(link).status_code == 200
        held = app.state.tables._held[table_game.id]
        lead, curve = course_of(held).lead, None
        if lead is not None and lead.start < lead.end:
            curve = dict(held.reviewed.curve(lead.seat))
            first = min(number for number in curve if number >= lead.start)
            later = [curve[number] for number in sorted(curve) if number >= lead.end] or [curve[-1]]
            rise = f"from {percent(curve[first])}% to {percent(later[0])}% to win."
            then = f"at {percent(later[0])}% to win by then."
            assert (rise if later[0] - curve[first] >= LEAST_RISE else then) in costly[0]
        assert len(re.findall("% to win", costly[0])) == 1 + (curve is not None)
        whole = ann.get(address).text
        assert costly[0] in whole
        assert f'data-frame="{sent["to"]}"' in whole


def test_a_review_from_before_a_restart_reaches_the_end(tmp_path):
    table_game = finished("kingdom-builder", "ann", "bob")
    first = application(tmp_path)
    store(first.state.storage, table_game)
    with person(first, "ann") as ann:
        reviewed(ann, table_game)
    with person(application(tmp_path), "ann") as ann:
        assert 'id="to-costliest"' in ann.get(f"/t/{table_game.id}").text


def test_how_the_game_went_is_worked_out_once(monkeypatch):
    table_game = finished("caylus", "ann", "bob")
    ending(table_game, (0,), "en")
    monkeypatch.setattr("donjon.table.live.ending.course", lambda _history: pytest.fail("once more"))
    for seats in ((1,), (), (0,)):
        ending(table_game, seats, "ru")


def test_the_shared_link_shows_the_result_of_its_seat(app):
    table_game = finished("kingdom-builder", "ann", "bob", "cid")
    store(app.state.storage, table_game)
    address, last = f"/t/{table_game.id}", len(table_game.steps)
    with person(app, "zoe") as zoe:
        for of, seat in (
            ("?of=0", 0),
            ("?of=1", 1),
            ("?of=2", 2),
            ("", None),
            ("?of=7", None),
            ("?of=x", None),
        ):
            page = html.unescape(zoe.get(address + of).text)
            told = dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', page))
            title = result_of(table_game, seat).english(NAMES)
            assert told["title"] == f"Kingdom Builder: {title}"
            wanted = f"{address}/poster.png?at={last}" + ("" if seat is None else f"&of={seat}")
            assert told["image"].endswith(wanted)
            picture = zoe.get(wanted.replace(".png", ".svg")).text
            drawn = re.sub("<[^>]*>", " ", picture)
            for word in title.split():
                assert word in drawn
            assert zoe.get(wanted).headers["content-type"] == "image/png"


def test_before_the_end_a_shared_link_tells_no_result(app):
    table_game = new_table_game("ann", "bob", seed="on")
    store(app.state.storage, table_game)
    with person(app, "zoe") as zoe:
        page = zoe.get(f"/t/{table_game.id}?of=1").text
    assert "of=1" not in re.findall(r'property="og:image" content="([^"]*)"', page)[0]
    assert 'id="end"' not in page
