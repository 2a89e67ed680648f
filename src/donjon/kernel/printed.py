"""The printed data of a game, and a host's own in place of what was reconstructed.

The environment variable DONJON_YS_DATA (or that of another game that allows it) names a TOML file whose
tables replace those of the same name. It must be set before the game is first used.
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

Tables = dict[str, Any]


def variable(game: str) -> str:
    """The environment variable that names a host's own data of a game."""
    return f"DONJON_{game.upper().replace('-', '_')}_DATA"


def own_file(game: str) -> Path | None:
    """The host's own data file of a game, None when there is none."""
    named = os.environ.get(variable(game))
    return Path(named).expanduser() if named else None


def own_files() -> list[Path]:
    """The data files of hosts for all games, in a fixed order."""
    begin, end = "DONJON_", "_DATA"
    # DONJON_DATA alone is the table's folder.
    long = len(begin) + len(end)
    names = sorted(n for n in os.environ if len(n) > long and n.startswith(begin) and n.endswith(end))
    return [Path(os.environ[name]).expanduser() for name in names if os.environ[name]]


def load(
    game: str, package: str, replaceable: Iterable[str], check: Callable[[Tables, Tables], None]
) -> tuple[Tables, str]:
    """The tables of a game, a host's own merged in and checked; and a tag for the rules version.

    The tag is "" without own data, else "+" and 8 hex digits that change with it. Raises BadData with a
    sentence that names the file and what to change.
    """
    tables = tomllib.loads((resources.files(package) / "tables.toml").read_text("utf-8"))
    path = own_file(game)
    if path is None:
        return tables, ""
    own, tag = _read(path)
    merged = dict(tables)
    for name, table in own.items():
        if name not in replaceable:
            allowed = ", ".join(replaceable)
            raise BadData(f"{path}: the table {name!r} cannot be replaced; those that can are: {allowed}.")
        merged[name] = _merged(path, name, tables[name], table)
    try:
        check(merged, tables)
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    return merged, tag


def _read(path: Path) -> tuple[Tables, str]:
    try:
        data = path.read_bytes()
        return tomllib.loads(data.decode("utf-8")), "+" + hashlib.sha256(data).hexdigest()[:8]
    except OSError as error:
        raise BadData(f"The data file {path} cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"The data file {path} is no TOML: {error}.") from None


def _merged(path: Path, name: str, printed: Any, own: Any) -> Any:
    """A table with its own values put in; entries of a list of tables with an "id" are matched by it."""
    if isinstance(printed, dict) and isinstance(own, dict):
        unknown = set(own) - set(printed)
        if unknown:
            raise BadData(f"{path}: the table {name!r} has no {sorted(unknown)[0]!r}.")
        return {**printed, **own}
    is_list = isinstance(own, list) and all(isinstance(entry, dict) and "id" in entry for entry in own)
    if not isinstance(printed, list) or not is_list:
        raise BadData(f"{path}: {name!r} must be written as in the game's own data, each entry with an 'id'.")
    known = {entry["id"]: entry for entry in printed}
    for entry in own:
        if entry["id"] not in known:
            raise BadData(f"{path}: {name!r} has no entry {entry['id']!r}; there are: {', '.join(known)}.")
        known[entry["id"]] = {**known[entry["id"]], **entry}
    return list(known.values())
