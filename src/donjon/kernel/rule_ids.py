"""Convert rule ids between text ("KB-5.6") and the numbers in compiled code (50600)."""

from __future__ import annotations

import re

_ID = re.compile(r"([A-Z]+)-(\d{1,3})(?:\.(\d{1,2}))?(?:\.(\d{1,2}))?")


def number(rule_id: str) -> int:
    """Return the number of a rule id: chapter * 10000 + section * 100 + sub ("KB-10.10.1" -> 101001).

    Raises ValueError if the text is not a rule id.
    """
    match = _ID.fullmatch(rule_id)
    if match is None:
        raise ValueError(f"{rule_id!r} isn't a rule id. A rule id looks like KB-5.6 or KB-10.10.1.")
    chapter, section, sub = (int(part or 0) for part in match.groups()[1:])
    return chapter * 10000 + section * 100 + sub


def name(prefix: str, rule: int) -> str:
    """Return the id of a rule's number: "KB-8.0.3" for 80003 and the prefix "KB"; "" for 0."""
    if rule == 0:
        return ""
    chapter, rest = divmod(int(rule), 10000)
    section, sub = divmod(rest, 100)
    if sub:
        return f"{prefix}-{chapter}.{section}.{sub}"
    return f"{prefix}-{chapter}.{section}" if section else f"{prefix}-{chapter}"
