"""Settings: from the command line, from the environment, and told in the documents."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from donjon.errors import DonjonError
from donjon.table.host.settings import Settings, load, variable
from tests.docs.test_tables import rows

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
TOLD = [setting for setting in fields(Settings) if setting.default is not MISSING]


def test_everything_can_be_set_by_the_environment(tmp_path, monkeypatch):
    given = {str: "debug", tuple: " a.example , b.example,", int: "7", float: "7.5"}
    expected = {str: "debug", tuple: ("a.example", "b.example"), int: 7, float: 7.5}
    for setting in TOLD:
        monkeypatch.setenv(variable(setting.name), given[type(setting.default)])
    found = load(tmp_path)
    for setting in TOLD:
        assert getattr(found, setting.name) == expected[type(setting.default)], setting.name


def test_what_is_said_on_the_command_line_goes_before_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("DONJON_LOG_LEVEL", "info")
    assert load(tmp_path, log_level=None).log_level == "info"
    assert load(tmp_path, log_level="error").log_level == "error"


@pytest.mark.parametrize("text", ["many", "-1", "nan", "inf", "1e999", "0x10"])
def test_a_number_that_is_none_is_refused(tmp_path, monkeypatch, text):
    monkeypatch.setenv("DONJON_RATE", text)
    with pytest.raises(DonjonError, match=f"DONJON_RATE is '{text}', but must be a number"):
        load(tmp_path)
    monkeypatch.delenv("DONJON_RATE")
    monkeypatch.setenv("DONJON_LINES", "1.5")
    with pytest.raises(DonjonError, match=r"DONJON_LINES is '1\.5', but must be a whole number"):
        load(tmp_path)


def test_the_documents_tell_every_setting_and_what_is_usual():
    told = {cells[0].strip("`"): cells[1] for cells in rows(HOSTING.read_text(), "Limits and timeouts")}
    told |= {cells[0].strip("`"): cells[1] for cells in rows(HOSTING.read_text(), "Names and addresses")}
    for setting in TOLD:
        usual = setting.default if isinstance(setting.default, str) else None
        if isinstance(setting.default, (int, float)):
            usual = f"{setting.default:g}"
        assert told.pop(variable(setting.name)) == (usual or ""), setting.name
    assert told == {}
