"""Twin worlds at the table: what a seat cannot know is dealt afresh, and not one byte of its page changes."""

from __future__ import annotations

import copy
import random

import pytest

from donjon.kernel import game as kernel
from donjon.kernel import generic, rng
from donjon.table import pages
from donjon.table.identity import Identity
from donjon.table.playing import Playing
from donjon.table.viewers import Screens, viewer
from tests.table.people import SECRET, new_playing, step

GAME = "ys"
PEOPLE = ("ann", "bob", "eve", "joe")
VARIANTS = [
    (2, {}),
    (3, {"royal_favour": "yes"}),
    (4, {}),
    (4, {"open_placement": "yes", "express": "yes", "royal_favour": "yes"}),
]
STRANGER = None


def twin_of(playing: Playing, seat: int | None, luck: int) -> Playing:
    """The same table with everything re-dealt that the seat (None: a spectator) cannot know."""
    twin = copy.copy(playing)
    twin.state = kernel.copy(playing.state)
    generic.redeal(twin.state, generic.NOBODY if seat is None else seat, rng.new(luck))
    twin.pages, twin._views = {}, {}
    return twin


def page(playing: Playing, guest: str | None) -> str:
    eyes = viewer(playing, guest, "en", Screens())
    return pages.live(playing, eyes, Identity(SECRET), "http://table")


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_page_tells_no_secret(players, options):
    """YS-10.9: every seat's page, and a spectator's, at moments spread over a whole game."""
    chance = random.Random(players)
    playing = new_playing(*PEOPLE[:players], game=GAME, **options)
    looked = changed = 0
    while not playing.over:
        if chance.random() < 0.02:
            for seat in (*range(players), STRANGER):
                guest = PEOPLE[seat] if seat is not None else None
                twin = twin_of(playing, seat, looked)
                assert page(twin, guest) == page(playing, guest), (seat, playing.seq)
                changed += twin.state.tobytes() != playing.state.tobytes()
                looked += 1
        step(playing, chance)
    assert looked > 4
    assert changed > 2


def test_an_owner_sees_the_difference():
    """The test above can fail: whose brokers were dealt afresh sees another page."""
    chance = random.Random(1)
    playing = new_playing(*PEOPLE, game=GAME)
    while not any(not broker["face_up"] for broker in playing.view(None)["brokers"]):
        step(playing, chance)
    owner = next(broker["owner"] for broker in playing.view(None)["brokers"] if not broker["face_up"])
    rival = (owner + 1) % 4
    twins = [twin_of(playing, rival, luck) for luck in range(12)]
    assert len({page(twin, PEOPLE[owner]) for twin in twins}) > 1
    assert len({page(twin, PEOPLE[rival]) for twin in twins}) == 1
