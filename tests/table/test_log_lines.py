"""The log speaks to people: sentences, each with one sign that leads to its rules."""

from __future__ import annotations

import re

import pytest

from donjon.kernel.games import games
from tests.table.people import person, store
from tests.table.test_verifying import finished

GAMES = ("kingdom-builder", "caylus", "ys")
LINE = re.compile(r'<li id="line-[^"]*" class="line.*?</li>', re.DOTALL)
SIGN = re.compile(
    r' <a class="rule rule-sign" href="/rules/[^"]+" title="([^"]+)" aria-label="Rule \1">§</a>'
)
JUMP = re.compile(r' <a class="jump".*?</a>')


@pytest.fixture(params=GAMES)
def shown(request, app):
    """A finished game, and what its pages show to a stranger."""
    table_game = finished(request.param)
    store(app.state.storage, table_game)
    client = person(app, None)
    return table_game, lambda part: client.get(f"/t/{table_game.id}{part}").text


def without_ways(line: str) -> str:
    return re.sub("<[^>]*>", "", JUMP.sub("", SIGN.sub("", re.sub("<svg.*?</svg>", "", line))))


@pytest.mark.parametrize("part", ["", "/log", "/replay"])
def test_a_line_names_no_rule_and_has_one_sign_that_does(shown, part):
    table_game, page = shown
    lines, prefix = LINE.findall(page(part)), games[table_game.game.name].prefix
    assert len(lines) > 3
    for line in lines:
        signs = SIGN.findall(line)
        assert len(signs) == 1
        assert signs[0].startswith((f"{prefix}-", "TBL-"))
        assert f"{prefix}-" not in without_ways(line)


def test_the_ids_are_there_on_demand_and_in_the_text_view(shown):
    table_game, page = shown
    prefix = games[table_game.game.name].prefix
    log = page("/log")
    assert f'href="/t/{table_game.id}/log?rules=1"' in log
    for text in (page("/log?rules=1"), page("/text")):
        lines = LINE.findall(text)
        assert lines
        assert "§" not in "".join(lines)
        assert all(re.search(rf">{prefix}-[\d.]+</a>", line) for line in lines)
    assert f'href="/t/{table_game.id}/log"' in page("/log?rules=1"), "and back"


@pytest.mark.parametrize("part", ["", "/log", "/replay"])
def test_what_follows_a_line_stands_together(shown, part):
    """Else the arrow alone may begin a row."""
    _table_game, page = shown
    for line in LINE.findall(page(part)):
        ways = re.search(r'<span class="line-ways">(.*?)</span></li>', line, re.DOTALL)[1]
        assert SIGN.findall(line) == SIGN.findall(ways)
        assert JUMP.findall(line) == JUMP.findall(ways)
