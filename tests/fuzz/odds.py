"""What hostile requests are made of."""

from __future__ import annotations

import re

from donjon import rulebook
from donjon.kernel.games import games
from donjon.table import app

# What may stand in the holes of a route; a new kind of hole wants an entry here.
HOLES = {
    **{"table": "table", "token": "token", "game": "game", "name:path": "file", "number": "number"},
    **{"language": "language", "name": "picture", "code": "code"},
    **dict.fromkeys(("chapter", "example", "panel"), "told"),
}
# What the rulebooks for people have: an example with its chapter and game, and a picture of the story.
TOLD = [
    {"game": name, "chapter": chapter.id, "example": id, "panel": book.panels[number % len(book.panels)].id}
    for name in games
    if (book := rulebook.book(name)) is not None
    for chapter in book.chapters
    for number, id in enumerate(chapter.examples)
]
ROUTES = {
    route.path: {hole: HOLES[hole] for hole in re.findall(r"{([\w:]+)}", route.path)} for route in app.ROUTES
}
# The routes that take forms.
POSTED = {route.path for route in app.ROUTES if "POST" in (route.methods or ())}
# Every name that a query or a form is asked for.
NAMES = [
    *("ask", "consider", "about", "hint", "at", "seen", "told", "game", "quick", "language", "next"),
    *("seat", "seq", "key", "action", "count", "page", "name", "v", "did", "q"),
    *("better", "of", "rules", "shown", "step", "strength", "theme", "way", "with"),
    *("who", "since", "level", "code", "listed", "table", "private"),
    *("what", "pace", "offer", "yes", "late", "zone"),
    *(f"{word}.{number}" for word in ("seat", "name") for number in range(5)),
    *(f"option.{option.name}" for game in games.values() for option in game.options),
    *(f"option.{option.name}.{n}" for game in games.values() for option in game.options for n in range(2)),
]
METHODS = ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "FOO", "get"]
HOST = "127.0.0.1:8000"

VALUES = [
    *("", "0", "1", "-1", "2.5", "1e9", "NaN", "Infinity", "None", "null", "true", "[]", "{}", "408"),
    *("9" * 5000, "9" * 10, "-" + "9" * 400, "0" * 400, "0x10", "1_000", " 1", "+1"),
    *("\u0663\u0663", "\u00b2", "\u2460", "\U0001d7d9", "\uff11"),
    *("\x00", "a\x00b", "\r\nSet-Cookie: a=b", "\n\n", "\u2028", "\u202egnp", "\ue000", "\ufeff"),
    *("http://[", "//evil.example", "/\\evil.example", "http://evil.example/", "javascript:alert(1)"),
    *("<script>alert(1)</script>", "'\"><img src=x>", "{{ 7 * 7 }}", "%s%n", "{0.__class__}", "' OR 1=1 --"),
    *("../../etc/passwd", "..", ".", "/", "\\", "x" * 3000, "e\u0301" * 200, "\u0130", "\u00df"),
    *("en", "ru", "hu", "me", "open", "person", "nobody", "bot:greedy", "bot:", "bot:x", *games),
    *("0.1", "1.", "2-45", "-", "0." * 2000, "9-9", "pass", "12.13.2-45"),
    *("now", "friends", "learn", "new", "know", "strong", "50.5,49.9", "fishermen", "today"),
    *("build 4,8", "4,8", "road-3", "card-0", "sector-1", "row-0", "first-game"),
]
RAW = [b"%", b"%zz", b"%ED%A0%80", b"%FF%FE", b"%C0%AF", b"%00", b"\xff", b"\xed\xa0\x80", b"+", b"%2"]
CONTENT_TYPES = [
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=unicode_escape",
    "APPLICATION/X-WWW-FORM-URLENCODED;;",
    *(
        f"multipart/form-data; boundary=b; charset={charset}"
        for charset in ("utf-8", "unicode_escape", "raw_unicode_escape", "punycode", "idna", "zip", "no")
    ),
    "multipart/form-data",
    'multipart/form-data; boundary=""',
    "multipart/form-data; boundary=" + "b" * 200,
    "application/json",
    "text/plain; charset=\x7f",
    ";",
    "",
]
ACCEPTED = [
    *("en", "ru", "hu-HU,hu;q=0.9", "*", "de,ru;q=nan", "ru;q=inf", "ru;q=1e999", "ru;q=-1", "ru;q="),
    *("x" * 5000, "," * 5000, "ru-" * 500, "ru_RU@euro", "i-klingon", "zh-Hant-TW-x-y", "ru;q=\xb2"),
]
HOSTS = ["", "[", "[::1", "[::]]", "evil.example", "127.0.0.1:99999", "a@b", "a b", "\xff", "x" * 300]
ORIGINS = ["null", "http://[", "http://127.0.0.1:8000", "https://evil.example", "", "\xff", "http://[::1]:x"]
TARGETS = [b"*", b"http://[", b"http://evil.example/", b"[", b"//evil.example/", b"/?", b"/\xff", b"x"]
FILES = [
    *("table.css", "table.js", "donjon.css", "vendor", "x" * 300, "../settings.py", "%00", ".", ""),
    *("..%2fsettings.py", "%2e%2e/app.py", "table.css/", "table.css%00.js"),
]
BODIES = ["form", "form", "form", "aimed", "aimed", "multipart", "json", "binary", "huge", "none"]
# Other headers: how often, which, and what in them.
HEADERS = [
    (0.1, "Origin", ORIGINS),
    (0.05, "Referer", ORIGINS),
    (0.05, "Sec-Fetch-Site", ["same-origin", "cross-site", "none", "\xff", ""]),
    (0.3, "Accept-Language", ACCEPTED),
    (0.3, "Accept-Encoding", ["gzip", "gzip;q=0", "br", "*", "\xff", ""]),
    (0.4, "X-Frame", ["0", "", "7-pb-0-0-x-en", "-1", "9" * 400, "\xff", *VALUES[:20]]),
    (0.1, "Last-Event-ID", VALUES[:40]),
    (0.1, "Range", ["bytes=0-", "bytes=-1", "bytes=" + "0-1," * 500, "x", "bytes=9-1"]),
    (0.05, "If-None-Match", ["*", '"x"', "\xff"]),
    (0.03, "Transfer-Encoding", ["chunked", "gzip, chunked", "identity", "x"]),
    (0.03, "Expect", ["100-continue", "x"]),
    (0.03, "Upgrade", ["websocket", "h2c", ""]),
    (0.05, "Connection", ["close", "upgrade", "keep-alive, upgrade", "\xff"]),
    (0.1, "X-Forwarded-For", ["1.2.3.4", "x" * 500, "[::1]:x", ",,,"]),
    (0.1, "X-Forwarded-Host", HOSTS),
    (0.01, "X-Long", ["x" * 40_000]),
]
