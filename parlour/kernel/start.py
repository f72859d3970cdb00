"""Loading numba's compiler faster."""

# mypy: allow-untyped-calls

from __future__ import annotations

import sys

from numba.core.compiler_lock import global_compiler_lock


def load_without_scipy() -> None:
    """Load numba's array functions before numba does, but without SciPy, which takes a third of the start time.

    They look for SciPy's BLAS when they are loaded, to choose an implementation of np.convolve. Functions that need
    BLAS, like np.dot, look for it again when they are compiled.
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
