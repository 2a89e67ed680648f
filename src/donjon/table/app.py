"""Build the web application: shared state, routes, middleware, startup and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from donjon.coach.pool import CoachPool
from donjon.errors import DonjonError
from donjon.table import home, site_files
from donjon.table.host.limits import Quotas, RateLimits
from donjon.table.host.security import Guard
from donjon.table.host.settings import Settings
from donjon.table.learn import lessons, puzzles, replay, review, rules_pages
from donjon.table.learn.review import Reviews
from donjon.table.live import play, posters, text_board
from donjon.table.live.bot_keeper import BotKeeper, Lanes
from donjon.table.live.coaching import Coach
from donjon.table.live.levels import Preparing
from donjon.table.live.tables import Tables
from donjon.table.live.viewers import Screens
from donjon.table.store.claim import can_share
from donjon.table.store.storage import Storage
from donjon.table.web import assets, errors, health
from donjon.table.web.sessions import Identity, Sessions
from donjon.table.wire.streams import Hub, StreamSettings

if TYPE_CHECKING:
    from donjon.table.store.bus import Bus

# Seconds from one notice about limits to the next.
COUNT_EVERY = 0.5

ROUTES = [
    Route("/", home.home),
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
    Route("/puzzles", puzzles.every),
    Route("/puzzles/{game}", puzzles.of_game),
    Route("/puzzles/{game}/{number}", puzzles.one),
    Route("/stream", play.streams),
    Route("/t/{table}", play.show),
    Route("/t/{table}/text", text_board.show),
    Route("/t/{table}/live", play.live),
    Route("/t/{table}/answer", play.answer),
    Route("/t/{table}/stream", play.stream),
    Route("/t/{table}/move", play.move, methods=["POST"]),
    Route("/t/{table}/undo", play.undo, methods=["POST"]),
    Route("/t/{table}/redo", play.redo, methods=["POST"]),
    Route("/t/{table}/screen", play.screen, methods=["POST"]),
    Route("/t/{table}/sit/{token}", play.sit_form, methods=["GET"]),
    Route("/t/{table}/sit/{token}", play.sit, methods=["POST"]),
    Route("/t/{table}/log", replay.whole_log),
    Route("/t/{table}/replay", replay.replay),
    Route("/t/{table}/record.txt", replay.record),
    Route("/t/{table}/verify", replay.verify),
    Route("/t/{table}/review", review.review),
    Route("/t/{table}/review/{number}.svg", review.picture),
    Route("/t/{table}/poster.svg", posters.svg),
    Route("/t/{table}/poster.png", posters.png),
    Route("/static/{name:path}", assets.static_file),
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


def _changed(state: Any, table: str) -> None:
    state.hub.notify(table)
    if state.bots is not None:
        state.bots.wake(table)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    state = app.state
    try:
        pool = state.new_pool()
    except DonjonError as failure:
        state.failure = failure
        raise
    state.bots = BotKeeper(state.tables, pool, state.settings, state.lanes)
    state.preparing = Preparing(getattr(pool, "compilers", None))
    state.preparing.begin(state.hub.notify_all)
    state.coach = Coach(pool, state.preparing)
    state.reviews = Reviews(pool, state.preparing)
    bus = _join(state) if can_share(state.settings.database_url) else None
    tasks = [asyncio.create_task(state.bots.resume())]
    if bus is not None:
        tasks.append(asyncio.create_task(state.bots.sweep()))
        tasks.append(asyncio.create_task(_count_together(state.limits, bus)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await state.bots.close()
        if bus is not None:
            await bus.close()
        await state.reviews.close()
        await asyncio.to_thread(pool.close)
        state.storage.close()


def _join(state: Any) -> Bus:
    """Join the processes that share the database: tell them what is stored here, and hear of theirs."""
    # psycopg is installed for PostgreSQL only.
    from donjon.table.store.bus import Bus

    tables, hub, screens = state.tables, state.hub, state.screens
    reading = set[asyncio.Task[None]]()

    def stored(table: str, seq: int | None) -> None:
        if tables.behind(table, seq) or hub.watching(table):
            task = asyncio.create_task(_catch_up(tables, table, seq))
            reading.add(task)
            task.add_done_callback(reading.discard)

    def screen(key: str, seat: int | None) -> None:
        table, _, guest = key.partition(" ")
        screens.note(table, guest, seat)
        hub.notify(table)

    def announce(table: str, seq: int | None) -> None:
        bus.send("stored" if seq is not None else "seated", table, seq)

    bus = Bus(
        state.settings.database_url,
        state.settings.lock_patience,
        state.settings.secret,
        {"stored": stored, "seated": stored, "screen": screen, "spent": state.limits.note},
        lambda: tables.poll(hub.watched()),
    )
    tables.heard, tables.announce = hub.notify, announce
    screens.announce = lambda table, guest, seat: bus.send("screen", f"{table} {guest}", seat)
    state.bots.claims = bus
    return bus


async def _count_together(limits: RateLimits, bus: Bus) -> None:
    """Tell the other processes what addresses have spent here, until cancelled."""
    while True:
        limits.share(partial(bus.send, "spent"))
        await asyncio.sleep(COUNT_EVERY)


async def _catch_up(tables: Tables, table: str, seq: int | None) -> None:
    """Read the news of a table; what fails now is found by the next poll."""
    with suppress(DonjonError, SQLAlchemyError):
        await tables.catch_up(table, seq)
