"""The kinds of actions, each declared once: its texts, the phases that ask for it, its rules, its button."""

from __future__ import annotations

from donjon.kernel.actions import ALONE, Actions, Domain, Kind, Use, kinds_in, names, single
from donjon.kernel.message import Message
from donjon.kingdom_builder import building, extra_actions, setup, terrain_cards, turn
from donjon.kingdom_builder.nouns import TERRAINS, Card, HexKind, Phase, Token
from donjon.kingdom_builder.tables import HEXES, MAX_SEATS, ORIENTATIONS, SECTOR_IDS
from donjon.kingdom_builder.words import buttons, lines

HEX = Kind(
    Domain("a hex", HEXES, lambda _state, hex: buttons.hex_text(hex), buttons.read_hex),
    Use(
        "build",
        (Phase.START, Phase.MANDATORY),
        turn.build_mandatory,
        building.forbids_mandatory,
        buttons.build_button,
        mark=building.mark_mandatory,
        noun="space",
    ),
    Use(
        "",
        (Phase.TARGET,),
        turn.build_with_token,
        extra_actions.forbids_target,
        buttons.build_button,
        after=buttons.token_in_use,
        mark=extra_actions.mark_targets_now,
        noun="space",
    ),
    Use(
        "",
        (Phase.LIFT,),
        turn.lift_for_move,
        extra_actions.forbids_lift,
        buttons.lift_button,
        after=buttons.token_in_use,
        mark=extra_actions.mark_movable,
    ),
    Use(
        "",
        (Phase.PUT,),
        turn.move_with_token,
        extra_actions.forbids_target,
        buttons.put_button,
        after=buttons.settlement_in_hand,
        mark=extra_actions.mark_targets_now,
        noun="space",
    ),
    Use("build", (Phase.AFTER,), None, building.MANDATORY_DONE),
)
TOKEN = Kind(
    names("a token", Token.texts()),
    Use(
        "",
        (Phase.START, Phase.AFTER),
        turn.choose_token,
        extra_actions.forbids_token,
        lines.token_button,
        mark=extra_actions.mark_tokens,
        pieces=lambda _state, token: f"token-{Token(token).id}",
    ),
    Use("", (Phase.MANDATORY,), None, extra_actions.NOT_BETWEEN),
)
END_TURN = Kind(
    ALONE,
    Use("end turn", (Phase.AFTER,), turn.end_turn, button=Message("End turn"), finishes=True),
    Use("end turn", (Phase.START, Phase.MANDATORY), None, turn.MANDATORY_FIRST),
)
DRAW = Kind(
    names("a terrain", HexKind.texts()[:TERRAINS], {"flower field": HexKind.FLOWER_FIELD}),
    Use("draw", (Phase.DEAL,), setup.deal, terrain_cards.forbids_draw),
    Use("draw", (Phase.DRAW,), turn.draw, terrain_cards.forbids_draw),
    Use("draw", (Phase.REDRAW,), turn.redraw, terrain_cards.forbids_draw),
)
_SECTORS = names(
    "a sector, and how it lies", [f"{sector} {turn}" for sector in SECTOR_IDS for turn in ORIENTATIONS]
)
_CARDS = names("a Kingdom Builder card", Card.texts())
_SEATS = names("a seat", [str(seat) for seat in range(MAX_SEATS)])
SECTOR = single(_SECTORS, "sector", (Phase.SECTOR,), setup.place_sector, setup.forbids_sector)
CARD = single(_CARDS, "card", (Phase.KINGDOM_CARD,), setup.open_card, setup.forbids_card)
FIRST = single(_SEATS, "first", (Phase.FIRST,), setup.choose_first, setup.forbids_first)

ACTIONS = Actions(
    "Kingdom Builder",
    "phase",
    len(Phase),
    kinds_in(globals()),
    "build 4,8; farm 8,7; barn 13,0 2,9; end turn",
)
NATURES_EXAMPLES = "draw forest; sector tavern 180; card lords; first 2"

# The same for compiled code, which knows numbers, arrays and functions only.
COUNT = ACTIONS.count
USE: int = TOKEN.first  # + token
END: int = END_TURN.first
CARDS_FROM: int = DRAW.first  # + terrain; nature's actions begin here
SETUP_FROM: int = SECTOR.first  # nature's actions before the first card is dealt
