"""Access tokens: sent to the client once, and stored as hashes."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 characters that are hard to confuse
TABLE_ID = "[a-z0-9]{16}"


def new_token() -> str:
    """A token of 128 random bits."""
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """An id of 80 random bits that can be read out to a friend."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


def is_table_id(text: str) -> bool:
    """Whether this could be a table's id. Anything else must not reach the database."""
    return re.fullmatch(TABLE_ID, text) is not None


def token_hash(token: str) -> str:
    """The stored form of a token, which is random enough to need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(one: str | None, other: str | None) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return one is not None and other is not None and hmac.compare_digest(one.encode(), other.encode())
