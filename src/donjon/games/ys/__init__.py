"""Ys: every rule of the game of 2004 for 2 to 4 players, with its variants."""

from __future__ import annotations

from pathlib import Path

from donjon.games.ys import (
    board,
    decisions,
    knowledge,
    model,
    nouns,
    observation,
    position,
    position_checks,
    rounds,
    scoring,
    setup,
    view,
)
from donjon.games.ys.bots import estimate, rollout_scores
from donjon.kernel.bot_settings import USUAL_LEVELS, LevelSettings, SearchSettings
from donjon.kernel.game import Game, Glance
from donjon.kernel.message import Message

GAME = Game(
    name="ys",
    title="Ys",
    prefix="YS",
    seats=range(setup.MIN_SEATS, nouns.MAX_SEATS + 1),
    glance=Glance(
        Message("Bid in secret for ships and gems. Each colour pays the players who hold most."),
        Message("Secret bids for ships and gems"),
        minutes=60,
        weight=2,
    ),
    rules_version="1" + model.OWN_DATA,
    STATE=model.STATE,
    SOURCES=nouns.Source.ids(),
    round=lambda state: int(state.round),
    source_terms=nouns.Source.terms(),
    observation=observation.SEEN,
    options=setup.DECLARED,
    actions=decisions.ACTIONS,
    setup=rounds.setup,
    waiting=decisions.waiting,
    chances=decisions.chances,
    forbids=decisions.forbids,
    legal=decisions.legal,
    apply=decisions.apply,
    over=decisions.over,
    points=scoring.points,
    total=scoring.total,
    standing=scoring.standing,
    observers=decisions.observers,
    redeal=knowledge.redeal,
    reopen=knowledge.reopen,
    observe=observation.observe,
    estimate=estimate.estimate,
    rollout_score=rollout_scores.rollout_score,
    attractive_action=rollout_scores.attractive_action,
    decision_complete=decisions.decision_complete,
    at_rest=decisions.at_rest,
    search=SearchSettings(ahead=1, rests=True),
    weights=Path(__file__).parent / "bots" / "net.weights",
    search_with_net=SearchSettings(ahead=1, rests=True, mixing=0.003),
    levels=USUAL_LEVELS
    | {
        "regular": LevelSettings(playouts=20, wavering=1.0),
        "skilled": LevelSettings(playouts=40),
        "expert": LevelSettings(playouts=200),
        "master": LevelSettings(playouts=1500),
    },
    seat_count=model.seat_count,
    read_options=setup.read_options,
    show_options=setup.show_options,
    parse_action=decisions.parse_action,
    prompt=decisions.prompt,
    why=decisions.why,
    view=view.view,
    position=position.position,
    set_position=position.set_position,
    faults=position_checks.faults,
    drawing_module="donjon.games.ys.drawing",
    foregone=decisions.foregone,
    disclosed=knowledge.disclosed,
    text_board=board.text_board,
    open_view=view.open_view,
)
