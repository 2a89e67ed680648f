"""The conformance suite: what must hold for every game, on random play.

    >>> conformance.check("kingdom-builder", games=4)

raises `NotConforming`, an AssertionError, that lists what does not hold and where. Under pytest each check
is a test of its own:

    @pytest.fixture(scope="module")
    def games() -> conformance.Sample:
        return conformance.sample("my-game", games=20)

    @pytest.mark.parametrize("check", conformance.CHECKS)
    def test_my_game_conforms(check, games) -> None:
        check(games)

What is checked, of

- rules: every game ends; `legal` agrees with `forbids` for every action and seat; nature draws what is legal;
  secret choices have no order; points and ranks agree; undo and redo are the identity.
- words: refusals name a rule of the rulebook and say why, and `why_not` agrees with `forbids`; every event,
  action and prompt has a sentence for each viewer; no rule is cited that the rulebook lists as silent.
- notation: texts are read back; records replay to the same bytes; positions and options come back the same,
  and no position of the sample has `faults`; views are plain data.
- secrets: a re-deal changes nothing that its viewer sees and depends on nothing hidden; no moment within an
  action tells twin worlds apart; events that reveal are declared, and all that are declared do; what can be
  undone has shown nothing; where a position is `settled`, nothing is drawn or hidden; what a seat sees or may
  do differently, it observes differently.
- speed: bots find whole legal decisions, by what their seat may know; interpreted and compiled rules agree.

Games that start from positions of your own are checked too: `Sample(GAME, [("rich", match), ...])`. Whether a
game can come to a position is not asked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from donjon.testing.deciding import bots_decide, secret_choices_sway_nobody
from donjon.testing.information import (
    all_that_is_seen_is_observed,
    all_that_reveals_is_declared,
    no_moment_tells_worlds_apart,
    redeals_change_nothing_seen,
    settled_positions_hide_nothing,
    what_is_declared_reveals,
    what_is_taken_back_has_shown_nothing,
    worlds_are_redealt_alike,
)
from donjon.testing.notation import (
    options_come_back,
    positions_come_back,
    records_replay,
    texts_are_read_back,
    views_are_plain_data,
)
from donjon.testing.rules import (
    events_are_said,
    games_end,
    legal_agrees_with_forbids,
    nature_draws_what_is_legal,
    refusals_say_why,
    secret_choices_have_no_order,
    silent_rules_are_silent,
    undo_then_redo,
    why_not_agrees_with_forbids,
)
from donjon.testing.sample import NotConforming, Played, Sample, sample
from donjon.testing.speeds import interpreted_is_compiled

__all__ = ["CHECKS", "INTERPRETED", "Check", "NotConforming", "Played", "Sample", "check", "sample"]

Check = Callable[[Sample], None]

# The checks that need no compiler.
INTERPRETED: tuple[Check, ...] = (
    games_end,
    legal_agrees_with_forbids,
    nature_draws_what_is_legal,
    refusals_say_why,
    why_not_agrees_with_forbids,
    events_are_said,
    silent_rules_are_silent,
    secret_choices_have_no_order,
    undo_then_redo,
    texts_are_read_back,
    records_replay,
    positions_come_back,
    options_come_back,
    views_are_plain_data,
    redeals_change_nothing_seen,
    worlds_are_redealt_alike,
    no_moment_tells_worlds_apart,
    what_is_taken_back_has_shown_nothing,
    all_that_reveals_is_declared,
    what_is_declared_reveals,
    settled_positions_hide_nothing,
    all_that_is_seen_is_observed,
    bots_decide,
    secret_choices_sway_nobody,
)
# All checks; with DONJON_INTERPRETED=1 there is no compiled code to compare with.
CHECKS: tuple[Check, ...] = (
    INTERPRETED if os.environ.get("DONJON_INTERPRETED") == "1" else (*INTERPRETED, interpreted_is_compiled)
)


def check(game: str, games: int = 20, seed: int = 0, checks: Iterable[Check] = CHECKS) -> None:
    """Play `games` random games and check them all. Raises NotConforming, which lists all faults."""
    played = sample(game, games, seed)
    wrong = []
    for each in checks:
        try:
            each(played)
        except NotConforming as error:
            wrong.append(f"{each.__name__}: {error}")
    if wrong:
        raise NotConforming("\n".join([f"{game} does not conform:", *wrong]))
