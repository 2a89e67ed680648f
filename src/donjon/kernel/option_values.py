"""Reading the values of options: numbers for a record of OPTIONS, or a BadOption that says what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from donjon.errors import BadOption
from donjon.kernel.foreign import short

NONE = -1  # left to nature


def check_names(title: str, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """No other options than a game has."""
    if not isinstance(given, Mapping):
        raise BadOption(f"The options of {title} are given by their names, not as {short(given)}.")
    for name in given:
        if name not in names:
            raise BadOption(f"{title} has no option {short(name)}; its options are: {', '.join(names)}.")


def check_players(title: str, players: Any, least: int, most: int, rule: str = "") -> None:
    """As many players as a game is for; `rule` is the id of the rule that says so."""
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        said = f" ({rule})" if rule else ""
        raise BadOption(f"{title} is for {least} to {most} players, not {short(players)}{said}.")


def is_choice(value: Any, choices: Iterable[Any]) -> bool:
    """Is a value one of the choices, and of the same type? To Python, true and 1.0 are 1."""
    return any(value == choice and type(value) is type(choice) for choice in choices)


def numbers(
    name: str, values: Any, choices: Sequence[Any], count: int, *, distinct: bool = False
) -> list[int]:
    """The places among `choices` of a list of so many values; None, and no list at all, is left to nature."""
    if values is None:
        return [NONE] * count
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) != count:
        raise BadOption(f"The option {name!r} wants a list of {count} values, not {short(values)}.")
    for value in values:
        if value is not None and not is_choice(value, choices):
            allowed = ", ".join(str(choice) for choice in choices)
            raise BadOption(f"{short(value)} is no value for the option {name!r}; choose from: {allowed}.")
    chosen = [value for value in values if value is not None]
    if distinct and len(set(chosen)) < len(chosen):
        raise BadOption(f"The option {name!r} names something twice; all must be different.")
    return [NONE if value is None else choices.index(value) for value in values]
