"""What all tests share."""

import os
import shutil

from hypothesis import HealthCheck, settings

# A slow machine is no defect, and the same tree gives the same answer twice.
settings.register_profile(
    "donjon", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("donjon")

# The Node inside Playwright needs a library that a bare Debian lacks; the Node of the set-up runs it as well.
if node := shutil.which("node"):
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node)
