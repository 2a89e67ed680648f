"""Reading the values of options: numbers for a record of OPTIONS, or a BadOption that says what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.kernel.foreign import short
from donjon.kernel.message import Message

NONE = -1  # left to nature
MOST = 1_000_000_000  # of anything that is counted or measured


def check_names(title: str, given: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raises BadOption unless these are options of the game, given by name."""
    if not isinstance(given, Mapping):
        raise BadOption(
            Message(
                "The options of {title} are given by their names, not as {given}.",
                title=title,
                given=short(given),
            )
        )
    for name in given:
        if name not in names:
            raise BadOption(
                Message(
                    "{title} has no option {name}; its options are: {names}.",
                    title=title,
                    name=short(name),
                    names=list(names),
                )
            )


def check_players(title: str, players: Any, least: int, most: int, rule: str = "") -> None:
    """Raises BadOption unless the game is for this many players; `rule` is the id of the rule about it."""
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        said = f" ({rule})" if rule else ""
        raise BadOption(
            Message(
                "{title} is for {least} to {most} players, not {given}{rule}.",
                title=title,
                least=least,
                most=most,
                given=short(players),
                rule=said,
            )
        )


def check_amount(name: str, given: Any, least: int = 0, whole: bool = True, most: int = MOST) -> None:
    """Raises BadOption unless it is a number, with `whole` a whole one, from `least` to `most`."""
    kinds = (int, np.integer) if whole else (int, float, np.integer, np.floating)
    if isinstance(given, bool) or not isinstance(given, kinds) or not least <= given <= most:
        told = {"name": name, "least": least, "most": f"{most:,}", "given": short(given)}
        if whole:
            raise BadOption(Message("{name} is a whole number from {least} to {most}, not {given}.", **told))
        raise BadOption(Message("{name} is a number from {least} to {most}, not {given}.", **told))


def is_choice(value: Any, choices: Iterable[Any]) -> bool:
    """Is a value one of the choices, and of the same type? To Python, true and 1.0 are 1."""
    return any(type(value) is type(choice) and value == choice for choice in choices)


def no_value(name: str, value: Any, choices: Sequence[Any]) -> BadOption:
    """The error for a value that is not among the choices of an option."""
    return BadOption(
        Message(
            "{value} is no value for the option {name}; choose from: {choices}.",
            value=short(value),
            name=repr(name),
            choices=list(choices),
        )
    )


def numbers(
    name: str, values: Any, choices: Sequence[Any], count: int, *, distinct: bool = False
) -> list[int]:
    """The places among `choices` of `count` values; a None, or None for the list, leaves it to nature."""
    if values is None:
        return [NONE] * count
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) != count:
        raise BadOption(
            Message(
                "The option {name} wants a list of {count} values, not {given}.",
                name=repr(name),
                count=count,
                given=short(values),
            )
        )
    for value in values:
        if value is not None and not is_choice(value, choices):
            raise no_value(name, value, choices)
    chosen = [value for value in values if value is not None]
    if distinct and len(set(chosen)) < len(chosen):
        raise BadOption(
            Message("The option {name} names something twice; all must be different.", name=repr(name))
        )
    return [NONE if value is None else choices.index(value) for value in values]
