"""What a puzzle shows: its topic, what gems are worth, and on the board why a move pays.

Who leads where is what the rules foresee from the brokers that the viewer knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from donjon.drawing.figures import Point
from donjon.drawing.marks import Gain, GoalCard, Mark, Outline, Ring
from donjon.games.ys.drawing import places
from donjon.games.ys.drawing.pieces import broker_points
from donjon.games.ys.nouns import COLOURS, District, Gem, Source
from donjon.kernel.message import Message

_TOPICS = {
    "order": Message("Order cards"),
    "place": Message("Placing brokers"),
    "pick": Message("Taking gems"),
    "colour": Message("Choosing a gem"),
}
_CARDS = Message("Character cards")


def topics(position: Mapping[str, Any]) -> list[tuple[str, Message]]:
    """Return what a position is about: the kind of the decision, by id."""
    phase = position["phase"]
    return [(phase, _TOPICS[phase])] if phase in _TOPICS else [("cards", _CARDS)]


def goal_cards(view: Mapping[str, Any]) -> list[GoalCard]:
    """Return the kinds of gems, with the value of each colour: they decide most games."""
    return [_gem(view, gem) for gem in Gem if gem != Gem.WHITE]


def _gem(view: Mapping[str, Any], gem: Gem) -> GoalCard:
    source, value = Source[gem.name], view["values"].get(gem.id)
    says = None if value is None else Message("Gem value: {value} of {most}.", value=value, most=places.STEPS)
    subject = "" if value is None else f"value-{gem.id}"
    return GoalCard(source.id, places.THEME.icon(gem.id), Message("{name}", name=source.term), says, subject)


def reasons(before: Mapping[str, Any], after: Mapping[str, Any], expected: Mapping[str, float]) -> list[Mark]:
    """Return why a move pays its seat: the districts where it now leads, the gems that bring more.

    expected: the points by source that the move brings more by the end of the game.
    """
    seat = before["seat"]
    marks = [*_brokers(before, after, seat), *_leads(before, after, seat)]
    for source, points in expected.items():
        at = _place_of(source)
        if points > 0 and at is not None:
            marks.append(Gain(at, points, source, by_end=True))
    return marks


def _brokers(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterator[Mark]:
    """Yield a ring around each broker that the seat has placed or moved."""
    was = {broker["id"]: broker["place"] for broker in before["brokers"]}
    points = broker_points(after)
    for broker in after["brokers"]:
        is_new = broker["id"] not in was and broker["by"] == seat
        if is_new or was.get(broker["id"], broker["place"]) != broker["place"]:
            yield Ring(points[broker["id"]], places.BROKER + 8)


def _leads(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> Iterator[Mark]:
    """Yield the outline of each district where the seat comes to lead, as the rules foresee it."""
    foreseen = [view["foreseen"]["districts"] for view in (before, after)]
    for quarter, (old, new) in enumerate(zip(*foreseen, strict=True)):
        for district in District.ids():
            if _leader(new[district]) == seat != _leader(old[district]):
                yield Outline(places.band(quarter, *places.BANDS[district]))


def _leader(ranking: Mapping[str, Any]) -> int | None:
    return ranking["order"][0]["seat"] if ranking["order"] else None


def _place_of(source: str) -> Point | None:
    """Return where the points of a source are read: the value of a colour, the market."""
    if source in Gem.ids()[:COLOURS]:
        return Point(places.shaft(Gem.ids().index(source)), places.SHAFT_TOP - 14)
    if source == Source.MARKET.id:
        return Point(places.MARKET_LEFT, places.MARKET_TOP)
    return None
