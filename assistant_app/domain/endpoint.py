"""A model server of the owner's own: how it is named, and what may be sent where.

Nothing here opens a connection. Which addresses a host name stands for is looked up where the
connection is made (`engine/http_exchange.py`), by the same rule.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from assistant_app.errors import AppError

Place = Literal["machine", "network", "internet"]
"""Where a server is: on this computer, in the owner's own network, or anywhere else."""

CHOSEN_PREFIX = "endpoint:"
"""How the setting of the chosen model says that it is a server, and not a file."""

_NAME = re.compile(r"[^\W_][\w.-]{0,39}")
_PLAIN = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A URL in its parts; `path` is what stands before `/v1`, without a slash at its end."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    path: str = ""

    @property
    def place(self) -> str:
        """Host and port, as they are shown; the port only where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = 443 if self.scheme == "https" else 80
        return host if self.port == usual else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.place}{self.path}"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server that answers in place of a model on this computer.

    `id` names its token in the keyring; `public` says that the owner agreed to an address on the
    internet; `context` is the size of its window in tokens, 0 where the server says it.
    """

    id: str
    name: str
    address: Address
    model: str
    public: bool = False
    has_token: bool = False
    context: int = 0

    @property
    def place(self) -> Place:
        """Where it is, as far as its address says."""
        if is_machine(self.address.host):
            return "machine"
        return "internet" if self.public else "network"


def check_name(name: str) -> str:
    """Return the name of an entry.

    Raises:
        AppError: `endpoint_name`.
    """
    if not _NAME.fullmatch(name):
        raise AppError("endpoint_name", name=name)
    return name


def check_token(token: str) -> str:
    """Return a token that can stand in a header.

    Raises:
        AppError: `endpoint_token_form`.
    """
    if not _PLAIN.fullmatch(token) or len(token) > 4096:
        raise AppError("endpoint_token_form")
    return token


def read_address(url: str) -> Address:
    """Read what a person writes as the address of a server; `/v1` at its end is understood.

    Raises:
        AppError: `endpoint_url`; a user name, a query or a fragment has no place in it.
    """
    text = url.strip()
    if "://" not in text:
        text = f"http://{text}"
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").rstrip(".").replace("%25", "%")
        host = host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise AppError("endpoint_url", url=url) from None
    strange = parts.username is not None or parts.password is not None
    strange = strange or bool(parts.query or parts.fragment)
    if parts.scheme not in ("http", "https") or not host or strange or port == 0:
        raise AppError("endpoint_url", url=url)
    path = parts.path.rstrip("/").removesuffix("/v1")
    if not re.fullmatch(r"[\w./~%-]*", path, re.ASCII) or not re.fullmatch(r"[\w.:%-]+", host):
        raise AppError("endpoint_url", url=url)
    scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
    return Address(scheme, host, port or (443 if scheme == "https" else 80), path)


def is_machine(host: str) -> bool:
    """Tell whether a host, by its name or number alone, is this computer."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _number(host)
    return address is not None and (address.is_loopback or address.is_unspecified)


def is_own(number: str) -> bool:
    """Tell whether a numeric address is on this computer or in a network that is not public.

    Loopback, private, link-local and shared (100.64/10, which home-made networks over the internet
    use) are; what stands for an IPv4 address counts as that.
    """
    address = _number(number)
    if address is None or address.is_multicast:
        return False
    return not address.is_global


def _number(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
