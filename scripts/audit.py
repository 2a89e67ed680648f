"""Audit the table's parts: licences and known vulnerabilities of its packages (`make audit`).

Looks at what Donjon needs when it runs, not at what its tests need: the Python packages of `donjon[table]`
and the page's scripts and fonts. Exits with 1 when a licence is not allowed here or a vulnerability is known.
Where the data on vulnerabilities cannot be reached, nothing is audited; the script says so and does not fail.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

# All of these let anyone use, change and pass on the work, also beside works under other licences.
ALLOWED = {
    "MIT": "keep the notice",
    "ISC": "keep the notice",
    "BSD": "keep the notice; a package that only says 'BSD License' has two or three clauses",
    "BSD-2-Clause": "keep the notice",
    "BSD-3-Clause": "keep the notice, do not advertise with the authors' names",
    "Zlib": "keep the notice, say what was changed",
    "Apache-2.0": "keep the notices, say what was changed; gives the patents, too",
    "Apache-2.0 WITH LLVM-exception": "as Apache-2.0, without the notice in compiled programs",
    "PSF-2.0": "Python's own: keep the notice, say what was changed",
    "0BSD": "no condition at all",
    "CC0-1.0": "no condition at all",
    "OFL-1.1": "fonts: may go with any program, not be sold alone; the licence lies beside them",
}

# The same licences under the names of Python's classifiers, and one that npm packages misspell.
OTHER_NAMES = {
    "MIT License": "MIT",
    "ISC License (ISCL)": "ISC",
    "BSD License": "BSD",
    "BSD-0-Clause": "0BSD",
    "Apache Software License": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
}

# Packages that name no licence where pip-licenses looks; read from the licence file in them.
READ_BY_HAND = {"resvg-py": "MIT"}

NOTHING = "NOTHING WAS AUDITED for vulnerabilities: their data cannot be reached from here (pip-audit: {})"


@dataclass(frozen=True)
class Part:
    """A package, script or font that Donjon is served with. `licence` as its makers wrote it."""

    name: str
    version: str
    licence: str


def requirements_of(name: str) -> list[str]:
    """Return the requirements of an installed package."""
    return metadata.requires(name) or []


def needed(
    name: str, extras: Iterable[str], requires: Callable[[str], list[str]] = requirements_of
) -> set[str]:
    """Return the normalised names of all packages that a package with these extras needs on this machine.

    The package itself is left out.
    """
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(canonicalize_name(name), frozenset(extras))]
    while waiting:
        step = package, wanted = waiting.pop()
        if step in seen:
            continue
        seen.add(step)
        for requirement in map(Requirement, requires(package)):
            if applies(requirement, wanted):
                waiting.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return {package for package, _ in seen} - {canonicalize_name(name)}


def applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    """Return whether a requirement applies on this machine, with these extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def python_parts(names: Sequence[str]) -> list[Part]:
    """Return the installed packages of these names. Exits when pip-licenses fails or omits one."""
    command = [sys.executable, "-m", "piplicenses", "--from=mixed", "--format=json", "--packages", *names]
    answer = subprocess.run(command, stdout=subprocess.PIPE)
    if answer.returncode:
        sys.exit("donjon: pip-licenses failed (its own message is above)")
    told = json.loads(answer.stdout)
    missing = set(names) - {canonicalize_name(one["Name"]) for one in told}
    if missing:
        sys.exit(f"donjon: pip-licenses says nothing of {', '.join(sorted(missing))}")
    return [Part(one["Name"], one["Version"], licence_of(one)) for one in told]


def licence_of(told: Mapping[str, str]) -> str:
    """Return the licence that pip-licenses reports for a package, or the one that was read by hand."""
    if told["License"] != "UNKNOWN":
        return told["License"]
    return READ_BY_HAND.get(canonicalize_name(told["Name"]), told["License"])


def page_parts(lock: str) -> list[Part]:
    """Return the scripts and fonts of a package-lock.json, without those of the tests."""
    packages = json.loads(lock)["packages"]
    return [
        Part(path.removeprefix("node_modules/"), one["version"], one.get("license", "none named"))
        for path, one in packages.items()
        if path and not one.get("dev")
    ]


def not_allowed(licence: str) -> list[str]:
    """Return the licences of an expression that are not allowed here.

    Where there is a choice ("A OR B") all of it has to be allowed: stricter than necessary, but simple.
    """
    names = [licence] if licence in OTHER_NAMES else re.split(r" AND | OR |; ", re.sub(r"[()]", "", licence))
    return [name for name in names if OTHER_NAMES.get(name, name) not in ALLOWED]


def pinned(names: Iterable[str], constraints: str) -> list[str]:
    """Return the lines of constraints.txt for packages. Exits when a package has none."""
    lines = [line for line in constraints.splitlines() if line and not line.startswith("#")]
    pins = {str(canonicalize_name(line.partition("==")[0])): line for line in lines}
    missing = sorted(set(names) - set(pins))
    if missing:
        sys.exit(f"donjon: constraints.txt has no version for {', '.join(missing)}: write it there")
    return [pins[name] for name in sorted(names)]


def pip_audit(pins: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Ask pip-audit about pinned packages, these and no others."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(pins))
        file.flush()
        options = ("--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json")
        command = [sys.executable, "-m", "pip_audit", *options, "--requirement", file.name]
        return subprocess.run(command, capture_output=True, text=True)


def verdict(code: int, out: str, err: str) -> tuple[list[str], bool]:
    """Return the sentences for pip-audit's exit code, JSON and stderr, and whether the audit failed."""
    complaint = (err.strip().splitlines() or ["it says nothing"])[-1]
    if code == 2:
        return [f"pip-audit does not understand scripts/audit.py: {complaint}"], True
    try:
        asked = json.loads(out)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return [NOTHING.format(complaint)], False
    audited = [one for one in asked if "vulns" in one]
    skipped = [one for one in asked if "vulns" not in one]
    if not audited:
        return [NOTHING.format(skipped[0]["skip_reason"] if skipped else complaint)], False
    found = [said_of(one, vulnerability) for one in audited for vulnerability in one["vulns"]]
    said = [*found, f"audited {len(audited)} of {len(asked)} packages; known vulnerabilities: {len(found)}"]
    if skipped:
        said.append(f"not audited, for want of data: {', '.join(one['name'] for one in skipped)}")
    return said, bool(found)


def said_of(package: dict[str, Any], vulnerability: dict[str, Any]) -> str:
    """Return one vulnerability as one line."""
    ids = [vulnerability["id"], *vulnerability["aliases"]]
    mended = " or ".join(vulnerability["fix_versions"]) or "no version yet"
    return f"{package['name']} {package['version']} is vulnerable: {', '.join(ids)}; mended in {mended}"


def main() -> int:
    """Print the parts and the findings; return the exit code."""
    names = sorted(needed("donjon", ["table"]))
    parts = python_parts(names) + page_parts((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    for part in parts:
        print(f"{part.name + ' ' + part.version:<32} {part.licence}")
    wrong = [(part.name, name) for part in parts for name in not_allowed(part.licence)]
    for part_name, licence in wrong:
        print(f"donjon: {part_name} has a licence that is not allowed here (scripts/audit.py): {licence}")
    if not wrong:
        print(f"donjon: the licences of all {len(parts)} packages, scripts and fonts are allowed")
    answer = pip_audit(pinned(names, (ROOT / "constraints.txt").read_text(encoding="utf-8")))
    said, failed = verdict(answer.returncode, answer.stdout, answer.stderr)
    for line in said:
        print(f"donjon: {line}")
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    sys.exit(main())
