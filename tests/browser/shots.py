"""`python -m tests.browser.shots`: pictures of every screen, on a phone, a tablet and a desktop, light and dark.

They go to build/shots, with an index.html. The games are the same each time, so that pictures can be compared.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.browser.picture_index import write_index
from tests.browser.positions import laid_out
from tests.browser.scenes import House, Scene, scenes
from tests.browser.visiting import ARGUMENTS, PHONE
from tools import page as built_page
from tools.setup import chromium_program

OUT = built_page.ROOT / "build" / "shots"


class Size(StrEnum):
    phone = "phone"
    tablet = "tablet"
    desktop = "desktop"


class Theme(StrEnum):
    light = "light"
    dark = "dark"


SCREENS: dict[Size, dict[str, Any]] = {
    Size.phone: PHONE,
    Size.tablet: {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    Size.desktop: {"viewport": {"width": 1440, "height": 900}},
}


def take(browser: Browser, house: House, scene: Scene, size: Size, theme: Theme, file: Path) -> str | None:
    """Take one picture; returns what went wrong, if anything did."""
    context = browser.new_context(**SCREENS[size], color_scheme=theme.value, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    page = context.new_page()
    problem = None
    try:
        scene.show(page, house)
        page.wait_for_load_state("networkidle")
        page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    except Exception as failure:  # take the others nevertheless
        problem = str(failure).splitlines()[0]
    page.screenshot(path=file)
    page.unroute_all(behavior="ignoreErrors")
    context.close()
    return problem


def main(
    only: Annotated[list[str] | None, typer.Option(help="Only screens with this in their name; repeatable.")] = None,
    size: Annotated[list[Size] | None, typer.Option(help="Only at this size; repeatable.")] = None,
    theme: Annotated[list[Theme] | None, typer.Option(help="Only in this colour scheme; repeatable.")] = None,
    out: Annotated[Path, typer.Option(help="The folder for the pictures.")] = OUT,
    names: Annotated[bool, typer.Option("--list", help="List the screens, and take no pictures.")] = False,
) -> None:
    """Take pictures of the page."""
    console, errors = Console(), Console(stderr=True)
    chosen = [scene for scene in scenes() if not only or any(part in scene.name for part in only)]
    if names or not chosen:
        console.print("\n".join(scene.name for scene in scenes()))
        raise typer.Exit(0 if names else 1)
    program = chromium_program()
    if program is None:
        errors.print("Chromium is not installed: run 'apt install chromium'")
        raise typer.Exit(1)
    built_page.provide()
    if not (only or size or theme):
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    looks = [(one, light) for one in size or Size for light in theme or Theme]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    problems = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, console=errors, transient=True) as progress,
        sync_playwright() as playwright,
    ):
        task = progress.add_task("laying out the tables", total=len(chosen) * len(looks))
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        with laid_out(Path(folder)) as (client, tables):
            for scene in chosen:
                for one, light in looks:
                    progress.update(task, description=f"{scene.name}, {one}, {light}")
                    file = out / f"{scene.name}-{one}-{light}.png"
                    with ExitStack() as people:
                        if problem := take(browser, House(client, tables, people), scene, one, light, file):
                            problems.append(f"{file.name}: {problem}")
                    progress.advance(task)
        browser.close()
    every = [f"{one}-{light}" for one in Size for light in Theme]
    write_index(out, [scene.name for scene in scenes() if any(out.glob(f"{scene.name}-*.png"))], every)
    console.print(f"{len(chosen) * len(looks)} pictures: {out / 'index.html'}", soft_wrap=True)
    for problem in problems:
        errors.print(problem, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(1 if problems else 0)


if __name__ == "__main__":
    typer.run(main)
