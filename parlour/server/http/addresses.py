"""Client addresses, as limits count them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

MINE = 64  # bits of an IPv6 address that a provider assigns to a household, which chooses the rest


def parse(text: str) -> IPv4Address | IPv6Address | None:
    """An address, or None for anything else. IPv4-mapped IPv6 addresses become IPv4."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def plain(text: str) -> str:
    """An address in its usual form; "" for anything else that a proxy may send."""
    found = parse(text)
    return "" if found is None else str(found)


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """The key under which limits count an address. For IPv6 it is the network, since one visitor has 2^64 addresses.

    Link-local addresses all have the same network, so each of them counts on its own.
    """
    found = parse(address)
    if not isinstance(found, IPv6Address) or found.is_link_local or found.is_loopback:
        return address if found is None else str(found)
    return str(IPv6Network((found, MINE), strict=False))


def nameless(address: str) -> str:
    """The visitor shared by all clients of an address that do not name one."""
    return f"at {counted_as(address)}"


def is_here(address: str) -> bool:
    """Whether an address is a loopback address of this machine."""
    found = parse(address)
    return found is not None and found.is_loopback
