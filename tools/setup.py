"""Make `.venv` beside the code and install into it what a task needs: `python3 tools/setup.py play|docs|test|bench`.

Uses the standard library alone. Every package is pinned by hash, in requirements/ and in web/package-lock.json.
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
TASKS = ("play", "docs", "test", "bench")
# Debian's package makes a database for everybody and starts it at every boot, unless a file here says otherwise.
CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.d"


def fail(sentence: str) -> None:
    sys.exit(f"\nset-up: {sentence}")


def say(sentence: str) -> None:
    print(f"set-up: {sentence}", flush=True)


def run(*command: object) -> bool:
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=False).returncode == 0


def root_prefix() -> list[str] | None:
    """What to put before a command so that root runs it; None where that may not be."""
    if os.name == "nt":
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and run("sudo", "-n", "true") else None


def install_packages(*names: str) -> bool:
    """Install Debian packages, where this machine has apt and lets us."""
    as_root = root_prefix() if shutil.which("apt-get") else None
    if as_root is None:
        return False
    say(f"installing {', '.join(names)} with apt-get")
    environment = "DEBIAN_FRONTEND=noninteractive"
    return run(*as_root, "apt-get", "update", "-qq") and run(
        *as_root, "env", environment, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *names
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


def locks(task: str) -> list[str]:
    """The files that lock a task's packages; the documentation is shown without building or installing this project."""
    names = [task] if task == "docs" else ["build", task]
    return [f"requirements/{name}.txt" for name in names]


def wanted(task: str) -> str:
    """What the task's packages depend on, as a hash."""
    content = b"".join((ROOT / path).read_bytes() for path in ("pyproject.toml", *locks(task)))
    return hashlib.sha256(content + sys.version.encode() + str(ROOT).encode()).hexdigest()


def install(task: str) -> None:
    """Install the locked packages of a task, and this project as it stands where the task needs it."""
    stamp = VENV / f".{task}"
    if stamp.exists() and stamp.read_text() == wanted(task) and PYTHON.exists():
        return
    make_venv()
    say(f"installing the packages for 'make {task}' into .venv; this takes a minute or two the first time")
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    locked = [word for path in locks(task) for word in ("-r", path)]
    project = () if task == "docs" else (*pip, "--no-deps", "--no-build-isolation", "-e", ".")
    if not run(*pip, "--require-hashes", *locked) or (project and not run(*project)):
        fail("pip could not install the packages; the lines above say why. Is the network there?")
    stamp.write_text(wanted(task))


def postgres_folder() -> Path | None:
    """Where PostgreSQL's server programs are, the newest where there are several; None where there are none."""
    found = shutil.which("initdb")
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: (len(path.parent.name), path), reverse=True
    )
    folders = [*([Path(found).resolve().parent] if found else []), *debian]
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


def install_postgres() -> bool:
    """Install PostgreSQL's server programs, and no database of the system."""
    as_root = root_prefix() if shutil.which("apt-get") else None
    if as_root is None:
        return False
    settings = f"{CLUSTER_SETTINGS}/parlour.conf"
    run(*as_root, "mkdir", "-p", CLUSTER_SETTINGS)
    run(*as_root, "sh", "-c", f"echo 'create_main_cluster = false' > {settings}")
    try:
        return install_packages("postgresql") and postgres_folder() is not None
    finally:
        run(*as_root, "rm", "-f", settings)


def provide_postgres() -> None:
    """PostgreSQL for the tests of the server, which start one of their own."""
    if postgres_folder() or install_postgres():
        return
    what = "will fail" if os.environ.get("CI") == "true" else "will be skipped"
    say(f"PostgreSQL is not here and cannot be installed, so the tests that need it {what}")


def chromium_program() -> str | None:
    """The browser in which the page is tested; None where there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def provide_browser() -> None:
    """Chromium for the tests of the page, with letters to show."""
    if chromium_program() or (install_packages("chromium", "fonts-dejavu-core") and chromium_program()):
        return
    what = "will fail" if os.environ.get("CI") == "true" else "will be skipped"
    say(f"Chromium is not here and cannot be installed, so the tests of the page {what}")


def provide_page_tools() -> None:
    """The locked packages that the page is built with, by the Node that pip has installed."""
    if not run(PYTHON, "-m", "tools.page", "packages"):
        sys.exit(1)  # it has said why


def main() -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        fail(f"Parlour needs Python 3.11 or newer, this is {found}: 'make PYTHON=python3.12 ...' names another")
    if len(sys.argv) != 2 or sys.argv[1] not in TASKS:
        fail(f"say for what: one of {', '.join(TASKS)}")
    task = sys.argv[1]
    install(task)
    if task != "docs":
        provide_page_tools()
    if task == "test":
        provide_postgres()
    if task in ("test", "bench"):
        provide_browser()


if __name__ == "__main__":
    main()
