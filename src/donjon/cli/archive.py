"""`donjon archive`: check the stored games, repair a damaged one, delete old ones."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from donjon.cli.console import CheckFailed, examples, progress, put, put_json, put_table, table_wanted
from donjon.cli.playing import DATA
from donjon.errors import DonjonError

if TYPE_CHECKING:
    from donjon.table.store.storage import Storage
    from donjon.table.store.upkeep import Finding

DATA_HELP = f"The data folder with the games [default: DONJON_DATA, or {DATA}]."


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Check stored games, repair damaged ones, delete old ones.",
        epilog=examples("donjon archive check", "donjon archive repair e3k7cb526h"),
    )
    group.command(
        "check",
        epilog=examples(
            "donjon archive check",
            "donjon archive check --data ~/donjon-games --json",
            "donjon archive check --fill    after an upgrade from a version that stored no results",
        ),
    )(check)
    group.command(
        "prune",
        epilog=examples(
            "donjon archive prune",
            "donjon archive prune --finished 90 --delete",
            "donjon archive prune --abandoned 730 --delete",
        ),
    )(prune)
    group.command("repair", epilog=examples("donjon archive repair e3k7cb526h"))(repair)
    app.add_typer(group, name="archive")


def data_folder(option: str | None) -> Path:
    """Return the folder with the games: `option`, DONJON_DATA, or the default one."""
    return Path(option or os.environ.get("DONJON_DATA") or DATA).expanduser()


def check(
    data: str | None = typer.Option(None, metavar="<dir>", help=DATA_HELP),
    fill: bool = typer.Option(
        False, "--fill", help="Store missing results of finished games from older versions."
    ),
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
) -> None:
    """Replay every stored game and compare the results.

    For each game and version of its rules, counts the sound tables and lists the others: damaged tables,
    tables whose result differs from the stored one, and tables with outdated cached columns (these are
    corrected). Tables with rules that this program does not have are only counted. The server may be
    running. Exit code 1 if there are faults.
    """
    with table_wanted():
        from donjon.table.store import upkeep
    storage = upkeep.open_storage(data_folder(data))
    try:
        faults = storage.faults()
        findings = _gather(storage, fill, quiet=as_json)
    finally:
        storage.close()
    report = _Report(faults, findings)
    report.put_json() if as_json else report.put()
    if report.wrong:
        raise CheckFailed(report.wrong)


def repair(
    table: str = typer.Argument(help="The table's id: the last part of its address."),
    data: str | None = typer.Option(None, metavar="<dir>", help=DATA_HELP),
) -> None:
    """Cut a damaged table back to its last intact move.

    The rest is kept in a file in the data folder. Stop the server first.
    """
    with table_wanted():
        from donjon.table.store.upkeep import repair_table
    folder = data_folder(data)
    if not folder.is_dir():
        raise DonjonError(f"{folder} isn't a folder. Give the data folder with --data.")
    put(repair_table(folder, table))


def prune(
    finished: int = typer.Option(365, min=1, metavar="<days>", help="Minimum age of finished games."),
    unplayed: int = typer.Option(
        30, min=1, metavar="<days>", help="Minimum age of tables where no person has moved."
    ),
    abandoned: int | None = typer.Option(
        None, min=1, metavar="<days>", help="Minimum age of unfinished games [default: keep all]."
    ),
    really: bool = typer.Option(
        False, "--delete", help="Delete the tables; otherwise they are only counted."
    ),
    data: str | None = typer.Option(None, metavar="<dir>", help=DATA_HELP),
) -> None:
    """Delete old tables for good; without --delete, only count them.

    The age of a table is the time since its last move. The server may be running. Make a backup first:
    it is the only way to get deleted tables back.
    """
    with table_wanted():
        from donjon.table.store import upkeep
    days = {upkeep.FINISHED: finished, upkeep.UNPLAYED: unplayed}
    if abandoned is not None:
        days[upkeep.ABANDONED] = abandoned
    storage = upkeep.open_storage(data_folder(data))
    try:
        groups = (upkeep.delete_old if really else upkeep.count_old)(storage, days)
    finally:
        storage.close()
    rows = [[kind, str(days[kind]), str(one.tables), str(one.actions)] for kind, one in groups.items()]
    put_table(["tables", "days", "number", "actions"], rows, right=(1, 2, 3))
    if not really:
        put("Nothing was deleted. Add --delete to delete these tables permanently.")


def _gather(storage: Storage, fill: bool, quiet: bool) -> _Findings:
    from donjon.table.store import upkeep

    findings = _Findings()
    with progress("replaying the games", upkeep.count_tables(storage)) as step:
        for finding in upkeep.check_tables(storage, fill):
            findings.add(finding)
            if finding.fault and not quiet:
                put(f"Table {finding.table} ({finding.game}, rules {finding.rules}): {finding.fault}.")
            step()
    return findings


class _Findings:
    """Counts, and the tables with faults; sound tables are only counted."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], Counter[str]] = {}
        self.faulty: list[Finding] = []
        self.without_result = 0

    def add(self, finding: Finding) -> None:
        """Count one table."""
        self.counts.setdefault((finding.game, finding.rules), Counter())[finding.verdict] += 1
        self.without_result += finding.without_result
        if finding.fault:
            self.faulty.append(finding)


class _Report:
    """The findings of a check, as text or as JSON. `wrong`: one sentence, "" when all is well."""

    def __init__(self, faults: list[str], findings: _Findings) -> None:
        from donjon.table.store.upkeep import VERDICTS

        self.verdicts = VERDICTS
        self.faults = faults
        self.findings = findings
        self.tables = sum(count.total() for count in findings.counts.values())
        bad = len(findings.faulty)
        self.wrong = f"{bad} of {self.tables} tables have faults." if bad else ""
        if faults:
            self.wrong = (
                f"The database file is damaged ({faults[0]}). Stop the server and restore a backup. "
            ) + self.wrong

    def put(self) -> None:
        """Write the findings as a table."""
        rows = [
            [game, rules, *(count[verdict] for verdict in self.verdicts)]
            for (game, rules), count in sorted(self.findings.counts.items())
        ]
        put_table(["game", "rules", *self.verdicts], rows, right=tuple(range(2, 2 + len(self.verdicts))))
        if self.findings.without_result:
            put(f"{self.findings.without_result} finished games have no stored result. --fill stores them.")
        if not self.wrong:
            put(f"No faults found: {self.tables} tables.")

    def put_json(self) -> None:
        """Write the findings as JSON."""
        put_json(
            {
                "tables": self.tables,
                "without_result": self.findings.without_result,
                "database_faults": self.faults,
                "counts": [
                    {"game": game, "rules": rules, **{verdict: count[verdict] for verdict in self.verdicts}}
                    for (game, rules), count in sorted(self.findings.counts.items())
                ],
                "faults": [
                    {"table": each.table, "game": each.game, "verdict": each.verdict, "said": each.fault}
                    for each in self.findings.faulty
                ],
            }
        )
