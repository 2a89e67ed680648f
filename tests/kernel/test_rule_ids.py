from __future__ import annotations

import pytest

from donjon.kernel import rule_ids


@pytest.mark.parametrize(
    ("text", "number"), [("KB-5.6", 50600), ("KB-10.10.1", 101001), ("KB-8.0.3", 80003), ("KB-12", 120000)]
)
def test_text_and_number(text: str, number: int) -> None:
    assert rule_ids.number(text) == number
    assert rule_ids.name("KB", number) == text


def test_no_rule_has_no_name() -> None:
    assert rule_ids.name("KB", 0) == ""


@pytest.mark.parametrize("text", ["", "KB", "KB-", "KB-5.", "kb-5.6", "KB-5.6.7.8", "KB-5.600"])
def test_misspelt_ids_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a rule id"):
        rule_ids.number(text)
