"""Check secrets: what a viewer cannot know changes neither what it sees nor which events it gets.

What it sees and may do differs in its observation, the numbers for learners, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any

import numpy as np

from donjon.kernel import NATURE, NOBODY, Game, copy, event_log, rng, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.event_log import Event
from donjon.kernel.observing import changing
from donjon.play.history import stands
from donjon.play.moments import Happening, happen
from donjon.testing.sample import Sample, Step, require

# The number of worlds that are dealt for one viewer of one position.
DEALS = 3
# The share of the actions that is checked where checking all would take too long.
QUIET = 0.2
# The number of actions of a game that are compared with those of another world.
TWINS = 70
# The share of the cases in which the view afterwards is compared, too, which takes longer.
LOOKS = 0.1
# The number of worlds that are tried to find one in which an action looks the same to a viewer.
TRIES = 6
# A kind of event that is declared to reveal but never did in this number of worlds reveals nothing.
ENOUGH = 40


def redealt(state: Any, viewer: int | None, stream: int) -> Any:
    """Return a world that the viewer (None: a spectator) cannot tell from this one."""
    world = copy(state)
    rules.redeal(world, viewpoint(viewer), rng.new("world", stream))
    return world


def redeals_change_nothing_seen(sample: Sample) -> None:
    """Check that a re-deal changes nothing that its viewer may know.

    That is: the view, the prompt, the observation, legal actions, seats to move and points.
    """
    for number, step in enumerate(sample.some()):
        for viewer in viewers(step.before):
            before = _seen(sample.game, step.before, viewer)
            for deal in range(DEALS):
                after = _seen(sample.game, redealt(step.before, viewer, DEALS * number + deal), viewer)
                wrong = [name for name in before if before[name] != after[name]]
                require(
                    not wrong, step.place, f"after redealing for {viewer}, these differ: {', '.join(wrong)}"
                )


def _seen(game: Game, state: Any, viewer: int | None) -> dict[str, Any]:
    numbers = np.zeros(game.OBSERVATION, np.float32)
    rules.observe(state, viewpoint(viewer), numbers)
    seats = range(int(rules.seats(state)))
    return {
        "view": game.view(state, viewer),
        "prompt": game.prompt(state, viewer).english(),
        "observation": numbers.tobytes(),
        "legal actions": [] if viewer is None else legal_list(state, viewer),
        "who is to decide": int(rules.waiting(state)),
        "points": [int(rules.total(state, seat)) for seat in seats],
        "a decision half made": bool(rules.decision_complete(state)),
    }


def settled_positions_hide_nothing(sample: Sample) -> None:
    """Check that from a settled position on nothing is drawn, and all viewers know the same."""
    for played in sample.games:
        settled = False
        for number, step in enumerate(played.steps):
            require(not settled or sample.game.settled(step.before), step.place, "it was settled before")
            settled = bool(sample.game.settled(step.before))
            if not settled:
                continue
            require(step.seat != NATURE, step.place, "it is settled, but nature decides")
            for viewer in viewers(step.before):
                same = redealt(step.before, viewer, number).tobytes() == step.before.tobytes()
                require(same, step.place, f"it is settled, but something is hidden from {viewer}")


def worlds_are_redealt_alike(sample: Sample) -> None:
    """Check that, with one generator, worlds that a viewer cannot tell apart become the same world.

    So nothing that starts from a re-deal, such as a bot's choice, can depend on what is hidden.
    """
    for number, step in enumerate(sample.some()):
        for viewer in viewers(step.before):
            wanted = redealt(step.before, viewer, number).tobytes()
            for deal in range(DEALS):
                other = redealt(step.before, viewer, number + 1 + deal)
                again = redealt(other, viewer, number).tobytes()
                require(again == wanted, step.place, f"the deal for {viewer} depends on hidden information")


def no_moment_tells_worlds_apart(sample: Sample) -> None:
    """Check that views within an action do not tell worlds apart that look the same before and after.

    Their number must be the same, too. A step that shows a viewer nothing new, but is counted, would tell
    it that something hidden has changed.
    """
    game = sample.game
    for step, viewer, true, other in twins(sample):
        true_moments, other_moments = shown(game, true, viewer), shown(game, other, viewer)
        kinds = [event.kind for event in true.events]
        require(
            len(true_moments) == len(other_moments),
            step.place,
            f"{viewer} sees the number of steps of {kinds}",
        )
        for one, another in zip(true_moments, other_moments, strict=True):
            wrong = [name for name in one if one[name] != another[name]]
            require(not wrong, step.place, f"during {kinds}, {viewer} sees a secret: {wrong}")


def twins(sample: Sample) -> Iterator[tuple[Step, int | None, Happening, Happening]]:
    """Yield actions in two worlds that a viewer cannot tell apart before, after, or by the events."""
    random = Random(sample.game.name)
    for played in sample.games:
        count = 0
        for number, step in enumerate(random.sample(played.steps, len(played.steps))):
            true = happen(sample.game, step.before, step.seat, step.action)
            if count == TWINS or (len(true.moments) < 2 and random.random() > QUIET):
                continue
            viewer = random.choice(viewers(step.before))
            other = _twin(sample.game, step, viewer, true, TRIES * number, random)
            if other is not None:
                count += 1
                yield step, viewer, true, other


def _twin(
    game: Game, step: Step, viewer: int | None, true: Happening, stream: int, random: Random
) -> Happening | None:
    """Return the same action, as the viewer sees it, in another world; None if no such world was found."""
    after = None
    for attempt in range(TRIES):
        world = redealt(step.before, viewer, stream + attempt)
        action = _same_to(viewer, step, world, random)
        if action is None or (action == step.action and world.tobytes() == step.before.tobytes()):
            continue
        other = happen(game, world, step.seat, action)
        if visible_events(true, viewer) == visible_events(other, viewer):
            after = game.view(true.after, viewer) if after is None else after
            if game.view(other.after, viewer) == after:
                return other
    return None


def _same_to(viewer: int | None, step: Step, world: Any, random: Random) -> int | None:
    """Return an action in a re-dealt world that looks the same to the viewer; None without one."""
    seat, action = step.seat, step.action
    seers = int(rules.observers(step.before, seat, action))
    if seers == event_log.EVERYONE or (viewer is not None and seers >> viewer & 1):
        return action if rules.forbids(world, seat, action) == 0 else None
    alike = [other for other in legal_list(world, seat) if rules.observers(world, seat, other) == seers]
    return random.choice(alike) if alike else None


def what_is_taken_back_has_shown_nothing(sample: Sample) -> None:
    """Check that an action that can be undone shows viewers the same, whatever is hidden from them."""
    game = sample.game
    random = Random(game.name)
    for number, step in enumerate(sample.steps):
        if step.seat == NATURE or random.random() > QUIET:
            continue
        true = happen(game, step.before, step.seat, step.action)
        viewer = random.choice(viewers(step.before))
        world = redealt(step.before, viewer, number)
        if stands(game, step.seat, true.events) or rules.forbids(world, step.seat, step.action):
            continue
        other = happen(game, world, step.seat, step.action)
        same = visible_events(true, viewer) == visible_events(other, viewer)
        same = same and game.view(true.after, viewer) == game.view(other.after, viewer)
        kinds = [event.kind for event in true.events]
        require(same, step.place, f"{kinds} can be undone, but reveals hidden information to {viewer}")


def all_that_reveals_is_declared(sample: Sample) -> None:
    """Check that, up to the first event that reveals, an action causes the same in all possible worlds.

    The kinds of events that reveal are `Game.REVEALING`: before an action is played, players can see its
    effects up to the first of these. The possible worlds are those that the seat cannot tell apart.
    """
    game, revealing = sample.game, sample.game.REVEALING
    require(set(revealing) <= set(game.EVENTS), game.name, "REVEALING names something that is not an event")
    random = Random(game.name)
    for step, action, world in _other_worlds(sample):
        true_happening, other_happening = (
            happen(game, state, step.seat, action) for state in (step.before, world)
        )
        for one, another in _pairs(true_happening, other_happening, step.seat):
            if one is not None and another is not None and {one.kind, another.kind} <= set(revealing):
                break
            require(one == another, step.place, f"{one} here, {another} elsewhere: an undeclared secret")
        else:
            if random.random() < LOOKS:
                views = [game.view(each.after, step.seat) for each in (true_happening, other_happening)]
                require(
                    views[0] == views[1], step.place, f"action {action} reveals a secret without declaring it"
                )


def what_is_declared_reveals(sample: Sample) -> None:
    """Check that each kind of event in `Game.REVEALING` that is frequent sometimes shows hidden things."""
    game = sample.game
    met: Counter[str] = Counter()
    revealed: set[str] = set()
    for number, step in enumerate(sample.steps):
        true_happening = happen(game, step.before, step.seat, step.action)
        kinds = {event.kind for event in true_happening.events} & set(game.REVEALING)
        for viewer in viewers(step.before) if step.seat != NATURE and kinds - revealed else ():
            world = redealt(step.before, viewer, number)
            if not rules.forbids(world, step.seat, step.action):
                met.update(kinds)
                other_happening = happen(game, world, step.seat, step.action)
                revealed |= {
                    kind for kind in kinds if _shows(game, kind, true_happening, other_happening, viewer)
                }
    idle = [kind for kind in met if met[kind] > ENOUGH and kind not in revealed]
    require(not idle, game.name, f"these kinds of events are declared as revealing, but never reveal: {idle}")


def _shows(
    game: Game, kind: str, true_happening: Happening, other_happening: Happening, viewer: int | None
) -> bool:
    """Return whether two worlds differ from an event of this kind to the next revealing one or the end.

    The view at the end is compared, too.
    """
    pairs = list(_pairs(true_happening, other_happening, viewer))
    reveals = [at for at, (one, _) in enumerate(pairs) if one is not None and one.kind in game.REVEALING]
    ends = dict(zip(reveals, [*reveals[1:], None], strict=True))
    for at in (at for at in reveals if true_happening.events[at].kind == kind):
        if any(one != another for one, another in pairs[at : ends[at]]):
            return True
        if ends[at] is None and game.view(true_happening.after, viewer) != game.view(
            other_happening.after, viewer
        ):
            return True
    return False


def _other_worlds(sample: Sample) -> Iterator[tuple[Step, int, Any]]:
    """Yield an action that a seat could play, in worlds that the seat cannot tell from the true one."""
    random = Random(sample.game.name)
    for number, step in enumerate(sample.steps):
        if step.seat == NATURE:
            continue
        legal = legal_list(step.before, step.seat)
        done = [action for action in legal if action in sample.game.FINISHING]
        for deal in range(DEALS if done or random.random() < QUIET else 0):
            yield step, random.choice(done or legal), redealt(step.before, step.seat, DEALS * number + deal)


def _pairs(
    true_happening: Happening, other_happening: Happening, viewer: int | None
) -> Iterator[tuple[Event | None, Event | None]]:
    """Return pairs of the events of two worlds, as far as a viewer may know them; None for missing ones."""
    one, other = (
        [event.seen_by(viewer) for event in each.events] for each in (true_happening, other_happening)
    )
    return zip_longest(one, other)


def has_secrets(sample: Sample) -> bool:
    """Return whether something was hidden from a spectator at some position."""
    return any(
        redealt(step.before, None, number).tobytes() != step.before.tobytes()
        for number, step in enumerate(sample.steps)
    )


# The number of times that each field takes the value of another position.
CHANGES = 6


def all_that_is_seen_is_observed(sample: Sample) -> None:
    """Check that positions that differ for a viewer, in view or legal actions, differ in `observe`.

    Compared are positions that were played, and each with one field as it is in another. An observation
    that forgets a field would show learners two games as one.
    """
    game = sample.game
    if game.observe is None:
        return
    met: dict[tuple[Any, ...], tuple[Any, str]] = {}
    for step in sample.some():
        for viewer in viewers(step.before):
            shown = _shown(game, step.before, viewer)
            first, place = met.setdefault(
                (viewer, *_observed(game, step.before, viewer)), (shown, step.place)
            )
            require(
                first == shown, step.place, f"{viewer} has the same observation as at {place}, but sees more"
            )
    for field, state, other, place in _changed(sample):
        for viewer in viewers(state):
            if _observed(game, state, viewer) == _observed(game, other, viewer):
                same = _shown(game, other, viewer) in (None, _shown(game, state, viewer))
                require(
                    same,
                    place,
                    f"with another '{field}', {viewer} sees or may do something that is not observed",
                )


def _changed(sample: Sample) -> Iterator[tuple[str, Any, Any, str]]:
    """Yield positions, and the same with one field of another position, which may be of another game."""
    random = Random(sample.game.name)
    steps = list(sample.steps)
    for field in dict(changing(sample.game.STATE.type)):
        records, _, name = field.rpartition(".")
        for _ in range(CHANGES):
            step, source = random.choice(steps), random.choice(steps).before
            changed = copy(step.before)
            if records:
                at, other = (random.randrange(int(rules.seats(step.before))) for _ in range(2))
                changed[records][at][name] = source[records][other][name]
            elif name != "players":
                changed[name] = source[name]
            if changed.tobytes() != step.before.tobytes():
                yield field, step.before, changed, step.place


def _shown(game: Game, state: Any, viewer: int | None) -> Any:
    """Return what a viewer sees and may do; None where no game comes to such a position."""
    try:
        return game.view(state, viewer), [] if viewer is None else legal_list(state, viewer)
    except Exception:
        return None


def _observed(game: Game, state: Any, viewer: int | None) -> tuple[bytes]:
    numbers = np.zeros(game.OBSERVATION, np.float32)
    rules.observe(state, viewpoint(viewer), numbers)
    return (numbers.tobytes(),)


def viewers(state: Any) -> list[int | None]:
    """Return all viewers of a position: a spectator and every seat."""
    return [None, *range(int(rules.seats(state)))]


def viewpoint(viewer: int | None) -> int:
    """Return the number of a viewer for a re-deal."""
    return NOBODY if viewer is None else viewer


def visible_events(happening: Happening, viewer: int | None) -> list[tuple[Any, ...]]:
    """Return the events as plain data, as far as the viewer may know them."""
    events = [event.seen_by(viewer) for event in happening.events]
    return [(event.kind, event.seat, event.args, event.rules) for event in events]


def shown(game: Game, happening: Happening, viewer: int | None) -> list[Any]:
    """Return the views that a viewer gets during the action, without those that show nothing new."""
    views: list[Any] = []
    for state in happening.moments:
        view = game.view(state, viewer)
        if not views or view != views[-1]:
            views.append(view)
    return views
