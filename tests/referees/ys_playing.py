"""Games of Ys for engine and referee side by side: variants, ways to play, what is compared."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

from tests.referees import ys_data as data
from tests.referees.comparing import Choose, Fields, anything
from tests.referees.ys import Referee

Options = dict[str, Any]


def combined(**choices: list[Any]) -> list[Options]:
    """Every combination of these options."""
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


BOTH = ["no", "yes"]
VARIANTS = {
    2: combined(neutral=["normal", "harder"], open_placement=BOTH),
    3: combined(quarters=[3, 4], open_placement=BOTH, royal_favour=BOTH, express=BOTH),
    4: combined(open_placement=BOTH, royal_favour=BOTH, express=BOTH),
}
CARDS = {*data.FIRST, *data.BEFORE, *data.AFTER, "queen", "wizard", "soldier"}


def options_of(players: int, seed: int) -> Options:
    """The variants in turn; in every third game the order cards are an option, too."""
    options = VARIANTS[players][seed % len(VARIANTS[players])]
    if seed % 3 == 2:
        cards = Random(seed).sample(range(1, players + 1), players)
        options = {**options, "order": cards}
    return options


def kind(text: str) -> str:
    """What kind of decision a text is: its first word, or "front" for the Magician's placements."""
    return "front" if " front " in text else text.split()[0]


def eager(random: Random, legal: list[str]) -> str:
    """Cards where there are some, and what the Spy, the Wizard and the Magician can do that others cannot."""
    cards = [text for text in legal if kind(text) in CARDS | {"look"}]
    chosen = cards if cards and random.random() < 0.7 else legal
    if chosen is cards:
        verb = random.choice(sorted({kind(text) for text in cards}))
        chosen = [text for text in cards if kind(text) == verb]
    special = [text for text in chosen if " t/" in text or " front " in text]
    return random.choice(special if special and random.random() < 0.6 else chosen)


def stubborn(random: Random, legal: list[str]) -> str:
    """Blue always rises and red always falls, so that the values come to the ends of their table."""
    wanted = [
        text
        for text in legal
        if text in ("raise blue", "column blue")
        or text.startswith("banker blue ")
        or (kind(text) in ("up", "down", "neutral") and text.split()[1][1:] in ("b", "g", "y"))
    ]
    high = [text for text in wanted if text.split()[1][1:] == "b" and text[-1] in "34b"]
    if "pass" in legal and random.random() < 0.3:
        return "pass"
    return random.choice(high or wanted or legal)


def shy(random: Random, legal: list[str]) -> str:
    """Nobody goes to the market, so that it stays empty and its columns equal; all crowd into a quarter."""
    crowd = [text for text in legal if " q1." in text]
    city = [text for text in legal if kind(text) not in ("up", "down", "neutral", "front") or " q" in text]
    return random.choice(crowd if crowd and random.random() < 0.7 else city or legal)


POLICIES: list[Choose] = [anything, eager, stubborn, shy]


def common(referee: Referee) -> Callable[[Fields], Fields]:
    """What of a view is compared: not the engine's own numbers of brokers, nor its mark of the judge to be.

    Of brokers in the throne room that are told together a test in test_ys says how they are shown.
    """
    together = referee.table.together

    def broker_of(one: Fields) -> Fields:
        told = one["owner"] in together and len(one["can"]) == 1
        off = {"id", "action"} | ({"value", "known_to_all", "seen_by_me"} if told else set())
        return {field: one[field] for field in one if field not in off}

    def player_of(player: Fields) -> Fields:
        off = {"is_judge"} | ({"unplaced"} if player["seat"] in together else set())
        return {field: player[field] for field in player if field not in off}

    def cut(fields: Fields) -> Fields:
        parts = {"brokers": broker_of, "throne": broker_of, "players": player_of}
        return {**fields, **{name: [part(one) for one in fields[name]] for name, part in parts.items()}}

    return cut
