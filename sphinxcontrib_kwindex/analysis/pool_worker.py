"""Analyses files for another process, which may end this one at any time.

Requests come on standard input, answers go to standard output: each a header of one
line of JSON with the lengths of what follows. The first line says what holds for all
requests. The process ends with its input, and with the process that started it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from ..model.codec import encode
from .analyse import analyse
from .patterns.detectors import NameRule
from .watchdog import end_with

#: Bytes of memory that the process may have: not the machine's.
MEMORY: Final = 4 << 30


def main() -> None:
    """Answer requests until there are no more."""
    _limit_memory()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    # What is in hand may take long, and nobody is left then who ends it.
    end_with(os.getppid())
    # Whatever prints must not be taken for an answer.
    sys.stdout = sys.stderr
    rules = [_rule(values) for values in json.loads(requests.readline())]
    # When everything is imported, and astroid knows the built-in names, which it looks
    # up for its first file, the clock may run.
    analyse("first.py", b"")
    analyse("first.txt", b"")
    # A file's tree is one large circle that is garbage when the answer is there, and
    # what is there now never is: so one look at the new objects a file, and no more.
    gc.disable()
    gc.freeze()
    answers.write(b"ready\n")
    answers.flush()
    for name, data in iter(_read_ahead(requests).get, None):
        answer = encode(analyse(name, data, rules))
        answers.write(b"%d\n" % len(answer))
        answers.write(answer)
        answers.flush()
        gc.collect()


def _read_ahead(requests: BinaryIO) -> SimpleQueue[tuple[str, bytes] | None]:
    """Read requests while others are answered; ``None`` stands for their end.

    Whoever sends one need not wait until the answer before it is written, and cannot
    wait for this process while it waits for the sender.
    """
    read: SimpleQueue[tuple[str, bytes] | None] = SimpleQueue()

    def run() -> None:
        try:
            while line := requests.readline():
                name, size = json.loads(line)
                read.put((name, _exactly(requests, size)))
        finally:
            read.put(None)

    threading.Thread(target=run, name="kwindex-requests", daemon=True).start()
    return read


def _limit_memory() -> None:
    """Have what is too large end with an exception, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or hard > MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def _rule(values: list[Any]) -> NameRule:
    cells: list[Any] = [tuple(one) if isinstance(one, list) else one for one in values]
    return NameRule(*cells)


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise EOFError
    return data


if __name__ == "__main__":
    main()
