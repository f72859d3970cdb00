"""Where clients come from, as limits see it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

MINE = 64  # bits of an IPv6 address that a household is given; it makes up the rest


def parse(text: str) -> IPv4Address | IPv6Address | None:
    """An address, or None for anything else; IPv4 in the clothes of IPv6 is IPv4."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def plain(text: str) -> str:
    """An address in its usual form; "" for anything else, whatever a proxy says."""
    found = parse(text)
    return "" if found is None else str(found)


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """As whom limits count an address: with IPv6 as its network, since one visitor has 2^64 addresses in it.

    Neighbours on a local link all have the same network, so there each counts on its own.
    """
    found = parse(address)
    if not isinstance(found, IPv6Address) or found.is_link_local or found.is_loopback:
        return address if found is None else str(found)
    return str(IPv6Network((found, MINE), strict=False))


def nameless(address: str) -> str:
    """The visitor that all are together who come from an address and name none."""
    return f"at {counted_as(address)}"


def is_here(address: str) -> bool:
    """Whether an address is this machine's own."""
    found = parse(address)
    return found is not None and found.is_loopback
