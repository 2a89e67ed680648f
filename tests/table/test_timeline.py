"""From one page to the next: every moment in its order, and at the end the page of now."""

from __future__ import annotations

import json
import random

import pytest

from donjon.kernel.games import games
from donjon.table.live import pages, presentation, timeline, wording
from donjon.table.live.viewers import Screens, viewer
from donjon.table.store.table_game import MOST_PAGES
from donjon.table.web.rendering import say
from donjon.table.web.sessions import Identity
from donjon.table.wire import patches
from tests.table.people import SECRET, new_table_game, store
from tests.table.test_patches import Tree, shape

# Games whose pages are patched; tests/browser/test_facts.py and test_updates.py have the others.
GAMES = [name for name, game in games.items() if not presentation.has_facts(game)]
IDENTITY = Identity(SECRET)


class Window:
    """A page that is open, and told what changes."""

    def __init__(self, table_game, guest, language="en"):
        self.table_game, self.guest, self.language = table_game, guest, language
        made = self._update("")
        self.frame, self.page = made["to"], Tree(patches.parse(made["html"]))
        self.known = {line.id for line in self._log()}

    @property
    def viewer(self):
        return viewer(self.table_game, self.guest, self.language, Screens())

    def _update(self, since):
        made = timeline.update(self.table_game, self.viewer, IDENTITY, since)
        return json.loads(json.dumps(made))

    def _log(self):
        translate = say(self.language)
        names = wording.names(self.table_game.seats, translate)
        return list(wording.log_lines(self.table_game, self.viewer.viewpoint, translate, names))[::-1]

    def follow(self):
        """Carry out all that is told; what is told must be the lines that have come, in their order.

        The lines of the final count come with the page of the end.
        """
        made = self._update(self.frame)
        assert made["from"] == self.frame
        for moment in made["moments"]:
            self.page.carry_out(moment["changes"])
            if "text" in moment:
                assert moment["text"] in log_of(self.page), "a moment stands in the log when it is told"
        self.page.carry_out(made["changes"])
        self.frame = made["to"]
        anew = patches.parse(pages.woven(self.table_game, self.viewer, IDENTITY).whole)
        assert shape(self.page.page) == shape(anew)
        lines = self._log()
        if made["moments"]:
            told = [moment["text"] for moment in made["moments"] if "text" in moment]
            fresh = [line.text for line in lines if line.id not in self.known]
            assert told == (fresh[: len(told)] if self.table_game.over else fresh)
        self.known |= {line.id for line in lines}
        return made


def log_of(tree):
    lines = tree.named("log-lines").within()
    return "".join(text.strip() for one in lines for text in one.texts).replace("&#39;", "'")


def go_on(table_game, chance, decisions=1):
    for _ in range(decisions):
        if table_game.over:
            return
        seat = chance.choice(table_game.waiting)
        table_game.adopt(table_game.plan(seat, [chance.choice(table_game.legal(seat))], "key", 0.0), "")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("guest", ["ann", None])
def test_all_that_is_told_leads_to_the_page_of_now(game, guest):
    table_game, chance = new_table_game("ann", "bob", "cid", game=game), random.Random(f"{game} {guest}")
    window, told = Window(table_game, guest), 0
    for _ in range(25):
        go_on(table_game, chance, chance.choice([1, 1, 2, 3]))
        told += len(window.follow()["moments"])
    assert told > 25


@pytest.mark.parametrize("game", GAMES)
def test_the_last_moments_of_a_game(game):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(game)
    while not table_game.over:
        before = pages.frame_id(table_game, viewer(table_game, "ann", "hu", Screens()))
        window = Window(table_game, "ann", "hu") if len(table_game.steps) % 40 > 34 else None
        go_on(table_game, chance)
        if window is not None:
            assert window.frame == before
            window.follow()
    window = Window(table_game, "ann", "hu")
    assert window.follow()["changes"] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_winner_is_not_told_before_the_points_are_counted(game):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(game)
    while not table_game.over:
        window = Window(table_game, "ann") if len(table_game.steps) > 20 else None
        go_on(table_game, chance)
    made = window.follow()
    told = json.dumps(made["moments"])
    count = [line.text for line in window._log() if line.text in json.dumps(made["changes"])]
    assert " wins with " in count[-1] or "neutral" in count[-1]
    assert len(count) > 4, "points by source, and the winner"
    assert [line for line in count if line in told] == []
    assert "pane-crown" not in told


@pytest.mark.parametrize("who", [0, 1, None])
def test_an_undo_is_told_to_all_and_what_it_undoes_is_not(who):
    table_game, chance = new_table_game("ann", "bob", game=GAMES[0]), random.Random(3)
    seat = table_game.waiting[0]
    window = Window(table_game, None if who is None else ("ann", "bob")[seat - who])
    go_on(table_game, chance)
    window.follow()
    table_game.adopt(table_game.plan_undo(seat, 1, "key", 0.0), "")
    made = window.follow()
    assert [moment["text"].split()[1:] for moment in made["moments"]] == [["undoes", "a", "move."]]
    assert made["changes"]


def test_after_a_long_absence_nothing_is_told():
    table_game, chance = new_table_game("ann", "bob", game=GAMES[0]), random.Random(4)
    window = Window(table_game, None)
    go_on(table_game, chance, timeline.MOST_STEPS + 1)
    made = window.follow()
    assert made["moments"] == []


def test_pages_that_are_kept_are_not_many():
    table_game, chance = new_table_game("ann", "bob", game=GAMES[0]), random.Random(5)
    windows = [Window(table_game, guest, language) for guest in ("ann", None) for language in ("en", "ru")]
    for _ in range(MOST_PAGES // 2):
        go_on(table_game, chance)
        for window in windows:
            window.follow()
    assert len(table_game.sent) == MOST_PAGES


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_goes_forth_and_back(ann, app, game):
    """From any step to any other: the changes give the page that is asked for."""
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(6)
    go_on(table_game, chance, 30)
    store(app.state.storage, table_game)
    at, page = 0, Tree(part_of(ann.get(f"/t/{table_game.id}/replay", params={"at": 0}).text))
    for wanted in (9, 2, 30, 14, len(table_game.steps)):
        query = {"at": wanted, "told": 1}
        made = ann.get(f"/t/{table_game.id}/replay", params=query, headers={"x-frame": str(at)}).json()
        assert made["at"] == wanted
        assert bool(made["moments"]) == (0 < wanted - at <= timeline.MOST_STEPS)
        for moment in made["moments"]:
            page.carry_out(moment["changes"])
        page.carry_out(made["changes"])
        at = wanted
        fresh = part_of(ann.get(f"/t/{table_game.id}/replay", params={"at": wanted}).text)
        assert shape(page.page) == shape(fresh)


def part_of(text):
    live = text.partition('<div id="live"')[2].partition(">")[2].partition('<div id="said"')[0]
    return patches.parse(live.rpartition("</div>")[0])
