"""A served table and a real browser. What is missing is said, never skipped."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from donjon.table import serving
from tests.deals import deals
from tests.table.people import application

__all__ = ["deals"]

CHROMIUM = Path("/usr/bin/chromium")
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# Of a switch that is given twice the last one counts: the first of these are Playwright's own. Without the
# others each window loads two hidden pages for its address line and keeps a process ready for a third.
WITHOUT = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
]
PATIENCE = 120_000
# The page that a browser shows for a lost connection has no storage; it is no page of ours.
AT_ONCE = """
if (location.protocol.startsWith('http')) {
  localStorage.getItem('donjon-speed') ?? localStorage.setItem('donjon-speed', '0');
  localStorage.getItem('donjon-confirm') ?? localStorage.setItem('donjon-confirm', 'always');
  localStorage.getItem('donjon-toured') ?? localStorage.setItem('donjon-toured', '3');
}
"""


@pytest.fixture(scope="session")
def chromium():
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing: install Debian's chromium, or leave tests/browser out")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe():
    if not AXE.exists():
        pytest.fail(f"{AXE} is missing: run 'make tools', which installs it from npm")
    return AXE.read_text()


class Table:
    """A table served in a thread."""

    def __init__(self, folder, **changes) -> None:
        self.app = application(folder, **changes)
        self.stages: set[str] = set()  # of games, by their ids, that are stored as tables of their own
        self.line = serving.listen("127.0.0.1", 0)
        self.address = serving.address_of(self.line)
        ready = threading.Event()
        self.server = serving.Server(self.app, self.line, lambda _address: ready.set())
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        assert ready.wait(60)

    def leave(self) -> None:
        """Tell the server to stop, and do not wait for it."""
        self.server.should_exit = True

    def stop(self) -> None:
        self.leave()
        self.thread.join()
        self.line.close()


@pytest.fixture(scope="session")
def left():
    """Collect the tables that no test needs any more, and wait for them at the very end."""
    tables: list[Table] = []
    yield tables
    for served in tables:
        served.stop()


@pytest.fixture
def table(tmp_path, left):
    served = Table(tmp_path)
    yield served
    served.leave()
    left.append(served)


@pytest.fixture
def visit(chromium, table):
    """Return a function that opens pages of the table: visit("/new", width=360).

    Without an address it opens the page that costs least, for tests that go on from there. Fails if a page
    complains on its console.
    """
    contexts, complaints = [], []

    def open_page(address="/about", width=1440, height=900, scripts=True, context=None, **options):
        if context is None:
            context = chromium.new_context(
                viewport={"width": width, "height": height},
                locale="en-GB",
                java_script_enabled=scripts,
                base_url=table.address,
                **options,
            )
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        # Moments are shown at once where a test does not want to watch them: `test_timeline.py` does.
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    open_page.forgiven = []  # how complaints begin that the test itself provokes
    yield open_page
    for context in contexts:
        context.close()
    assert [said for said in complaints if not said.startswith(tuple(open_page.forgiven))] == []
