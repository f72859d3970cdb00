"""Look for known vulnerabilities in the locked packages, of Python and of the page: `python -m tools.audit`.

The exit code is 0 if every package was checked and none is vulnerable, 1 if one is, and 3 if something could not be
checked: a service that does not answer must not look like good news.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools import failures, node, setup

FOUND, UNCHECKED = 1, 3
OLD = "pip-oldest.txt"  # an old pip, which only the set-up tests run, against a local index
PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
PYPI, NPM = "PyPI's vulnerability service", "the npm registry's audit"
TO_DO = "Run 'make audit' where the network lets you, before a release"


@dataclass
class Answer:
    """The result for packages of one kind."""

    kind: str
    packages: int  # number of packages checked
    vulnerable: list[str] = field(default_factory=list)  # a line each
    problem: str = ""  # why not all of them could be checked

    def lines(self) -> list[str]:
        """The result as lines of text."""
        lines = [f"audit: {line}" for line in self.vulnerable]
        if self.problem:
            lines.append(f"audit: not all {self.kind} could be checked: {self.problem}. {TO_DO}")
        elif not self.vulnerable:
            lines.append(f"audit: no known vulnerabilities in {self.packages} locked {self.kind}")
        return lines


def pins() -> dict[str, list[str]]:
    """The versions of each package in our locks, for every Python and system."""
    found: dict[str, set[str]] = {}
    for path in (setup.ROOT / "requirements").glob("*.txt"):
        if path.name != OLD:
            for name, version in PIN.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, set()).add(version)
    return {name: sorted(versions) for name, versions in sorted(found.items())}


def ask_about_python() -> Answer:
    """Ask PyPI's vulnerability service through pip-audit, which refuses a list with two versions of a package."""
    pinned = pins()
    answer = Answer("Python packages", sum(map(len, pinned.values())))
    for number in range(max(map(len, pinned.values()))):
        pip_audit(
            [f"{name}=={versions[number]}" for name, versions in pinned.items() if number < len(versions)], answer
        )
    return answer


def pip_audit(lines: list[str], answer: Answer) -> None:
    """Ask about some pinned packages."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pins.txt"
        file.write_text("\n".join(lines))
        options = ("--disable-pip", "--no-deps", "--format", "json", "--progress-spinner", "off")
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", *options, "--requirement", str(file)],
            env={**os.environ, "PYTHONPATH": str(setup.VENV / "audit")},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    add_python_report(done.stdout, done.stderr, len(lines), answer)


def add_python_report(told: str, said: str, asked: int, answer: Answer) -> None:
    """Read pip-audit's report. It lists packages it could not look up as skipped, and still exits with success."""
    report = _parsed(told)
    if "dependencies" not in report:
        answer.problem = failures.audit_problem(said, PYPI)
        return
    packages = report["dependencies"]
    for package in packages:
        for known in package.get("vulns", ()):
            fixed = f"fixed in {', '.join(known['fix_versions'])}" if known["fix_versions"] else "no fix is known"
            answer.vulnerable.append(f"{package['name']} {package['version']} has {known['id']}; {fixed}")
    missing = asked - sum("vulns" in package for package in packages)
    if missing and not answer.problem:
        answer.problem = f"{PYPI} returned no answer for {missing} of {asked}"


def ask_about_npm() -> Answer:
    """Ask the npm registry about the page's packages."""
    locked = json.loads((node.WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    _, told = node.npm_output("audit", "--json", "--package-lock-only", "--loglevel=silent")
    answer = Answer("npm packages", len(locked) - 1)  # one entry is the page itself
    add_npm_report(told, answer)
    return answer


def add_npm_report(told: str, answer: Answer) -> None:
    """Read the report of `npm audit --json`."""
    report = _parsed(told)
    if "vulnerabilities" not in report:
        answer.problem = failures.audit_problem(str(report.get("message", told)), NPM)
        return
    for name, known in sorted(report["vulnerabilities"].items()):
        titles = sorted({via["title"] for via in known["via"] if isinstance(via, dict)})
        through = sorted({via for via in known["via"] if isinstance(via, str)})
        why = "; ".join(titles) or f"through {', '.join(through)}"
        answer.vulnerable.append(f"{name} ({known['severity']}): {why}")


def _parsed(text: str) -> dict[str, Any]:
    """A parsed report; empty if there is none."""
    try:
        report = json.loads(text)
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}


def outcome(answers: list[Answer]) -> int:
    """The exit code: known vulnerabilities take precedence over failed checks."""
    if any(answer.vulnerable for answer in answers):
        return FOUND
    return UNCHECKED if any(answer.problem for answer in answers) else 0


def main() -> None:
    answers = [ask_about_python(), ask_about_npm()]
    for answer in answers:
        print("\n".join(answer.lines()), file=sys.stderr if answer.problem or answer.vulnerable else sys.stdout)
    sys.exit(outcome(answers))


if __name__ == "__main__":
    main()
