"""Facts: a page that is told what changes, through whole games, is the page that is drawn anew."""

from __future__ import annotations

import difflib
import random
import re
from itertools import islice

import pytest

from donjon.kernel.games import games
from donjon.table.live import pages, presentation, updates
from donjon.table.live.viewers import Screens, viewer
from donjon.table.web.assets import FOLDER, static_url
from donjon.table.web.sessions import Identity
from tests.table.people import SECRET, new_table_game, store

IDENTITY = Identity(SECRET)
GAMES = [name for name, game in games.items() if presentation.has_facts(game)]
# Elements and texts of the page, in one line each, without white space at the edges of texts.
FLAT = r"""
() => {
  const lines = [];
  const put = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent.replace(/\s+/g, " ").trim();
      if (text) lines.push(" ".repeat(depth) + text);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const sorted = (value) => value.trim().split(/\s+/).sort().join(" ");
      const said = ({ name, value }) => `${name}=${name === "class" ? sorted(value) : value}`;
      const named = [...node.attributes].map(said).sort().join(" ");
      lines.push(" ".repeat(depth) + `<${node.namespaceURI.slice(-4)}:${node.localName} ${named}>`);
      for (const one of node.childNodes) put(one, depth + 1);
    }
  };
  for (const one of document.getElementById("live").childNodes) put(one, 0);
  return lines;
}
"""
TOLD = """
(texts) => {
  const { showAll } = window.facts;
  for (const update of texts.map((text) => JSON.parse(text))) {
    for (const { facts, line } of update.moments) showAll(line ? [...facts, line] : facts);
    showAll(update.facts);
  }
}
"""
ANEW = """
(html) => {
  const live = document.getElementById("live");
  live.replaceChildren(window.facts.nodes(live, html));
}
"""


# Go to a step of a replay without the other scripts of its page; the pages told and drawn anew.
REPLAYED = """
async ([address, flat]) => {
  const live = document.getElementById("live"), { showAll, nodes } = window.facts, flatten = eval(flat);
  const anew = async (at) => {
    const text = await (await fetch(at)).text();
    return new DOMParser().parseFromString(text, "text/html").getElementById("live");
  };
  const here = new URL(address, location.href), at = here.searchParams.get("at");
  live.innerHTML = (await anew(`?at=${live.dataset.frame}`)).innerHTML;
  const update = await (await fetch(here, { headers: { "x-frame": live.dataset.frame } })).json();
  for (const { facts } of update.moments) showAll(facts);
  showAll(update.facts);
  const told = flatten();
  live.innerHTML = (await anew(`?at=${at}`)).innerHTML;
  live.dataset.frame = String(update.at);
  return [told, flatten()];
}
"""


class Window:
    """A window that is told facts, and nothing else: no other script changes its page."""

    def __init__(self, chromium, table_game, guest, language, screens):
        self.table_game, self.guest, self.language, self.screens = table_game, guest, language, screens
        self.page = chromium.new_page()
        self.page.route("**/*", self._serve)
        self.page.goto("http://table.test/")
        self.page.evaluate("async () => { window.facts = await import('/static/facts.js'); }")
        self.frame = self._frame()
        self.updates = []

    def _serve(self, route):
        name = re.search(r"/static/(\w+\.js)", route.request.url)
        if name is not None:
            route.fulfill(body=(FOLDER / "static" / name[1]).read_text(), content_type="text/javascript")
        else:
            shapes = updates.patterns(self.table_game, self.language)
            shapes = f'<script type="application/json" id="shapes">{shapes}</script>'
            body = f'<!doctype html><div id="live">{self._drawn()}</div>{shapes}'
            route.fulfill(body=body, content_type="text/html; charset=utf-8")

    @property
    def viewer(self):
        return viewer(self.table_game, self.guest, self.language, self.screens)

    def _frame(self):
        return pages.frame_id(self.table_game, self.viewer)

    def _drawn(self):
        return updates.page(self.table_game, self.viewer, IDENTITY)

    def follow(self):
        """Take what has changed, as facts: nothing is drawn anew."""
        if self._frame() != self.frame:
            text = updates.update(self.table_game, self.viewer, IDENTITY, self.frame)
            assert '"html"' not in text[:200], "a change is told, not drawn anew"
            self.updates.append(text)
            self.frame = self._frame()

    def compare(self):
        self.page.evaluate(TOLD, self.updates)
        self.updates = []
        told = self.page.evaluate(FLAT)
        self.page.evaluate(ANEW, self._drawn())
        drawn = self.page.evaluate(FLAT)
        assert told == drawn, "\n".join(
            list(difflib.unified_diff(told, drawn, "told", "drawn", n=2, lineterm=""))[:60]
        )


def changes(table_game, chance):
    """Play a game to its end, with undos and redos now and then; yield after each change."""
    while not table_game.over:
        seat = chance.choice(table_game.waiting)
        actions = [chance.choice(table_game.legal(seat))]
        table_game.adopt(table_game.plan(seat, actions, f"key {table_game.seq}", 0.0), "")
        yield
        undo = table_game.offered_undo(range(table_game.header.players))
        if undo is not None and chance.random() < 0.15:
            count = chance.choice([undo.last, undo.turn])
            table_game.adopt(table_game.take_back(undo.seat, count, "k", 0.0), "")
            yield
            step = table_game.offered_redo((undo.seat,))
            if chance.random() < 0.5 and step is not None:
                table_game.adopt(table_game.plan_redo(undo.seat, step.entry.action, "k", 0.0), "")
                yield


def seats_of(number):
    """Return the owners of seats: each a person of its own; with one, all sit at one screen."""
    return [f"guest {seat}" for seat in range(number)]


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_is_told_a_whole_game_is_the_page_drawn_anew(chromium, game, language):
    players = {"en": 2, "ru": 3, "hu": 4}[language]
    chance, screens = random.Random(f"{game} {language}"), Screens()
    table_game = new_table_game(*seats_of(players), game=game)
    windows = [
        Window(chromium, table_game, guest, language, screens) for guest in [*seats_of(players)[:2], None]
    ]
    for number, _ in enumerate(changes(table_game, chance)):
        for window in windows:
            window.follow()
            if number % 25 == 0 or table_game.over:
                window.compare()
    for window in windows:
        window.page.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_that_seats_share_is_told_what_changes(chromium, game):
    chance, screens = random.Random(game), Screens()
    table_game = new_table_game("ann", "ann", game=game)
    window = Window(chromium, table_game, "ann", "en", screens)
    for number, _ in enumerate(islice(changes(table_game, chance), 60)):
        window.follow()
        if window.viewer.pass_to is not None:
            screens.take(table_game.id, "ann", window.viewer.pass_to)
            window.follow()
        if number % 5 == 0:
            window.compare()
    window.page.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_that_goes_forth_and_back_is_the_page_of_the_step(visit, table, game):
    table_game, chance = new_table_game("ann", "bob", game=game), random.Random(6)
    for _ in islice(changes(table_game, chance), 40):
        pass
    store(table.app.state.storage, table_game)
    page = visit(f"/t/{table_game.id}/replay?at=0")
    page.evaluate("async (from) => { window.facts = await import(from); }", static_url("facts.js"))
    last = len(table_game.steps)
    for wanted in (9, 2, 30, 14, last):
        address = f"/t/{table_game.id}/replay?at={wanted}&told=1"
        told, drawn = page.evaluate(REPLAYED, [address, FLAT])
        assert told == drawn, "\n".join(list(difflib.unified_diff(told, drawn, n=2, lineterm=""))[:60])
