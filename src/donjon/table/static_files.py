"""Our own scripts, styles and fonts. Nothing comes from other sites."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from donjon.table.rendering import STATIC, generated

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}


async def static_file(request: Request) -> Response:
    """A file of the static folder, or one that the drawings make."""
    name = request.path_params["name"]
    made = generated().get(name)
    if made is not None:
        return Response(made[1], headers=FOR_EVER, media_type=made[0])
    path = (STATIC / name).resolve()
    kind = TYPES.get(path.suffix)
    if kind is None or not path.is_relative_to(STATIC) or not path.is_file():
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(path, headers=FOR_EVER, media_type=kind)
