"""What all see alike is made once, and nobody's changes are seen by others."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel.views import shared

DTYPE = np.dtype([("number", "i8")])


def test_a_view_is_made_once_and_copied_for_each() -> None:
    made = []

    @shared(DTYPE)
    def seen(state: Any) -> dict[str, Any]:
        made.append(int(state["number"]))
        return {"numbers": [int(state["number"])]}

    one, other = (np.array([(number,)], DTYPE)[0] for number in (1, 2))
    seen(one)["numbers"].append(5)
    assert (seen(one), seen(other)) == ({"numbers": [1]}, {"numbers": [2]})
    assert made == [1, 2]
