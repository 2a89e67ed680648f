"""Show the boards of a minute: a path for each game, one marked move after the other.

Nothing is stored: the address holds the step, and a cookie the boards that a visitor has done. A step accepts
only its own move; every other one is answered with a sentence and played nowhere, so that an address can
reach no position that a board does not state.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from donjon.drawing import Box
from donjon.drawing.saying import Words
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Translate
from donjon.play.why_not import forbidden
from donjon.rulebook import Act
from donjon.rulebook.boards import Board, Step, boards_of, box_in
from donjon.rulebook.lessons import LEARNER, lesson_of
from donjon.table.learn import progress
from donjon.table.learn.examples import cut_out
from donjon.table.learn.sandbox import Sandbox
from donjon.table.live import forms, presentation, wording
from donjon.table.live.wording import ActionButton
from donjon.table.store.rows import BOT, PERSON, Seat
from donjon.table.web.rendering import page, render, say
from donjon.table.web.sessions import set_cookie

COOKIE = "donjon_learnt"
# Buttons of choices without a place: the asked one, and others to choose between.
MOST_BUTTONS = 3
_SCENES = 64  # some 100 KB each
_PICTURES = 32
_LINK = re.compile(r"<a( [^>]*)>|</a>")
_POINT = re.compile(r"(\d{1,3}(?:\.\d{1,3})?),(\d{1,3}(?:\.\d{1,3})?)")
_FRESH = {"cache-control": "no-store", "vary": "Cookie, X-Frame"}
_KEPT = {"cache-control": "max-age=3600", "vary": "Cookie, Accept-Language"}


# Positions


@cache
def positions(game: str, number: int) -> tuple[Sandbox, ...]:
    """Return the positions of a board, from 1 on: at each of its steps, and when it is done."""
    board = boards_of(game)[number - 1]
    line = list(board.line)
    made = [_after(board, line)]
    for step in board.steps:
        line += [Act(step.does, board.seat), *step.line]
        made.append(_after(board, line))
    return tuple(made)


def _after(board: Board, line: Sequence[Act]) -> Sandbox:
    play = Sandbox(board.position, board.seat)
    for act in line:
        play.decide(act)
    return play


def asked(play: Sandbox, step: Step) -> int:
    """Return the action that a step asks for."""
    state, seat = play.table_game.state, play.seat
    assert seat is not None, "a board has a seat"
    (action,) = play.table_game.game.parse_action(state, seat, step.does)
    return action


# What a move is answered with


@dataclass(frozen=True)
class Reply:
    """The answer to a move: whether it is the asked one; else a sentence, its rule or "", and the place."""

    right: bool
    text: str = ""
    rule: str = ""
    box: Box | None = None


def reply(board: Board, play: Sandbox, step: Step, action: int, translate: Translate) -> Reply:
    """Return the answer to an action in a step. Nothing is played."""
    table_game, seat = play.table_game, board.seat
    game, state = table_game.game, table_game.state
    if action == asked(play, step):
        return Reply(True)
    box = presentation.boxes_now(game, table_game.view(seat)).get(action)
    refusal = forbidden(game, state, seat, action)
    if refusal is None:
        own = (other.text for other in step.others if action in named(play, other.actions))
        return Reply(False, translate(next(own, step.otherwise)), "", box)
    own = (other.text for other in step.others if other.rule == refusal.rule)
    text = next(own, "")
    names = wording.names(table_game.seats, translate)
    return Reply(False, translate(text) if text else refusal.message.say(translate, names), refusal.rule, box)


def named(play: Sandbox, texts: Sequence[str]) -> set[int]:
    """Return the actions of some texts for the seat of a board."""
    game, state, seat = play.table_game.game, play.table_game.state, play.seat
    assert seat is not None, "a board has a seat"
    return {action for text in texts for action in game.parse_action(state, seat, text)}


def pointed_at(play: Sandbox, step: Step, point: str) -> int | None:
    """Return the action whose place is at a point of the board, "x,y" in percent; None if there is none.

    Of several, legal ones come first, then those of the same kind as the asked one.
    """
    read = _POINT.fullmatch(point)
    if read is None or play.seat is None:
        return None
    x, y = float(read[1]), float(read[2])
    table_game, seat = play.table_game, play.seat
    game, state, verb = table_game.game, table_game.state, step.does.partition(" ")[0]
    boxes = presentation.boxes_now(game, table_game.view(seat))
    on_it = [action for action, box in boxes.items() if _holds(box, x, y)]
    legal = [action for action in on_it if forbidden(game, state, seat, action) is None]
    alike = (one for one in on_it if game.action_text(state, seat, one).partition(" ")[0] == verb)
    return next(iter(legal), next(alike, None))


def _holds(box: Box, x: float, y: float) -> bool:
    left, top, width, height = box
    return left <= x <= left + width and top <= y <= top + height


# Pictures


@dataclass(frozen=True)
class Ring:
    """A ring on the board: round around a small thing, framed around a large one; `box` in percent."""

    box: Box
    shape: str


# In percent of the board's width: things up to this size get a round ring.
_SMALL = 8


def ring(box: Box, ratio: float) -> Ring:
    """Return the ring around a box; `ratio`: the width of the board divided by its height."""
    left, top, width, height = box
    size = max(width, height / ratio)
    if size > _SMALL:
        return Ring(box, "framed")
    middle = left + width / 2, top + height / 2
    tall = size * ratio
    return Ring((middle[0] - size / 2, middle[1] - tall / 2, size, tall), "round")


@dataclass(frozen=True)
class Plate:
    """A short word on the board, at a point in percent."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Scene:
    """A board as it is drawn at a step, or when it is done.

    marked: the asked move, and its ring (None: only a button); spots: the other moves with a place; buttons:
    moves in words, the asked one first, () if all have places; goals: the rings of its targets.
    """

    picture: Markup
    ratio: float
    marked: ActionButton | None = None
    ring: Ring | None = None
    spots: tuple[tuple[ActionButton, Box], ...] = ()
    buttons: tuple[ActionButton, ...] = ()
    goals: tuple[Ring, ...] = ()
    plates: tuple[Plate, ...] = ()
    panel: str = ""


@lru_cache(_SCENES)
def scene(game: Game, number: int, step: int, language: str) -> Scene:
    """Draw a board at a step, counted from 0; after the last one it is done."""
    board, play = boards_of(game.name)[number - 1], positions(game.name, number)[step]
    translate, table_game = say(language), play.table_game
    names, view = wording.names(table_game.seats, translate), table_game.view(board.seat)
    ratio = presentation.ratio(game)
    if step == len(board.steps):
        plates = (
            Plate(translate(text), box[0] + box[2] / 2, box[1])
            for subject, text in board.plates.items()
            if (box := presentation.box_of(game, view, subject)) is not None
        )
        goals = _rings(game, view, board.seen)
        picture = presentation.board(game, view, translate, names)
        panel = _panel(game, view, board.shows, translate, names)
        return Scene(picture, ratio, goals=goals, plates=tuple(plates), panel=panel)
    asks = board.steps[step]
    boxes, action = presentation.boxes_now(game, view), asked(play, asks)
    choices = {
        legal: wording.choice(table_game, board.seat, legal, translate, names, boxes)
        for legal in table_game.legal(board.seat)
    }
    placed = {one for one in choices if one in boxes}
    marked = choices[action]
    listed = [marked, *(choice for one, choice in choices.items() if one != action)]
    is_plain = action not in placed
    box = boxes.get(action) or (presentation.box_of(game, view, asks.at) if asks.at else None)
    return Scene(
        presentation.board(game, view, translate, names, placed),
        ratio,
        marked,
        None if box is None else ring(box, ratio),
        tuple((choices[one], boxes[one]) for one in choices if one in placed and one != action),
        tuple(one for one in listed if is_plain or one.action not in placed)[:MOST_BUTTONS],
        _rings(game, view, asks.goals),
        panel=_panel(game, view, asks.shows, translate, names),
    )


def _rings(game: Game, view: Mapping[str, Any], subjects: Sequence[str]) -> tuple[Ring, ...]:
    boxes = (box_in(subject) or presentation.box_of(game, view, subject) for subject in subjects)
    return tuple(ring(box, presentation.ratio(game)) for box in boxes if box is not None)


def _panel(
    game: Game, view: dict[str, Any], shows: str, translate: Translate, names: Sequence[str]
) -> Markup:
    if shows == "goals":
        goals = presentation.goals(game, view, Words(translate, tuple(names)))
        # Their links ask about a card at a table; there is nobody to ask here.
        return Markup(_LINK.sub(lambda tag: "<span>" if tag[1] else "</span>", goals))
    return presentation.panels(game, view, translate, names, [""] * len(names)).get(shows, Markup())


@lru_cache(_PICTURES)
def _picture(game: Game, number: int, language: str) -> str:
    """Return the part of a board that matters at its start, as a picture."""
    board, play = boards_of(game.name)[number - 1], positions(game.name, number)[0]
    translate, table_game = say(language), play.table_game
    names = wording.names(table_game.seats, translate)
    whole = presentation.picture(game, table_game.view(board.seat), translate, names)
    left, top, width, height = board.part
    return cut_out(whole, (left, top, width, height))


async def picture(request: Request) -> Response:
    """Draw a board at its start."""
    game, number = _asked(request)
    svg = _picture(game, number, request.state.language)
    return Response(svg, headers=_KEPT, media_type="image/svg+xml")


# Pages


def learnt_in(request: Request) -> dict[str, int]:
    """Return the boards that a visitor has done, by game as bits."""
    return progress.done_in(request.cookies.get(COOKIE, ""), lambda game: len(boards_of(game)))


def is_new(game: str, learnt: Mapping[str, int]) -> bool:
    """Return whether a game has boards of which a visitor has done none; `learnt`: as of `learnt_in`."""
    return bool(boards_of(game)) and not learnt.get(game)


def _asked(request: Request) -> tuple[Game, int]:
    """Return the game and the number of the board that an address names. Raises HTTPException (404)."""
    name, number = request.path_params["game"], forms.number(request.path_params["number"])
    if not 1 <= number <= len(boards_of(name)):
        raise HTTPException(404)
    return games[name], number


async def one(request: Request) -> Response:
    """Show a board at a step, or the answer to a move in it; store in the cookie that it is done."""
    game, number = _asked(request)
    name, query = game.name, request.query_params
    board = boards_of(name)[number - 1]
    step = forms.number(query.get("step", "0"))
    if not 0 <= step <= len(board.steps):
        raise HTTPException(404)
    answer = None if step == len(board.steps) else _answer(request, board, number, step)
    if answer is not None and answer.right:
        step += 1
    done = learnt_in(request)
    finishes = answer is not None and answer.right and step == len(board.steps)
    if finishes:
        done[name] = done.get(name, 0) | 1 << number - 1
    language = request.state.language
    names = _names(request, game, number, step, answer, done.get(name, 0))
    if "x-frame" in request.headers:
        response: Response = HTMLResponse(render(language, "board_part.html.jinja", names), headers=_FRESH)
    else:
        response = page(request, "board.html.jinja", 200, (game,), **names)
    if finishes:
        set_cookie(request, response, COOKIE, progress.cookie_of(done))
    return response


def _answer(request: Request, board: Board, number: int, step: int) -> Reply | None:
    """Return the answer to the move of a request: ?action=, or ?at= a point; None without one."""
    query, asks = request.query_params, board.steps[step]
    play = positions(board.position["game"], number)[step]
    translate = say(request.state.language)
    if (point := query.get("at")) is not None:
        action = pointed_at(play, asks, point)
        if action is None:
            return Reply(False, translate(asks.otherwise))
    elif (text := query.get("action")) is not None:
        action = forms.number(text)
        if not 0 <= action < play.table_game.game.ACTIONS:
            raise HTTPException(404)
    else:
        return None
    return reply(board, play, asks, action, translate)


def _names(
    request: Request, game: Game, number: int, step: int, answer: Reply | None, done: int
) -> dict[str, Any]:
    """Return the names that the templates of a board use."""
    boards, translate = boards_of(game.name), say(request.state.language)
    board, is_done = boards[number - 1], step == len(boards[number - 1].steps)
    return {
        "game": game,
        "board": board,
        "boards": boards,
        "number": number,
        "step": step,
        "asks": None if is_done else board.steps[step],
        "part": board.part_at(step),
        "scene": scene(game, number, step, request.state.language),
        "reply": None if answer is not None and answer.right else answer,
        "is_shown": "shown" in request.query_params,
        "is_done": is_done,
        "say": translate,
        "marks": marks(game.name, done),
        "known": [one for one, known in zip(boards, marks(game.name, done), strict=True) if known],
        "following": boards[number] if number < len(boards) else None,
        "play_now": _against_beginners(game.name),
        "you": wording.names(positions(game.name, number)[0].table_game.seats, translate)[board.seat],
        "address": f"/learn/{game.name}/{number}",
        "rules_at": f"/rules/{game.name}",
    }


def _against_beginners(game: str) -> dict[str, str]:
    """Return the form of a new game against the bots of the lesson, {} if the game has no lesson."""
    lesson = lesson_of(game)
    if lesson is None:
        return {}
    bots = (Seat(seat, BOT, "", "", lesson.level) for seat in range(1, lesson.players))
    return forms.again(game, [Seat(LEARNER, PERSON, "", ""), *bots], (LEARNER,), {})


def marks(game: str, done: int) -> list[bool]:
    """Return for each board of a game whether it is done."""
    return [bool(done >> number & 1) for number in range(len(boards_of(game)))]


def path(game: Game, done: int, translate: Translate) -> dict[str, Any]:
    """Return a game's path for a list: its boards with their state, and the first that isn't done."""
    shown, known = boards_of(game.name), marks(game.name, done)
    return {
        "game": game,
        "boards": [(translate(board.title), is_done) for board, is_done in zip(shown, known, strict=True)],
        "done": sum(known),
        "next": next((number for number, is_done in enumerate(known, 1) if not is_done), None),
        "picture": f"/learn/{game.name}/1.svg" if shown else "",
    }


def continued(paths: Sequence[Mapping[str, Any]], translate: Translate) -> dict[str, Any] | None:
    """Return the board to go on with, of a path that was started if there is one; None if all are done."""
    open_paths = [path for path in paths if path["next"] is not None]
    begun = [path for path in open_paths if path["done"]]
    if not open_paths:
        return None
    chosen = (begun or open_paths)[0]
    game, number = chosen["game"], chosen["next"]
    board = boards_of(game.name)[number - 1]
    return {
        "game": game,
        "number": number,
        "boards": len(chosen["boards"]),
        "title": translate(board.title),
        "teaches": translate(board.teaches),
        "picture": f"/learn/{game.name}/{number}.svg",
        "begun": bool(chosen["done"]),
    }
