"""The printed data of Caylus, as `tables.toml` says it."""

from __future__ import annotations

from typing import Any

from donjon.kernel.game_data import read_tables

TABLES = read_tables("donjon.caylus")
SPECIALS_BY_ID: dict[str, dict[str, Any]] = {space["id"]: space for space in TABLES["special"]}
