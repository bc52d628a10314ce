"""The program of a worker process: analyses files until its input ends.

Requests come on standard input, facts go to standard output: each a header of one
line of JSON with the lengths of what follows; a length alone is that of the reason why
there are no facts. The first line says what holds for all requests. The process
ends with its input, and with the process that started it, which may kill it at any
time.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import BinaryIO, Final

import msgspec

from ..model.name_rule import NameRule
from .analyse import analyse, encoded_facts
from .languages.python import PYTHON
from .languages.registry import Entry, use
from .worker_memory import end_with, limit_memory

#: The user's rules of patterns, and the languages besides Python.
Header = tuple[tuple[NameRule, ...], tuple[Entry, ...]]
#: The number of new objects from which on garbage is looked for. That takes as long as
#: to analyse a short file.
_MANY: Final = 30_000


def main() -> None:
    """Answer requests until the input ends."""
    limit_memory()
    requests, results = sys.stdin.buffer, sys.stdout.buffer
    # A file may take long, and nobody is left then who would kill this process.
    end_with(os.getppid())
    # Nothing that is printed may be read as a result.
    sys.stdout = sys.stderr
    rules, entries = msgspec.json.decode(requests.readline(), type=Header)
    use(entries)
    # The time limit of the first file does not include imports.
    for name in (f"first{PYTHON.suffixes[0]}", "first.txt"):
        analyse(name, b"")
    # The tree of a file is one large cycle that is garbage when its facts are there,
    # and what exists now never is: so the new objects are looked at between files.
    gc.disable()
    gc.freeze()
    results.write(b"ready\n")
    results.flush()
    while line := requests.readline():
        name, size = json.loads(line)
        result = encoded_facts(name, _read_exactly(requests, size), rules)
        parts = [result.encode()] if isinstance(result, str) else result
        results.write(json.dumps([*map(len, parts)]).encode() + b"\n")
        results.writelines(parts)
        results.flush()
        if gc.get_count()[0] > _MANY:
            gc.collect()


def _read_exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise EOFError
    return data


if __name__ == "__main__":
    main()
