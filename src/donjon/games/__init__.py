"""The games that come with Donjon, a package each."""

from __future__ import annotations

# The package of each game by its name.
PACKAGES = {
    "kingdom-builder": "donjon.games.kingdom_builder",
    "caylus": "donjon.games.caylus",
    "ys": "donjon.games.ys",
}
