"""Rights: tokens that are told once and kept as hashes."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 signs that nobody mistakes for one another
TABLE_ID = "[a-z0-9]{16}"


def new_token() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """80 random bits that can be read out to a friend."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


def is_table_id(text: str) -> bool:
    """Whether a table could have this id; anything else must not reach the database."""
    return re.fullmatch(TABLE_ID, text) is not None


def token_hash(token: str) -> str:
    """What is stored of a token: it is random enough to need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(one: str | None, other: str | None) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return one is not None and other is not None and hmac.compare_digest(one.encode(), other.encode())
