"""Kills a process that works on what others wrote and takes too long."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def killed_after(
    process: subprocess.Popen[bytes], seconds: float
) -> Iterator[threading.Event]:
    """Kill a process if what is done meanwhile, which waits for it, takes too long.

    The event tells whether it did.

    :param seconds: 0 for no limit.
    """
    overdue = threading.Event()

    def kill() -> None:
        overdue.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.daemon = True
    if seconds:
        timer.start()
    try:
        yield overdue
    finally:
        timer.cancel()
