"""What can be tapped can be dragged: a drop plays what taps would have played, and nothing anywhere else."""

from __future__ import annotations

from random import Random

import pytest

from donjon.kernel.games import games
from tests.browser.hands import answered, begin, moved, my_turn, press, seq, until, wait_for
from tests.browser.stages import guest
from tests.browser.test_caylus_hands import STEPS, choose
from tests.browser.test_kb_hands import take
from tests.table.people import new_table_game, step, store

NEVER = "localStorage.setItem('donjon-confirm', 'never')"
CARRIED = ".play [data-carry]"
# The middle of a place that can be tapped where it is seen now.
IN_SIGHT = """[...document.querySelectorAll('.spots > button')].map((spot) => {
  const { x, y, width, height } = spot.getBoundingClientRect();
  return [x + width / 2, y + height / 2, spot];
}).filter(([x, y, spot]) => document.elementFromPoint(x, y) === spot).map(([x, y]) => [x, y])[0]"""
LINES = "document.getElementById('log-lines').innerText"


def middle(thing) -> tuple[float, float]:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lift(page, thing, to) -> None:
    """Press a thing and move it over another, without letting it go."""
    start, end = middle(thing), middle(to)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] - 8, steps=2)
    page.mouse.move(*end, steps=6)


def drag(page, thing, to) -> None:
    lift(page, thing, to)
    page.mouse.up()


def nothing_is_dragged(page) -> None:
    assert page.locator(".ghost, .dragged, .dragging, .spot.target, .spot.over").count() == 0


def at_table(visit, game):
    page = visit()
    page.evaluate(NEVER)
    begin(page, 1, game)
    return page


def test_a_settlement_from_the_hand_to_a_hex(visit):
    page = at_table(visit, "kingdom-builder")
    before, house, spot = seq(page), page.locator(CARRIED), page.locator(".spots > button").first
    action = spot.get_attribute("value")
    lift(page, house, spot)
    assert page.locator(".ghost").count() == 1
    assert page.locator(".spot.target").count() == page.locator(".spots > button").count()
    assert page.locator(".spot.over").get_attribute("value") == action
    page.mouse.up()
    moved(page, before)
    nothing_is_dragged(page)
    assert page.locator("#reply-title").count() == 0, "the drop is no tap on the hand"


@pytest.mark.parametrize("how", ["escape", "elsewhere"])
def test_a_drag_that_ends_nowhere_plays_nothing(visit, how):
    page = at_table(visit, "kingdom-builder")
    before, house, spot = seq(page), page.locator(CARRIED), page.locator(".spots > button").first
    if how == "escape":
        lift(page, house, spot)
        page.keyboard.press("Escape")
        nothing_is_dragged(page)
        page.mouse.up()
    else:
        drag(page, house, page.locator("#log-lines > li").first)
    nothing_is_dragged(page)
    answered(page)
    assert seq(page) == before
    spot.click()
    moved(page, before)


def test_two_discs_pushed_onto_the_table_are_a_bid(visit):
    page = at_table(visit, "ys")
    table = page.locator("#ys-market")
    drag(page, page.locator(".ys-own [data-piece=disc-3]").first, table)
    assert page.locator("#live [data-open=held]").count() == 1
    drag(page, page.locator(".ys-own [data-piece=disc-4]").first, table)
    until(page, f"{LINES}.includes('3 and 4')")
    nothing_is_dragged(page)


def test_a_broker_to_a_place(visit):
    """Two decisions, of place and of broker, by one drag."""
    page, chance = at_table(visit, "ys"), Random(2)
    while not page.locator(CARRIED).count():
        press(page, chance, by_hand=False)
        my_turn(page)
    disc, place = page.locator(CARRIED).first, page.locator(".spots > button").first
    value = disc.get_attribute("data-piece").removeprefix("disc-")
    drag(page, disc, place)
    said = [f"Blue places a {value}", f"Blue's face-down broker is a {value}"]
    until(page, f"{said}.some((words) => {LINES}.includes(words))")


def test_the_provost_along_the_road_with_the_signs_of_the_tiles(visit):
    page, chance = at_table(visit, "caylus"), Random(3)
    steps = ", ".join(f"#spot-{action}" for action in STEPS.values())
    while not page.locator(steps).count():
        choose(page, chance)
        my_turn(page)
    step = next(step for step, action in STEPS.items() if page.locator(f"#spot-{action}").count())
    before, spot = seq(page), page.locator(f"#spot-{STEPS[step]}")
    lift(page, page.locator("#cay-provost"), spot)
    assert page.locator(f".cay-fate.step{step}").is_visible()
    assert not page.locator(".cay-fate.step0").is_visible()
    page.mouse.up()
    moved(page, before)
    assert "moves the provost" in page.inner_text("#log-lines")


def test_a_worker_to_a_space(visit):
    page = at_table(visit, "caylus")
    before = seq(page)
    drag(
        page,
        page.locator(CARRIED),
        page.locator("#spot-" + page.locator(".spots > button").first.get_attribute("value")),
    )
    moved(page, before)
    assert "Blue places a worker" in page.inner_text("#log-lines")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1024, 768)])
def test_a_worker_by_a_finger(visit, width, height):
    page = visit(width=width, height=height, has_touch=True, is_mobile=True)
    page.evaluate(NEVER)
    begin(page, 1, "caylus")
    before, start = seq(page), middle(page.locator(".play [data-carry='']"))
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def over_a_space() -> bool:
        """Move the finger to a space as the page is now: the browser may deliver a move later."""
        end = page.evaluate(IN_SIGHT)
        for part in range(1, 9):
            x, y = (start[axis] + (end[axis] - start[axis]) * part / 8 for axis in (0, 1))
            touch("touchMove", (x, y))
        return page.locator(".spot.over").count() == 1

    touch("touchStart", start)
    wait_for(page, over_a_space)
    assert page.locator(".ghost").count() == 1
    touch("touchEnd")
    moved(page, before)
    nothing_is_dragged(page)


MOVES_ONE = (
    "[data-open='yes']:is([data-piece=token-barn], [data-piece=token-harbor], [data-piece=token-paddock])"
)
# A settlement that can be lifted, and where: its middle.
LIFTED = """() => {
  const at = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const over = (spot) => [...document.querySelectorAll("#kb-settlements > *")].some((piece) => {
    const [x, y] = at(piece), box = spot.getBoundingClientRect();
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  });
  return at([...document.querySelectorAll(".spots > button")].find(over));
}"""
MIDDLE = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def with_a_token_that_moves(visit, table):
    """Open a table and take a token that moves a settlement."""
    game, chance = games["kingdom-builder"], Random(3)
    sectors = ["barn", "harbor", "paddock", "tower"]
    table_game = new_table_game("ann", "bot", sectors=sectors)

    def uses() -> set[str]:
        return {game.action_text(table_game.state, 0, action) for action in table_game.legal(0)}

    while 0 not in table_game.waiting or not uses() & {"barn", "harbor", "paddock"}:
        step(table_game, chance)
    store(table.app.state.storage, table_game)
    page = visit()
    guest(page, table)
    page.evaluate(NEVER)
    page.goto(f"/t/{table_game.id}")
    my_turn(page)
    take(page, page.locator(f"#hand {MOVES_ONE}").first)
    return page


def carry(page, start, end) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] - 8, steps=2)
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def test_a_settlement_on_the_board_to_its_new_hex(visit, table):
    """Two decisions, of what is lifted and of where it is put, by one drag."""
    page = with_a_token_that_moves(visit, table)
    before, start = seq(page), page.evaluate(LIFTED)
    page.mouse.click(*start)
    moved(page, before)
    answered(page)
    end = page.locator(".spots > button").first.evaluate(MIDDLE)
    lifted = seq(page)
    page.locator("#undo-one").click()
    moved(page, lifted)
    answered(page)
    stood = page.locator("#kb-settlements > *").count()
    carry(page, start, end)
    until(page, f"{LINES}.includes('Blue moves') || {LINES}.includes('Blue puts')")
    answered(page)
    nothing_is_dragged(page)
    assert page.locator("#kb-settlements > *").count() == stood
    assert page.locator("#kb-settlements > .lifted").count() == 0


def test_a_settlement_that_is_dropped_where_it_cannot_go_is_told_why(visit, table):
    page = with_a_token_that_moves(visit, table)
    start = page.evaluate(LIFTED)
    carry(page, start, page.locator(".place.castle").first.evaluate(MIDDLE))
    page.wait_for_selector("#bubble:not([hidden]) .notice")
    assert page.locator("#kb-settlements > .lifted").count() == 1, (
        "it is lifted, and can be put or taken back"
    )
    nothing_is_dragged(page)
