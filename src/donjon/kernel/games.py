"""All games, by name."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping

from donjon.errors import UnknownGame
from donjon.kernel import generic
from donjon.kernel.foreign import short
from donjon.kernel.game import Game


class Games(Mapping[str, Game]):
    """All games by name; a game is imported when first asked for."""

    def __init__(self, modules: dict[str, str]) -> None:
        self._modules = modules
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in tuple(self._modules):  # what a file names may be no text, and have no hash
            known = ", ".join(self._modules)
            raise UnknownGame(f"There is no game named {short(name)}; the games are: {known}.")
        if name not in self._loaded:
            game: Game = importlib.import_module(self._modules[name]).GAME
            generic.add_game(game)
            self._loaded[name] = game
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in tuple(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


games = Games(
    {
        "kingdom-builder": "donjon.kingdom_builder",
        "caylus": "donjon.caylus",
        "ys": "donjon.ys",
    }
)
