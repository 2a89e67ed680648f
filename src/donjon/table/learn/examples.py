"""Show examples and pictures of a rulebook: the steps their texts suggest, their part of the board."""

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
# In percent of the board: the margin around what matters, and the smallest part that is shown. A part larger
# than MOST is not worth cutting out: then the whole board is shown.
MARGIN, LEAST, MOST = 11, 46, 86
# Margin and smallest part where only what happens matters.
CLOSE_MARGIN, CLOSEST = 3, 40
_PICTURES = 200  # some 80 KB each
_VIEW = re.compile(r'viewBox="([^"]*)"')
_NARROW = re.compile(r"(?<=\(width &lt; )(\d+)(?=px\))")


# Steps that a text suggests


def sandbox_of(example: Example, did: str = "") -> Sandbox:
    """Return the sandbox of an example after the steps `did`. Raises BadPlay."""
    return Sandbox(example.position, example.seat, did)


@cache
def steps_of(game: str, id: str) -> tuple[str, ...]:
    """Return the `did` of an example after each step that its text suggests."""
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
    """A place that an example mentions: its box, and its name ("4,8"), "" if the text has none."""

    box: Box
    name: str


def targets_of(game: Game, example: Example) -> list[tuple[Target, ...]]:
    """Return the places of each step that the text of an example suggests."""
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
    """Return the places of the step that the text suggests next; () after other steps than suggested."""
    for targets, step in zip(targets_of(game, example), steps_of(game.name, example.id), strict=True):
        if step != did and sandbox.starts_with(step, did):
            return targets
    return ()


def refusals(play: Sandbox, example: Example, translate: Translate) -> list[tuple[str, str, Box | None]]:
    """Return the refused actions at the start of an example: text to ask about, name and box of each."""
    return [
        (wrong.action, _called(play, wrong.action, translate), _place(play, wrong.action))
        for wrong in example.wrong
    ]


def _place(play: Sandbox, text: str) -> Box | None:
    """Return the box of the last action of a text that has one; None if none has."""
    game, boxes = play.table_game.game, drawing_of(play.table_game.game).boxes()
    actions = game.parse_action(play.table_game.state, play.table_game.waiting[0], text)
    return next((boxes[action] for action in reversed(actions) if action in boxes), None)


def _called(play: Sandbox, text: str, translate: Translate) -> str:
    """Return the names of the actions of a text, each as it is after the legal ones before it."""
    table_game, seat = play.table_game, play.table_game.waiting[0]
    game, state = table_game.game, copy(table_game.state)
    names, texts = wording.names(table_game.seats, translate), []
    for action in game.parse_action(state, seat, text):
        words = game.actions.called(state, seat, action)
        texts.append(game.action_text(state, seat, action) if words is None else words.say(translate, names))
        if why_not.refused(game, state, seat, action) is None:
            rules.apply(state, seat, action, None)
    return ", ".join(texts)


# Pictures


@dataclass(frozen=True, eq=False)
class Picture:
    """A small picture of a position, as a seat sees it.

    part: the part of the board that it shows, in percent. marks: what it rings, each with its name and its
    box in percent of the part, None for a thing that does not lie on the board.
    """

    play: Sandbox
    seat: int | None
    language: str
    part: Box
    marks: tuple[tuple[str, Box | None], ...]

    @property
    def boxes(self) -> list[tuple[str, Box]]:
        """Return the marks that lie on the board."""
        return [(name, box) for name, box in self.marks if box is not None]

    @cached_property
    def svg(self) -> str:
        """Return the picture as SVG, cut to its part."""
        table_game, translate = self.play.table_game, say(self.language)
        names = wording.names(table_game.seats, translate)
        whole = presentation.picture(table_game.game, table_game.view(self.seat), translate, names)
        return cut_out(whole, self.part)


@lru_cache(_PICTURES)
def example_picture(game: Game, id: str, language: str) -> Picture:
    """Return the picture of an example's start, with the places of the steps its text suggests."""
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
    """Return the picture of a panel of the story, with its rings."""
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
    """Return the part of a board to show, in percent and in the board's own proportions.

    `happens`: the boxes where something is done or pointed at; `is_all`: nothing else matters. Returns the
    whole board if the game does not say where its pieces stand, or if nothing stands or happens there.
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
    """Return the start of a part with a point in its middle, moved so far that it stays on the board."""
    return min(100 - share, max(0.0, doubled_middle / 2 - share / 2))


def cut_out(svg: str, part: Box) -> str:
    """Return a part of a picture, with the breakpoints of its media queries scaled to the part."""
    viewbox = _VIEW.search(svg)
    assert viewbox is not None, "a board says how large it is"
    x, y, width, height = map(float, viewbox[1].split())
    crop = (
        x + width * part[0] / 100,
        y + height * part[1] / 100,
        width * part[2] / 100,
        height * part[3] / 100,
    )
    numbers = " ".join(f"{number:.1f}" for number in crop)
    svg = f'{svg[: viewbox.start()]}viewBox="{numbers}"{svg[viewbox.end() :]}'
    return _NARROW.sub(lambda width: str(round(int(width[1]) * part[2] / 100)), svg)


def seen_in(box: Box, part: Box) -> Box:
    """Convert a box from percent of the board to percent of a part."""
    scale = 100 / part[2], 100 / part[3]
    return (
        (box[0] - part[0]) * scale[0],
        (box[1] - part[1]) * scale[1],
        box[2] * scale[0],
        box[3] * scale[1],
    )
