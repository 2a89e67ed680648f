"""Examples of the rulebook played with a mouse where they stand, and the drawer that leads to them."""

from __future__ import annotations

import pytest

from donjon import rulebook
from donjon.table.learn.examples import steps_of
from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import begin, build

GAMES = rulebook.games()
SIZES = [(1440, 900), (360, 640)]


def chosen(game: str) -> tuple[str, str]:
    """A chapter and an example in it that has two steps and something wrong."""
    book = rulebook.book(game)
    example = next(one for one in book.examples if len(one.line) > 1 and one.wrong)
    return book.chapter_with(example.id).id, example.id


def opened(visit, game: str, size=(1440, 900), **options):
    chapter, id = chosen(game)
    page = visit(f"/rules/{game}/{chapter}", *size, **options)
    page.locator(f"#example-{id} .btn[data-play]").click()
    page.wait_for_selector(".try")
    return page, id


def stands(page, did: str) -> None:
    """Wait until so much has been played."""
    page.wait_for_selector(f".try[data-did='{did}']")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_played_in_its_chapter(visit, game, size):
    page, id = opened(visit, game, size)
    address, steps = page.url, steps_of(game, id)
    assert page.locator(f"#example-{id} #board svg").count()
    assert page.evaluate("document.activeElement.id") == "prompt"
    page.locator("#wrongs button").first.click()
    page.wait_for_selector(".answer .notice")
    assert page.locator(".answer .notice .rule").inner_text()
    for step in steps:
        page.locator("#show-me").click()
        stands(page, step)
    assert page.locator("#after").is_visible()
    assert page.locator("#said p").count() > 0
    page.locator("#take-back").click()
    stands(page, ".".join(steps[-1].split(".")[:-1]))
    page.locator("#begin-again").click()
    stands(page, "")
    assert page.url == address, "nobody leaves the chapter"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("game", GAMES)
def test_any_choice_is_played_by_a_press(visit, game):
    page, _id = opened(visit, game)
    choice = page.locator(".try :is(.spots, #moves, #many, #choice-list) > button").first
    action = choice.get_attribute("value")
    choice.click()
    stands(page, action)
    assert page.locator("#log-lines > li").count() > 0


def test_a_place_that_is_not_open_says_why(visit):
    page, _id = opened(visit, "kingdom-builder")
    legal = set(page.locator(".spots > button").evaluate_all("all => all.map(one => one.value)"))
    drawn = page.locator("#picture [data-action]").evaluate_all("all => all.map(one => one.dataset.action)")
    closed = next(action for action in drawn if action not in legal)
    page.locator(f"#picture [data-action='{closed}']").click(force=True)
    page.wait_for_selector("#bubble:not([hidden]) .rule")


def test_the_next_example_is_played_where_it_stands(visit):
    book = rulebook.book("kingdom-builder")
    chapter = next(one for one in book.chapters if len(one.examples) > 1)
    first, second = chapter.examples[:2]
    page = visit(f"/rules/kingdom-builder/{chapter.id}")
    page.locator(f"#example-{first} .btn[data-play]").click()
    for step in steps_of("kingdom-builder", first):
        page.locator("#show-me").click()
        stands(page, step)
    page.locator("#following").click()
    page.wait_for_selector(f"#example-{second} .try")
    assert page.url.endswith(f"/{chapter.id}")
    page.goto(f"/rules/kingdom-builder/{chapter.id}/{first}?did={steps_of('kingdom-builder', first)[-1]}")
    page.locator("#following").click()
    page.wait_for_url(f"**/{chapter.id}/{second}")


def test_opening_another_lays_the_first_aside(visit):
    page, id = opened(visit, "caylus")
    other = page.locator(f".example:not(#example-{id})").first
    other.locator(".btn[data-play]").click()
    page.wait_for_selector(f".example.playing:not(#example-{id}) .try")
    assert page.locator(".try").count() == 1
    assert page.locator(f"#example-{id} .example-start").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_without_scripts_every_step_is_a_page(visit, game):
    chapter, id = chosen(game)
    page = visit(f"/rules/{game}/{chapter}", scripts=False)
    page.locator(f"#example-{id} .btn[data-play]").click()
    for step in steps_of(game, id):
        page.locator("#show-me").click()
        assert page.url.endswith(f"/{id}?did={step}")
    page.wait_for_selector("#after")


@pytest.mark.parametrize("game", GAMES)
def test_chapters_and_examples_have_no_fault_that_axe_finds(visit, axe, game):
    page, id = opened(visit, game, bypass_csp=True)
    assert violations_in_all_looks(page, axe) == {}
    chapter, _ = chosen(game)
    page.goto(f"/rules/{game}/{chapter}/{id}?did={steps_of(game, id)[-1]}")
    assert violations_in_all_looks(page, axe) == {}


def test_the_drawer_says_where_a_rule_is_explained(visit):
    page = visit()
    begin(page)
    build(page)
    page.locator("#log a.rule").first.click()
    page.wait_for_selector("#drawer[open] .here")
    links = page.locator("#drawer .here .explained a")
    assert links.first.is_visible()
    assert links.first.get_attribute("target") == "_blank"
    assert page.locator("#drawer img").count() == 0, "the drawer has the exact rules alone"


def test_an_old_link_unfolds_its_rule(visit):
    page = visit("/rules/caylus#CAY-5.4.1")
    page.wait_for_selector("[id='CAY-5.4.1']", state="visible")


def test_a_long_row_of_cards_does_not_make_the_page_wide(visit):
    page = visit("/rules/caylus/building/any-cube", 360, 640)
    shelf = page.locator("#hand ul").evaluate_all("all => all.some(one => one.scrollWidth > one.clientWidth)")
    assert shelf, "there are more cards than there is room"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
