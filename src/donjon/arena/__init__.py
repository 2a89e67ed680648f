"""Bots against bots: many seeded games, and what they say about strength and speed."""

from __future__ import annotations

from donjon.arena.playing import match_up, simulate
from donjon.arena.report import BotResult, Report, SeatResult

__all__ = ["BotResult", "Report", "SeatResult", "match_up", "simulate"]
