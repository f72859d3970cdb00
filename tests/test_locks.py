"""The oldest and the newest pip install exactly what is locked, and request nothing else from the index."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import tarfile
import threading
import venv
import zipfile
from collections.abc import Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tools import setup

POOL = ('tool-pool>=1; extra == "pool"',)


class Index:
    """A package index on disk, served on loopback, that records requests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []

    def add(self, file: str, content: bytes) -> None:
        page = self.folder / "simple" / re.split(r"-\d", file)[0].replace("_", "-") / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        (self.folder / file).write_bytes(content)
        with page.open("a") as links:
            links.write(f'<a href="/{file}#sha256={hashlib.sha256(content).hexdigest()}">{file}</a>\n')

    def add_wheel(self, name: str, version: str, *needs: str, tag: str = "py3-none-any") -> None:
        stem = f"{name.replace('-', '_')}-{version}"
        metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        metadata += ["Provides-Extra: pool", *(f"Requires-Dist: {need}" for need in needs)]
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as wheel:
            wheel.writestr(f"{stem}.dist-info/METADATA", "\n".join(metadata))
            wheel.writestr(f"{stem}.dist-info/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}")
            wheel.writestr(f"{stem}.dist-info/RECORD", "")
        self.add(f"{stem}-{tag}.whl", content.getvalue())

    def add_source(self, name: str, version: str) -> None:
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w:gz") as archive:
            text = f"from setuptools import setup\nsetup(name={name!r}, version={version!r})".encode()
            member = tarfile.TarInfo(f"{name}-{version}/setup.py")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
        self.add(f"{name}-{version}.tar.gz", content.getvalue())

    def lock(self, *files: str) -> str:
        """A lock of these files, as `make lock` writes them."""
        lines = []
        for file in files:
            name, version = re.match(r"(\w+)-(\d\.\d)", file).groups()  # type: ignore[union-attr]
            digest = hashlib.sha256((self.folder / file).read_bytes()).hexdigest()
            lines.append(f"{name.replace('_', '-')}=={version} \\\n    --hash=sha256:{digest}\n")
        return "".join(lines)


class Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: object, index: Index) -> None:
        self.index = index
        super().__init__(*arguments, directory=str(index.folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.index.asked.append(self.path)
        super().do_GET()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """An index with a package whose dependency is required with an extra, and has a release newer than the lock."""
    index = Index(tmp_path / "index")
    index.add_wheel("needy", "1.0", "tool[pool]>=1")
    index.add_wheel("tool", "1.0", *POOL)
    index.add_wheel("tool", "1.1", *POOL)
    index.add_wheel("tool-pool", "1.0")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, index=index)) as server:
        for name in [name for name in os.environ if name.upper().startswith(("PIP_", "HTTP_", "HTTPS_", "ALL_"))]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple/")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield index
        server.shutdown()
        thread.join()


@pytest.fixture(params=setup.PIPS)
def clone(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """A clone whose .venv has one of the pip versions that set-up supports."""
    lock = (setup.ROOT / request.param).read_text()
    wheel = setup.VENV / "pips" / f"pip-{lock.split()[0].partition('==')[2]}-py3-none-any.whl"
    assert wheel.exists(), "'python3 tools/setup.py test' downloads it"
    folder = tmp_path / "clone"
    (folder / "requirements").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    monkeypatch.setattr(setup, "ROOT", folder)
    monkeypatch.setattr(setup, "VENV", folder / ".venv")
    monkeypatch.setattr(setup, "PYTHON", folder / setup.PYTHON.relative_to(setup.PYTHON.parent.parent.parent))
    venv.create(setup.VENV, with_pip=False, symlinks=os.name != "nt")
    for path in unpacked(wheel, tmp_path_factory.getbasetemp()).iterdir():
        (packages_folder() / path.name).symlink_to(path, target_is_directory=True)
    return folder


@cache
def unpacked(wheel: Path, folder: Path) -> Path:
    """A folder with a pip for all tests, so that Python compiles it only once."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / wheel.stem)
    return folder / wheel.stem


def packages_folder() -> Path:
    (found,) = setup.VENV.glob("[Ll]ib/**/site-packages")
    return found


def installed() -> set[str]:
    names = (path.name.removesuffix(".dist-info") for path in packages_folder().glob("*.dist-info"))
    return {name for name in names if not name.startswith("pip-")}


def test_exactly_the_locked_packages_are_requested_and_installed(
    index: Index, clone: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    locked = ("needy-1.0-py3-none-any.whl", "tool-1.0-py3-none-any.whl", "tool_pool-1.0-py3-none-any.whl")
    (clone / "requirements" / "docs.txt").write_text(index.lock(*locked))
    setup.install("docs")
    assert installed() == {"needy-1.0", "tool-1.0", "tool_pool-1.0"}
    pages = {"/simple/needy/", "/simple/tool/", "/simple/tool-pool/"}
    assert set(index.asked) == pages | {f"/{file}" for file in locked}
    said = capfd.readouterr()
    assert said.out.startswith("set-up: installing the packages for 'make docs' into .venv")
    assert said.out.count("\n") == 1  # no output of pip
    assert not said.err
    index.asked.clear()
    setup.install("docs")
    assert not index.asked
    assert not capfd.readouterr().out


def test_the_audit_tool_is_installed_separately(index: Index, clone: Path) -> None:
    (clone / "requirements" / "build.txt").write_text(index.lock("tool-1.0-py3-none-any.whl"))
    for version in ("1.0", "1.1"):  # overwriting the first
        (clone / "requirements" / "audit.txt").write_text(index.lock(f"tool-{version}-py3-none-any.whl"))
        setup.install("audit")
        assert installed() == {"tool-1.0"}
        assert [path.name for path in (setup.VENV / "audit").iterdir()] == [f"tool-{version}.dist-info"]


def test_a_package_without_a_wheel_is_named_and_never_built(index: Index, clone: Path) -> None:
    index.add_source("source", "1.0")
    (clone / "requirements" / "docs.txt").write_text(index.lock("tool-1.0-py3-none-any.whl", "source-1.0.tar.gz"))
    with pytest.raises(SystemExit, match=r"set-up: the index has no wheel of source==1\.0 for Python 3\.\d+\.\d"):
        setup.install("docs")
    assert set(index.asked) <= {"/simple/tool/", "/simple/source/", "/tool-1.0-py3-none-any.whl"}
    assert not installed()


def test_a_file_with_another_hash_is_not_installed(index: Index, clone: Path) -> None:
    lock = index.lock("tool-1.0-py3-none-any.whl")
    (clone / "requirements" / "docs.txt").write_text(re.sub("sha256:.*", f"sha256:{'0' * 64}", lock))
    with pytest.raises(SystemExit, match=r"set-up: the file received for tool==1\.0 does not match its locked hash"):
        setup.install("docs")
    assert not installed()


def test_a_lock_without_hashes_is_refused(index: Index, clone: Path) -> None:
    (clone / "requirements" / "docs.txt").write_text("tool==1.0\n")
    with pytest.raises(SystemExit, match="Hashes are required in --require-hashes mode"):
        setup.install("docs")
    assert not installed()


def test_an_unreachable_index_is_distinguished_from_a_missing_package(
    index: Index, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clone / "requirements" / "docs.txt").write_text(index.lock("tool-1.0-py3-none-any.whl"))
    shutil.rmtree(index.folder / "simple" / "tool")
    with pytest.raises(SystemExit, match=r"set-up: the index has no wheel of tool==1\.0"):
        setup.install("docs")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple/")  # nothing listens there
    with pytest.raises(
        SystemExit, match=r"set-up: Python's package index cannot be reached \(tool==1\.0\)\. Are you online\?"
    ):
        setup.install("docs")


def test_conflicting_packages_end_the_set_up(index: Index, clone: Path) -> None:
    (clone / "requirements" / "docs.txt").write_text(index.lock("needy-1.0-py3-none-any.whl"))
    for _ in range(2):  # the set-up is not considered done
        with pytest.raises(SystemExit) as failed:
            setup.install("docs")
        sentence = "the packages in .venv conflict (needy 1.0 requires tool, which is not installed)"
        assert f"set-up: {sentence}: run 'make clean' to remove them, then try again" in str(failed.value)
