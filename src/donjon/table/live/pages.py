"""Make the contents of a table's page, only from what the viewer may know."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from markupsafe import escape
from starlette.requests import Request

from donjon.drawing import Box
from donjon.errors import IllegalAction, UnknownAction
from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.kernel.message import Message, SeatName, Translate
from donjon.play import why_not as judging
from donjon.table.live import consent, forms, levels, presentation, wording
from donjon.table.live.answers import Answer, Answers, Notice
from donjon.table.live.coaching import may_hint
from donjon.table.live.guide import guide
from donjon.table.live.viewers import SomethingHidden, Viewer, position_then
from donjon.table.live.wording import LogLine
from donjon.table.store.rows import BOT, OPEN, UNDOS
from donjon.table.store.seating import is_private
from donjon.table.store.table_game import NO_SUCH_ACTION, TableGame
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.rendering import say
from donjon.table.web.sessions import Identity

LOG_LINES = 60
# Tables whose drawn pages are cached, for all their viewers: some 1.5 MB each. Others are drawn again.
MOST_DRAWN = 12
DRAWN = dict[TableGame, None]()
# Stands for the base address of links in drawn pages. No name can hold it: it is not printable.
BASE = "\ue000"
# The part of a frame id that says that the page shows the figures of the review.
REVIEWED = "reviewed"


def frame_id(table_game: TableGame, viewer: Viewer) -> str:
    """Return an ETag for the page as this viewer sees it now: equal ids are equal pages."""
    seated = "".join(seat.kind[0] for seat in table_game.seats)
    # A page from before the start shows no game.
    seated = f"g{seated}" if table_game.is_gathering else seated
    parts = [table_game.seq, seated, viewer.viewpoint, viewer.acts, viewer.pass_to, viewer.language]
    parts += [viewer.news.value] if viewer.news.value else []
    parts += [REVIEWED] if table_game.reviewed is not None else []
    return "-".join("x" if part is None else str(part) for part in parts)


def language_of(frame: str) -> str:
    """Return the language of a page from its `frame_id`, "" if that has none."""
    return next((part for part in frame.split("-")[5:6] if part in LANGUAGES), "")


def tab(table_game: TableGame, viewer: Viewer) -> dict[str, str]:
    """Return the contents of a browser's tab: `tab`, the turn and the game; `tab_icon`, a file."""
    names = wording.names(table_game.seats, say(viewer.language))
    words = _turn(table_game, viewer).say(say(viewer.language), names)
    is_mine = any(seat in viewer.seats for seat in table_game.waiting)
    return {
        "tab": f"{words} – {table_game.game.title}",
        "tab_icon": "logo-turn.svg" if is_mine else "logo.svg",
    }


def _turn(table_game: TableGame, viewer: Viewer) -> Message:
    """Return a message about whose turn it is; a viewer with several seats gets the seat's name."""
    waiting = table_game.waiting
    if table_game.over or table_game.is_ended:
        return Message("Game over")
    if len(viewer.seats) == 1 and viewer.seats[0] in waiting:
        return Message("Your turn")
    if len(waiting) == 1:
        return Message("{seat}'s turn", seat=SeatName(waiting[0]))
    if not waiting:
        return Message("Random draw")
    return Message("Waiting for {seats}", seats=[SeatName(seat) for seat in waiting])


def title(table_game: TableGame, viewer: Viewer) -> str:
    """Return the heading of a table's page: the game and the names of the players."""
    return f"{table_game.game.title}: {', '.join(wording.names(table_game.seats, say(viewer.language)))}"


def remember_drawing(table_game: TableGame) -> None:
    """Mark a table as drawn last; forget the drawn pages of the table drawn longest ago if need be."""
    DRAWN.pop(table_game, None)
    DRAWN[table_game] = None
    while len(DRAWN) > MOST_DRAWN:
        oldest = next(iter(DRAWN))
        del DRAWN[oldest]
        oldest.forget_drawn()
        oldest.lines.clear()


def based(text: str, base: str) -> str:
    """Return a drawn page with the base address. Requests can choose it, so it is not cached."""
    return text.replace(BASE, escape(base))


def context(
    table_game: TableGame,
    viewer: Viewer,
    identity: Identity,
    notice: Notice | None,
    answer: Answer | None = None,
) -> dict[str, Any]:
    """Return all names that the templates of a table's page use."""
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    view = table_game.view(viewer.viewpoint)
    made: dict[str, Any] = {
        **who(table_game, viewer, identity),
        "title": title(table_game, viewer),
        **tab(table_game, viewer),
        "names": names,
        "ratio": presentation.ratio(table_game.game),
        "looks": looks(table_game.game, translate),
        "say": lambda message: message.say(translate),
        "notice": notice,
        "news": viewer.news.words,
        "prompt": prompt(table_game, viewer).say(translate, names),
        "totals": [player["total"] for player in view["players"]],
        "guide": guide(table_game, viewer, translate, names),
        "links": links(table_game, viewer, identity, names),
    }
    made |= _choices(table_game, viewer, translate, names)
    made |= _answers(table_game, viewer, answer, {choice.action for choice in made["placed"]})
    made |= log(table_game, first_lines(table_game, viewer, translate, names, LOG_LINES + 1))
    lit = [choice.action for choice in made["placed"]]
    made["board"] = presentation.board(table_game.game, view, translate, names, lit)
    made |= presentation.panels(table_game.game, view, translate, names, tags(table_game, viewer, translate))
    return made


@lru_cache
def looks(game: Game, translate: Translate) -> tuple[tuple[str, str, Box], ...]:
    """Return the parts of a board that a small screen can show alone: sign, label, box."""
    return tuple((look.sign, look.label.say(translate), look.box) for look in presentation.looks(game))


def who(table_game: TableGame, viewer: Viewer, identity: Identity) -> dict[str, Any]:
    """Return the names that describe table and viewer: game and position, seat to act, undo, rematch."""
    is_over = table_game.over
    return {
        "id": table_game.id,
        "game": table_game.game,
        "seq": table_game.moved,
        "opening": table_game.opening,
        "key": identity.page_key(table_game.id, viewer.guest, table_game.moved),
        "acts": viewer.acts,
        "may_hint": viewer.acts is not None and may_hint(table_game, viewer),
        "pass_to": viewer.pass_to,
        "peek": viewer.peek,
        "over": is_over,
        "again": again(table_game, viewer) if is_over else {},
        "undo": table_game.offered_undo(viewer.seats),
        "redo": table_game.offered_redo(viewer.seats),
        "may_leave": may_leave(table_game, viewer),
        "away": away(table_game, viewer),
        "clocks": consent.clocks(table_game, viewer, say(viewer.language)),
        "requests": consent.requests(
            table_game, viewer, say(viewer.language), wording.names(table_game.seats, say(viewer.language))
        ),
        "asks": consent.asks(table_game, viewer, say(viewer.language)),
        "shared": len(viewer.seats) > 1,
        "seed": table_game.header.seed if is_over else "",
        "proof": table_game.header.proof if is_over else "",
    }


def prompt(table_game: TableGame, viewer: Viewer) -> Message:
    """Return the prompt for a viewer; when the game is over, who has won."""
    if table_game.is_ended and not table_game.over:
        return Message(
            "The game has ended early, without a winner. Points: {points}.", points=_points(table_game)
        )
    if not table_game.over:
        return table_game.game.prompt(table_game.state, viewer.acts)
    return ending(table_game)


def _points(table_game: TableGame) -> list[Message]:
    """Return the points of all players, the most first."""
    totals = [player["total"] for player in table_game.view(None)["players"]]
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return [Message("{seat} {points}", seat=SeatName(seat), points=totals[seat]) for seat in order]


def ending(table_game: TableGame) -> Message:
    """Return who has won a finished game, and the points of all players."""
    totals = [player["total"] for player in table_game.view(None)["players"]]
    ranks = rules.ranking(table_game.state)
    order = sorted(range(len(totals)), key=lambda seat: (ranks[seat], -totals[seat]))
    first = [SeatName(seat) for seat in order if ranks[seat] == 1]
    points = [Message("{seat} {points}", seat=SeatName(seat), points=totals[seat]) for seat in order]
    if len(first) == 1:
        return Message("{seat} wins. Final score: {points}.", seat=first[0], points=points)
    return Message("{seats} share the win. Final score: {points}.", seats=first, points=points)


def again(table_game: TableGame, viewer: Viewer) -> dict[str, str]:
    """Return the form of a rematch for a viewer with a seat, {} for others."""
    header = table_game.header
    options = json.loads(header.options)
    if not viewer.seats:
        return {}
    private = {"private": "1"} if is_private(table_game) else {}
    return forms.again(header.game, table_game.seats, viewer.seats, options) | private


def _choices(table_game: TableGame, viewer: Viewer, translate: Translate, names: list[str]) -> dict[str, Any]:
    if viewer.acts is None:
        return {"placed": [], "plain": [], "listed": [], "boxes": {}, "example": ""}
    every = wording.choices(table_game, viewer.acts, translate, names)
    boxes = presentation.boxes_now(table_game.game, table_game.view(viewer.acts))
    placed = [choice for choice in every if choice.placed]
    # Choices on the board or by pieces are also in a list, which is folded.
    listed = [choice for choice in every if choice.placed or choice.pieces]
    # Declining is always a button: a player should not have to look for it.
    plain = [choice for choice in every if choice.declines or choice not in listed]
    example = placed[0].text if placed else every[0].text if every else ""
    return {"placed": placed, "plain": plain, "listed": listed, "boxes": boxes, "example": example}


def _answers(table_game: TableGame, viewer: Viewer, answer: Answer | None, lit: set[int]) -> dict[str, Any]:
    """Return the answer that was asked for, and the things to ask about."""
    return {
        "answer": answer,
        "answers": f"/t/{table_game.id}/answer",
        "answer_place": answer_place(table_game, viewer),
        "things": Answers(table_game, viewer).things(lit),
    }


def answer_place(table_game: TableGame, viewer: Viewer) -> str:
    """Return the id of the element for an answer. A page with another id drops the answer.

    An answer stays while the viewer is at the same decision. When all seats decide at the same time, the
    choices of other seats do not change that decision.
    """
    if viewer.acts is None:
        return f"answer-{table_game.seq}"
    own = sum(entry.seat == viewer.acts or entry.kind in UNDOS for entry in table_game.entries)
    return f"answer-{viewer.acts}-{own}"


def first_lines(
    table_game: TableGame, viewer: Viewer, translate: Translate, names: list[str], count: int
) -> list[LogLine]:
    """Return `count` lines of the log at most, the latest first."""
    return list(islice(wording.log_lines(table_game, viewer.viewpoint, translate, names), count))


def log(table_game: TableGame, lines: Sequence[LogLine]) -> dict[str, Any]:
    """Return the names that the template of the log uses; `lines`: the latest first."""
    return {
        "id": table_game.id,
        **shuffle(table_game),
        "lines": lines[:LOG_LINES],
        "jump": table_game.over,
        "more": len(lines) > LOG_LINES,
    }


def shuffle(table_game: TableGame) -> dict[str, Any]:
    """Return the names about a table's seed; `published` is "" while it would give the draws away."""
    warned = table_game.header.draws_are_open and not table_game.over
    return {"published": "" if warned else table_game.header.published, "draws_are_open": warned}


def links(
    table_game: TableGame, viewer: Viewer, identity: Identity, names: list[str]
) -> list[dict[str, Any]]:
    """Return the links to open seats; [] for viewers other than the guest who created the table."""
    if viewer.guest != table_game.header.creator:
        return []
    return [
        {
            "seat": seat.seat,
            "name": names[seat.seat],
            "url": f"{BASE}/t/{table_game.id}/sit/{identity.seat_link(table_game.id, seat.seat)}",
        }
        for seat in table_game.seats
        if seat.kind == OPEN
    ]


def plays_again(table_game: TableGame, viewer: Viewer) -> str:
    """Return how a viewer plays again with others: "open" a table, "join" one; "" alone or as a spectator."""
    others = any(seat.owner not in ("", viewer.guest) for seat in table_game.seats)
    if not viewer.seats or not others:
        return ""
    return "join" if table_game.rematch else "open"


def may_leave(table_game: TableGame, viewer: Viewer) -> list[int]:
    """Return the seats of a viewer that a bot can take over: none if nobody else would wait."""
    others = any(seat.kind == OPEN or seat.owner not in ("", viewer.guest) for seat in table_game.seats)
    if table_game.over or table_game.is_ended or not others:
        return []
    return [seat for seat in viewer.seats if not table_game.seats[seat].is_away]


def away(table_game: TableGame, viewer: Viewer) -> list[int]:
    """Return the seats of a viewer that a bot plays now, until they are taken back."""
    if table_game.over or table_game.is_ended:
        return []
    away = [seat for seat in viewer.seats if table_game.seats[seat].is_away]
    return [seat for seat in away if seat not in table_game.resigned]


def tags(table_game: TableGame, viewer: Viewer, translate: Translate) -> list[str]:
    """Return a tag for each seat: a bot's level, "you", "open", or "" for other people."""
    tags = []
    for seat in table_game.seats:
        if seat.is_away:
            level = levels.level_now(seat, viewer.news)
            away = Message("away; bot: {level}", level=level)
            gone = Message("resigned; bot: {level}", level=level)
            tags.append((gone if seat.seat in table_game.resigned else away).say(translate))
        elif seat.kind == BOT:
            tags.append(f"{translate('bot')}: {levels.level_now(seat, viewer.news).say(translate)}")
        elif seat.kind == OPEN:
            tags.append(translate("open"))
        else:
            tags.append(translate("you") if seat.seat in viewer.seats else "")
    return tags


def why_not(table_game: TableGame, seat: int, question: str, language: str) -> Notice:
    """Return why an action (its text, or its number) is not legal for a seat, or that it is legal.

    A text may name several actions; the later ones are judged unless an earlier one reveals something hidden.
    """
    translate = say(language)
    names = wording.names(table_game.seats, translate)
    try:
        actions = _meant(table_game, seat, question)
        refusal = judging.why_not(table_game.game, seat, actions, partial(position_then, table_game, seat))
    except UnknownAction as error:
        return Notice(error.message.say(translate, names))
    except IllegalAction as error:
        return Notice(error.message.say(translate, names), error.rule)
    except SomethingHidden:
        return Notice(
            translate("You can start with that. Continue when you've seen what it reveals."), allows=True
        )
    if refusal is None:
        return Notice(translate("You can do that."), allows=True)
    return Notice(refusal.message.say(translate, names), refusal.rule)


def _meant(table_game: TableGame, seat: int, question: str) -> list[int]:
    """Return the actions that a question is about. Raises UnknownAction or IllegalAction."""
    if not (question.isascii() and question.isdecimal()):
        return table_game.game.parse_action(table_game.state, seat, question)
    if int(question) >= table_game.game.ACTIONS:
        raise UnknownAction(NO_SUCH_ACTION)
    return [int(question)]


def asked(request: Request, table_game: TableGame, viewer: Viewer) -> Notice | None:
    """Return the answer to the question ?ask= of a request; None without a question."""
    question = request.query_params.get("ask", "").strip()
    if not question or viewer.acts is None:
        return None
    return why_not(table_game, viewer.acts, question[:60], viewer.language)
