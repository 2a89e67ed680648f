"""Measure how much memory a server takes while pages are requested: `python -m bench.memory`.

A server of its own is started without limits for visitors. Nine tables are started; then random links are
followed in three languages, and the memory of the server's process is printed after every thousand requests.
"""

from __future__ import annotations

import argparse
import re
import sys
from html import unescape
from random import Random
from urllib.parse import urljoin

import httpx2

from bench.attack import server

FREE = {
    **dict.fromkeys(("DONJON_RATE", "DONJON_BURST", "DONJON_LOOK_RATE", "DONJON_LOOK_BURST"), "1e9"),
    "DONJON_METRICS": "127.0.0.1",
}
GAMES = ("caylus", "ys", "kingdom-builder")
STEP = 1000


def followed(page: httpx2.Response, address: str) -> set[str]:
    """Return the addresses of this server that a page links to."""
    links = {urljoin(address, unescape(link)) for link in re.findall(r'href="([^"#]+)', page.text)}
    return {link for link in links if re.match(r"/(?!/|static)", link)}


def megabytes(client: httpx2.Client) -> float:
    """Return the memory of the server's process, in megabytes."""
    found = re.search(r"(?m)^process_resident_memory_bytes (\S+)", client.get("/metrics").text)
    assert found is not None
    return float(found[1]) / 1e6


def main() -> None:
    """Follow links, and print the memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--pages", type=int, default=6_000, help="how many addresses are known at most")
    given = parser.parse_args()
    chance = Random(1)
    with (
        server(**FREE) as (host, port),
        httpx2.Client(base_url=f"http://{host}:{port}", timeout=60) as client,
    ):
        known = ["/", "/puzzles", *(f"/puzzles/{game}" for game in GAMES)]
        for game in GAMES:
            for bots in (1, 2, 3):
                known.append(client.post("/new", data={"game": game, "quick": bots}).headers["location"])
        sys.stdout.write(f"{megabytes(client):.0f} MB at the start\n")
        for number in range(1, given.requests + 1):
            address = chance.choice(known)
            language = chance.choice(("en", "ru", "hu"))
            page = client.get(address, headers={"accept-language": language})
            if len(known) < given.pages and "html" in page.headers.get("content-type", ""):
                known += sorted(followed(page, address) - set(known))
            if number % STEP == 0:
                sys.stdout.write(
                    f"{megabytes(client):.0f} MB after {number} requests for {len(known)} pages\n"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
