"""What every REST route needs: the server's context, and the errors that any of them may return."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from parlour.server.context import Context
from parlour.server.errors import Refused
from parlour.server.http import addresses
from parlour.server.http.models import Problem

UNKNOWN_HOST: dict[str, Any] = {"model": Problem, "description": "The host is not this server's"}
USUAL: dict[int | str, dict[str, Any]] = {
    422: {"model": Problem, "description": "The request does not match the schema"},
    413: {"model": Problem, "description": "The request is too large"},
    421: UNKNOWN_HOST,
    429: {"model": Problem, "description": "Too many requests"},
    503: {"model": Problem, "description": "The database is not responding"},
}


def context_of(request: Request) -> Context:
    """The context of this server. Refuses an address that sends too many requests."""
    context: Context = request.app.state.context
    if not context.gate.request(address_of(request)):
        raise Refused("too_fast", "too many requests: wait a moment", status=429)
    return context


def address_of(request: Any) -> str:
    """The address a request comes from, or "" if it is not an IP address."""
    return addresses.plain(request.client.host) if request.client else ""


Here = Annotated[Context, Depends(context_of)]
