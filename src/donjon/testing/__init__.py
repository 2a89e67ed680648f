"""Checks of what must hold for every game: they ship with Donjon, for its own games and for any other.

from donjon.testing import conformance

conformance.check("my-game", games=20)
"""

from donjon.testing.sample import NotConforming, Played, Sample

__all__ = ["NotConforming", "Played", "Sample"]
