"""What stands on the page of a table: made from what the viewer may know, and from nothing else."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

from markupsafe import escape

from donjon.errors import UnknownAction
from donjon.kernel.message import Translate
from donjon.kernel.story import Event
from donjon.play import why_not as judging
from donjon.table import faces, levels, metrics, wording
from donjon.table.answers import Answer, Answers, Notice
from donjon.table.identity import Identity
from donjon.table.outlook import SomethingHidden, position_then
from donjon.table.playing import NO_SUCH_ACTION, Playing
from donjon.table.records import BOT, OPEN
from donjon.table.rendering import render, say
from donjon.table.viewers import Viewer

LOG_LINES = 60
RECENT_STEPS = 30
SAID_LINES = 4
# Stands in drawn pages for the base address of links. No name can hold it: it is no printable letter.
BASE = "\ue000"


def frame_id(playing: Playing, viewer: Viewer) -> str:
    """A name for the page as this viewer sees it now; equal names are equal pages."""
    seated = "".join(seat.kind[0] for seat in playing.seats)
    parts = (playing.seq, seated, viewer.eye, viewer.acts, viewer.pass_to, viewer.language)
    return "-".join("x" if part is None else str(part) for part in parts)


def live(
    playing: Playing, viewer: Viewer, identity: Identity, base: str, notice: Notice | None = None
) -> str:
    """The part of the page that changes; drawn once for equal viewers, of whom there are only so many.

    `base` comes from outside: it is put into the drawn page and is nothing that a page is remembered by.
    """
    if notice is not None:
        return _draw(playing, viewer, identity, base, notice)
    if viewer not in playing.pages:
        playing.pages[viewer] = _draw(playing, viewer, identity, BASE, None)
    text: str = playing.pages[viewer]
    return text.replace(BASE, escape(base))


def _draw(playing: Playing, viewer: Viewer, identity: Identity, base: str, notice: Notice | None) -> str:
    with metrics.RENDER.time():
        names = context(playing, viewer, identity, base, notice)
        return render(viewer.language, "live.html.jinja", names)


def context(
    playing: Playing,
    viewer: Viewer,
    identity: Identity,
    base: str,
    notice: Notice | None,
    answer: Answer | None = None,
) -> dict[str, Any]:
    """All names that the templates of a table's page use."""
    translate = say(viewer.language)
    names = wording.names(playing.seats, translate)
    view = playing.view(viewer.eye)
    made: dict[str, Any] = {
        "id": playing.id,
        "game": playing.game,
        "title": f"{playing.game.title}: {', '.join(names)}",
        "names": names,
        "ratio": faces.ratio(playing.game),
        "notice": notice,
        "seq": playing.seq,
        "key": identity.page_key(playing.id, viewer.guest, playing.seq),
        "acts": viewer.acts,
        "pass_to": viewer.pass_to,
        "peek": viewer.peek,
        "over": playing.over,
        "prompt": playing.game.prompt(playing.state, viewer.acts).say(translate, names),
        "undoable": playing.undoable(viewer.acts) if viewer.acts is not None else 0,
        "totals": [player["total"] for player in view["players"]],
        "links": _links(playing, viewer, identity, base, names),
        "seed": playing.header.seed if playing.over else "",
        "seed_hash": playing.header.seed_hash,
    }
    made |= _choices(playing, viewer, translate, names)
    made |= _answers(playing, viewer, answer, {choice.action for choice in made["placed"]})
    made |= _log(playing, viewer, translate, names)
    lit = [choice.action for choice in made["placed"]]
    made["board"] = faces.board(playing.game, view, translate, names, lit)
    made |= faces.panels(playing.game, view, translate, names, tags(playing, viewer, translate))
    made["counting"] = _counting(playing, viewer, translate, names)
    return made


def _counting(playing: Playing, viewer: Viewer, translate: Translate, names: list[str]) -> Any:
    """What was counted since the viewer's last move, step by step, as everybody may know it."""
    recent = [event.seen_by(None) for event in _since_own_move(playing, viewer)]
    return faces.counting(playing.game, recent, translate, names)


def _since_own_move(playing: Playing, viewer: Viewer) -> list[Event]:
    """What has happened since the viewer's last move, that included; for a spectator lately."""
    events: list[Event] = []
    for step in reversed(playing.steps[-RECENT_STEPS:]):
        events[:0] = step.move.events
        if step.entry.seat in viewer.seats:
            break
    return events


def _choices(playing: Playing, viewer: Viewer, translate: Translate, names: list[str]) -> dict[str, Any]:
    if viewer.acts is None:
        return {"placed": [], "plain": [], "boxes": {}, "example": ""}
    every = wording.choices(playing, viewer.acts, translate, names)
    boxes = faces.boxes_now(playing.game, playing.view(viewer.acts))
    placed = [choice for choice in every if choice.placed]
    plain = [choice for choice in every if not choice.placed]
    example = placed[0].text if placed else every[0].text if every else ""
    return {"placed": placed, "plain": plain, "boxes": boxes, "example": example}


def _answers(playing: Playing, viewer: Viewer, answer: Answer | None, lit: set[int]) -> dict[str, Any]:
    """The answer that was asked for, and what else can be asked about."""
    return {
        "answer": answer,
        "answers": f"/t/{playing.id}/answer",
        # Answers belong to one position and seat: a page of another has no place for them.
        "answer_place": f"answer-{playing.seq}-{viewer.acts}",
        "things": Answers(playing, viewer).things(lit),
    }


def _log(playing: Playing, viewer: Viewer, translate: Translate, names: list[str]) -> dict[str, Any]:
    written = wording.log_lines(playing, viewer.eye, translate, names)
    lines = list(islice(written, LOG_LINES + 1))
    said = lines[:SAID_LINES][::-1]
    return {"lines": lines[:LOG_LINES], "more": len(lines) > LOG_LINES, "said": said}


def _links(
    playing: Playing, viewer: Viewer, identity: Identity, base: str, names: list[str]
) -> list[dict[str, Any]]:
    """The links to open seats, for those who sit already (spectators have no verbs)."""
    if not viewer.seats and viewer.guest != playing.header.creator:
        return []
    return [
        {
            "seat": seat.seat,
            "name": names[seat.seat],
            "url": f"{base}/t/{playing.id}/sit/{identity.seat_link(playing.id, seat.seat)}",
        }
        for seat in playing.seats
        if seat.kind == OPEN
    ]


def tags(playing: Playing, viewer: Viewer, translate: Translate) -> list[str]:
    """A word about each seat: a bot's level, yours, or still open."""
    tags = []
    for seat in playing.seats:
        if seat.kind == BOT:
            tags.append(f"{translate('bot')}: {levels.name(seat.level).say(translate)}")
        elif seat.kind == OPEN:
            tags.append(translate("open"))
        else:
            tags.append(translate("you") if seat.seat in viewer.seats else "")
    return tags


def why_not(playing: Playing, seat: int, question: str, language: str) -> Notice:
    """Why an action (its text, or its number) is not open to a seat; says so when it is.

    A text may say several actions; the later ones are judged as far as the earlier ones show nothing hidden.
    """
    translate = say(language)
    names = wording.names(playing.seats, translate)
    try:
        actions = _meant(playing, seat, question)
        refusal = judging.why_not(playing.game, seat, actions, partial(position_then, playing, seat))
    except UnknownAction as error:
        return Notice(error.message.say(translate, names))
    except SomethingHidden:
        return Notice(translate("You may begin that. Go on when you have seen what it shows."))
    if refusal is None:
        return Notice(translate("You may do that."))
    return Notice(refusal.message.say(translate, names), refusal.rule)


def _meant(playing: Playing, seat: int, question: str) -> list[int]:
    """The actions that a question is about. Raises UnknownAction."""
    if not (question.isascii() and question.isdecimal()):
        return playing.game.read_action(playing.state, seat, question)
    if int(question) >= playing.game.ACTIONS:
        raise UnknownAction(NO_SUCH_ACTION)
    return [int(question)]
