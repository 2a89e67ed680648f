"""A server for all tests, and a new database for each."""

from __future__ import annotations

from itertools import count

import pytest

from tests.deals import deals
from tests.postgresql import server

__all__ = ["deals"]

numbers = count(1)


@pytest.fixture(scope="session")
def folder():
    with server.serve() as folder:
        yield folder


@pytest.fixture
def url(folder):
    name = f"donjon{next(numbers)}"
    server.command(folder, f"create database {name}")
    return server.address(folder, name)
