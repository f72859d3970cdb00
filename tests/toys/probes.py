"""Kernels that ask parlour.kernel what Python cannot ask it. Editing a file here recompiles all toys."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour import kernel


@kernel.kernel
def bits(x: np.uint64) -> tuple[int, int]:
    return kernel.popcount(x), kernel.lowest(x)


@kernel.kernel
def drawn(rng: Any, n: int, out: Any) -> None:
    for i in range(out.size):
        out[i] = kernel.below(rng, n)


@kernel.inner
def doubled(x: int) -> int:
    return 2 * x


@kernel.kernel
def quadrupled(x: int) -> Any:
    return doubled(doubled(x))
