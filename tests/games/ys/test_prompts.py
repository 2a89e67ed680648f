"""What a seat is told to do says all that it has chosen already."""

from __future__ import annotations

import pytest

from donjon.games.ys.decisions import prompt
from tests.games.ys.stage import Stage


@pytest.mark.parametrize("face", ["up", "down"])
def test_the_choice_of_a_broker_says_how_it_will_lie(face: str) -> None:
    stage = Stage.placing(actor=0)
    first = next(text for text in sorted(stage.legal()) if text.endswith(face) or text.startswith(face))
    stage.play(first)
    assert f"place face {face}: " in prompt(stage.state, 0).english()
