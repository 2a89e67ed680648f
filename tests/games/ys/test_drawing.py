"""The board of Ys, drawn from real positions."""

import math
import re
from typing import Any

import donjon
from donjon.games.ys import decisions, drawing, nouns
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.pieces import broker_points, small_ids
from donjon.games.ys.placing import DOWN, PLACE, UP
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from tests.games.ys.pictures import NAMES, counted, middle, moments, placing, texts, until
from tests.games.ys.stage import GAME, NAME
from tests.pictures import SVG, by_id, of_class, parse

__all__ = ["counted", "middle"]


def test_brokers_keep_their_ids_and_travel(middle: Any) -> None:
    view = middle.view(0)
    elements = by_id(drawing.draw(view, names=NAMES))
    assert len(view["brokers"]) > 20
    points = set()
    for broker in view["brokers"]:
        drawn = elements[broker["id"]]
        points.add(drawn.get("style"))
        assert re.fullmatch(r"transform:translate\([\d.]+px,[\d.]+px\)", drawn.get("style") or "")
        assert (drawn.findtext(SVG + "title") or "").startswith(NAMES[broker["owner"]])
    assert len(points) == len(view["brokers"]), "no broker covers another"


def test_brokers_stand_in_their_places(middle: Any) -> None:
    view = middle.view(None)
    elements = by_id(drawing.draw(view))
    boxes = places.subject_boxes()
    for broker in view["brokers"]:
        drawn = elements[broker["id"]]
        assert drawn.get("data-subject") == broker["place"]
        x, y = (float(number) for number in re.findall(r"[\d.]+", drawn.get("style") or ""))
        if broker["place"][0].isdigit():
            left, top, width, height = boxes[broker["place"]]
            assert (x, y) == (left + width / 2, top + height / 2)
            continue
        quarter, letter = int(broker["place"][1]) - 1, broker["place"][3]
        right, down = places.CORNERS[quarter]
        assert (x - places.CENTRE.x) * right > places.STREET
        assert (y - places.CENTRE.y) * down > places.STREET
        district = next(name for name in places.BANDS if name[0] == letter)
        inner, outer = places.BANDS[district]
        distance = ((x - places.CENTRE.x) ** 2 + (y - places.CENTRE.y) ** 2) ** 0.5
        assert inner < distance < outer


def test_a_face_down_broker_tells_its_value_to_those_who_know_it(middle: Any) -> None:
    """YS-0.3: the number of a face-down broker is drawn for its owner, and for nobody else."""
    seen = 0
    for seat in (None, 0, 1, 2, 3):
        elements = by_id(drawing.draw(middle.view(seat)))
        for broker in middle.view(seat)["brokers"]:
            drawn = elements[broker["id"]]
            values = [text for text in texts(drawn) if text]
            known = broker["value"] is not None
            assert values == ([str(broker["value"])] if known else [])
            back = f"#ys-{'open' if broker['face_up'] else 'back'}-{broker['owner']}"
            assert back in {use.get("href") for use in drawn.iter(SVG + "use")}
            if not broker["face_up"] and broker["owner"] == seat:
                assert known
                seen += 1
            elif seat is None and not broker["known_to_all"]:
                assert not known
    assert seen > 4


def test_what_a_seat_cannot_know_is_not_in_its_picture() -> None:
    """YS-10.9: pictures do not change when all that the viewer cannot know is dealt anew."""
    for state, seat, legal in moments():
        viewpoint = 0 if seat is None else seat
        other = copy(state)
        rules.redeal(other, viewpoint, rng.new("drawing", viewpoint))
        view, same = GAME.view(state, viewpoint), GAME.view(other, viewpoint)
        assert drawing.draw(view, legal=legal) == drawing.draw(same, legal=legal)
        assert drawing.panel(view) == drawing.panel(same)


def test_screens_show_their_own_brokers_to_their_owner_only(middle: Any) -> None:
    for seat in (None, 0, 2):
        view = middle.view(seat)
        elements = by_id(drawing.draw(view))
        for player in view["players"]:
            drawn = elements[f"ys-screen-{player['seat']}"]
            numbers = [text.text for text in drawn.iter(SVG + "text") if text.get("class") == "ys-value"]
            own = player["screen"] if player["seat"] == seat else []
            assert numbers == [str(value) for value in own]
            assert player["screen_size"] > 0


def test_fronts_are_open_to_everybody(middle: Any) -> None:
    """YS-0.2."""
    view = middle.view(None)
    elements = by_id(drawing.draw(view))
    for player in view["players"]:
        assert len(player["front"]) == 2
        for index, value in enumerate(player["front"]):
            assert texts(elements[f"f{player['seat']}-{index}"]) == [str(value)]


def test_the_order_of_pieces_does_not_depend_on_the_view(middle: Any) -> None:
    view = middle.view(0)
    assert drawing.draw(view | {"brokers": view["brokers"][::-1]}) == drawing.draw(view)


def test_legal_actions_are_lit_and_nothing_else() -> None:
    """Everything that can be chosen on the board is lit: seals for placing, rings round brokers, outlines."""
    phases = set()
    for state, seat, legal in moments():
        view = GAME.view(state, seat)
        svg = drawing.draw(view, legal=legal)
        lit = {element.get("id", "") for element in of_class(svg, "ys-light")}
        boxes = drawing.boxes() | drawing.moving_boxes(view)
        brokers = {f"ring-{broker['id']}": broker["action"] for broker in [*view["brokers"], *view["throne"]]}
        seen = {int(found[1]) for name in lit if (found := re.fullmatch(r"(?:l|seal|ring)-(\d+)", name))}
        seen |= {brokers[name] for name in lit if name in brokers}
        assert seen == {action for action in legal if action in boxes}
        assert not of_class(drawing.draw(view), "ys-light")
        phases |= {view["phase"]} if seen else set()
    assert {"order", "place", "wizard", "best", "close"} <= phases


def test_boxes_lie_on_the_board_and_apart() -> None:
    boxes = drawing.boxes()
    for left, top, width, height in [*boxes.values(), *drawing.spots().values()]:
        assert left >= 0
        assert top >= 0
        assert left + width <= 100
        assert top + height <= 100
    for place in range(nouns.PLACES):
        if nouns.FIRST_CELL <= place < nouns.FIRST_CELL + nouns.COLOURS:
            continue  # row 0 is never used
        there = [boxes[start + place] for start in (UP.first, DOWN.first, PLACE.first)]
        for at, one in enumerate(there):
            for other in there[at + 1 :]:
                across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
                down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
                assert across <= 0.6 or down <= 0.6, nouns.PLACE_TEXTS[place]


def test_every_subject_of_the_board_can_be_explained(middle: Any) -> None:
    """A tap on anything is answered: each data-subject is a spot, and each spot is known to the game."""
    svg = drawing.draw(middle.view(0))
    subjects = {element.get("data-subject", "") for element in parse(svg).iter()} - {""}
    assert subjects <= set(drawing.spots())
    assert GAME.explain is not None
    for subject in subjects:
        assert GAME.explain(middle.state, middle.view(0), subject), subject


def test_every_reference_has_its_drawing() -> None:
    for state, seat, legal in moments():
        svg = drawing.draw(GAME.view(state, seat), legal=legal, highlights=["q1.h", "2r"])
        ids = set(by_id(svg))
        references = [element.get("href", "") for element in parse(svg).iter() if element.get("href")]
        assert len(references) > 40
        assert {reference.removeprefix("#") for reference in references} <= ids


def test_ships_show_the_gems_that_are_left(counted: Any) -> None:
    """YS-3.5, YS-6.2.3."""
    view = counted.view(None)
    elements = by_id(drawing.draw(view))
    left = view["counting"]["offer"]
    assert left
    for quarter in view["quarters"]:
        if quarter["ship"] is None:
            continue
        drawn = [
            (group.get("class") or "").split()[1]
            for group in elements[f"ys-ship-{quarter['number']}"].iter(SVG + "g")
            if (group.get("class") or "").startswith("ys-gem ")
        ]
        cargo = quarter["ship"]["gems"]
        if quarter["number"] == view["counting"]["quarter"]:
            cargo = [kind for kind, count in left.items() for _ in range(count)]
        assert drawn == [quarter["ship"]["large"], *cargo]


def test_characters_are_shown_with_name_and_effect(middle: Any) -> None:
    view = middle.view(None)
    elements = by_id(drawing.draw(view))
    for quarter in view["quarters"]:
        drawn = elements[f"ys-card-{quarter['number']}"]
        assert texts(drawn)[0].lower() == quarter["card"]
        assert len((drawn.findtext(SVG + "title") or "").split()) > 6
    assert len({symbol.body for name, symbol in drawing.ICONS.items() if name in nouns.Character.ids()}) == 16


def test_values_rise_in_their_shafts_above_their_columns(middle: Any) -> None:
    view = middle.view(None)
    elements = by_id(drawing.draw(view))
    for colour, value in view["values"].items():
        point = places.step(nouns.Gem.ids().index(colour), value)
        marker = elements[f"v-{colour}"]
        assert marker.get("style") == f"transform:translate({point.x}px,{point.y}px)"
        assert texts(marker) == [str(value)]
    for colour in range(nouns.COLOURS):
        assert places.shaft(colour) == places.cell(nouns.FIRST_CELL + nouns.COLOURS + colour).x
        assert places.step(colour, 15).y < places.step(colour, 1).y


def test_quarters_and_rows_that_are_not_in_play_are_fallow() -> None:
    """YS-5.5, YS-9.2.2, YS-9.2.5."""
    three = drawing.draw(donjon.new(NAME, players=3, seed=1, quarters=3).view(None))
    assert len(of_class(three, "ys-fallow")) == 1
    assert "ys-quarter-4" not in by_id(three)
    assert len(of_class(three, "closed")) == 5, "four tiles and the row's plinth"
    four = drawing.draw(donjon.new(NAME, players=4, seed=1).view(None))
    assert not of_class(four, "ys-fallow")
    assert not of_class(four, "closed")


def test_the_neutral_player_has_arms_of_its_own() -> None:
    """YS-9.3.2."""
    match = until(placing, 2, 4)
    view = match.view(0)
    elements = by_id(drawing.draw(view))
    assert "ys-screen-neutral" in elements
    neutral = [broker for broker in view["brokers"] if broker["neutral"]]
    assert neutral
    for broker in neutral:
        drawn = elements[broker["id"]]
        assert "#ys-back-4" in {use.get("href") for use in drawn.iter(SVG + "use")}
        assert not texts(drawn)


def test_a_closed_quarter_is_chained(middle: Any) -> None:
    """YS-8.17.1."""
    view = middle.view(0)
    view["quarters"][1]["closed"] = 3
    elements = by_id(drawing.draw(view, names=NAMES))
    title = elements["ys-closed-2"].findtext(SVG + "title")
    assert title == "Quarter 2: closed by <Eve>'s Queen"
    assert "ys-closed-1" not in elements


def test_the_soldier_and_the_aim_are_marked(middle: Any) -> None:
    view = middle.view(0)
    view["brokers"][0]["soldier"] = True
    view["placed"] = {"up": 0, "down": 0, "neutral": 0, "place": "q2.p", "face_up": False}
    svg = drawing.draw(view)
    assert len(of_class(svg, "ys-soldier")) == 1
    assert "aim" in by_id(svg)
    assert "5" in texts(by_id(svg)[view["brokers"][0]["id"]])


def test_a_crowd_stands_small_in_two_rows(middle: Any) -> None:
    """However many stand in a district, each of them is seen."""
    view = middle.view(0)
    for place in ("q1.h", "q2.m", "q3.p"):
        for broker in view["brokers"]:
            broker["place"] = place
        points = list(broker_points(view).values())
        gaps = [math.dist(one, other) for at, one in enumerate(points) for other in points[:at]]
        assert min(gaps) > 12
        assert small_ids(view) == {broker["id"] for broker in view["brokers"]}
        view["brokers"] = view["brokers"][:16]
    assert not small_ids(middle.view(0))


def test_the_chosen_broker_is_ringed(middle: Any) -> None:
    view = middle.view(0)
    view["chosen"] = {"broker": view["brokers"][2]["text"]}
    ring = by_id(drawing.draw(view))[f"chosen-{view['brokers'][2]['id']}"]
    point = broker_points(view)[view["brokers"][2]["id"]]
    assert (float(ring.get("cx", "")), float(ring.get("cy", ""))) == point


def test_highlights_are_shown_at_once(middle: Any) -> None:
    shown = of_class(drawing.draw(middle.view(None), highlights=["q1.h", "2r"]), "shown")
    assert [(element.get("class") or "").split()[1] for element in shown] == ["at-q1-h", "at-2r"]


def test_words_can_be_left_out(middle: Any) -> None:
    said = [text for text in texts(parse(drawing.draw(middle.view(None), labels=False))) if text]
    assert said
    assert not [text for text in said if re.search(r"[^\W\d_]", text)]


def test_the_picture_is_described(middle: Any) -> None:
    view = middle.view(None)
    svg = parse(drawing.draw(view, names=NAMES))
    told = {element.get("id"): "".join(element.itertext()) for element in svg}
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "ys-board-title ys-board-desc"
    assert told["ys-board-title"] == "Ys board"
    me = view["players"][0]
    sentence = rf"Anna: {me['track']} points?, {me['gem_count']} gems?, \d+ brokers? behind the screen"
    assert re.search(sentence, told["ys-board-desc"])


def test_a_full_board_is_light(counted: Any) -> None:
    assert len(drawing.draw(counted.view(0), legal=range(decisions.ACTIONS.count)).encode()) <= 130_000


def test_a_picture_that_stands_alone_needs_nothing_else(counted: Any) -> None:
    svg = drawing.draw(counted.view(None), standalone=True)
    root = parse(svg)
    assert "var(" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert root[0].tag == SVG + "style"
    moved = by_id(svg)["v-blue"]
    assert re.fullmatch(r"translate\([\d.]+ [\d.]+\)", moved.get("transform") or "")


def test_a_board_before_the_first_round_is_drawn() -> None:
    match = donjon.new(NAME, players=2, seed=1, nature="imposed")
    assert by_id(drawing.draw(match.view(None)))
    assert drawing.panel(match.view(None))
