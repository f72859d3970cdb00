"""REST: what a visitor can share."""

from __future__ import annotations

from fastapi import APIRouter

from parlour.server.http import models
from parlour.server.http.dependencies import USUAL, Here

router = APIRouter(prefix="/api", responses=USUAL)


@router.get("/sharing", summary="What visitors can share")
async def show_sharing(context: Here) -> models.Sharing:
    """How others reach this server, and whether its host lets other sites show replays."""
    settings = context.settings
    return models.Sharing(
        base_url=settings.base_url(), only_here=settings.is_only_here(), embed=bool(settings.embed_on)
    )
