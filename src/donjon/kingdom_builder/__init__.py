"""Kingdom Builder: every rule of the base game of 2011 for 2 to 4 players."""

from __future__ import annotations

from donjon.kernel.game import Game
from donjon.kernel.search_settings import SearchSettings
from donjon.kingdom_builder import (
    actions,
    citations,
    decisions,
    nouns,
    options,
    refusals,
    scoring,
    setup,
    state,
    tables,
)
from donjon.kingdom_builder.bots import estimate, rollout_scores
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.information import disclosure, knowledge, placement_gold, view
from donjon.kingdom_builder.positions import schema
from donjon.kingdom_builder.words import explain, governing, parsing, prompts, text_board

GAME = Game(
    name="kingdom-builder",
    title="Kingdom Builder",
    prefix="KB",
    seats=range(tables.MIN_SEATS, tables.MAX_SEATS + 1),
    rules_version="1",
    STATE=state.STATE,
    OPTIONS=state.OPTIONS,
    SOURCES=nouns.SOURCES,
    OBSERVATION=knowledge.OBSERVATION,
    disclosed=disclosure.disclosed,
    options=options.DECLARED,
    actions=actions.ACTIONS,
    events=Event,
    cites=citations.CITES,
    setup=setup.setup,
    waiting=decisions.waiting,
    chances=decisions.chances,
    forbids=decisions.forbids,
    legal=decisions.legal,
    apply=decisions.apply,
    over=decisions.over,
    points=scoring.points,
    total=scoring.total,
    observers=decisions.observers,
    redeal=knowledge.redeal,
    observe=knowledge.observe,
    estimate=estimate.estimate,
    rollout_score=rollout_scores.rollout_score,
    random_action=decisions.random_action,
    chance_action=decisions.chance_action,
    attractive_action=rollout_scores.attractive_action,
    search=SearchSettings(ahead=30, noise=1.0),
    decision_complete=decisions.decision_complete,
    read_options=options.read_options,
    show_options=options.show_options,
    parse_action=parsing.parse_action,
    prompt=prompts.prompt,
    why=refusals.why,
    view=view.view,
    position=schema.position,
    set_position=schema.set_position,
    explain=explain.explain,
    governed=governing.governed,
    text_board=text_board.text_board,
    worth=placement_gold.gold_on,
    drawing_module="donjon.kingdom_builder.drawing",
)
