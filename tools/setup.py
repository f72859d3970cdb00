"""Create `.venv` beside the code and install what a task needs: `python3 tools/setup.py play|...|audit`.

Uses only the standard library. Every package is pinned by hash, in requirements/ and in web/package-lock.json. pip
asks the index for these and nothing else: a lock has all dependencies, and only Parlour itself is built.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
if not __package__:  # as a script, sys.path has its own folder, not the project's
    sys.path.insert(0, str(ROOT))

from tools import failures  # noqa: E402

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = failures.PYTHONS[0]
TASKS = ("play", "postgres", "docs", "test", "bench", "audit")
PIPS = ("requirements/pip-oldest.txt", "requirements/pip-newest.txt")  # the tests run this set-up with both
AUDIT = "requirements/audit.txt"  # pip-audit depends on pip, so it is kept apart
LOCKED = ("--no-deps", "--only-binary", ":all:", "--require-hashes")
# Debian's package creates a system-wide database and starts it at every boot, unless a file here says otherwise.
CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.d"


def fail(sentence: str, output: str = "") -> NoReturn:
    """Exit with a sentence, printed below the relevant lines of a command's output."""
    sys.exit(f"{failures.telling_lines(output)}\n\nset-up: {sentence}".lstrip("\n"))


def say(sentence: str) -> None:
    print(f"set-up: {sentence}", flush=True)


def show_progress(sentence: str) -> None:
    """Overwrite the current line in a terminal; print nothing elsewhere."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{sentence}", end="", flush=True)


def run(*command: object) -> subprocess.CompletedProcess[str]:
    """Run a command silently and capture its output."""
    words = [str(word) for word in command]
    return subprocess.run(
        words, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )


def succeeds(*command: object) -> bool:
    return run(*command).returncode == 0


def root_prefix() -> list[str] | None:
    """The prefix that runs a command as root; None if that is not possible."""
    if os.name == "nt":
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and succeeds("sudo", "-n", "true") else None


def install_packages(*names: str) -> bool:
    """Install Debian packages, if this machine has apt and allows it."""
    as_root = root_prefix() if shutil.which("apt-get") else None
    if as_root is None:
        return False
    say(f"installing {', '.join(names)} with apt-get")
    install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *names)
    for command in (("apt-get", "update", "-qq"), ("env", "DEBIAN_FRONTEND=noninteractive", *install)):
        done = run(*as_root, *command)
        if done.returncode:
            print(failures.telling_lines(done.stdout), flush=True)
            return False
    return True


def make_venv() -> None:
    """Create the virtual environment, or recreate it if it does not work."""
    if PYTHON.exists() and succeeds(PYTHON, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    say("creating .venv")
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        version = f"python3.{sys.version_info.minor}-venv"
        if not install_packages(version):
            fail(f"this Python cannot create virtual environments: run 'sudo apt install {version}', then try again")
    made = run(sys.executable, "-m", "venv", VENV)
    if made.returncode:
        fail(f"could not create {VENV.name}; the lines above say why", made.stdout)


def locks(task: str) -> list[str]:
    """The lock files of a task's packages in .venv; tasks that only read or audit do not install this project."""
    names = {"docs": ["docs"], "audit": ["build"]}.get(task, ["build", task])
    return [f"requirements/{name}.txt" for name in names]


def wanted(task: str) -> str:
    """A hash of everything that determines the task's packages."""
    beside = {"test": PIPS, "audit": (AUDIT,)}.get(task, ())
    files = ("pyproject.toml", *locks(task), *beside)
    content = b"".join((ROOT / path).read_bytes() for path in files)
    return hashlib.sha256(content + sys.version.encode() + str(ROOT).encode()).hexdigest()


def install(task: str) -> None:
    """Install the locked packages of a task, and this project in editable mode if the task needs it."""
    stamp = VENV / f".{task}"
    if stamp.exists() and stamp.read_text() == wanted(task) and PYTHON.exists():
        return
    make_venv()
    say(f"installing the packages for 'make {task}' into .venv; this takes a minute or two the first time")
    pip("install", *LOCKED, *(word for path in locks(task) for word in ("-r", path)))
    if task not in ("docs", "audit"):
        pip("install", "--no-deps", "--no-build-isolation", "-e", ".")
    if task == "audit":
        shutil.rmtree(VENV / "audit", ignore_errors=True)
        pip("install", *LOCKED, "--target", VENV / "audit", "-r", AUDIT)
    if task == "test":
        for path in PIPS:
            pip("download", *LOCKED, "--dest", VENV / "pips", "-r", path)
    checked = run(PYTHON, "-m", "pip", "--disable-pip-version-check", "check")
    if checked.returncode:
        fail(failures.check_problem(checked.stdout), checked.stdout)
    stamp.write_text(wanted(task))


def pip(*arguments: object) -> None:
    """Run pip silently; if it fails, show the relevant output and exit."""
    log = VENV / "pip.log"  # has more than pip prints, above all why the index could not be reached
    log.unlink(missing_ok=True)
    options = ("--disable-pip-version-check", "--no-input", "--no-color", "--log", log, "--progress-bar", "off")
    command = [str(word) for word in (PYTHON, "-m", "pip", *arguments, *options)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        output = followed(process.stdout)
    if process.returncode:
        logged = log.read_text(errors="replace") if log.exists() else ""
        unfetched = "\n".join(line for line in logged.splitlines() if "Could not fetch URL" in line)
        where = run(PYTHON, "-c", "import platform, sysconfig as s; print(platform.python_version(), s.get_platform())")
        fail(failures.pip_problem(f"{output}\n{unfetched}", *where.stdout.split()), output)


def followed(lines: Iterable[str]) -> str:
    """All of pip's output; in a terminal, a line shows the progress."""
    said, packages = [], 0
    for line in lines:
        said.append(line)
        collected = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line)
        if collected:
            packages += 1
            show_progress(f"set-up: package {packages}, {collected[1]}")
        elif line.startswith("Installing collected packages"):
            show_progress(f"set-up: unpacking {packages} packages")
    show_progress("")
    return "".join(said)


def postgres_folder() -> Path | None:
    """The folder of PostgreSQL's server programs, of the newest version installed; None if there is none."""
    found = shutil.which("initdb")
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: (len(path.parent.name), path), reverse=True
    )
    folders = [*([Path(found).resolve().parent] if found else []), *debian]
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


def install_postgres() -> bool:
    """Install PostgreSQL's server programs, without a system-wide database."""
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
    """Provide PostgreSQL for the server tests, which start their own instance."""
    if postgres_folder() or install_postgres():
        return
    what = "will fail" if os.environ.get("CI") == "true" else "will be skipped"
    say(f"PostgreSQL is not installed and cannot be installed here, so the tests that need it {what}")


def chromium_program() -> str | None:
    """The path of Chromium, for the tests of the page; None if it is not installed."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def provide_browser() -> None:
    """Provide Chromium for testing the page, with a font."""
    if chromium_program() or (install_packages("chromium", "fonts-dejavu-core") and chromium_program()):
        return
    what = "will fail" if os.environ.get("CI") == "true" else "will be skipped"
    say(f"Chromium is not installed and cannot be installed here, so the browser tests {what}")


def provide_page_tools() -> None:
    """Provide the locked packages that the page's build needs, with the Node that pip installed."""
    if subprocess.run([PYTHON, "-m", "tools.page", "packages"], cwd=ROOT, check=False).returncode:
        sys.exit(1)  # it has printed why


def main() -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        fail(f"Parlour needs Python 3.11 or newer, this is {found}: choose another with 'make PYTHON=python3.12 ...'")
    if len(sys.argv) != 2 or sys.argv[1] not in TASKS:
        fail(f"name a task: one of {', '.join(TASKS)}")
    task = sys.argv[1]
    install(task)
    if task not in ("docs", "audit"):
        provide_page_tools()
    if task == "test":
        provide_postgres()
    if task in ("test", "bench"):
        provide_browser()


if __name__ == "__main__":
    main()
