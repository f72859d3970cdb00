"""The built page: its files, and its first file for every address that the page itself knows how to show."""

from __future__ import annotations

from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FIRST = "index.html"
SCREENS = ("table/", "new/")  # the addresses of web/src/router.svelte.ts


class Page(StaticFiles):
    """Files with a hash in their name are kept for ever, the first one is asked for each time."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page itself, which says what it does not know."""
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404 or path.startswith(("api/", "assets/")):
                raise
            answer = await super().get_response(FIRST, scope)
            if not path.startswith(SCREENS):
                answer.status_code = 404
        is_lasting = path.startswith("assets/")
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_lasting else "no-cache"
        return answer
