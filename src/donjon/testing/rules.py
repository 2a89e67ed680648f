"""Check the rules themselves: the end, legality and its reasons, events, undo."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from donjon import rulebook
from donjon.kernel import NATURE, Game, copy, event_log, rule_ids, rules
from donjon.kernel.decisions import legal_list
from donjon.play.match import Match
from donjon.play.moments import happen
from donjon.testing import books
from donjon.testing.information import viewers
from donjon.testing.sample import Sample, Step, require

# The share of the positions at which the last action is undone and played again.
TAKEN_BACK = 0.02
# The share at which `why_not` is asked about some actions.
REFUSED = 0.02


def games_end(sample: Sample) -> None:
    """Check that every game ends: then no seat is to move, nothing is legal, and points and ranks agree."""
    for played in sample.games:
        match = played.match
        require(match.waiting == (), played.name, "the game is over, but a seat is to decide")
        for seat in (*range(match.players), NATURE):
            require(legal_list(match.state, seat) == [], played.name, f"is over; {seat} may still play")
            require(rules.forbids(match.state, seat, 0), played.name, "is over; nothing forbids action 0")
    for step in sample.some():
        _check_points(sample.game, step.before, step.place)


def _check_points(game: Game, state: Any, place: str) -> None:
    seats = int(rules.seats(state))
    sources, ranks = np.zeros((seats, len(game.SOURCES)), np.int32), np.zeros(seats, np.int32)
    rules.points(state, sources)
    rules.ranks(state, ranks)
    totals = [int(rules.total(state, seat)) for seat in range(seats)]
    require(totals == sources.sum(1).tolist(), place, f"total says {totals}, points say\n{sources}")
    for seat, rank in enumerate(ranks):
        require(
            rank == 1 + sum(ranks < rank), place, f"ranks {ranks} are invalid: ties share a rank (1, 1, 3)"
        )
        above = [totals[other] for other in range(seats) if ranks[other] < rank]
        require(totals[seat] <= min(above, default=totals[seat]), place, f"ranks {ranks} of points {totals}")


def legal_agrees_with_forbids(sample: Sample) -> None:
    """Check that `legal` and `forbids` agree for every seat and nature, and only seats to move may act."""
    game = sample.game
    mask = np.zeros(game.ACTIONS, np.uint8)
    for step in sample.some():
        for seat in (*range(int(rules.seats(step.before))), NATURE):
            count = int(rules.legal(step.before, seat, mask))
            require(count == mask.sum(), step.place, f"legal counts {count}, its mask {mask.sum()}")
            require(
                (count > 0) == (seat in step.waiting), step.place, f"{count} legal actions of seat {seat}"
            )
            free = [int(rules.forbids(step.before, seat, action)) == 0 for action in range(game.ACTIONS)]
            wrong = np.flatnonzero(mask.astype(bool) != np.array(free)).tolist()
            require(not wrong, step.place, f"legal and forbids differ for seat {seat} on the actions {wrong}")


def nature_draws_what_is_legal(sample: Sample) -> None:
    """Check that nature's legal actions are those with a weight above 0, and weights are natural numbers."""
    for step in sample.steps:
        if step.seat == NATURE:
            require(step.waiting == [NATURE], step.place, "nature and a seat are to decide")
            weights = np.zeros(sample.game.ACTIONS, np.int64)
            total = int(rules.chances(step.before, weights))
            require(
                total == weights.sum() and min(weights) >= 0, step.place, f"nature's weights sum to {total}"
            )
            drawn, legal = np.flatnonzero(weights).tolist(), legal_list(step.before, NATURE)
            require(drawn == legal, step.place, f"nature may draw {drawn}, legal are {legal}")


def refusals_say_why(sample: Sample) -> None:
    """Check that exactly the illegal actions are refused, with a rule of the game and a sentence."""
    game = sample.game
    known = _known_rules(game)
    random = Random(game.name)
    for step in sample.some():
        for seat in range(int(rules.seats(step.before))):
            for action in random.sample(range(game.ACTIONS), min(40, game.ACTIONS)):
                number = int(rules.forbids(step.before, seat, action))
                if number:
                    rule = rule_ids.name(game.prefix, number)
                    require(not known or rule in known, step.place, f"{game.title} has no rule {rule}")
                    _check_sentence(game.why(step.before, seat, action, rule), step.place, f"of {rule}")


def why_not_agrees_with_forbids(sample: Sample) -> None:
    """Check that `Match.why_not` answers for an action, by number and by text, only if it is forbidden."""
    random = Random(sample.game.name)
    for played in sample.games:
        for match in played.walk(REFUSED):
            for seat in range(match.players):
                _check_why_not(match, seat, f"{played.name}, action {len(match.moves)}:", random)


def _check_why_not(match: Match, seat: int, place: str, random: Random) -> None:
    for action in random.sample(range(match.game.ACTIONS), min(40, match.game.ACTIONS)):
        rule = rule_ids.name(match.game.prefix, int(rules.forbids(match.state, seat, action)))
        refusal = match.why_not(action, seat)
        refused_by = "" if refusal is None else refusal.rule
        require(
            refused_by == rule,
            place,
            f"action {action} of seat {seat}: forbids {rule!r}, why_not {refused_by!r}",
        )
    for action in legal_list(match.state, seat):
        text = match.text(action, seat)
        require(match.why_not(text, seat) is None, place, f"{text!r} is legal and refused")


def _check_sentence(message: Any, place: str, what: str) -> None:
    text = message.english([f"Name {seat}" for seat in range(8)])
    require(text.strip() and "{" not in text, place, f"the sentence {what} says {text!r}")


def _known_rules(game: Game) -> Sequence[str]:
    """Return the rules of the game's rulebook, or none where it has no rulebook."""
    return rulebook.load(game.name).ids() if game.name in rulebook.games() else ()


def events_are_said(sample: Sample) -> None:
    """Check that events have sentences for every viewer and cite known rules, and actions have buttons."""
    game = sample.game
    known = _known_rules(game)
    for step in sample.steps:
        happening = happen(game, step.before, step.seat, step.action)
        require(
            len(happening.events) < event_log.CAPACITY,
            step.place,
            "an action has more events than there is room",
        )
        require(happening.pending == 0, step.place, "a rule is cited, but no event follows")
        _check_sentence(game.actions.button(step.before, step.seat, step.action), step.place, "of the action")
        for event in happening.events:
            there_is = not known or set(event.rules) <= set(known)
            require(there_is, step.place, f"{event} names an unknown rule")
            for viewer in viewers(step.before):
                _check_sentence(game.event_message(event.seen_by(viewer)), step.place, f"of {event}")
    for step in sample.some():
        for viewer in viewers(step.before):
            _check_sentence(game.prompt(step.before, viewer), step.place, "of what is to be decided")


def silent_rules_are_silent(sample: Sample) -> None:
    """Check that only rules of the rulebook are cited, and none that it lists as silent.

    A silent rule is one that nothing in play cites.
    """
    game = sample.game
    known = _known_rules(game)
    silent = rulebook.silent(game.name) if known else {}
    require(set(silent) <= set(known), game.name, f"unknown rules: {sorted(set(silent) - set(known))}")
    for way, cited in books.cited(sample, sample.some()).items():
        require(not known or cited <= set(known), game.name, f"unknown rules: {sorted(cited - set(known))}")
        wrong = sorted(cited & set(silent))
        require(not wrong, game.name, f"listed as silent, but cited by {way}: {', '.join(wrong)}")


def secret_choices_have_no_order(sample: Sample) -> None:
    """Check that the order in which seats make simultaneous decisions changes nothing."""
    random = Random(sample.game.name)
    for step in sample.steps:
        if len(step.waiting) > 1 and random.random() < 0.5:
            one, other = random.sample(step.waiting, 2)
            choices = {seat: random.choice(legal_list(step.before, seat)) for seat in (one, other)}
            ends = [_after(step, choices, order) for order in ((one, other), (other, one))]
            require(ends[0] == ends[1], step.place, f"{choices} in another order gives another position")


def _after(step: Step, choices: dict[int, int], order: tuple[int, int]) -> bytes:
    state = copy(step.before)
    for seat in order:
        rule = int(rules.forbids(state, seat, choices[seat]))
        require(not rule, step.place, f"the choice of seat {seat} is forbidden after the other has chosen")
        rules.apply(state, seat, choices[seat], None)
    data: bytes = state.tobytes()
    return data


def undo_then_redo(sample: Sample) -> None:
    """Check that undoing the last action, then redoing or replaying it, gives the same as before.

    Compared are position, log and events.
    """
    for played in sample.games:
        for match in played.walk(TAKEN_BACK):
            _check_undo(match, played.name)


def _check_undo(match: Match, name: str) -> None:
    after, log = _all_of(match), match.log
    for by_redo in (True, False):
        if not match.undo(anyway=True):
            require(match.nature == "seeded" or not log, name, "an imposed action cannot be taken back")
            return
        seat, action = log[len(match.moves)]
        place = f"{name}, action {len(match.moves)}:"
        require(match.log == log[: len(match.moves)], place, "undo changed earlier actions")
        require(match.state.tobytes() != after[0], place, "it changed nothing")
        if by_redo:
            match.redo()
        else:
            match.play(action, seat)
        require(_all_of(match) == after, place, "undone and played again, it led to another position")


def _all_of(match: Match) -> tuple[Any, ...]:
    return match.state.tobytes(), match.log, list(match.events), match.points, match.ranks
