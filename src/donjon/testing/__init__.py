"""What every game must keep, as checks that ship with Donjon: for its own games and for any that is added.

from donjon.testing import conformance

conformance.check("my-game", games=20)
"""

from donjon.testing.sample import NotConforming, Played, Sample

__all__ = ["NotConforming", "Played", "Sample"]
