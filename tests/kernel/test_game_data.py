"""What stands in the printed data of a game is read: a number that nobody reads is a second copy of one."""

from __future__ import annotations

import subprocess
import sys

import pytest

GAMES = ("caylus", "kingdom_builder", "ys")

# Reads the tables of a game with every value watched; prints those that nobody asked for.
WATCH = '''
import importlib, sys, tomllib

class Watched(dict):
    """A table that remembers which of its values were read."""

    def __init__(self, table, path):
        super().__init__({key: watched(value, path + (key,)) for key, value in table.items()})
        self.path = path

    def _note(self, key):
        read.add(self.path + (key,))

    def __getitem__(self, key):
        self._note(key)
        return super().__getitem__(key)

    def get(self, key, default=None):
        self._note(key)
        return super().get(key, default)

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]


def watched(value, path):
    """The same value; tables in it remember what is read, lists of tables too."""
    if isinstance(value, dict):
        return Watched(value, path)
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        return [watched(entry, path + (at,)) for at, entry in enumerate(value)]
    return value


def leaves(value, path=()):
    """The paths of all values that are no tables."""
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key], path + (key,))]
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        return [leaf for at, entry in enumerate(value) for leaf in leaves(entry, path + (at,))]
    return [path]


read, there, loads = set(), [], tomllib.loads

def load(text):
    table = loads(text)
    there.extend(leaves(table))
    return Watched(table, ())

tomllib.loads = load
importlib.import_module(sys.argv[1])
assert there, "no tables were loaded"
for path in there:
    if path not in read:
        print(".".join(map(str, path)))
'''


def unread(module: str) -> list[str]:
    """The values of a game's tables that nobody reads when the game is imported."""
    done = subprocess.run([sys.executable, "-c", WATCH, module], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("game", GAMES)
def test_every_value_is_read(game: str) -> None:
    assert unread(f"donjon.games.{game}") == []


PLAYED = """
import tomllib

TABLES = tomllib.loads('''
once = 1
never = 2
list = [1, 2]
[[row]]
id = 1
vp = 3
cost = { wood = 1, any = 2 }
[all]
x = 1
''')
TABLES["once"], TABLES["list"], [row["id"] for row in TABLES["row"]], list(TABLES["all"].items())
TABLES["row"][0]["cost"].get("wood")
"""


def test_what_is_not_read_is_found(tmp_path, monkeypatch) -> None:
    """A value, one in a list of tables, one in a table; not what is read by name, by `get`, in a loop."""
    (tmp_path / "played.py").write_text(PLAYED)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    assert unread("played") == ["never", "row.0.vp", "row.0.cost.any"]
