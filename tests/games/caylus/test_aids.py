"""The road forecast and the deadlines of the castle are what then happens when the game is played on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import donjon
from donjon import Match
from tests.games.caylus.accounts import NAMES
from tests.games.caylus.random_play import GAMES, begin, choose, wild
from tests.games.caylus.stage import Stage
from tests.referees.caylus_printed import SECTIONS

COURSE = ("ask", "actor", "at", "stage", "owed", "favoured", "chosen", "by_favour")


def stated(position: dict[str, Any], **changes: Any) -> Match:
    """A position taken up at the beginning of another phase."""
    return donjon.from_position({name: position[name] for name in position if name not in COURSE} | changes)


def run_of_the_road(position: dict[str, Any], provost: int, random: Random) -> tuple[set[int], Counter[Any]]:
    """Phase 5 with the provost there: the spaces not reached, and who takes an owner's cube where."""
    match = stated(position, phase="provost", provost=provost)
    events = []
    while (phase := match.position()["phase"]) in ("provost", "road"):
        events += match.play("decline" if phase == "provost" else choose(match, random))
    missed = {event.args[0] for event in events if event.kind == "not_reached"}
    took = Counter((event.seat, NAMES[event.args[1]]) for event in events if event.kind == "owner_took")
    return missed, took


def provost_decisions(match: Match, random: Random, most: int) -> list[dict[str, Any]]:
    """Positions in which phase 4 has a decision, of a game played to its end."""
    found = []
    while not match.over:
        position = match.position()
        is_full = any(place.startswith("road") for own in position["workers"] for place in own)
        if position["phase"] == "provost" and is_full and random.random() < 0.5:
            found.append(position)
        match.play(choose(match, random))
    return random.sample(found, min(most, len(found)))


def check_rows(position: dict[str, Any], random: Random) -> None:
    """For each space of the forecast the road is run with the provost there."""
    standing = {
        int(place.removeprefix("road ")): seat
        for seat, own in enumerate(position["workers"])
        for place in own
        if place.startswith("road")
    }
    rows = donjon.from_position(position).view(None)["forecast"]["rows"]
    now = next(row["runs"] for row in rows if row["steps"] == 0)
    for row in rows:
        runs = {run["space"]: run["seat"] for run in row["runs"]}
        missed, took = run_of_the_road(position, row["space"], random)
        assert runs == {space: seat for space, seat in standing.items() if space not in missed}
        owners = [(run["owner_gains"], run["tile"]) for run in row["runs"]]
        assert took == Counter(owner for owner in owners if owner[0] is not None)
        assert row["starts"] == [run for run in row["runs"] if run not in now]
        assert row["stops"] == [run for run in now if run not in row["runs"]]
        assert all(run["tile"] == position["road"][str(run["space"])]["tile"] for run in row["runs"])


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), (4, 1), (5, 0)])
def test_what_the_forecast_says_runs(players: int, seed: int) -> None:
    """CAY-8.1.1, CAY-8.1.2: in random games."""
    random = Random(seed)
    for position in provost_decisions(wild(players, seed), random, 3):
        check_rows(position, random)


def test_what_it_says_of_owners() -> None:
    """CAY-8.2.6, CAY-8.2.7, CAY-8.2.8: a cube for the owner of what another's worker runs."""
    road = {9: ("farm_stone", 1), 10: ("park", 1), 11: ("workshop", 2), 12: ("mason", 3)}
    stage = Stage.at(
        phase="provost",
        provost=10,
        road=road,
        workers={0: ["road 9", "road 2"], 1: ["road 10", "road 11"], 2: ["road 12", "road 7"]},
        hold={seat: {"deniers": 1} for seat in range(4)},
    )
    rows = stage.match.view()["forecast"]["rows"]
    gains = {run["tile"]: run["owner_gains"] for run in rows[-1]["runs"]}
    assert gains == {
        **{"forest": None, "peddler_fixed": None, "mason": None},
        **{"farm_stone": 1, "park": None, "workshop": 2},
    }
    check_rows(stage.told, Random(1))


def reached(match: Match, provost: int) -> dict[int, int]:
    """Where the provost can be after phase 4, and the fewest deniers that this costs all together."""
    paid = {provost: 0}
    position = match.position()
    movers = [seat for seat in position["passed"][position["at"] :] if position["seats"][seat]["deniers"]]
    for seat in movers:
        after: dict[int, int] = {}
        for space, cost in paid.items():
            at = position["passed"].index(seat)
            now = stated(position, phase="provost", ask="provost", provost=space, at=at)
            assert now.waiting == (seat,)
            for text in now.legal:
                steps = 0 if text == "decline" else int(text.removeprefix("provost "))
                total = cost + abs(steps)
                after[space + steps] = min(total, after.get(space + steps, total))
        paid = after
    return paid


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (3, 1), (4, 3), (5, 2)])
def test_where_the_provost_can_come_to(players: int, seed: int) -> None:
    """CAY-7.1 to CAY-7.4: in phase 4 all spaces that the moves of those still to act reach, no other."""
    for position in provost_decisions(wild(players, seed), Random(seed), 3):
        match = donjon.from_position(position)
        found = reached(match, position["provost"])
        forecast = match.view(None)["forecast"]
        assert {row["space"]: row["least"] for row in forecast["rows"]} == found
        assert forecast["reach"] == [min(found), max(found)]
        mine = match.waiting[0]
        alone = {position["provost"]: 0} | {
            position["provost"] + int(text.removeprefix("provost ")): abs(int(text.removeprefix("provost ")))
            for text in match.legal
            if text != "decline"
        }
        assert forecast["mine"] == mine
        assert {row["space"]: row["cost"] for row in forecast["rows"] if row["cost"] is not None} == alone


@pytest.mark.parametrize(("players", "seed"), GAMES[::3])
def test_the_provost_never_comes_further(players: int, seed: int) -> None:
    """CAY-6.3, CAY-6.4.1, CAY-6.5, CAY-7.2: also from phases 2 and 3 on, whoever still gets deniers."""
    random = Random(400 + seed)
    for match in (begin(players, seed), wild(players, seed)):
        ranges: list[list[int]] = []
        while not match.over:
            view = match.view(None)
            if view["forecast"]["rows"]:
                ranges.append(view["forecast"]["reach"])
            eager = [text for text in match.legal if text.startswith(("provost", "joust", "favour money"))]
            events = match.play(random.choice(eager or match.legal))
            moved = [event for event in events if event.kind == "provost_moved"]
            at = moved[-1].args[1] if moved else view["provost"]
            assert all(low <= at <= high for low, high in ranges)
            if any(event.kind == "phase_began" and event.args[0] == 5 for event in events):
                ranges = []


@pytest.mark.parametrize(
    ("said", "reach"),
    [
        # Nobody has a denier, but one has a worker on the trading post.
        ({"workers": {0: ["gate"], 1: ["trading_post"]}}, (4, 16)),
        # The gate's worker may go on to the trading post or to the guild, not to both.
        ({"workers": {0: ["gate"]}}, (7, 13)),
        # A favour of the joust field may bring deniers; without cloth it is not won.
        ({"workers": {0: ["gate"], 1: ["trading_post", "joust_field"]}, "cloth": 1}, (4, 16)),
        ({"workers": {0: ["gate"], 1: ["joust_field"], 2: ["merchants_guild"]}, "deniers": 1}, (1, 19)),
        (
            {"workers": {0: ["gate"], 1: ["joust_field"], 2: ["merchants_guild"]}, "deniers": 1, "cloth": 1},
            (1, 21),
        ),
    ],
)
def test_reach_of_those_who_get_deniers(said: dict[str, Any], reach: tuple[int, int]) -> None:
    """CAY-6.2.2, CAY-6.3, CAY-6.4.1, CAY-6.5: what phase 3 still brings counts."""
    held = {"deniers": said.get("deniers", 0), "cubes": "C" * said.get("cloth", 0)}
    stage = Stage.at(
        phase="special",
        provost=10,
        bailiff=10,
        workers=said["workers"],
        hold={
            seat: held if seat == 1 or said.get("deniers") else {"deniers": 0, "cubes": ""}
            for seat in range(4)
        },
    )
    assert stage.ask == "gate"
    assert tuple(stage.match.view()["forecast"]["reach"]) == reach


def costs(stage: Stage, field: str, seat: int = 0) -> dict[int, int | None]:
    rows = stage.match.view(seat)["forecast"]["rows"]
    return {row["steps"]: row[field] for row in rows}


def test_the_fewest_deniers() -> None:
    """CAY-6.4.1, CAY-7.2: what all together must pay at least; the guild moves the provost free of charge."""
    guild = Stage.at(phase="special", provost=10, bailiff=10, workers={1: ["merchants_guild"]})
    least = costs(guild, "least")
    assert [least[steps] for steps in (-5, -3, -1, 0, 2, 3, 4, 7)] == [2, 0, 0, 0, 0, 0, 1, 4]
    without = costs(guild.play("decline"), "least")
    assert [without[steps] for steps in (-5, -3, -1, 0, 2, 3, 4, 7)] == [5, 3, 1, 0, 2, 3, 4, 7]


def test_the_denier_for_passing_first() -> None:
    """CAY-5.2.2, CAY-7.3: who has 2 deniers may have 3 in phase 4 while nobody has passed."""
    said = {"provost": 10, "bailiff": 10, "workers": {1: ["trading_post"], 2: ["gate"]}}
    first = Stage.at(**said, ask="place", hold={0: {"deniers": 2}})
    assert [costs(first, "cost")[steps] for steps in (-3, 2, 3, 4)] == [3, 2, 3, None]
    second = Stage.at(**said, ask="place", passed=[3], hold={0: {"deniers": 2}})
    assert [costs(second, "cost")[steps] for steps in (-3, 2, 3, 4)] == [None, 2, None, None]


@pytest.mark.parametrize(("players", "seed"), GAMES[::3])
def test_deadlines_are_kept(players: int, seed: int) -> None:
    """CAY-10.1.1, CAY-10.2.1: scored no later than said, and earlier than said only when complete."""
    random = Random(500 + seed)
    for match in (begin(players, seed), wild(players, seed)):
        said: list[tuple[str, int, int, int]] = []
        while not match.over:
            view = match.view(None)
            said += [
                (section["id"], view["round"], section["slowest"], section["fastest"])
                for section in view["castle"]["sections"]
                if not section["scored"]
            ]
            events = match.play(choose(match, random))
            for event in events:
                if event.kind == "section_scored":
                    check_deadline(match, [*SECTIONS][event.args[0]], view["round"], said)


def check_deadline(match: Match, name: str, now: int, said: list[tuple[str, int, int, int]]) -> None:
    is_complete = len(match.position()["castle"][name]) == SECTIONS[name][0]
    for section, then, slowest, fastest in said:
        if section == name:
            assert now - then + 1 <= slowest
            assert now - then + 1 >= fastest or is_complete


@pytest.mark.parametrize(
    ("said", "deadlines"),
    [
        ({"bailiff": 9}, [(3, 2), (9, 5), (15, 8)]),
        # From phase 5 on it is certain how far the bailiff goes in this round.
        ({"phase": "castle", "provost": 9, "bailiff": 10}, [(2, 2), (8, 5), (14, 8)]),
        ({"phase": "castle", "provost": 11, "bailiff": 10}, [(1, 1), (7, 4), (13, 7)]),
        # In phase 4 it may be: two deniers do not bring the provost back to the bailiff, or on beyond him.
        ({"phase": "provost", "provost": 13, "bailiff": 10}, [(1, 1), (7, 4), (13, 7)]),
        ({"phase": "provost", "provost": 8, "bailiff": 10}, [(2, 2), (8, 5), (14, 8)]),
        ({"phase": "provost", "provost": 9, "bailiff": 10}, [(2, 1), (8, 4), (14, 7)]),
        # In phase 7 the bailiff has moved: the next section comes in later rounds.
        ({"phase": "end", "bailiff": 12}, [(1, 1), (7, 4), (13, 7)]),
        ({"phase": "end", "bailiff": 7, "castle": {"dungeon": [0] * 6}}, [(1, 1), (12, 7), (18, 10)]),
        ({"phase": "end", "bailiff": 18, "scored": 1}, [None, (1, 1), (7, 4)]),
    ],
)
def test_deadlines(said: dict[str, Any], deadlines: list[tuple[int, int] | None]) -> None:
    """CAY-10.1.1, CAY-10.2.1: 1 is the end of this round."""
    deniers = {0: {"deniers": 1, "cubes": "FWS"}, 1: {"deniers": 1}, 2: {"deniers": 0}, 3: {"deniers": 0}}
    decision = {"placing": "place", "castle": "batch", "provost": "provost", "end": "row"}
    phase = said.get("phase", "placing")
    more = {"workers": {0: ["castle 1"]}} if phase == "castle" else {}
    more |= {"actor": 0} if phase == "end" else {}
    more |= {} if phase != "placing" else {"provost": said["bailiff"]}
    stage = Stage.at(**{**said, **more}, ask=decision[phase], hold=deniers)
    sections = stage.match.view()["castle"]["sections"]
    found = [None if section["scored"] else (section["slowest"], section["fastest"]) for section in sections]
    assert found == deadlines
