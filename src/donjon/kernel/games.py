"""All games, by name."""

from __future__ import annotations

import copyreg
import importlib
import pickle
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType

from donjon.errors import BadGame, UnknownGame
from donjon.kernel import installed_games, rules
from donjon.kernel.game import Game
from donjon.kernel.untrusted import short


class Games(Mapping[str, Game]):
    """A mapping of all games by name, including games of other packages; imported on first access."""

    def __init__(self) -> None:
        self._own: dict[str, str] = {}
        self._loaded: dict[str, Game] = {}

    def add(self, packages: Mapping[str, str]) -> None:
        """Add the games that come with Donjon: the package of each by its name."""
        self._own |= packages

    def __getattr__(self, name: str) -> ModuleType:
        """Return the package of a game that comes with Donjon: `donjon.games.ys`.

        `donjon.games` is this mapping, and a package for import statements. Raises AttributeError.
        """
        package = f"donjon.games.{name}"
        if package not in self.__dict__.get("_own", {}).values():
            raise AttributeError(f"There is no {package}.")
        return importlib.import_module(package)

    @property
    def _modules(self) -> dict[str, str]:
        """Return the module of every game by name; games of other packages can't replace Donjon's."""
        return {**self._own, **installed_games.modules(), **self._own}

    def __getitem__(self, name: str) -> Game:
        if name not in self:
            known = ", ".join(self._modules)
            raise UnknownGame(f"There is no game named {short(name)}; the games are: {known}.")
        if name not in self._loaded:
            game: Game = self._load(name, self._modules[name])
            rules.add_game(game)
            self._loaded[name] = game
        return self._loaded[name]

    def _load(self, name: str, module: str) -> Game:
        """Import the module of a game; return its GAME. Raises BadGame if another package's is broken."""
        if name in self._own:
            own: Game = importlib.import_module(module).GAME
            return own
        try:
            game = importlib.import_module(module).GAME
        except Exception as error:
            raise BadGame(f"The game {name} cannot be loaded from the module {module}: {error}.") from error
        if not isinstance(game, Game) or game.name != name:
            raise BadGame(f"GAME of the module {module} is not the game {name} that its package registers.")
        return game

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._modules  # a name in a file may not be a text

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


games = Games()


def named(name: str) -> Game:
    """Return the game with this name. Raises UnknownGame or BadGame."""
    return games[name]


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Pickle a game as its name: unpickling looks it up again. Raises PicklingError."""
    if game.name not in games or games[game.name] is not game:
        raise pickle.PicklingError(f"{game.name} cannot be pickled: it is not donjon.games[{game.name!r}].")
    return named, (game.name,)


copyreg.pickle(Game, _by_name)
