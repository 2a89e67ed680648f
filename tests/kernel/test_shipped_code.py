"""When machine code that came with the package is used, and what is said when it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import llvmlite.binding
import pytest

from donjon.kernel import cache_folder, shipped_code

OF_THIS_PROCESSOR = shipped_code._processor_features()
CPUINFO = shipped_code.FEATURES | {"avx512f"}


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with machine code for this machine, which has all features."""
    facts: dict[str, Any] = {**cache_folder.versions(), "rules": cache_folder.own_digest(), "games": ["ys"]}
    (tmp_path / shipped_code.FACTS).write_text(json.dumps(facts))
    monkeypatch.setattr(shipped_code, "FOLDER", tmp_path)
    monkeypatch.setattr(shipped_code, "_processor_features", lambda: CPUINFO)
    monkeypatch.delenv("DONJON_PIPELINE", raising=False)
    for cached in (shipped_code.misfit, shipped_code._shipped_facts, cache_folder.is_own_pipeline):
        monkeypatch.setattr(cached.__module__ + "." + cached.__name__, cached.__wrapped__)
    return tmp_path


def test_it_is_used_for_the_games_it_is_for() -> None:
    assert shipped_code.misfit() == shipped_code.refusal() == ""
    assert shipped_code.has("ys")
    assert not shipped_code.has("caylus")


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ("rules", "rules, bots or their data have been changed"),
        ("Python", "it is for Python of yore, and this is cpython-3"),
        ("numpy", "it is for numpy of yore, and this is "),
        ("numba", "it is for numba of yore, and this is "),
        ("llvmlite", "it is for llvmlite of yore, and this is "),
    ],
)
def test_what_it_was_made_for_must_be_the_same(fact: str, why: str, package: Path) -> None:
    path = package / shipped_code.FACTS
    path.write_text(json.dumps(json.loads(path.read_text()) | {fact: "of yore"}))
    assert shipped_code.misfit().startswith(why)
    assert not shipped_code.has("ys")
    assert shipped_code.refusal() == (
        "The machine code in the package can't be used, so bots are compiled here, once: "
        f"{shipped_code.misfit()}."
    )


def test_a_processor_needs_every_feature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_code, "_processor_features", lambda: CPUINFO - {"avx2", "fma"})
    assert shipped_code.misfit() == "this processor isn't an x86-64-v3, it lacks avx2, fma"


def test_custom_data_are_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[gems]\n")
    monkeypatch.setenv("DONJON_YS_DATA", str(own))
    monkeypatch.setattr(cache_folder, "own_digest", cache_folder.own_digest.__wrapped__)
    assert shipped_code.misfit() == "rules, bots or their data have been changed"


def test_an_untested_numba_compiles_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DONJON_PIPELINE", "numba")
    assert "DONJON_PIPELINE" in shipped_code.misfit()


@pytest.mark.parametrize("text", [None, "", '{"rules": "12'])
def test_without_facts_there_is_none_and_nothing_to_say(text: str | None, package: Path) -> None:
    path = package / shipped_code.FACTS
    path.unlink() if text is None else path.write_text(text)
    assert shipped_code.misfit() == "the package has none"
    assert shipped_code.refusal() == ""


def test_the_features_of_this_processor_are_those_that_llvm_finds() -> None:
    found = llvmlite.binding.get_host_cpu_features()
    names = {"pni": "sse3", "abm": "lzcnt", "lahf_lm": "sahf", "bmi1": "bmi"}
    for feature in shipped_code.FEATURES:
        name = names.get(feature, feature.replace("_", "."))
        assert found.get(name, False) == (feature in OF_THIS_PROCESSOR), feature
