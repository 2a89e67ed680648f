"""Caylus: every rule for 2 to 5 players, with the variant of simplified favours."""

from __future__ import annotations

from pathlib import Path

from donjon.games.caylus import board, decisions, model, position, round_end, setup, view
from donjon.games.caylus.bots import estimate, rollout_scores
from donjon.kernel.bot_settings import LevelSettings, SearchSettings
from donjon.kernel.game import Game, Glance
from donjon.kernel.message import Message

GAME = Game(
    name="caylus",
    title="Caylus",
    prefix="CAY",
    seats=range(model.MIN_SEATS, model.MAX_SEATS + 1),
    glance=Glance(
        Message("Send workers down the road, build the king's castle, mind the provost."),
        Message("Workers build the king's castle"),
        minutes=90,
        weight=3,
    ),
    rules_version="1",
    STATE=model.STATE,
    SOURCES=model.SOURCES,
    closing_sources=(model.Source.FINAL.word,),
    round=lambda state: int(state.round),
    observation=view.SEEN,
    options=setup.DECLARED,
    actions=decisions.ACTIONS,
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
    redeal=view.redeal,
    observe=view.observe,
    estimate=estimate.estimate,
    rollout_score=rollout_scores.rollout_score,
    attractive_action=rollout_scores.attractive_action,
    decision_complete=decisions.decision_complete,
    read_options=setup.read_options,
    show_options=setup.show_options,
    parse_action=decisions.parse_action,
    prompt=decisions.prompt,
    view=view.view,
    position=position.position,
    set_position=position.set_position,
    faults=position.faults,
    drawing_module="donjon.games.caylus.drawing",
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
    settled=view.settled,
    text_board=board.text_board,
)
