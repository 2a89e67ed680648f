"""A step of every build: without the page's scripts and fonts, which git ignores, nothing is packed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# scripts/vendor.py puts its folder in place as a whole, so one file of it stands for all.
NEEDED = "src/donjon/table/static/vendor/fonts.css"


class PageScripts(BuildHookInterface[Any]):
    """Looks for the page's scripts and fonts before a wheel or an sdist is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop a build that lacks them. An editable install may: the set-up makes it first."""
        if version != "editable" and not (Path(self.root) / NEEDED).is_file():
            self.app.abort(
                "donjon: the page's scripts and fonts are missing, and a package without them would serve "
                "broken pages: run 'make setup', then build again"
            )
