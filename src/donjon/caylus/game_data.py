"""The printed data of Caylus, as `tables.toml` says it."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

TABLES: dict[str, Any] = tomllib.loads((resources.files("donjon.caylus") / "tables.toml").read_text("utf-8"))
SPECIALS_BY_ID: dict[str, dict[str, Any]] = {space["id"]: space for space in TABLES["special"]}
