"""Compute the update from one page to the next: moments, each with its changes to the page.

A moment holds an event as the viewer may know it, and the changes of the board, the mats and the log. After
all moments come the other changes of the page: prompt and choices.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.drawing.weaving import opened, weaving
from donjon.kernel import rules
from donjon.play.moments import Happening, happen
from donjon.table.live import pages, presentation, wording
from donjon.table.live.viewers import Viewer
from donjon.table.live.wording import LogLine
from donjon.table.store.table_game import Step, TableGame, TakenBack
from donjon.table.web.rendering import kept, render, say
from donjon.table.web.sessions import Identity
from donjon.table.wire.patches import Page

# Beyond this number of steps the page is updated without moments.
MOST_STEPS = 40
# Steps whose lines a replay shows.
RECENT_STEPS = 6


@dataclass(frozen=True)
class Moment:
    """An event: its line of the log (None: it has no words), the line's index, the state after it."""

    line: LogLine | None
    number: int
    state: Any


def remember(table_game: TableGame, viewer: Viewer, frame: str, page: Page) -> None:
    """Keep a page that was sent to a viewer, with the number of the next action."""
    # Equal frame ids are equal pages.
    table_game.sent.get((viewer.guest, frame), lambda: (table_game.seq, page.zipped()))


def update(table_game: TableGame, viewer: Viewer, identity: Identity, since: str) -> dict[str, Any]:
    """Return the update, as plain data, from the page `since` to the viewer's current page.

    {"from", "to": frame ids, "moments": [...], "changes": [...]}; if the page `since` is not kept,
    {"to", "html"} with the whole current page.
    """
    frame, drawn = pages.frame_id(table_game, viewer), pages.woven(table_game, viewer, identity)
    kept, page = table_game.sent.peek((viewer.guest, since)), Page.read(drawn.text, drawn.parts)
    remember(table_game, viewer, frame, page)
    if kept is None:
        return {"to": frame, "html": drawn.whole}
    made = table_game.updates.get((viewer, since))
    if made is None:
        seq, zipped = kept
        shown = Page.unzipped(zipped)
        with weaving():
            moments = _told(table_game, viewer, shown, page, seq)
            made = {"from": since, "to": frame, "moments": moments, "changes": shown.changes(page)}
        table_game.updates[viewer, since] = made
    return made


def _told(table_game: TableGame, viewer: Viewer, page: Page, now: Page, seq: int) -> list[dict[str, Any]]:
    """Return the moments since the entry `seq`, and apply their changes to `page`.

    After an undo they are the undos only. The final scoring is not among them: the table of the scores counts
    it up, and names the winner at its end. For a viewer without a choice the last moment looks as on the page
    `now`.
    """
    fresh = [line for line in table_game.log if line.entry.seq >= seq]
    last = len(table_game.steps)
    undone = [str(line.entry.seq) for line in fresh if isinstance(line, TakenBack)]
    first = last if undone else last - len(fresh)
    lines = lines_since(table_game, viewer, first)

    def log(number: int) -> str:
        return opened(kept(viewer.language, "log", **pages.log(table_game, lines[number:])))

    story: Iterable[Moment] = moments(table_game, lines, first, last)
    if undone:
        undone_lines = [(number, line) for number, line in enumerate(lines) if line.id in undone]
        story = [Moment(line, number, table_game.state) for number, line in reversed(undone_lines)]
    story = (one for one in story if not rules.over(one.state))
    return list(_shown(table_game, viewer, page, story, log, False, now if viewer.acts is None else None))


def lines_since(table_game: TableGame, viewer: Viewer, first: int) -> list[LogLine]:
    """Return the log, the latest line first, back to the oldest line on a page after `first` steps."""
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    lines, older = list[LogLine](), 0
    for line in wording.log_lines(table_game, viewer.viewpoint, translate, names):
        lines.append(line)
        older += line.at <= first
        if older > pages.LOG_LINES:
            break
    return lines


async def replayed(
    table_game: TableGame, viewer: Viewer, old: str, new: str, first: int, last: int
) -> dict[str, Any]:
    """Return the update between two pages of a replay, after `first` and after `last` steps.

    There can be many moments: after each, other requests get their turn.
    """
    page = Page.read(old)
    lines = lines_since(table_game, viewer, min(first, last) - RECENT_STEPS)

    def log(number: int) -> str:
        names = {"id": table_game.id, "lines": recent(lines[number:], lines[number].at), "jump": True}
        return render(viewer.language, "replay_log.html.jinja", names)

    # All moments at once, before other requests get their turn: the game may move on.
    story = list(moments(table_game, lines, first, last)) if first < last else []
    made = list[dict[str, Any]]()
    for moment in _shown(table_game, viewer, page, story, log, table_game.over):
        made.append(moment)
        await asyncio.sleep(0)
    return {"at": last, "moments": made, "changes": page.changes(Page.read(new))}


def recent(lines: Iterable[LogLine], at: int) -> list[LogLine]:
    """Return the lines of the RECENT_STEPS steps up to `at`."""
    return [line for line in lines if at - RECENT_STEPS <= line.at <= at]


def _shown(
    table_game: TableGame,
    viewer: Viewer,
    page: Page,
    story: Iterable[Moment],
    log: Callable[[int], str],
    is_open: bool,
    now: Page | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the moments as plain data, each with its changes, which are applied to `page`.

    `now`: the current page, from which a moment with the current state takes its parts.
    """
    last = None
    for moment in story:
        is_now = not is_open and moment.state.tobytes() == table_game.state.tobytes()
        if is_now:
            view = table_game.view(viewer.viewpoint)
        else:
            view = presentation.looked_back(table_game.game, moment.state, viewer.viewpoint, is_open)
        if view == last:
            parts = {}
        elif is_now and now is not None:
            parts = {name: now.block(name) for name in pages.PARTS}
        else:
            parts = pages.parts(table_game, viewer, view, page.block("picture"))
        last = view
        if moment.line is not None:
            parts["log"] = log(moment.number)
        changed = [change for name, part in parts.items() for change in page.put(name, part)]
        if moment.line is not None or changed:
            yield {**told_of(moment.line), "changes": changed}


def told_of(line: LogLine | None) -> dict[str, Any]:
    """Return what is told of a line of the log, {} without one."""
    if line is None:
        return {}
    fields = {"text": line.text, "rule": line.rule, "seat": line.seat}
    also = {"also": line.also} if line.also else {}
    return {**fields, **also} if line.box is None else {**fields, **also, "box": line.box}


def moments(table_game: TableGame, lines: Sequence[LogLine], first: int, last: int) -> Iterator[Moment]:
    """Yield the moments of the steps from `first` to `last`; none for more than MOST_STEPS steps."""
    if last - first > MOST_STEPS:
        return
    number = {line.id: number for number, line in enumerate(lines)}
    for step, happening in story_of(table_game, first, last):
        for place, now in enumerate(happening.moments):
            at = number[f"{step.entry.seq}-{place}"]
            yield Moment(lines[at], at, now)
        after = happening.after
        if not happening.moments or happening.moments[-1].tobytes() != after.tobytes():
            yield Moment(None, 0, after)


def story_of(table_game: TableGame, first: int, last: int) -> Iterator[tuple[Step, Happening]]:
    """Yield the steps from `first` to `last`, each with what happened in it, replayed once."""
    steps = table_game.steps[first:last]
    story = table_game.stories.get((first, last), lambda: _story(table_game, steps, first))
    return zip(steps, story, strict=True)


def _story(table_game: TableGame, steps: Sequence[Step], first: int) -> list[Happening]:
    """Replay steps, the first of which came after `first` others. The result is cached: do not change it."""
    state, happenings = table_game.state_at(first), list[Happening]()
    for step in steps:
        happenings.append(happen(table_game.game, state, step.entry.seat, step.entry.action))
        state = happenings[-1].after
    return happenings
