"""Draw a table's page from facts, and compute the facts that lead from one page to the next.

What all viewers see is worked out once for each moment, and put into words once a language; a viewpoint and a
viewer add what is their own. A page is known by its frame id: what it shows is worked out again from the log.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from donjon.drawing.facts import Facts, Part, Shapes, after, differ, showing
from donjon.drawing.saying import Words
from donjon.kernel import rules
from donjon.table.host import monitoring
from donjon.table.live import controls, pages, presentation, wording
from donjon.table.live.timeline import MOST_STEPS, states, told_of
from donjon.table.live.viewers import Viewer
from donjon.table.live.wording import LogLine
from donjon.table.store.table_game import Note, TableGame, TakenBack
from donjon.table.web.rendering import render, say
from donjon.table.web.sessions import Identity

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Shown(NamedTuple):
    """The facts of a page by who shares them: everybody, a viewpoint, a viewer."""

    public: Facts
    own: Facts
    controls: Facts

    @property
    def all(self) -> Facts:
        """Return all facts."""
        return {**self.public, **self.own, **self.controls}


def words_of(table_game: TableGame, language: str) -> Words:
    """Return the language of a page with the names of the seats."""
    translate = say(language)
    return Words(translate, tuple(wording.names(table_game.seats, translate)))


def shapes_of(table_game: TableGame, language: str) -> Shapes:
    """Return the shapes of all pieces on a table's page, by name."""
    drawn = presentation.drawn_by_facts(table_game.game)
    seats = table_game.header.players
    return {**drawn.shapes(words_of(table_game, language)), **controls.shapes(language, seats)}


def patterns(table_game: TableGame, language: str) -> str:
    """Return the patterns of all pieces as JSON: the markup of each shape."""
    shapes = shapes_of(table_game, language)
    return _encode({name: shape.pattern for name, shape in shapes.items()}).replace("</", "<\\/")


def shown(table_game: TableGame, viewer: Viewer, identity: Identity) -> Shown:
    """Return the facts of a viewer's page now; what viewers share is cached."""
    words, drawn = words_of(table_game, viewer.language), presentation.drawn_by_facts(table_game.game)
    kept = table_game.pages
    pages.remember_drawing(table_game)
    public, own = (viewer.language,), (viewer.language, viewer.viewpoint)
    if public not in kept:
        kept[public] = drawn.public_facts(table_game.view(None), words)
        _keep(table_game, words, (), kept[public])
    if own not in kept:
        kept[own] = drawn.own_facts(table_game.view(viewer.viewpoint), words)
        _keep(table_game, words, viewer.viewpoint, kept[own])
    if viewer not in kept:
        kept[viewer] = controls.control_facts(table_game, viewer, identity, words)
    return Shown(kept[public], kept[own], kept[viewer])


def _keep(table_game: TableGame, words: Words, who: Any, facts: Facts) -> None:
    """Keep facts of this position for the way to the next; `who`: a viewpoint, () for all."""
    table_game.facts.get((table_game.seq, words, who), lambda: facts)


def page(table_game: TableGame, viewer: Viewer, identity: Identity, more: Mapping[str, Any] = {}) -> str:
    """Return the part of the page that changes, as HTML; `more`: an answer and a notice on it."""
    facts, words = shown(table_game, viewer, identity), words_of(table_game, viewer.language)
    _remember(table_game, viewer, facts.controls)
    game, first = table_game.game, min(viewer.seats, default=None)
    drawn = presentation.drawn_by_facts(game)
    # The panels are in the same order all the time, whoever holds the screen.
    view = {**table_game.view(None), "seat": first}
    if not presentation.has_facts(game):
        view = table_game.view(viewer.viewpoint)
    said: dict[str, Any] = {"translate": words.translate, "names": words.names}
    with monitoring.RENDER.time(), showing(facts.all, shapes_of(table_game, viewer.language)):
        names = {
            "id": table_game.id,
            "title": pages.title(table_game, viewer),
            "names": words.names,
            "ratio": presentation.ratio(game),
            "looks": pages.looks(game, words.translate),
            "goals": presentation.goals(game, view, words),
            "hand": drawn.hand(view, **said),
            "seats": drawn.seats(view, tags=pages.tags(table_game, viewer, words.translate), **said),
            "piles": drawn.piles(view, **said),
            "answers": f"/t/{table_game.id}/answer",
            "answer": None,
            "notice": None,
            "published": pages.shuffle(table_game)["published"],
            **more,
        }
        return render(viewer.language, "table_live.html.jinja", names)


def _remember(table_game: TableGame, viewer: Viewer, facts: Facts) -> None:
    """Keep what was sent to a viewer; equal frame ids are equal pages."""
    bare = {key: value.bare if isinstance(value, Part) else value for key, value in facts.items()}
    table_game.sent.get((viewer.guest, pages.frame_id(table_game, viewer)), lambda: bare)


def update(table_game: TableGame, viewer: Viewer, identity: Identity, since: str) -> str:
    """Return the update from the page `since` to the viewer's current page, as JSON.

    {"from", "to": frame ids, "moments": [...], "facts": [...]}: a moment has a line of the log and facts, in
    lists to be shown in order. If it is not known what the page `since` shows: {"to", "html"} with the whole
    page.
    """
    then = _Then.read(table_game, viewer, since)
    if then is not None and not presentation.has_facts(table_game.game):
        return _whole(table_game, viewer, identity, since, then)
    way = None if then is None else _way(table_game, viewer.language, then.seq)
    if then is None or way is None:
        # Not kept: anybody can ask from any page.
        return _encode({"to": pages.frame_id(table_game, viewer), "html": page(table_game, viewer, identity)})
    known, way_there = then, way
    text: str = table_game.ways.get(
        (viewer, since), lambda: _update(table_game, viewer, identity, since, known, way_there)
    )
    return text


def _update(
    table_game: TableGame, viewer: Viewer, identity: Identity, since: str, then: _Then, way: _Way
) -> str:
    frame = pages.frame_id(table_game, viewer)
    now = shown(table_game, viewer, identity)
    before: Facts | None = table_game.sent.peek((viewer.guest, since))
    _remember(table_game, viewer, now.controls)
    with showing(now.all, shapes_of(table_game, viewer.language)):
        lines = dict[str, Any](now.controls["*line"])
        moments, own, fresh = _moments(table_game, viewer, way, then, lines)
        controls_now = now.controls
        if before is not None:
            known = {**before, "*line": {**before["*line"], **fresh}}
            controls_now = differ(known, now.controls)
        facts = [differ(way.public, now.public), differ(own, now.own), controls_now]
        last = ",".join(_encode(written(one)) for one in facts)
    return (
        f'{{"from":{_encode(since)},"to":{_encode(frame)},"moments":[{",".join(moments)}],"facts":[{last}]}}'
    )


def _whole(table_game: TableGame, viewer: Viewer, identity: Identity, since: str, then: _Then) -> str:
    """Return an update for a game without facts: its moments have sentences, and the whole page follows."""
    lines = _lines(table_game, viewer, words_of(table_game, viewer.language), 0)
    fresh = [line for line in lines if int(line.id.partition("-")[0]) >= then.seq]
    moments = ",".join(f"{{{_told(line)}}}" for line in reversed(fresh[:MOST_STEPS]))
    rest = _encode({"to": pages.frame_id(table_game, viewer), "html": page(table_game, viewer, identity)})
    return f'{{"from":{_encode(since)},"moments":[{moments}],{rest[1:]}'


class _Then(NamedTuple):
    """What the frame id of an earlier page tells: the number of the next action then, and the viewpoint."""

    seq: int
    viewpoint: int | None

    @classmethod
    def read(cls, table_game: TableGame, viewer: Viewer, since: str) -> _Then | None:
        """Return it, None if the page had other seats, another language, or is not of this table."""
        old, new = (
            [part for part in frame.split("-") if part != pages.REVIEWED]
            for frame in (since, pages.frame_id(table_game, viewer))
        )
        if len(old) < 6 or (old[1], *old[5:]) != (new[1], *new[5:]) or not old[0].isdecimal():
            return None
        viewpoint = None if old[2] == "x" else int(old[2]) if old[2].isdecimal() else -1
        if int(old[0]) > table_game.seq or viewpoint not in (None, *viewer.seats):
            return None
        return cls(int(old[0]), viewpoint)


@dataclass(frozen=True)
class _Scene:
    """A moment of the way: the id of its line of the log ("": none), and the public change as JSON.

    `state`: None for the current one; `view`: what a spectator sees of it.
    """

    line: str
    state: Any
    view: Any
    facts: str

    def view_of(self, table_game: TableGame, viewpoint: int | None) -> Any:
        """Return what a viewpoint sees of the moment."""
        if viewpoint is None:
            return self.view
        return (
            table_game.view(viewpoint) if self.state is None else table_game.game.view(self.state, viewpoint)
        )


@dataclass(frozen=True)
class _Way:
    """What happened since an earlier page: the state then, moments, public facts in one language."""

    start: Any
    scenes: tuple[_Scene, ...]
    public: Facts


def _way(table_game: TableGame, language: str, seq: int) -> _Way | None:
    """Return the way from the entry `seq` to now, shared by all viewers; None if it is not known any more."""
    way: _Way | None = table_game.ways.get((language, seq), lambda: _go(table_game, language, seq))
    return way


def _go(table_game: TableGame, language: str, seq: int) -> _Way | None:
    words, game = words_of(table_game, language), table_game.game
    drawn = presentation.drawn_by_facts(game)
    start = table_game.state_before(seq)
    if start is None:
        return None
    kept = table_game.facts.peek((seq, words, ()))
    public = drawn.public_facts(game.view(start, None), words) if kept is None else kept
    scenes = []
    for line, state in _scenes(table_game, seq):
        is_now = state.tobytes() == table_game.state.tobytes()
        view = table_game.view(None) if is_now else game.view(state, None)
        now = drawn.public_facts(view, words, settled=False)
        change = differ(public, now)
        public = after(public, change)
        if line or change:
            scenes.append(_Scene(line, None if is_now else state, view, _encode(written(change))))
    return _Way(start, tuple(scenes), public)


def _scenes(table_game: TableGame, seq: int) -> Iterator[tuple[str, Any]]:
    """Yield the line and the state of each moment since the entry `seq`: events, or the undos alone.

    The final scoring is not among them: the score table counts it up, and names the winner at its end.
    """
    fresh = [line for line in table_game.log if line.entry.seq >= seq and not isinstance(line, Note)]
    undone = [line for line in fresh if isinstance(line, TakenBack)]
    if undone:
        yield from ((str(line.entry.seq), table_game.state) for line in undone)
        return
    first = len(table_game.steps) - len(fresh)
    if len(fresh) > MOST_STEPS:
        return
    moments = states(table_game, first, len(table_game.steps))
    yield from ((line, state) for line, state in moments if not rules.over(state))


def _moments(
    table_game: TableGame, viewer: Viewer, way: _Way, then: _Then, lines: Mapping[str, Any]
) -> tuple[list[str], Facts, Facts]:
    """Return the moments for a viewer as JSON, the viewpoint's facts after them, and the lines they add."""
    own = _own_way(table_game, viewer, way, then)
    words = words_of(table_game, viewer.language)
    told = {line.id: line for line in _lines(table_game, viewer, words, len(way.scenes))}
    moments, fresh = list[str](), Facts()
    for scene, change in zip(way.scenes, own.changes, strict=True):
        line, facts = told.get(scene.line), f'"facts":[{scene.facts}{"," if change else ""}{change}]'
        name = f"line-{scene.line}"
        if line is None:
            moments.append(f"{{{facts}}}")
            continue
        if name in lines:
            fresh[name] = lines[name]
        moments.append(f"{{{_told(line)},{_piece(name, lines.get(name))}{facts}}}")
    return moments, own.facts, fresh


def _lines(table_game: TableGame, viewer: Viewer, words: Words, most: int) -> list[LogLine]:
    """Return the latest lines of the log: all that moments can have."""
    most = max(most, pages.LOG_LINES)
    return pages.first_lines(table_game, viewer, words.translate, list(words.names or ()), most)


def _piece(name: str, piece: Any) -> str:
    return "" if piece is None else f'"line":{_encode({name: piece})},'


@lru_cache(8192)
def _told(line: LogLine) -> str:
    """Return what is told of a line of the log, as the inside of a JSON object."""
    return _encode(told_of(line))[1:-1]


class _OwnWay(NamedTuple):
    """The changes of a viewpoint's facts at each moment, as JSON ("": none), and its facts after them."""

    changes: tuple[str, ...]
    facts: Facts


def _own_way(table_game: TableGame, viewer: Viewer, way: _Way, then: _Then) -> _OwnWay:
    key = viewer.language, then.seq, then.viewpoint, viewer.viewpoint
    made: _OwnWay = table_game.ways.get(key, lambda: _go_alone(table_game, viewer, way, then))
    return made


def _go_alone(table_game: TableGame, viewer: Viewer, way: _Way, then: _Then) -> _OwnWay:
    words, game = words_of(table_game, viewer.language), table_game.game
    drawn = presentation.drawn_by_facts(game)
    kept = table_game.facts.peek((then.seq, words, then.viewpoint))
    facts = drawn.own_facts(game.view(way.start, then.viewpoint), words) if kept is None else kept
    changes = []
    for scene in way.scenes:
        now = drawn.own_facts(scene.view_of(table_game, viewer.viewpoint), words, settled=False)
        change = differ(facts, now)
        facts = after(facts, change)
        changes.append(_encode(written(change)) if change else "")
    return _OwnWay(tuple(changes), facts)


def written(facts: Facts) -> Facts:
    """Return facts with the markup of their parts."""
    return {key: value.write() if isinstance(value, Part) else value for key, value in facts.items()}
