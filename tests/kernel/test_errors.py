"""Errors that a page shows: the sentence in English, and a message that can say it in any language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import donjon
from donjon import BadOption, UnknownAction, bots
from donjon.bots import plan
from donjon.errors import Spoken
from donjon.play.match import Match
from scripts import catalogues
from tests.games.caylus.stage import Stage as CaylusStage
from tests.games.ys.stage import Stage as YsStage
from tests.games.ys.stage import broker, hands

SOURCE = Path(donjon.__file__).parent
PACKAGES = ("kernel", "play", "bots", "games")
TEXTS = catalogues.texts()


def asked(name: str, players: Any = 3, **options: Any) -> Callable[[], Any]:
    return lambda: donjon.new(name, players, 0, **options)


OPTIONS: list[tuple[Callable[[], Any], str]] = [
    (
        asked("kingdom-builder", colour="red"),
        "Kingdom Builder has no option 'colour'. Its options: board, sectors, orientations, cards, first.",
    ),
    (
        lambda: donjon.games["ys"].read_options(3, ["royal_favour"]),
        "Give the options of Ys by name, not as ['royal_favour'].",
    ),
    (
        lambda: donjon.new("ys", 3, seed=2.5),
        "A seed is text or a whole number of up to 1,000 digits, not 2.5.",
    ),
    (
        lambda: bots.Bot("mine", kind=plan.TREE, playouts=1.5),  # type: ignore[arg-type]
        "playouts must be a whole number from 0 to 1,000,000,000, not 1.5.",
    ),
    (
        lambda: bots.Bot("mine", kind=plan.TREE, seconds=-1.0),
        "seconds must be a number from 0 to 1,000,000,000, not -1.0.",
    ),
    (lambda: bots.Bot("mine", kind=9), "9 isn't a kind of bot; see donjon.bots.plan."),
    (
        lambda: bots.Bot("mine", kind=plan.TREE, level="best"),
        "There is no level 'best'. Choose one of: beginner, greedy, regular, skilled, expert, master.",
    ),
    (asked("kingdom-builder", 5), "Kingdom Builder is for 2 to 4 players, not 5 (KB-3.11)."),
    (asked("ys", "two"), "Ys is for 2 to 4 players, not 'two'."),
    (
        asked("kingdom-builder", board="moon"),
        "There is no board 'moon'. Choose one of: random, first-game.",
    ),
    (
        asked("kingdom-builder", cards=("lords",)),
        "Option 'cards' takes a list of 3 values, not ('lords',).",
    ),
    (asked("kingdom-builder", first=7), "7 isn't a value of option 'first'. Choose from: 0, 1, 2."),
    (
        asked("kingdom-builder", cards=("lords", "lords", None)),
        "Option 'cards' lists a value twice; all must be different.",
    ),
    (
        lambda: donjon.new("caylus", 2, nature="kind"),
        "nature must be 'seeded' or 'imposed', not 'kind'.",
    ),
    (
        asked("caylus", favours="none"),
        "'none' isn't a value of option 'favours'. Choose from: table, simplified.",
    ),
    (
        asked("caylus", turn_order=[0, 1, 2, 3]),
        "The option “turn_order” takes 3 seats, not [0, 1, 2, 3].",
    ),
    (asked("ys", 2, royal_favour="yes"), "Royal Favour is for 3 or 4 players (YS-9.4.12)."),
    (asked("ys", 2, express="yes"), "Ys Express is for 3 or 4 players (YS-9.5.5)."),
    (asked("ys", 2, quarters=4), "With 2 players, 3 quarters are in play, not 4 (YS-2.4, YS-9.2.2)."),
    (
        asked("ys", 3, quarters="all"),
        "With 3 players, 3 or 4 quarters are in play, not 'all' (YS-2.4, YS-9.2.2).",
    ),
    (asked("ys", express="may be"), "The option 'express' must be “yes” or “no”, not 'may be'."),
    (asked("ys", 2, neutral="kind"), "The option “neutral” must be one of: normal, harder; you gave 'kind'."),
    (asked("ys", 3, neutral="harder"), "Only two-player games have a neutral player (YS-9.3.20)."),
    (asked("ys", order=[1]), "The option “order” needs 3 order cards, one per player, not [1]."),
    (asked("ys", order=[1, 2, 3, 4]), "The option “order” has more than 3 order cards, one per player."),
    (asked("ys", order=[1, 2, 4]), "4 isn't an order card. With 3 players they are 1–3."),
    (asked("ys", order=[1, 2, 2]), "The option “order” names a card twice. Use each card once (YS-2.3)."),
    (
        lambda: bots.ladder.bot("{clever}"),
        "There is no bot '{clever}'. Choose one of: random, greedy, search, search:PLAYOUTS, "
        "search:SECONDSs, flat:PLAYOUTS, tree:PLAYOUTS, greedy+net, tree+net:PLAYOUTS, "
        "beginner, regular, skilled, expert, master.",
    ),
]


def start() -> Match:
    return donjon.new("kingdom-builder", players=3, seed=7)


def lifted() -> Match:
    """A paddock is in use, and the settlement to move is in hand."""
    match = donjon.from_position(
        {
            "game": "kingdom-builder",
            "players": 2,
            "board": "first-game",
            "actor": 0,
            "card": "desert",
            "settlements": [[[0, 16], [9, 6], [2, 17]], []],
            "tokens": [[{"hex": [2, 18], "state": "usable"}], []],
        }
    )
    match.play("paddock")
    match.play("paddock 0,16")
    return match


def road() -> Match:
    stage = CaylusStage.at(
        phase="road",
        road={9: ("farm_food", 0), 10: ("farm_stone", 0)},
        workers={0: ["road 6"]},
        hold={0: {"cubes": "FWSC"}},
    )
    return stage.match


def paying() -> Match:
    """The wood market is being built; with which cube is still to be said."""
    stage = CaylusStage.at(phase="road", workers={0: ["road 6"]}, hold={0: {"cubes": "FWSC"}})
    return stage.play("build wood-market").match


def swapping() -> Match:
    """A favour has given a food; which two cubes are taken for it is still to be said."""
    hold = {0: {"columns": {"cubes": 4}}}
    stage = CaylusStage.at(phase="castle", ask="favour_cubes", actor=0, scored=2, hold=hold)
    return stage.play("swap food").match


def city() -> Match:
    return YsStage.placing(brokers=[broker(1, "q1.h", 3)]).match


def half() -> Match:
    return YsStage.placing().play("up q1.h").match


def penniless() -> Match:
    """Without a gem the Alchemist asks for nothing."""
    return YsStage.window("W4", hands=hands("alchemist")).match


def chance(name: str) -> Callable[[], Match]:
    return lambda: donjon.new(name, players=2, seed=1, nature="imposed")


ACTIONS: list[tuple[Callable[[], Match], Any, str]] = [
    (
        start,
        "dance {5}",
        "'dance {5}' isn't a move in Kingdom Builder. Examples: build 4,8; farm 8,7; barn 13,0 "
        "2,9; end turn.",
    ),
    (start, "build " + "4" * 300, "An action is a short text, not 'build " + "4" * 73 + "…."),
    (start, "farm 1,2 3,4", "Too many hexes in 'farm 1,2 3,4': the farm takes one."),
    (
        lifted,
        "paddock 9,6 3,3",
        "'paddock 9,6 3,3' doesn't fit: you are moving the settlement on 0,16. "
        "Type paddock 0,16 and its new hex.",
    ),
    (start, "farm now", "'now' isn't a hex. Type row,column from 0 to 19, such as 4,8."),
    (
        lifted,
        "build 3,4",
        "'build 3,4' doesn't fit: the paddock is in use. Type paddock 0,16 3,4.",
    ),
    (start, "end turn now", "'end turn now' is too long: nothing can follow end turn."),
    (
        start,
        "draw gold",
        "'draw gold' doesn't fit. Choose one of: grass, flower_field, forest, canyon, desert.",
    ),
    (start, "build 20,3", "'20,3' isn't a hex. Type row,column from 0 to 19, such as 4,8."),
    (start, 444, "Kingdom Builder has no action 444: actions are numbered 0 to 443."),
    (start, None, "An action is text or a whole number, not None."),
    (
        chance("kingdom-builder"),
        "draw gold",
        "'draw gold' isn't a random draw. Examples: draw forest; sector tavern 180; card lords; first 2.",
    ),
    (
        road,
        "dance",
        "'dance' isn't a move in Caylus. Examples: place peddler; pass; provost +2; build "
        "stone-farm; favour money; batch food wood stone; decline.",
    ),
    (road, "place farm 7", "'place farm 7': road space 7 isn't the farm."),
    (
        road,
        "place moon",
        "'place moon': there is no 'moon' on the road. Type a building or a space number.",
    ),
    (
        road,
        "place farm",
        "'place farm' matches several spaces. Type one of: neutral-farm 1, food-farm 9, stone-farm 10.",
    ),
    (road, "place 40", "'place 40' isn't a road space. Type 1 to 28."),
    (road, "produce sugar", "'produce sugar' isn't a cube. Type one of: food, wood, stone, cloth, gold."),
    (road, "produce", "'produce': type one kind of cube: food, wood, stone, cloth, gold."),
    (road, "provost +4", "'provost +4': the provost moves -3, -2, -1, +1, +2 or +3."),
    (road, "build moon", "'build moon': there is no tile 'moon' to build."),
    (
        paying,
        "build farm",
        "'build farm' matches several tiles. Type one of: food-farm, cloth-farm, stone-farm.",
    ),
    (
        road,
        "build mason on 3",
        "'build mason on 3': you choose the space only for a prestige tile.",
    ),
    (paying, "build mason with wood", "'build mason with wood': you are building the wood-market now."),
    (
        swapping,
        "swap wood for stone stone",
        "'swap wood for stone stone': you started this move with swap food.",
    ),
    (road, "buy food food food", "'buy food food food': buy one or two cubes, such as: buy food wood."),
    (road, "exchange food", "'exchange food': exchange two or four cubes, such as: exchange food wood."),
    (road, "pay 2 food", "'pay 2 food' isn't an offer here. Try trade 1 or trade 2."),
    (road, "trade 3", "'trade 3': type trade 1 or trade 2."),
    (road, "favour sugar", "'favour sugar' isn't a favour row. Type prestige, money, cubes or build."),
    (
        road,
        "swap food for wood",
        "'swap food for wood': take two cubes for one, such as: swap food for wood stone.",
    ),
    (
        road,
        "lay farm_wood",
        "'lay farm_wood' isn't a neutral tile. Type one of: neutral-farm, forest, neutral-sawmill, "
        "neutral-quarry, neutral-market, neutral-carpenter.",
    ),
    (road, "order 9", "'order 9' isn't a seat. Type 0 to 4."),
    (
        city,
        "dance",
        "'dance' isn't a move in Ys. Examples: bid 3+4; order 2; down q1.p 4; look 2g; wizard "
        "q1.h/1 3r; take blue red; pass.",
    ),
    (city, "up q9.h", "'q9.h' isn't a place. Type a district (q1.h–q4.p) or a market cell (0b–3r)."),
    (city, "colour pink", "'pink' isn't a gem. Gems: blue, green, yellow, red, black, white."),
    (city, "raise black", "'black' isn't one of the four colours."),
    (
        city,
        "look q4.p/3",
        "There is no broker 'q4.p/3'. Type a cell (2g), or a district and a number (q1.p/2).",
    ),
    (half, "up q1.p 3", "'up q1.p 3' doesn't match what you chose before."),
    (penniless, "alchemist blue red", "'alchemist blue red' has more words than this move needs."),
    (
        chance("ys"),
        "broker 9",
        "'broker 9' isn't a random draw. Examples: deal 3; character spy; ship s07; broker 4.",
    ),
]


def caught(act: Callable[[], Any]) -> Spoken:
    with pytest.raises((BadOption, UnknownAction)) as error:
        act()
    return error.value


def raised() -> Iterator[tuple[Spoken, str]]:
    """Every error of the lists above, and what it says."""
    for ask, sentence in OPTIONS:
        yield caught(ask), sentence
    for begin, action, sentence in ACTIONS:
        match = begin()
        yield caught(lambda match=match, action=action: match.read(action)), sentence


def maker(call: ast.Call) -> str:
    """What is called."""
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def sites() -> Iterator[tuple[str, ast.Call]]:
    """Where such an error is made: the file and line, and the call.

    `refuse` makes one of the text it is called with; there the text itself is a name.
    """
    for path in (path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            made = isinstance(node, ast.Call) and maker(node) in ("BadOption", "UnknownAction", "refuse")
            if made and "Message(message" not in ast.unparse(node):
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


def said_at(site: ast.Call) -> str | None:
    """The text of the message that an error is made with; None where it is made with none."""
    message = site.args[0] if site.args else None
    if maker(site) == "refuse":
        text = message
    elif isinstance(message, ast.Call) and maker(message) == "Message":
        text = message.args[0]
    else:
        return None
    return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else None


def test_sentences_in_english_and_in_any_language() -> None:
    for error, sentence in raised():
        assert str(error) == sentence
        assert error.message.say(str) == sentence
        assert error.message.text in TEXTS
        shouted = error.message.say(lambda text: text.replace(" ", "_"))
        assert shouted != sentence, "what is said must go through the translation"


def test_every_error_is_made_with_a_message() -> None:
    """A bare text would be shown in English at every table."""
    assert [where for where, site in sites() if said_at(site) is None] == []


def test_every_error_is_tried_above() -> None:
    assert {said_at(site) for _, site in sites()} == {error.message.text for error, _ in raised()}


@pytest.mark.parametrize("kind", [BadOption, UnknownAction])
def test_a_plain_text_is_a_sentence_too(kind: type[Spoken]) -> None:
    error = kind("There is no {such} thing.")
    assert str(error) == error.message.english() == "There is no {such} thing."
    assert kind("Nothing.").message.say({"Nothing.": "Rien."}.get) == "Rien."
