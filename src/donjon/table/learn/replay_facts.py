"""Draw a replay from facts, and compute the facts that lead from one of its moments to another."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from donjon.drawing.facts import Facts, Part, after, differ, showing
from donjon.drawing.saying import Words
from donjon.table.learn import review_pages
from donjon.table.learn.review_pages import Marked
from donjon.table.live import controls, pages, presentation, timeline, updates
from donjon.table.live.answers import Answers
from donjon.table.live.viewers import Viewer
from donjon.table.live.wording import LogLine
from donjon.table.store.table_game import TableGame
from donjon.table.web.rendering import macros, render


class Replay:
    """A replay of a table for a viewer: its pages, and the ways between them."""

    def __init__(self, table_game: TableGame, viewer: Viewer, marks: Sequence[Marked]) -> None:
        self._table_game, self._viewer = table_game, viewer
        # The line of the first action of a turning point has its sign, too.
        self._marked = {one.moment.decision.number + 1 for one in marks}
        self._words = updates.words_of(table_game, viewer.language)
        self._drawing = presentation.drawn_by_facts(table_game.game)
        self._shapes = updates.shapes_of(table_game, viewer.language)

    def page(self, at: int, context: Mapping[str, Any]) -> str:
        """Return the part of the page after `at` steps that changes, as HTML."""
        with showing(self.facts(at, context), self._shapes):
            return render(self._viewer.language, "table_replay.html.jinja", context)

    def facts(self, at: int, context: Mapping[str, Any]) -> Facts:
        """Return the facts of the page after `at` steps; `context` has what its bar says."""
        table_game, language = self._table_game, self._viewer.language
        state = table_game.state_at(at)
        view = self._view(state)
        things = Answers(table_game, self._viewer, state).things(set())
        marks = macros(language, "marks.html.jinja")
        shown, id = context["board_signs"], table_game.id
        told = context["move"], context["moves"], context["prompt"]
        return {
            **self._ground(view),
            **self._of_game(view),
            "=things": controls.slot_of(language, "things") if things else "",
            "*about": {f"about-{one.subject}": controls.thing_piece(one) for one in things},
            "#signs": str(marks.on_board(shown, review_pages.SIGNS["better"])),
            "#marks": str(marks.words(id, context["turns"], context["mark"], context["names"])),
            "#ticks": str(marks.ticks(context["turns"], context["start"], context["last"])),
            "#prompt": str(marks.step(*told, context["mark"])),
            "@min:at": context["start"],
            "@max:at": context["last"],
            "@value:at": at,
            **{f"@href:{name}": f"?at={context[key]}" for name, key in _WAYS.items()},
            "@id:answer": context["answer_place"],
            "@data-from:answer": context["answers"],
            **{f"@href:{kind}": f"/t/{id}/poster.{kind}?at={at}" for kind in ("png", "svg")},
            "*line": self._lines(context["lines"]),
        }

    async def way(self, old: Facts, new: Facts, first: int, last: int) -> dict[str, Any]:
        """Return the update between two pages, with the moments of the steps from `first` to `last`.

        There can be many moments: after each, other requests get their turn.
        """
        table_game, viewer = self._table_game, self._viewer
        lines = timeline.lines_since(table_game, viewer, min(first, last) - timeline.RECENT_STEPS)
        story = list(timeline.moments(table_game, lines, first, last)) if first < last else []
        shown, made = {key: old[key] for key in old if key[0] != "*"}, list[dict[str, Any]]()
        told = dict[str, Any](old["*line"])
        for moment in story:
            view = self._view(moment.state)
            now = {**self._ground(view), **self._of_game(view, settled=False)}
            change = differ(shown, now)
            shown = after(shown, change)
            with showing(shown, self._shapes):
                change = updates.written(change)
            recent = told
            if moment.line is not None:
                recent = self._lines(timeline.recent(lines[moment.number :], lines[moment.number].at))
            change |= differ(told, recent)
            told = recent
            if moment.line is not None or change:
                made.append({**timeline.told_of(moment.line), "facts": [change]})
            await asyncio.sleep(0)
        before = {**shown, **{key: old[key] for key in old if key[0] == "*"}, "*line": told}
        with showing(new, self._shapes):
            facts = updates.written(differ(before, new))
        return {"at": last, "moments": made, "facts": [facts]}

    def _view(self, state: Any) -> dict[str, Any]:
        over = self._table_game.over
        return presentation.looked_back(self._table_game.game, state, self._viewer.viewpoint, over)

    def _ground(self, view: Mapping[str, Any]) -> Facts:
        """Return what stays as it is after the setup of a game, and has other facts within it."""
        drawing, language = self._drawing, self._viewer.language
        said: dict[str, Any] = {"translate": self._words.translate, "names": self._words.names}
        seated = {**view, "seat": min(self._viewer.seats, default=None)}
        tags = pages.tags(self._table_game, self._viewer, self._words.translate)

        def chips() -> str:
            goals = presentation.goals(self._table_game.game, seated, self._words)
            return render(language, "table_chips.html.jinja", {"names": self._words.names, "goals": goals})

        written = {
            "picture": lambda: drawing.draw(view, **said),
            "chips": chips,
            "hand": lambda: drawing.hand(view, **said),
            "mats": lambda: f"{drawing.seats(seated, tags=tags, **said)}\n{drawing.piles(view, **said)}",
            "cards": lambda: drawing.cards(view, **said),
        }
        ground = drawing.ground(view)
        return {f"#{name}": Part(ground, write) for name, write in written.items()}

    def _of_game(self, view: Mapping[str, Any], settled: bool = True) -> Facts:
        words: Words = self._words
        own = self._drawing.own_facts(view, words, settled=settled)
        return {**self._drawing.public_facts(view, words, settled=settled), **own}

    def _lines(self, lines: list[LogLine]) -> dict[str, Any]:
        id, language = self._table_game.id, self._viewer.language
        return {
            f"line-{line.id}": controls.line_piece(language, line, id, self._sign(line)) for line in lines
        }

    def _sign(self, line: LogLine) -> str:
        """Return the sign of a line: that of what was played, if a turning point starts with it."""
        starts = line.at in self._marked and line.id.endswith("-0")
        return review_pages.PLAYED if starts and line.seat is not None else ""


# The links of the bar, and the step of the context that each leads to.
_WAYS = {
    "start": "start",
    "turn-before": "turn_before",
    "previous": "previous",
    "next": "next",
    "turn-after": "turn_after",
    "end": "last",
}
