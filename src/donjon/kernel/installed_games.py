"""Find the games of other packages by the entry points of installed packages.

A package registers a game in its pyproject.toml, and every process of the environment finds it:

    [project.entry-points."donjon.games"]
    my-game = "donjon_my_game"

The module has the game as GAME, with the registered name and a `prefix` of its own. Next to the module are
the folders `rulebook` and, for words that Donjon does not have, `locale` (ru/LC_MESSAGES/donjon.po). Cached
compiled code is used until a Python or TOML file of the package changes.
"""

from __future__ import annotations

import functools
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "donjon.games"


@functools.cache
def modules() -> dict[str, str]:
    """Return the module of each game by the game's name, sorted by name."""
    return {point.name: point.module for point in sorted(entry_points(group=GROUP), key=lambda it: it.name)}


def folders(module: str) -> list[Path]:
    """Return the folders of a package with the rulebook and catalogues of its game, usually one."""
    spec = find_spec(module)
    return [Path(folder) for folder in (spec.submodule_search_locations if spec else None) or ()]


def files(module: str) -> list[Path]:
    """Return all files of the package that a module belongs to, in a fixed order."""
    package = module.partition(".")[0]
    spec = find_spec(package)
    if spec is not None and not spec.submodule_search_locations and spec.origin is not None:
        return [Path(spec.origin)]
    return [path for folder in folders(package) for path in sorted(folder.rglob("*")) if path.is_file()]
