"""Check what is written and read back: actions, records, positions, options, views."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np

import donjon
from donjon.errors import BadOption
from donjon.kernel import NATURE, Game, rules
from donjon.kernel.decisions import legal_list
from donjon.play.match import Match
from donjon.testing.information import viewers, viewpoint
from donjon.testing.sample import Sample, random_options, random_value, require

# The share of the positions at which the record is written and replayed.
RECORDED = 0.01


def texts_are_read_back(sample: Sample) -> None:
    """Check that the text of every legal action, nature's too, is read back as that action and no other."""
    game = sample.game
    for step in sample.some():
        for seat in step.waiting:
            texts: dict[str, int] = {}
            for action in legal_list(step.before, seat):
                text = game.action_text(step.before, seat, action)
                require(text == text.strip() and text.isprintable() and text, step.place, f"text {text!r}")
                require(text not in texts, step.place, f"{text!r} is action {texts.get(text)} and {action}")
                texts[text] = action
                read = game.parse_action(step.before, seat, text)
                require(read[-1:] == [action], step.place, f"{text!r} of action {action} is read as {read}")


def records_replay(sample: Sample) -> None:
    """Check that a record replays to the same position, log and events, and is written the same again.

    A reader's record says the same or hides it; when the game is over it hides nothing.
    """
    for played in sample.games:
        for match in played.walk(RECORDED):
            _check_record(match, f"{played.name}, action {len(match.moves)}:")


def _check_record(match: Match, place: str) -> None:
    again = donjon.load(match.record())
    require(again.state.tobytes() == match.state.tobytes(), place, "the record leads to another position")
    require(again.log == match.log and again.events == match.events, place, "the record gives other events")
    whole = _actions(match)
    require(_actions(again) == whole, place, "the record of a loaded record differs")
    for reader in viewers(match.state):
        shown = _actions(match, reader)
        for line, shown_line in zip(whole, shown, strict=True):
            hidden = shown_line.endswith("?") and not match.over
            require(
                shown_line == line or hidden,
                place,
                f"the record of {reader} says {shown_line!r} for {line!r}",
            )


def _actions(match: Match, reader: int | str | None = "all") -> list[str]:
    """Return the lines of a record without its headers, which may carry a seed."""
    return match.record(reader).partition("\n\n")[2].splitlines()


def positions_come_back(sample: Sample) -> None:
    """Check that a position written as JSON and read back is the same byte for byte.

    Positions before the first decision of a seat are left out. Reading checks the invariants of a
    position, which every position that is played must keep.
    """
    for played in sample.games:
        first = next(number for number, step in enumerate(played.steps) if step.seat != NATURE)
        wanted = {id(step) for step in played.steps[first:]}
        for step in played.steps[first:]:
            wrong = [] if sample.game.faults is None else list(sample.game.faults(step.before))
            require(not wrong, step.place, "a played position is incomplete:", *wrong)
        for step in sample.some(0.05):
            if id(step) in wanted:
                _check_position(sample.game, step.before, step.place)
        _check_position(sample.game, played.match.state, played.name)


def _check_position(game: Game, state: Any, place: str) -> None:
    frame = {"game": game.name, "players": int(rules.seats(state))}
    stated = json.loads(json.dumps({**frame, **game.position(state)}))
    again = donjon.from_position(stated, nature="imposed")
    require(again.position() == stated, place, "a position read back differs")
    require(again.state.tobytes() == state.tobytes(), place, "a position read back has different bytes")


def options_come_back(sample: Sample) -> None:
    """Check that options in words are the same when read and written again, and unknown ones refused."""
    game = sample.game
    random = Random(game.name)
    for players in game.seats:
        choices = [{}, *({option.name: value} for option in game.options for value in option.choices)]
        choices += [{option.name: random_value(option, random)} for option in game.options for _ in range(5)]
        choices += [random_options(game, players, random) for _ in range(20)]
        read = sum(_comes_back(game, players, options) for options in choices)
        require(read > len(game.options), game.name, f"hardly any option can be chosen by {players}")
        _check_refused(game, players, {"no such option": "yes"})
    for players in (game.seats.start - 1, game.seats.stop):
        _check_refused(game, players, {})


def _comes_back(game: Game, players: int, choices: dict[str, Any]) -> bool:
    try:
        options = game.read_options(players, choices)
    except BadOption:
        return False  # a value that does not go with this number of players, or an entry of a list
    shown = json.loads(json.dumps(game.show_options(options)))
    again = game.read_options(players, shown)
    require(again.tobytes() == options.tobytes(), game.name, f"options {choices} come back as {shown}")
    return True


def _check_refused(game: Game, players: int, choices: dict[str, Any]) -> None:
    try:
        game.read_options(players, choices)
    except BadOption:
        return
    require(False, game.name, f"takes the options {choices} for {players} players")


def views_are_plain_data(sample: Sample) -> None:
    """Check that every viewer's view is plain JSON, and every observation consists of finite numbers."""
    game = sample.game
    for step in sample.some():
        for viewer in viewers(step.before):
            view = game.view(step.before, viewer)
            require(
                json.loads(json.dumps(view)) == view, step.place, f"the view of {viewer} is not plain data"
            )
            numbers = np.full(game.OBSERVATION, np.nan, np.float32)
            rules.observe(step.before, viewpoint(viewer), numbers)
            require(np.isfinite(numbers).all(), step.place, f"the observation of {viewer} is not filled")
