"""A game of another package is everywhere at once: command line, arena, bots' processes, table, digest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import donjon
from donjon import errors
from donjon.kernel import cache_folder, installed_games
from tests.toy.installing import NAME, install, installed_here

ROOT = Path(__file__).parents[2]
BOTS = """
import donjon
from donjon.bots import Pool
match = donjon.new("high-low", players=2, seed=1)
with Pool(workers=1) as pool:
    print(match.text(pool.choose("high-low", match.state.tobytes(), 0, "greedy", 1).result(60)[0], 0))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("toy"))


SIGNATURE = """
import donjon
from donjon.kernel import cache_folder, playout
print(cache_folder.is_own_pipeline(), playout.signature(donjon.games["high-low"], 3, games=50))
"""


def run(folder: Path, *words: object, cwd: Path = ROOT, **ways: str) -> str:
    """Return what a Python that has the game prints.

    The rules are interpreted, so that nothing has to be compiled, unless environment variables say otherwise.
    """
    path = os.pathsep.join([str(folder), str(Path(donjon.__file__).parents[1])])
    env = os.environ | {"PYTHONPATH": path, "DONJON_INTERPRETED": "1"} | ways
    command = [sys.executable, *map(str, words)]
    answer = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def test_the_command_line_and_the_arena_know_it(folder: Path, tmp_path: Path) -> None:
    assert "High or Low, 2 to 3 players" in run(folder, "-m", "donjon", "games")
    assert "Each card is there twice" in run(folder, "-m", "donjon", "rules", NAME, "HL-2.2")
    bots = ("--seed", 1, "--bots", "random,greedy,search:20")
    simulated = ("simulate", NAME, "--players", 3, "--games", 5)
    assert "search:20" in run(folder, "-m", "donjon", *simulated, *bots)
    record = tmp_path / "game.record"
    record.write_text(run(folder, "-m", "donjon", "trace", NAME, "--players", 3, *bots, "--as-record"))
    assert "The game is over." in run(folder, "-m", "donjon", "replay", record)


def test_the_processes_of_bots_know_it(folder: Path) -> None:
    assert run(folder, "-c", BOTS).startswith("say ")


def test_it_is_played_at_the_table(folder: Path, tmp_path: Path) -> None:
    run(folder, "-m", "tests.toy.at_the_table", tmp_path)


def test_its_sources_are_in_the_digest(folder: Path) -> None:
    cache_folder.source_digest.cache_clear()
    alone = cache_folder.source_digest()
    with installed_here(folder):
        assert folder / "donjon_high_low" / "rules.py" in installed_games.files("donjon_high_low")
        cache_folder.source_digest.cache_clear()
        both = cache_folder.source_digest()
        (folder / "donjon_high_low" / "more.py").write_text("MORE = 1\n")
        cache_folder.source_digest.cache_clear()
        changed = cache_folder.source_digest()
    cache_folder.source_digest.cache_clear()
    assert len({alone, both, changed}) == 3
    assert cache_folder.source_digest() == alone
    assert NAME not in donjon.games


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            "import no_such_module",
            "The game broken cannot be loaded from the module donjon_broken: No ",
        ),
        ("GAME = 7", "GAME of the module donjon_broken is not the game broken that its package registers."),
    ],
)
def test_a_broken_game_is_named(
    source: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "donjon_broken.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(
        installed_games, "modules", lambda: {"broken": "donjon_broken", "ys": "donjon_broken"}
    )
    monkeypatch.delitem(sys.modules, "donjon_broken", raising=False)
    with pytest.raises(errors.BadGame) as refused:
        donjon.games["broken"]
    assert str(refused.value).startswith(says)
    assert donjon.games["ys"].title == "Ys", "a name of the house stays the house's"


def test_numba_by_itself_compiles_to_the_same_games(folder: Path, tmp_path: Path) -> None:
    cache = str(tmp_path)
    own, signature = run(folder, "-c", SIGNATURE, DONJON_INTERPRETED="0", DONJON_CACHE=cache).split()
    assert own == "True"
    ways = {"DONJON_INTERPRETED": "0", "DONJON_PIPELINE": "numba", "DONJON_CACHE": cache}
    assert run(folder, "-c", SIGNATURE, **ways).split() == ["False", signature]
    assert run(folder, "-c", SIGNATURE).split() == ["True", signature]
