"""The picture of the house is made from its imports, and what docs/architecture.md names is there."""

from __future__ import annotations

import re
from pathlib import Path

from scripts import architecture

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "donjon"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NAMED = re.findall(r"`((?:[\w{},]+/)*\w+\.(?:py|js|toml))(?:: ([\w.]+))?`", TEXT)
DEFINITION = r"(?:def|class|function|const|let) {0}\b|^{0}(?:: [^=]+)? ="


def test_the_picture_is_of_today() -> None:
    fresh = architecture.drawn()
    assert architecture.PICTURE.read_text("utf-8") == fresh, "run python scripts/architecture.py"


def test_what_is_named_is_there() -> None:
    missing = {f"{file}: {name}" for file, name in NAMED if "GAME" not in file and not _has(file, name)}
    assert missing == set()
    assert len(NAMED) > 40


def _has(file: str, name: str) -> bool:
    path = next((base / file for base in (SOURCE, ROOT) if (base / file).is_file()), None)
    if path is None:
        return False
    text = path.read_text("utf-8")
    parts = name.split(".") if name else []
    return all(re.search(DEFINITION.format(part), text, re.MULTILINE) for part in parts)


def test_folders_that_are_named_are_there() -> None:
    folders = re.findall(r"`((?:\w+/)+)`|`((?:table|tests)/\w+)`", TEXT)
    names = {first or second for first, second in folders}
    assert "table/learn" in names
    assert [
        name
        for name in names
        if "GAME" not in name and not (SOURCE / name).is_dir() and not (ROOT / name).is_dir()
    ] == []
