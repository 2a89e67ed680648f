"""What the rules tell is what the events declare."""

from __future__ import annotations

import re

from donjon.kernel.event_log import EVERYONE, MOST_ARGUMENTS
from tests.games.ys.playing import played
from tests.games.ys.stage import GAME, VARIANTS

KINDS = GAME.events.kinds


def test_every_event_has_the_arguments_that_its_kind_declares() -> None:
    """Arguments that are not declared are 0; only a kind with a sentence without them can be a secret."""
    seen: set[str] = set()
    games = 0
    while len(seen) < len(KINDS) or games < len(VARIANTS):
        assert games < 200, set(KINDS) - seen
        players, options = VARIANTS[games % len(VARIANTS)]
        games += 1
        (match,) = played(players, games, options, stops=0)
        for event in match.events:
            kind = KINDS[event.kind]
            seen.add(event.kind)
            spare = MOST_ARGUMENTS - len(kind.arguments)
            assert event.args[len(event.args) - spare :] == (0,) * spare, event
            assert event.to == EVERYONE or kind.unseen, event


def test_sentences_name_no_argument_that_is_not_told() -> None:
    for name, kind in KINDS.items():
        for text in (kind.sentence, kind.unseen):
            if isinstance(text, str):
                places = set(re.findall(r"{(\w+)}", text))
                assert places <= {"seat", *kind.arguments, *kind.says}, name
        assert "{" not in kind.unseen.replace("{seat}", ""), name
