"""Options of a game: their declaration, and the conversion of their values to numbers.

Bad values raise BadOption, which says what to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from donjon.errors import BadOption
from donjon.kernel.message import Message
from donjon.kernel.records import Record, field, layout
from donjon.kernel.untrusted import short

NONE = -1  # left to nature
MOST = 1_000_000_000  # the default maximum of amounts


@dataclass(frozen=True)
class Option:
    """An option of a game, as a form or a command line offers it.

    kind: "choice" for one of `choices`; "list" for up to `count` of them, where None leaves a place to
        nature;
    default: the value if none is given; label, help: its name and a sentence for people; labels: the choices
    in English words; distinct: True if the values of a list must differ; places: the names of the places of a
    list.
    """

    name: str
    kind: Literal["choice", "list"]
    choices: tuple[Any, ...]
    default: Any
    label: str
    help: str
    count: int = 1
    labels: tuple[str, ...] = ()
    distinct: bool = False
    places: tuple[str, ...] = ()


class ChosenOptions:
    """A record of options of kind "choice": the number of players, and a field for each option.

    A whole number is stored as itself, any other value as its index among the choices. `show` also takes a
    state with fields of the same names. Raises ValueError for an option of another kind.
    """

    def __init__(self, title: str, seats: range, options: Sequence[Option]) -> None:
        if lists := [option.name for option in options if option.kind != "choice"]:
            raise ValueError(f"{title} must read and show its options itself: {', '.join(lists)}.")
        self._title, self._seats = title, seats
        self._options = {option.name: option for option in options}
        fields = {name: field("i4") for name in ("players", *self._options)}
        self._dtype = layout(type("Options", (Record,), fields))

    def read(self, players: Any, values: Mapping[str, Any]) -> Any:
        """Return the record of options given in words. Raises BadOption, which says what to do."""
        check_players(self._title, players, self._seats[0], self._seats[-1])
        check_names(self._title, values, list(self._options))
        record = np.zeros(1, self._dtype)[0]
        record["players"] = players
        for name, option in self._options.items():
            value = values.get(name, option.default)
            if not is_choice(value, option.choices):
                raise no_value(name, value, option.choices)
            record[name] = value if isinstance(value, int) else option.choices.index(value)
        return record

    def show(self, record: Any) -> dict[str, Any]:
        """Return the options of a record or a state in words, as `read` takes them, without defaults."""
        shown = {name: self._value(option, int(record[name])) for name, option in self._options.items()}
        return {name: value for name, value in shown.items() if value != self._options[name].default}

    def _value(self, option: Option, number: int) -> Any:
        return number if isinstance(option.default, int) else option.choices[number]


def check_names(title: str, values: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise BadOption unless `values` is a mapping whose keys are options of the game."""
    if not isinstance(values, Mapping):
        raise BadOption(
            Message(
                "Give the options of {title} by name, not as {given}.",
                title=title,
                given=short(values),
            )
        )
    for name in values:
        if name not in names:
            raise BadOption(
                Message(
                    "{title} has no option {name}. Its options: {names}.",
                    title=title,
                    name=short(name),
                    names=list(names),
                )
            )


def check_players(title: str, players: Any, least: int, most: int, rule: str = "") -> None:
    """Raise BadOption unless the game can be played with this number of players.

    rule: the id of the rule about it, for the sentence.
    """
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        reason = f" ({rule})" if rule else ""
        raise BadOption(
            Message(
                "{title} is for {least} to {most} players, not {given}{rule}.",
                title=title,
                least=least,
                most=most,
                given=short(players),
                rule=reason,
            )
        )


def check_amount(name: str, value: Any, least: int = 0, whole: bool = True, most: int = MOST) -> None:
    """Raise BadOption unless a value is a number (with `whole`, an integer) from `least` to `most`."""
    kinds = (int, np.integer) if whole else (int, float, np.integer, np.floating)
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        facts = {"name": name, "least": least, "most": f"{most:,}", "given": short(value)}
        if whole:
            raise BadOption(
                Message("{name} must be a whole number from {least} to {most}, not {given}.", **facts)
            )
        raise BadOption(Message("{name} must be a number from {least} to {most}, not {given}.", **facts))


def is_choice(value: Any, choices: Iterable[Any]) -> bool:
    """Return whether a value is one of the choices and of the same type.

    Python alone would take True and 1.0 for 1.
    """
    return any(type(value) is type(choice) and value == choice for choice in choices)


def no_value(name: str, value: Any, choices: Sequence[Any]) -> BadOption:
    """Return the error for a value that is not among the choices of an option."""
    return BadOption(
        Message(
            "{value} isn't a value of option {name}. Choose from: {choices}.",
            value=short(value),
            name=repr(name),
            choices=list(choices),
        )
    )


def numbers(
    name: str, values: Any, choices: Sequence[Any], count: int, *, distinct: bool = False
) -> list[int]:
    """Return the indices in `choices` of a list of `count` values, NONE for values that are None.

    None for the whole list, or for one of its values, leaves the choice to nature. Raises BadOption.
    """
    if values is None:
        return [NONE] * count
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) != count:
        raise BadOption(
            Message(
                "Option {name} takes a list of {count} values, not {given}.",
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
        raise BadOption(Message("Option {name} lists a value twice; all must be different.", name=repr(name)))
    return [NONE if value is None else choices.index(value) for value in values]
