"""What lies beside the board of Ys: hand, seats, the bluff room and the preview, piles, the final table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon.kernel import drawing as house
from donjon.kernel.message import Message, Translate
from donjon.ys.drawing import aids
from donjon.ys.drawing.art import ART, ICONS
from donjon.ys.drawing.pieces import SABLE
from donjon.ys.drawing.saying import Saying
from donjon.ys.tables import CARD_LIMIT
from donjon.ys.telling import SOURCE_TERMS
from donjon.ys.terms import COLOURS, GEM_NAMES, ROUNDS, SOURCES

_PANEL = "ys/drawing/panel.html.jinja"

SOURCE_ICONS = dict(
    zip(
        SOURCES,
        ("market", "merchants", "crown", "blue", "green", "yellow", "red", "black", "throne"),
        strict=True,
    )
)


def panel(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """All that lies beside the board: the hand, seats, aids and piles; scores at the end.

    `tags` is a word for each seat ("bot"); `names` are those of the seats. The parts can be had one by one
    from `hand`, `seats`, `cards`, `piles` and `scores`.
    """
    parts = [
        _part("scores" if view["over"] else "hand", view, translate, names),
        _part("seats", view, translate, names, tuple(tags)),
        cards(view, translate=translate, names=names),
        _part("piles", view, translate, names),
    ]
    return Markup('<div class="ys-panel">{}</div>').format(Markup("\n").join(parts))


def hand(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The viewer's own brokers behind the screen, gems and character cards."""
    return _part("hand", view, translate, names)


def seats(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """The seats with brokers, front, gems, cards and points; the viewer's own is the last."""
    return _part("seats", view, translate, names, tuple(tags))


def cards(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The aids: the bluff room, who would win each place, what the gems are worth, the throne room."""
    said = Saying(view, translate, names)
    return _part(
        "cards",
        view,
        translate,
        names,
        aids.bluff_room(view, said),
        aids.preview(view, said),
        aids.worth(view, said),
        aids.throne(view, said),
    )


def piles(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """What is left in the ship deck, and the characters that nobody has seen."""
    return _part("piles", view, translate, names)


def scores(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The score table: a row for each source of points, a column for each seat, crowns for winners."""
    return _part("scores", view, translate, names)


def _part(
    macro: str, view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None, *args: Any
) -> Markup:
    said = Saying(view, translate, names)
    return house.call(
        _PANEL,
        macro,
        *args,
        view=view,
        names=[said.name(seat) for seat in range(view["seats"])],
        art=ART,
        icons=ICONS,
        linked="",
        sable=SABLE,
        card_limit=CARD_LIMIT,
        rounds=ROUNDS,
        colours=GEM_NAMES[:COLOURS],
        kinds=GEM_NAMES,
        sources=[
            (name, SOURCE_ICONS[name], term.word) for name, term in zip(SOURCES, SOURCE_TERMS, strict=True)
        ],
        in_play=aids.in_play(view),
        ships_left=aids.ships_left(view),
        stacks=aids.stacks(view),
        said=said,
        say=lambda text, **values: said.say(Message(text, **values)),
        _=translate,
    )
