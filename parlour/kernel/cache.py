"""The cache of compiled kernels on disk.

numba checks only a kernel's own file for changes, and would silently run old rules after a change in another file that
the kernel was compiled with. So the cache folder is named by a hash of all kernel sources. Games from outside the
package have a second folder, whose hash covers their files too; the package's own code stays where it is.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import re
import shutil
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from llvmlite import binding as llvm
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, UserProvidedCacheLocator

from parlour.kernel.shared_code import NotShared

IS_COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether kernels are compiled: false with NUMBA_DISABLE_JIT=1."""
PACKAGE = Path(__file__).parents[1]
KEPT_CACHES = 8  # older ones are removed when a new one is made


def package_sources() -> list[Path]:
    """Return the package's files with kernels, and those that compiled code depends on: this folder and grid.py."""
    folder = Path(__file__).parent
    return [
        path
        for path in sorted(folder.parent.rglob("*.py"))
        if path.parent == folder or path.name == "grid.py" or re.search(rb"^@(kernel|inner)", path.read_bytes(), re.M)
    ]


class NotCached(Exception):
    """There is no compiled code in the cache, and the caller does not want to wait for the compiler."""

    _asking = threading.local()

    @classmethod
    @contextmanager
    def raised(cls) -> Iterator[None]:
        """Within this block, in this thread, raise NotCached instead of compiling."""
        cls._asking.is_raised = True
        try:
            yield
        finally:
            cls._asking.is_raised = False

    @classmethod
    def is_raised(cls) -> bool:
        """Whether this thread is in such a block."""
        return getattr(cls._asking, "is_raised", False)


class Cache:
    """The folders of compiled code for the sources known so far."""

    def __init__(self) -> None:
        self.kernels: list[Any] = []
        self.environment: dict[str, str] = {}  # for other processes to use the same folder
        self._base = self._writable_base()
        self._setting = (
            f"numba {numba.__version__}, numpy {np.__version__}, {platform.python_implementation()} "
            f"{platform.python_version()}, bounds {os.environ.get('NUMBA_BOUNDSCHECK', '')}, "
            f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
            + (f", opt {os.environ['NUMBA_OPT']}" if "NUMBA_OPT" in os.environ else "")
        )
        self._package = {str(path): _digest(path) for path in package_sources()}
        self._outside: dict[str, str] = {}
        self._guests: dict[str, bool] = {}  # by a record from outside, as text: whether its sources are files
        self.folder = self.outside_folder = self._folder()
        self._use(self.folder)

    def _writable_base(self) -> Path:
        given = os.environ.get("NUMBA_CACHE_DIR")
        own = platformdirs.user_cache_path("parlour", appauthor=False) / "kernels"
        base = Path(given) / "parlour" if given else own
        try:
            base.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=base):
                return base
        except OSError as problem:
            warnings.warn(
                f"cannot keep compiled code in {base} ({problem}): every start will compile again", stacklevel=2
            )
            folder = Path(tempfile.mkdtemp(prefix="parlour-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            self.environment = {"NUMBA_CACHE_DIR": str(folder)}
            return folder / "parlour"

    def _folder(self) -> Path:
        known = " ".join([self._setting, *sorted([*self._package.values(), *self._outside.values()])])
        return self._base / hashlib.sha256(known.encode()).hexdigest()[:16]

    def _use(self, folder: Path) -> None:
        """Mark a folder as used; before a new one is made, remove the least recently used."""
        if folder.exists():
            os.utime(folder)
            return
        try:
            ours = [path for path in self._base.iterdir() if re.fullmatch("[0-9a-f]{16}", path.name)]
            others = sorted(ours, key=lambda path: path.stat().st_mtime)
        except OSError:  # another process is removing some
            return
        for path in others[: 1 - KEPT_CACHES]:
            shutil.rmtree(path, ignore_errors=True)

    def add(self, dispatcher: Any) -> None:
        """Add a kernel; one from outside the package changes the outside folder, whose hash must cover its files."""
        source = source_of(dispatcher)
        if not os.path.exists(source):
            return  # typed at a prompt: not cached
        if source not in self._package and source not in self._outside:
            self._outside |= {str(path): _digest(path) for path in Path(source).parent.glob("*.py")}
            self.outside_folder = self._folder()
            self._use(self.outside_folder)
        self.kernels.append(dispatcher)
        dispatcher._cache = KernelCache(dispatcher.py_func, self)

    def add_record(self, record: types.Type, kernels: list[Any]) -> bool:
        """Add a game's record, and return whether it is from outside the package."""
        sources = {source_of(function) for function in kernels}
        if sources <= self._package.keys():
            return False
        self._guests[str(record)] = all(map(os.path.exists, sources))
        return True

    def is_package(self, source: str) -> bool:
        """Whether a file is one of the package's kernel sources."""
        return source in self._package

    def folder_for(self, source: str, argument_types: tuple[types.Type, ...]) -> Path | None:
        """Return the folder of a kernel's code for these types, or None if it cannot be cached.

        The folder's hash must cover everything that the code is compiled from.
        """
        text = " ".join(map(str, argument_types))  # contains the text of every record, however nested
        guests = [is_file for record, is_file in self._guests.items() if record in text]
        if not all(guests):
            return None
        return self.outside_folder if guests or source not in self._package else self.folder


class _Locator(UserProvidedCacheLocator):
    """Places code by the content of its source, so that a copy in another folder or environment finds it."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        super().__init__(function, source)
        path = Path(source)
        folder = path.parent.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.parent.name
        name = f"{folder.replace('/', '.')}_{path.stem}_{_digest(path)[:16]}"
        self._cache_path = os.path.join(numba.config.CACHE_DIR, name)  # type: ignore[attr-defined]


class _KeptCode(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - as numba declares it


class _FunctionCache(FunctionCache):
    _impl_class = _KeptCode


class KernelCache(NullCache):
    """numba's interface to a kernel's cached code, whose folder depends on the argument types."""

    def __init__(self, function: Callable[..., Any], cache: Cache) -> None:
        self._function = function
        self._cache = cache
        self._kept: dict[Path | None, Any] = {None: NullCache()}

    def _of(self, argument_types: Any) -> Any:
        folder = self._cache.folder_for(self._function.__code__.co_filename, argument_types)
        if folder not in self._kept:
            before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
            numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # numba reads it only here
            try:
                self._kept[folder] = _FunctionCache(self._function)
            finally:
                numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
        return self._kept[folder]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for these types, or None; called with numba's lock held."""
        try:
            found = self._of(sig).load_overload(sig, target_context)
        except NotShared:
            found = None
        if found is not None:  # numba does not pass these on to the callers of this kernel
            found.library._reload_init.update(found.reload_init)
        elif NotCached.is_raised():
            raise NotCached
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the code for these types; called with numba's lock held."""
        try:
            self._of(sig).save_overload(sig, data)
        except RuntimeError as problem:
            if "no compiled object yet" in str(problem):  # Ctrl-C in a callback from LLVM, where it is not raised
                raise KeyboardInterrupt from problem
            raise


def source_of(function: Any) -> str:
    """Return the source file of a kernel or function."""
    return getattr(function, "py_func", function).__code__.co_filename  # type: ignore[no-any-return]


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


CACHE = Cache() if IS_COMPILED else None
