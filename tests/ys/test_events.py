"""What the rules tell is what the events declare."""

from __future__ import annotations

import re

from donjon.kernel.event_log import EVERYONE
from donjon.kernel.events import MOST_ARGUMENTS
from donjon.ys.events import Event
from tests.ys.playing import played
from tests.ys.stage import VARIANTS


def test_every_event_has_the_arguments_that_its_kind_declares() -> None:
    """Arguments that are not declared are 0; only a kind with a sentence without them can be a secret."""
    seen = set()
    games = 0
    while len(seen) < len(Event) or games < len(VARIANTS):
        assert games < 200, [kind.name for kind in Event if kind not in seen]
        players, options = VARIANTS[games % len(VARIANTS)]
        games += 1
        (match,) = played(players, games, options, stops=0)
        for event in match.events:
            kind = Event[event.kind.upper()]
            seen.add(kind)
            spare = MOST_ARGUMENTS - len(kind.said.arguments)
            assert event.args[len(event.args) - spare :] == (0,) * spare, event
            assert event.to == EVERYONE or kind.said.unseen, event


def test_sentences_name_no_argument_that_is_not_told() -> None:
    for kind in Event:
        said = kind.said
        for text in (said.sentence, said.unseen):
            if isinstance(text, str):
                places = set(re.findall(r"{(\w+)}", text))
                assert places <= {"seat", *said.arguments, *said.says}, kind.name
        assert "{" not in said.unseen.replace("{seat}", ""), kind.name
