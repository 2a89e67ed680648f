"""Lessons: scripts that are well formed, point at what exists, and speak at the moments of real games."""

from __future__ import annotations

import json
import random

import pytest

from donjon import bots
from donjon.kernel import rng, rules
from donjon.kernel.event_log import Event
from donjon.kernel.game import copy
from donjon.kernel.games import games
from donjon.kernel.views import value_at
from donjon.rulebook import load
from donjon.rulebook.lessons import LEARNER, Cue, Lesson, Moment, cue_at, lesson_for, lesson_of, taught
from donjon.table.live.guide import SILENT, guide, moment
from donjon.table.live.viewers import Viewer
from donjon.table.store.replaying import replay
from donjon.table.store.rows import BOT, PERSON, Header, Seat, Stored
from donjon.table.store.table_game import TableGame

LESSONS = {lesson.game: lesson for lesson in taught()}
NAMES = ["Ann", "Bot", "Bot 2", "Bot 3"]
# A lesson that does not end by itself before is played on so far; each game is longer.
MOST = 400


def lay(lesson: Lesson) -> TableGame:
    game = games[lesson.game]
    shown = json.dumps(game.show_options(game.read_options(lesson.players, lesson.options)))
    seats = [Seat(0, PERSON, "ann", "")]
    seats += [Seat(seat, BOT, "", "", lesson.level) for seat in range(1, lesson.players)]
    header = Header("lesson", lesson.game, game.rules_version, lesson.players, shown, lesson.seed, "ann", 0.0)
    table_game = TableGame(header, seats)
    table_game.adopt(table_game.plan_start(0.0), "")
    return table_game


def viewer(table_game: TableGame, seat: int | None = LEARNER) -> Viewer:
    acts = seat if seat in table_game.waiting else None
    return Viewer("ann", "en", () if seat is None else (seat,), seat, acts)


def act(table_game: TableGame, seat: int, actions: list[int]) -> None:
    table_game.adopt(table_game.plan(seat, actions, "", 0.0), "")


def play(lesson: Lesson, choose) -> tuple[TableGame, list[str]]:
    """A lesson to its end, all seats played by `choose(table_game, seat, number)`; what spoke, by moments."""
    table_game, spoke = lay(lesson), []
    for number in range(MOST):
        cue = cue_at(lesson, moment(table_game))
        spoke.append("" if cue is None else cue.id)
        if table_game.over or (cue is not None and cue.ends):
            break
        seat = LEARNER if LEARNER in table_game.waiting else table_game.waiting[0]
        act(table_game, seat, [choose(table_game, seat, number)])
    return table_game, spoke


def first_legal(table_game: TableGame, seat: int, _number: int) -> int:
    return table_game.legal(seat)[0]


def greedily(table_game: TableGame, seat: int, number: int) -> int:
    chosen = bots.choose(table_game.game, table_game.state, seat, "greedy", str(number), interpreted=True)
    return chosen[0]


def by_chance(seed: int):
    def choose(table_game: TableGame, seat: int, number: int) -> int:
        return random.Random(f"{seed} {number}").choice(table_game.legal(seat))

    return choose


WAYS = [first_legal, greedily, *map(by_chance, range(24))]


@pytest.fixture(scope="module", params=LESSONS)
def played(request):
    """A lesson with what came of it when it was played in several ways."""
    lesson = LESSONS[request.param]
    return lesson, [play(lesson, way) for way in WAYS]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_laid_as_its_game_allows_and_known_by_its_seed(name):
    lesson = LESSONS[name]
    assert lesson.players in games[name].seats
    assert lesson.level == bots.levels()[0].key, "gentle bots"
    assert lesson_for(name, lesson.seed) is lesson
    assert lesson_for(name, "0" * 32) is None
    assert all(cue.text.count(". ") <= 3 and "!" not in cue.text for cue in lesson.cues)
    assert 12 <= len(lesson.cues) <= 24


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_lesson_points_at_is_there(name):
    lesson, table_game = LESSONS[name], lay(LESSONS[name])
    view, game = table_game.view(LEARNER), games[name]
    known = {rule.id for chapter in load(name, "en").chapters for rule in chapter.rules}
    for cue in lesson.cues:
        for subject in cue.points:
            assert game.explain(table_game.state, view, subject), f"{cue.id}: {subject}"
        for rule in cue.rules:
            assert rule in known, f"{cue.id}: {rule}"
        assert not {*cue.after, *cue.before, *cue.just} - set(game.EVENTS), cue.id
        for path in (*cue.view, *cue.unless, *cue.least):
            assert value_at(view, path.split(".")[0]) is not None or path.split(".")[0] in view, path
    assert value_at(view, lesson.points)
    assert value_at(view, lesson.total) == 0


def test_every_cue_is_reached_and_the_lesson_ends(played):
    lesson, games_played = played
    reached = {cue for _table_game, spoke in games_played for cue in spoke}
    assert {cue.id for cue in lesson.cues if cue.text} <= reached
    ending = {cue.id for cue in lesson.cues if cue.ends}
    assert all(spoke[-1] in ending for _table_game, spoke in games_played)


def test_the_end_says_what_the_score_table_says(played):
    lesson, games_played = played
    for table_game, _spoke in games_played:
        said = guide(table_game, viewer(table_game), str, NAMES)
        assert said.ends
        assert said.left_out == lesson.left_out
        assert said.total == table_game.view(LEARNER)["players"][LEARNER]["total"]
        points = value_at(table_game.view(LEARNER), lesson.points)
        words = {name: table_game.game.source_term(name).word for name in table_game.game.SOURCES}
        assert dict(said.points) == {words[name]: got for name, got in points.items() if got}


def test_a_lesson_that_is_left_goes_on_where_it_was(played):
    _lesson, games_played = played
    table_game, _spoke = games_played[-1]
    again = replay(Stored(table_game.header, table_game.seats, tuple(table_game.entries), table_game.check))
    assert guide(again, viewer(again), str, NAMES) == guide(table_game, viewer(table_game), str, NAMES)


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_taken_back_is_taught_again(name):
    lesson = LESSONS[name]
    table_game = lay(lesson)
    before = guide(table_game, viewer(table_game), str, NAMES)
    chosen = [first_legal(table_game, LEARNER, 0)]
    table_game.adopt(table_game.plan(LEARNER, chosen, "key", 0.0), "")
    undo = table_game.offered_undo((LEARNER,))
    if undo is not None:
        table_game.adopt(table_game.plan_undo(LEARNER, undo.last, "", 0.0), "")
        assert guide(table_game, viewer(table_game), str, NAMES) == before
    assert before not in (None, SILENT)


@pytest.mark.parametrize("name", LESSONS)
def test_only_the_learner_hears_the_guide(name):
    table_game = lay(LESSONS[name])
    assert guide(table_game, viewer(table_game), str, NAMES) is not None
    for other in (None, 1):
        assert guide(table_game, viewer(table_game, other), str, NAMES) is None


def test_a_cue_speaks_only_when_all_that_it_wants_holds():
    def spoken(cue, view=(), asked=True, events=(), latest=()):
        lesson = Lesson("toy", "seed", 2, {}, "beginner", "", "", "", "", (cue,))
        return cue_at(lesson, Moment({"round": 2, "who": None, **dict(view)}, asked, events, latest)) is cue

    mine, other = Event("built", LEARNER, (), "KB-5.1"), Event("built", 1, (), "KB-5.1")
    assert spoken(Cue("a", "A"))
    assert not spoken(Cue("a", "A"), asked=False)
    assert spoken(Cue("a", "A", view={"round": [1, 2], "who": ""}))
    assert not spoken(Cue("a", "A", view={"round": 1}))
    assert not spoken(Cue("a", "A", unless={"round": 2}))
    assert spoken(Cue("a", "A", least={"round": 2}))
    assert not spoken(Cue("a", "A", least={"round": 3}))
    assert spoken(Cue("a", "A", after=("built",)), events=[mine])
    assert not spoken(Cue("a", "A", after=("built",)), events=[other])
    assert not spoken(Cue("a", "A", before=("built",)), events=[mine])
    assert spoken(Cue("a", "A", just=("built",)), latest=[other])
    assert not spoken(Cue("a", "A", just=("built",)), events=[mine])
    assert value_at({"players": [{"supply": 3}]}, "players.0.supply") == 3
    assert value_at({"players": []}, "players.0.supply") is None


def test_games_without_a_lesson_have_none():
    assert lesson_of("no-such-game") is None


@pytest.mark.parametrize("name", LESSONS)
def test_the_guide_knows_no_more_than_its_learner(name):
    """Whatever is dealt afresh among what the learner cannot know, the guide says the same."""
    table_game, choose = lay(LESSONS[name]), by_chance(1)
    for number in range(60):
        if table_game.over:
            break
        said = guide(table_game, viewer(table_game), str, NAMES)
        there = table_game.history.state
        other = copy(there)
        rules.redeal(other, LEARNER, rng.new(f"other world {number}"))
        table_game.history.state = other
        table_game._views.clear()
        assert guide(table_game, viewer(table_game), str, NAMES) == said
        table_game.history.state = there
        table_game._views.clear()
        seat = LEARNER if LEARNER in table_game.waiting else table_game.waiting[0]
        act(table_game, seat, [choose(table_game, seat, number)])
