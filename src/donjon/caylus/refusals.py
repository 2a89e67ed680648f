"""Why not: for every rule the sentence that says why it forbids an action, with its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.caylus import actions, placing, tables
from donjon.caylus.building import FIRST_BUILT
from donjon.caylus.cubes import FOUR_CUBES, PAIR_CUBES
from donjon.caylus.events import BOOK
from donjon.caylus.nouns import (
    INN_RIGHT,
    Class,
    Cube,
    Decision,
    Phase,
    Row,
    Space,
    Tile,
    amounts,
    offer_message,
)
from donjon.caylus.spaces import where
from donjon.caylus.words.buttons import cost_of
from donjon.caylus.words.moments import later, now
from donjon.kernel.actions import Kind
from donjon.kernel.message import Message, SeatName
from donjon.kernel.refusals import Facts, Refusals, Refused, Sentence
from donjon.kernel.rules import NATURE


def kind_of(case: Refused) -> Kind:
    """The kind of the refused action."""
    return actions.ACTIONS.kinds[actions.ACTIONS.kind[case.action]]


def tile_of(case: Refused) -> int:
    """The tile to build or that is being built; for other actions the building that is used."""
    if kind_of(case) is actions.BUILD:
        return FIRST_BUILT + case.argument
    state = case.state
    return int(state.chosen if state.decision == Decision.PAY else state.tile[state.cursor])


def either(condition: Callable[[Refused], Any], this: Sentence, that: Sentence) -> Sentence:
    """One sentence where the condition holds, else the other."""
    return lambda case: this if condition(case) else that


def by_kind(*kinds: tuple[Kind, Sentence]) -> Sentence:
    """The sentence of the action's kind."""
    return lambda case: next(said for kind, said in kinds if kind is kind_of(case))


# Facts


def _space(case: Refused) -> Any:
    first = Space.CASTLE if kind_of(case) is actions.CONVERT else 0
    return where(case.state, first + case.argument)


def _cubes(table: Any) -> Callable[[Refused], Any]:
    return lambda case: amounts(table[case.argument])


def _column(case: Refused) -> int:
    if kind_of(case) is actions.BUILD:
        return int(tables.BUILD_COLUMN[tables.CLASS[tile_of(case)]])
    return tables.LAWYER_COLUMN


def _marker(case: Refused) -> int:
    return int(case.me.columns[Row.BUILD])


# What stands in a place of this name, where the sentence says nothing else.
FACTS: Facts = {
    "cube": lambda case: Cube(case.argument).term,
    "tile": lambda case: Tile(tile_of(case)).term,
    "kind": lambda case: Class(tables.CLASS[tile_of(case)]).term,
    "builder": lambda case: Tile(case.state.tile[case.state.cursor]).term,
    "space": _space,
    "cost": lambda case: int(placing.place_cost(case.state, case.seat, case.argument)),
    "passed": lambda case: int(case.state.passed),
    "players": lambda case: int(case.state.players),
    "seat": lambda case: SeatName(int(case.state.worker[case.argument])),
    "price": lambda case: int(tables.BUY_PRICE[tile_of(case), 2 if kind_of(case) is actions.BUY_TWO else 1]),
    "offer": lambda case: offer_message(tables.TRADES[case.state.values, tile_of(case), case.argument]),
    "column": _column,
    "marker": _marker,
    "actor": lambda case: SeatName(int(case.state.actor)),
    "now": lambda case: now(case.state),
    "later": lambda case: later(case.state, case.seat, case.action),
}


def _tile_cost(case: Refused) -> Any:
    return cost_of(case.state, tile_of(case))


def _has_inn(case: Refused) -> bool:
    return INN_RIGHT in list(case.me.workers)


# Sentences

# Another decision is to be made, or another seat is to make it.


def _with_later(alone: Message, with_later: Message) -> Sentence:
    """What is decided now; and, where the action tells it, when its own moment comes."""

    def choose(case: Refused) -> Sentence:
        return alone if later(case.state, case.seat, case.action) is None else with_later

    return choose


_OTHERS_TURN = _with_later(
    Message("{actor} decides now: {now}."), Message("{actor} decides now: {now}. {later}")
)
_NOT_NOW = either(
    lambda case: case.state.phase == Phase.SETUP,
    either(
        lambda case: case.seat == NATURE,
        Message("Chance lays the neutral tiles and puts the {players} players in order, nothing else."),
        Message("Chance decides now; wait for it."),
    ),
    either(
        lambda case: case.seat == case.state.actor,
        _with_later(Message("You decide now: {now}."), Message("You decide now: {now}. {later}")),
        _OTHERS_TURN,
    ),
)
_NO_TILE_LEFT = Message("No copy is left in the bank: {tile}.")
_TOO_DEAR = Message("The {tile} costs {cost}; you have {held}.", cost=_tile_cost)
_TOO_EARLY = Message(
    'The cube that pays for "any cube" is chosen after the tile, where several kinds can pay.'
)
_NONE_LEFT = Message(
    'No {cube} is left to pay for "any cube": the {tile} costs {cost}; you have {held}.', cost=_tile_cost
)
_NOT_SOLD_SO = Message("The price in deniers is {price}; you have {deniers}.")


def _paid(table: Any) -> Sentence:
    return Message("You would pay {cubes}; you have {held}.", cubes=_cubes(table))


REFUSALS: Refusals = {
    "CAY-12.1": Message("The game is over."),
    "CAY-3.1": _NOT_NOW,
    "CAY-2.1": Message(
        "This tile has its space already: {tile}.", tile=lambda case: Tile(case.argument).term
    ),
    "CAY-2.4": either(
        lambda case: case.argument in list(case.state.order),
        Message("{seat} has a place in the turn order already.", seat=lambda case: SeatName(case.argument)),
        Message("First the neutral tiles are laid."),
    ),
    **dict.fromkeys(("CAY-5.1.1", "CAY-6.1", "CAY-7.1", "CAY-8.1.1", "CAY-9.1", "CAY-10.3.1"), _OTHERS_TURN),
    # Placing workers
    "CAY-5.2.3": Message("You have passed: no more workers in this phase."),
    "CAY-5.1.3": either(
        _has_inn,
        Message("You have no worker at home; one of yours is in the inn."),
        Message("You have no worker at home."),
    ),
    "CAY-13.3": Message("The stables are not used with two players."),
    "CAY-5.3.2": Message("No worker can be put there: {space}."),
    "CAY-5.6.1": either(
        lambda case: case.seat in list(case.state.stables),
        Message("You have a worker in the stables already."),
        Message("The stables are full: they have 3 circles."),
    ),
    "CAY-5.6.2": Message("The left circle of the inn is taken by a worker of {seat}."),
    "CAY-5.6.3": Message("You have a worker in the castle already."),
    "CAY-5.3.3": Message("A worker of {seat} stands there already: {space}."),
    "CAY-5.4.1": Message(
        "A worker costs {cost} now (players who have passed: {passed}); your deniers: {deniers}."
    ),
    "CAY-5.4.2": Message("A worker on your own building costs {cost} denier; you have {deniers}."),
    "CAY-5.4.3": Message("Your worker in the inn makes it {cost} denier; you have {deniers}."),
    "CAY-13.4": Message("The other player has passed: a worker costs {cost} deniers; you have {deniers}."),
    # Buildings
    **dict.fromkeys(("CAY-8.2.1", "CAY-8.2.6"), Message("The {tile} does not produce this: {cube}.")),
    "CAY-8.1.3": Message("Production is mandatory: choose what you take."),
    "CAY-8.2.9": Message("The owner's cube is mandatory: choose its kind."),
    "CAY-8.3.1": either(
        lambda case: tile_of(case) == Tile.RESIDENCE,
        Message("There are always enough; it comes by converting a building."),
        Message("The {builder} does not build this class: the {tile} is a {kind}."),
    ),
    "CAY-8.3.2": by_kind(
        (actions.BUILD, either(lambda case: case.state.stock[tile_of(case)] == 0, _NO_TILE_LEFT, _TOO_DEAR)),
        (actions.PAY, either(lambda case: case.state.decision == Decision.PAY, _NONE_LEFT, _TOO_EARLY)),
    ),
    "CAY-8.3.5": Message("No unbuilt space is left on the road."),
    "CAY-8.3.7": by_kind(
        (actions.BUILD, Message("A prestige tile replaces an own residence, and you have none.")),
        (
            actions.SITE,
            Message("Space {space} holds no residence of yours.", space=lambda case: case.argument),
        ),
    ),
    "CAY-8.4.3": either(
        lambda case: case.argument < 1,
        Message("Only buildings on the road can be converted."),
        Message(
            "This cannot be converted: {space}. Only neutral tiles and your own wood and stone tiles can, "
            "but never the lawyer."
        ),
    ),
    "CAY-8.4.9": Message("Its conversion has been paid for already: {space}."),
    "CAY-8.4.1": either(
        lambda case: case.state.by_favour,
        Message("Converting costs 1 cloth; you have none."),
        Message("Converting costs 1 cloth and 1 denier; you have cloth: {cloth}, deniers: {deniers}."),
    ),
    "CAY-3.9": by_kind(
        (actions.SELL, Message("You have no {cube} to sell.")),
        (actions.BUY, _NOT_SOLD_SO),
        (actions.BUY_TWO, _NOT_SOLD_SO),
        (actions.TRADE, Message("{offer}: you have {held}; deniers: {deniers}.")),
        (actions.EXCHANGE_TWO, _paid(PAIR_CUBES)),
        (actions.EXCHANGE_FOUR, _paid(FOUR_CUBES)),
    ),
    "CAY-8.5.2": Message("This peddler sells one cube only."),
    "CAY-8.5.4": Message("Peddlers sell no gold."),
    "CAY-8.5.8": Message("Gold cannot be paid to the alchemist."),
    # Favours
    "CAY-11.2.3": Message("This is column {column} of the row; your marker is in column {marker}."),
}

BOOK.refusals.update(REFUSALS)
for place, fact in FACTS.items():
    BOOK.fact(place)(fact)
why = actions.ACTIONS.why
