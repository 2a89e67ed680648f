"""The wheel: made from the tree as it would be committed, it holds all that Donjon needs elsewhere."""

import os
import shutil
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

from donjon import games

ROOT = Path(__file__).parents[1]
VENDOR = "src/donjon/table/static/vendor"

# One of each kind that is no Python file, so that a kind cannot go missing from tree and wheel alike.
NEEDED = [
    "donjon/py.typed",
    "donjon/*/tables.toml",
    "donjon/rulebook/*/*.toml",
    "donjon/locale/ru/LC_MESSAGES/donjon.po",
    "donjon/locale/hu/LC_MESSAGES/donjon.po",
    "donjon/table/templates/*.jinja",
    "donjon/table/static/*.css",
    "donjon/table/static/*.js",
    "donjon/table/migrations/versions/*.py",
    "donjon/table/samples/*.txt",
    "donjon/table/static/vendor/htmx.min.js",
    "donjon/table/static/vendor/hx-sse.min.js",
    "donjon/table/static/vendor/fonts/*.woff2",
    "donjon/table/static/vendor/LICENSE-htmx.txt",
    "donjon/table/static/vendor/fonts/LICENSE-*.txt",
    "donjon-*.dist-info/licenses/LICENSE",
]


def run(*command: object, cwd: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run a Python command without the checkout on its path."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    arguments = [sys.executable, *(str(part) for part in command)]
    return subprocess.run(arguments, cwd=cwd, env=env, capture_output=True, text=True)


def copy_of_tree(to: Path) -> Path:
    """The files that git has or would take, without what the set-up builds."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, to / name)
    return to


def build(tree: Path, to: Path) -> "subprocess.CompletedProcess[str]":
    """What `make wheel` runs."""
    return run("-m", "build", "--wheel", "--no-isolation", "--outdir", to, tree, cwd=to.parent)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="module")
def full_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    full = copy_of_tree(tmp_path_factory.mktemp("full-tree"))
    shutil.copytree(ROOT / VENDOR, full / VENDOR)
    return full


@pytest.fixture(scope="module")
def wheel(full_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = build(full_tree, folder / "dist")
    assert built.returncode == 0, built.stdout + built.stderr
    (made,) = (folder / "dist").iterdir()
    return made


@pytest.fixture(scope="module")
def target(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in it."""
    folder = tmp_path_factory.mktemp("installed")
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel)
    installed = run(*pip, cwd=folder.parent)
    assert installed.returncode == 0, installed.stderr
    return folder


def test_it_holds_every_file_of_the_package_and_no_other(full_tree: Path, wheel: Path) -> None:
    source = full_tree / "src"
    wanted = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == wanted


@pytest.mark.parametrize("pattern", NEEDED)
def test_it_holds(pattern: str, wheel: Path) -> None:
    assert any(fnmatch(name, pattern) for name in zipfile.ZipFile(wheel).namelist())


def test_its_command_runs_elsewhere(target: Path, tmp_path: Path) -> None:
    answer = run("-m", "donjon", "games", cwd=tmp_path, PYTHONPATH=str(target))
    assert answer.returncode == 0, answer.stderr
    assert all(game in answer.stdout for game in games)


def test_it_plays_and_serves_elsewhere(target: Path, tmp_path: Path) -> None:
    program = ROOT / "tests" / "installed.py"
    # The rules interpreted: compiling them is another test's.
    more = {"PYTHONPATH": str(target), "DONJON_INTERPRETED": "1"}
    answer = run("-P", program, tmp_path, target, cwd=tmp_path, **more)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_without_the_page_scripts_none_is_built(tree: Path, tmp_path: Path) -> None:
    refused = build(tree, tmp_path / "dist")
    assert refused.returncode != 0
    assert "the page's scripts and fonts are missing" in refused.stdout + refused.stderr
    assert "run 'make setup'" in refused.stdout + refused.stderr
    assert not list(tmp_path.rglob("*.whl"))


def test_pip_refuses_as_well(tree: Path, tmp_path: Path) -> None:
    options = ("--no-deps", "--no-index", "--no-build-isolation")
    refused = run("-m", "pip", "wheel", *options, "--wheel-dir", tmp_path, tree, cwd=tmp_path)
    assert refused.returncode != 0
    assert "run 'make setup'" in refused.stdout + refused.stderr


def test_an_editable_install_may_come_before_the_page_scripts(tree: Path, tmp_path: Path) -> None:
    assert not (tree / VENDOR).exists()
    program = "import sys; from hatchling.build import build_editable; print(build_editable(sys.argv[1]))"
    built = run("-c", program, tmp_path, cwd=tree)
    assert built.returncode == 0, built.stderr
    assert list(tmp_path.glob("donjon-*.whl"))
