"""Compare bots over many seeded games: the public names of `donjon.lab.arena`."""

from donjon.lab.arena import *  # noqa: F403
from donjon.lab.arena import __all__ as __all__
