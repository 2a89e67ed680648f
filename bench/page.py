"""Measure a game in the browser: time from click to paint, bytes, layout shifts (`python -m bench.page`).

A browser plays random moves against a bot, without the show of moments, at full processor speed and at a
quarter of it. Needs Debian's chromium.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from donjon.kernel.games import games

CHROMIUM = "/usr/bin/chromium"
WAIT = 120_000  # milliseconds
READY = (
    "() => document.readyState === 'complete' && document.querySelector('#moves, #scores')"
    " && !document.querySelector('html.waiting, #live.telling')"
)
# Choose at random and return the place of the button; null if its list is folded.
CHOOSE = """() => {
  const open = [...document.querySelectorAll('.spots > button, #moves button, #many button, [data-pieces]')];
  window.chosen = open[Math.floor(Math.random() * open.length)];
  const { x, y, width, height } = window.chosen.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  return width && document.elementFromPoint(left, top) === window.chosen ? [left, top] : null;
}"""
# Milliseconds from the click to the first sign of it, to the new position, and to the frame that shows it.
WATCH = """() => {
  window.felt = new Promise((done) => {
    let begin = 0, sign = 0;
    const since = () => performance.now() - begin;
    addEventListener('click', () => { begin = performance.now(); }, { capture: true, once: true });
    new MutationObserver(() => { if (begin) sign ||= since(); })
      .observe(document.getElementById('live'), { subtree: true, childList: true, attributes: true });
    const seen = new MutationObserver(() => {
      seen.disconnect();
      const change = since();
      requestAnimationFrame(() => requestAnimationFrame(() => done([sign, change, since()])));
    });
    seen.observe(document.getElementById('table-title'), { attributes: true });
  });
}"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
localStorage.setItem('donjon-speed', '0');
localStorage.setItem('donjon-confirm', 'never');
"""


@dataclass
class Felt:
    """The measurements of one game: milliseconds, bytes as they were sent, the sum of layout shifts."""

    sign: list[float] = field(default_factory=list)
    change: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)
    bytes: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    shift: float = 0.0

    def __str__(self) -> str:
        times = ", ".join(
            f"{name} {median(values):.0f} ({_high(values):.0f})"
            for name, values in (("sign", self.sign), ("change", self.change), ("painted", self.painted))
        )
        sizes = ", ".join(f"{name} {fmean(values):.0f}" for name, values in sorted(self.bytes.items()))
        return f"{times} ms; bytes: {sizes}; shift {self.shift:.3f} in {len(self.change)} clicks"


def _high(values: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[len(values) * 95 // 100]


def _listen(session: CDPSession, felt: Felt) -> None:
    """Record the sizes of the server's answers."""
    kinds: dict[str, str] = {}

    def begins(event: Any) -> None:
        path = event["response"]["url"].partition("?")[0].rpartition("/")[2]
        if path in ("move", "answer"):
            kinds[event["requestId"]] = path

    def ends(event: Any) -> None:
        if event["requestId"] in kinds:
            felt.bytes[kinds[event["requestId"]]].append(event["encodedDataLength"])

    session.on("Network.responseReceived", begins)
    session.on("Network.loadingFinished", ends)
    session.send("Network.enable")


def _play(page: Page, felt: Felt, clicks: int) -> None:
    """Make random choices until the game is over."""
    for _ in range(clicks):
        page.wait_for_function(READY, timeout=WAIT)
        if page.locator("#scores").count():
            break
        page.evaluate(WATCH)
        place = page.evaluate(CHOOSE)
        if place:
            page.mouse.click(*place)
        else:
            page.evaluate("window.chosen.click()")
        sign, change, painted = page.evaluate("window.felt")
        felt.sign.append(sign)
        felt.change.append(change)
        felt.painted.append(painted)
    felt.shift = page.evaluate("window.shifted")


def measure(browser: Browser, address: str, game: str, clicks: int, slower: float) -> Felt:
    """Play a game at a desktop window size, and return its measurements."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, bypass_csp=True)
    context.add_init_script(SHIFTS)
    page, felt = context.new_page(), Felt()
    session = context.new_cdp_session(page)
    _listen(session, felt)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    page.click(f"#game-{game} button[name=quick][value='1']")
    _play(page, felt, clicks)
    context.close()
    return felt


def main() -> None:
    """Read the options, serve, measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("--clicks", type=int, default=40, help="of each game (40)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "donjon", "play", "--port", "0", "--data", folder]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            address = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for slower in (1, 4):
                for name in games:
                    felt = measure(browser, address, name, given.clicks, slower)
                    print(f"{name}, processor {slower} times slower: {felt}", flush=True)
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
