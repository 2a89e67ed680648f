"""Every rule id that the code names is a rule of the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import donjon
from donjon import rulebook

PACKAGE = Path(donjon.__file__).parent


@pytest.mark.parametrize("name", list(donjon.games))
def test_ids_in_the_code_of_a_game_are_in_its_rulebook(name: str) -> None:
    known = set(rulebook.load(name).ids())
    # A group of rules, such as all about the lawyer, goes by the beginning of their ids.
    known |= {rule_id.rpartition(".")[0] for rule_id in known}
    prefix = donjon.games[name].prefix
    folder = PACKAGE / "games" / name.replace("-", "_")
    named = {
        (rule_id, path.name)
        for path in sorted(folder.glob("*.py"))
        for rule_id in re.findall(rf"\b{prefix}-\d+(?:\.\d+)*", path.read_text("utf-8"))
        if "." in rule_id
    }
    assert len(named) > 60
    assert sorted((rule_id, file) for rule_id, file in named if rule_id not in known) == []
