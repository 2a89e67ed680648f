"""The kinds of actions, each declared once: its texts, the phases that ask for it, its rules, its button."""

from __future__ import annotations

from donjon.kernel.actions import ALONE, Actions, Domain, Kind, Use, names
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder import building, extra_actions, setup, terrain_cards, turn, words
from donjon.kingdom_builder.nouns import TERRAINS, Card, HexKind, Phase, Token
from donjon.kingdom_builder.options import ORIENTATIONS
from donjon.kingdom_builder.tables import HEXES, MAX_SEATS, SECTOR_IDS

NOT_YOUR_DECISION = number("KB-11.1.4")

HEX = Kind(
    Domain("a hex", HEXES, lambda _state, hex: words.hex_text(hex), words.read_hex),
    Use(
        "build",
        (Phase.START, Phase.MANDATORY),
        turn.build_mandatory,
        building.forbids_mandatory,
        words.build_button,
    ),
    Use(
        "",
        (Phase.TARGET,),
        turn.build_with_token,
        extra_actions.forbids_target,
        words.build_button,
        after=words.token_in_use,
    ),
    Use(
        "",
        (Phase.LIFT,),
        turn.lift_for_move,
        extra_actions.forbids_lift,
        words.lift_button,
        after=words.token_in_use,
    ),
    Use(
        "",
        (Phase.PUT,),
        turn.move_with_token,
        extra_actions.forbids_target,
        words.put_button,
        after=words.settlement_in_hand,
    ),
    elsewhere=number("KB-5.9"),
)
TOKEN = Kind(
    names("a token", Token.texts()),
    Use("", (Phase.START, Phase.AFTER), turn.choose_token, extra_actions.forbids_token, words.token_button),
    elsewhere=number("KB-4.5"),
)
END_TURN = Kind(
    ALONE,
    Use("end turn", (Phase.AFTER,), turn.end_turn, button=words.end_button),
    elsewhere=number("KB-4.6"),
)
DRAW = Kind(
    names("a terrain", HexKind.texts()[:TERRAINS], {"flower field": HexKind.FLOWER_FIELD}),
    Use("draw", (Phase.DEAL,), setup.deal, terrain_cards.forbids_draw),
    Use("draw", (Phase.DRAW,), turn.draw, terrain_cards.forbids_draw),
    Use("draw", (Phase.REDRAW,), turn.redraw, terrain_cards.forbids_draw),
    elsewhere=NOT_YOUR_DECISION,
)
SECTOR = Kind(
    names(
        "a sector, and how it lies", [f"{sector} {turn}" for sector in SECTOR_IDS for turn in ORIENTATIONS]
    ),
    Use("sector", (Phase.SECTOR,), setup.place_sector, setup.forbids_sector),
    elsewhere=NOT_YOUR_DECISION,
)
CARD = Kind(
    names("a Kingdom Builder card", Card.texts()),
    Use("card", (Phase.KINGDOM_CARD,), setup.open_card, setup.forbids_card),
    elsewhere=NOT_YOUR_DECISION,
)
FIRST = Kind(
    names("a seat", [str(seat) for seat in range(MAX_SEATS)]),
    Use("first", (Phase.FIRST,), setup.choose_first, setup.forbids_first),
    elsewhere=NOT_YOUR_DECISION,
)

ACTIONS = Actions(
    "Kingdom Builder",
    "phase",
    len(Phase),
    [HEX, TOKEN, END_TURN, DRAW, SECTOR, CARD, FIRST],
    "build 4,8; farm 8,7; barn 13,0 2,9; end turn",
)
NATURES_EXAMPLES = "draw forest; sector tavern 180; card lords; first 2"

# The same for compiled code, which knows numbers, arrays and functions only.
COUNT = ACTIONS.count
USE: int = TOKEN.first  # + token
END: int = END_TURN.first
CARDS_FROM: int = DRAW.first  # + terrain; nature's actions begin here
SETUP_FROM: int = SECTOR.first  # nature's actions before the first card is dealt
