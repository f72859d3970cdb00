"""Make `.venv` beside the code and install into it what a task needs: `python3 tools/setup.py play|test|bench`.

Uses the standard library alone. Every package is pinned by hash in requirements/.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
TASKS = ("play", "test", "bench")


def fail(sentence: str) -> None:
    sys.exit(f"\nset-up: {sentence}")


def say(sentence: str) -> None:
    print(f"set-up: {sentence}", flush=True)


def run(*command: object) -> bool:
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=False).returncode == 0


def install_packages(*names: str) -> bool:
    """Install Debian packages, where this machine has apt and lets us."""
    if shutil.which("apt-get") is None:
        return False
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if as_root and not (shutil.which("sudo") and run("sudo", "-n", "true")):
        return False
    say(f"installing {', '.join(names)} with apt-get")
    environment = "DEBIAN_FRONTEND=noninteractive"
    return run(*as_root, "apt-get", "update", "-qq") and run(
        *as_root, "env", environment, "apt-get", "install", "-y", "-qq", *names
    )


def make_venv() -> None:
    """A virtual environment that works, made anew if the one there does not."""
    if PYTHON.exists() and run(PYTHON, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    say("making .venv")
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        version = f"python3.{sys.version_info.minor}-venv"
        if not install_packages(version):
            fail(f"this Python cannot make virtual environments: 'sudo apt install {version}', then try again")
    if not run(sys.executable, "-m", "venv", VENV):
        fail(f"could not make {VENV.name}; the lines above say why")


def wanted(task: str) -> str:
    """What the task's packages depend on, as a hash."""
    files = [ROOT / "pyproject.toml", ROOT / "requirements" / "build.txt", ROOT / "requirements" / f"{task}.txt"]
    content = b"".join(path.read_bytes() for path in files)
    return hashlib.sha256(content + sys.version.encode() + str(ROOT).encode()).hexdigest()


def install(task: str) -> None:
    """Install the locked packages of a task, and this project as it stands."""
    stamp = VENV / f".{task}"
    if stamp.exists() and stamp.read_text() == wanted(task) and PYTHON.exists():
        return
    make_venv()
    say(f"installing the packages for 'make {task}' into .venv; this takes a minute or two the first time")
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    locked = ("-r", f"requirements/{task}.txt", "-r", "requirements/build.txt")
    if not run(*pip, "--require-hashes", *locked) or not run(*pip, "--no-deps", "--no-build-isolation", "-e", "."):
        fail("pip could not install the packages; the lines above say why. Is the network there?")
    stamp.write_text(wanted(task))


def main() -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        fail(f"Parlour needs Python 3.11 or newer, this is {found}: 'make PYTHON=python3.12 ...' names another")
    if len(sys.argv) != 2 or sys.argv[1] not in TASKS:
        fail(f"say for what: one of {', '.join(TASKS)}")
    install(sys.argv[1])


if __name__ == "__main__":
    main()
