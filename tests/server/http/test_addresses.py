"""How addresses are counted by limits."""

from __future__ import annotations

import pytest

from parlour.server.http import addresses


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:201", "192.0.2.1"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::1"),
        ("fe80::2", "fe80::2"),
        ("::1", "::1"),
        ("", ""),
    ],
)
def test_addresses_are_counted_by_network(address: str, counted: str) -> None:
    assert addresses.counted_as(address) == counted
    assert addresses.nameless(address) == f"at {counted}"


@pytest.mark.parametrize(
    "text", ["", "x", "1.2.3", "1.2.3.4.5", "[::1]", "999.0.0.1", "unknown", "\udfff", "1.2.3.4:80"]
)
def test_invalid_addresses_count_as_none(text: str) -> None:
    assert addresses.plain(text) == ""
    assert not addresses.is_here(text)
