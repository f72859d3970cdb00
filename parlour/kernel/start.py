"""Loading numba's compiler in less time."""

# mypy: allow-untyped-calls

from __future__ import annotations

import sys

from numba.core.compiler_lock import global_compiler_lock


def load_without_scipy() -> None:
    """Load numba's array functions before numba does, and not SciPy with them: that takes a third of a start.

    They look for its BLAS as they are loaded, to choose how np.convolve works. What cannot do without BLAS, like
    np.dot, looks for it again when it is compiled.
    """
    if "numba.np.arraymath" in sys.modules:
        return
    with global_compiler_lock:
        from numba.np import linalg

        look_for_blas, linalg.ensure_blas = linalg.ensure_blas, _find_no_blas
        try:
            from numba.np import arraymath  # noqa: F401
        finally:
            linalg.ensure_blas = look_for_blas


def _find_no_blas() -> None:
    raise ImportError
