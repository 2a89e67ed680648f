"""The curve of a training is well formed, and has a mark for every gate."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from donjon.lab.training.folder import curve, draw_curve

SVG = "{http://www.w3.org/2000/svg}"


def gate(games: int, share: float, kept: bool) -> dict[str, Any]:
    return {"round": games // 500, "games": games, "gate": 0.5, "kept": kept, "against_hand": share}


def drawn(*gates: dict[str, Any], title: str = "Caylus") -> ElementTree.Element:
    return ElementTree.fromstring(curve(list(gates), title))


def test_a_better_net_stands_higher_and_a_later_one_further_right() -> None:
    marks = drawn(gate(2000, 0.4, False), gate(4000, 0.75, True)).findall(f"{SVG}circle")
    assert [mark.get("fill") == "#fff" for mark in marks] == [True, False]
    assert float(marks[1].attrib["cy"]) < float(marks[0].attrib["cy"])
    assert float(marks[1].attrib["cx"]) > float(marks[0].attrib["cx"])


def test_what_is_said_is_escaped_and_a_title() -> None:
    picture = drawn(title="Sticks & Stones")
    assert picture.findtext(f"{SVG}title") == "Sticks & Stones: wins against the estimate alone"
    assert not picture.findall(f"{SVG}circle")


def test_only_gates_of_a_log_are_drawn(tmp_path: Path) -> None:
    lines = [{"round": 1, "games": 500, "error": 0.1}, gate(500, 0.5, True)]
    draw_curve(lines, tmp_path / "curve.svg", "Ys")
    assert (tmp_path / "curve.svg").read_text().count("<circle") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["curve.svg"]
