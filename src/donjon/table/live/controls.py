"""Make the facts of a table's page that depend on its viewer: prompt, choices, log, what comes and goes."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Any

from markupsafe import Markup

from donjon.drawing.facts import Facts, Part, Piece, Shape, Shapes, plain
from donjon.drawing.saying import Words
from donjon.kernel.message import signed
from donjon.table.live import consent, pages, presentation, wording
from donjon.table.live.answers import Answers, Thing
from donjon.table.live.coaching import may_hint
from donjon.table.live.ending import ending
from donjon.table.live.guide import guide
from donjon.table.live.viewers import Viewer
from donjon.table.live.wording import ActionButton, LogLine
from donjon.table.store.seating import is_private
from donjon.table.store.table_game import TableGame
from donjon.table.web.assets import static_url
from donjon.table.web.rendering import macros
from donjon.table.web.sessions import Identity

# More choices than this are a list beside the hand.
MOST_IN_BAR = 8
# Cached pieces of pages: lines of logs, things on boards, some 300 bytes each.
MOST_PIECES = 8192


@cache
def shapes(language: str, seats: int) -> Shapes:
    """Return the shapes of the pieces that the pages of all games have, by name."""
    made = macros(language, "pieces.html.jinja")
    lines = {str(seat): partial(made.line, seat) for seat in range(seats)} | {"": partial(made.line, None)}
    return {
        "spot": Shape(made.spot, 11),
        "plain": Shape(made.plain, 7),
        "listed": Shape(made.listed, 6),
        "thing": Shape(made.thing, 7),
        **{f"line{seat}": Shape(write, 4) for seat, write in lines.items()},
    }


def control_facts(table_game: TableGame, viewer: Viewer, identity: Identity, words: Words) -> Facts:
    """Return the facts of a viewer's page beside those of the game (see `donjon.drawing.facts`)."""
    slots, choices = _Slots(table_game, viewer, words), _Choices(table_game, viewer, words)
    return {
        **_page(table_game, viewer, identity),
        **_guide(table_game, viewer, words, slots),
        **_bar(table_game, viewer, words, identity, slots, choices),
        **_choices(table_game, viewer, words, slots, choices),
        **_side(table_game, viewer, words, slots, [choice.action for choice in choices.placed]),
    }


def slot_of(language: str, macro: str, *args: Any) -> Part:
    """Return the element of a slot, which a macro writes; what it is written from is its key."""
    return Part(args, lambda: str(getattr(macros(language, "slots.html.jinja"), macro)(*args)).strip())


class _Slots:
    """Elements that come and go: each a `Part` with what it is made from as its key."""

    def __init__(self, table_game: TableGame, viewer: Viewer, words: Words) -> None:
        self.id = table_game.id
        self.names = words.names
        self._language = viewer.language

    def __call__(self, macro: str, *args: Any, is_there: bool = True) -> Part | str:
        """Return the element that a macro writes, "" if it is absent now."""
        if not is_there:
            return ""
        return slot_of(self._language, macro, *args)


def _page(table_game: TableGame, viewer: Viewer, identity: Identity) -> Facts:
    tab = pages.tab(table_game, viewer)
    return {
        "@data-seq:page": table_game.moved,
        "@data-tab:page": tab["tab"],
        "@data-icon:page": static_url(tab["tab_icon"]),
        "@value:seq": table_game.moved,
        "@value:key": identity.page_key(table_game.id, viewer.guest, table_game.moved),
        "@id:answer": pages.answer_place(table_game, viewer),
        "?yours": viewer.acts is not None,
    }


def _guide(table_game: TableGame, viewer: Viewer, words: Words, slots: _Slots) -> Facts:
    shown = guide(table_game, viewer, words.translate, words.names or ())
    if shown is None:
        return {"=guide": "", "=pointers": ""}
    return {
        "=guide": slots("guide"),
        "=pointers": slots("pointers", shown.points_at),
        "?ending-guide": shown.ends,
        "#guide-words": slots("guide_words", shown),
        "=guide-ways": slots("guide_ways", shown, table_game.game.name, is_there=shown.ends),
        "=guide-points-at": slots(
            "guide_points_at", shown.points_at, slots.id, is_there=bool(shown.points_at) and not shown.ends
        ),
    }


class _Choices:
    """The choices of the seat to act: every one, those on the board, in the list, and as buttons."""

    def __init__(self, table_game: TableGame, viewer: Viewer, words: Words) -> None:
        self.every: list[ActionButton] = []
        if viewer.acts is not None:
            self.every = wording.choices(table_game, viewer.acts, words.translate, list(words.names or ()))
        self.placed = [choice for choice in self.every if choice.placed]
        # Choices on the board or by pieces are also in a list, which is folded.
        self.listed = [choice for choice in self.every if choice.placed or choice.pieces]
        # Declining is always a button: a player should not have to look for it.
        self.plain = [
            choice for choice in self.every if choice.declines or not (choice.placed or choice.pieces)
        ]
        self.are_many = len(self.plain) > MOST_IN_BAR


def _choices(table_game: TableGame, viewer: Viewer, words: Words, slots: _Slots, choices: _Choices) -> Facts:
    """Return the choices of the seat to act, and the things to ask about."""
    game, lit = table_game.game, presentation.drawn_by_facts(table_game.game).lit
    every, placed, listed = choices.every, choices.placed, choices.listed
    view = table_game.view(viewer.acts)
    boxes = presentation.boxes_now(game, view) if placed else {}
    light = lit(view, [choice.action for choice in placed])
    things = Answers(table_game, viewer).things({choice.action for choice in placed})
    facts: Facts = {
        "?choosing": bool(placed),
        "=spots": slots("spots", is_there=bool(placed)),
        "=things": slots("things", is_there=bool(things)),
        "=many": slots("many", is_there=choices.are_many),
        "=choice-list": slots("choice_list", is_there=bool(listed)),
        "*spot": {f"spot-{choice.action}": _spot(choice, boxes[choice.action]) for choice in placed},
        "*about": {f"about-{thing.subject}": thing_piece(thing) for thing in things},
        "*list": {f"list-{choice.action}": ("listed", *_pressed(choice), choice.label) for choice in listed},
        "*act": _buttons(choices.plain, len(choices.plain) == 1 and not listed),
        **{f"*{family}": pieces for family, pieces in light.items()},
    }
    if viewer.acts is not None:
        facts[".choices"] = macros(viewer.language, "slots.html.jinja").counted(listed)
        facts["@value:moves-seat"] = viewer.acts
        facts["@placeholder:ask"] = placed[0].text if placed else every[0].text if every else ""
    return facts


def _pressed(choice: ActionButton) -> tuple[Any, ...]:
    """Return how a button plays a choice: at once, or by showing first what it would do."""
    how = ("consider", "consider") if choice.asks else ("moves", "action")
    return *how, choice.action, "" if choice.risky else None, choice.pieces or None


def _spot(choice: ActionButton, box: Any) -> Piece:
    if choice.worth is None:
        return "spot", *_pressed(choice), choice.label, None, *map(plain, box)
    worth = signed(choice.worth)
    return "spot", *_pressed(choice), f"{choice.label} ({worth})", worth, *map(plain, box)


def _buttons(choices: list[ActionButton], is_only: bool) -> dict[str, Piece]:
    return {
        f"act-{choice.action}": (
            "plain",
            "primary" if choice.finishes or is_only else "choice",
            *_pressed(choice),
            choice.label,
        )
        for choice in choices
    }


@lru_cache(MOST_PIECES)
def thing_piece(thing: Thing) -> Piece:
    """Return the link to a thing."""
    return "thing", thing.subject, thing.label, *map(plain, thing.box), thing.level


def _bar(
    table_game: TableGame, viewer: Viewer, words: Words, identity: Identity, slots: _Slots, choices: _Choices
) -> Facts:
    """Return the prompt, and the forms of the viewer."""
    id, names, is_over = slots.id, slots.names, table_game.over
    undo, redo = table_game.offered_undo(viewer.seats), table_game.offered_redo(viewer.seats)
    acts, must_pass = viewer.acts is not None, viewer.pass_to is not None
    prompt = pages.prompt(table_game, viewer).say(words.translate, list(names or ()))
    news = viewer.news.words
    links = pages.links(table_game, viewer, identity, list(names or ()))
    is_shared = len(viewer.seats) > 1
    away, may_leave = pages.away(table_game, viewer), pages.may_leave(table_game, viewer)
    turn = undo is not None and undo.turn > undo.last
    return {
        "=pass": slots("pass", id, viewer.pass_to, names, is_there=must_pass),
        "=prompt": slots("prompt", viewer.acts, prompt, is_there=not must_pass),
        "=look-again": slots("look_again", id, is_there=not acts and not must_pass and not is_over),
        ".preparing": words.say(news) if news else "",
        "=hint-form": slots("hint_form", id, is_there=acts and may_hint(table_game, viewer)),
        **_agreements(table_game, viewer, words, slots),
        "=verbs": slots("verbs", id, acts, choices.are_many, is_there=acts or bool(undo or redo)),
        "=undo": slots(
            "undo", id, undo and undo.seat, undo and undo.replies, turn, is_shared, names, is_there=bool(undo)
        ),
        "@value:undo-one": undo and undo.last,
        "@value:undo-all": undo and undo.turn,
        "=redo": slots("redo", id, redo and redo.entry.seat, is_shared, names, is_there=bool(redo)),
        "@value:redo-one": redo and redo.entry.action,
        **{
            f"=peek-{seat}": slots("peek", id, seat, names, is_there=seat in viewer.peek)
            for seat in range(len(table_game.seats))
        },
        **{
            f"=away-{seat}": slots("away", id, seat, names, is_shared, is_there=seat in away)
            for seat in range(len(table_game.seats))
        },
        **{
            f"=leave-{seat}": slots("leave", id, seat, names, is_shared, is_there=seat in may_leave)
            for seat in range(len(table_game.seats))
        },
        "=to-device": slots("to_device", id, is_there=bool(viewer.seats) and not is_over),
        **_end(table_game, viewer, slots),
        "=links": slots("links", links, is_there=bool(links)),
    }


def _agreements(table_game: TableGame, viewer: Viewer, words: Words, slots: _Slots) -> Facts:
    """Return the clocks, the open requests, and what the viewer may ask for."""
    names = list(words.names or ())
    clocks = consent.clocks(table_game, viewer, words.translate)
    requests = consent.requests(table_game, viewer, words.translate, names)
    asks = consent.asks(table_game, viewer, words.translate)
    own, is_idle = consent.in_charge_of(table_game, viewer), viewer.acts is None and viewer.pass_to is None
    zones = tuple(consent.shows_zone(table_game, viewer).items())
    return {
        "=clocks": slots("clocks", slots.id, clocks, names, own[:1], zones, is_there=bool(clocks)),
        "=requests": slots("requests", slots.id, requests, is_there=bool(requests)),
        # Whoever is to move needs the room for other things: then it is behind More.
        "=ask-undo": slots("ask_undo", slots.id, asks, is_there=asks is not None and asks.undo and is_idle),
        "=asks-for": slots(
            "asks_for", slots.id, asks, is_there=asks is not None and (asks.resign or asks.undo)
        ),
    }


def _end(table_game: TableGame, viewer: Viewer, slots: _Slots) -> Facts:
    """Return what a page shows when the game is over: the result, and what next."""
    if table_game.is_ended and not table_game.over:
        again, together = pages.again(table_game, viewer), pages.plays_again(table_game, viewer)
        result = "stopped", slots.id, table_game.game.name, again, together
        return {"=end": "", "=result": slots(*result)}
    if not table_game.over:
        return {"=end": "", "=result": ""}
    shown = ending(table_game, viewer.seats, viewer.language)
    again = pages.again(table_game, viewer)
    return {
        "=end": slots("end", slots.id, shown),
        "=result": slots(
            "result",
            slots.id,
            table_game.game.name,
            again,
            shown.mine,
            shown.heading,
            pages.plays_again(table_game, viewer),
            is_private(table_game),
        ),
    }


def _side(table_game: TableGame, viewer: Viewer, words: Words, slots: _Slots, legal: list[int]) -> Facts:
    """Return the board, the panel beside the log, and the log."""
    game, is_over, view = table_game.game, table_game.over, table_game.view(viewer.viewpoint)
    drawing = presentation.drawn_by_facts(game)
    header, translate, names = table_game.header, words.translate, words.names
    warned = header.draws_are_open and not is_over
    lines = pages.first_lines(
        table_game, viewer, words.translate, list(words.names or ()), pages.LOG_LINES + 1
    )
    shown = slots.id if is_over else ""
    return {
        "#picture": Part(
            drawing.ground(view),
            lambda: str(drawing.draw(view, legal=legal, translate=translate, names=names)),
        ),
        "=scores": slots(
            "scores",
            slots.id,
            drawing.scores(view, translate=translate, names=names) if is_over else "",
            header.published,
            header.seed,
            header.proof if is_over else "",
            is_there=is_over,
        ),
        "=cards": ""
        if is_over
        else Part((), lambda: _cards(viewer.language, drawing.cards(view, translate=translate, names=names))),
        "=open-draws": slots("open_draws", is_there=warned),
        "=log-more": slots("log_more", slots.id, is_there=len(lines) > pages.LOG_LINES),
        "*line": {
            f"line-{line.id}": line_piece(viewer.language, line, shown) for line in lines[: pages.LOG_LINES]
        },
    }


def _cards(language: str, cards: Markup) -> str:
    return str(macros(language, "slots.html.jinja").cards(cards)).strip()


@lru_cache(MOST_PIECES)
def line_piece(language: str, line: LogLine, jump: str, sign: str = "") -> Piece:
    """Return a line of the log as a piece.

    jump: the table whose replay it links to, or ""; sign: a review's sign on what was played, or "".
    """
    seat = "" if line.seat is None else line.seat
    box = None if line.box is None else " ".join(str(plain(part)) for part in line.box)
    after = str(macros(language, "pieces.html.jinja").after_line(line, jump, sign=sign))
    return f"line{seat}", " first" if line.first else "", box, line.text, (after,)
