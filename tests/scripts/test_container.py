"""Check Dockerfile, compose file and Caddyfile by reading them; Docker and Caddy need not be installed.

What no reading can show was tried by hand with the pinned Caddy (2.10): an open stream over HTTP/1.1 and
HTTP/2 outlives `read_body`, comes event by event, and is closed at the table when the browser is gone; half
a head is dropped after 10 seconds and half a form after 15. Try a newer one by `caddy validate` and the same.
"""

from __future__ import annotations

import fnmatch
import ipaddress
import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from donjon.cli import app
from donjon.table.host.addresses import network, within
from donjon.table.host.security import LARGEST_BODY
from donjon.table.host.settings import Settings, variable
from donjon.table.live.tables import LETTERS
from donjon.table.serving import LARGEST_HEAD

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
    assert '"127.0.0.1:8000:8000"' in COMPOSE
    assert "\t" not in COMPOSE


def service(name: str) -> str:
    """What the compose file says of a service."""
    found = re.search(rf"^  {name}:\n((?:    .*\n|  #.*\n)+)", COMPOSE, re.M)
    assert found, name
    return found[1]


SERVICES = ("table", "database", "proxy")


def test_every_image_is_pinned_by_its_digest() -> None:
    images = [step[1].split()[0] for step in STEPS if step[0] == "FROM"]
    images += re.findall(r"image: (\S+)", COMPOSE)
    assert len(images) == 5
    for image in images:
        assert re.fullmatch(r"[a-z]+:[0-9]+\.[0-9.]+[a-z-]*@sha256:[0-9a-f]{64}", image), image


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_may_do_or_take_more_than_it_needs(name: str) -> None:
    said = service(name)
    assert "    read_only: true\n" in said
    assert "    cap_drop:\n      - ALL\n" in said
    assert "    security_opt:\n      - no-new-privileges:true\n" in said
    assert re.search(r"^    mem_limit: [0-9]+[mg]$", said, re.M)
    assert re.search(r"^    pids_limit: [0-9]+$", said, re.M)


def test_the_table_writes_only_where_it_is_given_room() -> None:
    assert "    tmpfs:\n      - /tmp\n" in service("table")
    assert "cap_add" not in service("table")


def test_visitors_are_told_apart_behind_either_proxy() -> None:
    """The proxy of the file and one on the host: both come from its network, which is believed."""
    (subnet,) = set(re.findall(r"\$\{DONJON_SUBNET:-([0-9./]+)\}", COMPOSE))
    assert COMPOSE.count("${DONJON_SUBNET:-") == 2
    assert "DONJON_PROXIES" in service("table")
    first, last = ipaddress.ip_network(subnet)[1], ipaddress.ip_network(subnet)[-2]
    assert all(within(str(address), [network(subnet)]) for address in (first, last))
    assert not ipaddress.ip_network(subnet).overlaps(ipaddress.ip_network("127.0.0.0/8"))


def test_a_proxy_that_speaks_tls_ships_with_it() -> None:
    said = service("proxy")
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in said
    assert "profiles:\n      - internet\n" in said
    caddy = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy table:8000 {$DONJON_SECOND:table:8000}" in caddy
    assert 'DONJON_SECOND: "${DONJON_SECOND:-table:8000}"' in said
    assert set(re.findall(r'"(\d+:\d+(?:/udp)?)"', said)) == {"80:80", "443:443", "443:443/udp"}
    for setting in re.findall(r"DONJON_[A-Z_]+", service("table")):
        known = {variable(field.name) for field in fields(Settings)}
        assert setting in known | {"DONJON_DATABASE_PASSWORD", "DONJON_SUBNET"}, setting


def directives(caddyfile: str) -> dict[tuple[str, ...], str]:
    """Return the arguments of every directive without a block, by its path of blocks."""
    found: dict[tuple[str, ...], str] = {}
    blocks: list[str] = []
    for line in caddyfile.splitlines():
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if words == "}":
            blocks.pop()
        elif words.endswith("{"):
            blocks.append(words.removesuffix("{").strip())
        else:
            name, _, arguments = words.partition(" ")
            found[(*blocks, name)] = arguments
    assert blocks == []
    return found


SITE = "{$DONJON_BASE_URL}"
SERVERS = ["table:8000", "{$DONJON_SECOND:table:8000}"]
CADDY = directives((ROOT / "Caddyfile").read_text(encoding="utf-8"))


def test_the_proxy_waits_as_long_as_the_table_and_takes_in_as_much() -> None:
    usual = Settings(ROOT, "", b"")
    assert CADDY["", "servers", "timeouts", "read_header"] == f"{usual.head_patience:.0f}s"
    assert CADDY["", "servers", "timeouts", "read_body"] == f"{usual.body_patience:.0f}s"
    assert CADDY["", "servers", "max_header_size"] == f"{LARGEST_HEAD // 1024}KiB"
    assert CADDY[SITE, "request_body", "max_size"] == f"{LARGEST_BODY // 1024}KiB"


def test_the_proxy_neither_holds_up_nor_ends_a_stream() -> None:
    """An event stream goes on at once unless it is buffered or compressed again; it has no end of its own."""
    assert [path[1].split()[0] for path in CADDY if path[-1] == "lb_policy"] == ["reverse_proxy"] * 3
    names = {path[-1] for path in CADDY}
    harmful = {"write", "flush_interval", "request_buffers", "response_buffers", "encode", "read_timeout"}
    assert not names & harmful


def test_every_table_has_a_server_that_it_prefers_and_one_to_fall_back_on() -> None:
    patterns = {path[-1]: arguments.partition(" ")[2] for path, arguments in CADDY.items() if "@" in path[-1]}
    for letter in LETTERS:
        fits = [name for name, pattern in patterns.items() if re.search(pattern, f"/t/{letter}bcdefghij")]
        assert len(fits) == 1
        (proxy,) = [path[1] for path in CADDY if path[-1] == "lb_policy" and fits[0] in path[1].split()]
        assert CADDY[SITE, proxy, "lb_policy"] == "first"
        assert proxy.split()[2:] in (SERVERS, SERVERS[::-1])


def test_the_page_on_hosting_says_what_the_proxy_does() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    told = page.partition("The settings in the `Caddyfile`")[2].partition("\n\nA proxy on")[0]
    for path, arguments in CADDY.items():
        assert f"`{path[-1]} {arguments}`" in told, path
    assert f"`{SITE}`" in told
