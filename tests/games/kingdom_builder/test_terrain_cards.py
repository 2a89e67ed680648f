"""Chapter 6: terrain cards, redraws and the deck."""

from __future__ import annotations

from typing import Any

from donjon.kernel import NATURE, rules
from tests.games.kingdom_builder.stage import BOARD_A, DRAW, END, A, B, Layout, Stage, letters
from tests.referees.kingdom_builder_board import LETTER, TERRAINS, Hex, board_of

EVERYONE = 0b11


def nearly_full(terrain: str, free: list[Hex], layout: Layout = A, more: int = 0, **said: Any) -> Stage:
    """All hexes of the terrain are taken but `free`; `more` puts settlements of seat 0 on water besides."""
    board = board_of(*layout)
    full = [hex_ for hex_ in letters(board, LETTER[terrain]) if hex_ not in free]
    mine = max(0, len(full) - 38)
    own = full[:mine] + letters(board, "W")[:more]
    return Stage.at(own, full[mine:], layout=layout, **({"card": terrain} | said))


def known(stage: Stage, seat: int, shown: set[int]) -> bool:
    """Whether exactly the seats `shown` will know the card that nature draws now, whichever it is."""
    mask = sum(1 << other for other in shown)
    sights = {rules.observers(stage.state, NATURE, action) & EVERYONE for action in stage.legal()}
    return sights == {mask} and stage.actor == seat


def test_redraw_at_the_reveal() -> None:
    """KB-6.1, KB-6.2: a card whose terrain is full is replaced at once when it is revealed."""
    stage = nearly_full("forest", [], actor=1, phase="after", built=3, card="grass", hands=["forest", None])
    stage.end("canyon")
    assert (stage.phase, stage.actor, stage.waits_for()) == ("redraw", 0, [NATURE])
    stage.draw("grass")
    assert (stage.phase, stage.card, stage.built) == ("start", "grass", 0)
    assert stage.removed["forest"] == 1


def test_redraw_in_the_mandatory_action() -> None:
    """KB-6.2, KB-6.5: tested after each settlement; those built count, the rest go on the new terrain."""
    stage = nearly_full("forest", [(4, 7)])
    assert stage.targets() == {(4, 7)}
    stage.build((4, 7))
    assert stage.phase == "redraw"
    stage.draw("canyon")
    assert (stage.phase, stage.card, stage.built, stage.owed) == ("mandatory", "canyon", 1, 2)
    assert (4, 7) in stage.own(0)
    assert {BOARD_A[hex_] for hex_ in stage.targets()} == {"C"}
    stage.build_any(2)
    assert stage.phase == "after"


def test_no_redraw_while_a_hex_is_free() -> None:
    """KB-6.1: only when no free hex of the terrain is anywhere, adjacent or not."""
    stage = nearly_full("forest", [(4, 7), (19, 11)])
    assert stage.phase == "start"
    stage.build(min(stage.targets()))
    assert (stage.phase, stage.card) == ("mandatory", "forest")


def test_redraw_after_an_extra_action() -> None:
    """KB-6.2: an extra action that fills the terrain brings the redraw, before anything else is decided."""
    farm = {0: [("farm", (11, 17)), ("oasis", (12, 7))]}
    stage = nearly_full("grass", [(4, 6)], tokens=farm)
    stage.use("farm", (4, 6))
    assert (stage.phase, stage.waits_for()) == ("redraw", [NATURE])
    stage.draw("desert")
    assert (stage.phase, stage.card, stage.built, stage.owed) == ("start", "desert", 0, 3)
    assert stage.kinds() == {"oasis"}


def test_redraw_with_no_use_for_a_card() -> None:
    """KB-6.2: also with nothing left to build, and without any token."""
    stage = nearly_full("forest", [(4, 7)], more=20)
    assert stage.supply(0) == 1
    stage.build((4, 7))
    assert stage.supply(0) == 0
    assert stage.phase == "redraw"
    stage.draw("grass")
    assert (stage.phase, stage.card) == ("after", "grass")
    assert stage.kinds() == set()


def test_useless_cards_leave_the_game() -> None:
    """KB-6.3, KB-6.4: removed, not discarded, and again until a card is of use."""
    stage = nearly_full("forest", [(4, 7)])
    stage.build((4, 7)).draw("forest")
    assert stage.phase == "redraw"
    stage.draw("forest")
    assert stage.phase == "redraw"
    stage.draw("flower_field")
    assert stage.phase == "mandatory"
    assert stage.removed["forest"] == 3
    assert sum(stage.removed.values()) == 3
    assert sum(stage.discard.values()) == 0


def test_redrawn_card_is_public() -> None:
    """KB-6.6: seen by all as soon as it is drawn; discarded like any other at the end of the turn."""
    stage = nearly_full("forest", [(4, 7)])
    stage.build((4, 7))
    assert known(stage, 0, {0, 1})
    stage.draw("canyon")
    assert [stage.view(viewer)["card"] for viewer in (None, 0, 1)] == ["canyon"] * 3
    stage.build_any(2).do(END)
    assert stage.discard == {terrain: int(terrain == "canyon") for terrain in TERRAINS}
    assert known(stage, 0, {0})


def test_redraw_after_the_mandatory_action() -> None:
    """KB-6.7: the third settlement fills the terrain; the card is replaced, the action stays complete.

    Oracle and barn then look at the new card.
    """
    tokens = {0: [("oracle", (16, 12)), ("barn", (2, 6))]}
    free: list[Hex] = [(7, 2), (8, 3), (8, 4)]
    stage = nearly_full("forest", free, layout=B, tokens=tokens)
    for _ in range(3):
        stage.build(min(stage.targets()))
    assert stage.phase == "redraw"
    stage.draw("grass")
    assert (stage.phase, stage.card, stage.built) == ("after", "grass", 3)
    assert stage.removed["forest"] == 1
    assert stage.can_end()
    table = stage.table()
    assert stage.after_using("oracle") == table.build_targets("oracle", 0)
    assert {table.board[hex_] for hex_ in stage.after_using("oracle")} == {"G"}
    assert stage.executions("barn") == table.moves("barn", 0)


def no_cards_left() -> Stage:
    """The last free forest hex, with every other card in a hand or out of the game."""
    removed = {"grass": 4, "flower_field": 5, "forest": 4, "canyon": 5, "desert": 5}
    tokens = {0: [("oracle", (16, 12)), ("barn", (2, 6)), ("harbor", (2, 13))]}
    hands = [None, "grass"]
    said: dict[str, Any] = {"tokens": tokens, "hands": hands, "removed": removed, "deck": {}}
    return nearly_full("forest", [(8, 3)], layout=B, **said)


def test_no_card_anywhere() -> None:
    """KB-6.8: the card stays, the mandatory action is complete, and the card is discarded at the end."""
    stage = no_cards_left()
    assert stage.deck == 0
    stage.build((8, 3))
    assert (stage.phase, stage.card, stage.built) == ("after", "forest", 1)
    assert stage.kinds() == {"harbor"}
    assert stage.removed["forest"] == 4
    stage.do(END)
    assert stage.chances() == {"draw forest": 1}


def test_no_card_at_the_reveal() -> None:
    """KB-6.8: so too at the start of a turn: nothing is built, and the turn may be ended."""
    removed = {"grass": 5, "flower_field": 5, "forest": 4, "canyon": 4, "desert": 5}
    said: dict[str, Any] = {"hands": ["forest", None], "removed": removed, "deck": {}}
    stage = nearly_full("forest", [], actor=1, phase="after", built=3, card="canyon", **said)
    stage.do(END)
    assert stage.chances() == {"draw canyon": 1}
    stage.draw("canyon")
    assert (stage.phase, stage.actor, stage.card, stage.built) == ("after", 0, "forest", 0)
    assert stage.legal() == {END}
    stage.do(END)
    assert stage.chances() == {"draw forest": 1}


def test_reshuffle() -> None:
    """KB-6.9: with the deck empty the discard pile becomes the deck, for redraws as well."""
    discard = {"grass": 2, "canyon": 3, "desert": 1}
    removed = {"forest": 4, "flower_field": 5, "grass": 3, "desert": 4, "canyon": 1}
    said: dict[str, Any] = {"discard": discard, "removed": removed, "deck": {}, "hands": [None, "canyon"]}
    stage = nearly_full("forest", [(4, 7)], **said)
    assert (stage.deck, sum(stage.discard.values())) == (0, 6)
    stage.build((4, 7))
    assert stage.chances() == {"draw grass": 2, "draw canyon": 3, "draw desert": 1}
    stage.draw("grass")
    assert stage.deck == 5
    assert sum(stage.discard.values()) == 0


def test_no_reshuffle_while_the_deck_lasts() -> None:
    """KB-6.9: only an empty deck is refilled, and only when a card must be drawn."""
    deck = {"grass": 1}
    stage = Stage.at([(8, 8)], [], phase="after", built=3, card="forest", deck=deck)
    pile = sum(stage.discard.values())
    stage.do(END)
    assert stage.chances() == {"draw grass": 1}
    stage.draw("grass")
    assert (stage.deck, sum(stage.discard.values())) == (0, pile + 1)
    stage.build_any(3)
    assert (stage.deck, sum(stage.discard.values())) == (0, pile + 1)


def test_discard_before_draw() -> None:
    """KB-6.10: the card just played is in a deck formed at that moment."""
    said = {"phase": "after", "built": 3, "card": "forest", "deck": {}, "discard": {"canyon": 1}}
    removed = {"grass": 5, "flower_field": 5, "forest": 4, "canyon": 4, "desert": 4}
    stage = Stage.at([(8, 8)], [], hands=[None, "desert"], removed=removed, **said)
    stage.do(END)
    assert stage.chances() == {"draw forest": 1, "draw canyon": 1}
    assert stage.draw("forest").player(0)["hand"] == "forest"


def test_what_is_not_reshuffled() -> None:
    """KB-6.11: hands, the card in play and removed cards stay out of the new deck."""
    removed = {"desert": 5, "canyon": 2}
    hands = [None, "canyon", "grass"]
    own: list[list[Hex]] = [[(8, 8)], [], []]
    stage = Stage.at(*own, phase="after", built=3, card="forest", hands=hands, removed=removed, deck={})
    stage.do(END)
    assert stage.chances() == {
        "draw grass": 4,
        "draw flower_field": 5,
        "draw forest": 5,
        "draw canyon": 2,
    }
    full = nearly_full("forest", [(4, 7)], removed=removed, deck={}, hands=hands[:2])
    full.build((4, 7))
    assert full.chances()["draw forest"] == 4
    assert full.removed["forest"] == 1


def test_no_draw_once_the_end_is_near() -> None:
    """KB-6.12: no card at the end of a turn any more, but redraws as ever."""
    stage = nearly_full("forest", [(4, 7), (4, 8)], ending=True, hands=[None, "grass"])
    deck = stage.deck
    stage.build((4, 7), (4, 8))
    assert stage.phase == "redraw"
    stage.draw("grass")
    assert stage.deck == deck - 1
    stage.build_any(1)
    stage.do(END)
    assert (stage.phase, stage.actor, stage.deck) == ("start", 1, deck - 1)
    assert stage.player(0)["hand"] is None
    assert not stage.players[0]["holds_card"]
    assert stage.discard["grass"] == 1
    assert DRAW["grass"] not in stage.legal()
