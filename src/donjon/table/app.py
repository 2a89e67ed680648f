"""Build the web application: shared state, routes, middleware, startup and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from donjon.coach.pool import CoachPool
from donjon.errors import DonjonError
from donjon.table import home, site_files, starting
from donjon.table.host.limits import Quotas, RateLimits
from donjon.table.host.security import Guard
from donjon.table.host.settings import Settings
from donjon.table.learn import boards, lessons, puzzles, replay, retrying, review_pages, rules_pages
from donjon.table.learn.review import Reviews
from donjon.table.live import (
    agreements,
    deadlines,
    devices,
    gathering,
    levels,
    lobby,
    play,
    posters,
    text_board,
)
from donjon.table.live.bot_keeper import BotKeeper, Lanes
from donjon.table.live.coaching import Coach
from donjon.table.live.crowds import Crowds
from donjon.table.live.levels import Preparing
from donjon.table.live.tables import Tables
from donjon.table.live.viewers import Screens
from donjon.table.store.claim import can_share
from donjon.table.store.heartbeat import Heartbeat
from donjon.table.store.storage import Storage
from donjon.table.web import assets, errors, health
from donjon.table.web.sessions import Identity, Sessions
from donjon.table.wire.streams import Hub, StreamSettings

ROUTES = [
    Route("/", home.home),
    Route("/games", home.own_games),
    Route("/start", starting.start, methods=["POST"]),
    Route("/play", starting.ask),
    Route("/deal", starting.deal, methods=["POST"]),
    Route("/new", home.new_form, methods=["GET"]),
    Route("/new", home.new_game, methods=["POST"]),
    Route("/language", home.choose_language, methods=["POST"]),
    Route("/about", home.about),
    Route("/rules", rules_pages.rules),
    Route("/rules/{game}", rules_pages.rules_of),
    Route("/rules/{game}/story", rules_pages.story),
    Route("/rules/{game}/story/{panel}.svg", rules_pages.panel_picture),
    Route("/rules/{game}/{chapter}", rules_pages.chapter),
    Route("/rules/{game}/{chapter}/{example}.svg", rules_pages.example_picture),
    Route("/rules/{game}/{chapter}/{example}", rules_pages.example),
    Route("/learn", lessons.every),
    Route("/learn/{game}", lessons.offer, methods=["GET"]),
    Route("/learn/{game}", lessons.begin, methods=["POST"]),
    Route("/learn/{game}/{number}.svg", boards.picture),
    Route("/learn/{game}/{number}", boards.one),
    Route("/puzzles", puzzles.every),
    Route("/puzzles/today", puzzles.of_today),
    Route("/puzzles/{game}", puzzles.of_game),
    Route("/puzzles/{game}/{number}", puzzles.one),
    Route("/device", devices.offer, methods=["GET"]),
    Route("/device", devices.make, methods=["POST"]),
    Route("/device/{token}", devices.show, methods=["GET"]),
    Route("/device/{token}", devices.take, methods=["POST"]),
    Route("/stream", play.streams),
    Route("/t/{table}", play.show),
    Route("/t/{table}/text", text_board.show),
    Route("/t/{table}/live", play.live),
    Route("/t/{table}/answer", play.answer),
    Route("/t/{table}/stream", play.stream),
    Route("/t/{table}/move", play.move, methods=["POST"]),
    Route("/t/{table}/undo", play.undo, methods=["POST"]),
    Route("/t/{table}/redo", play.redo, methods=["POST"]),
    Route("/lobby", lobby.show),
    Route("/j", gathering.ask_code),
    Route("/j/{code}", gathering.by_code),
    Route("/t/{table}/sit", gathering.sit, methods=["POST"]),
    Route("/t/{table}/seat", gathering.change_seat, methods=["POST"]),
    Route("/t/{table}/listing", gathering.list_it, methods=["POST"]),
    Route("/t/{table}/pace", gathering.pace, methods=["POST"]),
    Route("/t/{table}/start", gathering.start, methods=["POST"]),
    Route("/t/{table}/again", play.again, methods=["POST"]),
    Route("/t/{table}/offer", agreements.offer, methods=["POST"]),
    Route("/t/{table}/consent", agreements.consent, methods=["POST"]),
    Route("/t/{table}/resign", agreements.resign, methods=["POST"]),
    Route("/t/{table}/claim", agreements.claim, methods=["POST"]),
    Route("/t/{table}/zone", agreements.zone, methods=["POST"]),
    Route("/t/{table}/leave", play.leave, methods=["POST"]),
    Route("/t/{table}/back", play.come_back, methods=["POST"]),
    Route("/t/{table}/screen", play.screen, methods=["POST"]),
    Route("/t/{table}/sit/{token}", play.sit_form, methods=["GET"]),
    Route("/t/{table}/sit/{token}", play.sit, methods=["POST"]),
    Route("/t/{table}/log", replay.whole_log),
    Route("/t/{table}/replay", replay.replay),
    Route("/t/{table}/record.txt", replay.record),
    Route("/t/{table}/verify", replay.verify),
    Route("/t/{table}/review", review_pages.review),
    Route("/t/{table}/review/{number}.svg", review_pages.picture),
    Route("/t/{table}/review/{number}", retrying.page),
    Route("/t/{table}/poster.svg", posters.svg),
    Route("/t/{table}/poster.png", posters.png),
    Route("/static/{name:path}", assets.static_file),
    Route("/boards/{language}/{name}.svg", site_files.board),
    Route("/preview/{language}/{name}.png", site_files.cover),
    Route("/icons/{name}.png", site_files.app_icon),
    Route("/apple-touch-icon.png", site_files.touch_icon),
    Route("/favicon.ico", site_files.favicon),
    Route("/site.webmanifest", site_files.manifest),
    Route("/robots.txt", site_files.robots),
    Route("/healthz", health.health),
    Route("/metrics", home.metrics),
]


def build(settings: Settings, new_pool: Callable[[], CoachPool] | None = None) -> Starlette:
    """Return the web application.

    `new_pool` makes the pool of workers in which bots and the coach think. The database is opened at once, so
    that a database that cannot be used is reported before anything is served.
    """
    storage = Storage(settings.database_url, settings.lock_patience)
    limits = RateLimits.of(settings)
    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(Guard, settings=settings, limits=limits),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(Sessions, identity=Identity(settings.secret)),
        ],
        exception_handlers=errors.HANDLERS,
        lifespan=_lifespan,
    )
    # A redirect would repeat the host name of the request, which anyone can make up.
    app.router.redirect_slashes = False
    _lay_out(app.state, settings, storage, limits)
    app.state.new_pool = new_pool or partial(CoachPool, workers=settings.bot_workers)
    return app


def _lay_out(state: Any, settings: Settings, storage: Storage, limits: RateLimits) -> None:
    """Put what all requests share into the application's state; the lifespan adds bots and coach."""
    state.settings = settings
    state.identity = Identity(settings.secret)
    state.storage = storage
    state.health = health.Health(storage)
    state.hub = Hub(settings.heartbeat)
    state.crowds = Crowds(state.hub)
    state.lobby = lobby.Lobby(storage)
    state.screens = Screens()
    state.limits = limits
    state.quotas = Quotas(limits, settings.games_per_day)
    state.lanes = Lanes()
    state.posters = posters.Posters()
    state.site_pictures = site_files.SitePictures()
    state.stream_settings = StreamSettings(settings.write_patience, settings.streams_per_address)
    state.failure = None
    state.bots = None
    state.preparing = Preparing()
    state.coach = Coach()
    state.reviews = Reviews()
    key_of = state.identity.table_key
    state.tables = Tables(
        storage,
        settings.tables_in_memory,
        key_of,
        lambda table: _changed(state, table),
        settings.tables_megabytes << 20,
        settings.letters,
    )
    state.tables.lobby_changed = partial(_lobby_changed, state)
    state.tables.heartbeat = Heartbeat(storage)
    state.tables.heartbeat.on_outage = state.tables.forget
    state.tables.stand_in = levels.usual()


def _lobby_changed(state: Any) -> None:
    """Read the lobby anew, and tell those who look at it."""
    state.lobby.forget()
    state.hub.notify(lobby.LOBBY)


def _changed(state: Any, table: str) -> None:
    state.hub.notify(table)
    if state.bots is not None:
        state.bots.wake(table)


async def _begin_tasks(state: Any) -> list[asyncio.Task[None]]:
    """Start what goes on beside the requests."""
    heartbeat = state.tables.heartbeat
    # Before anything is served: nobody's clock counts the time since the last server.
    await asyncio.to_thread(heartbeat.beat)
    works = state.bots.resume(), heartbeat.keep_beating(), deadlines.watch(state.tables)
    return [asyncio.create_task(work) for work in works]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    state = app.state
    shares = can_share(state.settings.database_url)
    pool = site = None
    try:
        if state.settings.bot_workers or not shares:
            pool = state.new_pool()
        if shares:
            # What it needs is installed for PostgreSQL only.
            from donjon.table.sharing import Site

            site = await Site.join(state, pool)
    except DonjonError as failure:
        state.failure = failure
        if pool is not None:
            await asyncio.to_thread(pool.close)
        raise
    thinker = site.pool if site is not None else pool
    assert thinker is not None
    state.bots = BotKeeper(state.tables, thinker, state.settings, state.lanes, state.hub.watching)
    state.preparing = Preparing(getattr(pool, "compilers", None))
    state.preparing.begin(state.hub.notify_all)
    state.coach = Coach(thinker, state.preparing)
    state.reviews = Reviews(thinker, state.preparing, storage=state.storage, announce=state.hub.notify)
    if site is not None:
        site.begin(state)
    tasks = await _begin_tasks(state)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if site is not None:
            await site.end_tasks()
        await state.bots.close()
        await state.reviews.close()
        if site is not None:
            await site.leave()
        if pool is not None:
            await asyncio.to_thread(pool.close)
        state.storage.close()
