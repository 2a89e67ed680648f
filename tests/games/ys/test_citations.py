"""With which rules events are cited besides their own: those that they follow from, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from donjon.kernel.event_log import Event
from tests.games.ys.stage import Stage, broker, brokers, hands

N = 2  # the neutral player's party


def events(stage: Stage, kind: str) -> list[Event]:
    return [event for event in stage.match.events if event.kind == kind]


def cited(stage: Stage, kind: str) -> list[set[str]]:
    """The further rules of the events of a kind, without the prefix."""
    return [{rule.removeprefix("YS-") for rule in event.also} for event in events(stage, kind)]


def counted(text: str = "pass", card: str = "merchant", players: int = 4, **fields: Any) -> Stage:
    """A counting that begins with an action of the seat that holds a card for its start."""
    fields = {"ships": [], "characters": [], "market": [None] * 4, **fields}
    fields.setdefault("hands", hands(card, players=players))
    return Stage.window("W3", players, impossible=True, **fields).play(text)


def tied(*seats: int, place: str = "q1.h") -> list[dict[str, Any]]:
    return [broker(seat, place, 2) for seat in seats]


def finished(players: int, gems: list[dict[str, int]]) -> Stage:
    """A game that ends with an action, with these gems; those of the neutral player are the last."""
    cards = hands("jeweller", players=players, won=3)
    return Stage.window("W4", players, round=4, hands=cards, gems=gems, impossible=True).play("pass")


def scored(stage: Stage, source: str) -> list[set[str]]:
    """The further rules of what the seats score for a source."""
    sources = [told.args[0] for told in events(stage, "scored")]
    number = list(stage.view["players"][0]["points"]).index(source)
    found = cited(stage, "scored")
    return [rules for told, rules in zip(sources, found, strict=True) if told == number]


# The setup of a round, and placement


@pytest.mark.parametrize(
    ("players", "rules"),
    [(4, {"3.7", "3.8"}), (3, {"3.8", "9.2.5", "9.2.6"}), (2, {"3.8", "9.2.5", "9.2.6"})],
)
def test_gems_of_the_market_lie_in_order(players: int, rules: set[str]) -> None:
    """YS-3.7, YS-9.2.6: with a white gem or without one, the others lie in colour order."""
    for seed in range(4):
        assert cited(Stage.new(players, seed=seed), "market_filled") == [rules]


def test_ships_offer_as_many_gems_as_players_ask_for() -> None:
    """YS-3.5, YS-9.2.3."""
    assert cited(Stage.new(4), "ship_came") == [{"3.5"}] * 4
    assert cited(Stage.new(3, quarters=3), "ship_came") == [{"9.2.3"}] * 3


def test_how_brokers_lie() -> None:
    """YS-8.6.1, YS-8.8.3, YS-9.1.1, YS-9.1.2: the cards of this seat alone, and open placement."""
    plain = Stage.placing(bishop=1, magician=2).play("up q1.h 1", "down q1.h 1")
    assert (cited(plain, "placed"), cited(plain, "put_down")) == ([{"5.2", "5.3"}], [{"5.3"}])
    bishop = Stage.placing(bishop=0).play("down q1.h 1", "down q1.h 1")
    assert cited(bishop, "put_down") == [{"5.3", "8.6.1"}] * 2
    magician = Stage.placing(magician=0).play("up q1.h 1", "down q1.h 1")
    assert cited(magician, "placed") == [{"5.2", "5.3", "8.8.3"}]
    agreed = Stage.placing(open_placement="yes", bishop=0).play("up q1.h 1", "down q1.h 1")
    assert cited(agreed, "placed") == [{"5.2", "5.3", "9.1.1", "9.1.2"}]
    assert cited(agreed, "put_down") == [{"5.3", "9.1.2"}]


def test_a_broker_of_the_front_is_placed() -> None:
    """YS-8.8.2, YS-8.8.5: face up it is like any other; face down it stays known."""
    stage = Stage.placing(magician=0).play("up q1.h front 2 refill 1", "down q1.h front 3 refill 1")
    assert cited(stage, "placed") == [{"5.2", "5.3", "8.8.2", "8.8.3"}]
    assert cited(stage, "placed_known") == [{"8.8.2", "8.8.5"}]


@pytest.mark.parametrize(("place", "rules"), [("q1.h", set()), ("2g", {"9.3.22"})])
def test_neutral_brokers_take_up_cells(place: str, rules: set[str]) -> None:
    """YS-9.3.22: only in the market; YS-9.1.3: face down even in open placement."""
    assert cited(Stage.placing(2).play(f"neutral {place}"), "neutral_placed") == [rules]
    agreed = Stage.placing(2, open_placement="yes").play(f"neutral {place}")
    assert cited(agreed, "neutral_placed") == [rules | {"9.1.3"}]


def test_a_look_into_the_throne_room() -> None:
    """YS-9.4.6: characters do not act on the throne room, but for the Spy."""
    board = [broker(1, "t", 0, False, could=[0, 1, 2]), broker(1, "q1.h", 1, False)]
    fields = {"phase": "before_turn", "round": 2, "spy": 0, "looks": 2, "brokers": board}
    stage = Stage.placing(3, actor=2, royal_favour="yes", **fields).play("look q1.h/1", "look t/1")
    assert cited(stage, "looked") == [{"8.5.2", "8.5.3"}, {"8.5.2", "8.5.3", "9.4.6"}]


def wizard(**fields: Any) -> Stage:
    return Stage.placing(round=2, hands=hands("wizard"), impossible=True, **fields)


@pytest.mark.parametrize(("swapped", "travels"), [("q1.h/1", False), ("q1.h/2", True)])
def test_a_marker_travels_with_its_broker(swapped: str, travels: bool) -> None:
    """YS-8.16.4: not where the marked broker stays and another of its district is swapped."""
    board = [broker(1, "q1.h", 4), broker(1, "q1.h", 3, marked=True), broker(2, "q3.p", 1)]
    stage = wizard(brokers=board).play("up q4.h 1", "down q4.m 1", f"wizard {swapped} q3.p/1")
    assert cited(stage, "wizard_swapped") == [{"8.14.2", "8.14.3"} | ({"8.16.4"} if travels else set())]


def test_a_marker_is_lost_in_the_throne_room() -> None:
    """YS-9.4.6, YS-9.4.7: and so does not travel (YS-8.16.4)."""
    board = [broker(0, "t", 4, False, could=[1, 3, 4]), broker(1, "2b", 4, marked=True)]
    stage = Stage.placing(3, round=2, royal_favour="yes", hands=hands("wizard", players=3), brokers=board)
    stage.play("up q1.h 3", "down q1.h 1", "wizard t/1 2b")
    assert cited(stage, "wizard_swapped") == [{"8.14.2", "8.14.3", "9.4.6", "9.4.7"}]


def test_the_last_brokers_are_shown() -> None:
    """YS-5.10; YS-9.4.8 where two are left, YS-9.5.3 in Ys Express, YS-8.8.4 for the Magician's player."""
    fields = {"impossible": True, "fronts": [[2, 2]] * 4, "turn": 15, "actor": 3, "magician": 1}
    plain = Stage.placing(screens=[[1], [1], [1, 4], [1, 1, 1]], **fields)
    plain.play("up q1.h 1", "down q1.h 1")
    assert cited(plain, "last_shown") == [set(), {"8.8.4"}, {"9.4.8"}, {"9.4.8"}, set()]
    fields |= {"turn": 11, "express": "yes"}
    express = Stage.placing(screens=[[1], [1], [1], [1, 1, 1]], **fields).play("up q1.h 1", "down q1.h 1")
    assert cited(express, "last_shown") == [{"9.5.3"}, {"9.5.3", "8.8.4"}, {"9.5.3"}, {"9.5.3"}]


# Cards


def test_when_cards_are_played() -> None:
    """YS-8.1.5: all are asked once in the windows W1, W3 and W4; YS-5.9: not within a turn."""
    turn = Stage.placing(round=2, hands=hands("queen", "soldier"))
    turn.play("queen 1", "up q1.h 1", "down q1.m 1", "soldier q1.h/1")
    assert cited(turn, "card_played") == [{"5.9", "8.1.4", "8.1.6"}] * 2
    for name, card in (("W1", "bishop"), ("W3", "intriguer"), ("W4", "jeweller")):
        stage = Stage.window(name, hands=hands(card)).play(card)
        assert cited(stage, "card_played") == [{"8.1.4", "8.1.5", "8.1.6"}]


def test_alchemist_without_gems() -> None:
    """YS-8.2.3: with no gem the card is simply discarded."""
    for gems, rules in (({}, {"8.2.3"}), ({"blue": 1}, set())):
        stage = Stage.window("W4", hands=hands("alchemist"), gems=[gems, {}, {}, {}]).play("alchemist")
        assert cited(stage, "card_played") == [{"8.1.4", "8.1.5", "8.1.6"} | rules]


@pytest.mark.parametrize(("closed", "rules"), [(0, {"8.4.2"}), (1, {"8.4.2"}), (2, set())])
def test_captain_and_queen(closed: int, rules: set[str]) -> None:
    """YS-8.4.2: a ship of the closed quarter may be exchanged."""
    stage = Stage.window("W3", hands=hands("captain"), closed=closed, queen=1).play("captain 1 2")
    assert cited(stage, "ships_swapped") == [rules]


@pytest.mark.parametrize(
    ("start", "end", "rules"),
    [
        ("q1.h", "q2.h", {"8.7.2", "8.7.3"}),
        ("q1.h", "1b", {"8.7.2"}),
        ("2b", "3b", {"8.7.2", "8.7.3"}),
        ("2b", "q2.h", {"8.7.2", "8.7.3", "5.7"}),
    ],
)
def test_points_of_the_messenger(start: str, end: str, rules: set[str]) -> None:
    """YS-8.7.3, YS-5.7: no point within city or market; that of a broker that leaves is kept."""
    board = [broker(0, start, 4), broker(0, "q4.m", 1)]
    name = start if start[0].isdigit() else f"{start}/1"
    stage = Stage.window("W3", hands=hands("messenger"), brokers=board).play(f"messenger {name} {end}")
    assert cited(stage, "moved") == [rules]


# Counting: who is first, and why

RANKED, WON = {"6.2.1"}, {"6.3.1"}


def test_the_intriguer_counts_at_once() -> None:
    """YS-8.12.1: when counting begins with the very action that plays the card; no front decides."""
    fronts = [[0], [4], [3], [2]]
    stage = counted("intriguer", "intriguer", fronts=fronts, brokers=tied(0, 1))
    assert cited(stage, "ranked") == [RANKED | {"6.6.3", "8.12.1"}] * 2
    assert cited(stage, "black_gem") == [WON | {"8.12.1"}]
    unplayed = counted("pass", "intriguer", fronts=fronts, brokers=tied(0, 1))
    assert cited(unplayed, "ranked") == [RANKED | {"6.6.1", "6.6.3"}] * 2
    assert cited(unplayed, "black_gem") == [WON | {"6.6.1"}]


@pytest.mark.parametrize(
    ("fronts", "last", "rules"),
    [([[3, 1], [2, 2]], (1, 3), {"6.6.1"}), ([[4, 1], [2, 2]], (1, 2), {"6.6.1", "6.6.2"})],
)
def test_the_last_broker_of_a_front_counts(
    fronts: list[list[int]], last: tuple[int, int], rules: set[str]
) -> None:
    """YS-6.6.1, YS-6.6.2: fronts with their third brokers, shown in the action that counting begins with."""
    stage = Stage.placing(
        actor=3,
        turn=15,
        fronts=[*fronts, [0, 0], [0, 0]],
        screens=[[last[0]], [last[1]], [0], [1, 1, 0]],
        brokers=tied(0, 1),
        ships=[],
        characters=[],
        market=[None] * 4,
        impossible=True,
    )
    stage.play("up q4.h 1", "down q4.m 1")
    assert cited(stage, "ranked")[:2] == [RANKED | {"6.6.3"} | rules] * 2
    assert cited(stage, "black_gem")[0] == WON | rules


def test_no_rank_follows_from_the_order_of_others() -> None:
    """YS-6.6.1, YS-6.6.2, YS-8.12.2: what decided between others is not cited."""
    fronts = [[4], [2], [2], [0]]
    plain = counted(fronts=fronts, brokers=tied(0, 1, 2))
    assert cited(plain, "black_gem") == [WON | {"6.6.1"}]
    assert cited(plain, "ranked") == [
        RANKED | {"6.6.3", "6.6.1"},
        RANKED | {"6.6.3", "6.6.1", "6.6.2"},
        RANKED | {"6.6.3", "6.6.1", "6.6.2"},
    ]
    intrigue = counted(fronts=fronts, brokers=tied(0, 1, 3), intriguer=0)
    assert cited(intrigue, "black_gem") == [WON | {"8.12.1"}]
    assert cited(intrigue, "ranked") == [
        RANKED | {"6.6.3", "8.12.1"},
        RANKED | {"6.6.3", "8.12.1", "8.12.2", "6.6.1"},
        RANKED | {"6.6.3", "8.12.1", "8.12.2", "6.6.1"},
    ]
    away = counted(fronts=fronts, brokers=tied(1, 3), intriguer=0)
    assert cited(away, "black_gem") == [WON | {"6.6.1"}]
    alone = counted(fronts=fronts, brokers=[broker(0, "q1.h", 2), broker(1, "q1.h", 1)], intriguer=0)
    assert (cited(alone, "black_gem"), cited(alone, "ranked")) == ([WON], [RANKED] * 2)


@pytest.mark.parametrize(
    ("humans", "neutral", "intriguer", "rules"),
    [
        ({}, 0, None, {"9.3.12", "6.8.1"}),
        ({}, 1, None, {"9.3.12"}),
        ({0: 2}, 0, None, {"6.8.3"}),
        ({0: 2}, 1, None, set()),
        ({0: 0}, 0, None, {"9.3.12", "9.3.8", "6.8.2"}),
        ({0: 2}, 2, None, {"9.3.12", "9.3.8"}),
        ({0: 2, 1: 2}, 1, None, {"6.6.1"}),
        ({0: 2, 1: 2}, 2, None, {"9.3.12", "9.3.8", "9.3.9"}),
        ({0: 2, 1: 2}, 2, 0, {"8.12.1", "9.3.8", "9.3.9"}),
        ({0: 2, 1: 2}, 1, 0, {"8.12.1"}),
    ],
)
def test_a_neutral_broker_turned_up_counts(
    humans: dict[int, int], neutral: int, intriguer: int | None, rules: set[str]
) -> None:
    """YS-9.3.8, YS-9.3.9, YS-9.3.12, YS-6.8: with a value that is decided in the action of the event."""
    board = [broker(seat, "q1.h", value) for seat, value in humans.items()]
    board.append(broker(N, "q1.h", None, False, slot=16))
    fields: dict[str, Any] = {"fronts": [[1], [2]], "nature": "imposed", "impossible": True}
    stage = Stage.counting(2, brokers=board, intriguer=intriguer, **fields).impose(f"broker {neutral}")
    assert cited(stage, "black_gem") == [WON | rules]


@pytest.mark.parametrize(
    ("own", "theirs", "rules"),
    [
        ("0", "", {"6.8.1"}),
        ("0", "0", {"6.8.2", "6.6.1"}),
        ("1", "0", {"6.8.3"}),
        ("1", "1", {"6.6.1"}),
        ("1", "", set()),
    ],
)
def test_zeros_in_districts_and_rows(own: str, theirs: str, rules: set[str]) -> None:
    """YS-6.8.1, YS-6.8.2, YS-6.8.3; YS-6.2.6 for ranks."""
    board = [*brokers(0, q1h=own, c1b=own), *brokers(1, q1h=theirs, c1r=theirs)]
    stage = counted(fronts=[[4], [1], [0], [0]], brokers=board, market=[None, "green", None, None])
    assert cited(stage, "black_gem") == [WON | rules]
    assert cited(stage, "row_won") == [rules]
    assert ["6.2.6" in rules for rules in cited(stage, "ranked")] == [value == "0" for value in own + theirs]


@pytest.mark.parametrize(
    ("own", "theirs", "rules"),
    [("0", "", set()), ("0", "0", {"6.8.2", "6.6.1"}), ("1", "0", {"6.8.3"}), ("1", "", set())],
)
def test_zeros_of_the_best_bidder(own: str, theirs: str, rules: set[str]) -> None:
    """YS-6.7.4: sum 0 is enough; YS-6.8.1 is about districts, quarters and rows."""
    stage = counted(fronts=[[4], [1], [0], [0]], brokers=[*brokers(0, c1b=own), *brokers(1, c1r=theirs)])
    while stage.phase == "column":
        stage.play(stage.match.legal[0])
    assert cited(stage, "best_bidder") == [{"6.7.4"} | rules]


# Counting: the rest


def test_the_marked_broker_alone_counts_five() -> None:
    """YS-8.16.2, YS-8.16.3, YS-8.16.5: not another of the same value in the same district."""
    board = [broker(0, "q1.h", 0, False, marked=True), broker(0, "q1.h", 0, False)]
    stage = counted(brokers=board, market=[None] * 4)
    assert cited(stage, "turned_up") == [{"8.16.2", "8.16.3", "8.16.5"}, set()]


def test_a_marked_broker_is_moved_and_counted() -> None:
    """YS-8.16.2, YS-6.4.1: where it stands when it is turned up, in the action that moved it."""
    board = [broker(0, "q1.h", 4, False, marked=True), broker(0, "3r", 1, False), broker(0, "q4.m", 1)]
    stage = counted("messenger q1.h/1 q2.h", "messenger", brokers=board)
    assert cited(stage, "turned_up") == [{"8.16.2", "8.16.3"}, {"6.4.1"}]


@pytest.mark.parametrize("players", [4, 3])
def test_gems_of_few_players(players: int) -> None:
    """YS-9.2.4: with less than four, one gem less is to be had."""
    board = [broker(seat, "q1.h", 1 + seat) for seat in range(2)]
    stage = counted(players=players, ships=["S01"], brokers=board)
    stage.play("take blue green")
    few = {"9.2.4"} if players == 3 else set()
    assert cited(stage, "gem_taken")[:2] == [few] * 2
    assert all(rules == few for rules in cited(stage, "gems_stay"))


@pytest.mark.parametrize(
    ("card", "seat", "rules"),
    [
        ("king", 0, {"8.18.1", "8.18.2"}),
        ("king", N, {"8.18.1", "8.18.2", "9.3.12"}),
        ("queen", 0, {"8.1.1", "8.1.8"}),
        ("queen", N, {"9.3.13"}),
        ("white_gem", 0, set()),
        ("white_gem", N, {"9.3.13"}),
    ],
)
def test_cards_of_a_palace(card: str, seat: int, rules: set[str]) -> None:
    """YS-6.3.4: what becomes of the card; YS-9.3.12 with the points of Prince and King too."""
    slot = {"slot": 16} if seat == N else {}
    board = [broker(seat, "q1.p", 1, **slot)]
    stage = counted(players=2, characters=[card], brokers=board, fronts=[[1], [2]])
    assert cited(stage, "card_won") == [WON | rules]
    if card == "king":
        stage.play("column blue", "column green", "column yellow")
        assert cited(stage, "court") == [{"8.18.2"} | rules & {"9.3.12"}]


def columns(*fields: str, fronts: tuple[int, ...] = (0, 1, 4, 2), **more: Any) -> Stage:
    """A counting with brokers of seat 2 in the four columns; seat 2 is the judge."""
    board = [broker(2, f"{row}{at}", int(value)) for at, values in zip("bgyr", fields, strict=True)
             for row, value in enumerate(values.split(), 1)]  # fmt: skip
    return counted(fronts=[[front] for front in fronts], brokers=board, **more)


@pytest.mark.parametrize(
    ("values", "above"),
    [(("4", "3", "0", ""), [False, False, True, False]), (("4", "3", "0 0", "0"), [False] * 4),
     (("4", "3", "1", "0"), [False] * 4)],
)  # fmt: skip
def test_a_zero_column_is_above_an_empty_one(values: tuple[str, ...], above: list[bool]) -> None:
    """YS-6.5.6: only where there is an empty column."""
    assert ["6.5.6" in rules for rules in cited(columns(*values), "column_ranked")] == above


def test_zero_columns_chosen_above_an_empty_one() -> None:
    """YS-6.5.6: the judge's choice, too; YS-6.5.3: the other column follows from it."""
    stage = columns("4", "0", "0", "").play("column yellow")
    assert cited(stage, "column_ranked") == [
        {"6.5.1"},
        {"6.5.1", "6.5.2", "6.5.6"},
        {"6.5.1", "6.5.3", "6.5.6"},
        {"6.5.1"},
    ]


def test_what_the_judge_is_told_by() -> None:
    """YS-6.5.4: a judge who is absent, or has two groups to order; not one of empty columns."""
    present = columns("4", "3", "", "").play("column red")
    assert ["6.5.4" in rules for rules in cited(present, "column_ranked")] == [False] * 4
    groups = columns("4", "4", "", "").play("column green", "column red")
    assert ["6.5.4" in rules for rules in cited(groups, "column_ranked")] == [True, False, True, False]
    absent = columns("4", "3", "", "", fronts=(0, 4, 1, 2)).play("column red")
    assert ["6.5.4" in rules for rules in cited(absent, "column_ranked")] == [False, False, True, False]
    for rules in (cited(stage, "column_ranked") for stage in (present, groups, absent)):
        assert not {"8.12.3", "8.12.4", "9.3.15"} & set().union(*rules)


def test_the_intriguer_as_judge() -> None:
    """YS-8.12.3; YS-8.12.4 and YS-6.5.4 where the player is not in the market."""
    there = columns("4", "3", "", "", intriguer=2).play("column red")
    assert cited(there, "column_ranked")[2] == {"6.5.1", "6.5.2", "8.12.3"}
    away = columns("4", "3", "", "", intriguer=0).play("column red")
    assert cited(away, "column_ranked")[2] == {"6.5.1", "6.5.2", "6.5.4", "8.12.3", "8.12.4"}


def test_the_other_column_follows_from_the_choice() -> None:
    """YS-6.5.3: of two equal columns the second is where the judge left it; not a column that is less."""
    stage = columns("2", "2", "1", "").play("column green")
    assert ["6.5.3" in rules for rules in cited(stage, "column_ranked")] == [False, True, False, False]


def test_values_stop_at_the_ends() -> None:
    """YS-6.5.7: only what is cut short."""
    stage = columns("4", "3", "2", "1", values={"blue": 14, "green": 14, "yellow": 2, "red": 2})
    assert cited(stage, "value_moved") == [{"6.5.7"}, set(), set(), {"6.5.7"}]


@pytest.mark.parametrize(
    ("players", "options", "rules"),
    [(4, {}, set()), (2, {}, {"9.3.19"}), (3, {"royal_favour": "yes"}, {"9.4.2"})],
)
def test_all_brokers_go_back(players: int, options: dict[str, Any], rules: set[str]) -> None:
    """YS-6.9.1; YS-9.3.19 for neutral brokers, YS-9.4.2 where a fifth phase follows."""
    stage = counted(players=players, fronts=[[1]] * players, **options)
    while stage.phase == "column":
        stage.play(stage.match.legal[0])
    assert cited(stage, "all_back") == [rules]


# The end


def test_black_gems_are_compared_with_nobody() -> None:
    """YS-7.7: no rank of a colour, no tie, no missing gem is cited with the points of black gems."""
    four = finished(4, [{"black": 2}, {"black": 2}, {}, {}])
    two = finished(2, [{"black": 2}, {"black": 2}, {}])
    assert scored(four, "black") == [set()] * 4
    assert scored(two, "black") == [set()] * 2


@pytest.mark.parametrize(
    ("counts", "is_fourth"),
    [
        ((5, 3, 3, 3), set()),
        ((5, 4, 3, 3), {2, 3}),
        ((3, 3, 3, 3), {0, 1, 2, 3}),
        ((5, 5, 3, 3), {2, 3}),
        ((3, 3, 0, 0), set()),
    ],
)
def test_ties_for_the_fourth_place(counts: tuple[int, ...], is_fourth: set[int]) -> None:
    """YS-7.5: two tied for third, or all four; YS-7.4 alone where three are tied for second."""
    rules = scored(finished(4, [{"blue": count} for count in counts]), "blue")
    assert {seat for seat in range(4) if "7.5" in rules[seat]} == is_fourth
    for seat, count in enumerate(counts):
        is_tied = count > 0 and counts.count(count) > 1
        assert ({"7.4", "7.6"} <= rules[seat], "7.3" in rules[seat]) == (is_tied, count == 0)


def test_colours_of_few_players() -> None:
    """YS-9.2.7, YS-9.3.17: no fourth place; the neutral player has no privilege in a tie."""
    gems = [{"blue": 2, "red": 1}, {"blue": 1}, {"blue": 2}]
    stage = finished(2, gems)
    assert scored(stage, "blue") == [{"7.1", "7.4", "7.6", "9.2.7", "9.3.17"}, {"7.1", "9.2.7"}]
    assert scored(stage, "red") == [{"7.1", "9.2.7"}, {"7.1", "7.3", "9.2.7"}]


def test_winners() -> None:
    """YS-7.9: equal in points and gems; YS-9.3.18: with two players the better human."""
    assert cited(finished(4, [{}] * 4), "won") == [{"0.1", "7.9"}] * 4
    assert cited(finished(4, [{"black": 2}, {}, {}, {}]), "won") == [{"0.1"}]
    assert cited(finished(2, [{"black": 2}, {}, {}]), "won") == [{"0.1", "9.3.18"}]
