"""The wall around secrets: in twin worlds not one byte differs on the wire, whatever is asked, by whom, when.

Every route with every parameter, at every kind of decision, for every kind of viewer: a seat, seats that
share a screen, a spectator. A route or a parameter that is added without being listed in `asks` fails here.
The short form asks each kind of decision for one kind of viewer, in one language, about a sample of things;
DONJON_WALL=all asks for everybody about everything (`make wall`).
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from donjon.coach import analyse
from donjon.kernel.game import copy, from_bytes
from donjon.kernel.games import games
from donjon.kernel.rules import NOBODY
from donjon.table import site_files
from donjon.table.live import coaching, pages, viewers
from donjon.table.live.bot_keeper import BotKeeper
from donjon.table.live.coaching import Coach
from donjon.table.store.rows import BOT
from donjon.table.store.table_game import TableGame
from donjon.table.web.i18n import LANGUAGES
from donjon.table.web.sessions import Identity
from tests import loops
from tests.table import asks
from tests.table.people import SECRET, Quick, application, person, settings, store
from tests.table.worlds import dealt, other_seed, played, same_again, taken_back, twin_of

EVERYTHING = os.environ.get("DONJON_WALL") == "all"
# Random games in which the kinds of decisions are looked for, and how many of each kind are tried.
SEEDS = range(6 if EVERYTHING else 3)
MOMENTS = 3
# How often something is done and taken back before a decision.
DOUBT = 0.1
SAMPLE = 60 if EVERYTHING else 6
STEP = 1 if EVERYTHING else 7


@dataclass(frozen=True)
class Setting:
    """A game, who sits where, and its options."""

    game: str
    who: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()


ROYAL = (("royal_favour", "yes"), ("express", "yes"))
APART, SHARED = ("ann", "bob", "eve"), ("ann", "ann", "eve")
SETTINGS = [
    Setting("kingdom-builder", APART),
    Setting("kingdom-builder", SHARED),
    Setting("ys", APART, ROYAL),
    Setting("ys", SHARED),
    Setting("ys", ("ann", "bob")),
    Setting("caylus", APART),
    # Only here hints are given: nobody else would play against who is helped.
    Setting("kingdom-builder", ("ann", BOT)),
    Setting("ys", ("ann", BOT)),
]
# The kinds of decisions in which a seat knows something that others do not.
KINDS = {
    "kingdom-builder": {"start", "mandatory", "after", "target", "lift", "put"},
    "ys": {"bid", "order", "cards_first", "place", "value", "throne", "pick", "spy", "wizard", "bishop"},
    "caylus": set(),
}
# Kinds that are met once in several games, and the seeds of games in which they are.
RARE = {"spy", "wizard", "wizard_with", "messenger", "messenger_to", "bishop"}
RARE_SEEDS = {Setting("ys", APART, ROYAL): (10, 15)}

# A kind of decision at which the others hold something that the seat to move cannot know.
TOLD = {"kingdom-builder": "mandatory 1", "ys": "place 1"}


@dataclass(frozen=True)
class Viewer:
    """Who asks: a guest (None: a stranger), and the seat that says it holds a shared screen."""

    guest: str | None
    holder: int | None = None
    language: str = "en"


def viewers_of(setting: Setting, mover: int) -> list[Viewer]:
    """One of each kind: who is to move, another seat, both states of a shared screen, who watches."""
    who = setting.who
    found = [Viewer(who[mover])] if who.count(who[mover]) == 1 else []
    others = [seat for seat in range(len(who)) if seat != mover and who[seat] != BOT]
    found += [Viewer(who[seat]) for seat in others if who.count(who[seat]) == 1][:1]
    if who is SHARED:
        found += [Viewer("ann"), Viewer("ann", 0), Viewer("ann", 1)]
    return [*found, Viewer("zoe"), Viewer(None)]


def looking(table_game: TableGame, viewer: Viewer) -> viewers.Viewer:
    """Through whose eyes the table draws for a viewer."""
    screens = viewers.Screens()
    if viewer.holder is not None and viewer.guest is not None:
        screens.take(table_game.id, viewer.guest, viewer.holder)
    return viewers.viewer(table_game, viewer.guest, viewer.language, screens)


@cache
def game_of(setting: Setting, seed: int) -> tuple[TableGame, list[tuple[str, int]]]:
    """A random game, and before each decision of a person its kind and the number of entries."""
    kinds = []
    options = dict(setting.options)
    for table_game, _ in played(setting.game, *setting.who, seed=seed, steps=150, doubt=DOUBT, **options):
        if setting.who[table_game.waiting[0]] != BOT:
            kinds.append((kind_of(table_game), table_game.seq))
    return table_game, kinds


def kind_of(table_game: TableGame) -> str:
    """The phase, how many are waited for (where all decide at once), and the Bishop that is in play."""
    view = table_game.game.view(table_game.state, None)
    in_play = view.get("cards_in_play", {}).get("bishop") is not None
    return f"{view['phase']} {len(table_game.waiting)}{' bishop' if in_play else ''}"


@cache
def moments(setting: Setting) -> dict[str, list[tuple[int, int]]]:
    """For each kind of decision some moments of random games: (seed, number of entries before it)."""
    found: dict[str, list[tuple[int, int]]] = {}
    for seed in (*SEEDS, *RARE_SEEDS.get(setting, ())):
        for kind, number in game_of(setting, seed)[1]:
            if seed not in SEEDS and not RARE & set(kind.split()):
                continue
            here = found.setdefault(kind, [])
            # Not all from the first minutes of one game.
            if sum(one == seed for one, _ in here) < MOMENTS and (not here or number > here[-1][1] + 12):
                here.append((seed, number))
    return found


def at_moment(setting: Setting, seed: int, number: int) -> TableGame:
    return same_again(game_of(setting, seed)[0], number)


# Too many requests, and our own mistakes: two such answers are alike whatever lies behind them.
UNANSWERED = {429, *range(500, 600)}


class Drawn(site_files.SitePictures):
    """Draws no pictures: what is compared is of what they would be drawn."""

    async def png(self, svg: str, _household: str, _charge: Any = None) -> bytes:
        return svg.encode()


class Brief(Quick):
    """The coach itself, with a small budget, in this process."""

    PLAYOUTS = 2

    def analyse(self, game_name, state_bytes, seat, playouts, seed, *_rest, **_options):  # type: ignore[no-untyped-def]
        game, future = games[game_name], Future()
        found = analyse(game, from_bytes(game, state_bytes), seat, self.PLAYOUTS, seed=seed)
        future.set_result(found.as_dict())
        return future


class World:
    """One of two worlds on a server of its own, asked by one viewer."""

    def __init__(
        self,
        folder: Path,
        table_game: TableGame,
        viewer: Viewer,
        reading: asks.Reading,
        thinker: Quick | None = None,
    ) -> None:
        folder.mkdir(parents=True)
        self.app = application(folder)
        self.thinker = thinker or Quick()
        self.app.state.coach = Coach(self.thinker)
        self.app.state.posters = self.app.state.site_pictures = Drawn()
        store(self.app.state.storage, table_game)
        self.reading = reading
        self.viewer = viewer
        self.commitment = table_game.header.published
        self.client = person(self.app, viewer.guest)
        self.client.headers["accept-language"] = viewer.language
        if viewer.holder is not None and viewer.guest is not None:
            self.app.state.screens.take(table_game.id, viewer.guest, viewer.holder)

    def told(self, ask: asks.Ask) -> Any:
        status, heads, body = asks.answer(self.client, ask, self.reading)
        assert status not in UNANSWERED, f"{ask} was not answered, so nothing is compared"
        if ("content-encoding", "gzip") in heads:
            # Two commitments are not zipped to the same length; bodies are compared unzipped.
            heads = [head for head in heads if head[0] != "content-length"]
        return status, heads, self.without_commitment(body)

    def without_commitment(self, sent: bytes) -> bytes:
        """What was sent, without the one thing that may differ: each world has a seed of its own."""
        whole = self.commitment.encode()
        return sent.replace(whole, b"c" * len(whole)).replace(whole[:8], b"c" * 8)

    def counted(self, ask: asks.Ask) -> Any:
        """What is told, and what the numbers for whoever runs the table rise by."""
        before = asks.counted(self.client, self.reading)
        told = self.told(ask)
        after = asks.counted(self.client, self.reading)
        return told, {name: number - before.get(name, 0.0) for name, number in after.items()}

    def streamed(self, table_game: TableGame) -> list[list[bytes]]:
        frame = pages.frame_id(table_game, looking(table_game, self.viewer))
        return [self.first_events(table_game, seen) for seen in ("", frame, "x")]

    def first_events(self, table_game: TableGame, seen: str) -> list[bytes]:
        viewer = self.viewer
        cookie = None if viewer.guest is None else Identity(SECRET).guest_cookie(viewer.guest)
        sent = asks.first_events(self.app, table_game.id, cookie, viewer.language, seen, self.reading)
        return [self.without_commitment(one) for one in sent]

    def close(self) -> None:
        self.client.close()
        self.app.state.storage.close()


def asked(table_game: TableGame, viewer: Viewer, chance: random.Random) -> tuple[list[int], list[str]]:
    """Actions and texts to ask about: all that is legal for who asks, and others."""
    acts = looking(table_game, viewer).acts
    legal = [] if acts is None else table_game.legal(acts)
    others = chance.sample(range(table_game.game.ACTIONS), SAMPLE)
    actions = sorted(
        {*chance.sample(legal, min(len(legal), 2 * SAMPLE)), *others, 0, table_game.game.ACTIONS}
    )
    seat = table_game.waiting[0] if acts is None else acts
    texts = {table_game.game.action_text(table_game.state, seat, action) for action in actions[:-1][::3]}
    return actions, sorted(texts)


def compare(
    folder: Path, table_game: TableGame, twin: TableGame, viewer: Viewer, reading: asks.Reading
) -> int:
    """Ask both worlds everything; how often the coach was asked for a hint."""
    chance = random.Random(table_game.seq)
    eyes = looking(table_game, viewer)
    assert eyes == looking(twin, viewer)
    actions, texts = asked(table_game, viewer, chance)
    questions = [*asks.looks(table_game, actions, texts, STEP), *asks.elsewhere(table_game.game.name)]
    if viewer.guest is not None and eyes.acts is not None:
        questions += asks.tries(table_game, eyes.acts, viewer.guest, actions)
    one, other = (
        World(folder / "one", table_game, viewer, reading),
        World(folder / "other", twin, viewer, reading),
    )
    try:
        assert one.streamed(table_game) == other.streamed(twin)
        for ask in questions:
            assert one.told(ask) == other.told(ask), ask
        if one.thinker.analysed:
            for world in (one, other):
                assert b'id="advice-1"' in world.told(asks.get("", table_game, hint=1))[2]
        if viewer.guest is not None and eyes.acts is not None:
            act(one, other, table_game, twin, eyes.acts, viewer.guest, chance)
        assert one.thinker.analysed == other.thinker.analysed
        return len(one.thinker.analysed)
    finally:
        one.close()
        other.close()


def act(
    one: World,
    other: World,
    table_game: TableGame,
    twin: TableGame,
    seat: int,
    guest: str,
    chance: random.Random,
) -> None:
    """Play an action that shows the seat nothing that differs, if there is one, and take it back: twice."""
    legal = table_game.legal(seat)
    for action in chance.sample(legal, min(4, len(legal))):
        after = [world.plan(seat, [action], "", 0.0).plan.state for world in (table_game, twin)]
        if dealt(after[0], seat) == dealt(after[1], seat):
            break
    else:
        return
    since = pages.frame_id(table_game, looking(table_game, one.viewer))

    def alike(*questions: asks.Ask) -> TableGame:
        for ask in questions:
            (told, counts), (other_told, other_counts) = one.counted(ask), other.counted(ask)
            assert told == other_told, ask
            assert counts == other_counts, ask
        held: TableGame = one.app.state.tables._held[table_game.id]
        return held

    page, record = asks.get("", table_game), asks.get("/record.txt", table_game)
    then = alike(page, asks.changes(table_game, seat, guest, action, since))
    alike(asks.get("/live", table_game), asks.get("/log", table_game))
    then = alike(asks.takes_back(then, seat, guest), page, record)
    if then.steps != table_game.steps:
        return  # The turn had passed on, or chance had decided.
    # From a window that is told over its stream.
    since = pages.frame_id(then, looking(then, one.viewer))
    then = alike(asks.changes(then, seat, guest, action, since, listens=True))
    assert one.first_events(then, since) == other.first_events(then, since)
    then = alike(asks.takes_back(then, seat, guest, listens=True))
    assert one.first_events(then, since) == other.first_events(then, since)
    alike(asks.plays_again(then, seat, guest, action), page, record)


def check_listed(reading: asks.Reading) -> None:
    """Nothing was looked at that is not listed."""
    for route, listed in asks.LISTED.items():
        for names, known in ((reading.query[route], listed.query), (reading.form[route], listed.form)):
            new = set() if asks.ALL in known else names - known
            assert not new, f"{route} reads {new}: list it in asks.LISTED, and ask it there"
    assert reading.headers <= asks.HEADERS, reading.headers - asks.HEADERS
    assert reading.cookies <= asks.COOKIES, reading.cookies - asks.COOKIES


def test_every_route_is_listed() -> None:
    assert asks.routes() == set(asks.LISTED)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting.game} {' '.join(setting.who)}")
def test_nothing_on_the_wire_depends_on_what_the_viewer_may_not_know(
    tmp_path: Path, setting: Setting
) -> None:
    covered, languages, hints, undone = set(), set(), 0, 0
    with asks.Reading() as reading:
        for number, (kind, table_game, viewer) in enumerate(everybody(setting)):
            if kind in covered and not EVERYTHING:
                continue
            twin = twin_of(table_game, looking(table_game, viewer).viewpoint, random.Random(number))
            if twin is not None:
                language = [*LANGUAGES][(number + number // 6 if EVERYTHING else len(covered)) % 3]
                viewer = replace(viewer, language=language)
                hints += compare(tmp_path / f"{number}", table_game, twin, viewer, reading)
                undone += bool(taken_back(table_game))
                covered.add(kind)
                languages.add(language)
    check_listed(reading)
    missing = KINDS[setting.game] - words(covered) if setting.who is APART else set()
    assert not missing, f"no twin worlds were found for {missing}"
    assert hints or BOT not in setting.who, "no hint was given"
    assert undone or not covered, "nothing was taken back"
    assert len(languages) == min(len(LANGUAGES), len(covered))


def words(kinds: Iterable[str]) -> set[str]:
    return {word for kind in kinds for word in kind.split()}


def everybody(setting: Setting) -> Iterator[tuple[str, TableGame, Viewer]]:
    """Every kind of decision with every kind of viewer; the first viewer is another for each kind.

    In the short form a game is asked for all kinds in one setting, in the others for some.
    """
    kinds = sorted(moments(setting).items())
    for number, (kind, places) in enumerate(kinds if EVERYTHING or setting.who is APART else kinds[::4]):
        for seed, at in places:
            table_game = at_moment(setting, seed, at)
            every = viewers_of(setting, table_game.waiting[0])
            # Hints are for who is to move.
            first = 0 if BOT in setting.who else number
            for place in range(len(every) if EVERYTHING or words([kind]) & KINDS[setting.game] else 2):
                yield kind, table_game, every[(first + place) % len(every)]


@pytest.mark.parametrize("game", games)
def test_where_nothing_is_hidden_there_is_no_other_world(game: str) -> None:
    """The kinds of decisions above are empty for a game only because it has no secrets."""
    differs = False
    for table_game, _ in played(game, *APART, seed=1, steps=80):
        for seat in (NOBODY, 0, 1, 2):
            differs = differs or dealt(table_game.state, seat)[0] != table_game.state.tobytes()
    assert differs == bool(KINDS[game])


@pytest.mark.parametrize("setting", SETTINGS[:1] + SETTINGS[2:3], ids=lambda setting: setting.game)
def test_the_worlds_do_differ_for_who_knows(tmp_path: Path, setting: Setting) -> None:
    """The test above can fail: some other seat is sent something else."""
    for number, (seed, at) in enumerate(moments(setting)[TOLD[setting.game]]):
        table_game = at_moment(setting, seed, at)
        twin = twin_of(table_game, table_game.waiting[0], random.Random(at))
        if twin is None:
            continue
        differs = [
            name
            for name in set(setting.who) - {setting.who[table_game.waiting[0]]}
            if not alike(tmp_path / f"{number}{name}", table_game, twin, Viewer(name))
        ]
        assert differs
        return
    pytest.fail("no twin world was found")


@pytest.mark.parametrize("setting", SETTINGS[2:3], ids=lambda setting: setting.game)
def test_a_future_told_from_the_true_position_would_be_found(
    tmp_path: Path, setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail: a bid that is considered where the others' sealed bids lie shows them."""
    monkeypatch.setattr(viewers, "world_of", lambda table_game, _seat, _purpose: copy(table_game.state))
    monkeypatch.setitem(vars(games[setting.game]), "REVEALING", ())
    table_game = at_moment(setting, 1, game_of(setting, 1)[1][2][1])
    (seat,) = table_game.waiting
    for number in range(8):
        twin = twin_of(table_game, seat, random.Random(number))
        viewer = Viewer(setting.who[seat])
        if twin is not None and not alike(tmp_path / f"{number}", table_game, twin, viewer):
            return
    pytest.fail("the wall has a hole")


def first_twins(
    setting: Setting, kind: str, viewer: Viewer | None = None
) -> tuple[TableGame, TableGame, Viewer]:
    """The first moment of a kind at which there is another world for a viewer (None: who is to move)."""
    for seed, at in moments(setting)[kind]:
        table_game = at_moment(setting, seed, at)
        who = viewer or Viewer(setting.who[table_game.waiting[0]])
        twin = twin_of(table_game, looking(table_game, who).viewpoint, random.Random(at))
        if twin is not None:
            return table_game, twin, who
    raise AssertionError("no twin world was found")


@pytest.mark.parametrize("setting", SETTINGS[-2:], ids=lambda setting: setting.game)
def test_a_hint_of_the_true_position_would_be_found(
    tmp_path: Path, setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = {"kingdom-builder": "mandatory 1", "ys": "value 1"}[setting.game]
    table_game, twin, viewer = first_twins(setting, kind)
    assert alike(tmp_path / "sound", table_game, twin, viewer)
    monkeypatch.setattr(coaching, "world_of", lambda table_game, _seat, _purpose: copy(table_game.state))
    with pytest.raises(AssertionError, match="'hint', 1"):
        compare(tmp_path / "leaking", table_game, twin, viewer, asks.Reading())


def alike(folder: Path, table_game: TableGame, twin: TableGame, viewer: Viewer) -> bool:
    try:
        compare(folder, table_game, twin, viewer, asks.Reading())
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("setting", SETTINGS[:1] + SETTINGS[2:3], ids=lambda setting: setting.game)
def test_bots_are_asked_the_same_in_both_worlds(tmp_path: Path, setting: Setting) -> None:
    """What a bot is handed, and so what it chooses, depends on nothing that its seat may not know."""
    compared = 0
    for places in moments(setting).values():
        for seed, at in places[:2]:
            table_game = at_moment(setting, seed, at)
            seat = table_game.waiting[0]
            twin = twin_of(table_game, seat, random.Random(at))
            if twin is None:
                continue
            asked = []
            for world in (table_game, twin):
                thinker = Quick()
                keeper = BotKeeper(None, thinker, settings(tmp_path))  # type: ignore[arg-type]
                chosen = loops.run(keeper._choose(world, seat))
                asked.append((chosen, thinker.asked, thinker.seeds))
            assert asked[0] == asked[1]
            compared += 1
    assert compared >= len(KINDS[setting.game])


@pytest.mark.parametrize("setting", SETTINGS[::2], ids=lambda setting: setting.game)
def test_nothing_but_the_commitment_depends_on_the_seed(tmp_path: Path, setting: Setting) -> None:
    """What was played is the same in both worlds; what will be drawn is not."""
    table_game = at_moment(setting, 1, game_of(setting, 1)[1][3][1])
    twin = other_seed(table_game)
    assert twin.state.tobytes() == table_game.state.tobytes()
    assert twin.header.published != table_game.header.published
    seat = table_game.waiting[0]
    for number, viewer in enumerate(viewers_of(setting, seat)):
        compare(tmp_path / f"{number}", table_game, twin, viewer, asks.Reading())
    asked = []
    for world in (table_game, twin):
        thinker = Quick()
        keeper = BotKeeper(None, thinker, settings(tmp_path))  # type: ignore[arg-type]
        asked.append((loops.run(keeper._choose(world, seat)), thinker.asked, thinker.seeds))
    assert asked[0] == asked[1]
