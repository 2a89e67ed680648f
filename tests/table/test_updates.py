"""What an open page drawn from facts is told: moments in the order of the log, and no more than is known."""

from __future__ import annotations

import json
import random

import pytest

from donjon.drawing.facts import MARKS, family_of
from donjon.kernel.games import games
from donjon.table.live import pages, presentation, timeline, updates, wording
from donjon.table.live.viewers import Screens, viewer
from donjon.table.store.table_game import MOST_PAGES
from donjon.table.web.rendering import say
from donjon.table.web.sessions import Identity
from tests.table.people import SECRET, new_table_game

GAMES = [name for name, game in games.items() if presentation.has_facts(game)]
IDENTITY = Identity(SECRET)


class Window:
    """A page that is open, and told what changes."""

    def __init__(self, table_game, guest, language="en"):
        self.table_game, self.guest, self.language = table_game, guest, language
        self.frame = self._update("")["to"]
        self.known = {line.id for line in self._log()}

    @property
    def viewer(self):
        return viewer(self.table_game, self.guest, self.language, Screens())

    def _update(self, since):
        return json.loads(updates.update(self.table_game, self.viewer, IDENTITY, since))

    def _log(self):
        translate = say(self.language)
        names = wording.names(self.table_game.seats, translate)
        return list(wording.log_lines(self.table_game, self.viewer.viewpoint, translate, names))[::-1]

    def follow(self):
        """Return what is told; it must be the lines that have come, in their order."""
        made = self._update(self.frame)
        assert made["from"] == self.frame
        self.frame = made["to"]
        lines = self._log()
        if made["moments"]:
            told = [moment["text"] for moment in made["moments"] if "text" in moment]
            fresh = [line.text for line in lines if line.id not in self.known]
            assert told == (fresh[: len(told)] if self.table_game.over else fresh)
        self.known |= {line.id for line in lines}
        return made


def go_on(table_game, chance, decisions=1):
    for _ in range(decisions):
        if not table_game.over:
            seat = chance.choice(table_game.waiting)
            action = chance.choice(table_game.legal(seat))
            table_game.adopt(table_game.plan(seat, [action], "key", 0.0), "")


@pytest.mark.parametrize("guest", ["ann", "bob", None])
@pytest.mark.parametrize("game", GAMES)
def test_moments_are_the_lines_of_the_log(game, guest):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(1)
    window, moments = Window(table_game, guest), 0
    while not table_game.over:
        go_on(table_game, chance, chance.choice((1, 1, 5)))
        moments += len(window.follow()["moments"])
    assert moments > 50


@pytest.mark.parametrize("game", GAMES)
def test_the_winner_is_not_told_before_the_points_are_counted(game):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(game)
    while not table_game.over:
        window = Window(table_game, "ann") if len(table_game.steps) > 20 else None
        go_on(table_game, chance)
    before = set(window.known)
    made = window.follow()
    told, last = json.dumps(made["moments"]), json.dumps(made["facts"])
    fresh = [line.text for line in window._log() if line.id not in before]
    count = fresh[sum("text" in moment for moment in made["moments"]) :]
    assert " wins with " in count[-1] or "neutral" in count[-1]
    assert len(count) > 4, "points by source, and the winner"
    assert [line for line in count if line in told or line not in last] == []
    assert "pane-crown" not in told
    assert "pane-crown" in last


@pytest.mark.parametrize("who", [0, 1, None])
@pytest.mark.parametrize("game", GAMES)
def test_an_undo_is_told_to_all_and_what_it_undoes_is_not(game, who):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(3)
    while table_game.offered_undo(range(2)) is None:
        go_on(table_game, chance)
    seat = table_game.offered_undo(range(2)).seat
    window = Window(table_game, None if who is None else ("ann", "bob")[seat - who])
    count = table_game.offered_undo(range(2)).last
    table_game.adopt(table_game.plan_undo(seat, count, "key", 0.0), "")
    made = window.follow()
    assert ["undoes" in moment["text"] for moment in made["moments"]] == [True]
    assert any(made["facts"])


@pytest.mark.parametrize("game", GAMES)
def test_after_a_long_absence_nothing_is_told(game):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(4)
    window = Window(table_game, None)
    go_on(table_game, chance, timeline.MOST_STEPS + 1)
    assert window.follow()["moments"] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_of_pages_is_little(game):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(5)
    windows = [Window(table_game, guest, language) for guest in ("ann", None) for language in ("en", "ru")]
    for _ in range(MOST_PAGES // 2):
        go_on(table_game, chance)
        for window in windows:
            window.follow()
    assert len(table_game.sent) == MOST_PAGES
    assert updates.update(table_game, windows[0].viewer, IDENTITY, windows[0].frame)


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_public_and_a_viewpoints_own(game):
    table_game, chance = new_table_game("ann", "bob", "cid", game=game), random.Random(7)
    words = updates.words_of(table_game, "en")
    drawn = presentation.drawn_by_facts(table_game.game)
    while not table_game.over:
        shapes = updates.shapes_of(table_game, "en")
        views = [table_game.view(seat) for seat in (None, 0, 1, 2)]
        for settled in (True, False):
            public = drawn.public_facts(views[0], words, settled)
            own = [drawn.own_facts(view, words, settled) for view in views]
            for facts in own:
                assert not public.keys() & facts.keys()
            assert all(public == drawn.public_facts(view, words, settled) for view in views), "one for all"
            for key, piece in [*public.items(), *own[1].items()]:
                assert key[0] in MARKS or (family_of(key) and piece[0] in shapes), key
        go_on(table_game, chance, 7)


@pytest.mark.parametrize(
    "since", ["", "x", "1-2-3", "5-pp-7-x-x-en", "-1-pp-0-0-x-en", "5-pp-x-x-x-xx", "9" * 80]
)
def test_a_page_that_is_none_of_ours_gets_the_whole(since):
    table_game, chance = new_table_game("ann", "bob"), random.Random(8)
    go_on(table_game, chance, 9)
    window = Window(table_game, "ann")
    made = window._update(since)
    assert set(made) == {"to", "html"}
    assert made["to"] == pages.frame_id(table_game, window.viewer)
