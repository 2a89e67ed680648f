"""Policies: what a quick player goes by, numbers with names, kept as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from enum import IntEnum
from importlib import resources
from typing import Any

import numpy as np

from donjon.kernel.records import Floats


def names_of(weights: type[IntEnum], several: Mapping[Any, Sequence[str]]) -> tuple[str, ...]:
    """What the numbers of a policy are called in TOML, in their order.

    A weight of which there are several has the names that `several` gives; it is the number of the first.
    """
    return tuple(name for weight in weights for name in several.get(weight, [weight.name.lower()]))


def policy_of(table: Mapping[str, Any], names: Sequence[str]) -> Floats:
    """float64[names]: the numbers that a table of TOML gives to names; "cards.king" is in its table `cards`.

    Raises KeyError for a name that the table does not know.
    """
    policy = np.zeros(len(names), np.float64)
    for index, name in enumerate(names):
        found: Any = table
        for part in name.split("."):
            found = found[part]
        policy[index] = found
    return policy


def read_policy(package: str, file: str, names: Sequence[str]) -> Floats:
    """The policy of a file in a package. Raises KeyError for a name that the file does not know."""
    return policy_of(tomllib.loads((resources.files(package) / file).read_text("utf-8")), names)
