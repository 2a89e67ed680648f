"""What quick players of Caylus are attracted by: obviously better actions in stated positions."""

import math
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from donjon.bots import choose
from donjon.games.caylus.bots.holdings import NAMES, POLICY, SHIPPED_POLICY, Weight
from donjon.games.caylus.bots.rollout_scores import best_by_policy, score_by_policy
from donjon.kernel import playout, rng, rules
from donjon.kernel.bot_settings import policy_of
from tests.games.caylus.rating import decisions, favourite, ratings
from tests.games.caylus.stage import GAME, Stage

# What the search for a playout policy begins with.
_FIRST = Path(__file__).parents[3] / "bench" / "caylus_first_policy.toml"
FIRST_POLICY: Any = policy_of(tomllib.loads(_FIRST.read_text("utf-8")), NAMES).view(POLICY)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_action_is_rated_and_nothing_changes(players: int) -> None:
    for match in decisions(players, 1):
        if not match.over:
            before = match.state.tobytes()
            assert all(math.isfinite(rating) for rating in ratings(Stage(match)).values())
            assert match.state.tobytes() == before


def by_policy(stage: Stage, **changed: float) -> dict[str, float]:
    """The appeal of every legal action by the first policy with some numbers changed."""
    state, seat = stage.match.state, stage.match.waiting[0]
    policy: Any = FIRST_POLICY.copy()[0]
    for name, number in changed.items():
        policy.numbers[Weight[name.upper()]] = number
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    rules.legal(state, seat, mask)
    score_by_policy(state, seat, mask, out, policy)
    return {GAME.action_text(state, seat, action): float(out[action]) for action in np.flatnonzero(mask)}


@pytest.mark.parametrize("players", [2, 4])
def test_the_quick_choice_is_the_most_attractive_action(players: int) -> None:
    """With the same luck, whichever way it is found."""
    mask, out = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.float32)
    for number, match in enumerate(decisions(players, 3)):
        if not match.over:
            state, seat = match.state, match.waiting[0]
            found = [
                find(state, seat, rng.new("quick", number), 0.3, mask, out)
                for find in (playout.attractive_action, playout.most_attractive)
            ]
            by = best_by_policy(state, seat, rng.new("quick", number), 0.3, mask, out, SHIPPED_POLICY[0])
            assert found == [by, by]


def test_numbers_are_of_what_they_are_named_after() -> None:
    """Each alone moves what it is about, and by how much it says where it is in points."""
    assert len(set(NAMES)) == len(NAMES) == len(SHIPPED_POLICY[0].numbers)
    several = {"ONE_MORE": "food", "USE": "use_wood", "BUILD": "build_wood", "ROW": "row_prestige"}
    several |= {"COLUMN": "column_prestige", "HOUSE": "house_dungeon", "USED": "to_produce"}
    assert [NAMES[weight] for weight in Weight] == [
        several.get(weight.name, weight.name.lower()) for weight in Weight
    ]
    stage = Stage.at(3, hold={0: {"cubes": "FWS", "deniers": 6}})
    plain = by_policy(stage)
    about = {
        "gate": "place gate",
        "post": "place trading-post",
        "guild": "place merchants-guild",
        "inn": "place inn",
        "castle": "place castle",
        "pass": "pass",
    }
    for name, action in about.items():
        number = float(FIRST_POLICY[0].numbers[Weight[name.upper()]]) + 1.0
        moved = by_policy(stage, **{name: number})
        assert {other for other, rating in plain.items() if moved[other] != rating} == {action}
        assert moved[action] == pytest.approx(plain[action] + 1.0, abs=1e-4)


def test_who_is_ahead_may_press_the_end() -> None:
    """CAY-10.1.1, CAY-9.4: steps of the provost and houses weigh more for each ten points ahead."""
    for vp, sign in ((20, 1), (0, -1)):
        stage = Stage.at(
            2, phase="provost", ask="provost", at=1, passed=[1, 0],
            hold={0: {"deniers": 9, "vp": vp}, 1: {"vp": 10}},
        )  # fmt: skip
        plain, pressing = by_policy(stage), by_policy(stage, press_step=1.0)
        for steps in (-1, 2):
            text = f"provost {steps:+}"
            assert pressing[text] == pytest.approx(plain[text] + sign * steps, abs=1e-4)


Rate = Callable[[Stage], dict[str, float]]


def placing(cubes: str, deniers: int = 6, rate: Rate = ratings, **more: object) -> dict[str, float]:
    return rate(Stage.at(3, hold={0: {"cubes": cubes, "deniers": deniers}}, **more))


def test_the_castle_attracts_who_holds_a_batch() -> None:
    """CAY-9.2.2, CAY-9.5.1: by the numbers that the search for better ones begins with."""
    with_batch, without = placing("FWS", rate=by_policy), placing("F", rate=by_policy)
    assert with_batch["place castle"] > with_batch["pass"]
    assert without["place castle"] < without["pass"]


def test_a_builder_attracts_who_can_pay() -> None:
    """CAY-8.3.2: by the numbers that the search for better ones begins with."""
    payable, not_payable = placing("FW", rate=by_policy), placing("F", rate=by_policy)
    assert payable["place neutral-carpenter"] > not_payable["place neutral-carpenter"] + 1


def test_the_joust_attracts_who_holds_cloth() -> None:
    """CAY-6.5."""
    assert placing("CC", 2)["place joust-field"] > placing("SS", 2)["place joust-field"]


def test_a_building_far_beyond_the_provost_attracts_nobody() -> None:
    """CAY-8.1.2."""
    far, near = placing(""), placing("", provost=18, bailiff=16)
    assert far["place gold-mine"] < far["pass"]
    assert near["place gold-mine"] > near["pass"]


def test_dear_spaces_attract_less() -> None:
    """CAY-5.4.1, CAY-13.4."""
    cheap = Stage.at(2, hold={0: {"deniers": 8}})
    dear = Stage.at(2, hold={0: {"deniers": 8}}, ask="place", actor=0, passed=[1])
    assert ratings(cheap)["place neutral-sawmill"] > ratings(cheap)["pass"]
    assert ratings(dear)["place neutral-sawmill"] < ratings(dear)["pass"]


def provost_ratings(workers: dict[int, list[str]], rate: Rate = ratings) -> dict[str, float]:
    """The last to act in phase 4 decides."""
    stage = Stage.at(
        2, phase="provost", ask="provost", at=1, passed=[1, 0], workers=workers,
        hold={0: {"cubes": "FFW", "deniers": 9}},
    )  # fmt: skip
    return rate(stage)


def test_the_provost_goes_on_to_an_own_worker() -> None:
    """CAY-7.2, CAY-8.1.1: by the numbers that the search for better ones begins with."""
    rated = provost_ratings({0: ["road 8"]}, by_policy)
    assert max(rated, key=lambda text: rated[text]) == "provost +2"


def test_the_provost_stays_where_an_own_worker_works() -> None:
    """CAY-7.2: a step costs a denier."""
    rated = provost_ratings({0: ["road 6"]})
    assert max(rated, key=lambda text: rated[text]) == "decline"


def test_the_provost_rather_stops_others() -> None:
    """CAY-7.2, CAY-8.1.2."""
    rated = provost_ratings({1: ["road 6"]})
    assert rated["provost -1"] > rated["provost +1"]
    assert provost_ratings({1: ["road 7"]})["provost +1"] < rated["provost +1"]


def building(worker_on: int, road: dict[int, tuple[str, int | None]], cubes: str) -> Stage:
    return Stage.at(
        2, phase="road", provost=15, bailiff=12, road=road, workers={0: [f"road {worker_on}"]},
        hold={0: {"cubes": cubes, "deniers": 6}},
    )  # fmt: skip


def test_building_attracts_more_than_declining() -> None:
    """CAY-8.3.6."""
    stage = building(9, {9: ("mason", 1)}, "FSSWW")
    assert favourite(stage).startswith("build ")
    assert ratings(stage)["decline"] == 0


def test_any_cube_is_not_paid_in_gold() -> None:
    """CAY-8.3.3."""
    stage = building(8, {}, "WFG").play("build wood-market")
    assert favourite(stage) == "build wood-market with food"


def test_gold_is_not_sold_for_little() -> None:
    """CAY-8.5.1."""
    assert favourite(building(5, {}, "WWWWG")) == "sell wood"


def test_a_batch_attracts_but_not_one_of_gold() -> None:
    """CAY-9.2.2, CAY-9.4."""
    stage = Stage.at(2, phase="castle", workers={0: ["castle 1"]}, hold={0: {"cubes": "FWSG", "deniers": 0}})
    assert favourite(stage) == "batch food wood stone"


def test_what_is_missing_is_produced() -> None:
    """CAY-8.2.1."""
    forest = {2: ("forest", None)}
    assert favourite(building(2, forest, "WWWW")) == "produce food"
    assert favourite(building(2, forest, "FFFF")) == "produce wood"


def test_the_last_column_of_the_cubes_row_is_used_for_gold() -> None:
    """CAY-11.5.3."""
    stage = Stage.at(
        2, phase="castle", ask="favour_cubes", actor=0, scored=2, bailiff=19,
        hold={0: {"columns": {"vp": 0, "deniers": 0, "cubes": 5, "build": 0}}},
    )  # fmt: skip
    assert favourite(stage) == "take gold"


def test_bots_choose_legally_at_every_decision() -> None:
    for players in (2, 4):
        for number, match in enumerate(decisions(players, 2)):
            if match.over or number % 5:
                continue
            seat = match.waiting[0]
            for name in ("beginner", "greedy"):
                chosen = choose(GAME, match.state, seat, name, number, interpreted=True)
                assert chosen[0] in match.legal_actions()
