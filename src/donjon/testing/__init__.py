"""Check what must hold for every game: rules, secrets, texts.

from donjon.testing import conformance

conformance.check("my-game", games=20)
"""

from donjon.testing.sample import NotConforming, Played, Sample

__all__ = ["NotConforming", "Played", "Sample"]
