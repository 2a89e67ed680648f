"""The settings of a server, from the command line and the environment.

pydantic-settings would read the environment too, but importing pydantic takes 0.2 s of the 1.9 s in which a
table starts, and its messages would have to be turned into our sentences: some 25 lines to save 25.
"""

from __future__ import annotations

import math
import os
import secrets
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

from donjon.errors import DonjonError
from donjon.table.host import data_folder
from donjon.table.host.data_folder import DATABASE, SECRET

# Characters of a key, at least.
SHORTEST_SECRET = 32


@dataclass(frozen=True)
class Settings:
    """Every setting of a server. Times are in seconds.

    Each but `data` and `secret` can be set by the environment variable DONJON_ and its name in capitals.
    """

    data: Path
    database_url: str
    secret: bytes = field(repr=False)
    # The base address of links, such as "https://games.example.org"; "" for what the browser asked for.
    base_url: str = ""
    # Host names that the server answers to, beside IP addresses; "*" for any. A guard against DNS
    # rebinding.
    hosts: tuple[str, ...] = ()
    # Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted.
    proxies: tuple[str, ...] = ()
    # Addresses or networks from which /metrics may be read.
    metrics: tuple[str, ...] = ()
    log_level: str = "warning"
    # Processes that serve pages; more than one need PostgreSQL.
    processes: int = 1
    # The letters that the ids of tables created here start with, so that a proxy may prefer this server for
    # them; "" for any.
    letters: str = ""
    # A pause before each action of a bot, so that people can follow.
    bot_pause: float = 0.5
    # Timeout of a bot's choice, without the wait for a free worker; then a simple bot chooses instead.
    bot_patience: float = 30.0
    # Processes in which bots think.
    bot_workers: int = 1
    # Games that a person may start in a day; games of an address: a burst, then a rate per second.
    games_per_day: int = 60
    games_burst: float = 40.0
    games_rate: float = 0.05
    # Moves that are stored for one address in a day; a new game counts as limits.MOVES_OF_A_GAME.
    writes_per_day: int = 50_000
    # Seconds between two events of an open stream, at most.
    heartbeat: float = 3.0
    # Timeouts of a connection: for the head of a request, for its body, for reading the answer.
    head_patience: float = 10.0
    body_patience: float = 15.0
    write_patience: float = 10.0
    # Timeout for answers that are in progress when the server stops.
    stop_patience: float = 3.0
    # Connections in all, and of one address; 0 for what the limit of open files allows.
    lines: int = 0
    lines_per_address: int = 0
    streams_per_address: int = 100
    # Requests of an address that change something: a burst, then a rate per second.
    burst: float = 60.0
    rate: float = 8.0
    # Timeout of a move while another program has the database locked.
    lock_patience: float = 10.0
    # Tokens of processor time for all requests of each address, see limits.TOKEN.
    look_burst: float = 300.0
    look_rate: float = 30.0
    # Games held in memory; others are replayed from the database when they are asked for.
    tables_in_memory: int = 200
    # Megabytes of games in memory, without the one asked for last.
    tables_megabytes: int = 64


def load(data: Path | str, **changes: object) -> Settings:
    """Return the settings of a data folder; create the folder and its secret key if need be.

    A setting that is not among `changes` (None counts as absent) comes from the environment, or is the
    default. The database is DONJON_DATABASE_URL, or the file donjon.sqlite in the folder; the secret is
    DONJON_SECRET, or in the file secret.key in the folder. Raises DonjonError, which says what to do, when
    the folder cannot be used or a setting makes no sense.
    """
    folder = Path(data).expanduser()
    try:
        data_folder.prepare(folder)
        data_folder.finish_restore(folder)
        secret = _secret_of_all() or _secret(folder / SECRET)
        if (folder / SECRET).exists():
            data_folder.make_private(folder / SECRET)
    except OSError as error:
        raise DonjonError(
            f"The data folder {folder} cannot be used ({error.strerror or error}). "
            "Choose another with --data, or give yourself write permission there."
        ) from None
    url = os.environ.get("DONJON_DATABASE_URL") or f"sqlite:///{folder / DATABASE}"
    changed = {name: value for name, value in changes.items() if value is not None}
    return Settings(folder, url, secret, **{**_from_environment(), **changed})  # type: ignore[arg-type]


def variable(name: str) -> str:
    """Return the name of the environment variable that a setting is read from."""
    return f"DONJON_{name.upper()}"


def _from_environment() -> dict[str, object]:
    """Return the settings that the environment gives. Raises DonjonError for a bad number.

    Data folder, database and secret are left out: they have no defaults.
    """
    values: dict[str, object] = {}
    for setting in fields(Settings):
        text = os.environ.get(variable(setting.name), "").strip()
        if not text or setting.default is MISSING:
            continue
        if isinstance(setting.default, (int, float)):
            values[setting.name] = _number(setting.name, text, type(setting.default))
        elif isinstance(setting.default, tuple):
            values[setting.name] = tuple(part.strip() for part in text.split(",") if part.strip())
        else:
            values[setting.name] = text
    return values


def _number(name: str, text: str, kind: type[int] | type[float]) -> float:
    try:
        number = kind(text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        what = "a whole number" if kind is int else "a number"
        raise DonjonError(f"{variable(name)} is {text!r}, but must be {what}, 0 or more.")
    return number


def is_data_folder(folder: Path) -> bool:
    """Return whether a folder has been the data folder of a server, or needs no key because all share one."""
    return (folder / SECRET).exists() or bool(_secret_of_all())


def _secret_of_all() -> bytes:
    """Return the key that several servers share (DONJON_SECRET), b"" for none. Raises DonjonError."""
    secret = os.environ.get("DONJON_SECRET", "").strip().encode()
    if 0 < len(secret) < SHORTEST_SECRET:
        raise DonjonError(
            f"DONJON_SECRET is too short: give it {SHORTEST_SECRET} characters or more, such as the contents "
            "of secret.key in the data folder of the first server."
        )
    return secret


def _secret(path: Path) -> bytes:
    """Return the key that signs seats and cookies; create it if need be, readable by its owner only.

    Raises DonjonError when the file holds fewer than SHORTEST_SECRET characters.
    """
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
    if len(secret) < SHORTEST_SECRET:
        raise DonjonError(
            f"{path} contains no key. Delete it and start again (players must then take their seats again)."
        )
    return secret
