"""Under which names the server may be asked, and what its own address is in the links it gives out."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from donjon.errors import DonjonError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")
ANY = "*"

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,252}))(?::([0-9]{1,5}))?", re.ASCII)


def read_host(text: str) -> tuple[str, str] | None:
    """Name (in small letters) and port ("" for none) of a Host header; None when it is no such thing."""
    found = _HOST.fullmatch(text.lower())
    if found is None or int(found[2] or 0) > 65535:
        return None
    if found[1].startswith("[") and not is_address(found[1]):
        return None
    return found[1].rstrip("."), found[2] or ""


def is_address(name: str) -> bool:
    """Is the name an IP address? Nobody can point such a "name" elsewhere, as DNS rebinding does."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def allowed(text: str, hosts: tuple[str, ...]) -> bool:
    """May the server be asked under the name in this Host header?"""
    host = read_host(text)
    return host is not None and (ANY in hosts or host[0] in hosts or is_address(host[0]))


def base_of(scope: Scope, base_url: str) -> str:
    """What a link to this server begins with: the setting, or else what the browser asked for.

    Only for links that are shown to who asks: others must not see what a request made up.
    """
    if base_url:
        return base_url
    host = Headers(scope=scope).get("host", "")
    return f"{scope['scheme']}://{host}" if read_host(host) else ""


def same_host(url: str, host: str) -> bool:
    """Is the address (of an Origin or Referer header) one of this host (as in the Host header)?"""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def checked_base(url: str) -> str:
    """A base address as it stands before a path. Raises DonjonError when it is none."""
    text = url.strip().rstrip("/")
    scheme, _, host = text.partition("://")
    if scheme not in ("http", "https") or read_host(host) is None:
        raise DonjonError(
            f"The base address {url!r} is none: write it as https://games.example.org, without a path."
        )
    return text


def checked_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Host names as they are compared. Raises DonjonError for one that is none (a port is not part of it)."""
    for name in names:
        host = read_host(name)
        if name != ANY and (host is None or host[1]):
            raise DonjonError(f"The host name {name!r} is none: write it as games.example.org.")
    return tuple(name.lower().rstrip(".") for name in names)


def own_names(listens_on: str, base_url: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """All names of a server: those given, its base address', and those it has by where it listens."""
    own = [*names, *LOOPBACK]
    if base_url:
        own += [host[0] for host in [read_host(base_url.partition("://")[2])] if host]
    if listens_on in EVERYWHERE:
        machine = socket.gethostname().lower()
        own += [machine, f"{machine.partition('.')[0]}.local"]
    elif listens_on not in LOOPBACK:
        own.append(listens_on.lower())
    return tuple(dict.fromkeys(own))
