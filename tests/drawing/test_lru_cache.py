"""Pieces of drawings are kept: the same text as drawn anew, never one that was drawn from something else."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from markupsafe import Markup

import donjon
from donjon import games
from donjon.drawing import saying
from donjon.drawing.panels import Panels
from donjon.drawing.protocol import drawing_of
from donjon.drawing.saying import Saying
from donjon.drawing.theme import Theme
from donjon.table.live import presentation
from donjon.table.web.rendering import say

# Games that keep pieces by the data of a view; others are drawn from facts.
KEEPING = [name for name, game in games.items() if not presentation.has_facts(game)]
PARTS = ("draw", "hand", "seats", "cards", "piles", "scores")


def views(name: str, seed: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Views of a random game, for each seat in turn, and how they are drawn: in one language or another."""
    random, match = Random(seed), donjon.new(name, players=2, seed=seed)
    while not match.over:
        for seat in (None, 0, 1):
            language = random.choice(("en", "hu"))
            yield (
                match.view(seat),
                {"translate": say(language), "names": random.choice((None, ["Anna", "Béla"]))},
            )
        seat = match.waiting[0]
        for _ in range(3):
            if seat in match.waiting:
                match.play(random.choice(match.legal_actions(seat)), seat=seat)


@pytest.mark.parametrize("name", KEEPING)
def test_what_is_kept_is_what_would_be_drawn(name: str) -> None:
    drawing = drawing_of(games[name])
    sample = list(islice(views(name, 3), 0, 240, 7))

    def drawn(part: str, view: dict[str, Any], options: dict[str, Any]) -> str:
        return str(getattr(drawing, part)(view, **options))

    before = saying._drawn.cache_info()
    warm = [drawn(part, *one) for one in sample for part in PARTS]
    assert saying._drawn.cache_info().hits > before.hits
    cold = []
    for one in sample:
        saying._drawn.cache_clear()
        cold += [drawn(part, *one) for part in PARTS]
    assert warm == cold


def test_a_piece_sees_only_what_it_is_kept_by() -> None:
    view = {"open": [1, 2], "secret": 7}
    drawn: list[Any] = []

    def piece(said: Saying, *facts: Any) -> Markup:
        assert said.view is not view
        drawn.append((said.view, facts))
        return Markup("{} {} {}").format(said.view, facts, said.name(0))

    def kept(said: Saying, *facts: Any) -> str:
        return said.kept(piece, {"open": said.view["open"]}, *facts)

    first = kept(Saying(view, str, ["Anna"]), 1, ("a", None))
    assert drawn == [({"open": [1, 2]}, (1, ("a", None)))]
    view["secret"] = 8
    assert kept(Saying(view, str, ["Anna"]), 1, ("a", None)) == first
    assert len(drawn) == 1
    view["open"].append(3)
    assert kept(Saying(view, str, ["Anna"]), 1, ("a", None)) != first
    assert kept(Saying(view, str, ["Anna"]), True, ("a", None)) != first
    assert kept(Saying(view, str, ["Béla"]), 1, ("a", None)).endswith("Béla")
    assert kept(Saying(view, str, None), 1, ("a", None)).endswith("seat 0")
    assert kept(Saying(view, lambda text: f"a {text}", None), 1, ("a", None)).endswith("a seat 0")
    with pytest.raises(ValueError, match="unmarshallable"):
        kept(Saying(view, str, None), object())


def test_a_macro_has_no_fields_but_those_it_is_said_to_read() -> None:
    theme = Theme("kingdom_builder/drawing", "kb")
    words = {"term": lambda name: name.replace("_", " "), "rule": str}
    view = donjon.new("kingdom-builder", players=2, seed=1).view(0)

    def facts(*_: object) -> tuple[dict[str, Any], dict[str, Any]]:
        return {}, {}

    honest = Panels(theme, lambda *_: words, {"cards": ("cards",)}, facts=facts)
    assert "kb-card" in honest.cards(view)
    with pytest.raises(Exception, match="has no attribute 'cards'"):
        Panels(theme, lambda *_: words, {"cards": ("deck",)}, facts=facts).cards(view)


@pytest.mark.parametrize("name", KEEPING)
def test_a_hand_is_drawn_from_what_its_owner_has(name: str) -> None:
    view = donjon.new(name, players=3, seed=1).view(1)
    alone = {**view, "players": [{"seat": 0}, view["players"][1], {"seat": 2}]}
    assert games[name].drawing.hand(alone) == games[name].drawing.hand(view)
