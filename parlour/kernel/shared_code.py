"""Kernels whose machine code is made once, and that other kernels call instead of containing it.

numba copies a kernel's code into every kernel that calls it, and into those that call these, and optimises and
translates each copy anew. That is what makes small kernels fast, and large ones slow to compile.

A shared kernel has a symbol instead, whose address LLVM learns in each process. Its callers are compiled, and kept in
the cache, with the symbol alone. So its own code must be there before that of a caller: numba has functions that are
called before code from the cache is used, and lets callers of callers inherit them.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from llvmlite import binding as llvm
from numba.core.imputils import user_function

_shared: dict[str, Any] = {}  # kernels by their names
_published: list[Any] = []  # code that others may have the address of: it must stay


class NotShared(LookupError):
    """Code from the cache calls a shared kernel by a name that nobody has here: its file was a script, for instance."""


@dataclass(frozen=True)
class Symbol:
    """A shared kernel for some types; called, it lets LLVM know the address, for which the kernel is loaded first."""

    kernel: str
    argument_types: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.kernel}{self.argument_types}"

    def __call__(self) -> None:
        if self.kernel not in _shared:
            raise NotShared(self.kernel)
        _shared[self.kernel].get_overload(self.argument_types)


def share(dispatcher: Any) -> None:
    """Let kernels that are compiled from now on call this one by its symbols."""
    name = f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}"
    symbols: dict[Any, Symbol] = {}

    def get_overload(argument_types: Any) -> Symbol:
        """What numba is to call for these types: it asks when it compiles a caller, with its lock held."""
        if argument_types not in symbols:
            symbols[argument_types] = _publish(dispatcher, Symbol(name, argument_types))
        return symbols[argument_types]

    dispatcher.get_overload = get_overload
    _shared[name] = dispatcher


def _publish(dispatcher: Any, symbol: Symbol) -> Symbol:
    """Load or compile a kernel; tell LLVM where it is, and numba how to call it: as any other, exceptions included."""
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
