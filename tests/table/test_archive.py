"""`archive check`: it finds what is wrong with each table, says so, and puts right what may be put right."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest
import sqlalchemy as sa

from donjon.table.host import data_folder, settings
from donjon.table.store import upkeep
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from tests.cli.command import donjon, refused
from tests.table.people import new_table_game, step, store


@pytest.fixture
def folder(tmp_path):
    """A data folder with a finished game, a running one and one of other rules."""
    told = settings.load(tmp_path / "data")
    storage = Storage(told.database_url)
    for name, moves in (("finished", 10_000), ("running", 30)):
        table_game, chance = named(name), random.Random(3)
        while not table_game.over and table_game.seq < moves:
            step(table_game, chance)
        storage.create(
            table_game.header,
            table_game.seats,
            table_game.entries,
            table_game.columns,
            table_game.notes,
        )
    other = named("otherrules", rules="0")
    store(storage, other)
    storage.close()
    return told.data


def named(name, **changes):
    table_game = new_table_game("ann", "bob")
    again = TableGame(replace(table_game.header, id=name), table_game.seats)
    again.adopt(again.plan_start(1_000_000.0), "")
    again.header = replace(again.header, **changes)
    return again


def change(folder, sql):
    engine = sa.create_engine(f"sqlite:///{folder / 'donjon.sqlite'}")
    with engine.begin() as connection:
        assert connection.execute(sa.text(sql)).rowcount > 0
    engine.dispose()


def verdicts(folder, fill=False):
    storage = upkeep.open_storage(folder)
    try:
        return {each.table: each.verdict for each in upkeep.check_tables(storage, fill)}
    finally:
        storage.close()


WELL = {"finished": "sound", "running": "sound", "otherrules": "other rules"}


def test_all_is_well(folder):
    assert verdicts(folder) == WELL
    answer = donjon("archive", "check", "--data", folder)
    assert answer.exit_code == 0
    assert answer.stdout.endswith("No faults found: 3 tables.\n")


FAULTS = [
    ("running", "update actions set action = 999 where table_id = 'running' and seq = 22", "damaged"),
    ("running", "delete from seats where table_id = 'running' and seat = 0", "damaged"),
    ("running", "delete from tables where id = 'running'", "damaged"),
    ("otherrules", "update actions set action = 999 where table_id = 'otherrules' and seq = 2", "damaged"),
    ("finished", "update tables set result = 'other' where id = 'finished'", "result differs"),
    ("finished", "update tables set waits = 'bot' where id = 'finished'", "notes stale"),
    ("running", "update tables set waits = 'over' where id = 'running'", "notes stale"),
    ("running", "delete from actions where table_id = 'running' and seq > 20", "notes stale"),
    ("finished", "delete from actions where table_id = 'finished' and seq > 20", "notes stale"),
    ("running", "update tables set touched = 9e999 where id = 'running'", "notes stale"),
]


@pytest.mark.parametrize(("table", "sql", "verdict"), FAULTS)
def test_each_fault_is_found_and_said(folder, table, sql, verdict):
    change(folder, sql)
    answer = donjon("archive", "check", "--data", folder)
    assert answer.exit_code == 1
    assert f"Table {table} " in answer.stdout
    assert "1 of 3 tables have faults" in answer.stderr
    mended = verdict == "notes stale"
    assert verdicts(folder) == ({**WELL} if mended else {**WELL, table: verdict})


def test_the_report_as_json(folder):
    change(folder, FAULTS[0][1])
    answer = donjon("archive", "check", "--data", folder, "--json")
    assert answer.exit_code == 1
    told = json.loads(answer.stdout)
    assert told["tables"] == 3
    assert [(each["table"], each["verdict"]) for each in told["faults"]] == [("running", "damaged")]
    counts = {(each["game"], each["rules"]): each for each in told["counts"]}
    assert counts["kingdom-builder", "1"]["sound"] == 1
    assert counts["kingdom-builder", "0"]["other rules"] == 1


def test_results_of_older_games_are_filled_in_when_asked(folder):
    change(folder, "update tables set result = '', noted = ''")
    assert verdicts(folder) == WELL
    assert "1 finished games have no stored result" in donjon("archive", "check", "--data", folder).stdout
    assert verdicts(folder, fill=True) == WELL
    assert "no stored result" not in donjon("archive", "check", "--data", folder).stdout
    change(folder, "update tables set result = 'x' where id = 'finished'")
    assert verdicts(folder, fill=True)["finished"] == "result differs"


def test_rules_that_were_changed_without_a_new_version_are_found(folder, monkeypatch):
    """The check is worth its name: it sees a rule that gives another result for the same actions."""
    from donjon.kernel import rules
    from donjon.kernel.games import games

    points = games["kingdom-builder"].points

    def generous(state, out):
        points(state, out)
        out[0, 0] += 1

    monkeypatch.setitem(
        rules._games, games["kingdom-builder"].STATE, replace(games["kingdom-builder"], points=generous)
    )
    assert verdicts(folder)["finished"] == "result differs"


def test_a_file_that_lost_a_page(folder):
    """A damaged file is said in words, whichever page it is."""
    path = folder / "donjon.sqlite"
    whole = path.read_bytes()
    for page in range(1, len(whole) // 4096):
        path.write_bytes(whole[: page * 4096] + b"\x55" * 4096 + whole[(page + 1) * 4096 :])
        answer = donjon("archive", "check", "--data", folder)
        assert answer.exit_code in (1, 2), page
        assert answer.stderr.startswith("donjon: "), answer.stderr


def test_beside_a_running_server(folder):
    told = settings.load(folder)
    with data_folder.claim(told.data, told.database_url):
        assert verdicts(folder) == WELL


def test_a_folder_that_is_none(tmp_path):
    assert "isn't a Donjon data folder" in refused("archive", "check", "--data", tmp_path / "none")
    assert "isn't a folder" in refused("archive", "repair", "table", "--data", tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_repair_from_the_command_line(folder):
    change(folder, FAULTS[0][1])
    answer = donjon("archive", "repair", "running", "--data", folder)
    assert (answer.exit_code, "22 moves are sound" in answer.stdout) == (0, True)
    assert verdicts(folder) == WELL
    assert "nothing to repair" in donjon("archive", "repair", "running", "--data", folder).stdout
    assert "no table 'nowhere'" in refused("archive", "repair", "nowhere", "--data", folder)
    assert "Nothing is lost" in refused("archive", "repair", "otherrules", "--data", folder)


@pytest.mark.parametrize("command", ["check", "repair"])
def test_the_examples_in_the_help_use_options_that_exist(command):
    shown = donjon("archive", command, "--help").stdout
    said, examples = shown.split("Examples:")
    assert f"donjon archive {command}" in examples
    assert set(re.findall(r"(?<=\s)--[-\w]+", examples)) <= set(re.findall(r"--[-\w]+", said))
