"""Why pip or npm failed: the relevant lines of their output, and a sentence with a remedy.

Uses only the standard library, because `tools/setup.py` needs it before anything is installed.
"""

from __future__ import annotations

import json
import re
import tempfile

# The oldest and the newest Python, and the systems, for which every locked package has a wheel: `make lock` checks it.
PYTHONS = ((3, 11), (3, 14))
SYSTEMS = "Linux (glibc 2.28 or newer), macOS on Apple silicon and Windows"
CONFIGURED = "'.venv/bin/pip config list'"
NOISE = re.compile(
    r"\s*(Looking in |Collecting |Downloading |Using cached |Processing |Obtaining |Requirement already |Ignoring |"
    r"Installing |Preparing |Checking |Getting |WARNING: Location |WARNING: Retrying |"
    r"npm error\s+at |npm error A complete log|npm warn (?!tar ))"
)
NO_SPACE = re.compile(r"No space left on device|Errno 28\b|WinError 112\b|ENOSPC")
NO_CONNECTION = re.compile(
    r"connection error|connection-failed|incomplete-download|Max retries exceeded|Connection (broken|aborted|reset)|"
    r"network timeout|timed out|"
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EHOSTUNREACH|ENETUNREACH)\b"
)
NO_TRUST = re.compile(r"CERTIFICATE_VERIFY_FAILED|ssl certificate|SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_HAS_EXPIRED")
STATUS = re.compile(r"too many (\d+) error|\b(\d+) (?:Client|Server) Error|HTTP error (\d+)|npm error code E(\d+)")
MIRROR = "; if you use a mirror, try without it"
AGAIN = "Try again: the download may have been incomplete. If it happens again, {} serves a different file"


def telling_lines(output: str) -> str:
    """At most twenty lines of an output, without those that also appear on success."""
    lines = list(dict.fromkeys(line.rstrip() for line in output.splitlines() if line.strip() and not NOISE.match(line)))
    return "\n".join(lines if len(lines) <= 20 else [*lines[:8], "...", *lines[-11:]])


def pip_problem(output: str, python: str, system: str) -> str:
    """Why pip could not install for a Python such as "3.11.7" on a system such as "linux-x86_64", and what to do."""
    if NO_SPACE.search(output):
        return f"the disk is full: make room here and in {tempfile.gettempdir()}, then try again"
    other = re.search(r"DO NOT MATCH THE HASHES.*\n\s*(\S+)", output)
    if other:
        again = AGAIN.format("the index or a proxy")
        return f"the file received for {other[1]} does not match its locked hash, so nothing was installed. {again}"
    missing = re.search(r"No matching distribution found for (\S+)", output)
    if missing:
        return _index_problem(_page_problems(output, missing[1]), missing[1]) or _no_wheel(missing[1], python, system)
    errors = "\n".join(line for line in output.splitlines() if "WARNING: Retrying" not in line)
    collected = re.findall(r"^Collecting (\S+)", output, re.MULTILINE)
    return (
        _index_problem(errors, collected[-1] if collected else "the packages")
        or "pip could not install the packages; the lines above say why, and .venv/pip.log has all of it"
    )


def check_problem(output: str) -> str:
    """What to do when `pip check` finds conflicting packages."""
    first = next(iter(output.strip().splitlines()), "pip does not say which").rstrip(".")
    return f"the packages in .venv conflict ({first}): run 'make clean' to remove them, then try again"


def npm_problem(output: str, lock: str) -> str:
    """Why npm could not install what a package-lock.json names, and what to do."""
    if NO_SPACE.search(output):
        return "the disk is full: make room, then try again"
    wanted = re.search(r"EINTEGRITY[\s\S]*wanted (\S+)", output)
    if wanted:
        again = AGAIN.format("the npm registry or a proxy")
        return f"the file received for {_locked_as(wanted[1], lock)} does not match its locked hash. {again}"
    missing = re.search(r"No matching version found for (\S+?)\.?\s|404\s+(?:The requested resource )?'(\S+)' ", output)
    if missing:
        return f"the npm registry has no {missing[1] or missing[2]}{MIRROR}"
    if "EUSAGE" in output:
        return "package.json and package-lock.json disagree: run 'make lock' to regenerate the lock"
    if NO_TRUST.search(output):
        return "the npm registry's certificate is not trusted here: set NODE_EXTRA_CA_CERTS=FILE to that of your proxy"
    status = STATUS.search(output)
    if status:
        return f"the npm registry returned error {_number(status)}: try again later{MIRROR}"
    if NO_CONNECTION.search(output):
        return "the npm registry cannot be reached. Are you online? 'npm config list' shows proxies and mirrors"
    return "npm could not install the packages; the lines above say why"


def audit_problem(output: str, service: str) -> str:
    """Why a vulnerability service returned no answer."""
    if NO_TRUST.search(output):
        return f"the certificate of {service} is not trusted here"
    status = STATUS.search(output) or re.search(r"^(\d{3}) [A-Z]", output)
    if status:
        return f"{service} returned error {_number(status)}; a mirror may not provide this service"
    if NO_CONNECTION.search(output):
        return f"{service} cannot be reached"
    lines = telling_lines(output).splitlines()
    return f"{service} returned no report ({lines[-1].rstrip('.')})" if lines else f"{service} returned no report"


def _page_problems(output: str, package: str) -> str:
    """The errors that replaced the index's page for a package; empty if the index does not have the package."""
    name = re.escape(re.split("[=<>!~;[]", package)[0])
    problems = re.findall(rf"Could not fetch URL \S+/{name}/: (.+) - skipping", output)
    return "\n".join(problem for problem in problems if not problem.startswith("404 "))


def _index_problem(said: str, package: str) -> str | None:
    """Why the index cannot be used; None if it can."""
    status = STATUS.search(said)
    if NO_TRUST.search(said):
        return f"the index's certificate is not trusted here ({package}): set PIP_CERT=FILE to that of your proxy"
    if status:
        return f"the index returned error {_number(status)} for {package}: try again later{MIRROR}"
    if NO_CONNECTION.search(said):
        shown = f"{CONFIGURED} shows proxies and mirrors"
        return f"Python's package index cannot be reached ({package}). Are you online? {shown}"
    return None


def _no_wheel(package: str, python: str, system: str) -> str:
    oldest, newest = (".".join(map(str, version)) for version in PYTHONS)
    start = f"the index has no wheel of {package} for Python {python} on {system}. "
    if PYTHONS[0] <= tuple(map(int, python.split(".")[:2])) <= PYTHONS[1]:
        return f"{start}There are wheels for {SYSTEMS}; a mirror may lack some ({CONFIGURED} shows whether you use one)"
    return f"{start}Use Python {oldest} to {newest}: 'make clean', then 'make PYTHON=python{newest} ...'"


def _locked_as(integrity: str, lock: str) -> str:
    """The package with this hash in a package-lock.json."""
    packages: dict[str, dict[str, str]] = json.loads(lock)["packages"]
    paths = (path for path, entry in packages.items() if entry.get("integrity") == integrity)
    return next(paths, "a package").rpartition("node_modules/")[2]


def _number(status: re.Match[str]) -> str:
    return next(str(group) for group in status.groups() if group)
