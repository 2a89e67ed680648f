"""Weights of a net on disk, and those that a game ships."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import zlib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from donjon.bots.net import MOST_SEATS, Net, new_net, no_weights
from donjon.errors import BadWeights
from donjon.kernel import foreign
from donjon.kernel.game import Game

SHIPPED = 1  # the number of the only net that a workspace holds unless it is told otherwise
_NUMBERS = np.dtype("<f4")  # as they stand in a file

_log = logging.getLogger("donjon.bots")


@dataclass(frozen=True)
class About:
    """What a file of weights says about itself.

    players: the numbers of players that it was trained with; trained: the command that trained it.
    """

    game: str
    rules_version: str
    players: tuple[int, ...]
    games: int
    trained: str = ""


@dataclass(frozen=True)
class Weights:
    """The weights of one net, float32[OBSERVATION + MORE_ROWS, HIDDEN], and what is known of them."""

    about: About
    values: Any

    def save(self, path: Path) -> None:
        """Write them to a file, all or nothing: a line of JSON, then packed numbers."""
        packed = np.asarray(self.values, _NUMBERS).tobytes()
        about = {**asdict(self.about), "digest": hashlib.sha256(packed).hexdigest()}
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_bytes(json.dumps(about).encode() + b"\n" + zlib.compress(packed, 9))
        os.replace(fresh, path)


def load(game: Game, path: Path) -> Weights:
    """The weights for a game in a file. Raises BadWeights with what is wrong."""
    shape = no_weights(game, 1)[0].shape
    size = _NUMBERS.itemsize * shape[0] * shape[1]
    try:
        said, _, data = path.read_bytes().partition(b"\n")
        given = foreign.parse(said.decode())
        digest = given.pop("digest")
        about = About(**{**given, "players": tuple(int(count) for count in given["players"])})
        packed = zlib.decompressobj().decompress(data, size + 1)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise BadWeights(f"The weights {path} cannot be read: {error}.") from None
    if (about.game, about.rules_version) != (game.name, game.rules_version):
        raise BadWeights(
            f"The weights {path} are for {about.game} by rules version {about.rules_version},"
            f" not for {game.name} by version {game.rules_version}."
        )
    if len(packed) != size or digest != hashlib.sha256(packed).hexdigest():
        raise BadWeights(f"The weights {path} are damaged, or made by another version of Donjon.")
    if not all(0 < count <= MOST_SEATS for count in about.players):
        raise BadWeights(f"The weights {path} name impossible numbers of players.")
    return Weights(about, np.frombuffer(packed, _NUMBERS).reshape(shape).astype(np.float32))


@cache
def shipped(game: Game) -> Weights:
    """The weights that come with a game. Raises BadWeights if there are none, or they cannot be used."""
    if game.weights is None:
        raise BadWeights(f"{game.title} has no learned evaluation: none was found to be stronger.")
    return load(game, game.weights)


def shipped_net(game: Game) -> Net:
    """The net that comes with a game; a net that corrects nothing where there is none.

    If it cannot be used the log says so once; asking for a bot with a net by name raises the error.
    """
    found = None if game.weights is None else _usable(game)
    if found is None:
        return new_net(game, no_weights(game, 1), ())
    return new_net(game, found.values[np.newaxis], found.about.players)


@cache
def _usable(game: Game) -> Weights | None:
    try:
        return shipped(game)
    except BadWeights as error:
        _log.warning("%s Bots of %s estimate without it.", error, game.title)
        return None
