"""The tables of the docs say what the program does."""

import re
from pathlib import Path

import numpy as np
import pytest
from typer.main import get_command

import donjon
from donjon.cli import app
from donjon.kernel import generic

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "kingdom-builder.md").read_text()
GAME = donjon.games["kingdom-builder"]


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    part = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_table_of_actions_is_whole() -> None:
    match = donjon.new(GAME.name, players=2, seed=1)
    following = 0
    for numbers, meaning, texts in rows(PAGE, "Actions"):
        first, last = (
            (int(number) for number in (*numbers.split("–"), numbers)[:2])
            if "–" in numbers
            else (
                int(numbers),
                int(numbers),
            )
        )
        assert first == following
        following = last + 1
        said = [GAME.action_text(match.state, 0, action) for action in range(first, last + 1)]
        assert any(text in said for text in re.findall(r"`([^`]+)`", texts))
        names = meaning.rsplit(": ", 1)[-1].split(",")
        if first >= 400 and ":" in meaning and "seat" not in meaning:
            named = [name.strip() for name in names if name.strip().isidentifier()]
            assert [text for name in named for text in said if name in text.split()] == said
    assert following == GAME.ACTIONS


def test_the_table_of_options_is_whole() -> None:
    table = {cells[0].strip("`"): cells[1] for cells in rows(PAGE, "Options")}
    assert list(table) == [option.name for option in GAME.options]
    for option in GAME.options:
        for choice in option.choices if option.name != "first" else ():
            assert re.search(rf"\b{choice}\b", table[option.name])


def test_the_table_of_the_view_is_whole() -> None:
    named = {name for cells in rows(PAGE, "The view") for name in re.findall(r"`([^`]+)`", cells[0])}
    match = donjon.new(GAME.name, players=2, seed=1)
    view = match.view(0)
    assert named == set(view)
    fields = next(cells[1] for cells in rows(PAGE, "The view") if cells[0] == "`players`")
    assert set(view["players"][0]) - {"seat"} <= set(re.findall(r"`([^`]+)`", fields))


def test_the_table_of_positions_is_whole() -> None:
    page = (DOCS / "positions.md").read_text()
    cells = [
        row[0] for heading in ("every game", "Kingdom Builder") for row in rows(page, f"Fields of {heading}")
    ]
    named = {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
    assert set(donjon.new(GAME.name, players=2, seed=1).position()) <= named


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_of_the_observation_is_right(seat: int) -> None:
    ranges = [(int(first), int(last)) for first, last, _ in rows(PAGE, "The observation")]
    assert [first for first, _ in ranges] == [0, *(last + 1 for _, last in ranges[:-1])]
    assert ranges[-1][1] + 1 == GAME.OBSERVATION
    board, printed, left, lifted, seats, terrains, cards, phases, _using, rest = ranges
    match = donjon.new(GAME.name, players=3, seed=9)
    for count in range(60):
        choices = match.legal_actions()
        match.play(choices[count * 7 % len(choices)])
    out = np.zeros(GAME.OBSERVATION, np.float32)
    generic.observe(match.state, seat, out)
    view = match.view(seat)

    def hexes(first: int) -> set[tuple[int, int]]:
        return {divmod(int(hex), 20) for hex in np.flatnonzero(out[first : first + 400])}

    for relative in range(3):
        other = (seat + relative) % 3
        own = {tuple(piece["hex"]) for piece in view["settlements"] if piece["seat"] == other}
        assert hexes(board[0] + 400 * relative) == own
        player = view["players"][other]
        numbers = out[seats[0] + 34 * relative : seats[0] + 34 * (relative + 1)]
        assert numbers[0] == pytest.approx(player["supply"] / 40)
        assert numbers[1] == (view["actor"] == other)
        assert numbers[2:26].sum() == pytest.approx(len(player["tokens"]) / 2)
    for kind, letter in enumerate("GFTCDWMKL"):
        shown = {(r, c) for r in range(20) for c in range(20) if view["hexes"][r][c] == letter}
        assert hexes(printed[0] + 400 * kind) == shown
    assert hexes(left[0]) == {tuple(place["hex"]) for place in view["locations"] if place["left"]}
    assert hexes(lifted[0]) == (set() if view["lifted"] is None else {tuple(view["lifted"])})
    assert out[terrains[0] : terrains[0] + 5] == pytest.approx([n / 5 for n in view["unseen"].values()])
    assert out[cards[0] : cards[1] + 1].sum() == 3
    assert out[phases[0] : phases[1] + 1].sum() == 1
    assert out[rest[0]] == pytest.approx(view["built"] / 3)
    assert out[rest[1]] == pytest.approx(view["turn"] / 100)


def test_the_table_of_commands_is_whole() -> None:
    page = (DOCS / "cli.md").read_text()
    table = re.findall(r"^\| `donjon (\w+)` \|", page, re.MULTILINE)
    assert sorted(table) == sorted(get_command(app).commands)  # type: ignore[attr-defined]


def test_the_lines_of_a_trace_are_described() -> None:
    page = (DOCS / "trace.md").read_text()
    match = donjon.load((DOCS.parent / "tests/fixtures/kingdom-builder/2-random.record").read_text())
    from donjon.kernel.follow import KEYS
    from donjon.kernel.trace import trace

    written: dict[str, set[str]] = {}
    for line in trace(match):
        written.setdefault(line["kind"], set()).update(line)
    for kind, keys in KEYS.items():
        part = page.split(f"\n### {kind}\n")[1].split("\n#", 1)[0]
        described = {
            name
            for cell in re.findall(r"^\| ([^|]*`[^|]*) \|", part, re.MULTILINE)
            for name in re.findall(r"`(\w+)`", cell)
        }
        assert described == set(keys) | {"kind"}
        assert written[kind] <= described
