"""Games that other packages bring, found by the entry points of what is installed here.

A package registers a game in its pyproject.toml, and is found by every process of that environment:

    [project.entry-points."donjon.games"]
    my-game = "donjon_my_game"
"""

from __future__ import annotations

import functools
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "donjon.games"


@functools.cache
def modules() -> dict[str, str]:
    """By the name of each game the module that has it as GAME, in the order of the names."""
    return {point.name: point.module for point in sorted(entry_points(group=GROUP), key=lambda it: it.name)}


def folders(module: str) -> list[Path]:
    """The folders that a module lies in, where a game has its rulebook and catalogues too; often just one."""
    spec = find_spec(module)
    return [Path(folder) for folder in (spec.submodule_search_locations if spec else None) or ()]


def files(module: str) -> list[Path]:
    """All files of the whole package that a module belongs to, in a fixed order."""
    package = module.partition(".")[0]
    spec = find_spec(package)
    if spec is not None and not spec.submodule_search_locations and spec.origin is not None:
        return [Path(spec.origin)]
    return [path for folder in folders(package) for path in sorted(folder.rglob("*")) if path.is_file()]
