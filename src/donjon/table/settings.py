"""Where a table keeps its things and how patient it is."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from donjon.errors import DonjonError
from donjon.table import data_folder, restoring
from donjon.table.data_folder import DATABASE, SECRET

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")


@dataclass(frozen=True)
class Settings:
    """All that the table can be told. Times are in seconds."""

    data: Path
    database_url: str
    secret: bytes = field(repr=False)
    # Names under which the server may be asked; ("*",) for any. Guards a local server against DNS rebinding.
    hosts: tuple[str, ...] = ("*",)
    # A pause before each action of a bot, so that people can follow.
    bot_pause: float = 0.5
    # A bot that thinks longer (waiting for a free worker does not count) loses its choice to a simple one.
    bot_patience: float = 30.0
    # Processes in which bots think.
    bot_workers: int = 1
    # Games that a person may begin in a day; from one address so many at once, then so many a second.
    games_per_day: int = 60
    games_burst: float = 40.0
    games_rate: float = 1 / 20
    heartbeat: float = 10.0
    write_patience: float = 10.0
    streams_per_address: int = 20
    # Requests that change something: so many at once, then so many a second, for each address.
    burst: float = 60.0
    rate: float = 8.0
    # A move waits so long while another program has the database locked.
    lock_patience: float = 10.0
    # Games held in memory; the others are replayed from the database when asked for.
    tables_in_memory: int = 200


def load(data: Path | str, **changes: object) -> Settings:
    """The settings of a data folder, which is made if need be, its secret key too.

    The database is DONJON_DATABASE_URL, or the file donjon.sqlite in the folder. Raises DonjonError with
    what to do when the folder cannot be used.
    """
    folder = Path(data).expanduser()
    try:
        data_folder.prepare(folder)
        restoring.complete(folder)
        secret = _secret(folder / SECRET)
        data_folder.make_private(folder / SECRET)
    except OSError as error:
        raise DonjonError(
            f"The data folder {folder} cannot be used ({error.strerror or error}): "
            "name another with --data, or give yourself the right to write there."
        ) from None
    url = os.environ.get("DONJON_DATABASE_URL") or f"sqlite:///{folder / DATABASE}"
    return Settings(folder, url, secret, **changes)  # type: ignore[arg-type]


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
