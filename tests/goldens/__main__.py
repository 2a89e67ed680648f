"""Write the golden texts anew, all or those of some cases.

    .venv/bin/python -m tests.goldens [CASE ...]
    .venv/bin/python -m tests.goldens --record 7 caylus-2

`--record SEED` plays the games of these cases anew first: their records change, and all that hangs on them.
Read the difference before you commit it: every changed line is a change of what people and programs meet.
"""

from __future__ import annotations

import argparse
import sys

from tests.goldens.cases import CASES, recorded
from tests.goldens.playthrough import playthrough


def main() -> None:
    """Write the files that the command asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.goldens", description="Write the golden texts anew."
    )
    parser.add_argument("case", nargs="*", help="the cases to write (default: all)")
    parser.add_argument("--record", type=int, metavar="SEED", help="play the games anew first")
    given = parser.parse_args()
    names = {case.name for case in CASES}
    if unknown := set(given.case) - names:
        parser.error(f"no such case: {', '.join(sorted(unknown))}; there are {', '.join(sorted(names))}")
    for case in CASES:
        if given.case and case.name not in given.case:
            continue
        if given.record is not None:
            case.record.write_text(recorded(case, given.record).record(), "utf-8")
        for viewer, text in playthrough(case).items():
            is_new = not case.text(viewer).exists() or case.text(viewer).read_text("utf-8") != text
            case.text(viewer).write_text(text, "utf-8")
            sys.stdout.write(f"{case.name} {viewer}: {'changed' if is_new else 'as before'}\n")


if __name__ == "__main__":
    main()
