"""Policies as TOML: every number by its name."""

import pytest

from donjon.kernel.bot_settings import policy_of, read_policy


def test_numbers_come_in_the_order_of_their_names() -> None:
    table = {"early": 1.5, "cards": {"king": -2.0, "queen": 3}, "unused": 9.0}
    assert policy_of(table, ["cards.queen", "early", "cards.king"]).tolist() == [3.0, 1.5, -2.0]


@pytest.mark.parametrize("missing", ["late", "cards.prince", "suits.king"])
def test_a_name_that_the_table_does_not_know_is_refused(missing: str) -> None:
    with pytest.raises(KeyError):
        policy_of({"early": 1.5, "cards": {"king": -2.0}}, ["early", missing])


def test_a_policy_is_read_from_its_package() -> None:
    assert read_policy("donjon.games.ys.bots", "playout_policy.toml", ["cards.king"]).shape == (1,)
    with pytest.raises(KeyError):
        read_policy("donjon.games.ys.bots", "playout_policy.toml", ["king"])
