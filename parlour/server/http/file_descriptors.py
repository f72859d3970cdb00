"""File descriptors: each connection needs one, and the system gives a process only so many."""

from __future__ import annotations

import sys

if sys.platform == "win32":

    def most() -> int | None:
        """How many this process may have; here nobody counts."""
        return None

    def raise_limit() -> None:
        """Allow as many as may be: nothing to do."""

else:
    import resource
    from contextlib import suppress

    ENOUGH = 65_536  # some systems allow a billion, and some programs that we start would go through them all

    def most() -> int | None:
        """How many this process may have; None where nobody counts."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if soft == resource.RLIM_INFINITY else soft

    def raise_limit() -> None:
        """Allow this process, and those it starts, as many as the system lets it have."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):  # macOS says that there is no limit, and has one
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
