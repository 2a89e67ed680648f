"""The plan of the house: which part may import which, and how long functions may be."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "donjon"
FILES = [path for part in ("src", "tests", "bench") for path in sorted((ROOT / part).rglob("*.py"))]
MODULES = {
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}
GAMES = sorted(path.parent.name for path in SOURCE.glob("games/*/tables.toml"))
HEAVY = ("alembic", "pydantic", "sqlalchemy", "starlette", "uvicorn", "torch")

# What a room of the house may import besides itself; LIBRARY is `import donjon`.
LIBRARY = "donjon"
RULES = {"errors", "kernel"}
GAME_AS_TEXT = {*RULES, "play", "notation"}
FOR_PROGRAMS = {*GAME_AS_TEXT, "bots", "coach", "drawing", LIBRARY}
FOR_TABLES = {*FOR_PROGRAMS, "rulebook"}
MAY_IMPORT = {
    "errors": set[str](),
    "kernel": RULES,
    "drawing": RULES,
    "games": set[str](),
    **{f"games.{game}": {*RULES, "drawing"} for game in GAMES},
    # A match asks the coach when it is asked itself (`Match.analyse`).
    "play": {*GAME_AS_TEXT, "coach"},
    "notation": GAME_AS_TEXT,
    "bots": {*RULES, "workers"},
    "coach": {*RULES, "bots", "play", "drawing"},
    "rulebook": RULES,
    LIBRARY: {*GAME_AS_TEXT, "games"},
    "workers": RULES,
    "lab": set[str](),
    "lab.arena": {*FOR_PROGRAMS, "workers"},
    "lab.training": {*RULES, "bots", "workers"},
    "arena": {"lab.arena"},
    "testing": {*FOR_PROGRAMS, "rulebook"},
    "table.host": RULES,
    "table.store": {*FOR_TABLES, "table.host"},
    "table.web": {*FOR_TABLES, "table.host", "table.store"},
    "table.wire": {*FOR_TABLES, "table.host"},
    "table.live": {*FOR_TABLES, "table.host", "table.store", "table.web", "table.wire"},
    "table.learn": {*FOR_TABLES, *(f"table.{room}" for room in ("host", "store", "web", "wire", "live"))},
    "table": {*FOR_TABLES, *(f"table.{room}" for room in ("host", "store", "web", "wire", "live", "learn"))},
    "cli": {*FOR_TABLES, "lab.arena", "lab.training", "table", "table.host", "table.store", "table.web"},
    "__main__": {"cli"},
}
# Packages of several rooms.
SHARED = ("games", "lab", "table")


def room_of(module: str) -> str:
    """Return the room that a module belongs to: `kernel`, `table.live`, LIBRARY for `import donjon`."""
    _, *names = module.split(".")
    if not names:
        return LIBRARY
    within = names[:2] if names[0] in SHARED and (SOURCE / Path(*names[:2])).is_dir() else names[:1]
    return ".".join(within)


def imported(module: str) -> set[str]:
    """The modules of the package that a module imports, wherever in its file it does."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: modules are imported by their whole names"
            source = str(node.module)
            names = {f"{source}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else source for name in names}
    return found & MODULES.keys() - {module}


IMPORTS = {module: imported(module) for module in MODULES}


def test_arrows_run_one_way() -> None:
    wrong = {
        f"{module} imports {other}"
        for module, others in IMPORTS.items()
        for other in others
        if room_of(other) not in {*MAY_IMPORT[room_of(module)], room_of(module)}
    }
    assert not wrong


def test_no_circles() -> None:
    """Every module can be read after those that it imports: inside functions and for types alone, too."""
    order = list(TopologicalSorter(IMPORTS).static_order())  # raises CycleError, with the circle
    assert len(order) == len(MODULES)


def test_imports_are_seen() -> None:
    assert "donjon.kernel.message" in IMPORTS["donjon.drawing.saying"]
    assert "donjon.kernel.rng" in IMPORTS["donjon.kernel.nature"]
    assert "donjon.table" in IMPORTS["donjon.cli.playing"]


def test_the_arrows_are_about_games() -> None:
    assert "kingdom_builder" in GAMES


def test_importing_donjon_loads_nothing_heavy() -> None:
    program = f"import sys, donjon; print([name for name in {HEAVY} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    first, lines = function.body[0], (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    return lines - ((first.end_lineno or 0) - first.lineno + 1)


def test_functions_are_short() -> None:
    # A migration is one list of tables and columns; cutting it up would hide it.
    paths = [path for path in FILES if "migrations" not in path.parts]
    functions = [
        (path, node)
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert not {f"{path.relative_to(ROOT)}:{node.name}" for path, node in functions if length(node) >= 40}


def test_no_file_switches_checks_of_types_off() -> None:
    switched = [path.name for path in SOURCE.rglob("*.py") if "# mypy:" in path.read_text(encoding="utf-8")]
    assert switched == []
