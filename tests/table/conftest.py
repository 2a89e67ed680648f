"""A table for every test, with a bot that answers at once."""

from __future__ import annotations

import pytest

from tests.deals import deals
from tests.table.people import application, person

__all__ = ["deals"]


@pytest.fixture
def app(tmp_path):
    return application(tmp_path)


@pytest.fixture
def ann(app):
    """A guest at a served table (bots play)."""
    with person(app, "ann") as client:
        yield client
