"""The tables of the docs say what the program does."""

import re
from pathlib import Path

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


def fields_seen(match: donjon.Match, seat: int) -> dict[str, np.ndarray]:
    """The observation of a seat, by the fields that the page lists."""
    out = np.zeros(match.game.OBSERVATION, np.float32)
    rules.observe(match.state, seat, out)
    return {name: out[field.range].reshape(field.shape) for name, field in match.game.observed.items()}


@each_game
def test_the_table_of_the_observation_is_whole(game: donjon.Game) -> None:
    listed = {}
    for names, numbers, _meaning in rows(page_of(game), "The observation"):
        shape = tuple(int(axis) for axis in numbers.split(" × "))
        listed.update(dict.fromkeys(re.findall(r"`([^`]+)`", names), shape))
    assert listed == {name: seen.shape for name, seen in game.observed.items()}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_of_the_observation_is_right(seat: int) -> None:
    game = KINGDOM_BUILDER
    match = donjon.new(game.name, players=3, seed=9)
    for count in range(60):
        choices = match.legal_actions()
        match.play(choices[count * 7 % len(choices)])
    seen, view = fields_seen(match, seat), match.view(seat)

    def hexes(plane: np.ndarray) -> set[tuple[int, int]]:
        return {divmod(int(hex), 20) for hex in np.flatnonzero(plane)}

    for relative in range(3):
        other = (seat + relative) % 3
        own = {tuple(piece["hex"]) for piece in view["settlements"] if piece["seat"] == other}
        assert hexes(seen["owner"][relative]) == own
        player = view["players"][other]
        assert seen["seats.supply"][relative] == pytest.approx(player["supply"] / 40)
        assert seen["actor"][relative] == (view["actor"] == other)
        assert seen["seats.tokens"][relative, 1:].sum() == len(player["tokens"])
        assert seen["seats.hand"][relative].any() == (player["hand"] is not None)
        assert seen["holds"][relative] == player["holds_card"]
    for kind, letter in enumerate("GFTCDWMKL"):
        shown = {(r, c) for r in range(20) for c in range(20) if view["hexes"][r][c] == letter}
        assert hexes(seen["kind"][kind]) == shown
    assert seen["places.left"].sum() == sum(place["left"] for place in view["locations"]) / 2
    assert hexes(seen["origin"]) == (set() if view["lifted"] is None else {tuple(view["lifted"])})
    assert seen["unseen"] == pytest.approx([n / 5 for n in view["unseen"].values()])
    assert (seen["cards"].sum(), seen["phase"].sum()) == (3, 1)
    assert seen["built"] == pytest.approx(view["built"] / 3)
    assert seen["turn"] == pytest.approx(view["turn"] / 100)
    assert seen["deck"] == pytest.approx(view["deck"] / 25)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_of_the_observation_of_caylus_is_right(seat: int) -> None:
    match = donjon.new("caylus", players=3, seed=9)
    for count in range(90):
        choices = match.legal_actions()
        match.play(choices[count * 7 % len(choices)])
    seen, view = fields_seen(match, seat), match.view(seat)

    def seated(field: str) -> list[int | None]:
        """The seat on each element of a field, None for nobody."""
        marked = [np.flatnonzero(column) for column in seen[field].T]
        return [(seat + int(one[0])) % 3 if len(one) else None for one in marked]

    for relative in range(3):
        player = view["players"][(seat + relative) % 3]
        assert seen["seats.vp"][relative] == pytest.approx(player["vp"] / 100)
        assert seen["seats.deniers"][relative] == pytest.approx(player["deniers"] / 20)
        assert seen["seats.cubes"][relative] == pytest.approx([n / 10 for n in player["cubes"].values()])
        assert seen["seats.sources"][relative] == pytest.approx([n / 50 for n in player["points"].values()])
        assert seen["seats.houses"][relative] == pytest.approx([n / 10 for n in player["houses"].values()])
    assert seen["tile"].sum(0)[1:].tolist() == [float(space["tile"] is not None) for space in view["road"]]
    for field in ("owner", "pending"):
        assert seated(field)[1:] == [space[field] for space in view["road"]]
    assert seated("worker")[7:35] == [space["worker"] for space in view["road"]]
    special, castle = view["special"], view["castle"]
    single = ("gate", "trading_post", "merchants_guild", "joust_field")
    assert seated("worker")[:4] == [special[name] for name in single]
    assert seated("stables") == special["stables"]
    assert seated("castle") == castle["workers"]
    assert seated("parts") == [part for section in castle["sections"] for part in section["parts"]]
    assert seated("order")[:3] == view["order"]
    assert (seen["phase"].sum(), seen["decision"].sum()) == (1, 1)
    assert seen["chosen"].sum() == (view["chosen"] is not None)
    course = [seen[name][0] for name in ("provost", "bailiff", "round")]
    assert course == pytest.approx([view["provost"] / 28, view["bailiff"] / 28, view["round"] / 18])


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
