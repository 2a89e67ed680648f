"""Options that are each one of a few values: read and shown by what a game declares of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from donjon.kernel.game import Option
from donjon.kernel.option_values import check_names, check_players, is_choice, no_value


class ChosenOptions:
    """The options of a game that are all of kind "choice", each in the field of OPTIONS with its name.

    A whole number stands there as it is, anything else as its place among the choices. A state with the same
    fields is shown alike. `rule`: the id of the rule about the number of players.
    """

    def __init__(
        self, title: str, seats: range, dtype: Any, options: Sequence[Option], rule: str = ""
    ) -> None:
        self._title, self._seats, self._dtype, self._rule = title, seats, dtype, rule
        self._options = {option.name: option for option in options}

    def read(self, players: Any, given: Mapping[str, Any]) -> Any:
        """Options in words as a record of OPTIONS. Raises BadOption with a sentence that says what to do."""
        check_players(self._title, players, self._seats[0], self._seats[-1], self._rule)
        check_names(self._title, given, list(self._options))
        record = np.zeros(1, self._dtype)[0]
        record["players"] = players
        for name, option in self._options.items():
            value = given.get(name, option.default)
            if not is_choice(value, option.choices):
                raise no_value(name, value, option.choices)
            record[name] = value if isinstance(value, int) else option.choices.index(value)
        return record

    def show(self, record: Any) -> dict[str, Any]:
        """The record, or a state, in words, as `read` takes them; defaults are left out."""
        shown = {name: self._value(option, int(record[name])) for name, option in self._options.items()}
        return {name: value for name, value in shown.items() if value != self._options[name].default}

    def _value(self, option: Option, number: int) -> Any:
        return number if isinstance(option.default, int) else option.choices[number]
