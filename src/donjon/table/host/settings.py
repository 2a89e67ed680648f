"""Where a table keeps its things and how patient it is."""

from __future__ import annotations

import math
import os
import secrets
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

from donjon.errors import DonjonError
from donjon.table.host import data_folder
from donjon.table.host.data_folder import DATABASE, SECRET


@dataclass(frozen=True)
class Settings:
    """All that the table can be told. Times are in seconds.

    Every number can be set from outside, as the variable DONJON_ and its name in capitals.
    """

    data: Path
    database_url: str
    secret: bytes = field(repr=False)
    # What links to open seats begin with, as "https://games.example.org"; "" for what the browser asked for.
    base_url: str = ""
    # Names under which the server may be asked, beside IP addresses; "*" for any. A guard against DNS
    # rebinding.
    hosts: tuple[str, ...] = ()
    # Addresses or networks of proxies that are believed when they say who asks, and by which scheme.
    proxies: tuple[str, ...] = ()
    # Addresses or networks from which the numbers at /metrics may be read.
    metrics: tuple[str, ...] = ()
    log_level: str = "warning"
    # A pause before each action of a bot, so that people can follow.
    bot_pause: float = 0.5
    # A bot that thinks longer (waiting for a free worker does not count) loses its choice to a simple one.
    bot_patience: float = 30.0
    # Processes in which bots think.
    bot_workers: int = 1
    # Games that a person may begin in a day; from one address: how many at once, then how many a second.
    games_per_day: int = 60
    games_burst: float = 40.0
    games_rate: float = 0.05
    # Moves that are stored for one address in a day; a new game counts as limits.MOVES_OF_A_GAME.
    writes_per_day: int = 50_000
    # Seconds within which an open page hears something.
    heartbeat: float = 3.0
    # How long a browser may take to say what it wants, to send a form, and to take what it is sent.
    head_patience: float = 10.0
    body_patience: float = 15.0
    write_patience: float = 10.0
    # How long answers that were begun may go on when the server is told to stop.
    stop_patience: float = 3.0
    # Open lines (sockets) in all, and of one address; 0 for what the limit of open files allows.
    lines: int = 0
    lines_per_address: int = 0
    streams_per_address: int = 100
    # Requests that change something, for each address: how many at once, then how many a second.
    burst: float = 60.0
    rate: float = 8.0
    # A move waits so long while another program has the database locked.
    lock_patience: float = 10.0
    # Tokens of processor time for all requests of each address, see limits.TOKEN.
    look_burst: float = 300.0
    look_rate: float = 30.0
    # Games held in memory; the others are replayed from the database when asked for.
    tables_in_memory: int = 200
    # And so many megabytes of them, but for the one asked for last.
    tables_megabytes: int = 64


def load(data: Path | str, **changes: object) -> Settings:
    """The settings of a data folder, which is made if need be, its secret key too.

    Whatever is not among `changes` (None counts as absent) comes from the environment, or is as usual. The
    database is DONJON_DATABASE_URL, or the file donjon.sqlite in the folder. Raises DonjonError with what to
    do when the folder cannot be used or a setting makes no sense.
    """
    folder = Path(data).expanduser()
    try:
        data_folder.prepare(folder)
        data_folder.finish_restore(folder)
        secret = _secret(folder / SECRET)
        data_folder.make_private(folder / SECRET)
    except OSError as error:
        raise DonjonError(
            f"The data folder {folder} cannot be used ({error.strerror or error}): "
            "name another with --data, or give yourself the right to write there."
        ) from None
    url = os.environ.get("DONJON_DATABASE_URL") or f"sqlite:///{folder / DATABASE}"
    given = {name: value for name, value in changes.items() if value is not None}
    return Settings(folder, url, secret, **{**_from_environment(), **given})  # type: ignore[arg-type]


def variable(name: str) -> str:
    """The environment variable that a setting is read from."""
    return f"DONJON_{name.upper()}"


def _from_environment() -> dict[str, object]:
    """The settings that the environment gives, but for those that say where things are kept."""
    found: dict[str, object] = {}
    for setting in fields(Settings):
        text = os.environ.get(variable(setting.name), "").strip()
        if not text or setting.default is MISSING:
            continue
        if isinstance(setting.default, (int, float)):
            found[setting.name] = _number(setting.name, text, type(setting.default))
        elif isinstance(setting.default, tuple):
            found[setting.name] = tuple(part.strip() for part in text.split(",") if part.strip())
        else:
            found[setting.name] = text
    return found


def _number(name: str, text: str, kind: type[int] | type[float]) -> float:
    try:
        number = kind(text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        what = "a whole number" if kind is int else "a number"
        raise DonjonError(f"{variable(name)} is {text!r}: it has to be {what}, 0 or more.")
    return number


def _secret(path: Path) -> bytes:
    """The key that signs seats and cookies: made once, readable by its owner only."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(32))
        try:
            # A hard link never replaces a key that another process made meanwhile.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    secret = path.read_text().strip().encode()
    if len(secret) < 32:
        raise DonjonError(
            f"{path} holds no key: delete it and start again (everybody will have to take their seats anew)."
        )
    return secret
