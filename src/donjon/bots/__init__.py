"""Choose actions: levels, searches, and a pool of workers that think."""

from __future__ import annotations

from donjon.bots.choosing import choose
from donjon.bots.ladder import STAND_IN, Bot, Level, bot, levels
from donjon.bots.pool import Pool
from donjon.bots.warming import Compilers, Progress, Stage, warm, warm_all

__all__ = [
    "STAND_IN",
    "Bot",
    "Compilers",
    "Level",
    "Pool",
    "Progress",
    "Stage",
    "bot",
    "choose",
    "levels",
    "warm",
    "warm_all",
]
