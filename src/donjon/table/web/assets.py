"""Serve scripts, style sheets, fonts and pictures of our own, each at an address with a digest.

Nothing comes from other sites, and no file path is built from a request.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from donjon import drawing
from donjon.kernel.games import games

# The folder of the table, with its static files and templates.
FOLDER = Path(__file__).parents[1]
STATIC = FOLDER / "static"
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
# The fonts of every page: headings, text, bold text.
FACES = ("alegreya-%s-700", "alegreya-sans-%s-400", "alegreya-sans-%s-700")


@dataclass(frozen=True)
class File:
    """A file as it is sent; `zipped` is None if compression saves less than a tenth."""

    kind: str
    plain: bytes
    zipped: bytes | None


async def static_file(request: Request) -> Response:
    """Send a file of the static folder, or a generated one."""
    file = _files().get(request.path_params["name"])
    if file is None:
        return PlainTextResponse("There is no such file.", 404)
    if file.zipped is None:
        return Response(file.plain, headers=FOR_EVER, media_type=file.kind)
    headers = {**FOR_EVER, "vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.kind)
    return Response(file.zipped, headers={**headers, "content-encoding": "gzip"}, media_type=file.kind)


@cache
def _files() -> dict[str, File]:
    """Return all files by their names, read and zipped once; well under a megabyte."""
    files = {}
    for folder, _, names in os.walk(STATIC, followlinks=True):
        for name in names:
            path = Path(folder, name)
            if path.suffix in TYPES:
                files[path.relative_to(STATIC).as_posix()] = _file(TYPES[path.suffix], path.read_bytes())
    made = {name: _file(kind, text.encode()) for name, (kind, text) in generated().items()}
    return {**files, **made}


def _file(kind: str, plain: bytes) -> File:
    zipped = gzip.compress(plain, 9, mtime=0)
    return File(kind, plain, zipped if len(zipped) < 0.9 * len(plain) else None)


@cache
def fonts_of(language: str) -> tuple[tuple[str, str], ...]:
    """Return address and media type of the fonts that every page of a language needs, to be loaded first."""
    alphabets = {"ru": ("cyrillic",), "hu": ("latin", "hungarian")}.get(language, ("latin",))
    names = (f"vendor/fonts/{face % alphabet}-normal" for alphabet in alphabets for face in FACES)
    files = (f"{name}{kind}" for name in names for kind in (".woff2", ".woff"))
    return tuple((f"/static/{file}", TYPES[Path(file).suffix]) for file in files if file in _files())


@cache
def generated() -> dict[str, tuple[str, str]]:
    """Return the generated style sheets, pictures and scripts: name -> (media type, text)."""
    files = {
        "donjon.css": ("text/css", _sheet(drawing.css() + (STATIC / "faces.css").read_text("utf-8"))),
        "logo.svg": ("image/svg+xml", drawing.logo()),
        "logo-turn.svg": ("image/svg+xml", drawing.logo(turn=True)),
    }
    for name in games:
        files[f"{name}.css"] = ("text/css", _sheet(str(games[name].drawing.css())))
    for path in sorted(STATIC.glob("*.css")):
        files[path.name] = ("text/css", _sheet(path.read_text("utf-8")))
    for path in sorted(STATIC.glob("*.js")):
        files[path.name] = ("text/javascript", _module(path))
    return files


def _sheet(text: str) -> str:
    """Return a style sheet without comments, which are a sixth of what would be sent."""
    return re.sub(r"/\*.*?\*/\s*", "", text, flags=re.DOTALL)


def _module(path: Path) -> str:
    """Return a script whose imports name digests, so that browsers may cache each script for ever."""

    def named(match: re.Match[str]) -> str:
        other = STATIC / match[1]
        return f'"./{other.name}?v={hashlib.sha256(_module(other).encode()).hexdigest()[:10]}"'

    return re.sub(r'"\./([\w-]+\.js)"(?=;)', named, path.read_text("utf-8"))


@cache
def static_url(name: str) -> str:
    """Return the address of a static file, with a digest so that browsers may cache it for ever."""
    if name in generated():
        data = generated()[name][1].encode()
    else:
        path = STATIC / name
        data = path.read_bytes() if path.is_file() else b""
    return f"/static/{name}?v={hashlib.sha256(data).hexdigest()[:10]}"
