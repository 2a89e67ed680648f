"""Wheel and sdist: made from the tree as it would be committed, they hold all that Donjon needs elsewhere."""

import os
import re
import shutil
import site
import subprocess
import sys
import tarfile
import urllib.request
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
    "donjon/games/*/tables.toml",
    "donjon/games/*/bots/net.weights",
    "donjon/games/*/puzzles.json",
    "donjon/rulebook/*/*.toml",
    "donjon/locale/ru/LC_MESSAGES/donjon.po",
    "donjon/locale/hu/LC_MESSAGES/donjon.po",
    "donjon/table/templates/*.jinja",
    "donjon/table/static/*.css",
    "donjon/table/static/*.js",
    "donjon/table/store/migrations/versions/*.py",
    "donjon/table/samples/*.txt",
    "donjon/table/static/vendor/fonts/*.woff",
    "donjon/table/static/vendor/fonts/*.woff2",
    "donjon/table/static/vendor/fonts/LICENSE-*.txt",
    "donjon/table/static/vendor/posters/*.ttf",
    "donjon/machine_code/facts.json",
    "donjon/machine_code/*.code",
    "donjon-*.dist-info/licenses/LICENSE",
]


def run(*command: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run a Python command without the checkout on its path."""
    arguments = [sys.executable, *(str(part) for part in command)]
    return subprocess.run(arguments, cwd=cwd, env=elsewhere(), capture_output=True, text=True)


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
    """What `make wheel` runs after scripts/ship_code.py."""
    return run("-m", "build", "--no-isolation", "--outdir", to, tree, cwd=to.parent)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="module")
def full_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    full = copy_of_tree(tmp_path_factory.mktemp("full-tree"))
    shutil.copytree(ROOT / VENDOR, full / VENDOR)
    # As scripts/ship_code.py puts it there; that it works is another test's.
    code = full / "src" / "donjon" / "machine_code"
    code.mkdir()
    for name in ("facts.json", "donjon.bots.running.play_on-0.code"):
        (code / name).write_text("{}")
    return full


@pytest.fixture(scope="module")
def built(full_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of the tree, and the wheel that was made from that sdist."""
    folder = tmp_path_factory.mktemp("built") / "dist"
    answer = build(full_tree, folder)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (made,) = built.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment that holds the wheel and borrows the packages it needs from here."""
    folder = tmp_path_factory.mktemp("fresh")
    made = run("-m", "venv", "--without-pip", folder, cwd=folder.parent)
    assert made.returncode == 0, made.stderr
    programs = folder / "bin"
    (own,) = folder.rglob("site-packages")
    # Its own packages come first, and the .pth file of a Donjon that is editable here is not read there.
    (own / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
    options = ("--quiet", "--no-deps", "--no-index", "--ignore-installed")
    installed = run("-m", "pip", "--python", programs / "python", "install", *options, wheel, cwd=folder)
    assert installed.returncode == 0, installed.stderr
    return programs


def donjon(fresh: Path, *words: object, cwd: Path) -> str:
    """What the installed command prints, with the rules interpreted: compiling them is another test's."""
    command = [fresh / "donjon", *map(str, words)]
    answer = subprocess.run(command, cwd=cwd, env=elsewhere(), capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def elsewhere() -> dict[str, str]:
    """The environment's variables without the checkout's path."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return env | {"DONJON_INTERPRETED": "1", "PYTHONUNBUFFERED": "1"}


def get(address: str, language: str = "en") -> bytes:
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked) as answer:
        assert answer.status == 200, address
        said: bytes = answer.read()
    return said


def test_it_holds_every_file_of_the_package_and_no_other(full_tree: Path, wheel: Path) -> None:
    source = full_tree / "src"
    wanted = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == wanted


@pytest.mark.parametrize("pattern", NEEDED)
def test_it_holds(pattern: str, wheel: Path) -> None:
    assert any(fnmatch(name, pattern) for name in zipfile.ZipFile(wheel).namelist())


def test_the_command_plays_in_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    program = "import donjon; print(donjon.__file__)"
    where = subprocess.run(
        [fresh / "python", "-c", program], cwd=tmp_path, env=elsewhere(), capture_output=True, text=True
    )
    assert Path(where.stdout.strip()).is_relative_to(fresh.parent), where
    told = donjon(fresh, "games", cwd=tmp_path)
    assert all(game in told for game in games)
    for game in games:
        bots = ",".join(["random"] * min(games[game].seats))
        record = donjon(fresh, "trace", game, "--seed", 1, "--bots", bots, "--as-record", cwd=tmp_path)
        (tmp_path / f"{game}.record").write_text(record)
        assert "The game is over." in donjon(fresh, "replay", tmp_path / f"{game}.record", cwd=tmp_path)


def test_the_table_serves_from_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    command = [fresh / "donjon", "play", "--port", "0", "--data", str(tmp_path / "data")]
    serving = subprocess.Popen(command, cwd=tmp_path, env=elsewhere(), stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        found = re.search(r"http://[\d.:]+\d", serving.stdout.readline())
        assert found, "it says where it serves"
        address = found[0]
        assert b"Classic board games" in get(f"{address}/")
        russian = get(f"{address}/", "ru")
        assert b'lang="ru"' in russian
        assert b"Classic board games" not in russian
        fonts = get(f"{address}/static/vendor/fonts.css").decode()
        font = re.findall(r'url\("(fonts/[^"]+)"\)', fonts)[0]
        styles = [f"{game}.css" for game in games]
        for name in (f"vendor/{font}", "table.css", "player.js", *styles):
            assert len(get(f"{address}/static/{name}")) > 1000, name
    finally:
        serving.terminate()
        serving.communicate()


def test_the_sdist_holds_what_the_build_and_the_set_up_need(built: Path) -> None:
    (made,) = built.glob("*.tar.gz")
    with tarfile.open(made) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {"hatch_build.py", "Makefile", "package-lock.json", ".npmrc", "scripts/vendor.py"}
    assert wanted <= packed
    assert any(name.startswith(VENDOR) for name in packed)


def test_without_the_page_scripts_none_is_built(tree: Path, tmp_path: Path) -> None:
    refused = build(tree, tmp_path / "dist")
    assert refused.returncode != 0
    assert "the page's scripts and fonts are missing" in refused.stdout + refused.stderr
    assert "run 'make setup'" in refused.stdout + refused.stderr
    assert not [*tmp_path.rglob("*.whl"), *tmp_path.rglob("*.tar.gz")]


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
