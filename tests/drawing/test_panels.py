"""What the panels of all games have in common: their parts, who sits where, where things lie."""

import re
from typing import Any

import pytest

import donjon
from donjon import drawing, games
from donjon.drawing.saying import Saying
from donjon.kernel.message import Message, SeatName
from tests.pictures import unstyled


@pytest.mark.parametrize("name", games)
def test_the_panel_is_its_parts_with_the_scores_for_the_hand_at_the_end(name: str) -> None:
    view: dict[str, Any] = donjon.new(name, players=3, seed=1).view(0)
    face, tags = games[name].drawing, ("bot", "", "")
    parts = [face.seats(view, tags=tags), face.cards(view), face.piles(view)]
    whole = face.panel(view, tags=tags)
    assert whole == '<div class="panes">' + "\n".join([face.hand(view), *parts]) + "</div>"
    assert whole.count("<small>bot</small>") == 1
    over = view | {"over": True}
    assert face.scores(over) in face.panel(over)
    assert not face.hand(over) or face.hand(over) not in face.panel(over)


@pytest.mark.parametrize("name", games)
def test_seats_have_the_names_of_who_sits_there(name: str) -> None:
    view = donjon.new(name, players=2, seed=1).view(1)
    face = games[name].drawing
    for markup in (face.seats(view, names=["Anna", "Béla"]), face.scores(view, names=["Anna", "Béla"])):
        assert "Anna" in markup
        assert "Béla" in markup
    for markup in (face.seats(view), face.scores(view)):
        assert "seat 0" in markup
        assert "seat 1" in markup


@pytest.mark.parametrize("name", games)
def test_names_are_escaped(name: str) -> None:
    view, face = donjon.new(name, players=4, seed=1).view(0), games[name].drawing
    names = ["<script>", '"&', "a", "b"]
    for markup in (face.panel(view, names=names, tags=["<i>"] * 4), face.draw(view, names=names)):
        assert "<script>" not in markup
        assert "&lt;script&gt;" in markup
        assert "<i>" not in markup


@pytest.mark.parametrize("name", games)
def test_the_own_seat_is_lowest_and_the_others_follow_in_turn_order(name: str) -> None:
    match, face = donjon.new(name, players=4, seed=1), games[name].drawing
    for viewer, order in ((0, "1230"), (2, "3012"), (None, "0123")):
        seats = face.seats(match.view(viewer))
        found = re.findall(r'<section class="pane pane-seat[^"]*"[^>]* id="seat-(\d)"', seats)
        assert "".join(found) == order


@pytest.mark.parametrize("name", games)
def test_the_panes_of_a_game_have_their_style_in_the_house(name: str) -> None:
    view = donjon.new(name, players=2, seed=1).view(0)
    view["ranks"] = [1, 2]
    face = games[name].drawing
    drawn = face.panel(view) + face.scores(view)
    classes = {word for found in re.findall(r'class="([^"]+)"', drawn) for word in found.split()}
    panes = {word for word in classes if word.startswith("pane")}
    assert {"panes", "pane", "pane-seat", "pane-total", "pane-turn", "pane-crown", "pane-scores"} <= panes
    assert unstyled(panes, drawing.css()) == set()


@pytest.mark.parametrize("name", games)
def test_the_style_names_only_known_colours(name: str) -> None:
    face = games[name].drawing
    known = set(drawing.COLOURS["light"]) | set(face.COLOURS["light"]) | {"seat", "seat-charge", "step"}
    assert set(re.findall(r"var\(--([\w-]+)\)", face.css())) <= known
    assert "#f2b92f" in face.css(), "gold leaf on a board is the same in both schemes"
    assert "#2b2119" in face.css(), "and its line of ink"


@pytest.mark.parametrize(
    ("name", "pieces", "arrivals"),
    [
        ("kingdom-builder", ".settlement", ["kb-arrive"]),
        ("caylus", ".cay-piece", ["cay-arrive"]),
        ("ys", ".ys-broker", ["ys-arrive"]),
    ],
)
def test_pieces_travel_but_not_for_those_who_want_no_motion(
    name: str, pieces: str, arrivals: list[str]
) -> None:
    sheet = games[name].drawing.css()
    travel = re.search(rf"\{pieces} {{ transition: transform (\d+)ms ease-out", sheet)
    assert travel is not None
    assert 150 <= int(travel[1]) <= 450
    still = re.search(r"\(prefers-reduced-motion: reduce\) { ([^{]+) { transition: none; } }", sheet)
    assert still is not None
    assert pieces in still[1].split(", ")
    for arrival in arrivals:
        before = sheet[: sheet.index(f"animation: {arrival}")]
        assert before.rsplit("@media", 1)[1].startswith(" (prefers-reduced-motion: no-preference) {")


def test_a_seat_without_a_name_is_said_by_its_number() -> None:
    said = Saying({}, lambda text: text.replace("waits for", "wartet auf"), ["Anna"])
    assert [said.name(seat) for seat in (0, 1)] == ["Anna", "seat 1"]
    waits = Message("{player} waits for {other}", player=SeatName(0), other=SeatName(1))
    assert said.say(waits) == "Anna wartet auf seat 1"
    assert Saying({}, str, None).name(0) == "seat 0"


def test_boxes_are_said_in_percent_of_the_board() -> None:
    assert drawing.percent((10, 30, 100, 1), (0, 0, 200, 300)) == (5, 10, 50, 0.333)


def test_a_look_holds_what_a_folder_holds_and_colours_the_seats() -> None:
    look = drawing.Theme("ys/drawing", "ys", ".ys-x{fill:none}\n")
    assert set(drawing.ICONS) < set(look.icons)
    assert look.icon("harbour", "the harbour").count('aria-label="the harbour"') == 1
    assert look.board_style.startswith(".ys-x{fill:none}\n")
    assert f".ys-seat-{len(drawing.SEATS) - 1}{{fill:var(--seat-" in look.board_style
    assert look.board_style in look.css
    alone = look.standalone('<svg xmlns="http://www.w3.org/2000/svg"><path class="ys-quay"/></svg>')
    assert look.colours["light"]["ys-stone"] in alone
    assert "var(--ys-stone)" not in alone
