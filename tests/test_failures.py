"""Recorded failures of pip 22.3, pip 26.3 and npm 11, and our messages. Hashes and tracebacks are shortened."""

from __future__ import annotations

import json

import pytest

from tools import failures, setup

LOOKING = "Looking in indexes: https://nowhere.invalid/simple\n"
NO_MATCH = """\
ERROR: Could not find a version that satisfies the requirement needy==1.0 (from versions: none)
ERROR: No matching distribution found for needy==1.0
"""
UNFETCHED = "2026-11-18T03:09:46,812 Could not fetch URL https://nowhere.invalid/simple/needy/: "
UNRESOLVED = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by \
'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7fc0dea85350>: Failed to establish a \
new connection: [Errno -2] Name or service not known')': /simple/needy/
"""
TOO_SLOW = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by \
'ReadTimeoutError("HTTPConnectionPool(host='127.0.0.1', port=8900): Read timed out. (read timeout=1.0)")': /simple/tool/
"""
REFUSED_OLD = (
    f"{UNFETCHED}connection error: HTTPConnectionPool(host='127.0.0.1', port=9): Max retries exceeded with url: "
    "/simple/needy/ (Caused by NewConnectionError('<pip._vendor.urllib3.connection.HTTPConnection object at 0x7f54>: "
    "Failed to establish a new connection: [Errno 111] Connection refused')) - skipping\n"
)
REFUSED_NEW = f"{UNFETCHED}connection error: [Errno 111] Connection refused - skipping\n"
UNTRUSTED = (
    f"{UNFETCHED}There was a problem confirming the ssl certificate: [SSL: CERTIFICATE_VERIFY_FAILED] certificate "
    "verify failed: self-signed certificate (_ssl.c:1006) - skipping\n"
)
OVERLOADED = (
    f"{UNFETCHED}HTTPConnectionPool(host='127.0.0.1', port=8901): Max retries exceeded with url: /simple/needy/ "
    "(Caused by ResponseError('too many 503 error responses')) - skipping\n"
)
FORBIDDEN = f"{UNFETCHED}403 Client Error: Forbidden for url: https://nowhere.invalid/simple/needy/ - skipping\n"
UNKNOWN = f"{UNFETCHED}404 Client Error: Not Found for url: https://nowhere.invalid/simple/needy/ - skipping\n"
OTHER_PAGE = f"{UNFETCHED}connection error: [Errno 111] Connection refused - skipping\n".replace("needy", "other")
FILE_REFUSED_OLD = """\
Collecting needy==1.0
ERROR: Could not install packages due to an OSError: HTTPConnectionPool(host='127.0.0.1', port=9): Max retries \
exceeded with url: /w/needy-1.0-py3-none-any.whl (Caused by NewConnectionError('<pip._vendor.urllib3.connection.\
HTTPConnection object at 0x7f018b94aa50>: Failed to establish a new connection: [Errno 111] Connection refused'))
"""
FILE_REFUSED_NEW = """\
Collecting needy==1.0 (from -r lock.txt (line 1))
error: connection-failed

× Failed to connect to 127.0.0.1 while fetching http://127.0.0.1:9/w/needy-1.0-py3-none-any.whl
╰─> [Errno 111] Connection refused

hint: Are you connected to the Internet? If so, check whether your system can connect to 127.0.0.1 before trying \
again. There may be a firewall or proxy that's preventing the connection.
"""
FILE_CUT = """\
Collecting needy==1.0 (from -r lock.txt (line 1))
  Downloading http://127.0.0.1:8904/w/needy-1.0-py3-none-any.whl (100 kB)
  WARNING: Connection interrupted while downloading.
error: incomplete-download

× Download failed after 6 attempts because not enough bytes were received (100 bytes/100 kB)
╰─> URL: http://127.0.0.1:8904/w/needy-1.0-py3-none-any.whl

note: This is an issue with network connectivity, not pip.
"""
FILE_OVERLOADED = """\
Collecting needy==1.0
ERROR: Could not install packages due to an OSError: HTTPConnectionPool(host='127.0.0.1', port=8901): Max retries \
exceeded with url: /w/needy-1.0-py3-none-any.whl (Caused by ResponseError('too many 503 error responses'))
"""
OTHER_FILE = """\
Processing ./idx/wheels/tool-1.0-py3-none-any.whl
ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, \
please update the hashes. Otherwise, examine the package contents carefully; someone may have tampered with them.
    tool==1.0 from file:///idx/wheels/tool-1.0-py3-none-any.whl#sha256=71ad (from -r bad.txt (line 1)):
        Expected sha256 0000
             Got        71ad

"""
FULL = """\
Processing ./idx/wheels/big-1.0-py3-none-any.whl
Installing collected packages: big
ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device

"""
UNPINNED = """\
ERROR: In --require-hashes mode, all requirements must have their versions pinned with ==. These do not:
    tool[pool] from file:///idx/wheels/tool-1.1-py3-none-any.whl#sha256=a9b3 (from needy==1.0->-r lock.txt (line 1))
"""
NETWORK = "Are you online?"


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (NO_MATCH + REFUSED_OLD, "Python's package index cannot be reached (needy==1.0). Are you online?"),
        (
            UNRESOLVED + NO_MATCH + REFUSED_NEW,
            "Python's package index cannot be reached (needy==1.0). Are you online?",
        ),
        (FILE_REFUSED_OLD, "Python's package index cannot be reached (needy==1.0). Are you online?"),
        (FILE_REFUSED_NEW, "Python's package index cannot be reached (needy==1.0). Are you online?"),
        (FILE_CUT, "Python's package index cannot be reached (needy==1.0). Are you online?"),
        (NO_MATCH + UNTRUSTED, "the index's certificate is not trusted here (needy==1.0): set PIP_CERT=FILE"),
        (
            NO_MATCH + OVERLOADED,
            "the index returned error 503 for needy==1.0: try again later; if you use a mirror",
        ),
        (
            NO_MATCH + FORBIDDEN,
            "the index returned error 403 for needy==1.0: try again later; if you use a mirror",
        ),
        (
            FILE_OVERLOADED,
            "the index returned error 503 for needy==1.0: try again later; if you use a mirror",
        ),
        (
            NO_MATCH,
            "the index has no wheel of needy==1.0 for Python 3.11.7 on linux-x86_64. There are wheels for Linux",
        ),
        (NO_MATCH + UNKNOWN, "the index has no wheel of needy==1.0 for Python 3.11.7 on linux-x86_64."),
        (NO_MATCH + OTHER_PAGE, "the index has no wheel of needy==1.0 for Python 3.11.7 on linux-x86_64."),
        (
            UNRESOLVED + OTHER_FILE,
            "the file received for tool==1.0 does not match its locked hash, so nothing was installed.",
        ),
        (FULL, "the disk is full: make room here and in "),
        (UNPINNED, "pip could not install the packages; the lines above say why, and .venv/pip.log has all of it"),
        (UNRESOLVED + TOO_SLOW + UNPINNED, "pip could not install the packages; the lines above say why"),
        ("", "pip could not install the packages"),
    ],
)
def test_pip_output_is_turned_into_a_remedy(output: str, sentence: str) -> None:
    found = failures.pip_problem(LOOKING + output, "3.11.7", "linux-x86_64")
    assert found.startswith(sentence)
    assert (NETWORK in found) == (NETWORK in sentence)


def test_a_python_without_wheels_gets_the_supported_range() -> None:
    for python in ("3.15.0", "3.16.0a1"):
        found = failures.pip_problem(NO_MATCH, python, "linux-x86_64")
        assert found == (
            f"the index has no wheel of needy==1.0 for Python {python} on linux-x86_64. "
            "Use Python 3.11 to 3.14: 'make clean', then 'make PYTHON=python3.14 ...'"
        )


def test_the_supported_pythons_are_those_that_make_lock_checks() -> None:
    makefile = (setup.ROOT / "Makefile").read_text(encoding="utf-8")
    (line,) = (line for line in makefile.splitlines() if line.startswith("PYTHONS := "))
    checked = [tuple(map(int, version.split("."))) for version in line.split()[2:]]
    assert (checked[0], checked[-1]) == failures.PYTHONS


def test_conflicting_packages_are_named() -> None:
    said = (
        "old 1.0 has requirement tool<1.0, but you have tool 1.0.\nneedy 1.0 requires tool, which is not installed.\n"
    )
    assert failures.check_problem(said) == (
        "the packages in .venv conflict (old 1.0 has requirement tool<1.0, but you have tool 1.0): "
        "run 'make clean' to remove them, then try again"
    )


def test_only_relevant_lines_are_shown() -> None:
    shown = failures.telling_lines(LOOKING + UNRESOLVED + UNRESOLVED + FILE_REFUSED_NEW)
    assert shown.splitlines()[0] == "error: connection-failed"
    assert len(shown.splitlines()) == 4
    assert failures.telling_lines(FULL) == FULL.splitlines()[2]
    long = failures.telling_lines("".join(f"line {number}\n" for number in range(100))).splitlines()
    assert (long[0], long[8], long[-1], len(long)) == ("line 0", "...", "line 99", 20)


NPM_UNRESOLVED = """\
npm error code ENOTFOUND
npm error syscall getaddrinfo
npm error errno ENOTFOUND
npm error network request to https://nowhere.invalid/zimmerframe failed, reason: getaddrinfo ENOTFOUND nowhere.invalid
npm error network This is a problem related to network connectivity.
npm error network In most cases you are behind a proxy or have bad network settings.
"""
NPM_REFUSED = """\
npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/zimmerframe failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous> (/lib/node_modules/npm/node_modules/minipass-fetch/lib/index.js:130:14)
npm error     at ClientRequest.emit (node:events:509:28)
npm error If you are behind a proxy, please make sure that the 'proxy' config is set properly.  See: 'npm help config'
npm error A complete log of this run can be found in: /home/ann/.npm/_logs/2026-11-18T03_07_41_154Z-debug-0.log
"""
NPM_OTHER_FILE = """\
npm error code EINTEGRITY
npm error Integrity checksum failed when using sha512: wanted sha512-AAAA== but got sha512-0rjE==.
"""
NPM_UNKNOWN = """\
npm error code E404
npm error 404 Not Found - GET https://nowhere.invalid/uqr-no-such-thing-here
npm error 404
npm error 404  The requested resource 'uqr-no-such-thing-here@0.1.3' could not be found or you do not have permission \
to access it.
"""
NPM_NO_VERSION = """\
npm error code ETARGET
npm error notarget No matching version found for uqr@99.1.3.
npm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.
"""
NPM_NOT_IN_STEP = """\
npm error code EUSAGE
npm error
npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are \
in sync. Please update your lock file with `npm install` before continuing.
npm error
npm error Invalid: lock file's uqr@0.1.2 does not satisfy uqr@0.1.3
"""
NPM_FULL = """\
npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write

added 107 packages in 13s
"""
NPM_OVERLOADED = """\
npm error code E503
npm error 503 Service Unavailable - GET http://127.0.0.1:8901/zimmerframe
"""
NPM_TOO_SLOW = """\
npm error code FETCH_ERROR
npm error errno FETCH_ERROR
npm error network timeout at: http://127.0.0.1:8900/zimmerframe
"""
NPM_UNTRUSTED = """\
npm error code DEPTH_ZERO_SELF_SIGNED_CERT
npm error errno DEPTH_ZERO_SELF_SIGNED_CERT
npm error request to https://localhost:8910/zimmerframe failed, reason: self-signed certificate; if the root CA is \
installed locally, try running Node.js with --use-system-ca
"""
NPM_LOCK = json.dumps({"packages": {"": {}, "node_modules/a/node_modules/uqr": {"integrity": "sha512-AAAA=="}}})


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (NPM_UNRESOLVED, "the npm registry cannot be reached. Are you online?"),
        (NPM_REFUSED, "the npm registry cannot be reached. Are you online?"),
        (NPM_TOO_SLOW, "the npm registry cannot be reached. Are you online?"),
        (NPM_UNTRUSTED, "the npm registry's certificate is not trusted here: set NODE_EXTRA_CA_CERTS=FILE"),
        (NPM_OVERLOADED, "the npm registry returned error 503: try again later"),
        (NPM_OTHER_FILE, "the file received for uqr does not match its locked hash. Try again"),
        (NPM_UNKNOWN, "the npm registry has no uqr-no-such-thing-here@0.1.3; if you use a mirror, try without it"),
        (NPM_NO_VERSION, "the npm registry has no uqr@99.1.3; if you use a mirror, try without it"),
        (NPM_NOT_IN_STEP, "package.json and package-lock.json disagree: run 'make lock'"),
        (NPM_FULL, "the disk is full: make room, then try again"),
        ("npm error something else", "npm could not install the packages; the lines above say why"),
    ],
)
def test_npm_output_is_turned_into_a_remedy(output: str, sentence: str) -> None:
    found = failures.npm_problem(output, NPM_LOCK)
    assert found.startswith(sentence)
    assert (NETWORK in found) == (NETWORK in sentence)


def test_npm_stack_traces_are_not_shown() -> None:
    assert failures.telling_lines(NPM_REFUSED).splitlines() == [
        line for line in NPM_REFUSED.splitlines() if "   at " not in line and "complete log" not in line
    ]
