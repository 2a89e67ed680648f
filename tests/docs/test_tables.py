"""The tables of the docs say what the program does."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.main import get_command

import donjon
from donjon.cli import app
from donjon.errors import UnknownAction
from donjon.kernel import rules

DOCS = Path(__file__).parents[2] / "docs"
GAMES = list(donjon.games.values())
KINGDOM_BUILDER, CAYLUS = donjon.games["kingdom-builder"], donjon.games["caylus"]
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def page_of(game: donjon.Game) -> str:
    return (DOCS / f"{game.name}.md").read_text()


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    part = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    table = next(block for block in part.split("\n\n") if block.strip().startswith("|"))
    lines = table.strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def reads(match: donjon.Match, text: str) -> int:
    """The last action that a text means at the start, -1 if it means nothing there."""
    try:
        return match.read(text, match.waiting[0])[-1]
    except UnknownAction:
        return -1


@each_game
def test_the_table_of_actions_is_whole(game: donjon.Game) -> None:
    match = donjon.new(game.name, players=2, seed=1)
    records = (DOCS.parent / "tests" / "fixtures" / game.name).glob("*.record")
    verbs = {line.split()[1] for path in records for line in path.read_text().splitlines() if " " in line}
    following = 0
    for numbers, meaning, texts in rows(page_of(game), "Actions"):
        first, last = (int(number) for number in (*numbers.split("–"), numbers)[:2])
        assert first == following
        following = last + 1
        said = [game.action_text(match.state, 0, action) for action in range(first, last + 1)]
        examples = re.findall(r"`([^`]+)`", texts)
        known = [text in said or reads(match, text) in range(first, last + 1) for text in examples]
        # What can be said in some positions only is found in the recorded games.
        assert any(known) or {text.split()[0] for text in examples} & verbs, meaning
        listed = meaning.rsplit(": ", 1)[1].split(";")[0] if ": " in meaning else ""
        named = [name.strip() for name in listed.split(",") if re.fullmatch(r"[a-z_-]+|[-+]\d", name.strip())]
        if "nature chooses" not in meaning and len(named) == listed.count(",") + 1 > 1:
            assert [text for name in named for text in said if name in text.split()] == said
    assert following == game.ACTIONS


@each_game
def test_the_table_of_options_is_whole(game: donjon.Game) -> None:
    table = {cells[0].strip("`"): cells[1] for cells in rows(page_of(game), "Options")}
    assert list(table) == [option.name for option in game.options]
    for option in game.options:
        for choice in option.choices if option.name != "first" else ():
            assert re.search(rf"\b{choice}\b", table[option.name])


@each_game
def test_the_table_of_the_view_is_whole(game: donjon.Game) -> None:
    table = rows(page_of(game), "The view")
    named = {name for cells in table for name in re.findall(r"`([^`]+)`", cells[0])}
    match = donjon.new(game.name, players=2, seed=1)
    view = match.view(0)
    assert named == set(view)
    for field, value in view.items():
        parts = value if isinstance(value, list) else [value]
        described = " ".join(cells[1] for cells in table if f"`{field}`" in cells[0])
        for part in parts if field in PARTS else ():
            assert set(part) - {"seat"} <= set(re.findall(r"\b\w+\b", described)), field


# Fields of a view whose own fields are named in the table.
PARTS = ("players", "castle", "special", "road", "workers", "stock", "favour")


def test_the_table_of_the_forecast_is_whole() -> None:
    table = page_of(CAYLUS).split("| field of `forecast` | meaning |\n")[1].split("\n\n")[0]
    match = donjon.new("caylus", players=2, seed=1)
    match.play("place peddler")
    forecast = match.view(0)["forecast"]
    assert set(forecast) == set(
        re.findall(r"`(\w+)`", " ".join(re.findall(r"^\|([^|]*)\|", table, re.MULTILINE)))
    )
    row = forecast["rows"][-1]
    assert {*row, *row["runs"][0]} <= set(re.findall(r"\b\w+\b", table))


@each_game
def test_the_table_of_positions_is_whole(game: donjon.Game) -> None:
    page = (DOCS / "positions.md").read_text()
    own = page_of(game)
    is_there = "\n## Stated positions\n" in own
    table = rows(own, "Stated positions") if is_there else rows(page, f"Fields of {game.title}")
    options = [f"`{option.name}`" for option in game.options]
    cells = [row[0] for row in [*rows(page, "Fields of every game"), *table]] + options
    named = {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
    assert set(donjon.new(game.name, players=2, seed=1).position()) <= named


def observed(game: donjon.Game) -> list[tuple[int, int]]:
    """The ranges of the table of the observation, which follow one another to its end."""
    ranges = [(int(first), int(last)) for first, last, _ in rows(page_of(game), "The observation")]
    assert [first for first, _ in ranges] == [0, *(last + 1 for _, last in ranges[:-1])]
    assert ranges[-1][1] + 1 == game.OBSERVATION
    return ranges


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_of_the_observation_is_right(seat: int) -> None:
    game = KINGDOM_BUILDER
    ranges = observed(game)
    board, printed, left, lifted, seats, terrains, cards, phases, _using, rest = ranges
    match = donjon.new(game.name, players=3, seed=9)
    for count in range(60):
        choices = match.legal_actions()
        match.play(choices[count * 7 % len(choices)])
    out = np.zeros(game.OBSERVATION, np.float32)
    rules.observe(match.state, seat, out)
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


def check_the_numbers_of_a_seat(numbers: np.ndarray, view: dict[str, Any], other: int) -> None:
    """Points, deniers, workers, cubes, markers and houses of a seat, as docs/caylus.md lists them."""
    player = view["players"][other]
    assert numbers[:4] == pytest.approx(
        [player["vp"] / 100, player["deniers"] / 20, player["home"] / 6, player["residences"] / 8]
    )
    assert numbers[5] == player["passed"]
    assert numbers[6] == pytest.approx((player["place"] + 1) / 5)
    assert numbers[8:13] == pytest.approx([count / 10 for count in player["cubes"].values()])
    assert numbers[13:20] == pytest.approx([vp / 50 for vp in player["points"].values()])
    columns = [view["favour"]["columns"][row][other] for row in view["favour"]["columns"]]
    assert numbers[20:24] == pytest.approx([column / 5 for column in columns])
    assert numbers[28:31] == pytest.approx([houses / 10 for houses in player["houses"].values()])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_of_the_observation_of_caylus_is_right(seat: int) -> None:
    seats, road, pieces, stock, phase, ask, who, chosen, rest = observed(CAYLUS)
    match = donjon.new("caylus", players=3, seed=9)
    for count in range(90):
        choices = match.legal_actions()
        match.play(choices[count * 7 % len(choices)])
    out = np.zeros(CAYLUS.OBSERVATION, np.float32)
    rules.observe(match.state, seat, out)
    view = match.view(seat)
    first = view["order"].index(seat)
    relative = [view["order"][(first + step) % 3] for step in range(3)]

    def seated(at: int) -> int | None:
        marked = np.flatnonzero(out[at : at + 5])
        return relative[int(marked[0])] if len(marked) else None

    for place, other in enumerate(relative):
        check_the_numbers_of_a_seat(out[seats[0] + 31 * place :], view, other)
    for number, space in enumerate(view["road"]):
        at = road[0] + 50 * number
        assert out[at : at + 35].sum() == (space["tile"] is not None)
        assert [seated(at + 35 + 5 * step) for step in range(3)] == [
            space[name] for name in ("owner", "pending", "worker")
        ]
    special, castle = view["special"], view["castle"]
    single = [special[name] for name in ("gate", "trading_post", "merchants_guild", "joust_field")]
    parts = [part for section in castle["sections"] for part in section["parts"]]
    standing = [*single, special["inn"]["left"], special["inn"]["right"], *special["stables"]]
    told = [seated(at) for at in range(pieces[0], pieces[1], 5)]
    assert [*told[:4], *told[5:10], *told[10:]] == [*standing, *castle["workers"], *parts]
    assert out[stock[0] : stock[1] + 1].sum() > 0
    assert [out[first : last + 1].sum() for first, last in (phase, ask)] == [1, 1]
    assert seated(who[0]) == view["actor"]
    assert out[chosen[0] : chosen[1] + 1].sum() == (view["chosen"] is not None)
    assert out[rest[0] + 6 : rest[0] + 9] == pytest.approx(
        [view["provost"] / 28, view["bailiff"] / 28, view["round"] / 18]
    )


def test_the_table_of_commands_is_whole() -> None:
    page = (DOCS / "cli.md").read_text()
    table = re.findall(r"^\| `donjon (\w+)` \|", page, re.MULTILINE)
    assert sorted(table) == sorted(get_command(app).commands)  # type: ignore[attr-defined]


def test_the_lines_of_a_trace_are_described() -> None:
    page = (DOCS / "trace.md").read_text()
    match = donjon.load((DOCS.parent / "tests/fixtures/kingdom-builder/2-random.record").read_text())
    from donjon.notation.follow import KEYS
    from donjon.notation.trace import trace

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
