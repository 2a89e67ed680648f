"""Puzzles in a browser: tried on the board, judged, solved, and marked in the list."""

from __future__ import annotations

import pytest

from donjon.coach import puzzles_of
from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import until

GAMES = ["caylus", "kingdom-builder", "ys"]


def press(page, action: int) -> None:
    """Choose an action: its place on the board, or its button in the list."""
    button = page.locator(f".spots > button[value='{action}'], button[name=action][value='{action}']").first
    button.evaluate("button => button.click()")


def play(page, choice) -> None:
    """Make a whole decision, step by step."""
    for number, action in enumerate(choice.actions, 1):
        press(page, action)
        did = ".".join(map(str, choice.actions[:number]))
        until(page, f"document.querySelector('.try')?.dataset.did === '{did}'")


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_missed_then_solved_and_marked(visit, game):
    puzzle = puzzles_of(game)[0]
    page = visit(f"/puzzles/{game}/1")
    play(page, puzzle.choices[1])
    until(page, "document.querySelector('#prompt').innerText === 'There is a better move.'")
    assert page.locator("#next-puzzle").count() == 0
    page.click("#begin-again")
    until(page, "document.querySelector('.verdict') === null")
    play(page, puzzle.choices[0])
    until(page, "document.querySelector('#next-puzzle') !== null")
    assert page.inner_text("#prompt").startswith("Solved")
    assert page.locator(".try .spots > button").count() == 0, "nobody goes on"
    page.goto(f"/puzzles/{game}")
    assert page.locator(".puzzle-list .solved [aria-hidden]").all_inner_texts() == ["1 ✓"]


def test_a_puzzle_is_shown_without_scripts(visit):
    page = visit("/puzzles/ys/1", scripts=False)
    page.click("#hint")
    assert page.locator("#hint-words").is_visible()
    page.click("#show-me")
    assert page.inner_text("#prompt") == "This is the best move.", "shown, not solved"
    assert page.locator("#share").is_hidden()
    page.click("#share-by-hand summary")
    assert page.locator("#share-by-hand textarea").input_value().endswith("/puzzles/ys/1")
    page.click("#next-puzzle")
    assert page.url.endswith("/puzzles/ys/2")


def test_a_hint_narrows_the_moves_and_the_result_is_copied(visit):
    page = visit("/puzzles/kingdom-builder/1")
    page.evaluate("""() => {
        delete Navigator.prototype.share;
        Object.defineProperty(navigator, 'clipboard', {
            value: {writeText: async text => { window.copied = text; }}
        });
    }""")
    page.click("#hint")
    until(page, "document.querySelector('#hint-words') !== null")
    assert page.locator("#puzzle-goals .gains").count() > 0
    page.click("#hint")
    until(page, "document.querySelectorAll('.why-ring').length > 2")
    page.click("#hint")
    until(page, "document.querySelectorAll('.why-ring').length === 2")
    assert page.locator("#hint").count() == 0
    assert page.url.endswith("?hint=3"), "the address shows the same"
    press(page, puzzles_of("kingdom-builder")[0].choices[0].actions[0])
    until(page, "document.querySelector('#next-puzzle') !== null")
    assert page.locator("#share-by-hand").is_hidden()
    page.click("#share")
    until(page, "window.copied !== undefined")
    title, result, address = page.evaluate("window.copied").split("\n")
    assert title.endswith("Kingdom Builder 1") or title == "Donjon: Kingdom Builder, puzzle 1"
    assert result.endswith("with a hint.")
    assert address.endswith("/puzzles/kingdom-builder/1")


@pytest.mark.parametrize("game", GAMES)
def test_hints_and_solutions_have_no_fault_that_axe_finds(visit, axe, game):
    page = visit(f"/puzzles/{game}/1?hint=2", bypass_csp=True)
    assert violations_in_all_looks(page, axe) == {}
    page.goto(f"/puzzles/{game}/1?show=1")
    assert violations_in_all_looks(page, axe) == {}


def test_a_token_that_was_just_taken_is_as_wide_as_the_others(visit):
    page = visit("/puzzles/kingdom-builder/9")
    wide = page.locator("#hand .kb-token").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert page.locator("#hand .kb-token.new").count() == 1
    assert len(set(wide)) == 1
