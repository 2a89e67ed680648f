"""Every name on a board can be read in every language, from the width at which its common letters can."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.drawing.labels import fitted, width
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing import saying
from donjon.games.caylus.drawing.tiles import SMALLEST, face
from donjon.games.caylus.model import SPECIAL_IDS, Section, Tile
from donjon.games.ys.drawing import places, town
from donjon.games.ys.drawing.saying import LETTERS
from donjon.games.ys.drawing.saying import Saying as SayingYs
from donjon.games.ys.nouns import Character, District
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.rendering import say


def largest(label: saying.Label) -> float:
    """The letters of the name that is shown where the board is smallest."""
    return label.short.size if label.short else label.size


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_on_the_board_of_caylus_has_letters_of_the_common_size(language: str) -> None:
    def label(*fitted: Any) -> saying.Label:
        return saying.label(Words(say(language)), *fitted)

    labels = {name: label(face(name, False)["term"], 112, 24, 14) for name in Tile.ids()}
    labels |= {name: label(name, 116, 24, 14) for name in SPECIAL_IDS}
    labels |= {name: label(name, 80, 24) for name in Section.ids()}
    labels |= {"castle": label("castle", 128, 24), "favours": label("favours", 220, 25)}
    assert len(labels) > 40
    assert {name: label for name, label in labels.items() if largest(label) < SMALLEST} == {}
    assert [name for name, label in labels.items() if not all(label.lines)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_on_the_board_of_ys_has_letters_of_the_common_size(language: str) -> None:
    said = SayingYs(donjon.new("ys", players=2, seed=1).view(None), say(language), None)
    sizes = {one.id: fitted(said.card_name(one.id), town.BANNER, LETTERS) for one in Character}
    sizes |= {
        one.id: min(LETTERS, places.RINGS[one.id][0] * 0.9 / width(said.term(one.term))) for one in District
    }
    sizes["neutral"] = fitted(said.neutral(), places.SCREENS_WIDTH - 112, LETTERS)
    assert len(sizes) == len(Character) + len(District) + 1
    assert {name: size for name, size in sizes.items() if size < LETTERS} == {}
