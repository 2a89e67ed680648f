"""Dockerfile and compose file, looked at by simple means: they are built where Docker is."""

from __future__ import annotations

import fnmatch
import json
import re
import tomllib
from pathlib import Path

import typer
from typer.main import get_command

from donjon.cli import app

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
STEPS = [
    line.split(maxsplit=1)
    for line in DOCKERFILE.replace("\\\n", " ").splitlines()
    if line and not line.startswith("#")
]


def copied() -> list[str]:
    """What is copied out of the checkout."""
    words = [step[1].split() for step in STEPS if step[0] == "COPY"]
    return [name for line in words if not line[0].startswith("--from") for name in line[:-1]]


def test_what_is_copied_is_there_and_not_ignored() -> None:
    assert {"src", "constraints.txt", "pyproject.toml", "package-lock.json"} <= set(copied())
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for name in copied():
        assert (ROOT / name).exists(), name
        assert f"!{name}" in rules, name
    assert [rule[1:] for rule in rules if rule.startswith("!") and rule[1:] not in copied()] == []


def test_what_a_build_of_the_wheel_needs_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {"pyproject.toml", "hatch_build.py", project["readme"], *project["license-files"]}
    assert needed <= set(copied())


def test_the_table_is_installed_as_it_was_tried_out() -> None:
    installs = [step[1] for step in STEPS if step[0] == "RUN" and "pip install" in step[1]]
    assert len(installs) == 1
    found = re.search(r"'donjon\[([a-z,]+)\]' -c \S*constraints\.txt", installs[0])
    assert found
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(found[1].split(",")) <= set(extras["optional-dependencies"])
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower().splitlines()
    for name in ("psycopg", "psycopg-binary"):
        assert fnmatch.filter(pins, f"{name}==*")


def test_the_command_exists_with_its_options() -> None:
    (said,) = [json.loads(step[1]) for step in STEPS if step[0] == "CMD"]
    assert said[:2] == ["donjon", "play"]
    command = get_command(app).commands["play"]  # type: ignore[attr-defined]
    context = command.make_context("play", said[2:])
    assert (context.params["host"], context.params["port"]) == ("0.0.0.0", 8000)
    assert isinstance(app, typer.Typer)
    assert "EXPOSE 8000" in DOCKERFILE
    assert "/healthz" in DOCKERFILE


def test_folders_that_stay_are_those_that_the_table_is_told_of() -> None:
    told = dict(re.findall(r"(DONJON_\w+)=(\S+)", DOCKERFILE))
    (volumes,) = [json.loads(step[1]) for step in STEPS if step[0] == "VOLUME"]
    assert [told["DONJON_DATA"], told["DONJON_CACHE"]] == volumes
    for folder in volumes:
        assert f":{folder}\n" in COMPOSE


def test_compose_gives_the_table_a_database_with_a_password_of_the_hosts_own() -> None:
    assert "postgresql+psycopg://donjon:${DONJON_DATABASE_PASSWORD:?" in COMPOSE
    assert 'POSTGRES_PASSWORD: "${DONJON_DATABASE_PASSWORD:?' in COMPOSE
    assert "image: postgres:" in COMPOSE
    assert '"127.0.0.1:8000:8000"' in COMPOSE
    assert "\t" not in COMPOSE
