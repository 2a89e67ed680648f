"""What all tests share."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BROWSER = Path(__file__).parent / "browser"

# A slow machine is no defect, and the same tree gives the same answer twice.
settings.register_profile(
    "donjon", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("donjon")

# The Node inside Playwright needs a library that a bare Debian lacks; the Node of the set-up runs it as well.
if node := shutil.which("node"):
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the browser's tests together on one worker: two browsers at once starve each other."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))
