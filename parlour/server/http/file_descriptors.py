"""File descriptors: each connection needs one, and the system limits how many a process may have."""

from __future__ import annotations

import sys

if sys.platform == "win32":

    def most() -> int | None:
        """How many this process may have: this system has no such limit."""
        return None

    def raise_limit() -> None:
        """Nothing to do: this system has no such limit."""

else:
    import resource
    from contextlib import suppress

    ENOUGH = 65_536  # some systems allow a billion, and some programs that we start would loop over them all

    def most() -> int | None:
        """How many this process may have, or None if there is no limit."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if soft == resource.RLIM_INFINITY else soft

    def raise_limit() -> None:
        """Raise the soft limit of this process, and of those it starts, as far as the system allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):  # macOS reports no limit but has one
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
