"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BROWSER = Path(__file__).parent / "browser"

# A slow machine is no defect, and the same tree gives the same answer twice.
settings.register_profile(
    "donjon", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("donjon")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the browser's tests together on one worker: two browsers at once starve each other."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))
