"""Shared kernels: compiled once, and called by other kernels instead of being copied into them.

numba copies a kernel's code into every direct and indirect caller, and optimises and translates each copy. That makes
small kernels fast, and large ones slow to compile.

A shared kernel has a symbol instead, whose address is registered with LLVM in each process. Its callers are compiled
and cached with the symbol alone, so its own code must be loaded before theirs: numba runs initialisation functions
before it uses code from the cache, and callers of callers inherit them.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from llvmlite import binding as llvm
from numba.core.imputils import user_function

_shared: dict[str, Any] = {}  # kernels by name
_published: list[Any] = []  # code whose address others may hold: it must not be freed


class NotShared(LookupError):
    """Cached code calls a shared kernel that this process does not have: its file was a script, for instance."""


@dataclass(frozen=True)
class Symbol:
    """A shared kernel for some argument types; calling it loads the kernel and registers its address with LLVM."""

    kernel: str
    argument_types: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.kernel}{self.argument_types}"

    def __call__(self) -> None:
        if self.kernel not in _shared:
            raise NotShared(self.kernel)
        _shared[self.kernel].get_overload(self.argument_types)


def share(dispatcher: Any) -> None:
    """Let kernels compiled from now on call this one by symbol."""
    name = f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}"
    symbols: dict[Any, Symbol] = {}

    def get_overload(argument_types: Any) -> Symbol:
        """Return what numba calls for these types; it asks when it compiles a caller, with its lock held."""
        if argument_types not in symbols:
            symbols[argument_types] = _publish(dispatcher, Symbol(name, argument_types))
        return symbols[argument_types]

    dispatcher.get_overload = get_overload
    _shared[name] = dispatcher


def _publish(dispatcher: Any, symbol: Symbol) -> Symbol:
    """Load or compile a kernel, and register it with LLVM and with numba, which calls it like any other kernel."""
    dispatcher.compile(symbol.argument_types)
    code = dispatcher.overloads[symbol.argument_types]
    _published.append(code)
    llvm.add_symbol(str(symbol), code.library.get_pointer_to_function(code.fndesc.llvm_func_name))
    outside = copy.copy(code.fndesc)
    outside.mangled_name = str(symbol)
    call = user_function(outside, libs=())  # type: ignore[no-untyped-call]

    def call_from(context: Any, *details: Any) -> Any:
        context.active_code_library._reload_init.add(symbol)
        return call(context, *details)

    dispatcher.targetctx.insert_func_defn([(call_from, symbol, symbol.argument_types)])
    return symbol
