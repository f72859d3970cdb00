"""`make audit` on recorded output of pip-audit 2.10 and npm 11. Tracebacks are shortened."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools import audit, setup
from tools.audit import Answer

CHECKED: dict[str, Any] = {"name": "alembic", "version": "1.20.1", "vulns": []}
SKIPPED = {"name": "click", "skip_reason": "Dependency not found on PyPI and could not be audited: click (8.5.1)"}
VULNERABLE: dict[str, Any] = {
    "name": "flask",
    "version": "0.5",
    "vulns": [
        {"id": "PYSEC-2019-179", "fix_versions": ["1.0"], "aliases": ["CVE-2019-1010083"], "description": "..."},
        {"id": "PYSEC-2018-66", "fix_versions": [], "aliases": [], "description": "..."},
    ],
}
REFUSED = """\
  File "/lib/python3.11/site-packages/requests/adapters.py", line 723, in send
    raise ProxyError(e, request=request)
requests.exceptions.ProxyError: HTTPSConnectionPool(host='nowhere.invalid', port=443): Max retries exceeded with url: \
/pypi/editables/0.6/json (Caused by ProxyError('Unable to connect to proxy', NewConnectionError("HTTPSConnection(\
host='127.0.0.1', port=9): Failed to establish a new connection: [Errno 111] Connection refused")))
"""
OVERLOADED = "ERROR:pip_audit._cli:503 Server Error: Service Unavailable for url: https://nowhere.invalid/pypi/a/1/json"
UNTRUSTED = (
    "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed"
)
BROKEN = "ERROR:pip_audit._cli:package a has duplicate requirements: a==1.4.0"
NPM_MIRROR = '{"message": "405 Method Not Allowed - POST https://nowhere.invalid/-/npm/v1/security", "statusCode": 405}'
NPM_REFUSED = '{"message": "request to https://nowhere.invalid/-/npm failed, reason: connect ECONNREFUSED 127.0.0.1:9"}'
NPM_CLEAN = '{"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {}}'
NPM_VULNERABLE = json.dumps(
    {
        "vulnerabilities": {
            "lodash": {"severity": "high", "via": [{"title": "Prototype Pollution"}, {"title": "Command Injection"}]},
            "async": {"severity": "moderate", "via": ["lodash"]},
        }
    }
)
NEXT = " Run 'make audit' where the network lets you, before a release"


def of_python(*packages: dict[str, Any], said: str = "", asked: int = 2) -> Answer:
    answer = Answer("Python packages", asked)
    audit.add_python_report(json.dumps({"dependencies": packages}) if packages else "", said, asked, answer)
    return answer


def of_npm(told: str) -> Answer:
    answer = Answer("npm packages", 100)
    audit.add_npm_report(told, answer)
    return answer


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        (of_python(CHECKED, CHECKED), ["no known vulnerabilities in 2 locked Python packages"]),
        (
            of_python(CHECKED, VULNERABLE),
            ["flask 0.5 has PYSEC-2019-179; fixed in 1.0", "flask 0.5 has PYSEC-2018-66; no fix is known"],
        ),
        (of_npm(NPM_CLEAN), ["no known vulnerabilities in 100 locked npm packages"]),
        (
            of_npm(NPM_VULNERABLE),
            ["async (moderate): through lodash", "lodash (high): Command Injection; Prototype Pollution"],
        ),
    ],
)
def test_known_vulnerabilities_are_reported(answer: Answer, lines: list[str]) -> None:
    assert answer.lines() == [f"audit: {line}" for line in lines]
    assert audit.outcome([answer]) == (1 if "has" in lines[0] or "through" in lines[0] else 0)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (of_python(SKIPPED, SKIPPED), "PyPI's vulnerability service returned no answer for 2 of 2."),
        (of_python(CHECKED, SKIPPED), "PyPI's vulnerability service returned no answer for 1 of 2."),
        (of_python(CHECKED), "PyPI's vulnerability service returned no answer for 1 of 2."),
        (of_python(said=REFUSED), "PyPI's vulnerability service cannot be reached."),
        (of_python(said=UNTRUSTED), "the certificate of PyPI's vulnerability service is not trusted here."),
        (
            of_python(said=OVERLOADED),
            "PyPI's vulnerability service returned error 503; a mirror may not provide this service.",
        ),
        (of_python(said=BROKEN), f"PyPI's vulnerability service returned no report ({BROKEN})."),
        (of_python(said=""), "PyPI's vulnerability service returned no report."),
        (of_npm(NPM_MIRROR), "the npm registry's audit returned error 405; a mirror may not provide this service."),
        (of_npm(NPM_REFUSED), "the npm registry's audit cannot be reached."),
        (of_npm("[]"), "the npm registry's audit returned no report ([])."),
        (of_npm(""), "the npm registry's audit returned no report."),
    ],
)
def test_failed_checks_do_not_look_like_success(answer: Answer, why: str) -> None:
    assert answer.lines() == [f"audit: not all {answer.kind} could be checked: {why}{NEXT}"]
    assert audit.outcome([answer]) == 3
    assert audit.outcome([answer, of_npm(NPM_CLEAN)]) == 3


def test_a_vulnerability_takes_precedence_over_failed_checks() -> None:
    answer = of_python(VULNERABLE, SKIPPED)
    assert [line.partition(" has ")[0] for line in answer.lines()[:2]] == ["audit: flask 0.5"] * 2
    assert "returned no answer for 1 of 2" in answer.lines()[2]
    assert audit.outcome([answer, of_npm(NPM_REFUSED)]) == 1


STAND_IN = """\
import json, sys
pins = [line.split("==") for line in open(sys.argv[-1]).read().split()]
assert len({name for name, _ in pins}) == len(pins)  # else it refuses the list
print(json.dumps({"dependencies": [{"name": name, "version": version, "vulns": []} for name, version in pins]}))
"""


def test_pip_audit_checks_every_locked_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "VENV", tmp_path)
    (tmp_path / "audit").mkdir()
    (tmp_path / "audit" / "pip_audit.py").write_text(STAND_IN)
    locks = [path for path in (setup.ROOT / "requirements").glob("*.txt") if path.name != "pip-oldest.txt"]
    assert {"play.txt", "test.txt", "bench.txt", "audit.txt", "build.txt"} < {path.name for path in locks}
    pinned = {pin for path in locks for pin in re.findall(r"^\S+==[^ ;]+", path.read_text(), re.MULTILINE)}
    assert audit.ask_about_python().lines() == [
        f"audit: no known vulnerabilities in {len(pinned)} locked Python packages"
    ]


def test_an_unreachable_registry_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")  # nothing listens there
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    assert audit.ask_about_npm().problem == "the npm registry's audit cannot be reached"


def test_the_exit_code_follows_the_outcome(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(audit, "ask_about_python", lambda: of_python(CHECKED, CHECKED))
    monkeypatch.setattr(audit, "ask_about_npm", lambda: of_npm(NPM_MIRROR))
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert ended.value.code == 3
    said = capsys.readouterr()
    assert said.out == "audit: no known vulnerabilities in 2 locked Python packages\n"
    assert said.err.startswith("audit: not all npm packages could be checked: ")
