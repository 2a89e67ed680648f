"""The audit's decisions: what the table needs, which licences it may have, what pip-audit's answers mean."""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts import audit

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "package-lock.json").read_text(encoding="utf-8")


def test_needs_are_followed_through_extras_and_markers() -> None:
    told = {
        "house": [
            "Wall[paint]>=1",
            "roof; extra == 'top'",
            "cellar; extra == 'deep'",
            "moat; python_version < '3'",
        ],
        "wall": ["stone", "lime; extra == 'paint'", "house"],
        "stone": ["Fine_Sand"],
    }
    assert audit.needed("house", ["top"], lambda name: told.get(name, [])) == {
        *("wall", "roof", "stone", "lime", "fine-sand")
    }


def test_what_the_table_needs_is_pinned_and_holds_no_tool_of_the_tests() -> None:
    names = audit.needed("donjon", ["table"])
    assert {"numpy", "starlette", "sqlalchemy", "jinja2", "mako"} <= names
    assert names.isdisjoint({"donjon", "pytest", "mypy", "hatchling", "pip-audit"})
    lines = audit.pinned(names, (ROOT / "constraints.txt").read_text(encoding="utf-8"))
    assert len(lines) == len(names)


def test_pins_are_found_under_any_spelling() -> None:
    constraints = "# versions\nJinja2==3.1.6\ntyping_extensions==4.16.0\nruff==0.17.5\n"
    pins = ["Jinja2==3.1.6", "typing_extensions==4.16.0"]
    assert audit.pinned({"typing-extensions", "jinja2"}, constraints) == pins


def test_a_package_without_a_pin_stops_the_audit() -> None:
    with pytest.raises(SystemExit, match="no version for numba, numpy"):
        audit.pinned({"numpy", "numba", "ruff"}, "ruff==0.17.5\n")


@pytest.mark.parametrize(
    "licence",
    [
        "MIT",
        "BSD License",
        "ISC License (ISCL)",
        "Apache-2.0 OR BSD-2-Clause",
        "BSD-2-Clause AND Apache-2.0 WITH LLVM-exception",
        "MIT AND (Apache-2.0 OR BSD-3-Clause)",
        "Apache Software License; BSD License",
    ],
)
def test_a_licence_is_allowed(licence: str) -> None:
    assert audit.not_allowed(licence) == []


@pytest.mark.parametrize(
    ("licence", "wrong"),
    [
        ("UNKNOWN", ["UNKNOWN"]),
        ("", [""]),
        ("GPL-3.0-only", ["GPL-3.0-only"]),
        ("MIT AND AGPL-3.0-or-later", ["AGPL-3.0-or-later"]),
        ("MIT License; GNU General Public License v3", ["GNU General Public License v3"]),
        ("Apache-2.0 WITH another-exception", ["Apache-2.0 WITH another-exception"]),
    ],
)
def test_a_licence_is_not_allowed(licence: str, wrong: list[str]) -> None:
    assert audit.not_allowed(licence) == wrong


def test_the_scripts_and_fonts_of_the_pages_are_looked_at_and_those_of_the_tests_are_not() -> None:
    parts = audit.page_parts(LOCK)
    assert {part.name for part in parts} == set(
        json.loads((ROOT / "package.json").read_text())["dependencies"]
    )
    assert not [part for part in parts if audit.not_allowed(part.licence)]


def test_a_script_without_a_licence_is_not_allowed() -> None:
    (part,) = audit.page_parts('{"packages": {"": {}, "node_modules/mystery": {"version": "1.0"}}}')
    assert part.name == "mystery"
    assert audit.not_allowed(part.licence)


def clean(name: str) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": []}


def unknown(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "skip_reason": f"Dependency not found on PyPI and could not be audited: {name} (1.0)",
    }


def vulnerable(name: str, *mended: str) -> dict[str, Any]:
    one = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": [*mended], "description": "bad"}
    return {"name": name, "version": "1.0", "vulns": [one]}


def verdict(*packages: dict[str, Any], code: int = 0) -> tuple[list[str], bool]:
    return audit.verdict(code, json.dumps({"dependencies": packages, "fixes": []}), "")


def test_an_audit_that_finds_nothing_passes() -> None:
    assert verdict(clean("a"), clean("b")) == (["audited 2 of 2 packages; known vulnerabilities: 0"], False)


def test_a_known_vulnerability_fails_and_says_what_mends_it() -> None:
    said, failed = verdict(clean("a"), vulnerable("b", "1.1", "2.0"), vulnerable("c"), unknown("d"), code=1)
    assert failed
    assert said == [
        "b 1.0 is vulnerable: PYSEC-1, CVE-1; mended in 1.1 or 2.0",
        "c 1.0 is vulnerable: PYSEC-1, CVE-1; mended in no version yet",
        "audited 3 of 4 packages; known vulnerabilities: 2",
        "not audited, for want of data: d",
    ]


# What came of pip-audit where its data were out of reach; none of it may look like a passed audit.
OUT_OF_REACH = {
    "a registry that serves packages only": (
        0,
        json.dumps({"dependencies": [unknown("a"), unknown("b")]}),
        "No known vulnerabilities found",
        "not found on PyPI",
    ),
    "no network": (
        1,
        "",
        "Traceback (most recent call last):\nConnectionError: name or service not known\n",
        "ConnectionError: name or service not known",
    ),
    "no package asked for": (
        0,
        '{"dependencies": []}',
        "No known vulnerabilities found",
        "reached from here",
    ),
    "something that is no answer": (0, "[]", "", "it says nothing"),
}


@pytest.mark.parametrize("case", OUT_OF_REACH)
def test_data_out_of_reach_are_no_failure_and_no_audit(case: str) -> None:
    code, out, err, reason = OUT_OF_REACH[case]
    (said,), failed = audit.verdict(code, out, err)
    assert said.startswith("NOTHING WAS AUDITED for vulnerabilities")
    assert reason in said
    assert not failed


def test_a_call_that_pip_audit_does_not_understand_fails() -> None:
    said, failed = audit.verdict(
        2, "", "usage: pip-audit [-h]\npip-audit: error: unrecognized arguments: --quick"
    )
    assert failed
    assert "--quick" in said[0]
