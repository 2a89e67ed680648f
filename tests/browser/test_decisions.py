"""Every kind of decision of a game is made by a press, and the last one leads to scores and replay.

Each is opened where it was asked in a game that was played without a browser. Games are played to
their end in one page, by hand: `test_kb_hands.py`, `test_caylus_hands.py` and `test_ys_hands.py`.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from donjon.kernel.games import games
from tests.browser.hands import my_turn, press, seq, until
from tests.browser.stages import guest
from tests.browser.test_scoring import before_the_end, play_the_last
from tests.table.people import new_table_game, step, store

# Games in which, together, every kind of decision comes up: seats and seed.
PLAYED = {
    "caylus": [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1)],
    "ys": [(2, 0), (2, 1), (3, 1), (3, 2), (4, 0)],
    "kingdom-builder": [(2, 0), (3, 2)],
}
KINDS = {"caylus": 15, "ys": 21, "kingdom-builder": 6}


def kinds(table, name: str, games_played, **options) -> dict[tuple, str]:
    """Store a table at the first decision of each kind that the first seat makes; return their addresses."""
    found: dict[tuple, str] = {}
    for seats, seed in games_played:
        who = ["ann", *["bot"] * (seats - 1)]
        table_game, chance = new_table_game(*who, game=name, seed=str(seed), **options), Random(seed)
        while not table_game.over:
            view = table_game.view(0)
            kind = (view["phase"], view.get("ask"))
            if 0 in table_game.waiting and kind not in found:
                kept = table_game.header
                table_game.header = replace(kept, id=f"{name[:2]}kind{len(found)}")
                store(table.app.state.storage, table_game)
                found[kind] = f"/t/{table_game.header.id}"
                table_game.header = kept
            step(table_game, chance)
    return found


def decide(page, address: str, chance: Random) -> None:
    """Open a table, choose anything there with the mouse, and wait until it goes on."""
    page.goto(address)
    my_turn(page)
    before = seq(page)
    press(page, chance)
    my_turn(page)
    assert seq(page) != before, address
    assert page.locator("#notice").count() == 0, address


@pytest.mark.parametrize("name", list(games))
def test_every_kind_of_decision_is_made_by_a_press(visit, table, name):
    page, chance = visit(), Random(name)
    guest(page, table)
    found = kinds(table, name, PLAYED[name])
    assert len(found) == KINDS[name], sorted(found, key=str)
    for address in found.values():
        decide(page, address, chance)


def test_simplified_favours_are_earned_by_a_press(visit, table):
    page = visit()
    guest(page, table)
    found = kinds(table, "caylus", [(2, 3)], favours="simplified")
    assert ("castle", "row") not in found
    for kind in (("castle", "batch"), ("special", "joust")):
        decide(page, found[kind], Random(1))


@pytest.mark.parametrize("name", list(games))
def test_the_last_choice_leads_to_scores_the_shuffle_check_and_the_replay(visit, table, name):
    most = max(games[name].seats)
    table_game = before_the_end(name, *["ann"] * most)
    page = play_the_last(visit, table, table_game, "localStorage.setItem('donjon-speed', '0')")
    my_turn(page)
    page.wait_for_selector("#scores")
    assert "Final score:" in page.inner_text("#prompt")
    assert page.locator("#scores thead th").count() == most
    assert page.locator("#scores tbody tr").count() >= 4
    page.click("#fair summary")
    assert "sha256sum" in page.inner_text("#fair")
    page.click("#to-replay")
    page.wait_for_selector("#scrub")
    start = page.inner_html("#picture")
    page.click("#to-end")
    until(page, "document.querySelector('#at').value === document.querySelector('#at').max")
    until(page, "document.querySelectorAll('#log-lines > li').length > 20")
    assert page.inner_html("#picture") != start
    if name == "kingdom-builder":
        until(page, "document.querySelectorAll('.settlement').length > 60")
