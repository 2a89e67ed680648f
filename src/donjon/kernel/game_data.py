"""Read the printed data of a game, and custom data that replaces tables that were reconstructed.

The environment variable DONJON_YS_DATA (for Ys; other games that allow it have their own) names a TOML file
whose tables replace the tables of the same name. Set it before the game is first used.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from donjon.errors import BadData
from donjon.kernel import untrusted
from donjon.kernel.untrusted import short

Tables = dict[str, Any]

LARGEST = 200_000  # maximum size of a data file in bytes; the printed data of a game has a tenth of it


def variable(game: str) -> str:
    """Return the name of the environment variable with the path of a game's custom data file."""
    return f"DONJON_{game.upper().replace('-', '_')}_DATA"


def own_file(game: str) -> Path | None:
    """Return the path of a game's custom data file, None if there is none. Raises BadData."""
    named = os.environ.get(variable(game))
    return _path(named) if named else None


def own_files() -> list[Path]:
    """Return the paths of the custom data files of all games, in a fixed order. Raises BadData."""
    begin, end = "DONJON_", "_DATA"
    # DONJON_DATA alone is the table's folder.
    long = len(begin) + len(end)
    names = sorted(n for n in os.environ if len(n) > long and n.startswith(begin) and n.endswith(end))
    return [_path(os.environ[name]) for name in names if os.environ[name]]


def _path(named: str) -> Path:
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise BadData(f"The data file {short(named)} cannot be read: {error}") from None


def read_tables(package: str) -> Tables:
    """Return the printed data of a game, from `tables.toml` in its package."""
    return tomllib.loads((resources.files(package) / "tables.toml").read_text("utf-8"))


def load(
    game: str, package: str, replaceable: Iterable[str], check: Callable[[Tables, Tables], None]
) -> tuple[Tables, str]:
    """Return the tables of a game with custom data merged in, and a tag for the rules version.

    replaceable: the names of the tables that custom data may replace; check: (merged, printed) raises BadData
    for bad values. The tag is "" without custom data, else "+" and 8 hex digits of its SHA-256. Raises
    BadData with a sentence that names the file and what to change.
    """
    tables = read_tables(package)
    path = own_file(game)
    if path is None:
        return tables, ""
    own, tag = _read(path)
    merged = dict(tables)
    for name, table in own.items():
        if name not in replaceable:
            allowed = ", ".join(replaceable)
            raise BadData(
                f"{path}: the table {short(name)} cannot be replaced; those that can are: {allowed}."
            )
        merged[name] = _merged(path, name, tables[name], table)
    try:
        check(merged, tables)
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    return merged, tag


def _read(path: Path) -> tuple[Tables, str]:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadData(f"The data file {untrusted.short(str(path))} cannot be read: {why}.") from None
    if len(data) > LARGEST:
        raise BadData(f"The data file {path} is larger than {LARGEST:,} bytes: it is not of this game.")
    try:
        tables = tomllib.loads(data.decode("utf-8"))
        untrusted.check(tables)
    except RecursionError:
        raise BadData(f"The data file {path} is nested too deeply.") from None
    except ValueError as error:
        raise BadData(f"The data file {path} is not valid TOML: {error}.") from None
    return tables, "+" + hashlib.sha256(data).hexdigest()[:8]


def _merged(path: Path, name: str, printed: Any, own: Any) -> Any:
    """Return a printed table with custom values merged in; list entries are matched by their "id"."""
    if isinstance(printed, dict) and isinstance(own, dict):
        unknown = set(own) - set(printed)
        if unknown:
            raise BadData(f"{path}: the table {name!r} has no {short(sorted(unknown)[0])}.")
        return {**printed, **own}
    is_list = isinstance(own, list) and all(
        isinstance(entry, dict) and isinstance(entry.get("id"), str) for entry in own
    )
    if not isinstance(printed, list) or not is_list:
        raise BadData(f"{path}: {name!r} must be written as in the game's own data, each entry with an 'id'.")
    known = {entry["id"]: entry for entry in printed}
    ids = [entry["id"] for entry in own]
    for entry in own:
        if entry["id"] not in known:
            raise BadData(
                f"{path}: {name!r} has no entry {short(entry['id'])}; there are: {', '.join(known)}."
            )
        if ids.count(entry["id"]) > 1:
            raise BadData(f"{path}: {name!r} has the entry {entry['id']!r} twice.")
        if unknown := set(entry) - set(known[entry["id"]]):
            raise BadData(f"{path}: {name!r} {entry['id']!r} has no {short(sorted(unknown)[0])}.")
        known[entry["id"]] = {**known[entry["id"]], **entry}
    return list(known.values())
