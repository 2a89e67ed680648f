"""Texts of the rulebook for people as parts of a page: terms stand out, ids of rules are links."""

from __future__ import annotations

import re
from collections.abc import Container

from markupsafe import Markup, escape

from donjon.table.web.rendering import rule_url

_STRONG = re.compile(r"\*\*(.+?)\*\*")
_ID = re.compile(r"(?<![\w-])[A-Z]+-\d+(?:\.\d+)*(?![\w-])")


def prose(text: str, rules: Container[str]) -> Markup:
    """A text of a book; `rules` are the ids that there are."""

    def link(found: re.Match[str]) -> str:
        return (
            f'<a class="rule" href="{rule_url(found[0])}">{found[0]}</a>' if found[0] in rules else found[0]
        )

    return Markup(_ID.sub(link, _STRONG.sub(r"<strong>\1</strong>", str(escape(text)))))
