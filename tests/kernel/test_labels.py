"""Every use of a secret has a label of its own."""

from __future__ import annotations

import ast
import hashlib
import hmac
import re
from itertools import permutations
from pathlib import Path

import pytest

import donjon
from donjon.kernel import nature, rng
from donjon.kernel.labels import Label, derive, digest, generator

SOURCE = Path(donjon.__file__).parent
# Where a keyed hash or a generator may be made from text: the labels, the frozen draws of a match.
MAKERS = {"kernel/labels.py", "kernel/nature.py", "kernel/rng.py"}


def test_no_label_begins_another() -> None:
    for one, other in permutations(Label, 2):
        assert not f"{other} ".startswith(f"{one} "), (one, other)


def test_a_commitment_is_the_sha_256_of_its_label_and_the_seed() -> None:
    assert nature.commitment(7) == hashlib.sha256(b"donjon commitment 7").hexdigest()
    assert nature.commitment("7") == digest(Label.COMMITMENT, 7)


def test_a_keyed_value_is_an_hmac_of_all_its_parts() -> None:
    expected = hmac.new(b"key", b'["page key", "table", "guest", 3]', hashlib.sha256).hexdigest()
    assert derive(b"key", Label.PAGE_KEY, "table", "guest", 3) == expected
    assert derive(b"key", Label.PAGE_KEY, "table", "gues", "t", 3) != expected


@pytest.mark.parametrize("seed", [*range(200), "", "a seed", "3f9c2a67b1d04e58a0c1f22b9d7e6a15"])
def test_no_part_of_a_commitment_is_the_key_of_a_generator(seed: str | int) -> None:
    published = bytes.fromhex(nature.commitment(seed))
    keys = {
        rng.seed_key(seed),
        *(rng.seed_key(f"{label} {seed}") for label in Label if label != "donjon commitment"),
    }
    windows = [published[at : at + 8] for at in range(25)]
    found = {int.from_bytes(window, order) for window in windows for order in ("little", "big")}
    assert not keys & found


def test_the_hash_of_the_bare_seed_gives_the_key_of_the_draws() -> None:
    """The check above can fail: this is why the hash of a seed is never published."""
    assert int.from_bytes(bytes.fromhex(nature.seed_hash("a seed"))[:8], "little") == rng.seed_key("a seed")


def test_generators_of_different_labels_share_no_key() -> None:
    keys = {bytes(generator(label, "a seed").key.tobytes()) for label in Label}
    assert len(keys) == len(Label)
    assert rng.new("a seed").key.tobytes() not in keys


def made_from_text(path: Path) -> list[str]:
    """Calls in a file that derive something from a text without a label."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        text = [part for part in node.args if isinstance(part, ast.JoinedStr)]
        if (name == "hmac.new") or (name in ("rng.new", "hashlib.sha256") and text):
            found.append(f"{path.name}:{node.lineno} {name}")
    return found


def test_nothing_is_derived_from_text_without_a_label() -> None:
    found = {
        str(path.relative_to(SOURCE)): made
        for path in SOURCE.rglob("*.py")
        if str(path.relative_to(SOURCE)) not in MAKERS and (made := made_from_text(path))
    }
    assert not found


def test_the_documents_list_every_label() -> None:
    text = (SOURCE.parents[1] / "docs" / "nature.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert {*Label} <= {label for cell in cells for label in re.findall("`([^`]*)`", cell)}
