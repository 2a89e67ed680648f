"""Why not: the sentence names the true cause, with numbers that hold in the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import donjon
from donjon import Match
from donjon.games.ys import decisions, nouns
from donjon.games.ys.bidding import BID, ORDER
from donjon.games.ys.cards import CARD
from donjon.games.ys.characters import QUARTER, SWAP
from donjon.games.ys.counting import GEM, TAKE_TWO
from donjon.games.ys.decisions import prompt, why
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.moving import BROKER
from donjon.games.ys.nouns import Character, Colour, Gem, Phase
from donjon.games.ys.placing import DOWN, FRONT, PLACE, UP, VALUE
from donjon.games.ys.setup import DEAL
from donjon.kernel import NATURE
from donjon.kernel.message import Message, SeatName
from tests.games.ys.playing import step
from tests.games.ys.stage import NAME, VARIANTS, Stage, brokers, hands, rule_of

Checker = Callable[[Any, int, int, dict[str, Any]], bool]


def of(kind: Any, action: int) -> int:
    assert action in kind
    return int(action - kind.first)


def place_of(action: int) -> int:
    """The place that an action names."""
    return next(of(kind, action) for kind in (UP, DOWN, PLACE) if action in kind)


def broker(state: Any, action: int) -> dict[str, int]:
    slot = of(BROKER, action)
    return {name: int(state[name][slot]) for name in ("place", "owner", "value", "face", "marked", "since")}


def value_of(action: int) -> int:
    return of(VALUE if action in VALUE else FRONT, action)


def colour_of(action: int) -> int:
    return of(RAISE if action in RAISE else LOWER, action)


def gems_of(action: int) -> list[int]:
    if action in GEM:
        return [of(GEM, action)]
    return list(nouns.GEM_PAIRS[of(TAKE_TWO, action)])


def decides(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    """What is said is the prompt of who decides now, and that is another seat."""
    asked = said["seat"].seat
    return state.actor == asked != seat and said["what"] == prompt(state, asked)


def owes(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    """What is said is the seat's own prompt: it is for it to decide."""
    secret = state.phase in (Phase.BID, Phase.THRONE)
    is_asked = state.seats[seat].choice < 0 if secret else state.actor == seat
    return bool(is_asked and said["what"] == prompt(state, seat))


def chooses_secretly(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    owing = [SeatName(other) for other in range(state.players) if state.seats[other].choice < 0]
    return said["seats"] == owing and state.phase in (Phase.BID, Phase.THRONE)


def closed(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    place = broker(state, action)["place"] if action in BROKER else place_of(action)
    return (
        place // 3 == state.closed == said["quarter"] - 1 and state.queen == said["seat"].seat and place < 12
    )


def no_row(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    rows = {2: 1, 3: 1, 4: 1}
    row = (place_of(action) - 12) // 4
    return row == said["row"] < said["first"] and said["players"] == state.players in rows


def no_quarter(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    if action in QUARTER:
        named = of(QUARTER, action)
    elif action in SWAP:
        named = nouns.QUARTER_PAIRS[of(SWAP, action)][1]
    else:
        named = place_of(action) // 3
    return named >= said["count"] == state.quarters


def not_behind(state: Any, seat: int, action: int, said: dict[str, Any]) -> bool:
    value = value_of(action)
    return said["value"] == value and state.seats[seat].screen[value] == 0


def swappable(state: Any) -> set[int]:
    """The places with a broker that the Wizard can swap."""
    places = {int(place) for place in state.place if place >= 0}
    return {place for place in places if not (place < 12 and place // 3 == state.closed)}


def cannot_move(state: Any, seat: int) -> bool:
    return not any(
        state.place[slot] >= 0
        and state.owner[slot] == seat
        and not (state.place[slot] < 12 and state.place[slot] // 3 == state.closed)
        for slot in range(nouns.FIRST_THRONE)
    )


def wanted_part(action: int) -> int:
    if action in BID or action in ORDER:
        return 2
    return 3 if any(action in kind for kind in (UP, DOWN, FRONT, QUARTER)) else 4


# The phases of a round in which the things named come (YS-3.1).
PARTS = {
    **dict.fromkeys(("deal", "character", "ship"), 1),
    **dict.fromkeys(("bid", "order"), 2),
    "throne": 5,
    **dict.fromkeys(("turn_up", "cards_before", "messenger", "messenger_to", "captain", "pick", "colour"), 4),
    **dict.fromkeys(("column", "best", "cards_after", "alchemist", "alchemist_take"), 4),
    **dict.fromkeys(("banker", "banker_lower", "jeweller"), 4),
}


def part(state: Any) -> int:
    return PARTS.get(Phase(int(state.phase)).name.lower(), 3)


def has_turn(state: Any, seat: int) -> bool:
    """Has the seat another turn of placement, besides one that it is in?"""
    turns = (3 if state.express else 4) * int(state.players)
    begun = state.phase not in (Phase.CARDS_FIRST, Phase.SPY)
    orders = [turn % int(state.players) + 1 for turn in range(int(state.turn) + begun, turns)]
    return int(state.seats[seat].order) in orders


CHECKS: dict[str, Checker] = {
    "{later} {now}": lambda state, seat, action, said: (
        seat != NATURE and all(checked(said[half], state, seat, action) for half in ("now", "later"))
    ),
    "Too early: that belongs to phase {number} of the round ({rule}).": (
        lambda state, seat, action, said: said["number"] == wanted_part(action) > part(state)
    ),
    "Too late: that belongs to phase {number} of the round ({rule}).": (
        lambda state, seat, action, said: said["number"] == wanted_part(action) < part(state)
    ),
    "Your next turn comes later ({rule}).": lambda state, seat, action, said: (
        part(state) == 3 and has_turn(state, seat)
    ),
    "You have no turns left this round ({rule}).": lambda state, seat, action, said: (
        part(state) == 3 and not has_turn(state, seat)
    ),
    "The bids of this round are already revealed ({rule}).": lambda state, seat, action, said: (
        state.phase == Phase.ORDER and action in BID
    ),
    "Order cards are chosen after the bids are revealed ({rule}).": lambda state, seat, action, said: (
        state.phase == Phase.BID and action in ORDER
    ),
    "You already chose order card {card} ({rule}).": lambda state, seat, action, said: (
        state.phase == Phase.ORDER and state.seats[seat].chosen == said["card"] > 0
    ),
    "You choose your order card later ({rule}).": lambda state, seat, action, said: (
        state.phase == Phase.ORDER and not state.seats[seat].chosen and seat != state.actor
    ),
    "The game is over.": lambda state, *_: state.phase == Phase.OVER,
    "{what}": owes,
    "Not possible now. {what}": owes,
    "{seat} to move. {what}": decides,
    "{what} Waiting for secret choices: {seats}.": chooses_secretly,
    "You have chosen. The others are still choosing.": lambda state, seat, *_: state.seats[seat].choice >= 0,
    "This is drawn at random. {now}": lambda state, seat, action, said: (
        action >= DEAL.first and checked(said["now"], state, seat, action)
    ),
    "Only what is still available can be drawn.": lambda state, seat, action, said: (
        state.phase < Phase.BID and seat == NATURE
    ),
    "Random draw: order cards.": lambda state, *_: state.phase == Phase.DEAL,
    "Random draw: card of quarter {quarter}.": lambda state, seat, action, said: (
        state.phase == Phase.CHARACTER and state.quarter + 1 == said["quarter"]
    ),
    "Random draw: ship of quarter {quarter}.": lambda state, seat, action, said: (
        state.phase == Phase.SHIP and state.quarter + 1 == said["quarter"] <= state.quarters
    ),
    "Random draw: market ship.": lambda state, *_: (
        state.phase == Phase.SHIP and state.quarter == nouns.QUARTERS
    ),
    "Random draw: neutral broker, {place}.": lambda state, *_: (
        state.phase == Phase.TURN_UP and state.value[state.target] < 0
    ),
    "A bid of two {low}s needs two of them behind your screen; you have {a}.": (
        lambda state, seat, action, said: (
            nouns.VALUE_PAIRS[action] == (said["low"],) * 2
            and state.seats[seat].screen[said["low"]] == said["a"] < 2
        )
    ),
    "To bid {low} and {high} you need one of each behind your screen; you have {a} and {b}.": (
        lambda state, seat, action, said: (
            nouns.VALUE_PAIRS[action] == (said["low"], said["high"])
            and [state.seats[seat].screen[said[name]] for name in ("low", "high")] == [said["a"], said["b"]]
            and 0 in (said["a"], said["b"])
        )
    ),
    "This game has only order cards 1–{count}.": lambda state, seat, action, said: (
        of(ORDER, action) + 1 > said["count"] == state.players
    ),
    "Order card {card} is taken. Choose another.": lambda state, seat, action, said: (
        said["card"] == of(ORDER, action) + 1 and said["card"] in state.seats["chosen"]
    ),
    "You don't have the {card}.": lambda state, seat, action, said: (
        state.seats[seat].hand[of(CARD, action)] == 0 and said["card"] == Character(of(CARD, action)).term
    ),
    "You won the {card} this round ({round}); you can play it from the next round on.": (
        lambda state, seat, action, said: (
            state.seats[seat].hand[of(CARD, action)] == state.round == said["round"]
        )
    ),
    "You have played {played} cards this round; the limit is {limit}.": lambda state, seat, action, said: (
        state.seats[seat].played == said["played"] >= said["limit"]
    ),
    "The {card} can't be played now. {now}": lambda state, seat, action, said: (
        state.seats[seat].hand[of(CARD, action)] > 0
        and said["card"] == Character(of(CARD, action)).term
        and checked(said["now"], state, seat, action)
    ),
    "The Messenger has no broker of yours to move.": lambda state, seat, *_: cannot_move(state, seat),
    "The Wizard has no two brokers in different places to swap.": lambda state, *_: len(swappable(state)) < 2,
    "The Soldier can't mark any broker you just placed.": lambda state, seat, *_: (
        not any(
            state.place[slot] >= 0
            and state.owner[slot] == seat
            and state.since[slot] == state.turn // state.players + 1
            for slot in range(nouns.FIRST_THRONE)
        )
    ),
    "The Banker can't raise one gem value and lower another now.": lambda state, *_: (
        not any(
            state.values[up] < 15 and state.values[down] > 1
            for up in range(4)
            for down in range(4)
            if up != down
        )
    ),
    "You have placed both your brokers this turn.": lambda state, *_: state.put_up + state.put_down == 2,
    "You already placed one face up this turn. Place the other face down.": (
        lambda state, seat, action, said: (
            state.put_up > 0 and action in UP and state.bishop != seat and not state.open
        )
    ),
    "You already placed one face down this turn. Place the other face up.": (
        lambda state, seat, action, said: (
            state.put_down > 0 and action in DOWN and state.bishop != seat and not state.open
        )
    ),
    "With open placement, all brokers go face up.": lambda state, seat, action, said: (
        bool(state.open) and action in DOWN and state.bishop != seat
    ),
    "That place is taken: {place}.": lambda state, seat, action, said: (
        place_of(action) in state.place and place_of(action) >= 12
    ),
    "Market row {row} isn't used with {players} players. Choose from rows {first}–3.": no_row,
    "Only quarters 1–{count} are in play.": no_quarter,
    "{seat}'s Queen has closed quarter {quarter}.": closed,
    "Neutral brokers are placed only in two-player games.": lambda state, *_: state.players > 2,
    "You already placed the neutral broker this turn.": lambda state, *_: (
        state.players == 2 and state.put_neutral == 1
    ),
    "You have no {value} left behind your screen.": not_behind,
    "Brokers in front of your screen stay there; only the Magician can place them.": (
        lambda state, seat, action, said: state.magician != seat and action in FRONT
    ),
    "You had no {value} in front of your screen before this turn.": lambda state, seat, action, said: (
        state.magician == seat and state.seats[seat].old_front[value_of(action)] == 0
    ),
    "You have no broker behind your screen to replace it with.": lambda state, seat, *_: (
        state.seats[seat].screen.sum() == 0
    ),
    "You have no {value} in front of your screen.": lambda state, seat, action, said: (
        state.seats[seat].front[value_of(action)] == 0 and said["value"] == value_of(action)
    ),
    "That broker isn't on the board.": lambda state, seat, action, said: broker(state, action)["place"] < 0,
    "You have no Spy in play.": lambda state, seat, *_: state.spy != seat,
    "The Spy has already looked {count:time|times}. No looks left.": lambda state, seat, action, said: (
        state.looks == 0 and said["count"] == 3
    ),
    "That broker is face up. Choose a face-down one.": lambda state, seat, action, said: (
        broker(state, action)["face"] == 1
    ),
    "That is your own broker. Choose another player's.": lambda state, seat, action, said: (
        broker(state, action)["owner"] == seat
    ),
    "Neutral brokers can't be looked at.": lambda state, seat, action, said: (
        broker(state, action)["owner"] == 2 == state.players
    ),
    "The broker is already there. Choose a different place.": (
        lambda state, seat, action, said: state.place[state.target] == place_of(action)
    ),
    "The Messenger moves only your own brokers. Owner of this one: {owner}.": (
        lambda state, seat, action, said: (
            broker(state, action)["owner"] != seat
            and said["owner"]
            in (SeatName(broker(state, action)["owner"]), donjon.kernel.message.Term("the neutral player"))
        )
    ),
    "The Messenger can't move brokers in the throne room.": lambda state, seat, action, said: (
        broker(state, action)["place"] == nouns.THRONE
    ),
    "Both brokers are in the throne room. Choose one from a different place.": (
        lambda state, seat, action, said: (
            broker(state, action)["place"] == state.place[state.target] == nouns.THRONE
        )
    ),
    "Both brokers are in the same place: {place}. Choose another.": lambda state, seat, action, said: (
        broker(state, action)["place"] == state.place[state.target]
        and said["place"] == nouns.place_name(state.place[state.target])
    ),
    "No broker in another place can be swapped with that one. Choose another.": (
        lambda state, seat, action, said: swappable(state) == {broker(state, action)["place"]}
    ),
    "That broker is already marked.": lambda state, seat, action, said: broker(state, action)["marked"] == 1,
    "The Soldier marks one of the two brokers you just placed.": lambda state, seat, action, said: (
        broker(state, action)["owner"] != seat
        or broker(state, action)["since"] != state.turn // state.players + 1
    ),
    "The Soldier can't mark neutral brokers.": lambda state, seat, action, said: (
        broker(state, action)["owner"] == 2 == state.players
    ),
    "The Soldier can't mark brokers in the throne room.": lambda state, seat, action, said: (
        broker(state, action)["place"] == nouns.THRONE
    ),
    "You are first in this quarter: take two gems.": lambda state, seat, action, said: (
        action in GEM and state.rank == 0
    ),
    "Take one gem from the ship now, not two.": lambda state, seat, action, said: (
        action in TAKE_TWO and (state.rank > 0 or state.players < 4 or state.offer.sum() == 1)
    ),
    "Not enough on the ship: {gem} ({count}). Choose another.": lambda state, seat, action, said: any(
        said["gem"] == Gem(kind).term and state.offer[kind] == said["count"] < gems_of(action).count(kind)
        for kind in gems_of(action)
    ),
    "The Jeweller gives only blue, green, yellow or red gems.": lambda state, seat, action, said: (
        max(gems_of(action)) >= nouns.COLOURS
    ),
    "Exchange the white gem for blue, green, yellow or red.": lambda state, seat, action, said: (
        gems_of(action)[0] >= nouns.COLOURS
    ),
    "The blue card gives only a blue, green, yellow or red gem.": lambda state, seat, action, said: (
        gems_of(action)[0] >= nouns.COLOURS
    ),
    "The market has no {colour} column.": lambda state, seat, action, said: (
        gems_of(action)[0] >= nouns.COLOURS and said["colour"] == Colour(gems_of(action)[0]).term
    ),
    "This column isn't one of the tied ones. Choose a tied column.": lambda state, seat, action, said: (
        gems_of(action)[0] < nouns.COLOURS
    ),
    "You have no {colour} gem to give. Choose another.": lambda state, seat, action, said: (
        state.seats[seat].gems[gems_of(action)[0]] == 0 and said["colour"] == Colour(gems_of(action)[0]).term
    ),
    "Take blue, green, yellow or red, but not the colour you give.": (
        lambda state, seat, action, said: gems_of(action)[0] in (state.target, Gem.BLACK, Gem.WHITE)
    ),
    "The {colour} gem value is {value} and can't go further. Choose another move.": (
        lambda state, seat, action, said: (
            state.values[colour_of(action)] == said["value"] == (15 if action in RAISE else 1)
        )
    ),
    "If you raise {colour}, you can't lower any other colour.": lambda state, seat, action, said: all(
        state.values[other] == 1 for other in range(4) if other != colour_of(action)
    ),
    "The Banker raised {colour}. Lower another colour.": lambda state, seat, action, said: (
        state.target == colour_of(action) and said["colour"] == Colour(state.target).term
    ),
}


def checked(message: Message, state: Any, seat: int, action: int) -> bool:
    """Does a sentence say what holds?"""
    return bool(CHECKS[message.text](state, seat, action, message.args))


def refusals(match: Match, actions_tried: Iterator[int]) -> set[str]:
    """The sentences against these actions, each of them true."""
    said = set()
    state = match.state
    for action in actions_tried:
        for seat in (*range(match.players), NATURE):
            rule = rule_of(state, seat, action)
            if rule:
                message = why(state, seat, action, rule)
                assert checked(message, state, seat, action), (message, seat, match.text(action, seat))
                said.add(message.text)
    return said


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_sentences_hold_over_random_games(variant: int) -> None:
    players, options = VARIANTS[variant]
    random = Random(variant)
    match = donjon.new(NAME, players=players, seed=variant, nature="imposed", **options)
    said: set[str] = set()
    while not match.over:
        said |= refusals(match, iter(random.sample(range(decisions.ACTIONS.count), 4)))
        step(match, random)
    said |= refusals(match, iter(random.sample(range(decisions.ACTIONS.count), 4)))
    assert len(said) > 8


def broker_placed(place: str, value: int, **more: Any) -> dict[str, Any]:
    """A broker of seat 0 placed in this turn."""
    return {"owner": 0, "place": place, "value": value, "up": True, "since": 1, **more}


def royal(phase: str) -> Stage:
    """Two brokers in the throne room, the Wizard's first among them, and one on the board."""
    return Stage.at(
        3,
        royal_favour="yes",
        fronts=[[0, 1]] * 3,
        phase=phase,
        actor=0,
        round=2,
        **({"target": nouns.FIRST_THRONE} if phase == "wizard_with" else {}),
        brokers=[
            {"owner": 0, "place": "t", "value": 3, "up": False, "slot": nouns.FIRST_THRONE},
            {"owner": 1, "place": "t", "value": 2, "up": False, "slot": nouns.FIRST_THRONE + 1},
            {"owner": 2, "place": "t", "value": 2, "up": False, "slot": nouns.FIRST_THRONE + 2},
            {"owner": 0, "place": "q1.h", "value": 1, "up": True},
        ],
    )


# Positions for causes that are rare.
TWO = brokers(0, q1h="3", q2m="(2)") + brokers(1, q1m="1", q3p="(4)", x1b="0")
ALL_LOW = {"blue": 1, "green": 1, "yellow": 1, "red": 4}
STAGES: dict[str, Callable[[], Stage]] = {
    "messenger": lambda: Stage.window("W3", hands=hands("messenger"), brokers=TWO, queen=1, closed=0),
    "wizard": lambda: Stage.at(phase="wizard", actor=0, round=2, brokers=TWO, queen=1, closed=0),
    "soldier": lambda: Stage.at(
        phase="soldier", actor=0, round=2, brokers=[*TWO, broker_placed("q2.h", 0, since=3)]
    ),
    "banker": lambda: Stage.at(phase="banker", actor=0, round=2, values=ALL_LOW),
    "lowering": lambda: Stage.at(
        phase="banker_lower", actor=0, round=2, target=0, values=ALL_LOW | {"blue": 2}
    ),
    "flat": lambda: Stage.window("W4", hands=hands("banker", "jeweller"), values=dict.fromkeys(ALL_LOW, 1)),
    "giving": lambda: Stage.at(phase="alchemist", actor=0, round=2),
    "taking": lambda: Stage.at(
        phase="alchemist_take", actor=0, round=2, target=0, gems=[{"blue": 1}, {}, {}, {}]
    ),
    "jeweller": lambda: Stage.at(phase="jeweller", actor=0, round=2),
    "captain": lambda: Stage.at(3, phase="captain", actor=0, round=2, quarters=3),
    "queen": lambda: Stage.at(3, phase="close", actor=0, round=2, quarters=3),
    "empty": lambda: Stage.window("W3", hands=hands("messenger", "captain")),
    "after": lambda: Stage.at(phase="after", actor=0, round=2, hands=hands("soldier", "wizard"), spy=0),
    "limit": lambda: Stage.at(phase="after", actor=0, round=2, hands=hands("wizard"), played=[2, 0, 0, 0]),
    "looking": lambda: Stage.at(
        2,
        phase="after",
        actor=0,
        round=2,
        spy=0,
        looks=2,
        brokers=[*TWO[:4], {"owner": 2, "place": "q2.p", "value": None, "up": False}],
    ),
    "marking": lambda: Stage.at(
        2,
        phase="soldier",
        actor=0,
        round=2,
        brokers=[
            broker_placed("q1.h", 3, marked=True),
            broker_placed("q2.h", 2),
            {"owner": 2, "place": "q2.p", "value": None, "up": False, "since": 1},
        ],
    ),
    "moving": lambda: Stage.at(
        phase="messenger_to",
        actor=0,
        round=2,
        target=0,
        brokers=[{"owner": 0, "place": "q1.h", "value": 3, "up": True, "slot": 0}],
    ),
    "throne": lambda: royal("messenger"),
    "swapping": lambda: royal("wizard_with"),
    "column": lambda: Stage.at(phase="column", actor=0, round=2, rank=0, brokers=brokers(0, x1b="3")),
    "over": lambda: Stage.at(phase="over", round=4),
    "turn": lambda: Stage.placing(
        round=2,
        fronts=[[0, 1]] * 4,
        hands=hands("wizard", "captain", "spy"),
        brokers=TWO,
        queen=1,
        closed=0,
    ),
}


@pytest.mark.parametrize("name", STAGES)
def test_sentences_hold_where_causes_are_rare(name: str) -> None:
    assert refusals(STAGES[name]().match, iter(range(decisions.ACTIONS.count)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("neutral 1b", "Neutral brokers are placed only in two-player games."),
        (
            "throne 3",
            "Not possible now. Place your first broker, face up or face down.",
        ),
        ("deal 3", "This is drawn at random. Place your first broker"),
        (
            "order 1",
            "Too late: that belongs to phase 2 of the round (YS-4.5). "
            "Place your first broker, face up or face down.",
        ),
    ],
)
def test_what_is_to_be_decided_is_said_last(text: str, sentence: str) -> None:
    refusal = Stage.placing().match.why_not(text, 0)
    assert refusal is not None
    assert refusal.message.english().startswith(sentence)


@pytest.mark.parametrize(
    ("action", "when"),
    [
        (SWAP.first, "Too early: that belongs to phase 4 of the round (YS-6.1.1)."),
        (GEM.first, "Too early: that belongs to phase 4 of the round (YS-6.1.1)."),
        (ORDER.first, "Too late: that belongs to phase 2 of the round (YS-4.5)."),
        # Decided in this turn, or in several phases: nothing is said of when.
        (QUARTER.first, "Not possible now."),
        (FRONT.first, "Not possible now."),
        (BROKER.first, "Not possible now."),
    ],
)
def test_a_choice_of_one_phase_tells_when_it_comes(action: int, when: str) -> None:
    """YS-3.1, YS-6.1.1: the phase of an action follows from the decisions at which it can be played."""
    match = Stage.placing().match
    now = "Place your first broker, face up or face down."
    assert why(match.state, 0, action, "YS-5.1").english() == f"{when} {now}"


def test_only_others_are_told_whose_decision_it_is() -> None:
    """YS-5.1: who is to decide is told what; everybody else also by whom."""
    own, other = (Stage.placing().match.why_not("order 1", seat) for seat in (0, 1))
    assert "to move" not in own.message.english()
    assert "seat 0 to move." in other.message.english()


def test_a_neutral_broker_in_the_throne_room_phase() -> None:
    stage = Stage.at(3, royal_favour="yes", phase="throne", fronts=[[1, 2], [0, 3], [2, 4]])
    refusal = stage.match.why_not("neutral 1b", 1)
    assert refusal is not None
    assert refusal.message.english() == (
        "Not possible now. Throne room: secretly choose a broker in front of your screen."
    )
