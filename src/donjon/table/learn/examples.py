"""Examples and pictures of a rulebook: what their texts suggest, and the part of a board that they show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from donjon.drawing import Box
from donjon.drawing.protocol import ShowsWherePiecesStand, drawing_of
from donjon.kernel import rules
from donjon.kernel.game import Game, copy
from donjon.kernel.message import Translate
from donjon.play import why_not
from donjon.rulebook import Example, book
from donjon.table.learn import sandbox
from donjon.table.learn.sandbox import Sandbox
from donjon.table.live import presentation, wording
from donjon.table.web.rendering import say

WHOLE: Box = (0, 0, 100, 100)
# So much of width and height is left around what matters, and at least shown, in percent; what is more than
# MOST of it might as well be the whole.
MARGIN, LEAST, MOST = 11, 46, 86
# Where only what happens matters.
CLOSE_MARGIN, CLOSEST = 3, 40
_PICTURES = 200  # some 80 KB each
_VIEW = re.compile(r'viewBox="([^"]*)"')
_NARROW = re.compile(r"(?<=\(width &lt; )(\d+)(?=px\))")


# What a text suggests


def sandbox_of(example: Example, did: str = "") -> Sandbox:
    """Return an example after `did` was played there. Raises BadPlay."""
    return Sandbox(example.position, example.seat, did)


@cache
def steps_of(game: str, id: str) -> tuple[str, ...]:
    """Return what has been done after each step that the text of an example suggests, as `did` has it."""
    rulebook = book(game)
    example = rulebook.example(id) if rulebook is not None else None
    assert example is not None, "the caller has the example"
    play, steps = sandbox_of(example), []
    for act in example.line:
        play.decide(act)
        steps.append(play.did)
    return tuple(steps)


@dataclass(frozen=True)
class Target:
    """A place that an example speaks of: its box, and its name ("4,8") where the text says it."""

    box: Box
    name: str


def targets_of(game: Game, example: Example) -> list[tuple[Target, ...]]:
    """Return the places of what the text of an example suggests, for each of its steps."""
    boxes, before, targets = drawing_of(game).boxes(), 0, []
    for act, step in zip(example.line, steps_of(game.name, example.id), strict=True):
        items = step.split(".")
        actions = [int(item.rpartition("-")[2]) for item in items[before:]]
        shared = [word for word in act.text.split() if re.search(r"\d", word) and word in example.text]
        name = shared[-1] if shared else ""
        targets.append(tuple(Target(boxes[action], name) for action in actions if action in boxes))
        before = len(items)
    return targets


def next_targets(game: Game, example: Example, did: str) -> tuple[Target, ...]:
    """Return the places of the step that the text suggests next; none after something else was played."""
    for targets, step in zip(targets_of(game, example), steps_of(game.name, example.id), strict=True):
        if step != did and sandbox.starts_with(step, did):
            return targets
    return ()


def refusals(play: Sandbox, example: Example, translate: Translate) -> list[tuple[str, str, Box | None]]:
    """Return what is refused at the start of an example: what to ask about, its name, and where it is."""
    return [
        (wrong.action, _called(play, wrong.action, translate), _place(play, wrong.action))
        for wrong in example.wrong
    ]


def _place(play: Sandbox, text: str) -> Box | None:
    """Return the box of the last place that an action in words names."""
    game, boxes = play.table_game.game, drawing_of(play.table_game.game).boxes()
    actions = game.parse_action(play.table_game.state, play.table_game.waiting[0], text)
    return next((boxes[action] for action in reversed(actions) if action in boxes), None)


def _called(play: Sandbox, text: str, translate: Translate) -> str:
    """Return the names of the actions of a text, each after those before it as far as they are legal."""
    table_game, seat = play.table_game, play.table_game.waiting[0]
    game, state = table_game.game, copy(table_game.state)
    names, said = wording.names(table_game.seats, translate), []
    for action in game.parse_action(state, seat, text):
        words = game.actions.called(state, seat, action)
        said.append(game.action_text(state, seat, action) if words is None else words.say(translate, names))
        if why_not.refused(game, state, seat, action) is None:
            rules.apply(state, seat, action, None)
    return ", ".join(said)


# Pictures


@dataclass(frozen=True, eq=False)
class Picture:
    """A small picture of a position, as a seat sees it.

    part: what it shows of the board, in percent; marks: what it rings, by name, each with its box in percent
    of the part, None for what does not lie on the board.
    """

    play: Sandbox
    seat: int | None
    language: str
    part: Box
    marks: tuple[tuple[str, Box | None], ...]

    @property
    def boxes(self) -> list[tuple[str, Box]]:
        """The marks that have a place."""
        return [(name, box) for name, box in self.marks if box is not None]

    @cached_property
    def svg(self) -> str:
        """The picture itself."""
        table_game, translate = self.play.table_game, say(self.language)
        names = wording.names(table_game.seats, translate)
        whole = presentation.picture(table_game.game, table_game.view(self.seat), translate, names)
        return cut_out(whole, self.part)


@lru_cache(_PICTURES)
def example_picture(game: Game, id: str, language: str) -> Picture:
    """Return the picture of an example as it starts, with the places of what its text suggests."""
    rulebook = presentation.book(game.name, language)
    example = rulebook.example(id) if rulebook is not None else None
    assert example is not None, "the caller has the example"
    play = sandbox_of(example)
    targets = [target for step in targets_of(game, example) for target in step]
    part = part_of(game, play.table_game.view(play.viewpoint), [target.box for target in targets])
    marks = tuple((target.name, seen_in(target.box, part)) for target in targets)
    return Picture(play, play.viewpoint, language, part, marks)


@lru_cache(_PICTURES)
def panel_picture(game: Game, id: str, language: str) -> Picture:
    """Return a picture of the story, with what it rings."""
    rulebook = presentation.book(game.name, language)
    panel = rulebook.panel(id) if rulebook is not None else None
    assert panel is not None, "the caller has the panel"
    play = Sandbox(panel.position, panel.seat)
    for act in panel.line:
        play.decide(act)
    seat = panel.seat if panel.seat is not None else play.first_actor
    table_game, translate = play.table_game, say(language)
    view, names = table_game.view(seat), wording.names(table_game.seats, translate)
    rings: list[tuple[str, Box | None]] = []
    explain = game.explain or (lambda *_asked: [])
    for subject in panel.points:
        if lines := explain(table_game.state, view, subject):
            rings.append((lines[0][1].say(translate, names), presentation.box_of(game, view, subject)))
    if panel.part:
        left, top, share = panel.part
        part = left, top, share, share
    else:
        part = part_of(game, view, [box for _name, box in rings if box is not None], is_all=True)
    marks = tuple((name, None if box is None else seen_in(box, part)) for name, box in rings)
    return Picture(play, seat, language, part, marks)


def part_of(game: Game, view: Mapping[str, Any], happens: Iterable[Box], is_all: bool = False) -> Box:
    """Return the part of a board to be shown, in percent and in the board's own proportions.

    `happens`: where something is done or pointed at; `is_all`: nothing else matters. The whole board, where a
    game has no parts that can be left out, or nothing stands or happens there.
    """
    drawing, boxes = drawing_of(game), list(happens)
    if isinstance(drawing, ShowsWherePiecesStand):
        boxes += drawing.where_pieces_stand(view)
    elif not is_all:
        return WHOLE
    if not boxes:
        return WHOLE
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] + box[side + 2] for box in boxes) for side in (0, 1))
    margin, least = (CLOSE_MARGIN, CLOSEST) if is_all else (MARGIN, LEAST)
    share = max(right - left + 2 * margin, bottom - top + 2 * margin, least)
    if share > MOST:
        return WHOLE
    return _within(left + right, share), _within(top + bottom, share), share, share


def _within(doubled_middle: float, share: float) -> float:
    """Return where a part starts that has something in its middle and does not leave the board."""
    return min(100 - share, max(0.0, doubled_middle / 2 - share / 2))


def cut_out(svg: str, part: Box) -> str:
    """Return a picture of a part alone; its words show at a smaller width than those of the whole."""
    found = _VIEW.search(svg)
    assert found is not None, "a board says how large it is"
    x, y, width, height = map(float, found[1].split())
    seen = (
        x + width * part[0] / 100,
        y + height * part[1] / 100,
        width * part[2] / 100,
        height * part[3] / 100,
    )
    numbers = " ".join(f"{number:.1f}" for number in seen)
    svg = f'{svg[: found.start()]}viewBox="{numbers}"{svg[found.end() :]}'
    return _NARROW.sub(lambda width: str(round(int(width[1]) * part[2] / 100)), svg)


def seen_in(box: Box, part: Box) -> Box:
    """Return a box of the board in percent of a part."""
    scale = 100 / part[2], 100 / part[3]
    return (
        (box[0] - part[0]) * scale[0],
        (box[1] - part[1]) * scale[1],
        box[2] * scale[0],
        box[3] * scale[1],
    )
