"""How many processes work at a time."""

from __future__ import annotations

import os

from sphinx.application import Sphinx


def processes(app: Sphinx) -> int:
    """Return how many processes are to work at a time.

    That is what ``-j`` says, and no more than this process may have processors: more
    only cost memory.
    """
    return max(1, min(app.parallel, _processors()))


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
