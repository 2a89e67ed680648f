"""What a program elsewhere does with an installed Donjon: `python -P installed.py FOLDER WHERE_INSTALLED`.

Run by test_wheel.py in a process of its own, away from the checkout. Prints nothing when all is well.
"""

import sys
from pathlib import Path

from starlette.testclient import TestClient

import donjon
from donjon.table.app import build
from donjon.table.settings import Settings


class Idle:
    """A thinker that is never asked: no game is begun."""

    def close(self) -> None:
        """Nothing to stop."""


def is_the_installed_one(where: Path) -> None:
    assert Path(donjon.__file__).is_relative_to(where), f"{donjon.__file__} is not below {where}"


def plays_a_few_actions(game: str) -> None:
    match = donjon.new(game, players=2, seed="a wheel")
    for _ in range(5):
        match.play(match.legal[0])
    again = donjon.load(match.record())
    assert again.record() == match.record()


def serves_pages(folder: Path) -> None:
    settings = Settings(folder, f"sqlite:///{folder / 'donjon.sqlite'}", b"a secret of a test", hosts=("*",))
    with TestClient(build(settings, Idle)) as client:
        english = client.get("/", headers={"accept-language": "en"})
        assert english.status_code == 200
        assert "New game" in english.text
        russian = client.get("/", headers={"accept-language": "ru"})
        assert 'lang="ru"' in russian.text
        assert "New game" not in russian.text
        assert client.get("/rules/ys").status_code == 200
        styles = [f"{game}.css" for game in donjon.games]
        for name in ("vendor/htmx.min.js", "vendor/fonts.css", "table.css", "table.js", *styles):
            answer = client.get(f"/static/{name}")
            assert answer.status_code == 200, f"{name}: {answer.status_code}"
            assert len(answer.content) > 1000, f"{name} is {len(answer.content)} bytes"


if __name__ == "__main__":
    is_the_installed_one(Path(sys.argv[2]))
    for name in donjon.games:
        plays_a_few_actions(name)
    serves_pages(Path(sys.argv[1]))
