"""The plan of the house: no circles among modules, and nothing heavy behind `import donjon`.

Which room may import which stands in pyproject.toml; `lint-imports` checks it.
"""

import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

SOURCE = Path(__file__).parents[1] / "src" / "donjon"
HEAVY = ("alembic", "pydantic", "sqlalchemy", "starlette", "torch", "uvicorn")


def test_no_circles() -> None:
    """Every module can be read after those that it imports: inside functions and for types alone, too."""
    graph = grimp.build_graph("donjon", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "donjon.kernel.rng" in imports["donjon.kernel.nature"]
    order = list(TopologicalSorter(imports).static_order())  # raises CycleError, with the circle
    assert set(order) == graph.modules


def test_importing_donjon_loads_nothing_heavy() -> None:
    program = f"import sys, donjon; print([name for name in {HEAVY} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_no_file_switches_checks_of_types_off() -> None:
    switched = [path.name for path in SOURCE.rglob("*.py") if "# mypy:" in path.read_text(encoding="utf-8")]
    assert switched == []
