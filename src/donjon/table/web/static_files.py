"""Our own scripts, styles and fonts. Nothing comes from other sites, and no path is made of what is asked."""

from __future__ import annotations

import gzip
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from donjon.table.web.rendering import STATIC, generated

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}


@dataclass(frozen=True)
class File:
    """A file as it is sent; `zipped` is None for one that would not become smaller."""

    kind: str
    plain: bytes
    zipped: bytes | None


async def static_file(request: Request) -> Response:
    """A file of the static folder, or one that the drawings make."""
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
    """All files by their names, read and zipped once; well under a megabyte."""
    found = {}
    for folder, _, names in os.walk(STATIC, followlinks=True):
        for name in names:
            path = Path(folder, name)
            if path.suffix in TYPES:
                found[path.relative_to(STATIC).as_posix()] = _file(TYPES[path.suffix], path.read_bytes())
    made = {name: _file(kind, text.encode()) for name, (kind, text) in generated().items()}
    return {**found, **made}


def _file(kind: str, plain: bytes) -> File:
    zipped = gzip.compress(plain, 9, mtime=0)
    return File(kind, plain, zipped if len(zipped) < 0.9 * len(plain) else None)
