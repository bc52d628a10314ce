"""How much memory a process that reads what others wrote may have."""

from __future__ import annotations

import contextlib
from typing import Final

#: Bytes: not the machine's.
MEMORY: Final = 4 << 30


def limit_memory() -> None:
    """Have what is too large end with an exception, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or hard > MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
