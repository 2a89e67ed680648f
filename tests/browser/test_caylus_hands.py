"""Caylus by a mouse on the things themselves: places of the board, things in the hand, not the list."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.browser.hands import OVER, answered, begin, moved, my_turn, point_aside, seq
from tests.browser.stages import guest, middle

GAME = "caylus"
SPOTS, PLAIN = ".spots > button", "#moves button"
# What no place and no thing is needed for: to pass, to say no, to be done.
WORDS = ("Pass", "Skip", "Give no batch", "No more batches", "Leave the provost")
AT_ONCE = "localStorage.setItem('donjon-confirm', 'never')"
STEPS = {"-3": 75, "-2": 76, "-1": 77, "1": 78, "2": 79, "3": 80}


def choose(page, chance: Random) -> str:
    """Make any choice by hand, things before places before words; says which of these it was."""
    before = seq(page)
    gathered = page.eval_on_selector_all("[data-pieces]", "all => all.map(one => one.dataset.pieces)")
    spots, words = page.locator(SPOTS).count(), page.locator(PLAIN).count()
    if gathered and (not words or chance.random() < 0.9):
        taken: Counter = Counter()
        for name in chance.choice(gathered).split():
            page.click(f'[data-piece="{name}"]')
            taken[name] += 1
            if sum(taken <= Counter(names.split()) for names in gathered) == 1:
                break  # it is that one
        way = "things"
    elif spots and (not words or chance.random() < 0.8):
        page.locator(SPOTS).nth(chance.randrange(spots)).click()
        way = "places"
    else:
        button = page.locator(PLAIN).nth(chance.randrange(words))
        assert button.inner_text() in WORDS
        point_aside(page)
        button.click()
        way = "words"
    moved(page, before)
    answered(page)
    return way


def test_half_a_game_on_places_and_things(visit, table):
    """From a batch in the middle of a game, which is gathered, to its end, in one page."""
    page = visit()
    page.evaluate(AT_ONCE)
    guest(page, table)
    page.goto(middle(GAME, table, "batch"))
    my_turn(page)
    chance, ways = Random(8), Counter()
    while not page.locator(OVER).count():
        ways[choose(page, chance)] += 1
        assert not page.locator("#choices[open]").count()
        my_turn(page)
    assert "Final score:" in page.inner_text("#prompt")
    assert ways["things"] > 0
    assert ways["places"] > 0


def test_the_provost_shows_on_the_road_what_would_run(visit):
    """While one rests on a space, every building says whether it would run for the provost there."""
    page = visit()
    page.evaluate(AT_ONCE)
    begin(page, 1, GAME)
    steps = ", ".join(f"#spot-{action}" for action in STEPS.values())
    chance = Random(3)
    while not page.locator(steps).count():
        choose(page, chance)
        my_turn(page)
    page.mouse.move(2, 2)  # the last press may have been where the provost can come to
    assert page.locator(".cay-fate.step0").is_visible()
    for step, action in STEPS.items():
        if page.locator(f"#spot-{action}").count():
            page.hover(f"#spot-{action}")
            shown = page.locator(f".cay-fate.step{step}")
            assert shown.is_visible()
            assert not page.locator(".cay-fate.step0").is_visible()
            assert shown.locator(".cay-would").count() == 1


def test_tiles_to_build_answer_the_pointer(visit):
    page = visit()
    begin(page, 1, GAME)
    page.click("#cay-piles summary")
    tile = page.locator(".cay-class a").first
    style = "one => [getComputedStyle(one).outlineStyle, getComputedStyle(one).outlineWidth]"
    assert tile.evaluate(style)[0] == "none"
    tile.hover()
    assert tile.evaluate(style) == ["solid", "2px"]
