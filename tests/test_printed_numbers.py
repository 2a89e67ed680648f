"""Sentences that spell out printed numbers name those of the game's tables.

Most numbers in sentences are filled in from the tables. Where grammar hangs on a number ("1 denier", in every
language), the sentence spells it out: such a sentence is listed here with the numbers of the tables, so that
it cannot say the old one when a table is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from donjon.games.caylus import model as caylus
from donjon.games.caylus import provost, tables
from donjon.games.kingdom_builder.model import COLUMNS, GOLD, ORIENTATIONS, ROWS
from donjon.games.ys import model as ys
from scripts.catalogues import in_code

SOURCE = Path(__file__).parents[1] / "src" / "donjon"
Numbers = Mapping[str, Sequence[int]]

_JOUST = (tables.JOUST_DENIERS, tables.JOUST_CLOTH)
_CONVERSION = (tables.CONVERT_CLOTH, tables.CONVERT_DENIERS)
_CLOTH = (tables.CONVERT_CLOTH,)
_LOSS = [-int(points) for points in tables.SECTION_LOSS[:, 0]]
_STEPS = (provost.FARTHEST,)


def _gains(section: int) -> list[int]:
    """Return from how many houses on a section brings one favour more."""
    favours = [int(count) for count in tables.SECTION_FAVOURS[section]]
    return [houses for houses in range(1, len(favours)) if favours[houses] > favours[houses - 1]]


_WALLS, _TOWERS = _gains(1), _gains(2)
CAYLUS: Numbers = {
    "{seat} pays 1 cloth and {deniers:denier|deniers} to convert: {space}.": _CLOTH,
    "{seat} pays 1 cloth to convert: {space}.": _CLOTH,
    "Converting costs 1 cloth and 1 denier; you have {cloth} cloth, {deniers:denier|deniers}.": _CONVERSION,
    "Converting costs 1 cloth; you have none.": _CLOTH,
    "Lawyer: convert a building for 1 cloth and 1 denier?": _CONVERSION,
    "Convert a neutral building or one of yours into a residence for 1 cloth and 1 denier.": _CONVERSION,
    "{seat} jousts for a favour (−1 denier, −1 cloth).": [-count for count in _JOUST],
    "The joust costs 1 denier and 1 cloth; you have {deniers:denier|deniers} and {cloth} cloth.": _JOUST,
    "Joust field: pay 1 denier and 1 cloth for a favour?": _JOUST,
    "Pay 1 denier and 1 cloth for a favour.": _JOUST,
    "Joust for 1 denier and 1 cloth": _JOUST,
    "If your worker gives no batch, you lose 2 points.": (tables.NO_BATCH_LOSS,),
    "Points by column: 1, 2, 3, 4, 5.": [int(points) for points in tables.ROW_GAIN[0, 1:]],
    "Deniers by column: 3, 4, 5, 6, 7.": [int(deniers) for deniers in tables.ROW_GAIN[1, 1:]],
    "The stables are full: all 3 circles are taken.": (caylus.CIRCLES,),
    "Each player gains 2 deniers, plus income from residences, library and hotel.": (tables.BASE_INCOME,),
    "The first to pass gains 1 denier.": (tables.FIRST_PASS_BONUS,),
    "The provost can only stand on spaces 1–28; that would be space {space}.": (1, caylus.ROAD),
    "A castle, six special spaces, a favour table and a road of 28 spaces.": (caylus.ROAD,),
    "Merchants' guild: move the provost up to 3 spaces for free?": _STEPS,
    "Move the provost up to 3 spaces for free.": _STEPS,
    "In phase 4, each player can move it up to 3 spaces, 1 denier a space.": (
        *(int(caylus.Phase.PROVOST), *_STEPS, 1),
    ),
    "{words}: the provost moves -3, -2, -1, +1, +2 or +3.": provost.STEPS,
    "No house: −2 points. 2 or more houses: 1 favour.": (_LOSS[0], *_gains(0), 1),
    "No house: −3 points. 2 houses: 1 favour; 3–4: 2 favours; 5 or more: 3 favours.": (
        *(_LOSS[1], _WALLS[0], 1, _WALLS[1], _WALLS[2] - 1, 2, _WALLS[2], 3),
    ),
    "No house: −4 points. 2–3 houses: 1 favour; 4–5: 2 favours; 6 or more: 3 favours.": (
        *(_LOSS[2], _TOWERS[0], _TOWERS[1] - 1, 1, _TOWERS[1], _TOWERS[2] - 1, 2, _TOWERS[2], 3),
    ),
    "On space {space} now. The dungeon is scored at 12, the walls at 18, the towers at 24.": [
        int(space) for space in tables.SECTION_SPACE
    ],
    "Gives 3 deniers.": (tables.POST_DENIERS,),
    "The player on the right circle pays 1 denier for every worker.": (tables.INN_COST,),
}
KINGDOM_BUILDER: Numbers = {
    "The {sector} sector is placed {slot}, rotated 180°.": (ORIENTATIONS[1],),
    "20 rows of 20 hexes.": (ROWS, COLUMNS),
    "3 gold for each castle next to your settlements.": (GOLD["castle_per_castle_hex"],),
    "4 gold for each location or castle that your settlements link to another.": (
        GOLD["merchants_per_connected_hex"],
    ),
    "1 gold for every 2 settlements in your largest group.": (1, GOLD["citizens_settlements_per_gold"]),
    "2 gold for each settlement in the row where you have the most.": (
        GOLD["knights_per_settlement_in_best_row"],
    ),
    "In each sector: 12 gold for the most settlements, 6 for the second most.": (
        *(GOLD["lords_first"], GOLD["lords_second"]),
    ),
    "3 gold for each settlement in the sector where you have the fewest.": (
        GOLD["farmers_per_settlement_in_weakest_sector"],
    ),
}
_NEUTRAL, _HARDER = ([value for value in range(4, -1, -1) if owned[value]] for owned in ys.NEUTRAL_SETS)
YS: Numbers = {
    "For 2 players: neutral brokers 4, 2, 1, 0 (normal) or 4, 3, 1, 0 (harder).": (2, *_NEUTRAL, *_HARDER),
    "For 2 players: neutral brokers 4, 2, 1, 0, or harder ones set by the site owner.": (2, *_NEUTRAL),
    "Market row {row} isn't used with {players} players. Choose from rows {first}–3.": (ys.ROWS - 1,),
    "counts as 5 (Soldier)": (ys.SOLDIER_VALUE,),
    "Market: each broker placed here scores 1 point at once": (ys.CELL_BONUS,),
    "Gem values, 1–15": (ys.LOWEST, ys.HIGHEST),
    "round {number} of 4": (ys.ROUNDS,),
    "{seat} takes an extra broker (2).": (ys.EXTRA_VALUE,),
}
# Numbers that belong to the form of an action, an example or the number of a phase, and stand in no table.
OTHERS = {
    "A batch is 1 food and 2 other cubes of different kinds.",
    "A batch is 1 food and 2 other cubes of different kinds; gold counts too.",
    "You have fewer than 3 kinds of cubes: −{loss:point|points} unless you get more.",
    "Exchange 2 cubes for 1 gold, or 4 for 2.",
    "Castle: give food and 2 other kinds. Batches given: {count}.",
    "Swap {cube} for 2 other cubes",
    "Buy 1 or 2 cubes, not gold, for {price:denier|deniers} each.",
    "Right now you have fewer than 2 cubes to exchange.",
    "By column: 1 food; 1 wood or stone; 1 cloth; 1 cube for 2 others; 1 gold.",
    "Each round it moves 2 spaces if the provost is ahead of it, otherwise 1.",
    "Only players with a worker in the castle take part in phase 6 ({rule}).",
    "{words} isn't an offer here. Try trade 1 or trade 2.",
    "{words}: type trade 1 or trade 2.",
    "{words} isn't a hex. Type row,column from 0 to {last}, such as 4,8.",
    "Start of scoring: take any 2 blue, green, yellow or red gems.",
    "End of scoring: take any 2 blue, green, yellow or red gems.",
    "at the end, {points} for 1, 2, 3… gems.",
    "{word} isn't a place. Type a district (q1.h–q4.p) or a market cell (0b–3r).",
    "Royal Favour is for 3 or 4 players (YS-9.4.12).",
    "Ys Express is for 3 or 4 players (YS-9.5.5).",
    "There is no broker {word}. Type a cell (2g), or a district and a number (q1.p/2).",
}
GAMES = {"caylus": CAYLUS, "kingdom_builder": KINGDOM_BUILDER, "ys": YS}


def sentences(game: str) -> Iterator[str]:
    """Yield the sentences of a game's code."""
    for path in (SOURCE / "games" / game).rglob("*.py"):
        for text in in_code(path.read_text("utf-8")):
            yield from (text,) if isinstance(text, str) else text


def numbers(text: str) -> list[int]:
    """Return the numbers that a sentence spells out, without those of rules and phases."""
    plain = re.sub(r"[A-Z]+-[\d.]+|^Phase \d:|\{\w+\}", "", text)
    return [int(found.replace("−", "-")) for found in re.findall(r"(?<![\w.])[-−+]?\d+", plain)]


@pytest.mark.parametrize(("game", "text"), [(game, text) for game in GAMES for text in GAMES[game]])
def test_a_sentence_names_the_numbers_of_the_tables(game: str, text: str) -> None:
    assert numbers(text) == list(GAMES[game][text]), f"{text!r}: the tables say {list(GAMES[game][text])}"


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_are_those_of_the_game(game: str) -> None:
    gone = set(GAMES[game]) - set(sentences(game))
    assert not gone, f"these are said no more: {gone}"


def test_no_other_sentence_spells_out_a_number() -> None:
    """One of a thing is no number of a table."""
    every = {text for game in GAMES for text in sentences(game) if set(numbers(text)) - {0, 1}}
    listed = OTHERS.union(*GAMES.values())
    assert not every - listed, f"fill the numbers in from the tables, or list these: {every - listed}"
    assert not OTHERS - every, f"these are said no more: {OTHERS - every}"
