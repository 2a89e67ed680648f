"""Read addresses and Host headers: a request's client, the names of the server, its base address."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from donjon.errors import DonjonError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")
ANY = "*"

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,252}))(?::([0-9]{1,5}))?", re.ASCII)


def read_host(text: str) -> tuple[str, str] | None:
    """Return name (in lower case) and port ("" for none) of a Host header; None when it is not valid."""
    parts = _HOST.fullmatch(text.lower())
    if parts is None or int(parts[2] or 0) > 65535:
        return None
    if parts[1].startswith("[") and not is_address(parts[1]):
        return None
    return parts[1].rstrip("."), parts[2] or ""


def is_address(name: str) -> bool:
    """Return whether the name is an IP address. DNS rebinding cannot point such a "name" elsewhere."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def is_allowed(text: str, hosts: tuple[str, ...]) -> bool:
    """Return whether the server answers to the name in this Host header.

    Starlette's TrustedHostMiddleware is not used: it cannot allow every IP address (visitors in the local
    network type one), refuses a name with a final dot, allows port 99999, and answers "Invalid host header",
    where a site owner learns here which option to set. `read_host` is needed for links and origins anyway.
    """
    host = read_host(text)
    return host is not None and (ANY in hosts or host[0] in hosts or is_address(host[0]))


def base_of(scope: Scope, base_url: str) -> str:
    """Return the base address of links to this server: the setting, else what the browser asked for.

    Only for links that are shown to the same browser: a request can make up its Host header, and nothing made
    up may reach others.
    """
    if base_url:
        return base_url
    host = Headers(scope=scope).get("host", "")
    return f"{scope['scheme']}://{host}" if read_host(host) else ""


def same_host(url: str, host: str) -> bool:
    """Return whether an Origin or Referer header names this host (as in the Host header)."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def checked_base(url: str) -> str:
    """Return a base address without a final slash. Raises DonjonError when it is not valid."""
    text = url.strip().rstrip("/")
    scheme, _, host = text.partition("://")
    if scheme not in ("http", "https") or read_host(host) is None:
        raise DonjonError(
            f"The base address {url!r} isn't valid. Write it like https://games.example.org, without a path."
        )
    return text


def checked_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return host names as they are compared. Raises DonjonError for one that is not valid or has a port."""
    for name in names:
        host = read_host(name)
        if name != ANY and (host is None or host[1]):
            raise DonjonError(f"The host name {name!r} isn't valid. Write it like games.example.org.")
    return tuple(name.lower().rstrip(".") for name in names)


def own_names(listens_on: str, base_url: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return all names of a server: `names`, its base address's host, and the names it listens on."""
    own = [*names, *LOOPBACK]
    if base_url:
        own += [host[0] for host in [read_host(base_url.partition("://")[2])] if host]
    if listens_on in EVERYWHERE:
        machine = socket.gethostname().lower()
        own += [machine, f"{machine.partition('.')[0]}.local"]
    elif listens_on not in LOOPBACK:
        own.append(listens_on.lower())
    return tuple(dict.fromkeys(own))


def address(scope: Scope) -> str:
    """Return the address at the other end of the connection."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def household(scope: Scope) -> str:
    """Return the client's address of a request as the limits count it; see `neighbourhood`."""
    return neighbourhood(address(scope))


def neighbourhood(text: str) -> str:
    """Return an address as the limits count it: an IPv6 address as its /64 network, one household."""
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return str(ip)


def within(address: str, networks: Iterable[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    """Return whether an address lies in one of the networks; False if the text is not an address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in one for one in networks)


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return the network (or single address) of a text. Raises DonjonError when it is neither."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise DonjonError(
            f"{text!r} isn't an address or a network. Write it like 127.0.0.1 or 10.0.0.0/8."
        ) from None
