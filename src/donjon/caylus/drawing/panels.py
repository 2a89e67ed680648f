"""What lies beside the board of Caylus: purse, phases, seats, forecast, deadline, stock, scores."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon.caylus.drawing.board import ART, ICONS
from donjon.caylus.drawing.saying import Saying, place_term, tile_term
from donjon.caylus.drawing.tiles import EMBLEMS, PIGMENT, SIGN, cost, face, gist
from donjon.caylus.names import CUBE_TERMS, PHASE_TERMS
from donjon.caylus.terms import CUBE_NAMES, PHASE_NAMES, SOURCES, TILE_NAMES, Phase
from donjon.kernel import drawing as house
from donjon.kernel.message import Message, SeatName, Term, Translate

_PANEL = "caylus/drawing/panel.html.jinja"
_LINKED = re.compile(r'href="#cays-([ai])-([\w-]+)"')

# A round's phases with the icon of each.
PHASE_ICONS = {
    "income": "income",
    "placing": "worker",
    "special": "gate",
    "provost": "provost",
    "road": "milestone",
    "castle": "castle",
    "end": "bailiff",
}
SOURCE_ICONS = dict(
    zip(
        SOURCES,
        ("house", "worker", "merchants_guild", "castle", "favour", "penalties", "deniers"),
        strict=True,
    )
)
# Written out, so that they are found for translation; in the order of terms.Source.
SOURCE_TERMS = (
    Term("buildings"),
    Term("visits"),
    Term("trades"),
    Term("castle"),
    Term("favours"),
    Term("penalties"),
    Term("final count"),
)

STOCK_TERMS = {
    "wood": Term("wood tiles"),
    "stone": Term("stone tiles"),
    "prestige": Term("prestige tiles"),
}


def panel(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """All that lies beside the board: the purse and the phases, seats, forecast, stock; scores at the end.

    `tags` is a word for each seat ("bot"); `names` are those of the seats. The parts can be had one by one
    from `hand`, `seats`, `cards`, `piles` and `scores`.
    """
    parts = [
        _part("scores" if view["over"] else "hand", view, translate, names),
        _part("seats", view, translate, names, tuple(tags)),
        cards(view, translate=translate, names=names),
        piles(view, translate=translate, names=names),
    ]
    return Markup('<div class="cay-panel">{}</div>').format(Markup("\n").join(parts))


def hand(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """What the viewer holds, and the seven phases of the round with the present one marked."""
    return _part("hand", view, translate, names)


def seats(
    view: Mapping[str, Any],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    tags: Sequence[str] = (),
) -> Markup:
    """The seats with all they hold; the viewer's own is the last."""
    return _part("seats", view, translate, names, tuple(tags))


def cards(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The aids: what runs for each place of the provost, and when each section of the castle is scored."""
    said = Saying(view, translate, names)
    return _part("cards", view, translate, names, forecast_lines(view, said))


def piles(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The tiles still to build, by class, as small cards that can be asked about."""
    said = Saying(view, translate, names)
    body = _part("stock", view, translate, names, _stock(view, said))
    used: dict[str, set[str]] = {"a": set(), "i": set()}
    for kind, name in _LINKED.findall(str(body)):
        used[kind].add(name)
    return _part("piles", view, translate, names, sorted(used["a"]), sorted(used["i"]), body)


def scores(
    view: Mapping[str, Any], *, translate: Translate = str, names: Sequence[str] | None = None
) -> Markup:
    """The score table: a row for each source of points, a column for each seat, crowns for the winners."""
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
        names=[said.say(Message("{player}", player=SeatName(seat))) for seat in range(view["seats"])],
        art=ART,
        icons=ICONS,
        linked="cays" if macro in ("stock", "piles") else "",
        pigments=PIGMENT,
        signs=SIGN,
        cubes=CUBE_NAMES,
        cube_terms=dict(zip(CUBE_NAMES, CUBE_TERMS, strict=True)),
        emblems=EMBLEMS,
        gist=gist,
        number=lambda count: str(count).replace("-", "−"),
        phases=[(name, PHASE_ICONS[name], PHASE_TERMS[Phase[name.upper()]].word) for name in PHASE_ICONS],
        phase=PHASE_TERMS[PHASE_NAMES.index(view["phase"])].word,
        sources=[
            (name, SOURCE_ICONS[name], term.word) for name, term in zip(SOURCES, SOURCE_TERMS, strict=True)
        ],
        tile_term=lambda name: translate(tile_term(name).word),
        term=lambda name: translate(place_term(name).word),
        say=lambda text, **args: said.say(Message(text, **args)),
        _=translate,
    )


def forecast_lines(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """The forecast with neighbouring spaces for which the same buildings run taken together."""
    lines: list[dict[str, Any]] = []
    for row in view["forecast"]["rows"]:
        if not lines or lines[-1]["runs"] != row["runs"]:
            lines.append({"runs": row["runs"], "starts": row["starts"], "stops": row["stops"], "rows": []})
        lines[-1]["rows"].append(row)
    return [line | _summary(line["rows"]) for line in lines]


def _summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The spaces of a line, the nearest of them, and what it costs to get the provost there."""
    nearest = min(rows, key=lambda row: abs(row["steps"]))
    steps = sorted({row["steps"] for row in rows}, key=abs)
    return {
        "low": rows[0]["space"],
        "high": rows[-1]["space"],
        "nearest": nearest["space"],
        "now": 0 in steps,
        "steps": nearest["steps"],
        "cost": nearest["cost"],
        "least": nearest["least"],
    }


def _stock(view: Mapping[str, Any], said: Saying) -> list[dict[str, Any]]:
    """The tiles of the stock by class, each with its face and a sentence."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for tile in view["stock"]:
        shown = face(tile["tile"], view["tile_values"] == "revised")
        groups.setdefault(tile["class"], []).append(
            {
                "id": tile["tile"],
                "left": tile["left"],
                "face": shown,
                "named": said.label(shown["term"], 108, 19, 13),
                "title": said.say(_offer(tile)),
            }
        )
    return [
        {
            "class": name,
            "term": STOCK_TERMS[name].word,
            "pigment": PIGMENT[name],
            "left": sum(tile["left"] for tile in tiles),
            "tiles": tiles,
        }
        for name, tiles in groups.items()
    ]


def _offer(tile: Mapping[str, Any]) -> Message:
    paid = [
        Message("{count} × {cube}", count=count, cube=Term("any cube" if name == "any" else name))
        for name, count in cost(TILE_NAMES.index(tile["tile"]))
    ]
    return Message(
        "{tile}: costs {cost}; prestige points: {vp}; favours: {favours}; left: {left}",
        tile=tile_term(tile["tile"]),
        cost=paid,
        vp=tile["vp"],
        favours=tile["favours"],
        left=tile["left"],
    )
