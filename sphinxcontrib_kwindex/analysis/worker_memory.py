"""Ends a worker process when its parent ends, and limits its memory.

The time that it may take is limited by its parent (:mod:`..scan.overdue_process`).
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from typing import Final

#: The seconds after which a worker looks again whether its parent is there.
_INTERVAL: Final = 0.5
#: Bytes: not the machine's.
MEMORY: Final = 4 << 30


def end_with(parent: int) -> None:
    """End this process when it is no longer a child of *parent*.

    Where a whole process group is killed there is nothing to do. But where the main
    process of a build is killed alone, for its memory say, its workers do not learn of
    it. On Windows, where a child never learns of that, this does nothing.
    """

    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(_INTERVAL)
        os._exit(1)

    threading.Thread(target=wait, name="kwindex-parent", daemon=True).start()


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
