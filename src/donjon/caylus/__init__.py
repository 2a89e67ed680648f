"""Caylus: every rule for 2 to 5 players, with the variant of simplified favours."""

from __future__ import annotations

from pathlib import Path

from donjon.caylus import board, decisions, nouns, options, round_end, state
from donjon.caylus.bots import estimate, rollout_scores
from donjon.caylus.information import observation, view
from donjon.caylus.nouns import BOOK
from donjon.caylus.positions import schema
from donjon.kernel.game import Game
from donjon.kernel.level_settings import LevelSettings
from donjon.kernel.search_settings import SearchSettings

GAME = Game(
    name="caylus",
    title="Caylus",
    prefix="CAY",
    seats=range(nouns.MIN_SEATS, nouns.MAX_SEATS + 1),
    rules_version="1",
    STATE=state.STATE,
    OPTIONS=state.OPTIONS,
    SOURCES=nouns.SOURCES,
    OBSERVATION=observation.OBSERVATION,
    options=options.DECLARED,
    actions=decisions.ACTIONS,
    events=BOOK.events,
    setup=decisions.begin,
    waiting=decisions.waiting,
    chances=decisions.chances,
    forbids=decisions.forbids,
    legal=decisions.legal,
    apply=decisions.apply,
    over=decisions.over,
    points=round_end.points,
    total=round_end.total,
    observers=decisions.observers,
    redeal=observation.redeal,
    observe=observation.observe,
    estimate=estimate.estimate,
    rollout_score=rollout_scores.rollout_score,
    attractive_action=rollout_scores.attractive_action,
    decision_complete=decisions.decision_complete,
    read_options=options.read_options,
    show_options=options.show_options,
    parse_action=decisions.parse_action,
    prompt=decisions.prompt,
    why=decisions.ACTIONS.why,
    view=view.view,
    position=schema.position,
    set_position=schema.set_position,
    drawing_module="donjon.caylus.drawing",
    horizon=20,
    breadth=8,
    weights=Path(__file__).parent / "bots" / "net.weights",
    search_with_net=SearchSettings(ahead=5),
    levels={
        "beginner": LevelSettings(wavering=0.3),
        "greedy": LevelSettings(),
        "regular": LevelSettings(playouts=30, wavering=0.6),
        "skilled": LevelSettings(playouts=50, wavering=0.3),
        "expert": LevelSettings(playouts=200),
        "master": LevelSettings(playouts=2000),
    },
    explain=BOOK.explain,
    governed=BOOK.governed,
    settled=observation.settled,
    text_board=board.text_board,
)
