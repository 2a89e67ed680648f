"""Compile bots and page rules for the processor of `shipped_code` and put the code into the package.

`make wheel` runs it before it packs, the Dockerfile after it has installed the package. It is run by the
Python that will use the code, with the versions of numpy and Numba that will.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from donjon.kernel import cache_folder, shipped_code
from donjon.kernel.games import games
from donjon.kernel.installed_games import modules

BOTS = "import sys; from donjon.bots.warming import warm_bots; warm_bots(*sys.argv[1:])"
PAGES = """
import sys
from donjon.kernel import page_rules
from donjon.kernel.games import games
for name in sys.argv[1:]:
    assert games[name]
page_rules.load_all()
"""
OWN = [name for name in games if name not in modules()]
# Intel's library of vector functions must not be called: it is not installed everywhere.
ENVIRONMENT = {
    **dict(zip(("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"), shipped_code.TARGET)),
    "NUMBA_DISABLE_INTEL_SVML": "1",
}


def main() -> None:
    """Compile, copy and try the machine code of all games of the package."""
    shutil.rmtree(shipped_code.FOLDER, ignore_errors=True)
    lacking = shipped_code.lacking()
    if lacking or not cache_folder.is_own_pipeline():
        print(f"No machine code is put into the package: {lacking or 'Numba compiles in another way here'}.")
        return
    os.environ.update(ENVIRONMENT)
    warm()
    shipped_code.FOLDER.mkdir()
    for path in cache_folder.cache_folder().glob("*.code"):
        shutil.copy(path, shipped_code.FOLDER)
    facts = {**cache_folder.versions(), "rules": cache_folder.own_digest(), "games": OWN}
    (shipped_code.FOLDER / shipped_code.FACTS).write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    check()
    size = sum(path.stat().st_size for path in shipped_code.FOLDER.iterdir())
    print(f"{shipped_code.FOLDER}: machine code of {', '.join(OWN)}, {size / 1e6:.1f} MB")


def warm() -> None:
    """Compile or load everything, the bots of each game and the page rules in a process of their own."""
    commands = [[sys.executable, "-c", BOTS, name] for name in OWN] + [[sys.executable, "-c", PAGES, *OWN]]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(lambda command: subprocess.run(command, check=True), commands))


def check() -> None:
    """Load the machine code as on a fresh machine. Raises SystemExit if a game has to be compiled there."""
    for name in ENVIRONMENT:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as cache:
        os.environ["DONJON_CACHE"] = cache
        warm()
        if any(cache_folder.cache_home().rglob("*.code")):
            raise SystemExit("the machine code was compiled once more: it isn't found, or can't be read")


if __name__ == "__main__":
    main()
